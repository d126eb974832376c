//! Solving a spot, and its checkpoints.

use std::num::NonZeroU32;

use quasar_game::{BettingTree, Line};
use quasar_nets::limit::finish::LockedMeasurement;
use quasar_solver::{Measured, MergedAverage, NodeValues, Player, Profile, Solver, SolverError};
use quasar_store::{Checkpoint, CheckpointKind};

use super::facts::{NodePlace, RawNode, contributed};
use super::sampled::SampledMeasure;
use super::start::{MergedStart, Starting};
use super::{
    CardGame, NodeFacts, NodeView, SpotError, SpotReport, SpotSize, SpotSpec, SpotStart, report,
};
use crate::job::{
    Control, Ended, SolveJob, SolveProgress, checkpoint_bytes, drive, open_checkpoint,
};

/// A spot being solved.
pub struct SpotJob {
    pub(super) spec: SpotSpec,
    /// The text of the spec in checkpoints.
    pub(super) text: String,
    pub(super) betting: BettingTree,
    pub(super) size: SpotSize,
    pub(super) job: SolveJob<CardGame>,
    /// The start with river buckets, until the exact solve continues.
    pub(super) start: Option<Starting>,
    /// The river buckets that the strategies started from.
    pub(super) started: Option<SpotStart>,
    /// The same, estimated from samples of rivers.
    pub(super) sampled: Option<(u32, SampledMeasure)>,
    /// The value of strategies before a cut in the whole tree, and its iteration.
    pub(super) finished: Option<(u32, LockedMeasurement)>,
}

impl SpotJob {
    pub(super) fn new(
        spec: SpotSpec,
        betting: BettingTree,
        size: SpotSize,
        solver: Solver<CardGame>,
    ) -> SpotJob {
        let mut goal = spec.goal;
        if spec.cut.is_some() {
            // What best responses gain in a cut tree is not an exploitability.
            goal.check_every = NonZeroU32::MAX;
        }
        let job = SolveJob::new(solver, goal);
        SpotJob {
            text: spec.checkpoint_text(),
            spec,
            betting,
            size,
            job,
            start: None,
            started: None,
            sampled: None,
            finished: None,
        }
    }

    /// Runs until the goal is reached or the job is cancelled.
    pub fn run(
        &mut self,
        control: &Control,
        mut progress: impl FnMut(&SolveProgress),
    ) -> Result<Ended, SpotError> {
        let ended = drive(self, control, &mut progress)?;
        self.show_start()?;
        Ok(ended)
    }

    /// One iteration, with river buckets as long as the solve starts from them.
    pub(super) fn advance(&mut self) -> Result<(), SpotError> {
        let SpotJob { spec, betting, job, start, started, .. } = self;
        if job.solver().iteration() > 0 && matches!(start, Some(Starting::Planned(_))) {
            // Resumed.
            *start = None;
        }
        match start {
            None => {
                job.step()?;
            }
            Some(Starting::Planned(planned)) => {
                let planned = *planned;
                let merged =
                    job.timed(|solver| MergedStart::new(planned, spec, betting, solver.game()))?;
                *started = Some(planned);
                *start = Some(Starting::Merged(Box::new(merged)));
            }
            Some(Starting::Merged(merged)) => {
                let lifted = job.timed(|solver| {
                    let last = merged.step()?;
                    if last {
                        merged.lift(solver, MergedAverage::Dropped)?;
                    }
                    Ok::<bool, SolverError>(last)
                });
                if lifted? {
                    *start = None;
                }
            }
        }
        Ok(())
    }

    /// Lets every hand take over what its bucket does, if the solve was stopped among buckets.
    pub(super) fn show_start(&mut self) -> Result<(), SpotError> {
        if let Some(Starting::Merged(merged)) = &mut self.start {
            merged.lift(self.job.solver_mut(), MergedAverage::Kept)?;
            self.start = None;
        }
        Ok(())
    }

    /// The progress; iterations with buckets count.
    pub(super) fn progress_now(&self) -> SolveProgress {
        let progress = self.job.progress();
        match &self.start {
            Some(Starting::Merged(merged)) => {
                SolveProgress { iteration: merged.iteration(), ..progress }
            }
            _ => progress,
        }
    }

    /// Finds what the average strategies are worth in the exact game, where best responses
    /// see every card, if hands of rivers are in buckets. Costs about three exact iterations.
    pub fn measure(&mut self) -> Result<(), SpotError> {
        if self.spec.river_buckets.is_some() && self.measured().is_none() {
            self.job.measure()?;
        }
        Ok(())
    }

    /// Estimates what the average strategies lose in the exact game from samples of rivers,
    /// if hands of rivers are in buckets: in a fraction of the time, an upper bound in the
    /// mean.
    pub fn measure_samples(&mut self) -> Result<(), SpotError> {
        if self.spec.river_buckets.is_some() {
            let found = self.job.measure_samples(SampledMeasure::RIVERS)?;
            let iteration = self.job.solver().iteration();
            self.sampled = Some((iteration, SampledMeasure::new(&found)));
        }
        Ok(())
    }

    /// What was estimated, if nothing was learned since.
    pub(super) fn sampled(&self) -> Option<SampledMeasure> {
        let now = self.job.solver().iteration();
        self.sampled.filter(|(iteration, _)| *iteration == now).map(|(_, sampled)| sampled)
    }

    /// What was measured, if nothing was learned since.
    pub(super) fn measured(&self) -> Option<Measured> {
        self.spec.river_buckets?;
        self.job.solver().measured(Profile::Average)
    }

    /// The current solution, with the strategy at the end of `line`, hand by hand.
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

    /// Everything known now about the decision at the end of `line`; costs about an
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
            let contributed = contributed(&self.betting, located.betting, of) as f32;
            values.into_iter().map(|value| value.map(|value| value + contributed)).collect()
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

    /// The bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint_bytes(self)
    }

    /// Resumes from the bytes of a checkpoint of the same spot. On an error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SpotError> {
        self.resume(&open_checkpoint(bytes)?)
    }

    /// Resumes from a checkpoint of the same spot. Programs of before wrote the path of a network
    /// in place of its contents. On an error nothing changes.
    pub fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), SpotError> {
        let before = self.spec.to_text();
        let text = if checkpoint.header().spec == before { &before } else { &self.text };
        Ok(self.job.resume(checkpoint, CheckpointKind::Spot, text)?)
    }
}
