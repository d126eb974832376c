//! Equity: how much of the pot each player wins when all remaining cards are
//! dealt and nobody folds.
//!
//! A [`Question`] is validated input: game, players, board, dead cards. Every
//! method here answers it as pure mathematics; clocks, threads, caches and the
//! choice of a method belong to the layer above.

#![deny(unsafe_code)]

mod heads_up;
pub mod omaha;
mod progress;
mod question;
mod tally;

pub use heads_up::{HandTally, HeadsUp};
pub use omaha::OmahaError;
pub use progress::{Cancelled, Progress};
pub use question::{Holding, Question, QuestionError};
pub use tally::Tally;
