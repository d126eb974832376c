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

/// Compute the equity tables of flops and write them to a file.
///
/// A table has the all-in equity of each of the 169 Hold'em classes against each other.
/// Other commands find the file in its default location. To resume an interrupted run,
/// repeat the command. The file is replaced in one step at the end.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar precompute-equity
  quasar precompute-equity --flops \"AhKsQd, Td9d6h\" -o tables.bin
  quasar precompute-equity --max-flops 100 --threads 1 --force")]
pub(crate) struct PrecomputeArguments {
    /// The file to write.
    #[arg(short, long, value_name = "FILE", default_value = DEFAULT_TABLES)]
    output: PathBuf,
    /// The flops, separated by commas, in any suits [default: all].
    #[arg(long, value_name = "FLOPS", conflicts_with = "max_flops")]
    flops: Option<String>,
    /// Only the first N flops, in the order of `quasar flops`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=CANONICAL_FLOPS as i64))]
    max_flops: Option<u16>,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Compute everything again, and replace the file even if it is damaged.
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

/// The failure, with what can be done about it.
fn in_words(failure: Failure, needed: Option<TablesOutline>, force: bool) -> Failure {
    let Failure::Job(error) = &failure else { return failure };
    match &**error {
        // Replacing a file that cannot be used needs the user's permission.
        JobError::Tables(TablesError::Existing(error)) => {
            Failure::Existing { error: error.to_string() }
        }
        JobError::Tables(TablesError::Interrupted { kept }) => {
            let hint = match (kept, force) {
                (0, _) => "there is nothing to resume",
                (_, false) => "repeat the command to resume",
                (_, true) => "repeat the command without --force to resume",
            };
            let asked = needed.map_or(0, |outline| outline.missing + outline.reused);
            Failure::Interrupted { kept: *kept, asked, hint }
        }
        _ => failure,
    }
}

/// The arguments as a validated spec.
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

/// The work to do, and what it needs.
fn announcement(outline: &TablesOutline) -> String {
    let TablesOutline { missing, reused, bytes, memory } = *outline;
    let mut text = format!("{} to compute", flops_text(missing));
    if reused > 0 {
        text += &format!(", {} already in the file", thousands(reused as u64));
    }
    format!("{text}; needs {} of disk and about {} of memory", size(bytes), size(memory))
}

fn summary(report: &PrecomputeReport, complete: bool) -> String {
    let what = match complete {
        true => "nothing to do: all flops are in the file".to_owned(),
        false => {
            format!("{} computed in {:.2} s", thousands(report.computed as u64), report.seconds)
        }
    };
    format!("{}: {}, {what}, {}", report.path, flops_text(report.flops), size(report.bytes))
}

fn flops_text(count: usize) -> String {
    format!("{} flop{}", thousands(count as u64), if count == 1 { "" } else { "s" })
}
