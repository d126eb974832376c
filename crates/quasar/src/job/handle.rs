//! The handle of a submitted job.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::control::Request;
use super::feed::{Feed, Waited};
use super::{
    AskError, Control, Event, Finished, GoalChange, JobError, JobSpec, NodeAnswer, NodeQuery,
};

/// A submitted job. Clones are the same job; dropping them does not stop it.
#[derive(Clone, Debug)]
pub struct JobHandle {
    pub(super) job: Arc<SharedJob>,
}

/// State shared by the thread of a job and its handles.
#[derive(Debug)]
pub(super) struct SharedJob {
    pub(super) spec: JobSpec,
    pub(super) control: Control,
    pub(super) feed: Feed,
    outcome: Mutex<Option<Outcome>>,
    ended: Condvar,
}

/// The outcome of a job.
pub type Outcome = Result<Arc<Finished>, Arc<JobError>>;

impl SharedJob {
    pub(super) fn new(spec: JobSpec) -> SharedJob {
        SharedJob {
            spec,
            control: Control::new(),
            feed: Feed::default(),
            outcome: Mutex::new(None),
            ended: Condvar::new(),
        }
    }

    /// Ends the job: no more events, no more questions.
    pub(super) fn end(&self, outcome: Result<Finished, JobError>) {
        // Whoever sees the outcome knows of every change of the goal that came before it.
        self.control.close();
        *self.outcome() = Some(outcome.map(Arc::new).map_err(Arc::new));
        self.feed.close();
        self.ended.notify_all();
    }

    fn outcome(&self) -> MutexGuard<'_, Option<Outcome>> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl JobHandle {
    /// The spec.
    pub fn spec(&self) -> &JobSpec {
        &self.job.spec
    }

    /// Pauses, resumes and cancels the job, and changes its goal.
    pub fn control(&self) -> &Control {
        &self.job.control
    }

    /// All events, starting with the oldest still kept; waits for each, and ends with the job.
    pub fn events(&self) -> Events {
        self.events_after(0)
    }

    /// The events after number `last`.
    pub fn events_after(&self, last: u64) -> Events {
        Events { job: Arc::clone(&self.job), last }
    }

    /// The last event so far.
    pub fn last_event(&self) -> Option<Event> {
        self.job.feed.last()
    }

    /// Queries a decision: of a running solve between two iterations, of a finished one in
    /// its save. Waits for the answer, which may take until the end of what the job does at the
    /// moment; a kind of job that has no decisions says so at once.
    pub fn ask(&self, query: NodeQuery) -> Result<NodeAnswer, AskError> {
        self.ask_for(query, None)
    }

    /// The same for a caller with limited patience: if there is no answer in time, the question
    /// is withdrawn, and the error is [`AskError::Busy`].
    pub fn ask_within(&self, query: NodeQuery, patience: Duration) -> Result<NodeAnswer, AskError> {
        self.ask_for(query, Some(patience))
    }

    /// Writes a checkpoint now and returns its path. A kind of job that writes none says so at
    /// once.
    pub fn checkpoint(&self) -> Result<PathBuf, AskError> {
        self.job.spec.check_checkpoints()?;
        self.job.control.ask(None, Request::Checkpoint)
    }

    /// Requests a checkpoint without waiting for it. Requests that the job has not served yet are
    /// one.
    pub fn request_checkpoint(&self) -> Result<(), AskError> {
        self.job.spec.check_checkpoints()?;
        self.job.control.request_checkpoint()
    }

    /// Waits for the end of the job and returns its outcome.
    pub fn report(&self) -> Outcome {
        let waiting = |outcome: &mut Option<Outcome>| outcome.is_none();
        let outcome = self.job.ended.wait_while(self.job.outcome(), waiting);
        let outcome = outcome.unwrap_or_else(PoisonError::into_inner);
        outcome.clone().unwrap_or_else(|| Err(Arc::new(JobError::Lost)))
    }

    /// Changes the goal of the running job. A change that the job cannot follow is an error: of a
    /// kind whose goal is fixed, or of a limit that this job does not have. Whether it came too
    /// late is known at the end: see [`missed_goal`](Self::missed_goal).
    pub fn change_goal(&self, change: GoalChange) -> Result<(), AskError> {
        self.job.spec.check_goal(&change)?;
        self.job.control.change_goal(change)
    }

    /// Whether a change of the goal came when the solve had ended, or of several solves the first
    /// ones, so that the report is at least partly that of the goal before. Known once the job has
    /// ended.
    pub fn missed_goal(&self) -> bool {
        self.job.control.missed_goal()
    }

    /// Whether the job has ended.
    pub fn has_ended(&self) -> bool {
        self.job.outcome().is_some()
    }

    fn ask_for(
        &self,
        query: NodeQuery,
        patience: Option<Duration>,
    ) -> Result<NodeAnswer, AskError> {
        let SharedJob { spec, control, .. } = &*self.job;
        let query = spec.checked_query(query)?;
        if query.flop()?.is_some_and(|flop| !control.is_solving(flop)) {
            return spec.ask_save(&query);
        }
        match control.ask(patience, |reply| Request::Ask(query.clone(), reply)) {
            Err(AskError::Ended) => match self.report().map_err(|_| AskError::Ended)?.ask(&query) {
                Err(AskError::Ended) => spec.ask_save(&query),
                answered => answered,
            },
            // It was being solved a moment ago.
            Err(AskError::NotSolved(_)) => spec.ask_save(&query),
            answered => answered,
        }
    }
}

/// The events of a job, one after the other. A reader that falls far behind misses
/// the oldest.
#[derive(Debug)]
pub struct Events {
    job: Arc<SharedJob>,
    last: u64,
}

impl Events {
    /// The next event, if one comes within `patience`.
    pub fn next_within(&mut self, patience: Duration) -> Waited {
        let waited = self.job.feed.next(self.last, Some(patience));
        if let Waited::Event(event) = &waited {
            self.last = event.number;
        }
        waited
    }
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.job.feed.next(self.last, None) {
            Waited::Event(event) => {
                self.last = event.number;
                Some(*event)
            }
            Waited::Nothing | Waited::Closed => None,
        }
    }
}
