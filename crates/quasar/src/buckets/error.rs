//! Why buckets could not be made, found or used.

use std::path::PathBuf;

use quasar_abstraction::{AbstractionError, CsvError, FeatureSet};
use quasar_cards::Board;
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
    /// They cannot be made or compared.
    #[error(transparent)]
    Abstraction(#[from] AbstractionError),
    /// The file is not as it should be, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Features that mean something else now, or that this program does not know.
    #[error(
        "{}: made with version {found} of the features, and this program has version {}; make the buckets anew",
        path.display(), FeatureSet::VERSION
    )]
    FeatureVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
    },
    /// Numbers in a file that no buckets can have.
    #[error("{}: {why}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: &'static str,
    },
    /// Buckets of another board.
    #[error("{}: has buckets of {found}, not of {wanted}", path.display())]
    OtherBoard {
        /// The file.
        path: PathBuf,
        /// The board of the file.
        found: Board,
        /// The board that was asked for.
        wanted: Board,
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
    /// The spot or a line of it makes no sense.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// Threads cannot be had.
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

    /// Whether other input would help, and nothing else.
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            BucketsError::Abstraction(AbstractionError::Stopped)
                | BucketsError::Engine(_)
                | BucketsError::Store(_)
                | BucketsError::FeatureVersion { .. }
                | BucketsError::Content { .. }
        )
    }
}
