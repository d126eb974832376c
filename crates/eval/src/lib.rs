//! Hand ranks.

#![deny(unsafe_code)]

mod describe;
mod error;
mod hand;
mod key;
mod rank;
mod rank_keys;

pub use error::EvalError;
pub use hand::{rank_cards, rank_set};
pub use key::HandKey;
pub use rank::{Category, HandRank};
