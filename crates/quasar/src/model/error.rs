//! Why flops could not be solved, or a bundle not be used.

use std::path::PathBuf;

use quasar_preflop::PreflopError;
use quasar_store::BundleError;
use thiserror::Error;

use crate::request::{FieldError, InputError};
use crate::tables::TablesError;

/// Why flops could not be solved, or a bundle not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PostflopError {
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A flop with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Betting, depths or settings that make no game.
    #[error(transparent)]
    Model(PreflopError),
    /// Equity tables that could not be had.
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
    #[error("{}: has no values of {flop}", path.display())]
    NoFlop {
        /// The bundle.
        path: PathBuf,
        /// The flop.
        flop: String,
    },
    /// Stopped; the next run goes on from there.
    #[error("stopped with {done} of {total} flops solved; the same command goes on from there")]
    Stopped {
        /// Flops that are written, over all depths.
        done: usize,
        /// Flops in all, over all depths.
        total: usize,
    },
}

impl PostflopError {
    /// Whether what was given is wrong, rather than what happened.
    pub fn is_input(&self) -> bool {
        matches!(self, PostflopError::Field(_) | PostflopError::Input(_) | PostflopError::Model(_))
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
