//! `quasar trace-hand`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quasar::cards::{Board, HoldemClass};
use quasar::{
    job::Engine,
    model::{PostflopSpec, TraceDecisionReport, TraceHandReport, TracePositionReport, TraceReport},
    request::read,
};

use crate::error::Failure;
use crate::file::read_text;
use crate::output::{Output, left, right, thousands};
use crate::units::percent;

/// Trace a hand through the model of a flop.
///
/// Solves a flop from a configuration of `quasar solve-postflop` and shows the combos of a
/// hand, their equity against all hands, the strategy at each decision, and the EV in
/// total and by the street on which hands end. Without --hand, a table of all 169
/// classes is shown.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar trace-hand -c sample_configurations/AKQr_vs_234r_postflop.yaml --hand AKs
  quasar trace-hand -c sample_configurations/AKQr_vs_234r_postflop.yaml --flop Td9d6h --spr 3.5")]
pub(crate) struct TraceArguments {
    /// The configuration of the model.
    #[arg(short, long, value_name = "FILE")]
    config: PathBuf,
    /// The hand, such as AKs [default: all classes].
    #[arg(long, value_name = "CLASS")]
    hand: Option<String>,
    /// The flop [default: the first of the configuration].
    #[arg(long, value_name = "CARDS")]
    flop: Option<String>,
    /// The stack-to-pot ratio [default: the first of the configuration].
    #[arg(long, value_name = "NUMBER")]
    spr: Option<f64>,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &TraceArguments, output: &mut Output) -> Result<(), Failure> {
    let spec = PostflopSpec::parse(&read_text(&arguments.config)?)?;
    let hand = match &arguments.hand {
        Some(hand) => Some(read("hand", hand, str::parse::<HoldemClass>)?),
        None => None,
    };
    let flop = match &arguments.flop {
        Some(flop) => Some(read("flop", flop, Board::parse_flop)?),
        None => None,
    };
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = engine.trace_hands(&spec, flop, arguments.spr, hand)?;
    if arguments.json {
        return output.json(&report);
    }
    write_head(&report, output)?;
    match (hand, report.hands.first()) {
        (Some(_), Some(hand)) => write_hand(hand, output),
        _ => write_table(&report.hands, output),
    }
}

fn write_head(report: &TraceReport, output: &mut Output) -> Result<(), Failure> {
    Ok(writeln!(
        output,
        "{} at SPR {}: {} iterations, exploitability {:.3}% of the pot; values in percent of the pot\n",
        report.flop,
        report.spr,
        thousands(report.iterations.into()),
        report.exploitability_percent,
    )?)
}

fn write_hand(hand: &TraceHandReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "hand    {}", hand.class)?;
    writeln!(output, "combos  {} on the flop", hand.combos)?;
    writeln!(output, "equity  {} against all hands", value(hand.equity))?;
    for (name, position) in [("out of position", &hand.oop), ("in position", &hand.ip)] {
        let TracePositionReport { ev, streets, decisions } = position;
        let parts: Vec<String> = streets
            .iter()
            .zip(["flop", "turn", "river"])
            .map(|(part, street)| format!("{} on the {street}", value(*part)))
            .collect();
        writeln!(output, "\n{name}: EV {}, of which {}\n", value(*ev), parts.join(", "))?;
        let rows: Vec<Vec<String>> = decisions.iter().map(row).collect();
        let columns = [left("street"), left("line"), right("reach"), left("strategy")];
        output.table(&columns, &rows)?;
    }
    Ok(())
}

fn row(decision: &TraceDecisionReport) -> Vec<String> {
    let strategy: Vec<String> = decision
        .actions
        .iter()
        .map(|action| format!("{} {}", action.action, percent(action.frequency, 0)))
        .collect();
    vec![
        decision.street.to_string(),
        decision.line.clone(),
        percent(decision.reach, 1),
        strategy.join(", "),
    ]
}

fn write_table(hands: &[TraceHandReport], output: &mut Output) -> Result<(), Failure> {
    let columns = [
        left("hand"),
        right("combos"),
        right("equity"),
        right("EV oop"),
        right("flop"),
        right("turn"),
        right("river"),
        right("EV ip"),
        right("flop"),
        right("turn"),
        right("river"),
    ];
    let rows = hands.iter().map(|hand| {
        let mut row = vec![hand.class.clone(), hand.combos.to_string(), value(hand.equity)];
        for position in [&hand.oop, &hand.ip] {
            row.push(value(position.ev));
            row.extend(position.streets.iter().map(|part| value(*part)));
        }
        row
    });
    Ok(output.table(&columns, &rows.collect::<Vec<_>>())?)
}

fn value(part: Option<f64>) -> String {
    part.map_or("-".to_owned(), |part| percent(part, 2))
}
