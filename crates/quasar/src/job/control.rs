//! Pausing, resuming, cancelling and asking a job from other threads.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use quasar_equity::Progress;

use super::{AskError, GoalChange, NodeAnswer, NodeQuery};

/// The switch of a job, shared with whoever may pause, resume, cancel or ask it.
///
/// A solve looks at it between two iterations, everything else at least a few times a
/// second. While a job is paused its threads sleep; questions are still answered.
#[derive(Debug, Default)]
pub struct Control {
    /// What kernels count in and look at.
    progress: Progress,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    paused: bool,
    cancelled: bool,
    /// Nobody wants what the job has found.
    abandoned: bool,
    /// The job is to be resumed later, from a checkpoint.
    suspended: bool,
    /// The job has ended and answers no more.
    closed: bool,
    requests: VecDeque<Request>,
}

/// What a job is asked to do between two iterations.
#[derive(Debug)]
pub(crate) enum Request {
    /// To look at a decision.
    Ask(NodeQuery, Sender<Result<NodeAnswer, AskError>>),
    /// To write a checkpoint.
    Checkpoint(Sender<Result<PathBuf, AskError>>),
    /// To work towards another goal.
    Goal(GoalChange),
}

/// What a job does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Its next iteration.
    Step,
    /// What it was asked.
    Serve(Request),
    /// Nothing: it was cancelled.
    Stop,
}

impl Control {
    /// A switch that lets the job run.
    pub fn new() -> Control {
        Control::default()
    }

    /// Lets the job sleep after the iteration it is in.
    pub fn pause(&self) {
        self.progress.pause();
        self.change(|state| state.paused = true);
    }

    /// Wakes a paused job.
    pub fn resume(&self) {
        self.progress.resume();
        self.change(|state| state.paused = false);
    }

    /// Ends the job after the iteration it is in, even while it is paused.
    pub fn cancel(&self) {
        self.progress.cancel();
        self.change(|state| state.cancelled = true);
    }

    /// Cancels a job whose result nobody wants: it leaves no checkpoint.
    pub fn abandon(&self) {
        self.change(|state| state.abandoned = true);
        self.cancel();
    }

    /// Cancels a job that is resumed later: it leaves a checkpoint where its kind has them,
    /// and neither measures nor saves what it has found.
    pub fn suspend(&self) {
        self.change(|state| state.suspended = true);
        self.cancel();
    }

    /// Lets the job work towards another goal from the next iteration on. Without effect
    /// on work that has no goal.
    pub fn change_goal(&self, change: GoalChange) {
        self.change(|state| state.requests.push_back(Request::Goal(change)));
    }

    /// Whether the job was asked to sleep.
    pub fn is_paused(&self) -> bool {
        self.state().paused
    }

    /// Whether nobody wants what the job has found.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.state().abandoned
    }

    /// Whether the job is to be resumed later.
    pub(crate) fn is_suspended(&self) -> bool {
        self.state().suspended
    }

    /// Whether the job was asked to end.
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// What kernels count in: they sleep while the job is paused, and stop when it is
    /// cancelled.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Sleeps while the job is paused; false if it was cancelled.
    pub(crate) fn may_continue(&self) -> bool {
        self.progress.may_continue()
    }

    /// Lets a cancelled job do what is left to do, such as saving; cancelling once more
    /// stops that too.
    pub(crate) fn rearm(&self) {
        self.progress.rearm();
        self.change(|state| (state.paused, state.cancelled) = (false, false));
    }

    /// What the job does next. Sleeps while it is paused and nobody asks anything.
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

    /// The oldest request that was not served yet.
    pub(crate) fn request(&self) -> Option<Request> {
        self.state().requests.pop_front()
    }

    /// Hands a request to the job; the answer comes through the receiver.
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

    /// Ends all asking: what is left is dropped, and whoever waits for it hears so.
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

    /// Switches and a queue are valid whatever a panicking thread left.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
