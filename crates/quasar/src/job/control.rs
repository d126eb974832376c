//! Controls a job from other threads: pause, resume, cancel, query.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use quasar_equity::Progress;

use super::{AskError, GoalChange, NodeAnswer, NodeQuery};

/// Pauses, resumes, cancels and queries a job, from any thread.
///
/// A solve checks it between two iterations, other work at least a few times a
/// second. While a job is paused its threads sleep; it still answers queries.
///
/// Long work that is no job takes a control, too: it counts what it has done, and another thread
/// can watch, pause and cancel it.
#[derive(Debug, Default)]
pub struct Control {
    /// The progress that kernels count in and check.
    progress: Progress,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    paused: bool,
    cancelled: bool,
    /// The result is not needed.
    abandoned: bool,
    /// The job is to be resumed later, from a checkpoint.
    suspended: bool,
    /// The job has ended and no longer answers.
    closed: bool,
    requests: VecDeque<Request>,
}

/// A request to a job, served between two iterations.
#[derive(Debug)]
pub(crate) enum Request {
    /// Show a decision.
    Ask(NodeQuery, Sender<Result<NodeAnswer, AskError>>),
    /// Write a checkpoint.
    Checkpoint(Sender<Result<PathBuf, AskError>>),
    /// Change the goal.
    Goal(GoalChange),
}

/// What a job does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Its next iteration.
    Step,
    /// Serve a request.
    Serve(Request),
    /// Stop: it was cancelled.
    Stop,
}

impl Control {
    /// A control of a job that is not paused.
    pub fn new() -> Control {
        Control::default()
    }

    /// Pauses the job after the current iteration.
    pub fn pause(&self) {
        self.progress.pause();
        self.change(|state| state.paused = true);
    }

    /// Resumes a paused job.
    pub fn resume(&self) {
        self.progress.resume();
        self.change(|state| state.paused = false);
    }

    /// Ends the job after the current iteration, even while it is paused.
    pub fn cancel(&self) {
        self.progress.cancel();
        self.change(|state| state.cancelled = true);
    }

    /// Cancels a job whose result is not needed: it leaves no checkpoint.
    pub fn abandon(&self) {
        self.change(|state| state.abandoned = true);
        self.cancel();
    }

    /// Cancels a job that will be resumed later: it leaves a checkpoint if its kind has them,
    /// and neither evaluates nor saves its result.
    pub fn suspend(&self) {
        self.change(|state| state.suspended = true);
        self.cancel();
    }

    /// Changes the goal from the next iteration on. Has no effect on work without a goal.
    pub fn change_goal(&self, change: GoalChange) {
        self.change(|state| state.requests.push_back(Request::Goal(change)));
    }

    /// Whether the job is to be paused.
    pub fn is_paused(&self) -> bool {
        self.state().paused
    }

    /// Whether the result is not needed.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.state().abandoned
    }

    /// Whether the job is to be resumed later.
    pub(crate) fn is_suspended(&self) -> bool {
        self.state().suspended
    }

    /// Whether the job is to end.
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// The units of work that are done; only their share of [`total`](Self::total) has a meaning.
    pub fn done(&self) -> u64 {
        self.progress.done()
    }

    /// The units of work in all; 0 while that is unknown.
    pub fn total(&self) -> u64 {
        self.progress.total()
    }

    /// For the work: sets the number of units, and starts counting from 0.
    pub fn set_total(&self, total: u64) {
        self.progress.set_total(total);
    }

    /// For the work: counts `units` more as done.
    pub fn advance(&self, units: u64) {
        self.progress.advance(units);
    }

    /// For the work: sleeps while it is paused; false if it was cancelled.
    pub fn may_continue(&self) -> bool {
        self.progress.may_continue()
    }

    /// The progress that kernels count in. They sleep while the job is paused and stop when
    /// it is cancelled.
    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Lets a cancelled job finish its last steps, such as saving; cancelling again
    /// stops those too.
    pub(crate) fn rearm(&self) {
        self.progress.rearm();
        self.change(|state| (state.paused, state.cancelled) = (false, false));
    }

    /// What the job does next. Sleeps while it is paused and there is no request.
    pub(crate) fn next(&self) -> Next {
        let asleep =
            |state: &mut State| state.paused && !state.cancelled && state.requests.is_empty();
        let state = self.changed.wait_while(self.state(), asleep);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        match state.requests.pop_front() {
            Some(request) => Next::Serve(request),
            None if state.cancelled => Next::Stop,
            None => Next::Step,
        }
    }

    /// The oldest pending request.
    pub(crate) fn request(&self) -> Option<Request> {
        self.state().requests.pop_front()
    }

    /// Sends a request to the job; the answer comes through the receiver.
    pub(crate) fn hand_over<T>(
        &self,
        request: impl FnOnce(Sender<Result<T, AskError>>) -> Request,
    ) -> Result<Receiver<Result<T, AskError>>, AskError> {
        let (answer, wait) = mpsc::channel();
        let mut state = self.state();
        if state.closed {
            return Err(AskError::Ended);
        }
        state.requests.push_back(request(answer));
        drop(state);
        self.changed.notify_all();
        Ok(wait)
    }

    /// Refuses further requests and drops pending ones; their receivers get an error.
    pub(crate) fn close(&self) {
        self.change(|state| {
            state.closed = true;
            state.requests.clear();
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Flags and a queue are valid even if a thread panicked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
