//! Equity: how much of the pot each player wins when all remaining cards are
//! dealt and nobody folds.
//!
//! A [`Question`] is validated input: game, players, board, dead cards. Every
//! method here answers it as pure mathematics; clocks, threads, caches and the
//! choice of a method belong to the layer above.

#![deny(unsafe_code)]

mod deal_error;
mod exact;
mod heads_up;
mod holdem;
mod multiway;
pub mod omaha;
mod player;
mod progress;
mod question;
mod runouts;
mod sample;
mod tally;

pub use deal_error::DealError;
pub use exact::heads_up;
pub use heads_up::{HandTally, HeadsUp};
pub use holdem::{Matchups, build_matchups};
pub use multiway::{Multiway, MultiwayCount};
pub use player::PlayerEquity;
pub use progress::Progress;
pub use question::{Holding, Question, QuestionError};
pub use sample::{SampleEnd, SamplePlan, Sampled, Sampler};
pub use tally::Tally;
