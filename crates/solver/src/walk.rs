//! One pass over the tree: strategies down, leaf operators, values up.
//!
//! A stage is visited once for each board. The visit computes the strategy of
//! every decision and the reach of every line (down), gets the values of all leaves
//! from the leaf operator in one call, visits the stages that continue it deal by
//! deal, and combines values towards the roots (up), where it may learn from
//! them. The continuations of one level, the plan's `split`, are divided among
//! the threads of a pool. Each writes to its own place, and the results
//! are added in a fixed order, so the number of threads changes no result.

mod alike;
mod collect;
mod correct;
mod deals;
mod down;
mod explore;
mod leaves;
mod pass;
mod taken;
mod up;

use std::sync::Mutex;

use crate::kernels::Shape;
use crate::lock::{Lock, Locks};
use crate::plan::{DecisionPlan, Extent, LevelPlan, Plan, StagePlan};
use crate::prune::Counters;
use crate::scratch::LevelScratch;
use crate::storage::View;
use crate::{BoardAt, LeafError, Player, SolverGame};

pub(crate) use correct::ByHand;
pub(crate) use pass::{Pass, Response, Source, Task};
pub(crate) use taken::Deals;

/// What an observer sees of a stage on a board when its visit ends.
pub(crate) struct Visited<'a> {
    pub(crate) plan: &'a StagePlan,
    pub(crate) level: &'a LevelPlan,
    pub(crate) stage: usize,
    pub(crate) place: BoardAt,
    pub(crate) start: Extent,
    /// Rows of reach, values and, in a pass for means, strategies.
    pub(crate) rows: &'a LevelScratch,
    /// The stage's numbers and those of all that follows.
    pub(crate) view: View<'a>,
}

/// Called after every visit, by the thread that makes it; an error ends the walk.
pub(crate) type Watch<'a> = &'a (dyn Fn(Visited<'_>) -> Result<(), LeafError> + Sync);

/// A pass over a game. It is the same code for every game: a game is asked a few things for each
/// board, and its leaf operators do the rest.
pub(crate) struct Walk<'a> {
    pub(crate) game: &'a dyn SolverGame,
    pub(crate) plan: &'a Plan,
    pub(crate) pass: Pass,
    pub(crate) locks: &'a Locks,
    pub(crate) counters: &'a Counters,
    pub(crate) watch: Option<Watch<'a>>,
    /// Whether the walk runs in a pool of several threads.
    pub(crate) pooled: bool,
    /// One scratch for each thread, if continuations are divided among several.
    pub(crate) workers: &'a [Mutex<Vec<LevelScratch>>],
    /// What rivers in buckets are corrected in while strategies are learned.
    pub(crate) by_hand: Option<&'a ByHand>,
}

/// Where a visit is.
#[derive(Clone, Copy)]
struct At<'a> {
    stage: &'a StagePlan,
    place: BoardAt,
    /// Hands of each player on the board.
    hands: [usize; 2],
}

/// The results of the split level's continuations: for each player, unit after
/// unit.
type Results<'a> = [&'a mut [f32]; 2];

impl Walk<'_> {
    /// Walks the whole game. Afterwards the scratch has the values of the first node. The
    /// error is that of the first visit that fails, in the order of a single thread; what
    /// other visits learned remains.
    pub(crate) fn run(
        &self,
        view: View<'_>,
        levels: &mut [LevelScratch],
        results: Results<'_>,
    ) -> Result<(), LeafError> {
        for player in Player::BOTH {
            let weights = self.game.weights(player);
            levels[0].reach[player.index()][..weights.len()].copy_from_slice(weights);
        }
        levels[0].pruned[0] = false;
        self.visit(0, BoardAt::START, view, levels, results)
    }

    fn visit(
        &self,
        number: usize,
        place: BoardAt,
        mut view: View<'_>,
        levels: &mut [LevelScratch],
        results: Results<'_>,
    ) -> Result<(), LeafError> {
        if let Some(part) = self.unmerged(place) {
            let part = part?;
            let pass = Pass { unmerges: false, ..self.pass };
            return self.over(part.game(), pass).visit(number, place, view, levels, results);
        }
        let hands = Player::BOTH.map(|player| self.game.hands(place, player));
        let at = At { stage: &self.plan.stages[number], place, hands };
        let start = view.start();
        let (own, deeper) = levels.split_first_mut().expect("there is scratch for every level");
        self.find_labels(at, own);
        for decision in &at.stage.decisions {
            self.descend(at, decision, &mut view, own);
        }
        if self.evaluates_together() {
            self.evaluate_both(at, own)?;
        } else {
            for player in Player::BOTH {
                if self.pass.tasks[player.index()].wants_values() {
                    self.evaluate(at, player, own)?;
                }
            }
        }
        if !at.stage.next.is_empty() {
            self.clear_deals(at, own);
            self.deal(at, &mut view, own, deeper, results)?;
        }
        if let Some(run_outs) = self.game.run_outs(place).filter(|_| !self.corrects_rivers()) {
            for player in Player::BOTH {
                if self.pass.tasks[player.index()].wants_values() {
                    self.run_out(at, run_outs, player, own);
                }
            }
        }
        if self.measures() {
            self.ascend_measuring(at, &mut view, own);
        } else {
            self.ascend_all(at, &mut view, own, Response::Best);
        }
        if let Some(watch) = self.watch {
            let plan = at.stage;
            let level = &self.plan.levels[plan.level];
            watch(Visited { plan, level, stage: number, place, start, rows: own, view })?;
        }
        Ok(())
    }

    fn shape(&self, at: At<'_>, player: usize, actions: usize) -> Shape {
        self.plan.levels[at.stage.level].shape(player, actions, at.hands[player])
    }

    /// Whether all threads of the pool are free for a visit. Below the split level
    /// each of them has its own visit, and a scratch that no other work may
    /// use until that is over.
    fn may_share(&self, place: BoardAt) -> bool {
        self.pooled && self.plan.split.is_none_or(|split| place.level <= split)
    }

    /// Whether folds may be valued together with other leaves: their own values are not
    /// needed.
    fn merges_folds(&self) -> bool {
        self.pass.prune_below.is_none() && self.watch.is_none()
    }

    fn lock(&self, view: &View<'_>, decision: &DecisionPlan) -> Option<&Lock> {
        self.locks.get(view.start().slots + decision.at.slots)
    }

    /// Whether a player just plays matched regrets, so that the strategy need not be
    /// stored.
    fn plays_regrets(&self, player: usize, view: &View<'_>, decision: &DecisionPlan) -> bool {
        self.pass.sources[player] == Source::Current
            && self.pass.prune_below.is_none()
            && self.pass.explore == 0.0
            && !view.predicts()
            && self.lock(view, decision).is_none()
    }
}

/// The rows of a decision's strategy.
fn strategy_of<'s>(strategy: &'s [f32], decision: &DecisionPlan, shape: Shape) -> &'s [f32] {
    &strategy[decision.strategy * shape.stride..][..shape.len()]
}
