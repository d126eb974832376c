//! Why a valid question cannot be dealt.

use thiserror::Error;

/// Why the deals of a question cannot be sampled or counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DealError {
    /// More cards than the deck has left.
    #[error("the players and the board need {needed} more cards, but the deck has {left} left")]
    TooFewCards {
        /// Cards still to be dealt.
        needed: usize,
        /// Cards that are not known.
        left: usize,
    },
    /// No hands of the ranges can be dealt together.
    #[error("no deal is possible: the players' ranges always share a card")]
    NoDeal,
    /// Hands of the ranges clash so often that sampling finds almost no deal.
    #[error(
        "the ranges almost always share a card: only {deals} of {attempts} attempts gave a deal"
    )]
    TooRare {
        /// How often hands were drawn.
        attempts: u64,
        /// How often they were compatible.
        deals: u64,
    },
    /// Cancelled before there was a result.
    #[error("stopped before there was a result")]
    Stopped,
}
