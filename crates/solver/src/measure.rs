//! What the strategies of a game with merged hands are worth in the game itself.
//!
//! Both players follow the strategy, on merged boards every hand that of its bucket;
//! best responses see every card. Leaves are exact. The boards of one turn after the
//! other are made, walked and dropped, in as many threads as solve, so this takes little
//! memory; it costs about as much as an exact iteration.

use std::sync::Mutex;

use crate::number::dither;
use crate::plan::Plan;
use crate::scratch;
use crate::walk::{Pass, Task, Walk};
use crate::{BoardAt, MemoryEstimate, Player, Profile, Solver, SolverError, SolverGame};

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
        let source = self.source(profile);
        let merged = self.plan.levels.len().saturating_sub(1);
        let pass = |tasks, best_from| Pass {
            best_from,
            unmerges: true,
            ..Pass::plain([source; 2], tasks)
        };
        let plan = self.plan.unmerged(&self.game);
        let mut room = Room::new(&plan, self);
        let best_responses = room.walk(self, &plan, pass([Task::Best; 2], 0))?;
        let on_merged = room.walk(self, &plan, pass([Task::Best; 2], merged))?;
        let values = if plan.leaves.zero_sum {
            let [value, _] = room.walk(self, &plan, pass([Task::Mean, Task::Nothing], 0))?;
            [value, -value]
        } else {
            room.walk(self, &plan, pass([Task::Mean; 2], 0))?
        };
        Ok(Measured { values, best_responses, on_merged })
    }

    /// Bytes that [`measure`](Self::measure) takes besides what is there, and besides the
    /// boards that it makes.
    pub fn measuring_bytes(&self) -> u64 {
        MemoryEstimate::of(&self.plan.unmerged(&self.game), &self.settings).scratch
    }
}

/// What a measurement works in.
struct Room {
    levels: Vec<scratch::LevelScratch>,
    workers: Vec<Mutex<Vec<scratch::LevelScratch>>>,
    results: [Vec<f32>; 2],
}

impl Room {
    fn new<G: SolverGame>(plan: &Plan, solver: &Solver<G>) -> Room {
        let precision = solver.settings.precision;
        let threads = MemoryEstimate::of(plan, &solver.settings).threads;
        let split = plan.split.filter(|_| threads > 1);
        let workers = split.map_or(Vec::new(), |split| {
            let worker = || Mutex::new(scratch::levels(plan, split + 1, precision));
            (0..threads).map(|_| worker()).collect()
        });
        Room {
            levels: scratch::levels(plan, 0, precision),
            workers,
            results: split.map_or([0; 2], |_| plan.split_results).map(|len| vec![0.0; len]),
        }
    }

    /// Each player's mean value in a pass.
    fn walk<G: SolverGame>(
        &mut self,
        solver: &mut Solver<G>,
        plan: &Plan,
        pass: Pass,
    ) -> Result<[f64; 2], SolverError> {
        let walk = Walk {
            game: &solver.game,
            plan,
            pass,
            locks: &solver.locks,
            counters: &solver.counters,
            watch: None,
            pooled: solver.pool.is_some(),
            workers: &self.workers,
        };
        let view = solver.storage.view(dither(solver.iteration));
        let (levels, [first, second]) = (&mut self.levels, &mut self.results);
        let run = || walk.run(view, levels, [first, second]);
        match &solver.pool {
            Some(pool) => pool.install(run),
            None => run(),
        }?;
        Ok(Player::BOTH.map(|player| {
            let hands = solver.game.hands(BoardAt::START, player);
            solver.mean_value(player, &self.levels[0].value(player.index(), 0)[..hands])
        }))
    }
}
