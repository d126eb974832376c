//! Watching and stopping the solving of many flops from another thread.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quasar_cards::Board;
use quasar_preflop::{FlopProgress, FlopSolution};

/// Exploitabilities that a snapshot has: those of the last flops.
const REMEMBERED: usize = 120;

/// How far the solving is, and whether it shall stop.
#[derive(Debug, Default)]
pub struct PostflopWatch {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    cancelled: bool,
    snapshot: PostflopSnapshot,
    since: Option<Instant>,
}

/// How far the solving is.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PostflopSnapshot {
    /// All stack-to-pot ratios.
    pub sprs: Vec<f64>,
    /// The place of the one that is solved.
    pub depth: usize,
    /// Flops of that depth.
    pub flops: usize,
    /// Those of them that are done.
    pub done: usize,
    /// Flops that this run has solved, over all depths.
    pub solved: usize,
    /// Flops that this run has to solve, over all depths.
    pub to_solve: usize,
    /// Flops that are being solved.
    pub in_flight: Vec<FlopInFlight>,
    /// Iterations over all flops.
    pub iterations: u64,
    /// Most iterations of a flop.
    pub most_iterations: u32,
    /// Slots that iterations looked at.
    pub seen: u64,
    /// Those of them that were left out.
    pub pruned: u64,
    /// Final exploitabilities of the last flops, as parts of the pot.
    pub exploitabilities: VecDeque<f64>,
    /// Bytes of regrets, sums and scratch.
    pub memory: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
}

/// A flop that is being solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlopInFlight {
    /// The flop.
    pub board: Board,
    /// Its place in the list.
    pub place: usize,
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability when last looked at, as a part of the pot.
    pub exploitability: Option<f64>,
}

impl PostflopSnapshot {
    /// The time that is left if flops go on as they did; none before the first.
    pub fn left(&self) -> Option<Duration> {
        let per_flop = self.elapsed.as_secs_f64() / self.solved as f64;
        let left = self.to_solve.saturating_sub(self.solved) as f64;
        (self.solved > 0).then(|| Duration::from_secs_f64(per_flop * left))
    }

    /// Iterations a second.
    pub fn rate(&self) -> f64 {
        self.iterations as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

impl PostflopWatch {
    /// A watch that lets the work go on.
    pub fn new() -> PostflopWatch {
        PostflopWatch::default()
    }

    /// Stops the work after the iteration it is in.
    pub fn cancel(&self) {
        self.state().cancelled = true;
    }

    /// How far it is.
    pub fn snapshot(&self) -> PostflopSnapshot {
        let state = self.state();
        let elapsed = state.since.map_or(Duration::ZERO, |since| since.elapsed());
        PostflopSnapshot { elapsed, ..state.snapshot.clone() }
    }

    pub(super) fn begin(&self, sprs: &[f64], to_solve: usize, most_iterations: u32) {
        let mut state = self.state();
        state.since = Some(Instant::now());
        state.snapshot = PostflopSnapshot {
            sprs: sprs.to_vec(),
            to_solve,
            most_iterations,
            ..PostflopSnapshot::default()
        };
    }

    pub(super) fn begin_depth(&self, depth: usize, flops: usize, done: usize, memory: u64) {
        let snapshot = &mut self.state().snapshot;
        (snapshot.depth, snapshot.flops, snapshot.done) = (depth, flops, done);
        snapshot.memory = snapshot.memory.max(memory);
        snapshot.in_flight.clear();
    }

    /// Notes an iteration; false if the work shall stop.
    pub(super) fn iterated(&self, board: Board, progress: FlopProgress) -> bool {
        let mut state = self.state();
        let FlopProgress { flop: place, iteration, exploitability } = progress;
        let now = FlopInFlight { board, place, iteration, exploitability };
        let snapshot = &mut state.snapshot;
        snapshot.iterations += 1;
        match snapshot.in_flight.iter_mut().find(|flop| flop.place == place) {
            Some(flop) => *flop = now,
            None => snapshot.in_flight.push(now),
        }
        !state.cancelled
    }

    pub(super) fn finished(&self, place: usize, solution: &FlopSolution) {
        let snapshot = &mut self.state().snapshot;
        snapshot.in_flight.retain(|flop| flop.place != place);
        snapshot.done += 1;
        snapshot.solved += 1;
        snapshot.seen += solution.pruned.seen;
        snapshot.pruned += solution.pruned.pruned;
        if snapshot.exploitabilities.len() == REMEMBERED {
            snapshot.exploitabilities.pop_front();
        }
        snapshot.exploitabilities.push_back(solution.exploitability);
    }

    /// What a panicking thread left is still a valid state.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
