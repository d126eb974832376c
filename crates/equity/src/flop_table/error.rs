//! What can be wrong with a flop table.

use quasar_cards::Board;
use thiserror::Error;

use super::FLOP_TABLE_ENTRIES;
use crate::DealError;

/// Why there is no flop table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FlopTableError {
    /// Tables are for flops only.
    #[error("a flop has three cards, but the board {0:?} has {count}", count = .0.cards().len())]
    NotAFlop(Board),
    /// The wrong number of numerators.
    #[error("a flop table has {FLOP_TABLE_ENTRIES} numerators, not {found}")]
    Length {
        /// How many there were.
        found: usize,
    },
    /// A numerator that no result of the deals can have.
    #[error("numerator {place} of a flop table is {found}, but its deals give at most {most}")]
    Numerator {
        /// Its place among the entries.
        place: usize,
        /// What it was.
        found: u32,
        /// Twice the number of its deals.
        most: u32,
    },
    /// The computation did not finish.
    #[error(transparent)]
    Deal(#[from] DealError),
}
