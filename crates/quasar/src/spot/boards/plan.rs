//! Solving a spot on many flops, as many at a time as threads and memory allow: a
//! flop with its own thread does not wait for others.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use quasar_cards::Board;
use quasar_game::{BettingTree, NodeId, RoundId};
use quasar_solver::SolverError;
use quasar_store::{Fault, Save};
use schemars::JsonSchema;
use serde::Serialize;

use super::flop::{FlopSteps, GoalChanges};
use super::{BoardsError, WeightedFlop, check_locks, save_path};
use crate::job::plain::text;
use crate::job::{Clock, Control, Ended, Goal, MemoryLimit, SolveProgress, drive};
use crate::spot::SideFacts;
use crate::spot::{SaveError, SaveResults, SaveSize, SpotError, SpotSpec};

/// A spot to solve on many flops.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardsSpec {
    /// The spot on any flop.
    pub spot: SpotSpec,
    /// The flops.
    pub flops: Vec<WeightedFlop>,
    /// The folder of the saves; it is created if it is missing.
    pub folder: PathBuf,
    /// What each save keeps.
    pub keep: SaveSize,
}

/// The plan of a run: which flops are already solved, and the size of the others.
#[derive(Debug)]
pub struct BoardsPlan {
    spec: BoardsSpec,
    pending: Vec<Board>,
    blocked: Vec<Board>,
    size: Option<BoardsSize>,
}

/// The size of the largest flop to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardsSize {
    /// The flop with most hands among those with most turns and rivers.
    pub board: Board,
    /// Bytes of memory that its solve needs.
    pub memory: u64,
    /// Bytes of its save.
    pub save: u64,
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BoardsProgress {
    /// Flops that this run has solved.
    pub done: usize,
    /// Flops that this run has to solve.
    pub total: usize,
    /// Flops that are solved at the same time.
    pub together: usize,
    /// The fraction of the run that is done, 0 to 1.
    pub share: f64,
    /// One of the flops being solved.
    #[serde(serialize_with = "text")]
    #[schemars(with = "String")]
    pub board: Board,
    /// Its progress.
    pub solve: SolveProgress,
}

/// State shared by the threads of a run.
struct Shared<'a, P> {
    control: &'a Control,
    clock: &'a Clock,
    changes: GoalChanges,
    together: usize,
    /// The index of the next pending flop.
    next: AtomicUsize,
    done: AtomicUsize,
    failed: AtomicBool,
    /// The progress of the flops being solved, and the callback that reports it.
    watch: Mutex<(Vec<f64>, P)>,
}

impl BoardsSpec {
    /// Checks the existing saves, and plans the largest of the other
    /// flops, in at most `allowed` bytes. A save of another spot is an error.
    pub fn plan(self, allowed: u64) -> Result<BoardsPlan, BoardsError> {
        check_locks(&self.spot)?;
        let keep = self.keep.of(&self.spot);
        let spec = BoardsSpec { keep, ..self };
        spec.planned(allowed)
    }

    /// The same spot with 16-bit numbers or river buckets, on all flops alike, if the largest
    /// flop of Omaha would not fit into the user's limit otherwise.
    pub fn fitted(mut self, limit: &MemoryLimit) -> Result<BoardsSpec, BoardsError> {
        let flops = self.flops.iter().map(|flop| flop.board);
        let flops: Vec<Board> = flops.filter(|&board| is_playable(&self.spot, board)).collect();
        if let Some(largest) = self.largest(&flops).filter(|_| self.spot.game().is_omaha()) {
            let fitted = self.spec_on(largest).fitted(limit);
            let fitted = fitted.map_err(|error| on_board(largest, error))?;
            self.spot = SpotSpec { board: self.spot.board, ..fitted };
        }
        Ok(self)
    }

    fn planned(self, allowed: u64) -> Result<BoardsPlan, BoardsError> {
        let (mut pending, mut blocked) = (Vec::new(), Vec::new());
        for &WeightedFlop { board, .. } in &self.flops {
            if !is_playable(&self.spot, board) {
                blocked.push(board);
            } else if !self.is_done(board)? {
                pending.push(board);
            }
        }
        let size = self.largest(&pending).map(|board| self.size(board, allowed)).transpose()?;
        Ok(BoardsPlan { spec: self, pending, blocked, size })
    }

    /// The actions of the first decision, as in the report.
    pub fn actions(&self) -> Result<Vec<String>, BoardsError> {
        let betting = BettingTree::build(&self.spot.betting).map_err(SpotError::from);
        let betting = betting.map_err(|error| on_board(self.spot.board, error))?;
        let round = &betting[RoundId::ROOT];
        let actions = round[NodeId::ROOT].child_ids().filter_map(|child| round[child].action);
        Ok(actions.map(|action| action.to_string()).collect())
    }

    /// The spot on a flop.
    pub(super) fn spec_on(&self, board: Board) -> SpotSpec {
        SpotSpec { board, ..self.spot.clone() }
    }

    /// Whether the save of a flop exists and has everything requested.
    fn is_done(&self, board: Board) -> Result<bool, BoardsError> {
        let path = save_path(&self.folder, board);
        let save = match Save::open(&path) {
            Ok(save) => save,
            Err(error) if matches!(error.fault(), Fault::Missing) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        let spot = self.spec_on(board);
        let same = |text: &str| {
            SpotSpec::parse(text).is_ok_and(|saved| saved.canonical() == spot.canonical())
        };
        if !same(save.spec()) {
            return Err(BoardsError::OtherSpot { path });
        }
        let streets = save.layout().streets.len();
        let kept = save.kept() >= self.keep.kept(board.cards().len(), streets);
        let regrets = save.has_regrets() || self.keep != SaveSize::Full;
        Ok(kept && regrets && is_reached(&self.spot.goal, save.results()))
    }

    /// The flop with the most distinct turns and rivers, and among those the most hands.
    fn largest(&self, boards: &[Board]) -> Option<Board> {
        let size = |board: &&Board| {
            let spot = self.spec_on(**board);
            let hands = |range| SideFacts::at_start(range, **board).combos.len();
            let hands: usize = spot.ranges.iter().map(hands).sum();
            (Reverse(spot.relabellings().len()), hands)
        };
        boards.iter().max_by_key(size).copied()
    }

    fn size(&self, board: Board, allowed: u64) -> Result<BoardsSize, BoardsError> {
        let plan =
            self.spec_on(board).plan_within(allowed).map_err(|error| on_board(board, error))?;
        let memory = plan.size().memory.total;
        Ok(BoardsSize { board, memory, save: plan.save_size(self.keep)? })
    }
}

impl BoardsPlan {
    /// The spec it was made from.
    pub fn spec(&self) -> &BoardsSpec {
        &self.spec
    }

    /// Flops to solve.
    pub fn pending(&self) -> &[Board] {
        &self.pending
    }

    /// Flops on which a player has no hand, or no two hands can be held together.
    pub fn blocked(&self) -> &[Board] {
        &self.blocked
    }

    /// The size of the largest flop; none if there is nothing to do.
    pub fn size(&self) -> Option<BoardsSize> {
        self.size
    }

    /// Fails if the largest flop takes more than `allowed` bytes of memory.
    pub(in crate::spot) fn check_memory(&self, allowed: u64) -> Result<(), BoardsError> {
        match self.size {
            Some(BoardsSize { board, memory: needed, .. }) if needed > allowed => {
                Err(on_board(board, SolverError::TooLarge { needed, allowed }.into()))
            }
            _ => Ok(()),
        }
    }

    /// How many flops are solved at a time with at most `allowed` bytes of memory: one
    /// for each thread, if the largest fits that often with a quarter to spare.
    pub fn together(&self, allowed: u64) -> usize {
        let room = |memory: u64| memory.saturating_add(memory / 4).max(1);
        let fit = self.size.map_or(1, |size| allowed / room(size.memory));
        let most = self.spec.spot.settings.threads.min(self.pending.len());
        usize::try_from(fit).unwrap_or(usize::MAX).min(most).max(1)
    }

    /// Solves all flops with at most `allowed` bytes of memory, and saves each.
    /// If cancelled, it drops the flops being solved; after an error it
    /// finishes them. Returns the number of flops solved.
    pub fn run(
        &self,
        allowed: u64,
        control: &Control,
        progress: impl FnMut(&BoardsProgress) + Send,
    ) -> Result<usize, BoardsError> {
        self.run_by(&Clock::system(), allowed, control, progress)
    }

    /// The same by another clock.
    pub(super) fn run_by(
        &self,
        clock: &Clock,
        allowed: u64,
        control: &Control,
        progress: impl FnMut(&BoardsProgress) + Send,
    ) -> Result<usize, BoardsError> {
        let together = self.together(allowed);
        let shared = Shared {
            control,
            clock,
            changes: GoalChanges::new(
                self.pending.len() + self.blocked.len() == self.spec.flops.len(),
            ),
            together,
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            watch: Mutex::new((vec![0.0; together], progress)),
        };
        let ended: Vec<Result<(), BoardsError>> = thread::scope(|scope| {
            let spawn = |worker| {
                scope.spawn({
                    let shared = &shared;
                    move || self.work(worker, allowed / together as u64, shared)
                })
            };
            let workers: Vec<_> = (0..together).map(spawn).collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| match worker.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            workers.into_iter().map(join).collect()
        });
        ended.into_iter().collect::<Result<(), BoardsError>>()?;
        Ok(shared.done.into_inner())
    }

    /// Solves pending flops until there are none left.
    fn work<P: FnMut(&BoardsProgress) + Send>(
        &self,
        worker: usize,
        allowed: u64,
        shared: &Shared<'_, P>,
    ) -> Result<(), BoardsError> {
        while !shared.control.is_cancelled() && !shared.failed.load(Ordering::Relaxed) {
            let next = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(&board) = self.pending.get(next) else { break };
            let solved = self.solve(next, board, worker, allowed, shared);
            if solved.is_err() {
                shared.failed.store(true, Ordering::Relaxed);
            }
            if solved? == Ended::Cancelled {
                break;
            }
        }
        Ok(())
    }

    fn solve<P: FnMut(&BoardsProgress) + Send>(
        &self,
        place: usize,
        board: Board,
        worker: usize,
        allowed: u64,
        shared: &Shared<'_, P>,
    ) -> Result<Ended, BoardsError> {
        let mut spot = self.spec.spec_on(board);
        let threads = spot.settings.threads;
        let more = usize::from(worker < threads % shared.together);
        spot.settings.threads = (threads / shared.together + more).max(1);
        let job = spot.plan_within(allowed).and_then(|plan| plan.job(allowed));
        let mut job = job.map_err(|error| on_board(board, error))?;
        job.job().set_clock(shared.clock.clone());
        let mut flop = FlopSteps::new(shared.control, &shared.changes, place, board, job);
        let (total, together) = (self.pending.len(), shared.together);
        let mut watch = |solve: &SolveProgress| {
            let mut watch = shared.watch.lock().expect("nobody panics while telling");
            let (shares, progress) = &mut *watch;
            shares[worker] = solve.share.unwrap_or(0.0);
            let done = shared.done.load(Ordering::Relaxed);
            let share = (done as f64 + shares.iter().sum::<f64>()) / total.max(1) as f64;
            progress(&BoardsProgress { done, total, together, share, board, solve: *solve });
        };
        let ended = loop {
            match drive(&mut flop, shared.control, &mut watch) {
                Ok(Ended::Cancelled) => break Ok(Ended::Cancelled),
                Ok(ended) if flop.settle() => break Ok(ended),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
        };
        let ended = ended.and_then(|ended| flop.job.show_start().map(|()| ended));
        let ended = ended.map_err(|error| on_board(board, error))?;
        if ended == Ended::Cancelled {
            return Ok(ended);
        }
        let path = save_path(&self.spec.folder, board);
        match flop.job.save(&path, self.spec.keep, shared.control) {
            // Cancelled before the save was whole: the flop is solved again by the next run.
            Err(SaveError::Stopped) => return Ok(Ended::Cancelled),
            saved => saved?,
        };
        let mut watch = shared.watch.lock().expect("nobody panics while telling");
        watch.0[worker] = 0.0;
        shared.done.fetch_add(1, Ordering::Relaxed);
        Ok(ended)
    }
}

fn on_board(board: Board, error: SpotError) -> BoardsError {
    BoardsError::Spot { board: board.to_string(), source: Box::new(error) }
}

/// Whether both players can hold hands on a flop.
pub(super) fn is_playable(spot: &SpotSpec, board: Board) -> bool {
    let [oop, ip] = spot.ranges.each_ref().map(|range| SideFacts::at_start(range, board));
    oop.combos.iter().any(|one| ip.combos.iter().any(|other| !one.set().intersects(other.set())))
}

/// Whether a save is as good as a solve with this goal would be.
fn is_reached(goal: &Goal, results: &SaveResults) -> bool {
    let gain = |side: usize| results.best_responses[side] - results.evs[side];
    let exploitability = (gain(0) + gain(1)) / 2.0;
    goal.exploitability.is_some_and(|target| exploitability <= target)
        || goal.iterations.is_some_and(|most| results.iterations >= most)
        || goal.time.is_some_and(|time| results.seconds >= time.as_secs_f64())
}
