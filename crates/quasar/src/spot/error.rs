//! Errors of spots.

use quasar_abstraction::CsvError;
use quasar_game::{LineError, RakeError, TreeError};
use quasar_nets::limit::LimitError;
use quasar_solver::{HoldemError, OmahaError, SolverError};
use thiserror::Error;

use super::LockError;
use crate::job::ResumeError;
use crate::request::{FieldError, InputError, Position};

/// Why a spot cannot be solved or queried.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SpotError {
    /// A mistake and its place in the text of the spec.
    #[error("line {}, column {}: {error}", at.line, at.column)]
    At {
        /// Where it is.
        at: Position,
        /// What is wrong there.
        error: Box<SpotError>,
    },
    /// A spot with buckets where hands are needed.
    #[error(
        "abstraction: spots with buckets can only be solved with `quasar solve`, and cannot be saved"
    )]
    Abstraction,
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Cards, a range, sizes or a line with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An invalid rake.
    #[error("rake: {0}")]
    Rake(#[from] RakeError),
    /// Betting that does not make a tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Cards and ranges that do not make a game.
    #[error(transparent)]
    Holdem(#[from] HoldemError),
    /// Cards and ranges that do not make a game of Omaha.
    #[error(transparent)]
    Omaha(#[from] OmahaError),
    /// A decision on a river whose hands are in buckets.
    #[error(
        "{line} leads to a river in buckets; decisions of the flop and turn can be shown and locked"
    )]
    RiverBuckets {
        /// The line.
        line: String,
    },
    /// A decision beyond the cut of a tree.
    #[error("{line} leads beyond the {street}, where the tree is cut; see --cut")]
    BeyondCut {
        /// The line.
        line: String,
        /// The street that is not played.
        street: &'static str,
    },
    /// A tree that cannot be cut, or leaves without values.
    #[error("cut: {0}")]
    Cut(LimitError),
    /// Networks are not there.
    #[error("cut.values: there is no network for this spot; use equity")]
    NoNetwork,
    /// A network that cannot be read.
    #[error("cut.values: {0}")]
    Network(String),
    /// Other sizes after the cut than those that a network has learned.
    #[error(
        "cut.values: the network was trained for {learned}, but the sizes after {line} are different; set those sizes, or use equity"
    )]
    OtherBetting {
        /// The first such line.
        line: String,
        /// What the network has learned.
        learned: String,
    },
    /// More behind than a network has learned.
    #[error(
        "cut.values: the stack after {line} is {ratio:.2} pots; the network was trained on at most {most}"
    )]
    Deep {
        /// The line.
        line: String,
        /// Stack to pot there.
        ratio: f64,
        /// The most that the network has seen.
        most: f32,
    },
    /// A range without a hand that is possible on the board.
    #[error("every hand in the range of {player} holds a card of the board")]
    NoHand {
        /// `oop` or `ip`.
        player: &'static str,
    },
    /// Boards that need more memory than allowed, known before they are built.
    #[error("the boards alone need at least {needed} bytes of memory; {allowed} are allowed")]
    Boards {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Settings that the engine refuses.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A line that the tree does not have.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A strategy that cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A line that does not end at a decision.
    #[error("nobody acts at {line}: {why}")]
    NoDecision {
        /// The line.
        line: String,
        /// What is there instead.
        why: &'static str,
    },
    /// A card in a line that cannot be dealt.
    #[error(
        "{line}: {card} cannot be dealt: it is on the board, or it leaves a player without a hand"
    )]
    NoCard {
        /// The line.
        line: String,
        /// The card.
        card: String,
    },
    /// An invalid matrix of buckets.
    #[error("{at}, {error}")]
    Matrix {
        /// The field, and the file if there is one.
        at: String,
        /// What is wrong, with row and column.
        error: Box<CsvError>,
    },
    /// A checkpoint that is damaged, foreign, or of another version.
    #[error("the checkpoint cannot be read: {0}")]
    Unreadable(String),
    /// A checkpoint of something else.
    #[error("the checkpoint cannot be used: {0}")]
    Checkpoint(&'static str),
    /// An equity that could not be computed.
    #[error("equity: {0}")]
    Equity(String),
}

impl From<ResumeError> for SpotError {
    fn from(error: ResumeError) -> SpotError {
        match error {
            ResumeError::Other => {
                SpotError::Checkpoint("it belongs to a different spot or to other settings")
            }
            ResumeError::Unreadable(why) => SpotError::Unreadable(why),
            ResumeError::Solver(error) => SpotError::Solver(error),
        }
    }
}

impl SpotError {
    /// The text that could not be read, if this is such an error.
    pub fn input(&self) -> Option<&InputError> {
        match self {
            SpotError::At { error, .. } => error.input(),
            SpotError::Field(error) => error.input(),
            SpotError::Input(error) => Some(error),
            _ => None,
        }
    }

    /// The same at a place of the spec, if one is known.
    pub(crate) fn at(self, at: Option<Position>) -> SpotError {
        match at {
            Some(at) => SpotError::At { at, error: Box::new(self) },
            None => self,
        }
    }
}
