//! Why tables could not be had, or a file of them not made.

use std::path::PathBuf;

use quasar_cards::Board;
use quasar_equity::{DealError, FlopTableError};
use quasar_store::StoreError;
use thiserror::Error;

use crate::request::FieldError;

/// Why tables could not be had, or a file of them not made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablesError {
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// The file is not as it should be, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file that is there already is damaged or something else, and was not to
    /// be replaced.
    #[error("{0}")]
    Existing(StoreError),
    /// A board that is no flop, or numbers that are no table of its.
    #[error(transparent)]
    Table(FlopTableError),
    /// Numbers in a file that no table can have.
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
    #[error("{}: has no table of {flop}", path.display())]
    NoTable {
        /// The file.
        path: PathBuf,
        /// The flop.
        flop: Board,
    },
    /// No flops to compute were named.
    #[error("no flops to compute")]
    NoFlops,
    /// The making of a file was stopped; the next time goes on from there.
    #[error("stopped with {kept} tables written")]
    Interrupted {
        /// How many tables are in the partial file.
        kept: usize,
    },
    /// Stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}

impl TablesError {
    /// Whether other input would help, and nothing else.
    pub fn is_input(&self) -> bool {
        matches!(self, TablesError::Table(_) | TablesError::NoFlops)
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
