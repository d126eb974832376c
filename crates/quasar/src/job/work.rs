//! The context of a running job: its runtime, its control and its events.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::feed::Feed;
use super::runtime::Core;
use super::{
    AskError, CheckpointPlace, CheckpointPolicy, Clock, Control, Detail, Engine, EngineError,
    Event, FileWritten, MemoryLimit, NodeAnswer, NodeQuery, Phase, Resume, SolveProgress,
};
use crate::request::Warnings;

/// The shortest time between two events that only report progress.
const PACE: Duration = Duration::from_millis(50);

/// The context of a running job.
pub(crate) struct Work<'a> {
    core: &'a Core,
    control: &'a Control,
    feed: &'a Feed,
    start: Duration,
    told: Mutex<Told>,
}

/// The last event.
struct Told {
    phase: Phase,
    /// When the next event that only reports progress may come.
    next: Duration,
}

impl<'a> Work<'a> {
    pub(super) fn new(core: &'a Core, control: &'a Control, feed: &'a Feed) -> Work<'a> {
        let start = core.clock.now();
        let told = Mutex::new(Told { phase: Phase::Preparing, next: start });
        Work { core, control, feed, start, told }
    }

    /// The control of the job.
    pub(crate) fn control(&self) -> &'a Control {
        self.control
    }

    /// The clock.
    pub(crate) fn clock(&self) -> &'a Clock {
        &self.core.clock
    }

    /// When checkpoints are written.
    pub(crate) fn checkpoints(&self) -> &'a CheckpointPolicy {
        &self.core.checkpoints
    }

    /// The checkpoint that a job resumes from, if it does; `game` is its canonical text.
    pub(crate) fn checkpoint_of(
        &self,
        resume: Option<&Resume>,
        place: &CheckpointPlace,
        game: &str,
    ) -> Option<PathBuf> {
        resume?.checkpoint(place, self.checkpoints(), game)
    }

    /// The memory that the job may use now.
    pub(crate) fn memory(&self) -> MemoryLimit {
        MemoryLimit::new(self.core.memory)
    }

    /// An engine for this job alone, with the runtime's number of threads.
    pub(crate) fn engine(&self) -> Result<Engine, EngineError> {
        Engine::sharing(self.core.threads, self.core.cache())
    }

    /// Reports the phase of the job.
    pub(crate) fn enter(&self, phase: Phase) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).phase = phase;
        self.push(None, None);
    }

    /// Reports a warning.
    pub(crate) fn warn(&self, text: String) {
        self.tell(Detail::Warning { text });
    }

    /// Says what was noticed while the spec was read.
    pub(crate) fn warn_all(&self, warnings: &Warnings) {
        warnings.0.iter().for_each(|warning| self.warn(warning.to_string()));
    }

    /// Reports a written file.
    pub(crate) fn written(&self, what: FileWritten, path: &Path, bytes: u64) {
        self.tell(Detail::Written { what, path: path.to_owned(), bytes });
    }

    /// Reports a detail at once.
    pub(crate) fn tell(&self, detail: Detail) {
        self.push(None, Some(detail));
    }

    /// Reports the progress of a solve if an event is due.
    pub(crate) fn progress(&self, progress: &SolveProgress, detail: Option<Detail>) {
        if self.is_due() {
            let rate = Detail::Rate { nodes_per_second: progress.nodes_per_second };
            self.push(Some(progress), detail.or(Some(rate)));
        }
    }

    /// Whether an event that only reports progress is due.
    pub(crate) fn is_due(&self) -> bool {
        let now = self.core.clock.now();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let due = now >= told.next;
        if due {
            told.next = now + PACE;
        }
        due
    }

    /// Runs work that counts in the control, and reports its progress.
    pub(crate) fn counted<T>(&self, work: impl FnOnce(&Control) -> T) -> T {
        self.counted_beside(|| (), work)
    }

    /// The same for work of a solve that can be looked at meanwhile: `snapshot` answers
    /// questions, with an iteration, within a fraction of a second, also while the job is paused.
    pub(crate) fn counted_asked<T>(
        &self,
        snapshot: impl Fn(&NodeQuery) -> Result<NodeAnswer, AskError> + Send,
        work: impl FnOnce(&Control) -> T,
    ) -> T {
        let answer = move || {
            while let Some((query, reply)) = self.control.question() {
                // Nobody may wait for it any more.
                let _ = reply.send(snapshot(&query));
            }
        };
        self.counted_beside(answer, work)
    }

    /// Runs work that counts in the control, and reports its progress, each time after `beside`.
    fn counted_beside<T>(&self, beside: impl Fn() + Send, work: impl FnOnce(&Control) -> T) -> T {
        self.control.set_total(0);
        thread::scope(|scope| {
            let (finished, wait) = mpsc::channel::<()>();
            scope.spawn(move || {
                let start = self.core.clock.now();
                while wait.recv_timeout(2 * PACE) == Err(RecvTimeoutError::Timeout) {
                    beside();
                    self.count(start);
                }
            });
            let result = work(self.control);
            drop(finished);
            result
        })
    }

    fn count(&self, start: Duration) {
        if self.control.is_paused() {
            return;
        }
        let (done, total) = (self.control.done(), self.control.total());
        let share = (total > 0).then(|| (done as f64 / total as f64).min(1.0));
        let elapsed = (self.core.clock.now() - start).as_secs_f64();
        let eta = share.filter(|share| *share > 0.0).map(|share| elapsed * (1.0 / share - 1.0));
        let event = self.event(None, Some(Detail::Count { done, total }));
        self.feed.push(Event { done: share, eta, ..event });
    }

    fn push(&self, progress: Option<&SolveProgress>, detail: Option<Detail>) {
        self.feed.push(self.event(progress, detail));
    }

    fn event(&self, progress: Option<&SolveProgress>, detail: Option<Detail>) -> Event {
        Event {
            number: 0,
            seconds: (self.core.clock.now() - self.start).as_secs_f64(),
            phase: self.told.lock().unwrap_or_else(PoisonError::into_inner).phase,
            iteration: progress.map(|progress| progress.iteration),
            exploitability: progress.and_then(|progress| progress.exploitability),
            done: progress.and_then(|progress| progress.share),
            eta: progress.and_then(SolveProgress::eta),
            detail,
        }
    }
}
