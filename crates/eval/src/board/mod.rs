//! Everything that can be held on one board, ranked at once.
//!
//! - `pairs`: tables over the 1,326 pairs of cards, shared by both games
//! - `holdem`: all Hold'em hands of a board
//! - `live`: the cards a board leaves and the numbering of their hands
//! - `strength`: the few distinct ranks of a board, and sorting by them

mod holdem;
mod live;
mod pairs;
mod strength;

pub use holdem::HoldemBoard;
pub use live::LiveCards;
pub(crate) use live::binomial;
pub use pairs::PAIRS;
pub(crate) use pairs::{RANK_PAIRS, block, pair_index, rank_pair_index, spread_into};
pub use strength::{MAX_STRENGTHS, StrengthGroups, Strengths, sort_by_strength};
