//! Errors of equity tables and their files.

use std::path::PathBuf;

use quasar_cards::Board;
use quasar_equity::{DealError, FlopTableError};
use quasar_store::StoreError;
use thiserror::Error;

use crate::request::FieldError;

/// Why equity tables could not be read, computed or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablesError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A file that is damaged, foreign, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An existing file that is damaged or something else, and must not be replaced.
    #[error("{0}")]
    Existing(StoreError),
    /// A board that is not a flop, or numbers that are not a table of its.
    #[error(transparent)]
    Table(FlopTableError),
    /// Invalid numbers in a file.
    #[error("{}: the table of {flop} is wrong: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The flop.
        flop: Board,
        /// What is wrong.
        reason: FlopTableError,
    },
    /// A flop that a file does not have.
    #[error("{}: no table for {flop}", path.display())]
    NoTable {
        /// The file.
        path: PathBuf,
        /// The flop.
        flop: Board,
    },
    /// No flops to compute were named.
    #[error("no flops to compute")]
    NoFlops,
    /// A subset of no flops, or of more than there are.
    #[error("a subset has 1 to {} flops, not {found}", quasar_cards::CANONICAL_FLOPS)]
    BadSubset {
        /// The requested number.
        found: usize,
    },
    /// Cancelled while making a file; the next run resumes from here.
    #[error("stopped with {kept} tables written")]
    Interrupted {
        /// The number of tables in the partial file.
        kept: usize,
    },
    /// Stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}

impl TablesError {
    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            TablesError::Store(error) => error.is_input(),
            _ => matches!(
                self,
                TablesError::Table(_) | TablesError::NoFlops | TablesError::BadSubset { .. }
            ),
        }
    }

    /// Whether the work was cancelled.
    pub fn is_stopped(&self) -> bool {
        matches!(self, TablesError::Interrupted { .. } | TablesError::Stopped)
    }
}

impl From<FlopTableError> for TablesError {
    fn from(error: FlopTableError) -> TablesError {
        match error {
            FlopTableError::Deal(DealError::Stopped) => TablesError::Stopped,
            other => TablesError::Table(other),
        }
    }
}
