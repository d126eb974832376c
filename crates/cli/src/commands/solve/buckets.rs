//! `quasar solve FILE`: spots that ask for buckets.

use std::io::Write;

use quasar::game::Line;
use quasar::{AbstractedReport, Ended, SpotSpec};

use super::spot::MemoryLimit;
use super::{SolveArguments, show_spot};
use crate::error::Failure;
use crate::node_text;
use crate::output::{Output, decimal, right, right_owned, thousands};
use crate::progress::{Shown, SolveShown, solve_with_progress, with_progress};

/// Buckets that are shown as text unless `--hands` says otherwise.
const ROWS: usize = 20;

/// Solves a spot with buckets and tells what that costs in the real game.
pub(super) fn run(
    arguments: &SolveArguments,
    spec: &SpotSpec,
    line: &Line,
    output: &mut Output,
) -> Result<(), Failure> {
    let refused = [
        ("--dry-run", arguments.dry_run),
        ("--resume", arguments.resume),
        ("--checkpoint", arguments.checkpoint.is_some()),
        ("--output", arguments.output.is_some()),
        ("--csv", arguments.csv),
        ("--filter", arguments.view.filter.is_some()),
        ("--sort", arguments.sort.is_some()),
    ];
    if let Some((option, _)) = refused.into_iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!("{option} does not go with buckets")));
    }
    spec.check_line(line)?;
    let allowed = MemoryLimit::of(arguments).allowed;
    let job = with_progress(Shown::Share, |progress| spec.abstracted_job(allowed, progress))?;
    let Some(mut job) = job else { return Ok(()) };
    let pot = spec.betting.start.pot.as_f64();
    let shown = SolveShown::Spot { pot, memory: job.memory() };
    let ended: Ended = solve_with_progress(shown, |control, progress| job.run(control, progress));
    let report = job.report(ended, line)?;
    if arguments.json {
        output.json(&report)
    } else {
        write_report(&report, arguments.view.hands.unwrap_or(ROWS), output)
    }
}

fn write_report(
    report: &AbstractedReport,
    rows: usize,
    output: &mut Output,
) -> Result<(), Failure> {
    let (buckets, features) = (thousands(report.buckets as u64), &report.features);
    writeln!(output, "{} in {buckets} buckets by {features} features", report.board)?;
    if report.buckets < report.asked {
        let asked = thousands(report.asked as u64);
        writeln!(output, "({asked} were asked for; hands that differ are no more)")?;
    }
    writeln!(output, "\nexploitability")?;
    let [chips, percent] = [report.bucket_exploitability, report.bucket_exploitability_percent];
    writeln!(output, "  among buckets    {chips:.3} chips, {percent:.3}% of the pot")?;
    let [chips, percent] = [report.exploitability, report.exploitability_percent];
    writeln!(output, "  in the real game {chips:.3} chips, {percent:.3}% of the pot")?;
    let [oop, ip] = report.evs;
    let gains = report.gains;
    writeln!(output, "\nin the real game oop gets {oop:.2} and ip {ip:.2} of the pot;")?;
    writeln!(output, "best responses gain {:.2} and {:.2} more", gains[0], gains[1])?;
    show_spot::work(report.ended, report.iterations, report.seconds, output)?;
    let ev = report.ev.map_or(String::new(), |ev| format!(", EV {ev:.2}"));
    writeln!(output, "{}: {} acts{ev}\n", report.line, report.player)?;
    node_text::actions(&report.actions, output)?;
    writeln!(output)?;
    let mut columns = vec![right("bucket"), right("combos")];
    columns.extend(report.actions.iter().map(|action| right_owned(action.action.clone())));
    columns.push(right("EV"));
    let mut held: Vec<_> = report.strategy.iter().filter(|bucket| bucket.combos > 0.0).collect();
    held.sort_by(|one, other| other.ev.unwrap_or(0.0).total_cmp(&one.ev.unwrap_or(0.0)));
    let cells = |bucket: &&quasar::BucketStrategyReport| {
        let mut cells = vec![bucket.bucket.to_string(), decimal(bucket.combos)];
        cells.extend(bucket.frequencies.iter().map(|part| format!("{:.1}%", 100.0 * part)));
        cells.push(bucket.ev.map_or("-".to_owned(), |ev| format!("{ev:.2}")));
        cells
    };
    let rest = held.len().saturating_sub(rows);
    let cells: Vec<Vec<String>> = held.iter().take(rows).map(cells).collect();
    output.table(&columns, &cells)?;
    if rest > 0 {
        writeln!(output, "and {rest} more; --hands N shows N")?;
    }
    Ok(())
}
