//! `quasar nets eval`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quasar::cards::Game;
use quasar::job::Engine;
use quasar::nets::{BucketModel, EvalReport, EvalSpec};

use super::{StreetName, model};
use crate::error::Failure;
use crate::file::write_file;
use crate::output::{Output, left, right, thousands};
use crate::progress::{Shown, with_progress};

/// Measure the errors of a network on held-out samples.
#[derive(Debug, Args)]
pub(super) struct EvalArguments {
    /// The folder of held-out shards.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The network [default: the one that ships for the street].
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The street of the shipped network.
    #[arg(long, value_enum, default_value_t = StreetName::River, conflicts_with = "model")]
    street: StreetName,
    /// The game of the shipped network: holdem or plo4.
    #[arg(long, default_value = "holdem", conflicts_with = "model")]
    game: Game,
    /// A bucket network to compare with.
    #[arg(long, value_name = "FILE")]
    buckets: Option<PathBuf>,
    /// Solve this many samples again to measure label noise.
    #[arg(long, default_value_t = 0, value_name = "N")]
    noise: usize,
    /// Write tables and plots as a page.
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
}

pub(super) fn run(arguments: &EvalArguments, output: &mut Output) -> Result<(), Failure> {
    let model = model(arguments.model.as_ref(), arguments.street.street(), arguments.game)?;
    let buckets = arguments.buckets.as_deref().map(BucketModel::open).transpose()?;
    let (folder, noise) = (arguments.folder.clone(), arguments.noise);
    let spec = EvalSpec { folder, model, buckets, noise };
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let report = with_progress(Shown::Count("samples"), |control| spec.run(&engine, control))?;
    if let Some(path) = &arguments.page {
        write_file(path, |file| Ok(file.write_all(report.page().as_bytes())?))?;
    }
    if arguments.json { output.json(&report) } else { write_errors(&report, output) }
}

fn write_errors(report: &EvalReport, output: &mut Output) -> Result<(), Failure> {
    let columns = [
        left("by"),
        left("group"),
        left("predictor"),
        right("views"),
        right("mean error"),
        right("by range"),
        right("Huber"),
    ];
    let rows: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|row| {
            vec![
                row.by.text().replace('_', " "),
                row.group.clone(),
                row.predictor.name().to_owned(),
                row.views.to_string(),
                format!("{:.4}", row.mean),
                format!("{:.4}", row.by_range),
                format!("{:.5}", row.huber),
            ]
        })
        .collect();
    output.table(&columns, &rows)?;
    let (samples, gap) = (thousands(report.samples as u64), 100.0 * report.gap);
    Ok(writeln!(
        output,
        "\n{samples} held-out samples, mean residual gap {gap:.3} % of the pot; errors in pots"
    )?)
}
