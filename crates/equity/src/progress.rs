//! Watching and stopping a long computation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

/// How far a long computation has come, shared between the thread that computes
/// and the one that waits.
///
/// The unit of work is the computation's own; only the ratio of [`done`] to
/// [`total`] has a meaning.
///
/// [`done`]: Progress::done
/// [`total`]: Progress::total
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

    /// States how many units of work there are.
    pub fn set_total(&self, units: u64) {
        self.total.store(units, Ordering::Relaxed);
    }

    /// Adds finished units of work.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    /// Units of work done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// All units of work; 0 until the computation has counted them.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Asks the computation to stop soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// A computation was stopped by [`Progress::cancel`] before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("cancelled")]
pub struct Cancelled;
