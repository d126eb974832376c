//! `quasar bench`.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use quasar::bench::{BenchReport, BenchSpec};

use crate::error::Failure;
use crate::output::{Output, left, right};
use crate::units::{duration, rate};

/// Benchmark the kernels on this machine and check their results.
///
/// Every workload has fixed inputs. Its signature is a hash of the results, which
/// changes only if behaviour changes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar bench
  quasar bench --filter eval/plo --time 2
  quasar bench --json > bench.json")]
pub(crate) struct BenchArguments {
    /// Run only workloads whose name contains this text. Workloads that take seconds
    /// run only if named in full: "equity/plo4 flop, every hand".
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    filter: String,
    /// How long to repeat each workload; the fastest run counts.
    #[arg(long, default_value_t = 0.5, value_name = "SECONDS")]
    time: f64,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &BenchArguments, output: &mut Output) -> Result<(), Failure> {
    let time = Duration::try_from_secs_f64(arguments.time)
        .map_err(|_| Failure::Usage(format!("--time {}: not a duration", arguments.time)))?;
    let spec = BenchSpec { filter: arguments.filter.clone(), time };
    let report = spec.run(show_name);
    clear_name();
    if report.workloads.is_empty() {
        return Err(Failure::Usage(none_like(&spec)));
    }
    if arguments.json { output.json(&report) } else { write_table(&report, output) }
}

/// The error for a filter without matches.
fn none_like(spec: &BenchSpec) -> String {
    let slow: Vec<String> = spec.left_out().map(|name| format!("--filter \"{name}\"")).collect();
    match slow.is_empty() {
        true => format!("no workload's name contains `{}`", spec.filter),
        false => format!(
            "`{}` matches only workloads that take seconds, which must be named in full: {}",
            spec.filter,
            slow.join(" or "),
        ),
    }
}

/// Shows the running workload on the last line of the terminal.
fn show_name(name: &str) {
    if io::stderr().is_terminal() {
        // Failing to show progress must not stop the benchmark.
        let _ = write!(io::stderr(), "\r\x1b[Krunning {name}");
    }
}

fn clear_name() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

fn write_table(report: &BenchReport, output: &mut Output) -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = report
        .workloads
        .iter()
        .map(|workload| {
            vec![
                workload.name.to_owned(),
                rate(workload.per_second),
                duration(1.0 / workload.per_second),
                workload.signature.clone(),
                workload.operation.to_owned(),
            ]
        })
        .collect();
    let columns = [
        left("workload"),
        right("per second"),
        right("each"),
        left("signature"),
        left("operation"),
    ];
    output.table(&columns, &rows)?;
    writeln!(output, "\nsignature {}", report.signature)?;
    Ok(())
}
