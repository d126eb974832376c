//! `quasar solve --flops`: one spot on many flops.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use quasar::{
    job::{Detail, Event, JobReport, JobSpec, Phase},
    spot::{
        BoardsError, BoardsOutline, BoardsProgress, BoardsReport, BoardsSpec, FlopChoice,
        LargestFlop, SaveSize, SpotSpec,
    },
};

use quasar_export::write_boards;

use super::{SolveArguments, save, spot};
use crate::boards_table;
use crate::error::Failure;
use crate::file::read_text;
use crate::output::{Output, decimal, tell, tell_warnings, thousands};
use crate::progress::{ProgressLine, run_job};
use crate::units::{bytes, rough_time};

pub(super) fn run(
    arguments: &SolveArguments,
    flops: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(folder) = &arguments.output else {
        return Err(Failure::Usage("--flops needs -o FOLDER for the saves".to_owned()));
    };
    let spec = spec(arguments, flops, folder)?;
    if arguments.dry_run {
        let limit = arguments.runtime().memory_limit();
        let refused =
            |error: BoardsError| Failure::of_job(Arc::new(error.into()), arguments.memory);
        let found = spec.dry_run(&limit).map_err(refused)?;
        tell_warnings(&found.warnings.0);
        match arguments.json {
            true => output.json(&found.outline)?,
            false => show_plan(&found.outline, output)?,
        }
        output.flush()?;
        return found.fits.map_err(refused);
    }
    let mut watch = BoardsWatch::new(spec.spot.betting.start.pot.as_f64());
    let finished = run_job(arguments.runtime(), JobSpec::Boards(Box::new(spec)), |event, _| {
        watch.event(event);
        if let Some(Detail::Boards(outline)) = &event.detail
            && !arguments.json
        {
            // The saves are written even if stdout is closed.
            let _ = show_plan(outline, output);
        }
        Ok(())
    })?;
    let JobReport::Boards(report) = &finished.report else { return Err(Failure::Cancelled) };
    let shown = match &report.boards {
        Some(boards) => {
            write_boards(folder, boards)?;
            let shown = show(&mut boards.clone(), arguments, output).and_then(|()| output.flush());
            shown.and_then(|()| boards_table::check_damaged(boards))
        }
        None => Ok(()),
    };
    if finished.cancelled {
        return Err(Failure::Stopped { done: report.solved, asked: report.asked });
    }
    shown
}

/// The arguments as a spec.
fn spec(arguments: &SolveArguments, flops: &str, folder: &Path) -> Result<BoardsSpec, Failure> {
    if save::open(arguments)?.is_some() {
        return Err(Failure::Usage("--flops needs a spec, but the file is a save".to_owned()));
    }
    let text = spot::text(arguments, arguments.fields.any())?;
    let patch = spot::patch(arguments)?.on_any_flop();
    let spot = SpotSpec::parse_with(&text, &patch)?;
    let flops = match flops.strip_prefix('@') {
        Some(path) => read_text(Path::new(path))?,
        None => flops.to_owned(),
    };
    let flops = FlopChoice::parse(&flops)?.flops(&spot)?;
    let keep = arguments.save.unwrap_or(SaveSize::NoRivers);
    let spec = BoardsSpec { spot, flops, folder: folder.to_owned(), keep };
    if let Some(by) = &arguments.sort {
        boards_table::check_sort(by, spec.actions()?)?;
    }
    Ok(spec)
}

/// The work to do, and what it needs.
fn show_plan(outline: &BoardsOutline, output: &mut Output) -> Result<(), Failure> {
    let count = |count: usize| thousands(count as u64);
    writeln!(
        output,
        "{} flops with a total weight of {}: {} already solved, {} to solve, {} without hands",
        count(outline.flops),
        decimal(outline.weight),
        count(outline.solved),
        count(outline.pending),
        count(outline.blocked),
    )?;
    if let Some(LargestFlop { flop, memory, save }) = &outline.largest {
        writeln!(
            output,
            "each flop takes up to {} of memory and {} of disk ({flop}); in total at most {} of disk",
            bytes(*memory),
            bytes(*save),
            bytes(save.saturating_mul(outline.pending as u64)),
        )?;
    }
    writeln!(output)?;
    output.flush()
}

/// Shows the current flop and the time left for all.
struct BoardsWatch {
    pot: f64,
    line: ProgressLine,
}

impl BoardsWatch {
    fn new(pot: f64) -> BoardsWatch {
        BoardsWatch { pot, line: ProgressLine::new() }
    }

    fn event(&mut self, event: &Event) {
        match &event.detail {
            Some(Detail::Flop(progress)) => {
                let text = || boards_text(self.pot, progress, event);
                self.line.show(progress.share, true, text);
            }
            Some(Detail::Warning { text }) => tell(format_args!("warning: {text}")),
            None if event.phase != Phase::Solving => self.line.clear(),
            _ => {}
        }
    }
}

/// `2 of 25 flops, AsKsQh: iteration 120, 0.51% of the pot, 12 s, about 90 s left`.
fn boards_text(pot: f64, progress: &BoardsProgress, event: &Event) -> String {
    let BoardsProgress { done, total, together, board, solve, .. } = progress;
    let mut text = format!("{done} of {total} flops, ");
    if *together > 1 {
        text += &format!("{together} at a time, ");
    }
    text += &format!("{board}: iteration {}", solve.iteration);
    if let Some(chips) = solve.exploitability {
        text += &format!(", {:.2}% of the pot", 100.0 * chips / pot);
    }
    text += &format!(", {:.0} s", event.seconds);
    if let Some(eta) = event.eta {
        text += &format!(", about {} left", rough_time(eta));
    }
    text
}

fn show(
    report: &mut BoardsReport,
    arguments: &SolveArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    if let Some(by) = &arguments.sort {
        boards_table::sort(report, by)?;
    }
    if arguments.json { output.json(report) } else { boards_table::show(report, output) }
}
