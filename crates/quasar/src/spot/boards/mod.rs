//! One spot on many flops: a save for each, and a report over all.
//!
//! ```text
//! FlopChoice ── flops ──► BoardsSpec ── plan ──► BoardsPlan ── run ──► a folder of saves
//!                                                                         └─ BoardsReport
//! ```
//!
//! Flops are solved in parallel, one on each thread if memory allows. A folder is its own
//! record of progress: a flop whose save exists, belongs to the same spot and meets the
//! goal is not solved again. So an interrupted run resumes
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

/// Checks that the locks of a spot make sense on every flop.
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
