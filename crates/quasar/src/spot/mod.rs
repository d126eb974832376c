//! Spots of Hold'em and Omaha after the flop: from the text of a spec to the
//! equilibrium and its report. Which game it is decides the leaves ([`CardGame`]) and
//! how a decision is shown; the rest is the same.
//!
//! | step | type | what it costs |
//! |---|---|---|
//! | read and check the fields | [`SpotSpec`] | nothing |
//! | count lines and memory, deal boards | [`SpotPlan`] | a second at most, for a flop, and the boards |
//! | solve | [`SpotJob`] | nearly all of the memory and the time |
//! | query a decision | [`NodeFacts`], [`SpotReport`] | about an iteration |
//! | keep it on disk | [`SpotSave`] | about two iterations, and the bytes |
//! | all of that on many flops | [`BoardsPlan`], [`BoardsReport`] | that many times the time |

mod boards;
mod card_game;
mod compatible;
mod curves;
mod cut;
mod document;
mod dry_run;
mod equity;
mod error;
mod facts;
mod fit;
mod game;
mod groups;
mod import;
mod job;
mod line;
mod lock;
mod minimum_bytes;
mod node_hands;
mod node_report;
mod plan;
mod ranges;
mod read;
mod report;
mod run;
mod sampled;
mod save;
mod sizes;
mod start;
mod view;
mod write;

use quasar_abstraction::RiverBucketing;
use quasar_cards::{Board, Combo, Game, Range};
use quasar_game::{Line, Player, Rake, TreeError, TreeSpec};
use quasar_solver::Settings;

use crate::buckets::AbstractionSpec;
use crate::job::Goal;
use crate::request::{Position, Warnings};
use crate::schema::names::{Names, Players};

pub(crate) use boards::run_boards;
pub use boards::{
    BoardReport, BoardsDocument, BoardsError, BoardsMean, BoardsOutline, BoardsPlan,
    BoardsProgress, BoardsReport, BoardsSize, BoardsSpec, DamagedBoard, FlopChoice, LargestFlop,
    MissingBoard, WeightedFlop, read_flops, save_path,
};
pub use card_game::CardGame;
pub use curves::{RangeCurveReport, SpotCurvesReport};
pub use cut::{CutDocument, CutMeasuredReport, CutReport, CutSpec, CutStreets, CutValues};
pub(crate) use document::read_scale;
pub use document::{
    PlayerDocument, PlayerStreetDocument, RakeDocument, SpotDocument, SpotPatch, StreetDocument,
    ThresholdsDocument,
};
pub use dry_run::DryRun;
pub use error::SpotError;
pub(crate) use facts::contributed;
pub use facts::{NodeFacts, SideFacts};
pub use groups::{HandGroupReport, MadeDrawReport};
pub use import::{
    ImportError, ImportFault, ImportFormat, ImportFormats, ImportNote, ImportedSpot,
    parse_piosolver_range, piosolver_range,
};
pub use job::SpotJob;
pub(crate) use line::decision_at;
pub use lock::{
    ActionName, HandsDocument, LockDocument, LockError, LockedAction, LockedHands, SpotLock,
    Strategy, Written,
};
pub(crate) use lock::{LockedDecision, read as read_locks};
pub(crate) use node_hands::mean;
pub use node_report::{
    ActionReport, ClassHandsReport, ClassStrategyReport, SpotHandReport, SpotNodeReport,
    SpotRangeReport,
};
pub use plan::{SpotMemory, SpotPlan, SpotSize};
pub use quasar_store::SaveResults;
pub use ranges::SpotRangesReport;
pub(crate) use read::{SOME_HAND, rake};
pub use report::{RiverBucketsReport, SpotPlayerReport, SpotReport};
pub use run::SpotOutline;
pub(crate) use run::run_job;
pub use sampled::SampledBoundReport;
pub(crate) use save::PartSave;
pub(crate) use save::SaveNames;
pub use save::{
    LineEnd, RunoutReport, RunoutsReport, SaveError, SaveReport, SaveSize, SaveSizes,
    SaveStreetReport, SpotSave, TreeLineReport, TreeReport,
};
pub(crate) use sizes::{NO_SIZES, read_sizes};
pub use start::{SpotStart, StartDocument};
pub use view::{HandSort, NodeView};
pub(crate) use write::rake_document;

/// A spot of Hold'em or Omaha, and how to solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotSpec {
    /// Flop, turn or river.
    pub board: Board,
    /// The players' ranges, `oop` first.
    pub ranges: [Range; 2],
    /// Pot, stacks, bet sizes, thresholds, added and removed lines.
    pub betting: TreeSpec,
    /// The rake.
    pub rake: Rake,
    /// Decisions with a fixed strategy.
    pub locks: Vec<SpotLock>,
    /// The buckets that replace single hands, if any.
    pub abstraction: Option<AbstractionSpec>,
    /// Into which buckets the hands of rivers to come are put.
    pub river_buckets: Option<RiverBucketing>,
    /// Where the tree ends before the hand does, if it does.
    pub cut: Option<CutSpec>,
    /// River buckets from which an exact solve starts, if any.
    pub start: Option<SpotStart>,
    /// Algorithm, precision and threads.
    pub settings: Settings,
    /// When to stop; its exploitability is in chips.
    pub goal: Goal,
    /// What was noticed while it was read.
    pub warnings: Warnings,
    /// Where lines that are added or removed are written.
    pub places: LinePlaces,
    /// How many units of its chips a chip of the text it was read from is: 10 for a pot of
    /// 5.5, which is 55 here.
    pub chip_scale: u64,
}

/// Where the lines of a spec are written. It does not make it another spec.
#[derive(Clone, Default)]
pub struct LinePlaces(pub(crate) Vec<(Line, Position)>);

impl std::fmt::Debug for LinePlaces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinePlaces")
    }
}

impl PartialEq for LinePlaces {
    fn eq(&self, _: &LinePlaces) -> bool {
        true
    }
}

impl LinePlaces {
    /// An error of the tree, at the line that it is about.
    fn place(&self, error: TreeError) -> SpotError {
        let wrong = match &error {
            TreeError::CardsInEdit { line }
            | TreeError::CannotAdd { line, .. }
            | TreeError::CannotRemove { line } => Some(line.to_string()),
            _ => None,
        };
        // The error has the line up to the step that is wrong.
        let is_wrong = |(line, _): &&(Line, Position)| {
            wrong.as_ref().is_some_and(|wrong| line.to_string().starts_with(wrong))
        };
        let at = self.0.iter().find(is_wrong).map(|(_, at)| *at);
        SpotError::from(error).at(at)
    }
}

impl SpotSpec {
    /// The game, which is that of the ranges.
    pub fn game(&self) -> Game {
        self.ranges[0].game()
    }

    /// Fails if a board leaves a player no hand.
    pub(crate) fn check_hands(&self, board: &Board) -> Result<(), SpotError> {
        let is_left =
            |(combo, weight): (Combo, f32)| weight > 0.0 && !combo.set().intersects(board.set());
        let nobody = |player: &Player| !self.ranges[player.index()].iter().any(is_left);
        match Player::BOTH.into_iter().find(nobody) {
            Some(player) => Err(SpotError::NoHand { player: Players::name(player) }),
            None => Ok(()),
        }
    }

    /// Whether another spec is of the same game: a solve of one can be resumed with the other,
    /// whatever their algorithms and goals.
    fn is_same_game_as(&self, other: &SpotSpec) -> bool {
        let game = |spec: &SpotSpec| (spec.board, spec.rake, spec.river_buckets);
        game(self) == game(other)
            && self.ranges == other.ranges
            && self.betting == other.betting
            && self.locks == other.locks
            && self.cut == other.cut
    }
}
