//! Equity: how much of the pot each player wins when all remaining cards are
//! dealt and nobody folds.
//!
//! A [`Question`] is validated input: game, players, board, dead cards. Every
//! method here answers it as pure mathematics; clocks, threads, caches and the
//! choice of a method belong to the layer above.

#![deny(unsafe_code)]

mod draws;
mod heads_up;
mod heuristic;
mod question;
mod tally;

pub use draws::{
    Chance, Draw, DrawKind, Draws, FlushDraw, MadeHand, Pairing, Spot, SpotError, StraightDraw,
    Suitedness, Texture, draws,
};
pub use heads_up::{HandTally, HeadsUp};
pub use heuristic::{Breakdown, Confidence, Estimate, EstimateError, estimate};
pub use question::{Holding, Question, QuestionError};
pub use tally::Tally;
