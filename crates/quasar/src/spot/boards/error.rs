//! Why a spot cannot be solved on many flops, or a folder of saves not be read.

use std::path::PathBuf;

use quasar_store::StoreError;
use thiserror::Error;

use super::FlopChoice;
use crate::request::{FieldError, InputError};
use crate::spot::{SaveError, SpotError};

/// Why a spot cannot be solved on many flops, or a folder of saves not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BoardsError {
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A spot that makes no sense on any flop.
    #[error("spot: {0}")]
    Spec(SpotError),
    /// No flop to solve.
    #[error("no flops: expected all, a number, or flops such as AhKsQd,Td9d6h")]
    NoFlops,
    /// A subset that is none.
    #[error(
        "a subset has 1 to {} flops, not {found}; all are {}",
        FlopChoice::MOST,
        quasar_cards::CANONICAL_FLOPS
    )]
    Subset {
        /// How many flops were asked for.
        found: String,
    },
    /// A flop that cannot be read.
    #[error(transparent)]
    Flop(#[from] InputError),
    /// The weight of a flop that is no positive number.
    #[error(
        "{flop} has the weight `{text}`; expected a number above 0, at most {}",
        BoardsError::MOST_WEIGHT
    )]
    Weight {
        /// The flop.
        flop: String,
        /// What stands for its weight.
        text: String,
    },
    /// Ranges or locks that tell suits apart, for which one flop cannot stand for others.
    #[error(
        "ranges or locks treat suits differently, so no flop stands for those that only differ by suits; give a list of flops"
    )]
    SuitsMatter,
    /// A lock of a later street, whose cards not every flop leaves.
    #[error(
        "the lock of {line} names a card, which not every flop leaves; on many flops only decisions of the flop can be locked"
    )]
    LockedCard {
        /// The line.
        line: String,
    },
    /// Ranges that clash with each other on every flop.
    #[error("the ranges have no hands on any of these flops that can be held together")]
    NoHands,
    /// A list of flops that is none.
    #[error("{}: is not a list of flops", path.display())]
    NoList {
        /// The file.
        path: PathBuf,
    },
    /// A save of another spot in the place of one of this.
    #[error("{}: is a save of another spot; choose another folder", path.display())]
    OtherSpot {
        /// The file.
        path: PathBuf,
    },
    /// A spot that cannot be solved on a flop.
    #[error("{board}: {source}")]
    Spot {
        /// The flop.
        board: String,
        /// What is wrong.
        source: Box<SpotError>,
    },
    /// A save that cannot be written or read.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A file that is not as it should be.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BoardsError {
    /// Whether other input would help, and nothing else.
    pub fn is_input(&self) -> bool {
        match self {
            BoardsError::Save(error) => error.is_input(),
            BoardsError::Store(_) => false,
            _ => true,
        }
    }

    /// The largest weight of a flop: sums and products of such stay finite.
    pub(super) const MOST_WEIGHT: f64 = 1e12;
}
