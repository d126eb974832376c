//! Pausing, resuming and cancelling a job from other threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The switch of a running job, shared with whoever may stop it.
///
/// A job looks at it between two iterations. While it is paused the job's thread
/// sleeps.
#[derive(Debug, Default)]
pub struct JobControl {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    paused: bool,
    cancelled: bool,
}

impl JobControl {
    /// A switch that lets the job run.
    pub fn new() -> JobControl {
        JobControl::default()
    }

    /// Lets the job sleep after the iteration it is in.
    pub fn pause(&self) {
        self.change(|state| state.paused = true);
    }

    /// Lets a paused job go on.
    pub fn resume(&self) {
        self.change(|state| state.paused = false);
    }

    /// Ends the job after the iteration it is in, also when it is paused.
    pub fn cancel(&self) {
        self.change(|state| state.cancelled = true);
    }

    /// Whether the job was told to sleep.
    pub fn is_paused(&self) -> bool {
        self.state().paused
    }

    /// Whether the job was told to end.
    pub fn is_cancelled(&self) -> bool {
        self.state().cancelled
    }

    /// Sleeps while the job is paused. False if it was cancelled.
    pub(super) fn may_go_on(&self) -> bool {
        let asleep = |state: &mut State| state.paused && !state.cancelled;
        let state = self.changed.wait_while(self.state(), asleep);
        !state.unwrap_or_else(PoisonError::into_inner).cancelled
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Two independent switches are valid whatever a panicking thread left.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
