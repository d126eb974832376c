//! Counterfactual regret minimisation for two-player betting games.
//!
//! One engine for all games: an iteration carries strategies down a
//! [`PublicTree`], asks the game's *leaf operator* for the values of many leaves
//! at once, and carries values up. Nearly every way a hand can end is a linear map from
//! the opponent's reach to counterfactual values, so games differ only in their hands,
//! their boards and that operator: see [`SolverGame`].
//!
//! [`Solver`] holds a game with its regrets and strategy sums. Its constructor
//! allocates all memory; an iteration allocates nothing. The same game and settings
//! give the same numbers bit for bit, whatever the number of threads.

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "kernels for instruction sets that are checked at run time")]
mod arch;
mod betting;
mod buckets;
mod checkpoint;
mod decisions;
mod error;
mod export;
mod game;
mod games;
mod goal;
mod holdem;
mod kernels;
mod lift;
mod lock;
mod measure;
mod memory;
mod number;
mod omaha;
mod operators;
mod orbits;
mod plan;
mod prune;
mod query;
mod resume;
mod rows;
mod sampling;
mod schedule;
mod scratch;
mod settings;
mod solver;
mod stands_for;
mod storage;
mod tree;
mod valued;
mod walk;

pub use betting::{BettingNode, GamePart, public_tree, public_tree_within};
pub use buckets::{BoardBuckets, BucketMap, MergeError, MergeRivers, RiverHands, ShortTable};
pub use error::SolverError;
pub use export::{DecisionExport, StageExport};
pub use game::{BoardAt, Deal, Folds, HandMap, Lifted, SolverGame};
pub use games::{
    MatrixBoard, MatrixGame, NoLimitLeduc, Toy, half_street, kuhn, leduc, liars_dice,
    no_limit_leduc,
};
pub use goal::{Advance, Reached, StepGoal};
pub use holdem::{
    HoldemError, HoldemGame, HoldemSpec, StreetsError, StreetsGame, StreetsNode, StreetsSize,
    StreetsSpec, streets_size,
};
pub use lift::MergedAverage;
pub use measure::{Measured, RiverSamples};
pub use memory::MemoryEstimate;
pub use omaha::{OmahaError, OmahaGame, OmahaRiver, OmahaSpec};
pub use operators::{
    BothCall, Column, JoinedFold, LeafCall, LeafError, LeafOperator, MatrixEntry, MatrixShowdown,
    MatrixTables, PairTable, Product, RunOuts,
};
pub use quasar_game::Player;
pub use query::{NodeAt, NodeValues};
pub use resume::{StoredAt, StoredNumbers};
pub use rows::{Rows, RowsMut};
pub use sampling::Sampling;
pub use schedule::{Algorithm, Discounts, Pruning, Updates};
pub use settings::{MOST_THREADS, Settings};
pub use solver::{Exploitability, Profile, PruneCount, Solver};
pub use stands_for::StandsFor;
pub use storage::{Precision, zeros};
pub use tree::{
    Expansion, Leaf, PublicNode, PublicTree, Stage, TreeNode, TreePart, TreeWithStates,
};
