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
mod flop;
mod plan;
mod report;
mod run;

use std::path::{Path, PathBuf};

use quasar_cards::{Board, canonical_flop_index};

use crate::job::{AskError, NodeAnswer, NodeQuery};
use crate::spot::{SpotSave, SpotSpec};

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

impl BoardsSpec {
    /// The flop of the run that is solved in the place of one: itself, or one that is equal up
    /// to suits.
    pub fn flop_like(&self, flop: Board) -> Option<Board> {
        let number =
            |board: Board| canonical_flop_index(board.set()).ok().map(|(number, _)| number);
        let same = self.flops.iter().find(|own| own.board == flop);
        let alike = || self.flops.iter().find(|own| number(own.board) == number(flop));
        same.or_else(alike).map(|own| own.board)
    }

    /// Looks at a decision in the save of a flop; without a flop, in the first save there is.
    pub(crate) fn answer(&self, query: &NodeQuery) -> Result<NodeAnswer, AskError> {
        let Some(flop) = query.flop()? else {
            let mut saved = self.flops.iter().filter_map(|flop| self.save(flop.board));
            return saved.next().ok_or(AskError::Ended)?.answer_alone(query);
        };
        self.save(flop).ok_or(AskError::NotSolved(flop))?.answer_alone(query)
    }

    /// The save of a flop, if it has one.
    fn save(&self, flop: Board) -> Option<SpotSave> {
        let save = SpotSave::open(&save_path(&self.folder, flop)).ok()?;
        (save.spec().canonical() == self.spec_on(flop).canonical()).then_some(save)
    }
}
