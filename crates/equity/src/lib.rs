//! Equity: how much of the pot each player wins when all remaining cards are
//! dealt and nobody folds.
//!
//! A [`Question`] is validated input: game, players, board, dead cards. Every
//! method here answers it as pure mathematics; clocks, threads, caches and the
//! choice of a method belong to the layer above.

#![deny(unsafe_code)]

mod exact;
mod heads_up;
mod holdem;
mod progress;
mod question;
mod tally;

pub use exact::heads_up;
pub use heads_up::{HandTally, HeadsUp};
pub use holdem::{Matchups, build_matchups};
pub use progress::{Cancelled, Progress};
pub use question::{Holding, Question, QuestionError};
pub use tally::Tally;
