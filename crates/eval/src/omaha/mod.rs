//! Omaha: exactly two hole cards with exactly three of the board.
//!
//! - `rows`, `flushes`: the rank of two hole cards on any board, by ranks and by
//!   the ranks of a flush suit; `tables` holds both
//! - `hand`: one hand on one board
//! - `board`: all pairs of hole cards of a board, and through them all hands
//! - `bulk`: the kernel that turns ranks of pairs into ranks of all hands

mod board;
mod bulk;
mod flushes;
mod hand;
mod rows;
mod tables;

pub use board::OmahaBoard;
pub use hand::{rank_hand, rank_omaha};
