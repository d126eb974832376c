//! Spots of Hold'em and Omaha after the flop: from the text of a spec to the
//! equilibrium and its report. Which game it is decides the leaves ([`CardGame`]) and
//! how a decision is shown; the rest is the same.
//!
//! | step | type | what it costs |
//! |---|---|---|
//! | read and check the fields | [`SpotSpec`] | nothing |
//! | count lines and memory, deal boards | [`SpotPlan`] | a second at most, for a flop, and the boards |
//! | solve | [`SpotJob`] | all of the memory, and the time |
//! | look at a decision | [`NodeFacts`], [`SpotReport`] | about an iteration |
//! | keep it on disk | [`SpotSave`] | about two iterations, and the bytes |
//! | all of that on many flops | [`BoardsPlan`], [`BoardsReport`] | that many times the time |

mod boards;
mod card_game;
mod equity;
mod error;
mod facts;
mod game;
mod groups;
mod job;
mod kinds;
mod least;
mod line;
mod lock;
mod meets;
mod node_hands;
mod node_report;
mod plan;
mod read;
mod report;
mod save;
mod settings;
mod sizes;
mod text;
mod view;

use quasar_cards::{Board, Combo, Game, Range};
use quasar_game::{Player, Rake, TreeSpec};
use quasar_solver::Settings;

use super::Goal;
use crate::buckets::AbstractionSpec;

pub use boards::{
    BoardReport, BoardsError, BoardsMean, BoardsPlan, BoardsProgress, BoardsReport, BoardsSize,
    BoardsSpec, FlopChoice, MissingBoard, WeightedFlop,
};
pub use card_game::CardGame;
pub use error::SpotError;
pub(crate) use facts::put_in;
pub use facts::{NodeFacts, SideFacts};
pub use groups::HandGroupReport;
pub use job::SpotJob;
pub(crate) use line::decision_at;
pub use lock::{ActionName, LockError, LockedAction, SpotLock};
pub(crate) use node_hands::mean;
pub use node_report::{
    ActionReport, ClassStrategyReport, SpotHandReport, SpotNodeReport, SpotRangeReport,
};
pub use plan::{SpotMemory, SpotPlan, SpotSize};
pub(super) use read::read_solver;
pub(crate) use report::name;
pub use report::{SpotPlayerReport, SpotReport};
pub use save::{
    RunoutReport, SaveError, SaveReport, SaveSize, SaveStreetReport, SpotSave, TreeLineReport,
};
pub use view::{HandSort, NodeView};

/// A spot of Hold'em or Omaha, and how it is to be solved.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotSpec {
    /// Flop, turn or river.
    pub board: Board,
    /// What the players hold, `oop` first.
    pub ranges: [Range; 2],
    /// Pot, stacks, bet sizes, thresholds, added and removed lines.
    pub betting: TreeSpec,
    /// What the house takes.
    pub rake: Rake,
    /// Decisions whose strategy is given.
    pub locks: Vec<SpotLock>,
    /// Into which buckets hands are put, instead of playing each for itself.
    pub abstraction: Option<AbstractionSpec>,
    /// Algorithm, precision and threads.
    pub settings: Settings,
    /// When to stop; its exploitability is in chips.
    pub goal: Goal,
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
            Some(player) => Err(SpotError::NoHand { player: name(player) }),
            None => Ok(()),
        }
    }

    /// All that decides which game is played, as text: two specs with the same
    /// text can continue each other's checkpoints.
    fn game_text(&self) -> String {
        let [oop, ip] = &self.ranges;
        let mut text =
            format!("{} / {oop} / {ip} / {:?} / {:?}", self.board, self.betting, self.rake);
        for lock in &self.locks {
            text += &format!(" / {lock}");
        }
        text
    }
}
