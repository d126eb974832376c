//! Everything that can be held on one board, ranked at once.

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
