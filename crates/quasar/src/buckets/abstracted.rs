//! Solving a spot with buckets, for a spec with `abstraction: {k: 200}`.
//!
//! Hands are sorted into buckets, the game of buckets is solved, every hand plays the
//! strategy of its bucket, and the exploitability of that in the real game is computed
//! hand by hand. Both exploitabilities are reported; the second is the one that matters.

use std::io::{self, Write};

use quasar_abstraction::{FeatureSet, KMeans};
use quasar_game::{BettingTree, Line};
use quasar_solver::{MatrixGame, NodeAt, SolverError, public_tree};
use quasar_store::{Checkpoint, CheckpointHeader, CheckpointKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::decision::BucketDecision;
use super::report::examples;
use super::{BucketSpot, Buckets, BucketsError, BucketsSpec, LiftedStrategy};
use crate::job::{
    AskError, Checkpointed, Clock, Control, Ended, Engine, GoalChange, NodeQuery, NodeReport,
    ResumeError, SolveJob, SolveProgress, Steps, checkpoint_bytes, drive, open_checkpoint,
};
use crate::request::values::FeatureSets;
use crate::schema::names::{Name, Players};
use crate::spot::{ActionReport, SpotError, SpotSpec, decision_at};

/// The buckets of a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbstractionSpec {
    /// The features by which hands are compared.
    pub features: FeatureSet,
    /// The number of buckets, and how they are found.
    pub clustering: KMeans,
}

/// A spot being solved with buckets.
pub struct AbstractedJob {
    spec: SpotSpec,
    spot: BucketSpot,
    betting: BettingTree,
    buckets: Buckets,
    pub(super) job: SolveJob<MatrixGame>,
    clock: Clock,
    /// Memory in bytes.
    allowed: u64,
    /// Seconds that making the buckets and their matrix took.
    prepared: f64,
}

/// The result of a solve with buckets.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct AbstractedReport {
    /// The board.
    pub board: String,
    /// The chips in the middle at the start.
    pub pot: u64,
    /// The features by which hands are compared.
    pub features: Name<FeatureSets>,
    /// The requested number of buckets.
    pub asked: usize,
    /// The actual number: smaller if fewer hands differ in their features.
    pub buckets: usize,
    /// The seed of the clustering.
    pub seed: u64,
    /// Why the solve ended.
    pub ended: Ended,
    /// Iterations of the game of buckets.
    pub iterations: u32,
    /// Working time: buckets, solving, and best responses in the real game.
    pub seconds: f64,
    /// The exploitability among players who see only their bucket, in chips.
    pub bucket_exploitability: f64,
    /// The same in percent of the pot.
    pub bucket_exploitability_percent: f64,
    /// The exploitability of the lifted strategy in the real game, in chips.
    pub exploitability: f64,
    /// The same in percent of the pot.
    pub exploitability_percent: f64,
    /// Each player's expected value in the real game, `oop` first, when both
    /// play the lifted strategy.
    pub evs: [f64; 2],
    /// Each player's gain from a best response that sees real cards.
    pub gains: [f64; 2],
    /// The requested decision.
    #[serde(flatten)]
    pub node: BucketNodeReport,
}

/// A decision of the game of buckets.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BucketNodeReport {
    /// The line that leads to it.
    pub line: String,
    /// Who acts there.
    pub player: Name<Players>,
    /// The player's expected value there, in the game of buckets; null if the
    /// line is never reached.
    pub ev: Option<f64>,
    /// The actions there.
    pub actions: Vec<ActionReport>,
    /// The buckets of the player who acts.
    pub strategy: Vec<BucketStrategyReport>,
}

/// The strategy of a bucket.
#[derive(Clone, PartialEq, Debug, JsonSchema, Serialize)]
pub struct BucketStrategyReport {
    /// Its number, from 0.
    pub bucket: usize,
    /// Combos that reach the decision.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// Its expected value from here on, in chips; null if it is compatible with no bucket.
    pub ev: Option<f64>,
    /// Some of its hands in the player's range, nearest to the centre first.
    pub examples: Vec<String>,
}

impl SpotSpec {
    /// A job that solves the spot with the buckets of its spec; none if the spec has
    /// none. Fails if either game, that of buckets or the real one afterwards,
    /// needs more than `allowed` bytes of memory. `control` counts the steps of making
    /// the buckets.
    pub fn abstracted_job(
        &self,
        allowed: u64,
        control: &Control,
    ) -> Result<Option<AbstractedJob>, BucketsError> {
        self.abstracted_job_by(Clock::system(), allowed, control)
    }

    /// The same by another clock.
    pub(super) fn abstracted_job_by(
        &self,
        clock: Clock,
        allowed: u64,
        control: &Control,
    ) -> Result<Option<AbstractedJob>, BucketsError> {
        let Some(AbstractionSpec { features, clustering }) = self.abstraction else {
            return Ok(None);
        };
        self.check_hands(&self.board)?;
        let start = clock.now();
        let engine = Engine::new(self.settings.threads, Engine::DEFAULT_CACHE)?;
        let board = self.board;
        let spot = BucketSpot {
            ranges: self.ranges.clone(),
            betting: self.betting.clone(),
            rake: self.rake,
            settings: self.settings,
        };
        // Fail now rather than after the solve.
        drop(spot.exact(board, allowed)?);
        let buckets = BucketsSpec { board, features, clustering }.build(&engine, control)?;
        let mut job = spot.job(&buckets, self.goal, allowed, &engine, control)?;
        job.set_clock(clock.clone());
        let betting = BettingTree::build(&self.betting)?;
        let prepared = (clock.now() - start).as_secs_f64();
        let spec = self.clone();
        Ok(Some(AbstractedJob { spec, spot, betting, buckets, job, clock, allowed, prepared }))
    }
}

impl AbstractedJob {
    /// Runs until the goal is reached in the game of buckets or the job is cancelled.
    pub fn run(
        &mut self,
        control: &Control,
        mut progress: impl FnMut(&SolveProgress),
    ) -> Result<Ended, SolverError> {
        drive(self, control, &mut progress)
    }

    /// Lifts the strategy, computes its value in the real game, and reports the strategy
    /// of buckets at the end of `line`.
    pub fn report(&mut self, ended: Ended, line: &Line) -> Result<AbstractedReport, BucketsError> {
        let among_buckets = self.job.exploitability()?.mean();
        let solved = self.job.progress();
        let node = self.node(line)?;
        let start = self.clock.now();
        let lifted = LiftedStrategy::new(&self.buckets, self.job.solver_mut())?;
        let worth = lifted.exploitability(&mut self.spot.exact(self.spec.board, self.allowed)?)?;
        let lifting = (self.clock.now() - start).as_secs_f64();
        let pot = self.spec.betting.start.pot;
        let percent = |chips: f64| 100.0 * chips / pot.as_f64();
        let BucketsSpec { features, clustering, .. } = *self.buckets.spec();
        Ok(AbstractedReport {
            board: self.spec.board.to_string(),
            pot: pot.0,
            features: Name(features),
            asked: clustering.clusters,
            buckets: self.buckets.len(),
            seed: clustering.seed,
            ended,
            iterations: solved.iteration,
            seconds: self.prepared + solved.elapsed.as_secs_f64() + lifting,
            bucket_exploitability: among_buckets,
            bucket_exploitability_percent: percent(among_buckets),
            exploitability: worth.mean(),
            exploitability_percent: percent(worth.mean()),
            evs: worth.values.map(|value| value + pot.as_f64() / 2.0),
            gains: [0, 1].map(|side| worth.best_responses[side] - worth.values[side]),
            node,
        })
    }

    /// The bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint_bytes(self)
    }

    /// Resumes from the bytes of a checkpoint of the same spot with the same buckets. On an error
    /// nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), ResumeError> {
        self.resume(&open_checkpoint(bytes)?)
    }

    /// Resumes from a checkpoint of the same spot with the same buckets. On an error nothing
    /// changes.
    pub fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), ResumeError> {
        let spec = self.spec.to_text();
        self.job.resume(checkpoint, CheckpointKind::Buckets, &spec)
    }

    /// The strategy of buckets at the end of `line`.
    fn node(&mut self, line: &Line) -> Result<BucketNodeReport, BucketsError> {
        let decision = self.decision(line)?;
        let range = &self.spec.ranges[decision.player().index()];
        let examples = examples(&self.buckets, |hand| range.weight(hand) > 0.0);
        let strategy = |bucket| BucketStrategyReport {
            bucket,
            combos: f64::from(decision.weight(bucket)),
            frequencies: decision.frequencies(bucket),
            ev: decision.ev(bucket),
            examples: examples[bucket].iter().map(|(_, hand)| hand.to_string()).collect(),
        };
        Ok(BucketNodeReport {
            line: line.to_string(),
            player: Name(decision.player()),
            ev: decision.mean_ev(),
            actions: decision.actions(),
            strategy: (0..decision.buckets()).map(strategy).collect(),
        })
    }

    /// Bytes of memory that the game of buckets needs, without its tables.
    pub fn memory(&self) -> u64 {
        self.job.solver().memory().total()
    }

    fn decision(&mut self, line: &Line) -> Result<BucketDecision, BucketsError> {
        let (place, _) = decision_at(&self.betting, line)?;
        let states = public_tree(&self.betting, self.spec.rake)?.states;
        let target = (place.round, place.node);
        let why = "the solver does not have it";
        let missing = || SpotError::NoDecision { line: line.to_string(), why };
        let node = states[0].iter().position(|&state| state == target).ok_or_else(missing)?;
        let at = NodeAt { stage: 0, node, deals: Vec::new() };
        Ok(BucketDecision::new(&self.betting, place.node, &at, self.job.solver_mut())?)
    }
}

impl Steps for AbstractedJob {
    type Error = SolverError;

    fn ended(&self) -> Option<Ended> {
        self.job.ended()
    }

    fn step(&mut self) -> Result<(), SolverError> {
        self.job.step().map(drop)
    }

    fn progress(&self) -> SolveProgress {
        self.job.progress()
    }

    fn change_goal(&mut self, change: &GoalChange) {
        let mut goal = *self.job.goal();
        goal.change(change, self.spec.betting.start.pot.as_f64() / 100.0);
        self.job.set_goal(goal);
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        let line = query.line()?;
        let node = self.node(&line).map_err(|error| AskError::Node(error.to_string()))?;
        Ok(NodeReport::Buckets(Box::new(node)))
    }
}

impl Checkpointed for AbstractedJob {
    fn checkpoint_header(&self) -> CheckpointHeader {
        self.job.checkpoint_header(CheckpointKind::Buckets, self.spec.to_text())
    }

    fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.job.write_state(output)
    }
}
