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
mod error;
mod plan;
mod report;

use std::path::{Path, PathBuf};

use quasar_cards::Board;

pub use choice::{FlopChoice, WeightedFlop};
pub use error::BoardsError;
pub use plan::{BoardsPlan, BoardsProgress, BoardsSize, BoardsSpec};
pub use report::{BoardReport, BoardsMean, BoardsReport, MissingBoard};

/// The save of a flop in a folder.
fn save_path(folder: &Path, board: Board) -> PathBuf {
    folder.join(format!("{board}.qsr"))
}

/// The text of a spec without its board, which is the first line of it.
fn without_board(text: &str) -> &str {
    text.split_once('\n').map_or(text, |(_, rest)| rest)
}
