//! Progress of a solve.

use quasar::job::{Detail, Event, FileWritten, Finished, Phase, WrittenFile};

use crate::error::Failure;
use crate::output::{size, tell, thousands};
use crate::progress::{ProgressLine, Shown};
use crate::units::{bytes, rate, rough_time};

/// What is being solved.
pub(crate) enum SolveShown {
    /// A toy game: progress on a terminal only.
    Toy,
    /// A spot: lines of text if standard error is not a terminal.
    Spot,
}

/// Shows progress and warnings of a solve on standard error.
pub(crate) struct SolveWatch {
    shown: SolveShown,
    line: ProgressLine,
    /// The pot at the start of a spot.
    pot: f64,
    memory: u64,
}

impl SolveWatch {
    pub(crate) fn new(shown: SolveShown) -> SolveWatch {
        SolveWatch { shown, line: ProgressLine::new(), pot: 0.0, memory: 0 }
    }

    /// Sets the pot, for jobs that send no outline.
    pub(crate) fn with_pot(self, pot: f64) -> SolveWatch {
        SolveWatch { pot, ..self }
    }

    pub(crate) fn event(&mut self, event: &Event) {
        match (&event.detail, event.phase) {
            (Some(Detail::Warning { text }), _) => {
                self.line.clear();
                tell(format_args!("warning: {text}"));
            }
            (Some(Detail::Spot(outline)), _) => {
                self.pot = outline.pot as f64;
                self.memory = outline.size.memory.total;
            }
            (Some(Detail::Count { .. }), Phase::Saving) => {
                self.line.event(Shown::Count("blocks saved"), event);
            }
            (Some(Detail::Count { .. }), _) => self.line.event(Shown::Share, event),
            (Some(Detail::Rate { nodes_per_second }), Phase::Solving) => {
                let lines = matches!(self.shown, SolveShown::Spot);
                let text = self.text(event, *nodes_per_second);
                self.line.show(event.done.unwrap_or(0.0), lines, || text);
            }
            (None, Phase::Measuring | Phase::Saving | Phase::Ended) => self.line.clear(),
            _ => {}
        }
    }

    /// `iteration 120, exploitability 0.91 (0.51% of the pot), 12 s, about 3 s left`.
    fn text(&self, event: &Event, nodes_per_second: f64) -> String {
        let iteration = event.iteration.unwrap_or(0);
        let mut text = format!("iteration {}", thousands(iteration.into()));
        match (&self.shown, event.exploitability) {
            (SolveShown::Toy, Some(chips)) => text += &format!(", exploitability {chips:.6}"),
            (SolveShown::Spot, Some(chips)) => {
                let percent = 100.0 * chips / self.pot;
                text += &format!(", exploitability {chips:.2} ({percent:.2}% of the pot)");
            }
            (_, None) => {}
        }
        match self.shown {
            SolveShown::Toy => {
                text += &format!(", {} nodes per second", rate(nodes_per_second).trim_end());
            }
            SolveShown::Spot => text += &format!(", {:.0} s", event.seconds),
        }
        if let Some(eta) = event.eta {
            text += &format!(", about {} left", rough_time(eta));
        }
        if self.memory > 0 {
            text += &format!(", {}", bytes(self.memory));
        }
        text
    }
}

/// Lists the files that a job wrote, and says how to use them.
pub(crate) fn tell_files(files: &[WrittenFile]) {
    files.iter().for_each(tell_file);
}

/// The same for one of them.
pub(crate) fn tell_file(WrittenFile { what, path, bytes }: &WrittenFile) {
    let path = path.display();
    match what {
        FileWritten::Result => tell(format_args!("saved to {path}, {}", size(*bytes))),
        FileWritten::Checkpoint => {
            tell(format_args!("checkpoint written to {path}; use --resume to continue from it"));
        }
    }
}

/// The outcome of a command whose job is finished: a cancelled job counts as interrupted,
/// and a result that could not be saved as a failure.
pub(crate) fn done(finished: &Finished) -> Result<(), Failure> {
    match (&finished.unsaved, finished.cancelled) {
        (Some(error), _) => Err(Failure::Unsaved(error.to_string())),
        (None, true) => Err(Failure::Cancelled),
        (None, false) => Ok(()),
    }
}
