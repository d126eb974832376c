//! The progress of solving many flops.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quasar_cards::Board;
use quasar_preflop::{FlopProgress, FlopSolution};
use schemars::JsonSchema;
use serde::Serialize;

use crate::job::plain::{seconds, text};
use crate::job::{Clock, Control, Detail, Work};

/// The number of exploitabilities in a snapshot: those of the last flops.
const REMEMBERED: usize = 120;

/// Tracks the progress of solving.
pub(super) struct Tracker<'a> {
    control: &'a Control,
    work: Option<&'a Work<'a>>,
    snapshot: Mutex<PostflopSnapshot>,
    clock: Clock,
    start: Duration,
}

/// The progress of solving.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct PostflopSnapshot {
    /// All stack-to-pot ratios.
    pub sprs: Vec<f64>,
    /// The index of the current one.
    pub depth: usize,
    /// Flops of that depth.
    pub flops: usize,
    /// Those of them that are done.
    pub done: usize,
    /// Flops that this run has solved, over all depths.
    pub solved: usize,
    /// Flops that this run has to solve, over all depths.
    pub to_solve: usize,
    /// Flops being solved.
    pub in_flight: Vec<FlopInFlight>,
    /// Iterations over all flops.
    pub iterations: u64,
    /// The most iterations of a flop.
    pub most_iterations: u32,
    /// Slots that iterations visited.
    pub seen: u64,
    /// Those of them that were skipped.
    pub pruned: u64,
    /// Final exploitabilities of the last flops, as fractions of the pot.
    pub exploitabilities: VecDeque<f64>,
    /// Bytes of regrets, sums and scratch.
    pub memory: u64,
    /// Time since the beginning, in seconds.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    #[schemars(with = "f64")]
    pub elapsed: Duration,
}

/// A flop being solved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FlopInFlight {
    /// The flop.
    #[serde(serialize_with = "text")]
    #[schemars(with = "String")]
    pub board: Board,
    /// Its place in the list.
    pub place: usize,
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability at the last measurement, as a fraction of the pot.
    pub exploitability: Option<f64>,
}

impl PostflopSnapshot {
    /// The estimated remaining time; none before the first flop is done.
    pub fn time_left(&self) -> Option<Duration> {
        let per_flop = self.elapsed.as_secs_f64() / self.solved as f64;
        let left = self.to_solve.saturating_sub(self.solved) as f64;
        (self.solved > 0).then(|| Duration::from_secs_f64(per_flop * left))
    }

    /// Iterations per second.
    pub fn rate(&self) -> f64 {
        self.iterations as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

impl<'a> Tracker<'a> {
    pub(super) fn new(
        control: &'a Control,
        clock: Clock,
        work: Option<&'a Work<'a>>,
    ) -> Tracker<'a> {
        let snapshot = Mutex::new(PostflopSnapshot::default());
        let start = clock.now();
        Tracker { control, work, snapshot, clock, start }
    }

    /// The time.
    pub(super) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// What counts the work, and pauses and cancels it.
    pub(super) fn control(&self) -> &Control {
        self.control
    }

    pub(super) fn begin(&self, sprs: &[f64], to_solve: usize, most_iterations: u32) {
        *self.snapshot() = PostflopSnapshot {
            sprs: sprs.to_vec(),
            to_solve,
            most_iterations,
            ..PostflopSnapshot::default()
        };
    }

    pub(super) fn begin_depth(&self, depth: usize, flops: usize, done: usize, memory: u64) {
        let mut snapshot = self.snapshot();
        (snapshot.depth, snapshot.flops, snapshot.done) = (depth, flops, done);
        snapshot.memory = snapshot.memory.max(memory);
        snapshot.in_flight.clear();
    }

    /// Records an iteration. Sleeps while the job is paused; false if it was cancelled.
    pub(super) fn iterated(&self, board: Board, progress: FlopProgress) -> bool {
        let mut snapshot = self.snapshot();
        let FlopProgress { flop: place, iteration, exploitability } = progress;
        let now = FlopInFlight { board, place, iteration, exploitability };
        snapshot.iterations += 1;
        match snapshot.in_flight.iter_mut().find(|flop| flop.place == place) {
            Some(flop) => *flop = now,
            None => snapshot.in_flight.push(now),
        }
        if let Some(work) = self.work.filter(|work| work.is_due()) {
            let elapsed = self.clock.now() - self.start;
            let snapshot = PostflopSnapshot { elapsed, ..snapshot.clone() };
            work.tell(Detail::Model(Box::new(snapshot)));
        }
        drop(snapshot);
        self.control.may_continue()
    }

    pub(super) fn finished(&self, place: usize, solution: &FlopSolution) {
        let mut snapshot = self.snapshot();
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

    /// The state is valid even if a thread panicked.
    fn snapshot(&self) -> MutexGuard<'_, PostflopSnapshot> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
