//! What the strategies of a game with merged hands are worth in the game itself.
//!
//! Both players follow the strategy, on merged boards every hand that of its bucket;
//! best responses see every card. Leaves are exact. The boards of one turn after the
//! other are made, walked and dropped, in as many threads as solve, so this takes little
//! memory. Leaves are worth the same whatever the player does, so one walk values the
//! strategy, the best response, and the best response on merged boards alone; it costs
//! about as much as an exact iteration.
//!
//! Where that takes too long, some rivers of every turn are measured without buckets, and the
//! others by buckets. With A the value of a river root to a hand, and B that by buckets, a deal
//! of n rivers is worth
//!
//! ```text
//! sum over all rivers of B + n / m * sum over m drawn rivers of (A - B)
//! ```
//!
//! which is unbiased over the rivers that are drawn. Best responses before the river
//! choose by these values. The mean of the larger of two estimates is no less than the larger of
//! their means, so the mean of what best responses gain in such samples is no less than what
//! they gain in the game itself: it estimates an upper bound.

use std::sync::Mutex;

use crate::number::dither;
use crate::plan::Plan;
use crate::scratch;
use crate::walk::{Deals, Pass, Response, Task, Walk};
use crate::{BoardAt, MemoryEstimate, Player, Profile, Sampling, Solver, SolverError, SolverGame};

/// What strategies are worth hand by hand, relative to half of the pot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// What each player gets.
    pub values: [f64; 2],
    /// What each player would get with the best response.
    pub best_responses: [f64; 2],
    /// What each player would get by deviating on the boards with merged hands alone.
    pub on_merged: [f64; 2],
}

/// How rivers are drawn for an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiverSamples {
    /// A sample has one in so many rivers of every turn.
    pub one_in: u32,
    /// How many samples there are.
    pub samples: u32,
    /// Seed of the draw.
    pub seed: u64,
}

impl Measured {
    /// The mean of what both could gain by the best response: the exploitability.
    pub fn mean(&self) -> f64 {
        self.gains().iter().sum::<f64>() / 2.0
    }

    /// What each player could gain by the best response.
    pub fn gains(&self) -> [f64; 2] {
        [0, 1].map(|side| self.best_responses[side] - self.values[side])
    }

    /// The mean of what both could gain by deviating on merged boards alone.
    pub fn mean_on_merged(&self) -> f64 {
        (0..2).map(|side| self.on_merged[side] - self.values[side]).sum::<f64>() / 2.0
    }
}

impl<G: SolverGame> Solver<G> {
    /// What a pair of strategies is worth where no hands are merged. In a game without
    /// merged hands that is its [exploitability](Self::exploitability).
    pub fn measure(&mut self, profile: Profile) -> Result<Measured, SolverError> {
        if let Some(known) = self.measured(profile) {
            return Ok(known);
        }
        let source = self.source(profile);
        let pass = Pass { unmerges: true, ..Pass::plain([source; 2], [Task::Measure; 2]) };
        let plan = self.plan.unmerged(&self.game);
        let [best_responses, on_merged, values] =
            Buffers::new(&plan, self).walk(self, &plan, pass)?;
        let measured = Measured { values, best_responses, on_merged };
        self.measured = Some((self.iteration, profile, measured));
        Ok(measured)
    }

    /// What was measured, if nothing changed since.
    pub fn measured(&self, profile: Profile) -> Option<Measured> {
        let (iteration, of, measured) = self.measured?;
        (iteration == self.iteration && of == profile).then_some(measured)
    }

    /// The same, estimated from samples of one in so many rivers of every turn; no river is in
    /// two samples. There are at most as many samples as rivers are divided into. In a game
    /// without merged hands all samples are the same and exact.
    pub fn measure_samples(
        &mut self,
        profile: Profile,
        rivers: RiverSamples,
    ) -> Result<Vec<Measured>, SolverError> {
        let source = self.source(profile);
        let RiverSamples { one_in, samples, seed } = rivers;
        let sampling = Sampling { one_in: [one_in; 3], seed, until: None };
        let plan = self.plan.unmerged(&self.game);
        let mut buffers = Buffers::new(&plan, self);
        let samples = 1..=samples.min(one_in);
        let sample = samples.map(|visit| {
            let deals = Deals::Corrected { sampling, visit };
            let pass = Pass { deals, ..Pass::plain([source; 2], [Task::Measure; 2]) };
            let [best_responses, on_merged, values] = buffers.walk(self, &plan, pass)?;
            Ok(Measured { values, best_responses, on_merged })
        });
        sample.collect()
    }

    /// Bytes that [`measure`](Self::measure) takes besides what is there, and besides the
    /// boards that it makes.
    pub fn measuring_bytes(&self) -> u64 {
        let plan = self.plan.unmerged(&self.game);
        let estimate = MemoryEstimate::of(&plan, &self.settings);
        let split = plan.split.filter(|_| estimate.threads > 1);
        let workers = split.map_or(0, |split| {
            let results: usize = plan.split_results.iter().sum();
            let results = (Response::ALL.len() - 1) * results * size_of::<f32>();
            results as u64 + estimate.threads as u64 * scratch::measuring_bytes(&plan, split + 1)
        });
        estimate.scratch + scratch::measuring_bytes(&plan, 0) + workers
    }
}

/// What a measurement works in.
struct Buffers {
    levels: Vec<scratch::LevelScratch>,
    workers: Vec<Mutex<Vec<scratch::LevelScratch>>>,
    results: [Vec<f32>; 2],
}

impl Buffers {
    fn new<G: SolverGame>(plan: &Plan, solver: &Solver<G>) -> Buffers {
        let precision = solver.settings.precision;
        let threads = MemoryEstimate::of(plan, &solver.settings).threads;
        let split = plan.split.filter(|_| threads > 1);
        let workers = split.map_or(Vec::new(), |split| {
            let worker = || Mutex::new(scratch::measuring_levels(plan, split + 1, precision));
            (0..threads).map(|_| worker()).collect()
        });
        Buffers {
            levels: scratch::measuring_levels(plan, 0, precision),
            workers,
            results: split
                .map_or([0; 2], |_| plan.split_results)
                .map(|len| vec![0.0; Response::ALL.len() * len]),
        }
    }

    /// Each player's mean value with every response.
    fn walk<G: SolverGame>(
        &mut self,
        solver: &mut Solver<G>,
        plan: &Plan,
        pass: Pass,
    ) -> Result<[[f64; 2]; 3], SolverError> {
        let walk = Walk {
            game: &solver.game,
            plan,
            pass,
            locks: &solver.locks,
            counters: &solver.counters,
            watch: None,
            pooled: solver.pool.is_some(),
            workers: &self.workers,
            by_hand: None,
        };
        let view = solver.storage.view(dither(solver.iteration));
        let (levels, [first, second]) = (&mut self.levels, &mut self.results);
        let run = || walk.run(view, levels, [first, second]);
        match &solver.pool {
            Some(pool) => pool.install(run),
            None => run(),
        }?;
        Ok(Response::ALL.map(|response| {
            Player::BOTH.map(|player| {
                let hands = solver.game.hands(BoardAt::START, player);
                let values = self.levels[0].values_of(response, player.index());
                solver.mean_value(player, &values[..hands])
            })
        }))
    }
}
