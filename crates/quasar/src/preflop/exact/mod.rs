//! `leaf: exact`: the values of flops come from exact solves at the ranges of each line.

mod read;
mod report;
mod run;

use quasar_equity::SubsetFlop;

use crate::model::ModelFlops;

pub(super) use read::read_exact;
pub use report::{ExactPlan, ExactProgress, ExactRound};
pub(super) use run::{ExactRun, Found};

/// How exact solves alternate with the game before the flop.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactSpec {
    /// The flops that are solved.
    pub flops: ModelFlops,
    /// Bets and raises as fractions of the pot; those of the model unless given.
    pub bet_sizes: Option<Vec<f64>>,
    /// Raises of a street; as many as in the model unless given.
    pub max_raises: Option<u32>,
    /// The most iterations of a solve.
    pub iterations: u32,
    /// The exploitability at which a solve is done, as a fraction of the pot.
    pub accuracy: f64,
    /// The most rounds of exact solves.
    pub rounds: u32,
    /// The largest change of a class's value in big blinds that ends the rounds.
    pub change: f64,
    /// How often a line must be reached to be solved, 0 to 1.
    pub least_frequency: f64,
    /// Megabytes that a solve may take.
    pub memory_mb: u64,
}

impl ExactSpec {
    /// The flops with their weights.
    pub fn weighted_flops(&self) -> Vec<SubsetFlop> {
        self.flops.weighted()
    }
}
