//! Watching and stopping a long computation from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::DealError;

/// How far a computation is, and whether it shall stop.
///
/// The computation counts units of work of its own choice; only the share done
/// means something. It looks at [`is_cancelled`](Self::is_cancelled) at least a
/// few times a second.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Nothing done of an unknown amount.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Says how many units there are, and starts counting from 0.
    pub fn set_total(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Says that `units` more are done.
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

    /// Shows how far another computation is.
    pub fn show(&self, other: &Progress) {
        self.total.store(other.total(), Ordering::Relaxed);
        self.done.store(other.done(), Ordering::Relaxed);
    }

    /// Asks the computation to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the computation shall stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// [`DealError::Stopped`] if the computation shall stop.
    pub(crate) fn check(&self) -> Result<(), DealError> {
        if self.is_cancelled() { Err(DealError::Stopped) } else { Ok(()) }
    }
}
