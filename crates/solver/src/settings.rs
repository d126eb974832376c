//! How a game is solved, and which settings exclude each other.

use crate::schedule::Updates;
use crate::{Algorithm, Precision, Pruning, Sampling, SolverError};

/// How a game is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How strategies are learned.
    pub algorithm: Algorithm,
    /// Whose strategy changes at a time.
    pub updates: Updates,
    /// Whether hopeless actions are skipped.
    pub pruning: Option<Pruning>,
    /// The fraction of the time that each player plays uniformly at random, 0 to below 1.
    ///
    /// With this fraction e and n actions, matched regrets s are played as (1 - e) s + e / n,
    /// also by the average; regrets are those of s. The strategies converge to an equilibrium
    /// of the game in which every action has a frequency of at least e / n.
    pub exploration: f64,
    /// How regrets and sums are stored.
    pub precision: Precision,
    /// Which deals an iteration takes; all if there is none.
    pub sampling: Option<Sampling>,
    /// Where rivers are in buckets, an iteration plays one in so many of them without buckets to
    /// correct what is learned before the river; if there is none, all-ins alone are corrected.
    pub by_hand: Option<u32>,
    /// Seed of the order in which rivers are played without buckets.
    pub by_hand_seed: u64,
    /// Threads of an iteration. Results do not depend on it.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            algorithm: Algorithm::default(),
            updates: Updates::default(),
            pruning: None,
            exploration: 0.0,
            precision: Precision::default(),
            sampling: None,
            by_hand: None,
            by_hand_seed: 1,
            threads: 1,
        }
    }
}

/// The most threads of a solve.
pub const MOST_THREADS: usize = 512;

impl Settings {
    pub(crate) fn check(&self) -> Result<(), SolverError> {
        self.algorithm.check()?;
        if let Some(pruning) = &self.pruning {
            pruning.check()?;
        }
        if !(0.0..1.0).contains(&self.exploration) {
            return Err(SolverError::BadSetting {
                name: "exploration",
                value: self.exploration.to_string(),
                expected: "it must be at least 0 and below 1",
            });
        }
        if !(1..=MOST_THREADS).contains(&self.threads) {
            let value = self.threads.to_string();
            return Err(SolverError::BadSetting {
                name: "threads",
                value,
                expected: "it must be between 1 and 512",
            });
        }
        let fictitious = matches!(self.algorithm, Algorithm::FictitiousPlay { .. });
        if self.precision == Precision::Half && (self.algorithm.predicts() || fictitious) {
            return Err(SolverError::Conflict(
                "16-bit storage works only with vanilla, CFR+, linear and discounted CFR",
            ));
        }
        if self.exploration > 0.0 && (fictitious || self.pruning.is_some()) {
            return Err(SolverError::Conflict(
                "exploration works with neither fictitious play nor pruning",
            ));
        }
        if let Some(sampling) = &self.sampling {
            if sampling.one_in.contains(&0) {
                return Err(SolverError::BadSetting {
                    name: "sampling",
                    value: "0".to_owned(),
                    expected: "one in at least 1 of the cards must be taken",
                });
            }
            if fictitious || self.algorithm.predicts() || self.pruning.is_some() {
                return Err(SolverError::Conflict(
                    "sampling works with neither fictitious play, predictions nor pruning",
                ));
            }
        }
        if self.by_hand == Some(0) {
            return Err(SolverError::BadSetting {
                name: "by_hand",
                value: "0".to_owned(),
                expected: "one in at least 1 of the rivers must be played without buckets",
            });
        }
        if self.by_hand.is_some() && (fictitious || self.pruning.is_some()) {
            return Err(SolverError::Conflict(
                "rivers without buckets work with neither fictitious play nor pruning",
            ));
        }
        if fictitious && self.pruning.is_some() {
            return Err(SolverError::Conflict("fictitious play has no regrets to prune by"));
        }
        Ok(())
    }
}
