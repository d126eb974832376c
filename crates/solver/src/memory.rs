//! The memory that a solve will need, known before it is allocated.

use crate::plan::{Extent, Plan};
use crate::storage::Storage;
use crate::walk::ByHand;
use crate::{Settings, SolverError, SolverGame, scratch};

/// Bytes of a solve by purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryEstimate {
    /// Regrets and strategy sums.
    pub storage: u64,
    /// The scratch memory of the threads.
    pub scratch: u64,
    /// Threads that can be kept busy: all of them, or 1.
    pub(crate) threads: usize,
}

impl MemoryEstimate {
    /// What [`Solver::new`](crate::Solver::new) would allocate, without the game.
    pub fn new(game: &dyn SolverGame, settings: &Settings) -> Result<MemoryEstimate, SolverError> {
        settings.check()?;
        Ok(MemoryEstimate::of_game(game, &Plan::new(game)?, settings))
    }

    /// That of a game with its plan.
    pub(crate) fn of_game(
        game: &dyn SolverGame,
        plan: &Plan,
        settings: &Settings,
    ) -> MemoryEstimate {
        let mut estimate = MemoryEstimate::of(plan, settings);
        if let Some(one_in) = settings.by_hand {
            let (threads, precision) = (estimate.threads, settings.precision);
            estimate.scratch += ByHand::bytes(game, plan, one_in, threads, precision);
        }
        estimate
    }

    /// Without what is done hand by hand where hands are merged.
    pub(crate) fn of(plan: &Plan, settings: &Settings) -> MemoryEstimate {
        MemoryEstimate::with_total(plan, plan.total(), settings)
    }

    /// The same for a plan that does not know its whole size.
    pub(crate) fn with_total(plan: &Plan, total: Extent, settings: &Settings) -> MemoryEstimate {
        let precision = settings.precision;
        let predictions = settings.algorithm.predicts();
        let mut scratch = scratch::bytes(plan, 0, precision);
        let mut threads = 1;
        if let Some(split) = plan.split.filter(|_| settings.threads > 1) {
            threads = settings.threads;
            let results: usize = plan.split_results.iter().sum();
            scratch += (results * size_of::<f32>()) as u64;
            scratch += threads as u64 * scratch::bytes(plan, split + 1, precision);
        }
        let storage = Storage::bytes(total, precision, predictions);
        MemoryEstimate { storage, scratch, threads }
    }

    /// All of it.
    pub fn total(&self) -> u64 {
        self.storage + self.scratch
    }
}
