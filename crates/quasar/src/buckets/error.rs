//! Errors of making, finding or using buckets.

use std::path::PathBuf;

use quasar_abstraction::{AbstractionError, CsvError, FeatureSet};
use quasar_cards::{Board, Combo};
use quasar_game::TreeError;
use quasar_solver::{OmahaError, SolverError};
use quasar_store::StoreError;
use thiserror::Error;

use crate::job::EngineError;
use crate::request::FieldError;
use crate::spot::SpotError;

/// Why buckets could not be made, found or used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BucketsError {
    /// Buckets that cannot be made or compared.
    #[error(transparent)]
    Abstraction(#[from] AbstractionError),
    /// A file that is damaged, foreign, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Features of another version.
    #[error(
        "{}: made with version {found} of the features; this program has version {}. Make the buckets again",
        path.display(), FeatureSet::VERSION
    )]
    FeatureVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
    },
    /// Invalid numbers in a file.
    #[error("{}: {why}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: &'static str,
    },
    /// Buckets of another board.
    #[error("{}: these are the buckets of {found}, not of {wanted}", path.display())]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// The board of the file.
        found: Board,
        /// The requested board.
        wanted: Board,
    },
    /// A hand of another game, or with a card of the board.
    #[error("{hand} is not a four-card hand that is possible on {board}")]
    NoHand {
        /// The hand.
        hand: Combo,
        /// The board of the buckets.
        board: Board,
    },
    /// A matrix that cannot be read.
    #[error("{}, {error}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        error: CsvError,
    },
    /// A betting tree that cannot be built.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The engine refuses the game or the settings.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// An invalid spot or line.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// Threads could not be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The real game cannot be set up.
    #[error(transparent)]
    Omaha(#[from] OmahaError),
}

impl BucketsError {
    /// Whether the work was cancelled.
    pub fn is_stopped(&self) -> bool {
        matches!(self, BucketsError::Abstraction(AbstractionError::Stopped))
    }

    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            BucketsError::Store(error) => error.is_input(),
            BucketsError::Abstraction(AbstractionError::Stopped)
            | BucketsError::Engine(_)
            | BucketsError::FeatureVersion { .. }
            | BucketsError::Content { .. } => false,
            _ => true,
        }
    }
}
