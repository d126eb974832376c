//! The `quasar` command: turns arguments into specs, runs them and shows the reports.
//!
//! Exit codes: 0 success, 1 the work failed, 2 bad input, 130 interrupted. A reader that
//! closes the pipe early is not an error. With `--json`, a failure is one JSON object, the
//! last line on standard error.

#![forbid(unsafe_code)]

mod args;
mod boards_table;
mod commands;
mod error;
mod fields;
mod file;
mod grid;
mod kinds_text;
mod mark;
mod names;
mod node_text;
mod output;
mod palette;
mod progress;
mod signals;
mod solve_progress;
mod units;
mod view;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use args::{Arguments, Command};
use error::Failure;
use output::Output;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    if env::var_os("QUASAR_SIMD").is_some_and(|level| level == "baseline") {
        quasar::job::limit_to_baseline();
    }
    let mut output = Output::new(arguments.color);
    match run(&arguments.command, &mut output).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            match wants_json() {
                true => mark::report_json(&failure.report()),
                false => mark::report_failure(&failure),
            }
            ExitCode::from(failure.code())
        }
    }
}

/// Whether programs read the output.
fn wants_json() -> bool {
    env::args_os().take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

/// Shows what is wrong with the arguments, or the help that was asked for.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && wants_json() {
        mark::report_json(&mark::argument_report(error));
        return ExitCode::from(error.exit_code() as u8);
    }
    if let Some((option, number)) = negative_number(error) {
        mark::report_text(&format!(
            "error: {option} cannot be negative, but is {number}\n\nFor more information, try '--help'.\n"
        ));
        return ExitCode::from(error.exit_code() as u8);
    }
    let steers = |argument: OsString| argument.to_string_lossy().contains(char::is_control);
    if env::args_os().any(steers) {
        // Without colour: the user's escape sequences are removed together with clap's.
        mark::report_text(&error.render().to_string());
    } else {
        // There is nowhere to report a failure of standard error.
        let _ = error.print();
    }
    ExitCode::from(error.exit_code() as u8)
}

/// The option and its value, if a negative number was taken for another option.
fn negative_number(error: &clap::Error) -> Option<(String, String)> {
    let Some(ContextValue::String(number)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let negative = number.starts_with('-') && number.parse::<f64>().is_ok();
    let arguments: Vec<String> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut pairs = arguments.windows(2).filter(|pair| pair[1] == *number);
    let option = pairs.find(|pair| pair[0].starts_with("--") && pair[0].len() > 2)?[0].clone();
    (negative && error.kind() == ErrorKind::UnknownArgument).then(|| (option, number.clone()))
}

fn run(command: &Command, output: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Equity(arguments) => commands::equity::run(arguments, output),
        Command::Range(arguments) => commands::range::run(arguments, output),
        Command::Solve(arguments) => commands::solve::run(arguments, output),
        Command::SolveOne(arguments) => commands::solve_one::run(arguments, output),
        Command::SolvePostflop(arguments) => commands::postflop::run(arguments, output),
        Command::SolvePreflop(arguments) => commands::preflop::run(arguments, output),
        Command::Chart(arguments) => commands::chart::run(arguments, output),
        Command::TraceHand(arguments) => commands::trace::run(arguments, output),
        Command::Eval(arguments) => commands::eval::run(arguments, output),
        Command::Flops(arguments) => commands::flops::run(arguments, output),
        Command::Buckets(arguments) => commands::buckets::run(arguments, output),
        Command::Matrix(arguments) => commands::matrix::run(arguments, output),
        Command::Nets(arguments) => commands::nets::run(arguments, output),
        Command::PrecomputeEquity(arguments) => commands::precompute::run(arguments, output),
        Command::Inspect(arguments) => commands::inspect::run(arguments, output),
        Command::Browse(arguments) => commands::browse::run(arguments),
        Command::Serve(arguments) => commands::serve::run(arguments, output),
        Command::Schema(arguments) => commands::schema::run(arguments, output),
        Command::Bench(arguments) => commands::bench::run(arguments, output),
        Command::Completions(arguments) => commands::completions::run(arguments, output),
        Command::Man(arguments) => commands::man::run(arguments, output),
    }
}
