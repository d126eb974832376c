//! Errors of solving a spot on many flops, and of reading a folder of saves.

use std::path::PathBuf;

use quasar_store::StoreError;
use thiserror::Error;

use super::FlopChoice;
use crate::request::{FieldError, InputError};
use crate::spot::{SaveError, SpotError};

/// Why a spot cannot be solved on many flops, or a folder of saves cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BoardsError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// A spot that is invalid on every flop.
    #[error("spot: {0}")]
    Spec(SpotError),
    /// No flop to solve.
    #[error("no flops: expected all, a number, or flops such as AhKsQd,Td9d6h")]
    NoFlops,
    /// A subset of an impossible size.
    #[error("a subset has 1 to {} flops, not {found}", FlopChoice::MOST)]
    Subset {
        /// The requested number of flops.
        found: String,
    },
    /// A flop that cannot be read.
    #[error(transparent)]
    Flop(#[from] InputError),
    /// A weight that is not a positive number.
    #[error(
        "{flop} has the weight `{text}`; expected a number above 0, at most {}",
        BoardsError::MOST_WEIGHT
    )]
    Weight {
        /// The flop.
        flop: String,
        /// The weight as written.
        text: String,
    },
    /// Ranges or locks that treat suits differently, so that a flop cannot represent others.
    #[error(
        "ranges or locks treat suits differently, so flops that differ only by suits must be solved separately; give a list of flops"
    )]
    SuitsMatter,
    /// A lock of a later street, whose cards not every flop leaves possible.
    #[error(
        "the lock of {line} names a card, which is not possible on every flop; on many flops only decisions of the flop can be locked"
    )]
    LockedCard {
        /// The line.
        line: String,
    },
    /// Ranges that block each other on every flop.
    #[error("on none of these flops can both players hold a hand of their range")]
    NoHands,
    /// An invalid list of flops.
    #[error("{}: is not a list of flops", path.display())]
    NoList {
        /// The file.
        path: PathBuf,
    },
    /// A save of another spot at the path of one of this spot.
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
    /// A damaged or foreign file.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BoardsError {
    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            BoardsError::Save(error) => error.is_input(),
            BoardsError::Store(error) => error.is_input(),
            _ => true,
        }
    }

    /// The largest weight of a flop: sums and products of such weights stay finite.
    pub(super) const MOST_WEIGHT: f64 = 1e12;
}
