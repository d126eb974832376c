//! `quasar solve-one`.

use std::fs;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use quasar::{JobControl, SpotFile};

use super::solve::limit;
use crate::error::Failure;
use crate::output::Output;

/// Answer what to do at one decision of a hand.
///
/// The file tells the state of a hand between two players in JSON: chips seat by
/// seat, board, ranges, which bets are considered and when to stop. The answer is
/// JSON too: legal actions with amounts, how often the range and each hand should
/// take them, expected value, exploitability and method.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  quasar solve-one sample_configurations/one_decision.json

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
    let text =
        fs::read_to_string(path).map_err(|source| Failure::Read { path: path.clone(), source })?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or_else(processors);
    let allowed = limit::available().unwrap_or(u64::MAX);
    let report = SpotFile::parse(&text)?.solve(threads, allowed, &JobControl::new(), |_| ())?;
    output.json(&report)
}
