//! Watching, pausing and stopping a long computation from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::DealError;

/// The progress of a computation, and whether it may continue.
///
/// The computation counts units of work that it chooses; only the fraction done
/// is meaningful. It calls [`may_continue`](Self::may_continue) at least a few
/// times a second, and sleeps there while it is paused.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    /// Whether anybody ever paused or cancelled; until then, nothing else is checked.
    touched: AtomicBool,
    switch: Mutex<Switch>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct Switch {
    paused: bool,
    cancelled: bool,
}

impl Progress {
    /// No work done yet, of an unknown total.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Sets the total number of units, and starts counting from 0.
    pub fn set_total(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Reports `units` more as done.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    /// Units done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Units in all; 0 while that is unknown.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Takes over the state of another computation.
    pub fn show(&self, other: &Progress) {
        self.total.store(other.total(), Ordering::Relaxed);
        self.done.store(other.done(), Ordering::Relaxed);
    }

    /// Asks the computation to sleep.
    pub fn pause(&self) {
        self.change(|switch| switch.paused = true);
    }

    /// Wakes a paused computation.
    pub fn resume(&self) {
        self.change(|switch| switch.paused = false);
    }

    /// Asks the computation to stop, even while it is paused.
    pub fn cancel(&self) {
        self.change(|switch| switch.cancelled = true);
    }

    /// Clears a cancellation and a pause, for the work that is left after them.
    pub fn rearm(&self) {
        self.change(|switch| *switch = Switch::default());
    }

    /// Whether the computation was asked to sleep.
    pub fn is_paused(&self) -> bool {
        self.switch().paused
    }

    /// Whether the computation was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.touched.load(Ordering::Relaxed) && self.switch().cancelled
    }

    /// Sleeps while the computation is paused; false if it was asked to stop.
    pub fn may_continue(&self) -> bool {
        if !self.touched.load(Ordering::Relaxed) {
            return true;
        }
        let asleep = |switch: &mut Switch| switch.paused && !switch.cancelled;
        let switch = self.changed.wait_while(self.switch(), asleep);
        !switch.unwrap_or_else(PoisonError::into_inner).cancelled
    }

    /// [`DealError::Stopped`] if the computation was asked to stop.
    pub(crate) fn check(&self) -> Result<(), DealError> {
        if self.may_continue() { Ok(()) } else { Err(DealError::Stopped) }
    }

    fn change(&self, change: impl FnOnce(&mut Switch)) {
        change(&mut self.switch());
        self.touched.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Two independent switches are valid whatever a panicking thread left.
    fn switch(&self) -> MutexGuard<'_, Switch> {
        self.switch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn a_paused_computation_sleeps_until_it_is_resumed_or_cancelled() {
        for cancel in [false, true] {
            let progress = Progress::new();
            assert!(progress.may_continue());
            progress.pause();
            thread::scope(|scope| {
                let (woken, wait) = mpsc::channel();
                scope.spawn({
                    let progress = &progress;
                    move || woken.send(progress.may_continue())
                });
                assert!(wait.try_recv().is_err(), "it sleeps");
                if cancel {
                    progress.cancel()
                } else {
                    progress.resume()
                }
                assert_eq!(wait.recv(), Ok(!cancel));
            });
        }
    }
}
