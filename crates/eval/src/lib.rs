//! Hand ranks.

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "kernels for instruction sets found at run time")]
mod arch;
mod board;
mod describe;
mod error;
mod hand;
mod key;
mod omaha;
mod rank;
mod rank_keys;
pub mod simd;

pub use board::{
    HoldemBoard, LiveCards, MAX_STRENGTHS, PAIRS, StrengthGroups, Strengths, sort_by_strength,
};
pub use error::EvalError;
pub use hand::{rank_cards, rank_set};
pub use key::HandKey;
pub use omaha::{OmahaBoard, rank_hand, rank_omaha};
pub use rank::{Category, HandRank};
