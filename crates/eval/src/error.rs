//! What can be wrong with the input of this crate.

use quasar_cards::{Card, Game};
use thiserror::Error;

/// Why a hand or a board cannot be ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A number of cards that does not make a hand.
    #[error("a hand has 5 to 7 cards, not {0}")]
    HandSize(usize),
    /// A board before the flop, on which no five cards exist yet.
    #[error("the board is empty; hands are ranked from the flop on")]
    NoFlop,
    /// A hand of another game than the one that is ranked.
    #[error("{0} hands are not ranked here")]
    WrongGame(Game),
    /// A card that the hand and the board both hold.
    #[error("{0} is on the board")]
    Blocked(Card),
    /// A buffer of the caller that does not have the right length.
    #[error("the buffer has room for {found} entries where {expected} are written")]
    BufferLength {
        /// The length of the buffer.
        found: usize,
        /// The length it must have.
        expected: usize,
    },
}
