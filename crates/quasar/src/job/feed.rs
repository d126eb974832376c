//! The events of a job, for any number of readers at their own pace.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Event;

/// The number of events kept for slow or late readers.
const KEPT: usize = 1_024;

/// The last events of a job.
#[derive(Debug, Default)]
pub(super) struct Feed {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Event>,
    /// The number of the last event.
    last: u64,
    closed: bool,
}

impl Feed {
    /// Adds an event, numbered by its place.
    pub(super) fn push(&self, event: Event) {
        let mut state = self.state();
        state.last += 1;
        let number = state.last;
        if state.events.len() == KEPT {
            state.events.pop_front();
        }
        state.events.push_back(Event { number, ..event });
        drop(state);
        self.changed.notify_all();
    }

    /// Closes the feed: no more events will come.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// The first kept event after number `after`, or none once the feed is closed. Waits
    /// for it, at most for `patience` if given.
    pub(super) fn next(&self, after: u64, patience: Option<Duration>) -> Waited {
        let missing = |state: &mut State| state.last <= after && !state.closed;
        let state = match patience {
            Some(patience) => {
                let waited = self.changed.wait_timeout_while(self.state(), patience, missing);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let waited = self.changed.wait_while(self.state(), missing);
                waited.unwrap_or_else(PoisonError::into_inner)
            }
        };
        match state.events.iter().find(|event| event.number > after) {
            Some(event) => Waited::Event(Box::new(event.clone())),
            None if state.closed => Waited::Closed,
            None => Waited::Nothing,
        }
    }

    /// The last event so far.
    pub(super) fn last(&self) -> Option<Event> {
        self.state().events.back().cloned()
    }

    /// A list is valid even if a thread panicked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of waiting for an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Waited {
    /// The next event.
    Event(Box<Event>),
    /// None came in time.
    Nothing,
    /// The job has ended, and all its events were read.
    Closed,
}
