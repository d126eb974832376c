//! The value of a flop at a stack depth.
//!
//! The game for a flop and a stack-to-pot ratio has two players, three streets of
//! betting without new cards, the 169 classes as hands, and the all-in equities of
//! the flop at every showdown. The table already averages turns and rivers, so the
//! streets differ only in their bets. The result is the fraction of the pot that
//! each class wins against each other from either position.
//!
//! Cost: a leaf is a product of a 169 x 169 matrix with a column of reach (0.65
//! us), and 338 numbers of 4 bytes are kept per line and action: a tree of 1,000
//! such pairs takes 1.4 MB and about 1 ms an iteration.

mod pairs;
mod run;
mod sampled;
mod tree;
mod values;
mod worker;

pub use pairs::StreetPart;
pub use run::{FlopProgress, solve_flops};
pub use sampled::DealSampling;
pub use tree::{ModelSpec, ModelTree};
pub use values::{FlopModel, ModelValues};
pub use worker::{FlopSolution, FlopWorker};
