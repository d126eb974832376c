//! `quasar chart`.

mod svg;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::cards::HoldemClass;
use quasar::preflop::{ChartReport, ChartsReport, PreflopBundle, PushFoldOptions};
use quasar::request::read;
use quasar::schema::names::ActionKind;
use quasar::spot::{ActionReport, ClassStrategyReport};

use crate::error::Failure;
use crate::file::write_file;
use crate::node_text;
use crate::output::Output;
use crate::units::{fixed, percent};

/// Show preflop charts: what every hand does, as coloured grids and range text.
///
/// With --stack, the charts of push or fold at that stack: exact over the 169 classes.
/// With --from, the chart of a decision in a folder that `quasar solve-preflop -o` wrote.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar chart --stack 20 --hand K9o
  quasar chart --stack 10
  quasar chart --stack 10 --format svg --output 10bb.svg
  quasar chart --from strategy/ --line r:0:b2000 --format csv")]
pub(crate) struct ChartArguments {
    /// The stack of each player in big blinds, for push or fold.
    #[arg(long, value_name = "STACK", required_unless_present = "from", conflicts_with = "from")]
    stack: Option<f64>,
    /// A folder with a solved preflop strategy.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
    /// The decision in the folder.
    #[arg(long, value_name = "LINE", default_value = "r:0", requires = "from")]
    line: String,
    /// Show what this hand does, such as K9o, instead of the grids.
    #[arg(long, value_name = "CLASS")]
    hand: Option<String>,
    /// The format of the charts.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file instead of the terminal; `-` is the terminal.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
    Svg,
}

pub(crate) fn run(arguments: &ChartArguments, output: &mut Output) -> Result<(), Failure> {
    let hand = arguments.hand.as_deref();
    let hand = hand.map(|text| read("--hand", text, str::parse::<HoldemClass>)).transpose()?;
    let charts = match (&arguments.from, arguments.stack) {
        (Some(folder), _) => {
            let line = read("--line", &arguments.line, str::parse)?;
            ChartsReport::of_bundle(&PreflopBundle::open(folder)?, &line)?
        }
        (None, stack) => {
            let stack = stack.unwrap_or_default();
            ChartsReport::push_fold(stack, &PushFoldOptions::default())?
        }
    };
    let format = if arguments.json { Format::Json } else { arguments.format };
    let write = |output: &mut Output| match (format, hand) {
        (Format::Text, Some(hand)) => write_hand(&charts, hand, output),
        (Format::Text, None) => write_text(&charts, output),
        (Format::Json, _) => output.json(&charts),
        (Format::Csv, hand) => write_csv(&charts, hand, output),
        (Format::Svg, _) => Ok(write!(output, "{}", svg::picture(&charts))?),
    };
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => write_file(path, write),
        _ => write(output),
    }
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

fn title(charts: &ChartsReport, chart: &ChartReport) -> String {
    format!("{} big blinds, {}, {}", charts.stack, chart.player, chart.decision)
}

fn accuracy(charts: &ChartsReport) -> String {
    format!(
        "exploitability {:.6} mbb per hand, EV of the button {} mbb",
        charts.exploitability_mbb,
        fixed(charts.ev_mbb, 2)
    )
}
