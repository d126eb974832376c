//! Solving a game: iterations, and the values of its strategies.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::lock::Locks;
use crate::number::dither;
use crate::plan::Plan;
use crate::prune::Counters;
use crate::query::compatible_weight;
use crate::schedule::Updates;
use crate::scratch::{self, LevelScratch};
use crate::storage::Storage;
use crate::valued::Valued;
use crate::walk::{ByHand, Deals, Pass, Source, Task, Visited, Walk, Watch};
use crate::{
    Algorithm, BoardAt, LeafError, Measured, MemoryEstimate, Player, Settings, SolverError,
    SolverGame,
};

/// Which of a player's strategies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// The strategy of the last iteration.
    Current,
    /// The average over all iterations, which converges.
    Average,
}

/// The value of a pair of strategies, and of the best responses to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploitability {
    /// Each player's value, relative to half of the pot.
    pub values: [f64; 2],
    /// Each player's value with the best response.
    pub best_responses: [f64; 2],
}

impl Exploitability {
    /// Each player's best-response gain.
    pub fn gains(&self) -> [f64; 2] {
        [0, 1].map(|player| self.best_responses[player] - self.values[player])
    }

    /// The mean of both gains.
    pub fn mean(&self) -> f64 {
        self.nash_conv() / 2.0
    }

    /// The sum of both gains.
    pub fn nash_conv(&self) -> f64 {
        self.gains().iter().sum()
    }
}

/// How much work pruning saved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PruneCount {
    /// (node, action, hand) slots visited by iterations that may prune.
    pub seen: u64,
    /// Those of them that were skipped together with everything below.
    pub pruned: u64,
}

/// What is called after every visit of a walk, with the game.
pub(crate) type Watching<'a, G> = &'a (dyn Fn(&G, Visited<'_>) -> Result<(), LeafError> + Sync);

/// A game that is being solved.
pub struct Solver<G> {
    pub(crate) game: G,
    pub(crate) settings: Settings,
    pub(crate) plan: Plan,
    pub(crate) storage: Storage,
    pub(crate) locks: Locks,
    pub(crate) iteration: u32,
    levels: Vec<LevelScratch>,
    workers: Vec<Mutex<Vec<LevelScratch>>>,
    results: [Vec<f32>; 2],
    by_hand: Option<ByHand>,
    /// What strategies were measured to be worth hand by hand, and after which iteration.
    pub(crate) measured: Option<(u32, Profile, Measured)>,
    /// What strategies are worth, as the last walks have found.
    pub(crate) valued: Option<Valued>,
    pub(crate) pool: Option<ThreadPool>,
    pub(crate) counters: Counters,
    /// The weight of all pairs of hands that can be held together.
    deal_weight: f64,
    /// Why an iteration failed: only part of its numbers were updated.
    pub(crate) failed: Option<LeafError>,
}

impl<G: SolverGame> Solver<G> {
    /// Plans the solve and allocates all memory it will need.
    pub fn new(game: G, settings: Settings) -> Result<Solver<G>, SolverError> {
        Solver::within(game, settings, u64::MAX)
    }

    /// Like [`new`](Self::new), but fails if the solve needs more than `allowed` bytes.
    pub fn within(game: G, settings: Settings, allowed: u64) -> Result<Solver<G>, SolverError> {
        settings.check()?;
        check_weights(&game)?;
        let plan = Plan::new(&game)?;
        let memory = MemoryEstimate::of_game(&game, &plan, &settings);
        if memory.total() > allowed {
            return Err(SolverError::TooLarge { needed: memory.total(), allowed });
        }
        let deal_weight = deal_weight(&game)?;
        if deal_weight <= 0.0 {
            return Err(SolverError::NoDeal);
        }
        let storage = Storage::new(plan.total(), settings.precision, settings.algorithm.predicts());
        Solver::over(game, settings, plan, deal_weight, storage)
    }

    /// A solver over storage of the right size, with scratch and threads of its own.
    fn over(
        game: G,
        settings: Settings,
        plan: Plan,
        deal_weight: f64,
        storage: Storage,
    ) -> Result<Solver<G>, SolverError> {
        let levels = scratch::levels(&plan, 0, settings.precision);
        let threads = MemoryEstimate::of(&plan, &settings).threads;
        let split = plan.split.filter(|_| threads > 1);
        let workers = split.map_or(Vec::new(), |split| {
            let worker = || Mutex::new(scratch::levels(&plan, split + 1, settings.precision));
            (0..threads).map(|_| worker()).collect()
        });
        let pooled = split.is_some() || (plan.leaves.shares_work && settings.threads > 1);
        let pool = pooled.then(|| ThreadPoolBuilder::new().num_threads(settings.threads).build());
        let pool = pool
            .transpose()
            .map_err(|_| SolverError::Conflict("the system cannot start that many threads"))?;
        let results = split.map_or([0; 2], |_| plan.split_results).map(|len| vec![0.0; len]);
        let by_hand = ByHand::new(&game, &plan, &settings, threads);
        Ok(Solver {
            game,
            settings,
            plan,
            storage,
            locks: Locks::default(),
            iteration: 0,
            levels,
            workers,
            results,
            by_hand,
            measured: None,
            valued: None,
            pool,
            counters: Counters::default(),
            deal_weight,
            failed: None,
        })
    }

    /// Starts over with another game, in the same memory: regrets and sums are reallocated
    /// only if the game needs more of them than any before, scratch only if its layout
    /// differs. Locks and counters are cleared.
    pub fn restart(&mut self, game: G) -> Result<(), SolverError> {
        check_weights(&game)?;
        let plan = Plan::new(&game)?;
        let deal_weight = deal_weight(&game)?;
        if deal_weight <= 0.0 {
            return Err(SolverError::NoDeal);
        }
        let laid_out_alike = self.by_hand.is_none()
            && plan.levels == self.plan.levels
            && plan.split == self.plan.split
            && plan.split_results == self.plan.split_results
            && plan.leaves.scratch == self.plan.leaves.scratch;
        if !laid_out_alike {
            let mut fresh =
                Solver::over(game, self.settings, plan, deal_weight, Storage::nothing())?;
            std::mem::swap(&mut fresh.storage, &mut self.storage);
            *self = fresh;
            self.storage.clear(self.plan.total());
            return Ok(());
        }
        self.storage.clear(plan.total());
        self.failed = None;
        self.forget_values();
        self.locks = Locks::default();
        self.counters = Counters::default();
        self.iteration = 0;
        (self.game, self.plan, self.deal_weight) = (game, plan, deal_weight);
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How the game is solved.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Decisions of both players, each counted once for every board.
    pub fn decisions(&self) -> usize {
        self.plan.total().decisions
    }

    /// The memory of the solve.
    pub fn memory(&self) -> MemoryEstimate {
        MemoryEstimate::of_game(&self.game, &self.plan, &self.settings)
    }

    /// Whether rivers in buckets are corrected by rivers without. What best responses gain among
    /// buckets is then no measure of progress: goals are about the game itself.
    pub fn corrects_rivers(&self) -> bool {
        self.by_hand.is_some()
    }

    /// Iterations done.
    pub fn iteration(&self) -> u32 {
        self.iteration
    }

    /// One iteration: both players learn once.
    ///
    /// If a leaf operator fails, the iteration is incomplete, and every further one
    /// returns the same error until a checkpoint is restored or another game is
    /// started.
    pub fn step(&mut self) -> Result<(), SolverError> {
        if let Some(error) = &self.failed {
            return Err(SolverError::Leaf(error.clone()));
        }
        self.iteration += 1;
        let learned = self.learn();
        if let Err(SolverError::Leaf(error)) = &learned {
            self.failed = Some(error.clone());
        }
        learned
    }

    fn learn(&mut self) -> Result<(), SolverError> {
        let weights = self.settings.algorithm.weights(self.iteration);
        if let Algorithm::FictitiousPlay { optimistic, .. } = self.settings.algorithm {
            let against = if optimistic { Source::Optimistic } else { Source::Average };
            for players in self.turns() {
                let tasks = players.map(|acts| when(acts, Task::Respond));
                self.walk(Pass::plain([against; 2], tasks))?;
                let tasks = players.map(|acts| when(acts, Task::Accumulate(weights)));
                self.walk(Pass::plain([Source::Current; 2], tasks))?;
            }
            return Ok(());
        }
        let pruning = self.settings.pruning.filter(|pruning| pruning.applies(self.iteration));
        let floor = self.settings.pruning.map_or(f32::NEG_INFINITY, |pruning| pruning.floor);
        let learn = Task::Learn(crate::schedule::Weights { floor, ..weights });
        for players in self.turns() {
            let [first, second] = players;
            self.walk(Pass {
                prune_below: pruning.map(|pruning| pruning.threshold),
                averages: [second, first].map(|watched| watched.then_some(weights)),
                explore: self.settings.exploration as f32,
                deals: self.deals(),
                ..Pass::plain([Source::Current; 2], players.map(|acts| when(acts, learn)))
            })?;
        }
        Ok(())
    }

    /// The deals of this iteration.
    fn deals(&self) -> Deals {
        let (algorithm, visit) = (self.settings.algorithm, self.iteration);
        Deals::Learned { sampling: self.settings.sampling, algorithm, visit }
    }

    /// Who learns, walk by walk.
    fn turns(&self) -> impl Iterator<Item = [bool; 2]> + use<G> {
        let turns: &[[bool; 2]] = match self.settings.updates {
            Updates::Alternating => &[[true, false], [false, true]],
            Updates::Simultaneous => &[[true, true]],
        };
        turns.iter().copied()
    }

    /// The value of a pair of strategies, and of the best responses to it.
    ///
    /// Leaves that [read both](crate::LeafOperator::reads_both) players' reach are
    /// valued at the reach of the strategies, also for best responses: a player who deviates
    /// does not change the leaves.
    pub fn exploitability(&mut self, profile: Profile) -> Result<Exploitability, SolverError> {
        let known = self.valued(profile);
        let values = match known.values {
            Some(values) => values,
            None => {
                let source = self.source(profile);
                self.walk(Pass::plain([source; 2], [Task::Mean; 2]))?;
                self.keep_values(profile)
            }
        };
        let best_responses = match known.best_responses {
            Some(best_responses) => best_responses,
            None => self.best_response_values(profile)?,
        };
        Ok(Exploitability { values, best_responses })
    }

    /// The mean of both players' best-response gains, as in
    /// [`exploitability`](Self::exploitability), in half the time if the game is zero-sum.
    pub fn gap(&mut self, profile: Profile) -> Result<f64, SolverError> {
        if !self.plan.leaves.zero_sum {
            return Ok(self.exploitability(profile)?.mean());
        }
        Ok(self.best_response_values(profile)?.iter().sum::<f64>() / 2.0)
    }

    /// Each player's mean value with the best response to the other, relative to half of the
    /// pot; in one walk.
    pub fn best_response_values(&mut self, profile: Profile) -> Result<[f64; 2], SolverError> {
        let source = self.source(profile);
        self.walk(Pass::plain([source; 2], [Task::Best; 2]))?;
        Ok(self.keep_best_responses(profile))
    }

    /// The counterfactual value of each hand of a player at the start of the game, from the
    /// last walk for that player: after [`step`](Self::step) those of the
    /// strategies of that iteration, after [`gap`](Self::gap) those of best responses.
    /// Zeros before the first walk.
    pub fn root_values(&self, player: Player) -> &[f32] {
        self.first_values(player, 0)
    }

    /// The same at any node before the first deal.
    pub fn first_values(&self, player: Player, node: usize) -> &[f32] {
        &self.levels[0].value(player.index(), node)[..self.game.hands(BoardAt::START, player)]
    }

    /// How much work pruning has saved so far.
    pub fn prune_count(&self) -> PruneCount {
        PruneCount {
            seen: self.counters.seen.load(Ordering::Relaxed),
            pruned: self.counters.pruned.load(Ordering::Relaxed),
        }
    }

    /// The current strategy of fictitious play is its average.
    pub(crate) fn source(&self, profile: Profile) -> Source {
        let fictitious = matches!(self.settings.algorithm, Algorithm::FictitiousPlay { .. });
        match profile {
            Profile::Current if !fictitious => Source::Current,
            _ => Source::Average,
        }
    }

    pub(crate) fn walk(&mut self, pass: Pass) -> Result<(), SolverError> {
        self.walk_watching(pass, None)
    }

    pub(crate) fn walk_watching(
        &mut self,
        pass: Pass,
        watch: Option<Watching<'_, G>>,
    ) -> Result<(), SolverError> {
        let game = &self.game;
        let watch = watch.map(|watch| move |visited: Visited<'_>| watch(game, visited));
        let walk = Walk {
            game: &self.game,
            plan: &self.plan,
            pass,
            locks: &self.locks,
            counters: &self.counters,
            watch: watch.as_ref().map(|watch| watch as Watch<'_>),
            pooled: self.pool.is_some(),
            workers: &self.workers,
            by_hand: self.by_hand.as_ref(),
        };
        let view = self.storage.view(dither(self.iteration));
        let (levels, [first, second]) = (&mut self.levels, &mut self.results);
        let run = || walk.run(view, levels, [first, second]);
        let done = match &self.pool {
            Some(pool) => pool.install(run),
            None => run(),
        };
        Ok(done?)
    }

    /// The mean over a player's hands of values where the game begins.
    pub(crate) fn mean_value(&self, player: Player, values: &[f32]) -> f64 {
        let weights = self.game.weights(player);
        let sum: f64 = weights.iter().zip(values).map(|(&w, &v)| f64::from(w) * f64::from(v)).sum();
        sum / self.deal_weight
    }
}

fn when(acts: bool, task: Task) -> Task {
    if acts { task } else { Task::Nothing }
}

impl Pass {
    pub(crate) fn plain(sources: [Source; 2], tasks: [Task; 2]) -> Pass {
        Pass {
            sources,
            tasks,
            averages: [None; 2],
            prune_below: None,
            explore: 0.0,
            deals: Deals::All,
            unmerges: false,
        }
    }
}

fn check_weights(game: &dyn SolverGame) -> Result<(), SolverError> {
    for player in Player::BOTH {
        let weights = game.weights(player);
        if weights.len() != game.hands(BoardAt::START, player) {
            return Err(SolverError::NoHands { level: 0, board: 0 });
        }
        for (hand, &weight) in weights.iter().enumerate() {
            if !(weight >= 0.0 && weight.is_finite()) {
                return Err(SolverError::BadWeight { hand, weight: weight.to_string() });
            }
        }
    }
    Ok(())
}

/// The weight of all pairs of hands that can be held together.
fn deal_weight(game: &dyn SolverGame) -> Result<f64, LeafError> {
    let weights = Player::BOTH.map(|player| game.weights(player));
    let compatible_weight = compatible_weight(game, BoardAt::START, Player::Oop, weights)?;
    Ok(weights[0].iter().zip(compatible_weight).map(|(&w, m)| f64::from(w) * f64::from(m)).sum())
}
