//! The `quasar` command: reads arguments into specs, runs them, shows reports.
//!
//! Exit codes: 0 done, 1 the work failed, 2 the input was wrong. A reader that
//! closes the pipe early is not an error.

#![forbid(unsafe_code)]

mod args;
mod boards_folder;
mod boards_table;
mod commands;
mod data;
mod error;
mod file;
mod grid;
mod kinds_text;
mod mark;
mod node_text;
mod output;
mod progress;
mod units;
mod view;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use error::Failure;
use output::Output;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if std::env::var_os("QUASAR_SIMD").is_some_and(|level| level == "baseline") {
        quasar::eval::simd::limit_to_baseline();
    }
    let mut output = Output::new(arguments.color);
    match run(&arguments.command, &mut output).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            mark::report_failure(&failure);
            failure.exit_code()
        }
    }
}

fn run(command: &Command, output: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Equity(arguments) => commands::equity::run(arguments, output),
        Command::Range(arguments) => commands::range::run(arguments, output),
        Command::Solve(arguments) => commands::solve::run(arguments, output),
        Command::SolveOne(arguments) => commands::solve_one::run(arguments, output),
        Command::SolvePostflop(arguments) => commands::postflop::run(arguments, output),
        Command::SolvePreflop(arguments) => commands::preflop::run(arguments, output),
        Command::TraceHand(arguments) => commands::trace::run(arguments, output),
        Command::Eval(arguments) => commands::eval::run(arguments, output),
        Command::Flops(arguments) => commands::flops::run(arguments, output),
        Command::Buckets(arguments) => commands::buckets::run(arguments, output),
        Command::Matrix(arguments) => commands::matrix::run(arguments, output),
        Command::PrecomputeEquity(arguments) => commands::precompute::run(arguments, output),
        Command::Inspect(arguments) => commands::inspect::run(arguments, output),
        Command::Bench(arguments) => commands::bench::run(arguments, output),
    }
}
