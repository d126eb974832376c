//! Omaha: exactly two hole cards with exactly three of the board.

mod board;
mod bulk;
mod hand;
mod tables;

pub use board::OmahaBoard;
pub use hand::{rank_hand, rank_omaha};
