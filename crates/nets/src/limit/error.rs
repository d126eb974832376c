//! Why a limited game cannot be set up, or why its leaves have no values.

use quasar_cards::Game;
use quasar_solver::{HoldemError, LeafError, OmahaError, SolverError};
use thiserror::Error;

/// What went wrong with a limited game.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum LimitError {
    /// Stopped by the caller.
    #[error("stopped")]
    Stopped,
    /// A tree that does not reach the next street.
    #[error("no line of the tree reaches the next street, so there is nothing to cut")]
    NothingToCut,
    /// Rake, with which leaves are not zero-sum.
    #[error("a tree with rake cannot be cut: leaf values must be zero-sum")]
    Rake,
    /// Leaf values that need cards, in a game without any.
    #[error("{values} need boards and hands, which this game does not have")]
    NoCards {
        /// The kind of values.
        values: &'static str,
    },
    /// Values for another street.
    #[error("the values are for boards of {expected} cards; this board has {found}")]
    Street {
        /// Cards of the boards that the values are for.
        expected: usize,
        /// Cards of the board.
        found: usize,
    },
    /// Values for another game or deck.
    #[error(
        "the values are for {} with {} cards; this is {} with {}",
        expected.0, expected.1, found.0, found.1
    )]
    OtherGame {
        /// The game that the values are for, and the size of its deck.
        expected: (Game, usize),
        /// The game, and the size of its deck.
        found: (Game, usize),
    },
    /// A frontier leaf that nobody described.
    #[error("the tree has a frontier leaf {leaf}; only {known} are known")]
    UnknownLeaf {
        /// Its number.
        leaf: usize,
        /// How many are known.
        known: usize,
    },
    /// What follows a leaf has different hands from the leaf.
    #[error("the game after a leaf has different hands from the leaf")]
    OtherHands,
    /// A whole game that does not begin like the limited one.
    #[error("the whole game has different decisions before the cut")]
    OtherTree,
    /// Values that are not numbers.
    #[error("the value of a leaf is not a finite number (leaf {leaf}, hand {hand})")]
    NotFinite {
        /// The number of the frontier leaf.
        leaf: usize,
        /// The number of the hand.
        hand: usize,
    },
    /// The values' own error.
    #[error(transparent)]
    Values(#[from] LeafError),
    /// A game of Hold'em that cannot be set up.
    #[error(transparent)]
    Holdem(#[from] HoldemError),
    /// A game of Omaha that cannot be set up.
    #[error(transparent)]
    Omaha(#[from] OmahaError),
    /// A game that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
}
