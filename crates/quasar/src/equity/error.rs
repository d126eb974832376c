//! Why an equity question has no answer.

use quasar_equity::{DealError, EstimateError, QuestionError, SpotError};
use thiserror::Error;

use crate::request::FieldError;

/// Why an equity question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EquityError {
    /// The cards cannot be dealt, or the work was stopped.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// A heuristic was asked for something else than a hand against a range.
    #[error("the heuristic compares one hand with one range from the flop on")]
    NoHeuristic,
    /// The hand and the board make no spot.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// The heuristic has nothing to compare.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
    /// Every hand was asked for where there is no exact answer hand by hand.
    #[error("equity of every hand needs two players and the exact method")]
    NoPerCombo,
}

impl EquityError {
    /// Whether the question was cancelled.
    pub fn is_stopped(&self) -> bool {
        matches!(self, EquityError::Deal(DealError::Stopped))
    }

    /// Whether the question itself is at fault, and not what happened on the way.
    pub fn is_input(&self) -> bool {
        !matches!(self, EquityError::Deal(DealError::Stopped))
    }
}

/// Why fields are no equity question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EquitySpecError {
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Cards that cannot be held together.
    #[error(transparent)]
    Question(#[from] QuestionError),
}
