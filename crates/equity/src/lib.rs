//! Equity: how much of the pot each player wins when all remaining cards are
//! dealt and nobody folds.
//!
//! A [`Question`] is validated input: game, players, board, dead cards. Every
//! method here answers it as pure mathematics; clocks, threads, caches and the
//! choice of a method belong to the layer above.

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "kernels for instruction sets found at run time")]
mod arch;
mod deal_error;
mod draws;
mod exact;
mod flop_table;
mod heads_up;
mod heuristic;
mod holdem;
mod multiway;
pub mod omaha;
mod orders;
mod player;
mod progress;
mod question;
mod runouts;
mod sample;
mod subsets;
mod tally;

pub use deal_error::DealError;
pub use draws::{
    Chance, Draw, DrawKind, Draws, FlushDraw, HandOnBoard, HandOnBoardError, MadeHand, Pairing,
    StraightDraw, Suitedness, Texture, draws,
};
pub use exact::{heads_up, heads_up_cost, heads_up_total};
pub use flop_table::{FLOP_TABLE_ENTRIES, FlopTable, FlopTableError, flop_tables};
pub use heads_up::{HandTally, HeadsUp};
pub use heuristic::{Breakdown, Confidence, Estimate, EstimateError, estimate};
pub use holdem::{Matchups, build_matchups};
pub use multiway::{Multiway, MultiwayCount};
pub use orders::{hand_orders, order_against, order_against_sampled, order_against_top};
pub use player::PlayerEquity;
pub use progress::Progress;
pub use question::{Holding, Question, QuestionError};
pub use sample::{FlopDeals, SampleEnd, SamplePlan, Sampled, Sampler};
pub use subsets::{LARGEST_SUBSET, SubsetError, SubsetFlop, build_flop_subsets, flop_subset};
pub use tally::Tally;
