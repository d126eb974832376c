//! Why an equity question has no answer.

use quasar_equity::{DealError, EstimateError, HandOnBoardError, QuestionError};
use thiserror::Error;

use crate::request::FieldError;

/// Why an equity question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EquityError {
    /// The cards cannot be dealt, or the work was cancelled.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The heuristic only compares one hand with one range.
    #[error("the heuristic compares one hand with one range from the flop on")]
    NoHeuristic,
    /// The hand and the board do not fit together.
    #[error(transparent)]
    Spot(#[from] HandOnBoardError),
    /// The heuristic has nothing to compare.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
    /// Equities of every hand need an exact answer for two players.
    #[error("equity of every hand needs two players and the exact method")]
    NoPerCombo,
}

impl EquityError {
    /// Whether the question was cancelled.
    pub fn is_stopped(&self) -> bool {
        matches!(self, EquityError::Deal(DealError::Stopped))
    }

    /// Whether the question itself is at fault.
    pub fn is_input(&self) -> bool {
        !matches!(self, EquityError::Deal(DealError::Stopped))
    }
}

/// Why fields do not make an equity question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EquitySpecError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Cards that cannot be held together.
    #[error(transparent)]
    Question(#[from] QuestionError),
}
