//! Errors of solving flops and of reading bundles.

use std::path::PathBuf;

use quasar_preflop::PreflopError;
use quasar_store::BundleError;
use thiserror::Error;

use crate::request::{FieldError, InputError};
use crate::tables::TablesError;

/// Why flops could not be solved, or a bundle could not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PostflopError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A flop with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Betting, depths or settings that do not make a game.
    #[error(transparent)]
    Model(PreflopError),
    /// Equity tables that could not be read or computed.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The bundle cannot be read or written.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A bundle whose flops are not those of its configuration.
    #[error("{}: flop {place} is {found}, and the configuration says {expected}", path.display())]
    OtherFlops {
        /// The file.
        path: PathBuf,
        /// Which flop, from 0.
        place: usize,
        /// The flop of the file.
        found: String,
        /// The flop of the configuration.
        expected: String,
    },
    /// A flop that a bundle does not have.
    #[error("{}: no values for {flop}", path.display())]
    NoFlop {
        /// The bundle.
        path: PathBuf,
        /// The flop.
        flop: String,
    },
    /// Cancelled; the next run resumes from here.
    #[error("stopped with {done} of {total} flops solved; run the same command to resume")]
    Stopped {
        /// Flops written, over all depths.
        done: usize,
        /// All flops, over all depths.
        total: usize,
    },
}

impl PostflopError {
    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            PostflopError::Bundle(error) => error.is_input(),
            _ => matches!(
                self,
                PostflopError::Field(_) | PostflopError::Input(_) | PostflopError::Model(_)
            ),
        }
    }
}

impl From<PreflopError> for PostflopError {
    fn from(error: PreflopError) -> PostflopError {
        match error {
            PreflopError::Stopped => PostflopError::Stopped { done: 0, total: 0 },
            other => PostflopError::Model(other),
        }
    }
}
