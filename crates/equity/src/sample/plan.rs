//! When sampling stops, and its result.
//!
//! A rule that checks the estimate after every batch and stops as soon as it is
//! small enough stops too often at lucky moments. Here the check is made only at
//! check points: after 16,384 deals, then each time the sample has grown by half, 15
//! times in the first five million deals. It uses only the spread of the sample, not
//! the estimate, and after 16,384 deals the spread is known to about one percent, so
//! the moment of stopping hardly depends on the estimate. A test simulates that the
//! 95 % interval contains the true value as often as it claims. (For targets that
//! tend to zero this is the theorem of Chow and Robbins, 1965.) For the same reason a
//! caller that can stop by the clock does not see estimates, and a caller that sees
//! estimates cannot stop.

use crate::PlayerEquity;

/// How many deals to sample, from which random numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SamplePlan {
    /// Equal seeds give equal results, for any number of threads.
    pub seed: u64,
    /// The most deals.
    pub samples: u64,
    /// Stop earlier once every player's standard error is at most this.
    pub standard_error: Option<f64>,
}

/// The result of random deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Sampled {
    /// Every player's estimate, in seat order, with its standard error.
    pub players: Vec<PlayerEquity>,
    /// The number of deals.
    pub samples: u64,
    /// The seed they were drawn with.
    pub seed: u64,
    /// Why there are not more.
    pub end: SampleEnd,
}

/// Why sampling ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleEnd {
    /// It has not ended: this is an intermediate estimate.
    Running,
    /// Every standard error reached the target.
    Precise,
    /// The most deals were dealt.
    Complete,
    /// The caller's time was up, or the work was cancelled.
    Stopped,
}

impl Sampled {
    /// The largest standard error of any player.
    pub fn standard_error(&self) -> f64 {
        self.players.iter().filter_map(|player| player.standard_error).fold(0.0, f64::max)
    }
}

/// Deals of one batch, the unit that threads share out.
pub(super) const BATCH: u64 = 1 << 12;

/// The first check point.
pub(super) const FIRST_CHECK: u64 = 4 * BATCH;

/// The check point after this one: half as many deals more, in whole batches.
pub(super) fn next_check(check: u64) -> u64 {
    (check + check / 2).next_multiple_of(BATCH)
}
