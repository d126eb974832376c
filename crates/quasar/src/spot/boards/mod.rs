//! One spot on many flops: a save for each, and a report over all.
//!
//! ```text
//! FlopChoice ── flops ──► BoardsSpec ── plan ──► BoardsPlan ── run ──► a folder of saves
//!                                                                         └─ BoardsReport
//! ```
//!
//! Flops are solved side by side, one on each thread if memory allows. A folder is its own
//! record of what is done: a flop whose save is there, of the same spot and as good
//! as was asked for, is not solved again. So a run that was interrupted goes on
//! when it is started again, and a report can be made from the saves at any time.

mod choice;
mod document;
mod error;
mod plan;
mod report;
mod run;

use std::path::{Path, PathBuf};

use quasar_cards::Board;

use crate::spot::SpotSpec;

pub use choice::{FlopChoice, WeightedFlop};
pub use document::BoardsDocument;
pub use error::BoardsError;
pub use plan::{BoardsPlan, BoardsProgress, BoardsSize, BoardsSpec};
pub use report::{BoardReport, BoardsMean, BoardsReport, DamagedBoard, MissingBoard};
pub(crate) use run::run_boards;
pub use run::{BoardsOutline, LargestFlop, read_flops};

/// A spot is solved on many flops with locks that make sense on all of them.
fn check_locks(spot: &SpotSpec) -> Result<(), BoardsError> {
    match spot.locks.iter().find(|lock| lock.names_cards()) {
        Some(lock) => Err(BoardsError::LockedCard { line: lock.line.to_string() }),
        None => Ok(()),
    }
}

/// The save of a flop in a folder.
pub fn save_path(folder: &Path, board: Board) -> PathBuf {
    folder.join(format!("{board}.qsr"))
}
