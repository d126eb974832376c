//! Why a spot cannot be saved, or a save not be used.

use std::path::PathBuf;

use quasar_solver::SolverError;
use quasar_store::StoreError;
use thiserror::Error;

use crate::request::MOST_TEXT;
use crate::spot::SpotError;

/// Why a spot cannot be saved, or a save not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file is not as it should be, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A line that the spot does not have, or cards and ranges that make no game.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// A spec that no text can say, and that a save can therefore not keep.
    #[error("the spot has settings that no spec can say, so it cannot be saved")]
    NoText,
    /// A spec whose text cannot be read again.
    #[error("the spot cannot be saved, as its spec could not be read again: {0}")]
    Unreadable(Box<SpotError>),
    /// A spec whose text no reader of saves would take.
    #[error(
        "the spot cannot be saved: its spec takes {bytes} bytes as text, and at most {MOST_TEXT} \
         are read; ranges that give whole kinds of hands one weight take less"
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
        /// How many actions there are.
        actions: usize,
    },
    /// A file whose parts do not go together.
    #[error("{}: {why}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A street that was left out of the save.
    #[error("{}: the {street} was not saved; {hint}", path.display())]
    NotKept {
        /// The file.
        path: PathBuf,
        /// The street.
        street: &'static str,
        /// Which save would have it.
        hint: &'static str,
    },
    /// A save without regrets, or of another spot, that was to be continued.
    #[error("{}: cannot be continued: {why}", path.display())]
    NotResumable {
        /// The file.
        path: PathBuf,
        /// What is missing.
        why: &'static str,
    },
    /// A save that no file could hold.
    #[error("the spot cannot be saved: {0}")]
    TooLarge(String),
    /// Stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}

impl SaveError {
    /// Whether other input would help, and nothing else.
    pub fn is_input(&self) -> bool {
        !matches!(self, SaveError::Store(_) | SaveError::Content { .. } | SaveError::Stopped)
    }
}

impl From<SolverError> for SaveError {
    fn from(error: SolverError) -> SaveError {
        SaveError::Spot(error.into())
    }
}
