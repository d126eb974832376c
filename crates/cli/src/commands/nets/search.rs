//! `quasar nets search`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quasar::cards::{Game, Street};
use quasar::nets::{BucketModel, SearchReport, SearchRow, SearchSpec, SearchValues};
use quasar::request::values::{UpdateOrders, Updates};

use super::model;
use crate::error::Failure;
use crate::names::names;
use crate::output::{Output, left, right, tell};
use crate::progress::with_control;

/// Play held-out spots with a network, and measure the strategies exactly.
///
/// Each spot is solved up to its next card. The strategies are locked into the whole game, what
/// follows is solved exactly, and the exact best responses over the whole game are reported.
#[derive(Debug, Args)]
pub(super) struct SearchArguments {
    /// The table of held-out spots.
    #[arg(long, default_value = "holdem-turn")]
    table: String,
    /// The network [default: the one that ships].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The bucket network, for --values buckets.
    #[arg(long, value_name = "FILE")]
    buckets: Option<PathBuf>,
    /// How to value the leaves.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "network")]
    values: Vec<ValuesName>,
    /// The first spot of the table, from 0.
    #[arg(long, default_value_t = 0, value_name = "N")]
    first: usize,
    /// How many spots.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    spots: usize,
    /// Iterations of the search.
    #[arg(long, default_value_t = 100, value_name = "N")]
    iterations: u32,
    /// Which player each update changes; `simultaneous` updates both and queries the network half as often.
    #[arg(long, default_value = "alternating", value_parser = names::<UpdateOrders>())]
    updates: Updates,
    /// Maximum iterations for the rest of the game, and for exact solves.
    #[arg(long, default_value_t = 200, value_name = "N")]
    rest: u32,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ValuesName {
    Network,
    Buckets,
    Equity,
    Zero,
    Exact,
}

pub(super) fn run(arguments: &SearchArguments, output: &mut Output) -> Result<(), Failure> {
    let tables = SearchSpec::tables();
    if !tables.contains(&arguments.table) {
        return Err(Failure::Usage(format!(
            "there is no table `{}`; the tables are {}",
            arguments.table,
            tables.join(", ")
        )));
    }
    let street = if arguments.table.ends_with("flop") { Street::Turn } else { Street::River };
    let game = if arguments.table.starts_with("holdem") { Game::Holdem } else { Game::Plo4 };
    let spec = SearchSpec {
        table: arguments.table.clone(),
        model: model(arguments.model.as_ref(), street, game)?,
        buckets: arguments.buckets.as_deref().map(BucketModel::open).transpose()?,
        values: arguments.values.iter().map(|name| SearchValues::ALL[*name as usize]).collect(),
        spots: arguments.first..arguments.first.saturating_add(arguments.spots),
        iterations: arguments.iterations,
        updates: arguments.updates,
        rest: arguments.rest,
        threads: usize::from(arguments.threads),
    };
    let (report, cancelled) = with_control(|control| {
        let report = spec.run(control, show);
        report.map(|report| (report, control.is_cancelled()))
    })?;
    match arguments.json {
        true => output.json(&report)?,
        false => write_search(&report, output)?,
    }
    if cancelled { Err(Failure::Cancelled) } else { Ok(()) }
}

fn show(row: &SearchRow) {
    tell(format_args!(
        "{} {} against {}, {} behind: {} {:.3} % of the pot (rest {:.3}), {:.1} s",
        row.board,
        row.ranges[0],
        row.ranges[1],
        row.stack_to_pot,
        row.values.name(),
        row.exploitability_percent,
        row.rest_percent,
        row.seconds
    ));
}

fn write_search(report: &SearchReport, output: &mut Output) -> Result<(), Failure> {
    let columns = [
        left("values"),
        right("spots"),
        right("mean %"),
        right("deviation"),
        right("worst"),
        right("seconds"),
    ];
    let rows: Vec<Vec<String>> = report
        .summaries
        .iter()
        .map(|row| {
            vec![
                row.values.name().to_owned(),
                row.spots.to_string(),
                format!("{:.3}", row.mean_percent),
                format!("{:.3}", row.deviation_percent),
                format!("{:.3}", row.worst_percent),
                format!("{:.1}", row.seconds),
            ]
        })
        .collect();
    output.table(&columns, &rows)?;
    Ok(writeln!(output, "\nexact exploitability in percent of the pot, over whole games")?)
}
