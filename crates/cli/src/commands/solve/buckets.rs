//! `quasar solve FILE`: spots with an abstraction into buckets.

use std::io::Write;

use quasar::game::Line;
use quasar::{
    buckets::AbstractedReport,
    job::{JobReport, JobSpec, NodeQuery, SpotRun},
    spot::SpotSpec,
};

use super::checkpoint::{checkpoint, resume};
use super::{SolveArguments, show_spot};
use crate::error::Failure;
use crate::node_text;
use crate::output::{Output, decimal, left, right, right_owned, thousands};
use crate::progress::run_job;
use crate::solve_progress::{SolveShown, SolveWatch, done, tell_files};
use crate::units::fixed;

/// Buckets that are listed by default; `--hands` changes it.
const ROWS: usize = 20;

/// Example hands per bucket.
const EXAMPLES: usize = 2;

/// Solves a spot with buckets and shows the exploitability in the real game.
pub(super) fn run(
    arguments: &SolveArguments,
    spec: SpotSpec,
    line: &Line,
    output: &mut Output,
) -> Result<(), Failure> {
    let refused = [
        ("--dry-run", arguments.dry_run),
        ("--output", arguments.output.is_some()),
        ("--csv", arguments.csv),
        ("--filter", arguments.view.filter.is_some()),
        ("--sort", arguments.sort.is_some()),
    ];
    if let Some((option, _)) = refused.into_iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!("{option} cannot be used with buckets")));
    }
    spec.check_line(line)?;
    let pot = spec.betting.start.pot.as_f64();
    let run = SpotRun {
        resume: resume(arguments),
        checkpoint: checkpoint(arguments),
        show: NodeQuery::at(&arguments.line),
        ..SpotRun::new(spec)
    };
    let mut watch = SolveWatch::new(SolveShown::Spot).with_pot(pot);
    let spec = JobSpec::Spot(Box::new(run));
    let finished = run_job(arguments.runtime(), spec, |event, _| {
        watch.event(event);
        Ok(())
    })?;
    tell_files(&finished.files);
    let JobReport::BucketedSpot(report) = &finished.report else {
        return Err(Failure::Cancelled);
    };
    match arguments.json {
        true => output.json(&**report)?,
        false => write_report(report, arguments.view.hands.unwrap_or(ROWS), output)?,
    }
    done(&finished)
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
        writeln!(
            output,
            "({asked} were asked for, but there are no more distinct sets of features)"
        )?;
    }
    writeln!(output, "\nexploitability")?;
    let [chips, percent] = [report.bucket_exploitability, report.bucket_exploitability_percent]
        .map(|number| fixed(number, 3));
    writeln!(output, "  among buckets    {chips} chips, {percent}% of the pot")?;
    let [chips, percent] =
        [report.exploitability, report.exploitability_percent].map(|number| fixed(number, 3));
    writeln!(output, "  in the real game {chips} chips, {percent}% of the pot")?;
    let [oop, ip] = report.evs.map(|ev| fixed(ev, 2));
    let gains = report.gains.map(|gain| fixed(gain, 2));
    writeln!(output, "\nin the real game oop's EV is {oop} and ip's is {ip};")?;
    writeln!(output, "best-response gains are {} and {}", gains[0], gains[1])?;
    show_spot::work(report.ended, report.iterations, report.seconds, output)?;
    let node = &report.node;
    let ev = node.ev.map_or(String::new(), |ev| format!(", EV {}", fixed(ev, 2)));
    writeln!(output, "{}: {} acts{ev}\n", node.line, node.player)?;
    node_text::actions(&node.actions, output)?;
    writeln!(output)?;
    let mut columns = vec![right("bucket"), right("combos")];
    columns.extend(node.actions.iter().map(|action| right_owned(action.action.clone())));
    columns.extend([right("EV"), left("examples")]);
    let mut held: Vec<_> = node.strategy.iter().filter(|bucket| bucket.combos > 0.0).collect();
    held.sort_by(|one, other| other.ev.unwrap_or(0.0).total_cmp(&one.ev.unwrap_or(0.0)));
    let cells = |bucket: &&quasar::buckets::BucketStrategyReport| {
        let mut cells = vec![bucket.bucket.to_string(), decimal(bucket.combos)];
        cells.extend(bucket.frequencies.iter().map(|part| format!("{:.1}%", 100.0 * part)));
        cells.push(bucket.ev.map_or("-".to_owned(), |ev| fixed(ev, 2)));
        cells.push(bucket.examples.iter().take(EXAMPLES).cloned().collect::<Vec<_>>().join(" "));
        cells
    };
    let rest = held.len().saturating_sub(rows);
    let cells: Vec<Vec<String>> = held.iter().take(rows).map(cells).collect();
    output.table(&columns, &cells)?;
    if rest > 0 {
        writeln!(output, "and {rest} more; --hands N lists N")?;
    }
    Ok(())
}
