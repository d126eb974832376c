//! How far a long computation is, and the way to end it early.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A counter that a long computation advances and another thread may watch, with
/// a switch by which that thread ends it.
///
/// The unit is the computation's own: boards, samples, flops. Nothing waits for
/// anything; a computation looks at the switch every few milliseconds.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Nothing done, nothing known of the total.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// States how many units there will be.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts units as done.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    /// The units done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The units there will be; 0 while that is not known.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Asks the computation to end soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the computation was asked to end.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
