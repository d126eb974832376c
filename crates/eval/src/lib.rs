//! Hand ranks: how strong a poker hand is.
//!
//! Hold'em hands of five to seven cards and Omaha hands of four to six hole cards
//! (exactly two of them with exactly three of the board), one at a time or all
//! hands of a board at once. A [`HandRank`] is a number; higher is better, equal
//! splits the pot. Nothing here knows about players or chips.
//!
//! | question | answer | cost, one Zen 3 core |
//! |---|---|---|
//! | five to seven cards | [`rank_cards`], [`rank_set`] | 3.5 ns |
//! | the same in nested loops | [`HandKey`] | 1.1 ns |
//! | a flush by its ranks | [`rank_flush`] | |
//! | a hand of any game on a board, checked | [`rank_hand`] | |
//! | an Omaha hand from loose cards | [`rank_omaha`] | 17, 23, 31 ns for 4, 5, 6 cards |
//! | all Hold'em hands of a board | [`HoldemBoard`] | 1 us, sorted 6 us |
//! | all pairs of Omaha hole cards on a board | [`OmahaBoard`] | 0.6 us |
//! | all Omaha hands of a river | [`OmahaBoard::ranks_into`] | 0.017, 0.13, 2.9 ms for 4, 5, 6 cards |
//! | what a hand is in the words of players | [`kinds::Sorter`] | 0.1 to 1 us |
//! | hands sorted by rank | [`Strengths`], [`sort_by_strength`] | 0.2 to 0.4 ms for 178,365 hands |
//!
//! Ranks without flush are tables made by the build script from a plain statement
//! of the rules (`build/naive.rs`), 290 KB in all. Only the Omaha tables, two megabytes,
//! are filled on first use, in about 3 ms. Apart from them the crate has no state, and
//! no function allocates except [`HandRank::describe`] and those of [`kinds`].

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "kernels for instruction sets found at run time")]
mod arch;
mod board;
mod describe;
mod error;
mod hand;
mod key;
pub mod kinds;
mod omaha;
mod rank;
mod rank_keys;
pub mod simd;

pub use board::{
    HoldemBoard, LiveCards, MAX_STRENGTHS, PAIRS, StrengthGroups, Strengths, sort_by_strength,
};
pub use error::EvalError;
pub use hand::{rank_cards, rank_flush, rank_set};
pub use key::HandKey;
pub use omaha::{OmahaBoard, rank_hand, rank_omaha};
pub use rank::{Category, HandRank};
