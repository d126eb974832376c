//! One pass over the tree: strategies down, leaf operators, values up.
//!
//! A stage is visited once for each board. The visit computes the strategy of
//! every decision and the reach of every line (down), asks the game for the
//! values of all leaves in one call, visits the stages that continue it deal by
//! deal, and combines values towards the roots (up), where it may learn from
//! them. The continuations of one level, the plan's `split`, are shared among
//! the threads of a pool; each reports into a place of its own, and the reports
//! are added in a fixed order, so the number of threads changes no result.

mod deals;

use std::sync::Mutex;

use crate::arch::dispatch;
use crate::game::LeafCall;
use crate::kernels::{
    Best, Learn, MatchRegrets, Mean, Normalise, Shape, SpreadReach, Sum, accumulate, respond,
};
use crate::lock::{Lock, Locks};
use crate::plan::{DecisionPlan, Extent, Plan, StagePlan};
use crate::prune::{Counters, mark_hopeless, play_others, stand_in};
use crate::schedule::Weights;
use crate::scratch::LevelScratch;
use crate::storage::{Change, View};
use crate::{Game, Place, Player, Rows, RowsMut};

/// What a pass is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// Where each player's strategy comes from.
    pub(crate) sources: [Source; 2],
    /// What is done for each player on the way up.
    pub(crate) goals: [Goal; 2],
    /// Leave out actions whose regrets are all below this.
    pub(crate) prune_below: Option<f32>,
}

/// Where a strategy comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Regret matching.
    Current,
    /// The strategy sums.
    Average,
    /// The strategy sums, the last response once more.
    Optimistic,
}

/// What is done for a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Goal {
    /// Nothing: only the opponent is of interest.
    Nothing,
    /// Values of the strategy.
    Mean,
    /// Values of the best response.
    Best,
    /// Values, regrets and sums.
    Learn(Weights),
    /// Values of the best response, which replaces the regrets.
    Respond,
    /// The strategy goes into the sums; no values.
    Accumulate(Weights),
}

impl Goal {
    fn wants_values(self) -> bool {
        !matches!(self, Goal::Nothing | Goal::Accumulate(_))
    }

    fn wants_own_reach(self) -> bool {
        matches!(self, Goal::Learn(_) | Goal::Accumulate(_))
    }

    fn wants_own_strategy(self) -> bool {
        self.wants_own_reach() || self == Goal::Mean
    }

    fn writes(self) -> Change {
        match self {
            Goal::Learn(_) | Goal::Respond | Goal::Accumulate(_) => Change::Write,
            Goal::Nothing | Goal::Mean | Goal::Best => Change::Read,
        }
    }
}

/// A stage on a board whose rows shall be copied when its visit ends.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) stage: usize,
    pub(crate) start: Extent,
    /// Reach and values of each player.
    pub(crate) seen: Mutex<Option<WatchedRows>>,
}

/// Rows of a stage, as [`LevelScratch`] has them.
#[derive(Debug)]
pub(crate) struct WatchedRows {
    pub(crate) reach: [Vec<f32>; 2],
    pub(crate) values: [Vec<f32>; 2],
}

/// A pass over a game.
pub(crate) struct Walk<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) plan: &'a Plan,
    pub(crate) pass: Pass,
    pub(crate) locks: &'a Locks,
    pub(crate) counters: &'a Counters,
    pub(crate) watch: Option<&'a Watch>,
    /// Whether the walk runs in a pool of several threads.
    pub(crate) pooled: bool,
    /// One scratch for each thread, if continuations are shared among several.
    pub(crate) workers: &'a [Mutex<Vec<LevelScratch>>],
}

/// Where a visit is.
#[derive(Clone, Copy)]
struct At<'a> {
    stage: &'a StagePlan,
    place: Place,
    /// Hands of each player on the board.
    hands: [usize; 2],
}

/// Where the split level's continuations report: for each player, unit after
/// unit.
type Results<'a> = [&'a mut [f32]; 2];

impl<G: Game> Walk<'_, G> {
    /// Walks the whole game. The values of the first node are in the scratch
    /// afterwards.
    pub(crate) fn run(&self, view: View<'_>, levels: &mut [LevelScratch], results: Results<'_>) {
        for player in Player::BOTH {
            let weights = self.game.weights(player);
            levels[0].reach[player.index()][..weights.len()].copy_from_slice(weights);
        }
        levels[0].pruned[0] = false;
        self.visit(0, Place::START, view, levels, results);
    }

    fn visit(
        &self,
        number: usize,
        place: Place,
        mut view: View<'_>,
        levels: &mut [LevelScratch],
        results: Results<'_>,
    ) {
        let hands = Player::BOTH.map(|player| self.game.hands(place, player));
        let at = At { stage: &self.plan.stages[number], place, hands };
        let start = view.start();
        let (own, deeper) = levels.split_first_mut().expect("there is scratch for every level");
        for decision in &at.stage.decisions {
            self.descend(at, decision, &mut view, own);
        }
        for player in Player::BOTH {
            if self.pass.goals[player.index()].wants_values() {
                self.evaluate(at, player, own);
            }
        }
        if !at.stage.next.is_empty() {
            let (_, continuations) = view.again().split_at(at.stage.own);
            if !self.workers.is_empty() && self.plan.split == Some(place.level) {
                self.deal_shared(at, continuations, own, results);
            } else {
                self.deal(at, continuations, own, deeper, results);
            }
        }
        for decision in at.stage.decisions.iter().rev() {
            self.ascend(at, decision, &mut view, own);
        }
        if let Some(watch) =
            self.watch.filter(|watch| watch.stage == number && watch.start == start)
        {
            let rows = WatchedRows { reach: own.reach.clone(), values: own.values.clone() };
            *watch.seen.lock().expect("no walk panics") = Some(rows);
        }
    }

    fn shape(&self, at: At<'_>, decision: &DecisionPlan) -> Shape {
        let player = decision.player.index();
        let stride = self.plan.levels[at.stage.level].hands[player];
        Shape { actions: decision.actions(), hands: at.hands[player], stride }
    }

    /// Whether all threads of the pool are free for a visit. Below the split level
    /// each of them has a visit of its own, and a scratch that no other work may
    /// ask for until that is over.
    fn may_share(&self, place: Place) -> bool {
        self.pooled && self.plan.split.is_none_or(|split| place.level <= split)
    }

    fn lock(&self, view: &View<'_>, decision: &DecisionPlan) -> Option<&Lock> {
        self.locks.get(view.start().slots + decision.at.slots)
    }

    /// The strategy of a decision and the reach after it.
    fn descend(
        &self,
        at: At<'_>,
        decision: &DecisionPlan,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) {
        let player = decision.player.index();
        let goal = self.pass.goals[player];
        let opponent_wants = self.pass.goals[1 - player].wants_values();
        if own.pruned[decision.node] {
            own.pruned[decision.children.clone()].fill(true);
            return;
        }
        own.pruned[decision.children.clone()].fill(false);
        if !(opponent_wants || goal.wants_own_strategy()) {
            return;
        }
        let shape = self.shape(at, decision);
        let lock = self.lock(view, decision);
        let strategy = &mut own.strategy[player][decision.strategy * shape.stride..][..shape.len()];
        let pruned = &mut own.pruned[decision.children.clone()];
        view.with(decision.at, shape.len(), &mut own.slots, Change::Read, |slots| {
            match self.pass.sources[player] {
                Source::Current => dispatch(MatchRegrets {
                    shape,
                    regrets: slots.regrets,
                    predictions: slots.predictions,
                    strategy,
                }),
                Source::Average => {
                    dispatch(Normalise { shape, sums: slots.sums, extra: &[], strategy });
                }
                Source::Optimistic => {
                    dispatch(Normalise { shape, sums: slots.sums, extra: slots.regrets, strategy });
                }
            }
            if let Some(threshold) = self.pass.prune_below.filter(|_| lock.is_none()) {
                mark_hopeless(shape, slots.regrets, threshold, pruned);
                if matches!(goal, Goal::Learn(_)) {
                    self.counters.count(shape, pruned);
                }
            }
        });
        if pruned.contains(&true) {
            play_others(shape, pruned, strategy);
        }
        if let Some(lock) = lock {
            lock.impose(shape, strategy);
        }
        if opponent_wants || goal.wants_own_reach() {
            let row = at.stage.reach[decision.children.start][player] * shape.stride;
            let (before, after) = own.reach[player].split_at_mut(row);
            let from = at.stage.reach[decision.node][player] * shape.stride;
            dispatch(SpreadReach {
                shape,
                reach: &before[from..from + shape.stride],
                strategy,
                after: &mut after[..shape.len()],
            });
        }
    }

    /// The values of all leaves for a player.
    fn evaluate(&self, at: At<'_>, player: Player, own: &mut LevelScratch) {
        let all = &at.stage.columns[player.index()];
        let columns = if self.pass.prune_below.is_some() {
            own.columns.clear();
            own.columns.extend(all.iter().filter(|column| !own.pruned[column.value]));
            &own.columns
        } else {
            all
        };
        if columns.is_empty() {
            return;
        }
        let reach = [0, 1].map(|player| Rows::new(&own.reach[player], own.hands[player]));
        let values = RowsMut::new(&mut own.values[player.index()], own.hands[player.index()]);
        let scratch = &mut own.leaf;
        let parallel = self.may_share(at.place);
        let place = at.place;
        self.game.leaves(LeafCall { place, player, columns, reach, values, scratch, parallel });
    }

    /// The values of a decision, and what the player who acts learns.
    fn ascend(
        &self,
        at: At<'_>,
        decision: &DecisionPlan,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) {
        if own.pruned[decision.node] {
            return;
        }
        let acting = decision.player.index();
        let actor_shape = self.shape(at, decision);
        let other = 1 - acting;
        if self.pass.goals[other].wants_values() {
            let (hands, stride) = (at.hands[other], own.hands[other]);
            let shape = Shape { actions: decision.actions(), hands, stride };
            let (value, after) = around(&mut own.values[other], decision, stride);
            for (after, &pruned) in
                after.chunks_exact_mut(stride).zip(&own.pruned[decision.children.clone()])
            {
                if pruned {
                    after.fill(0.0);
                }
            }
            dispatch(Sum { shape, after, value });
        }
        let goal = self.pass.goals[acting];
        if goal == Goal::Nothing {
            return;
        }
        let shape = actor_shape;
        let lock = self.lock(view, decision);
        let strategy = &own.strategy[acting][decision.strategy * shape.stride..][..shape.len()];
        let (value, after) = around(&mut own.values[acting], decision, shape.stride);
        if own.pruned[decision.children.clone()].contains(&true) {
            stand_in(shape, strategy, &own.pruned[decision.children.clone()], after, value);
        }
        let row = at.stage.reach[decision.node][acting] * shape.stride;
        let reach = &own.reach[acting][row..row + shape.stride];
        match goal {
            Goal::Nothing => {}
            Goal::Mean => dispatch(Mean { shape, strategy, after, value }),
            Goal::Best => {
                dispatch(Best { shape, after, value });
                if let Some(lock) = lock {
                    lock.value(shape, after, value);
                }
            }
            Goal::Learn(_) | Goal::Respond | Goal::Accumulate(_) => {
                view.with(decision.at, shape.len(), &mut own.slots, goal.writes(), |slots| {
                    match goal {
                        Goal::Learn(weights) => dispatch(Learn {
                            shape,
                            weights,
                            strategy,
                            reach,
                            after,
                            value,
                            regrets: slots.regrets,
                            sums: slots.sums,
                            predictions: slots.predictions,
                        }),
                        Goal::Accumulate(weights) => {
                            let (sums, added) = (slots.sums, slots.regrets);
                            accumulate(shape, weights, reach, strategy, sums, added);
                        }
                        _ => {
                            dispatch(Best { shape, after, value: &mut *value });
                            respond(shape, after, value, slots.regrets);
                            if let Some(lock) = lock {
                                lock.value(shape, after, value);
                            }
                        }
                    }
                });
            }
        }
    }
}

/// The row of a decision's values and the rows of what follows it.
fn around<'v>(
    values: &'v mut [f32],
    decision: &DecisionPlan,
    stride: usize,
) -> (&'v mut [f32], &'v mut [f32]) {
    let (before, after) = values.split_at_mut(decision.children.start * stride);
    let value = &mut before[decision.node * stride..][..stride];
    (value, &mut after[..decision.actions() * stride])
}
