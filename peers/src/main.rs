//! Quasar's evaluators beside those of published crates, in one process.
//!
//! A workload is one question, such as "rank these seven-card hands", and a
//! list of contenders that answer it, Quasar first. They are run once and their
//! answers compared; then they take turns for a few seconds, and the table shows
//! the fastest stretch of each. The method and a set of results are in README.md.
//!
//! Exit codes: 0 done, 1 answers differ, 2 the arguments were wrong.

#![forbid(unsafe_code)]

mod agreement;
mod contender;
mod deal;
mod incremental;
mod measure;
mod peers;
mod report;
mod workloads;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use agreement::Disagreement;
use report::{Report, Table};

/// Compare Quasar's hand evaluators with those of published crates.
#[derive(Parser)]
struct Arguments {
    /// Only workloads whose name contains this text.
    #[arg(long, default_value = "")]
    filter: String,
    /// Seconds for each workload; every contender runs at least three times.
    #[arg(long, default_value_t = 3.0, value_parser = positive)]
    seconds: f64,
    /// One JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..1e6).contains(&seconds) => Ok(seconds),
        _ => Err("not a number of seconds".to_owned()),
    }
}

/// Why there is no complete result.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // Nothing is left to do if standard error is gone, too.
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let time = Duration::from_secs_f64(arguments.seconds);
    let mut out = io::stdout().lock();
    let mut reports = Vec::new();
    for workload in workloads::ALL.iter().filter(|w| w.name.contains(&arguments.filter)) {
        let mut contenders = (workload.contenders)();
        for contender in &mut contenders {
            contender.pass();
            contender.check()?;
        }
        let timings = measure::take_turns(&mut contenders, time);
        let report = Report::new(workload.name, &contenders, &timings);
        if !arguments.json {
            write!(out, "{}", Table(&report))?;
            out.flush()?;
        }
        reports.push(report);
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &reports).map_err(io::Error::from)?;
        writeln!(out)?;
    }
    Ok(())
}
