//! `quasar solve-one`.

use std::path::{Path, PathBuf};

use clap::Args;
use quasar::{
    decision::SpotFile,
    job::{JobReport, JobSpec, RuntimeOptions},
};

use crate::error::Failure;
use crate::file::{read_matrix_text, read_text};
use crate::output::Output;
use crate::progress::run_job;
use crate::solve_progress::done;

/// Solve one decision of a hand.
///
/// The file describes the state of a hand between two players in JSON: chips of each
/// seat, board, ranges, bet sizes and when to stop. The answer is JSON as well: legal
/// actions with amounts, their frequencies for the range and for each hand, EV,
/// exploitability and method. Ranges may also be weights of buckets, with a matrix of
/// the buckets' equities against each other.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-one sample_configurations/one_decision.json
  quasar solve-one sample_configurations/one_decision_buckets.json

See docs/SOLVER.md for the fields of the file.")]
pub(crate) struct SolveOneArguments {
    /// The file that describes the spot.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of threads [default: one per processor].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(arguments: &SolveOneArguments, output: &mut Output) -> Result<(), Failure> {
    let path = &arguments.file;
    let mut file = SpotFile::parse(&read_text(path)?)?;
    if let Some(matrix) = file.matrix_path() {
        // The path is relative to the file, not to the current folder.
        let matrix = path.parent().unwrap_or(Path::new("")).join(matrix);
        file.set_matrix(read_matrix_text(&matrix)?);
    }
    let threads = arguments.threads.unwrap_or(0);
    let options = RuntimeOptions { threads, ..RuntimeOptions::default() };
    let finished = run_job(options, JobSpec::Decision(Box::new(file)), |_, _| Ok(()))?;
    let JobReport::Decision(report) = &finished.report else { return Err(Failure::Cancelled) };
    output.json(&**report)?;
    done(&finished)
}
