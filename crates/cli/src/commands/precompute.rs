//! `quasar precompute-equity`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use quasar::cards::{Board, CANONICAL_FLOPS};
use quasar::{
    job::{Detail, JobError, JobReport, JobSpec, RuntimeOptions},
    request::read,
    tables::{DEFAULT_TABLES, PrecomputeReport, PrecomputeSpec, TablesError, TablesOutline},
};

use crate::error::Failure;
use crate::output::{Output, size, tell, thousands};
use crate::progress::{ProgressLine, Shown, run_job};

/// Compute the equity tables of flops into a file.
///
/// A table has the all-in equity of each of the 169 classes of Hold'em hands
/// against each other. What uses tables finds the file by itself at its default
/// place. An interrupted run goes on where it stopped when the command is given
/// again; the file is replaced at the end, all at once.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar precompute-equity
  quasar precompute-equity --flops \"AhKsQd, Td9d6h\" -o tables.bin
  quasar precompute-equity --max-flops 100 --threads 1 --force")]
pub(crate) struct PrecomputeArguments {
    /// The file.
    #[arg(short, long, value_name = "FILE", default_value = DEFAULT_TABLES)]
    output: PathBuf,
    /// The flops, separated by commas, in any suits [default: all].
    #[arg(long, value_name = "FLOPS", conflicts_with = "max_flops")]
    flops: Option<String>,
    /// Only so many flops, in the order of `quasar flops`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=CANONICAL_FLOPS as i64))]
    max_flops: Option<u16>,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Compute everything again, even if the file that is there is damaged.
    #[arg(long)]
    force: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &PrecomputeArguments, output: &mut Output) -> Result<(), Failure> {
    let spec = JobSpec::Tables(spec(arguments)?);
    let options = RuntimeOptions { threads: arguments.threads, ..RuntimeOptions::default() };
    let (mut line, mut needed) = (ProgressLine::new(), None);
    let finished = run_job(options, spec, |event, _| {
        if let Some(Detail::Tables(outline)) = event.detail {
            tell(announcement(&outline));
            needed = Some(outline);
        }
        line.event(Shown::Count("flops"), event);
        Ok(())
    });
    line.clear();
    let finished = finished.map_err(|failure| in_words(failure, needed, arguments.force))?;
    let JobReport::Tables(report) = &finished.report else { return Err(Failure::Cancelled) };
    if arguments.json {
        return output.json(report);
    }
    Ok(writeln!(output, "{}", summary(report, needed.is_none()))?)
}

/// What can be done about a failure.
fn in_words(failure: Failure, needed: Option<TablesOutline>, force: bool) -> Failure {
    let Failure::Job(error) = &failure else { return failure };
    match &**error {
        // A file that is there and not to be used needs permission to be replaced.
        JobError::Tables(TablesError::Existing(error)) => {
            Failure::Existing { error: error.to_string() }
        }
        JobError::Tables(TablesError::Interrupted { kept }) => {
            let hint = match (kept, force) {
                (0, _) => "nothing is left of this run",
                (_, false) => "the same command resumes from there",
                (_, true) => "the same command without --force resumes from there",
            };
            let asked = needed.map_or(0, |outline| outline.missing + outline.reused);
            Failure::Interrupted { kept: *kept, asked, hint }
        }
        _ => failure,
    }
}

/// The arguments as a validated wish.
fn spec(arguments: &PrecomputeArguments) -> Result<PrecomputeSpec, Failure> {
    let path = &arguments.output;
    let mut spec = match &arguments.flops {
        Some(text) => PrecomputeSpec::new(path, &flops(text)?)?,
        None => {
            let count = arguments.max_flops.map_or(CANONICAL_FLOPS, usize::from);
            PrecomputeSpec::first(path, count)?
        }
    };
    spec.force = arguments.force;
    Ok(spec)
}

/// Flops separated by commas.
fn flops(text: &str) -> Result<Vec<Board>, Failure> {
    let flops = text.split(',').filter(|flop| !flop.trim().is_empty()).enumerate();
    let read = |(i, flop)| read(&format!("flop {}", i + 1), flop, Board::parse_flop);
    Ok(flops.map(read).collect::<Result<_, _>>()?)
}

/// What is going to happen, and what it needs.
fn announcement(outline: &TablesOutline) -> String {
    let TablesOutline { missing, reused, bytes, memory } = *outline;
    let mut text = format!("{} to compute", flops_text(missing));
    if reused > 0 {
        text += &format!(", {} there already", thousands(reused as u64));
    }
    format!("{text}; needs {} of disk and about {} of memory", size(bytes), size(memory))
}

fn summary(report: &PrecomputeReport, complete: bool) -> String {
    let what = match complete {
        true => "nothing to do, all flops asked for are there".to_owned(),
        false => {
            format!("{} computed in {:.2} s", thousands(report.computed as u64), report.seconds)
        }
    };
    format!("{}: {}, {what}, {}", report.path, flops_text(report.flops), size(report.bytes))
}

fn flops_text(count: usize) -> String {
    format!("{} flop{}", thousands(count as u64), if count == 1 { "" } else { "s" })
}
