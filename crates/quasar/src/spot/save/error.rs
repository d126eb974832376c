//! Errors of saves.

use std::path::PathBuf;

use quasar_solver::SolverError;
use quasar_store::StoreError;
use thiserror::Error;

use crate::request::MOST_TEXT;
use crate::spot::SpotError;

/// Why a spot cannot be saved, or a save cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A file that is damaged, foreign, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A line that the spot does not have, or cards and ranges that do not make a game.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// A spot whose tree is cut.
    #[error(
        "the spot cannot be saved: its tree is cut, and saves have all streets; leave the cut out, \
         or keep a checkpoint"
    )]
    Cut,
    /// A spec that no text can express, so that a save cannot keep it.
    #[error("the spot cannot be saved: it has settings that the text of a spec cannot express")]
    NoText,
    /// A spec whose text cannot be read again.
    #[error("the spot cannot be saved: its spec could not be read back: {0}")]
    Unreadable(Box<SpotError>),
    /// A spec whose text is too long for a save.
    #[error(
        "the spot cannot be saved: its spec takes {bytes} bytes as text, and at most {MOST_TEXT} \
         are read; ranges with fewer different weights take less"
    )]
    TooLong {
        /// Bytes of the text.
        bytes: usize,
    },
    /// A decision with more actions than a save can count.
    #[error(
        "the spot cannot be saved: a decision has {actions} actions, and a save keeps at most {}",
        u8::MAX
    )]
    Actions {
        /// The number of actions.
        actions: usize,
    },
    /// A file with inconsistent parts.
    #[error("{}: {why}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A street that the save does not have.
    #[error("{}: the {street} was not saved; {hint}", path.display())]
    NotKept {
        /// The file.
        path: PathBuf,
        /// The street.
        street: &'static str,
        /// Which save would have it.
        hint: &'static str,
    },
    /// A save that cannot be resumed: it has no regrets, or is of another spot.
    #[error("{}: cannot be resumed: {why}", path.display())]
    NotResumable {
        /// The file.
        path: PathBuf,
        /// What is missing.
        why: &'static str,
    },
    /// A save that is too large for a file.
    #[error("the spot cannot be saved: {0}")]
    TooLarge(String),
    /// Stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}

impl SaveError {
    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            SaveError::Store(error) => error.is_input(),
            SaveError::Content { .. } | SaveError::Stopped => false,
            _ => true,
        }
    }
}

impl From<SolverError> for SaveError {
    fn from(error: SolverError) -> SaveError {
        SaveError::Spot(error.into())
    }
}
