//! `quasar chart`.

mod layout;
mod png;
mod svg;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::cards::HoldemClass;
use quasar::game::Line;
use quasar::preflop::{
    ChartsReport, PreflopBundle, PushFoldOptions, ShippedPreflop, ShippedPreflopReport,
    ShippedPreflopsReport,
};
use quasar::request::read;
use quasar::schema::names::ActionKind;
use quasar::spot::{ActionReport, ClassStrategyReport};

use self::layout::{footer, title};
use crate::error::Failure;
use crate::file::write_file;
use crate::node_text;
use crate::output::{Output, right};
use crate::units::{fixed, percent};

/// Show preflop charts: what every hand does, as coloured grids and range text.
///
/// With --stack, push-or-fold charts for that stack, exact over the 169 classes.
/// With --stack and --line, the chart of a decision of a game that ships with Quasar, solved from
/// the blinds to the river; --list shows these games.
/// With --from, the chart of a decision in a folder that `quasar solve-preflop -o` wrote.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar chart --stack 20 --hand K9o
  quasar chart --stack 10
  quasar chart --stack 10 --format png --output 10bb.png
  quasar chart --list
  quasar chart --stack 25 --line r:0:b2500 --hand A5s
  quasar chart --from strategy/ --line r:0:b2000 --format csv")]
pub(crate) struct ChartArguments {
    /// The stack of each player in big blinds.
    #[arg(long, value_name = "STACK", required_unless_present_any = ["from", "list"], conflicts_with = "from")]
    stack: Option<f64>,
    /// A folder with a solved preflop strategy.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// A decision of the solved game, in thousandths of a big blind: r:0 is the first one,
    /// r:0:b2500 that after a raise to 2.5 big blinds [default with --from: r:0]
    #[arg(long, value_name = "LINE")]
    line: Option<String>,
    /// List the solved games that ship with Quasar.
    #[arg(long, conflicts_with_all = ["from", "stack", "line", "hand"])]
    list: bool,
    /// Show what this hand does, such as K9o, instead of the grids.
    #[arg(long, value_name = "CLASS")]
    hand: Option<String>,
    /// The format of the charts.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file; `-` means standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
    Svg,
    Png,
}

pub(crate) fn run(arguments: &ChartArguments, output: &mut Output) -> Result<(), Failure> {
    let hand = arguments.hand.as_deref();
    let hand = hand.map(|text| read("--hand", text, str::parse::<HoldemClass>)).transpose()?;
    let format = if arguments.json { Format::Json } else { arguments.format };
    if arguments.list {
        return write_list(&ShippedPreflop::list()?, format, output);
    }
    let line = arguments.line.as_deref();
    let line = line.map(|text| read("--line", text, str::parse::<Line>)).transpose()?;
    let stack = arguments.stack.unwrap_or_default();
    let charts = match (&arguments.from, line) {
        (Some(folder), line) => {
            ChartsReport::of_bundle(&PreflopBundle::open(folder)?, &line.unwrap_or_default())?
        }
        (None, Some(line)) => ChartsReport::of_shipped(&ShippedPreflop::at(stack)?, &line)?,
        (None, None) => ChartsReport::push_fold(stack, &PushFoldOptions::default())?,
    };
    let write = |output: &mut Output| match (format, hand) {
        (Format::Text, Some(hand)) => write_hand(&charts, hand, output),
        (Format::Text, None) => write_text(&charts, output),
        (Format::Json, _) => output.json(&charts),
        (Format::Csv, hand) => write_csv(&charts, hand, output),
        (Format::Svg, _) => Ok(write!(output, "{}", svg::picture(&charts))?),
        (Format::Png, _) => {
            let bytes = png::picture(&charts).map_err(io::Error::from)?;
            Ok(output.write_all(&bytes)?)
        }
    };
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => write_file(path, write),
        _ => write(output),
    }
}

/// The games that ship, one in a row.
fn write_list(
    games: &ShippedPreflopsReport,
    format: Format,
    output: &mut Output,
) -> Result<(), Failure> {
    if format == Format::Json {
        return output.json(games);
    }
    writeln!(
        output,
        "Heads-up games solved from the blinds to the river; exploitability in mbb per hand\n"
    )?;
    let columns = [
        right("stack"),
        right("flops"),
        right("iterations"),
        right("exploitability"),
        right("on rivers"),
        right("by buckets"),
        right("EV of the button"),
    ];
    let row = |game: &ShippedPreflopReport| {
        vec![
            game.stack.to_string(),
            game.flops.to_string(),
            game.iterations.to_string(),
            fixed(game.by_hand_mbb, 1),
            fixed(game.on_rivers_mbb, 1),
            fixed(game.bucket_mbb, 1),
            fixed(game.ev_mbb, 1),
        ]
    };
    output.table(&columns, &games.games.iter().map(row).collect::<Vec<_>>())?;
    Ok(writeln!(
        output,
        "\n`quasar chart --stack STACK --line r:0` shows a decision of one of them."
    )?)
}

/// The decisions with their grids and ranges.
fn write_text(charts: &ChartsReport, output: &mut Output) -> Result<(), Failure> {
    for chart in &charts.charts {
        writeln!(output, "{}\n", title(charts, chart))?;
        let action = |action: &quasar::preflop::ChartActionReport| ActionReport {
            action: action.action.clone(),
            kind: action.kind,
            amount: None,
            frequency: action.frequency,
            combos: action.combos,
            ev: None,
        };
        let actions: Vec<ActionReport> = chart.actions.iter().map(action).collect();
        let class = |class: HoldemClass| {
            let parts = chart.actions.iter().map(|action| action.classes[class.index()].frequency);
            let frequencies: Option<Vec<f64>> = parts.collect();
            ClassStrategyReport {
                class: class.to_string(),
                combos: if frequencies.is_some() { class.size() as f64 } else { 0.0 },
                frequencies: frequencies.unwrap_or_default(),
                ev: None,
                equity: None,
            }
        };
        let classes: Vec<ClassStrategyReport> = HoldemClass::all().map(class).collect();
        node_text::strategy(&actions, &classes, output)?;
        for action in chart.actions.iter().filter(|action| action.kind.0 != ActionKind::Fold) {
            writeln!(output, "\n{}: {}", action.action, action.range)?;
        }
        writeln!(output)?;
    }
    Ok(writeln!(output, "{}", accuracy(charts))?)
}

/// What one hand does at each decision.
fn write_hand(
    charts: &ChartsReport,
    hand: HoldemClass,
    output: &mut Output,
) -> Result<(), Failure> {
    for chart in &charts.charts {
        let actions = chart.actions.iter().map(|action| {
            let part = action.classes[hand.index()].frequency;
            let part = part.map_or("not reached".to_owned(), |part| percent(part, 1));
            format!("{} {part}", action.action)
        });
        let actions = actions.collect::<Vec<_>>().join(", ");
        writeln!(output, "{hand}, {}: {actions}", title(charts, chart))?;
    }
    Ok(writeln!(output, "\n{}", accuracy(charts))?)
}

/// A row for each decision, class and action.
fn write_csv(
    charts: &ChartsReport,
    hand: Option<HoldemClass>,
    output: &mut Output,
) -> Result<(), Failure> {
    writeln!(output, "stack,player,decision,class,action,frequency")?;
    for chart in &charts.charts {
        let wanted = |class: &HoldemClass| hand.is_none_or(|hand| hand == *class);
        for class in HoldemClass::all().filter(wanted) {
            for action in &chart.actions {
                let part = action.classes[class.index()].frequency;
                let part = part.map_or(String::new(), |part| format!("{part:.4}"));
                writeln!(
                    output,
                    "{},{},{},{class},{},{part}",
                    charts.stack, chart.player, chart.decision, action.action
                )?;
            }
        }
    }
    Ok(())
}

fn accuracy(charts: &ChartsReport) -> String {
    format!("{}, EV of the button {} mbb", footer(charts), fixed(charts.ev_mbb, 2))
}
