//! Solving a spot, and keeping its state as bytes.
//!
//! ```text
//! magic "QSPT" | version u32 | length u32 | text of the game | solver's checkpoint
//! ```
//!
//! Little-endian. The solver's checkpoint knows the shape of the game and has a
//! checksum; the text tells apart games of the same shape.

use quasar_game::{BettingTree, Line};
use quasar_solver::{NodeValues, Player, Profile, Solver};

use super::facts::{NodePlace, RawNode, put_in};
use super::{CardGame, NodeFacts, NodeView, SpotError, SpotReport, SpotSize, SpotSpec, report};
use crate::solve::{Ended, JobControl, SolveJob, SolveProgress};

const MAGIC: [u8; 4] = *b"QSPT";
const VERSION: u32 = 1;

/// A spot being solved.
pub struct SpotJob {
    pub(super) spec: SpotSpec,
    pub(super) betting: BettingTree,
    pub(super) size: SpotSize,
    pub(super) job: SolveJob<CardGame>,
    /// Seconds at work before the save that this goes on from.
    pub(super) earlier: f64,
}

impl SpotJob {
    pub(super) fn new(
        spec: SpotSpec,
        betting: BettingTree,
        size: SpotSize,
        solver: Solver<CardGame>,
    ) -> SpotJob {
        let job = SolveJob::new(solver, spec.goal);
        SpotJob { spec, betting, size, job, earlier: 0.0 }
    }

    /// Works until the goal is reached or the job is cancelled.
    pub fn run(&mut self, control: &JobControl, progress: impl FnMut(&SolveProgress)) -> Ended {
        self.job.run(control, progress)
    }

    /// What is known now, and the strategy at the end of `line`, hand by hand.
    pub fn report(&mut self, ended: Ended, line: &Line) -> Result<SpotReport, SpotError> {
        self.report_with(ended, line, &NodeView::default())
    }

    /// The same with another view of the decision.
    pub fn report_with(
        &mut self,
        ended: Ended,
        line: &Line,
        view: &NodeView,
    ) -> Result<SpotReport, SpotError> {
        report::make(self, ended, line, view)
    }

    /// All that is known now of the decision at the end of `line`; costs about an
    /// iteration.
    pub fn facts(&mut self, line: &Line) -> Result<NodeFacts, SpotError> {
        let located = self.locate(line)?;
        let solver = self.job.solver_mut();
        let strategy = solver.strategy(&located.at, Profile::Average)?;
        let values = solver.values(&located.at, Profile::Average)?;
        let game = solver.game();
        let combos = Player::BOTH.map(|player| game.combos(located.place, player));
        let player = self.betting[located.betting.round][located.betting.node].player();
        let player = player.unwrap_or(Player::Oop);
        let other = player.opponent();
        let evs = |values: Vec<Option<f32>>, of: Player| {
            let put_in = put_in(&self.betting, located.betting, of) as f32;
            values.into_iter().map(|value| value.map(|value| value + put_in)).collect()
        };
        let NodeValues { reach, values, action_values, .. } = values;
        let [oop, ip] = values;
        let raw = RawNode {
            combos,
            weights: reach,
            strategy,
            action_evs: evs(action_values, player),
            other_evs: evs(if other == Player::Oop { oop } else { ip }, other),
        };
        let place = NodePlace {
            game: self.spec.game(),
            line,
            tree: &self.betting,
            place: located.betting,
            board: located.dealt.board,
            solved: located.dealt.solved,
            relabel: located.dealt.relabel,
        };
        Ok(NodeFacts::new(&place, player, raw))
    }

    /// The job itself, to be run step by step.
    pub fn job(&mut self) -> &mut SolveJob<CardGame> {
        &mut self.job
    }

    /// Whether a file that begins with these bytes may be a checkpoint of a spot.
    pub fn is_checkpoint(first: &[u8]) -> bool {
        first.starts_with(&MAGIC)
    }

    /// The state of the solve as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        let game = self.spec.game_text();
        let length = u32::try_from(game.len()).unwrap_or(u32::MAX);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(game.as_bytes());
        bytes.extend(self.job.solver().checkpoint());
        bytes
    }

    /// Goes on from a checkpoint of the same spot. Nothing changes if it does
    /// not fit.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SpotError> {
        let foreign = SpotError::Checkpoint("it does not begin like a checkpoint of a spot");
        let Some((header, rest)) = bytes.split_first_chunk::<12>() else { return Err(foreign) };
        if header[..4] != MAGIC {
            return Err(foreign);
        }
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| header[at + byte]));
        if number(4) != VERSION {
            return Err(SpotError::Checkpoint("it is of another version"));
        }
        let short = SpotError::Checkpoint("it is too short");
        let (game, state) = rest.split_at_checked(number(8) as usize).ok_or(short)?;
        if game != self.spec.game_text().as_bytes() {
            return Err(SpotError::Checkpoint("it is of another spot"));
        }
        Ok(self.job.solver_mut().restore(state)?)
    }
}
