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

/// Answer what to do at one decision of a hand.
///
/// The file tells the state of a hand between two players in JSON: chips seat by
/// seat, board, ranges, which bets are considered and when to stop. The answer is
/// JSON too: legal actions with amounts, how often the range and each hand should
/// take them, expected value, exploitability and method. Ranges may also be weights of
/// buckets, with a matrix of what the buckets expect against each other.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-one sample_configurations/one_decision.json
  quasar solve-one sample_configurations/one_decision_buckets.json

docs/SOLVER.md describes the fields of the file.")]
pub(crate) struct SolveOneArguments {
    /// The file of the spot.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Threads to use [default: one for each processor].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(arguments: &SolveOneArguments, output: &mut Output) -> Result<(), Failure> {
    let path = &arguments.file;
    let mut file = SpotFile::parse(&read_text(path)?)?;
    if let Some(matrix) = file.matrix_path() {
        // Beside the file of the spot, wherever the command is given.
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
