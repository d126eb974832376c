//! What a flop is worth at a stack depth.
//!
//! For a flop and a stack-to-pot ratio: two players, three streets of betting
//! without new cards, the 169 classes as hands, and the all-in equities of the
//! flop at every showdown. The table has averaged turns and rivers already, so
//! the streets differ in their bets only. What comes out is the part of the pot
//! that each class gets against each other from either position.
//!
//! Cost: a leaf is a product of a 169 x 169 matrix with a column of reach (0.65
//! us), and 338 numbers of 4 bytes a line and action are kept: a tree of 1,000
//! such pairs takes 1.4 MB and about 1 ms an iteration.

mod pairs;
mod run;
mod sample;
mod sampled;
mod tree;
mod values;
mod worker;

pub use pairs::StreetPart;
pub use run::{FlopProgress, solve_flops};
pub use sample::{WeightedFlop, sample_flops};
pub use sampled::Sampling;
pub use tree::{ModelSpec, ModelTree};
pub use values::{FlopModel, ModelValues};
pub use worker::{FlopSolution, FlopWorker};
