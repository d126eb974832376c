//! On the way up: the values of every decision, and what is learned from them.

use std::ops::Range;

use super::{At, Response, Task, Walk, explore, strategy_of};
use crate::Player;
use crate::arch::dispatch;
use crate::kernels::{Best, Learn, LearnFrom, Mean, Shape, Sum, accumulate, respond, run_split};
use crate::number::Number;
use crate::plan::DecisionPlan;
use crate::prune::stand_in;
use crate::schedule::Weights;
use crate::scratch::LevelScratch;
use crate::storage::{Kept, Slots, View};

impl Walk<'_> {
    /// Whether values of several responses are wanted.
    pub(super) fn measures(&self) -> bool {
        self.pass.tasks.contains(&Task::Measure)
    }

    /// The responses whose values are wanted.
    pub(super) fn responses(&self) -> &'static [Response] {
        if self.measures() { &Response::ALL } else { &Response::ONE }
    }

    /// What is done for a player on the way up, with a response.
    fn task(&self, at: At<'_>, player: usize, response: Response) -> Task {
        let at_last = at.place.level + 1 == self.plan.levels.len();
        match (self.pass.tasks[player], response) {
            (Task::Measure, Response::Best) => Task::Best,
            (Task::Measure, Response::BestAtLast) if at_last => Task::Best,
            (Task::Measure, _) => Task::Mean,
            (task, _) => task,
        }
    }

    /// The values of all decisions with every response.
    pub(super) fn ascend_measuring(&self, at: At<'_>, view: &mut View<'_>, own: &mut LevelScratch) {
        if at.place.level + 1 == self.plan.levels.len() {
            // Only what the roots are worth is read from the last level.
            let roots = 0..at.stage.roots;
            self.ascend_all(at, view, own, Response::Best);
            own.copy_values(Response::Best, Response::BestAtLast, roots.clone(), at.hands);
            self.ascend_all(at, view, own, Response::Strategy);
            own.copy_values(Response::Best, Response::Strategy, roots.clone(), at.hands);
            own.copy_values(Response::BestAtLast, Response::Best, roots, at.hands);
            return;
        }
        for response in [Response::BestAtLast, Response::Strategy] {
            for player in Player::BOTH {
                for column in at.stage.columns(player, self.merges_folds()) {
                    let (side, row) = (player.index(), column.value);
                    own.copy_value(Response::Best, response, side, row, at.hands[side]);
                }
            }
        }
        for response in Response::ALL {
            own.swap_values(response);
            self.ascend_all(at, view, own, response);
            own.swap_values(response);
        }
    }

    pub(super) fn ascend_all(
        &self,
        at: At<'_>,
        view: &mut View<'_>,
        own: &mut LevelScratch,
        response: Response,
    ) {
        for decision in at.stage.decisions.iter().rev() {
            self.ascend(at, decision, view, own, response);
        }
    }

    /// The values of a decision for the player who does not act.
    fn add_up(&self, at: At<'_>, decision: &DecisionPlan, player: usize, own: &mut LevelScratch) {
        let joined = self.merges_folds();
        let children = if joined { &decision.summed } else { &decision.children };
        if children.is_empty() {
            return;
        }
        let shape = self.shape(at, player, children.len());
        let stride = shape.stride;
        let (value, after) = around(&mut own.values[player], decision.node, children, stride);
        for (after, &pruned) in after.chunks_exact_mut(stride).zip(&own.pruned[children.clone()]) {
            if pruned {
                after.fill(0.0);
            }
        }
        run_split(Sum { shape, after, value }, self.may_share(at.place));
    }

    /// The values of a decision, and what the player who acts learns.
    fn ascend(
        &self,
        at: At<'_>,
        decision: &DecisionPlan,
        view: &mut View<'_>,
        own: &mut LevelScratch,
        response: Response,
    ) {
        if own.pruned[decision.node] {
            return;
        }
        let acting = decision.player.index();
        let other = 1 - acting;
        if self.pass.tasks[other].wants_values() {
            self.add_up(at, decision, other, own);
        }
        let task = self.task(at, acting, response);
        if task == Task::Nothing {
            return;
        }
        let shape = self.shape(at, acting, decision.actions());
        let parallel = self.may_share(at.place);
        let lock = self.lock(view, decision);
        let matched = self.plays_regrets(acting, view, decision);
        let strategy = strategy_of(&own.strategy[acting], decision, shape);
        let (value, after) =
            around(&mut own.values[acting], decision.node, &decision.children, shape.stride);
        if own.pruned[decision.children.clone()].contains(&true) {
            stand_in(shape, strategy, &own.pruned[decision.children.clone()], after, value);
        }
        match task {
            Task::Nothing | Task::Measure => {}
            Task::Mean => {
                dispatch(Mean { shape, strategy, after: &*after, value: &mut *value });
                if self.pass.explore > 0.0 && lock.is_none() {
                    explore::value(shape, self.pass.explore, after, value);
                }
            }
            Task::Best => {
                run_split(Best { shape, after, value }, parallel);
                if let Some(lock) = lock {
                    lock.value(shape, after, value);
                }
            }
            Task::Learn(weights) if matched => match view.slots(decision.at, shape.slots()) {
                Kept::Full(slots) => learn(shape, weights, after, value, slots, parallel),
                Kept::Half(slots) => learn(shape, weights, after, value, slots, parallel),
            },
            Task::Learn(_) | Task::Respond | Task::Accumulate(_) => {
                view.with(decision.at, shape.slots(), &mut own.slots, task.uses(), |slots| {
                    let Slots { regrets, sums, predictions, .. } = slots;
                    match task {
                        Task::Learn(weights) => dispatch(LearnFrom {
                            shape,
                            weights,
                            strategy,
                            after,
                            value: &mut *value,
                            regrets,
                            predictions,
                        }),
                        Task::Accumulate(weights) => {
                            let row = at.stage.reach[decision.node][acting] * shape.stride;
                            let reach = &own.reach[acting][row..row + shape.stride];
                            accumulate(shape, weights, reach, strategy, sums, regrets);
                        }
                        _ => {
                            run_split(Best { shape, after, value: &mut *value }, parallel);
                            respond(shape, after, value, regrets);
                            if let Some(lock) = lock {
                                lock.value(shape, after, value);
                            }
                        }
                    }
                });
                if self.pass.explore > 0.0 && lock.is_none() {
                    explore::value(shape, self.pass.explore, after, value);
                }
            }
        }
        if matches!(task, Task::Learn(_)) {
            self.share_regrets(at, decision, shape, view, own);
        }
    }
}

/// Learns from values under matched regrets.
fn learn<R: Number, S: Number>(
    shape: Shape,
    weights: Weights,
    after: &[f32],
    value: &mut [f32],
    slots: Slots<'_, R, S>,
    parallel: bool,
) {
    let Slots { regrets, dither, .. } = slots;
    run_split(Learn { shape, weights, after, value, regrets, dither }, parallel);
}

/// The row of a decision's values and the rows of what follows it.
fn around<'v>(
    values: &'v mut [f32],
    node: usize,
    children: &Range<usize>,
    stride: usize,
) -> (&'v mut [f32], &'v mut [f32]) {
    let (before, after) = values.split_at_mut(children.start * stride);
    let value = &mut before[node * stride..][..stride];
    (value, &mut after[..children.len() * stride])
}
