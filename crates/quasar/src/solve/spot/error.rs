//! Why a spot cannot be solved or looked at.

use quasar_game::{LineError, RakeError, TreeError};
use quasar_solver::{HoldemError, SolverError};
use thiserror::Error;

use crate::{FieldError, InputError};

/// Why a spot cannot be solved or looked at.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SpotError {
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Cards, a range, sizes or a line with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A rake that no house takes.
    #[error("rake: {0}")]
    Rake(#[from] RakeError),
    /// Betting that makes no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Cards and ranges that make no game.
    #[error(transparent)]
    Holdem(#[from] HoldemError),
    /// Settings that the engine refuses.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A line that the tree does not have.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A line that ends where nobody acts.
    #[error("nobody acts at {line}: {why}")]
    NoDecision {
        /// The line.
        line: String,
        /// What is there instead.
        why: &'static str,
    },
    /// A card in a line that cannot come.
    #[error("{line}: {card} cannot be dealt; it is on the board, or leaves a player no hand")]
    NoCard {
        /// The line.
        line: String,
        /// The card.
        card: String,
    },
    /// A checkpoint of something else.
    #[error("the checkpoint does not fit: {0}")]
    Checkpoint(&'static str),
    /// An equity that could not be computed.
    #[error("equity: {0}")]
    Equity(String),
}
