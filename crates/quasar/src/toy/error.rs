//! Why a game cannot be solved.

use quasar_solver::SolverError;
use thiserror::Error;

use crate::request::FieldError;

/// Why a game cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A game that does not exist.
    #[error(
        "unknown game `{text}`; did you mean {suggestion}? The games are kuhn, leduc, leduc-no-limit and liars-dice-DxF, with D dice of F faces per player"
    )]
    UnknownGame {
        /// The text.
        text: String,
        /// The known game with the closest spelling.
        suggestion: &'static str,
    },
    /// Liar's Dice with sizes that are not numbers.
    #[error(
        "`{text}`: write the dice per player and their faces after liars-dice-, as in liars-dice-1x4"
    )]
    BadDice {
        /// The text.
        text: String,
    },
    /// A target that cannot be reached.
    #[error("the target is {0}; it must be a number above 0")]
    BadTarget(String),
    /// The solver refuses the game or the settings.
    #[error(transparent)]
    Solver(#[from] SolverError),
}
