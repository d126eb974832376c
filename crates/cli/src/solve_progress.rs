//! What is shown of a solve while it runs.

use quasar::job::{Detail, Event, FileWritten, Finished, Phase, WrittenFile};

use crate::error::Failure;
use crate::output::{size, tell, thousands};
use crate::progress::{ProgressLine, Shown};
use crate::units::{bytes, rate};

/// What is shown of a solve.
pub(crate) enum SolveShown {
    /// A small game, on a terminal only.
    Toy,
    /// A spot; as lines of text if standard error is not a terminal.
    Spot,
}

/// Shows a solve on standard error: a line that says how far it is, and warnings.
pub(crate) struct SolveWatch {
    shown: SolveShown,
    line: ProgressLine,
    /// The chips in the middle at the start of a spot.
    pot: f64,
    memory: u64,
}

impl SolveWatch {
    pub(crate) fn new(shown: SolveShown) -> SolveWatch {
        SolveWatch { shown, line: ProgressLine::new(), pot: 0.0, memory: 0 }
    }

    /// Sets the chips in the middle, where no outline will tell.
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
                text += &format!(", {} nodes a second", rate(nodes_per_second).trim_end());
            }
            SolveShown::Spot => text += &format!(", {:.0} s", event.seconds),
        }
        if let Some(eta) = event.eta {
            text += &format!(", about {eta:.0} s left");
        }
        if self.memory > 0 {
            text += &format!(", {}", bytes(self.memory));
        }
        text
    }
}

/// Says which files a job has left, and what they are good for.
pub(crate) fn tell_files(files: &[WrittenFile]) {
    for WrittenFile { what, path, bytes } in files {
        let path = path.display();
        match what {
            FileWritten::Result => tell(format_args!("saved to {path}, {}", size(*bytes))),
            FileWritten::Checkpoint => {
                tell(format_args!("checkpoint written to {path}; --resume resumes from it"));
            }
        }
    }
}

/// How a command ends whose job is finished: a cancelled one was interrupted, and what
/// could not be saved is an error.
pub(crate) fn done(finished: &Finished) -> Result<(), Failure> {
    match (&finished.unsaved, finished.cancelled) {
        (Some(error), _) => Err(Failure::Unsaved(error.to_string())),
        (None, true) => Err(Failure::Cancelled),
        (None, false) => Ok(()),
    }
}
