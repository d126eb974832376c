//! A spot that is solved with buckets, as a spec asks for it: `abstraction: {k: 200}`.
//!
//! Hands are put into buckets, the game of buckets is solved, every hand plays what
//! its bucket plays, and what that gives away in the real game is computed hand by
//! hand. Both exploitabilities are reported; the second is the one that counts.

use std::time::Instant;

use quasar_abstraction::{FeatureSet, KMeans};
use quasar_cards::{Board, Game, Street};
use quasar_equity::Progress;
use quasar_game::{BettingTree, Line};
use quasar_solver::{MatrixGame, NodeAt, public_tree};
use serde::Serialize;

use super::decision::BucketDecision;
use super::{BucketSpot, Buckets, BucketsError, BucketsSpec, LiftedStrategy, parse_features};
use crate::Engine;
use crate::fields::{FieldError, Fields};
use crate::solve::{
    ActionReport, Ended, JobControl, SolveJob, SolveProgress, SpotError, SpotSpec, decision_at,
    name,
};

/// Into which buckets the hands of a spot are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbstractionSpec {
    /// What hands are compared by.
    pub features: FeatureSet,
    /// How many buckets, and how they are found.
    pub clustering: KMeans,
}

impl AbstractionSpec {
    /// Starts and iterations of the clustering, as `quasar buckets` has them.
    const STARTS: u32 = 2;
    const ITERATIONS: u32 = 100;

    /// Takes `abstraction` out of the fields of a spec.
    pub(crate) fn take(
        top: &mut Fields,
        game: Game,
        board: &Board,
    ) -> Result<Option<AbstractionSpec>, FieldError> {
        let Some(mut fields) = top.fields("abstraction")? else { return Ok(None) };
        if game != Game::Plo4 || board.street() != Street::River {
            let expected = "left out: buckets are for rivers of plo4";
            let field = "abstraction".to_owned();
            return Err(FieldError::Kind { field, expected }.on(fields.line()));
        }
        let expected = "how many buckets, such as 200";
        let given =
            fields.text("k")?.ok_or(FieldError::Missing { field: "abstraction.k", expected })?;
        let possible = |count: &usize| (1..=quasar_abstraction::MOST_CLUSTERS).contains(count);
        let clusters =
            given.parse("1 to 100,000 buckets", |text| text.parse().ok().filter(possible))?;
        let features = match fields.text("features")? {
            Some(given) => given.parse("small or real", |text| parse_features(text).ok())?,
            None => FeatureSet::Real,
        };
        let seed = match fields.text("seed")? {
            Some(given) => given.parse("a whole number", |text| text.parse().ok())?,
            None => 1,
        };
        fields.finish()?;
        let (starts, iterations) = (Self::STARTS, Self::ITERATIONS);
        let clustering = KMeans { clusters, seed, starts, iterations };
        Ok(Some(AbstractionSpec { features, clustering }))
    }
}

/// A spot being solved with buckets.
pub struct AbstractedJob {
    spec: SpotSpec,
    spot: BucketSpot,
    betting: BettingTree,
    buckets: Buckets,
    job: SolveJob<MatrixGame>,
    /// Bytes of memory.
    allowed: u64,
    /// What making the buckets and their matrix took, in seconds.
    prepared: f64,
}

/// What came of a solve with buckets.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AbstractedReport {
    /// The board.
    pub board: String,
    /// The chips in the middle at the start.
    pub pot: u64,
    /// What hands are compared by.
    pub features: String,
    /// How many buckets were asked for.
    pub asked: usize,
    /// How many there are: fewer where fewer hands differ in their features.
    pub buckets: usize,
    /// Decides the starts of the clustering.
    pub seed: u64,
    /// Why the solve ended.
    pub ended: Ended,
    /// Iterations of the game of buckets.
    pub iterations: u32,
    /// Time at work: buckets, solving, and best responses in the real game.
    pub seconds: f64,
    /// The exploitability among players who see no more than their bucket, in chips.
    pub bucket_exploitability: f64,
    /// The same in percent of the pot.
    pub bucket_exploitability_percent: f64,
    /// The exploitability of the lifted strategy in the real game, in chips.
    pub exploitability: f64,
    /// The same in percent of the pot.
    pub exploitability_percent: f64,
    /// What each player gets of the pot in the real game, `oop` first, when both
    /// play the lifted strategy.
    pub evs: [f64; 2],
    /// What each player would gain by a best response that sees real cards.
    pub gains: [f64; 2],
    /// The line that leads to the decision that is shown.
    pub line: String,
    /// Who acts there.
    pub player: &'static str,
    /// What the player gets there on average, in the game of buckets; none if the
    /// line is never reached.
    pub ev: Option<f64>,
    /// What can be done there.
    pub actions: Vec<ActionReport>,
    /// The buckets of the player who acts.
    pub strategy: Vec<BucketStrategyReport>,
}

/// What a bucket does.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BucketStrategyReport {
    /// Its number, from 0.
    pub bucket: usize,
    /// Combos that get here.
    pub combos: f64,
    /// How often each action is taken, 0 to 1.
    pub frequencies: Vec<f32>,
    /// What it gets from here on, in chips; none if it meets none.
    pub ev: Option<f64>,
}

impl SpotSpec {
    /// A job that solves the spot with the buckets that it asks for; none if it asks
    /// for none. Refused if either game, that of buckets or the real one afterwards,
    /// takes more than `allowed` bytes of memory. `progress` counts what making the
    /// buckets takes.
    pub fn abstracted_job(
        &self,
        allowed: u64,
        progress: &Progress,
    ) -> Result<Option<AbstractedJob>, BucketsError> {
        let Some(AbstractionSpec { features, clustering }) = self.abstraction else {
            return Ok(None);
        };
        self.check_hands(&self.board)?;
        let start = Instant::now();
        let engine = Engine::new(self.settings.threads, Engine::DEFAULT_CACHE)?;
        let board = self.board;
        let spot = BucketSpot {
            ranges: self.ranges.clone(),
            betting: self.betting.clone(),
            rake: self.rake,
            settings: self.settings,
        };
        // Rather now than after the solve.
        drop(spot.exact(board, allowed)?);
        let buckets = BucketsSpec { board, features, clustering }.build(&engine, progress)?;
        let job = spot.job(&buckets, self.goal, allowed, &engine, progress)?;
        let betting = BettingTree::build(&self.betting)?;
        let prepared = start.elapsed().as_secs_f64();
        let spec = self.clone();
        Ok(Some(AbstractedJob { spec, spot, betting, buckets, job, allowed, prepared }))
    }
}

impl AbstractedJob {
    /// Works until the goal is reached in the game of buckets or the job is cancelled.
    pub fn run(&mut self, control: &JobControl, progress: impl FnMut(&SolveProgress)) -> Ended {
        self.job.run(control, progress)
    }

    /// Lifts the strategy, finds what it is worth in the real game, and shows what
    /// buckets do at the end of `line`.
    pub fn report(&mut self, ended: Ended, line: &Line) -> Result<AbstractedReport, BucketsError> {
        let among_buckets = self.job.exploitability().mean();
        let solved = self.job.progress();
        let decision = self.decision(line)?;
        let start = Instant::now();
        let lifted = LiftedStrategy::new(&self.buckets, self.job.solver_mut())?;
        let worth = lifted.exploitability(&mut self.spot.exact(self.spec.board, self.allowed)?)?;
        let lifting = start.elapsed().as_secs_f64();
        let pot = self.spec.betting.start.pot;
        let percent = |chips: f64| 100.0 * chips / pot.as_f64();
        let BucketsSpec { features, clustering, .. } = *self.buckets.spec();
        Ok(AbstractedReport {
            board: self.spec.board.to_string(),
            pot: pot.0,
            features: features.name().to_owned(),
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
            line: line.to_string(),
            player: name(decision.player()),
            ev: decision.mean_ev(),
            actions: decision.actions(),
            strategy: (0..decision.buckets())
                .map(|bucket| BucketStrategyReport {
                    bucket,
                    combos: f64::from(decision.weight(bucket)),
                    frequencies: decision.frequencies(bucket),
                    ev: decision.ev(bucket),
                })
                .collect(),
        })
    }

    /// Bytes of memory that the game of buckets takes, besides its tables.
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
