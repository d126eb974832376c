//! On the way down: the strategy of every decision, and the reach after it.

use super::{At, Source, Task, Walk, explore, strategy_of};
use crate::arch::dispatch;
use crate::kernels::{
    AddPlayed, MatchRegrets, Normalise, Play, RowsOut, Shape, SpreadReach, padded, run_split,
};
use crate::number::Number;
use crate::plan::{DecisionPlan, StagePlan};
use crate::prune::{mark_hopeless, play_others};
use crate::schedule::Weights;
use crate::scratch::LevelScratch;
use crate::storage::{Kept, Slots, Use, Uses, View};
use crate::{Lifted, Player};

impl Walk<'_> {
    /// The reach after a decision.
    pub(super) fn descend(
        &self,
        at: At<'_>,
        decision: &DecisionPlan,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) {
        if own.pruned[decision.node] {
            own.pruned[decision.children.clone()].fill(true);
            return;
        }
        own.pruned[decision.children.clone()].fill(false);
        let player = decision.player.index();
        let task = self.pass.tasks[player];
        let spreads = self.spreads_reach(player);
        let shape = self.shape(at, player, decision.actions());
        if matches!(task, Task::Nothing | Task::Learn(_))
            && self.plays_regrets(player, view, decision)
        {
            if !spreads {
                return;
            }
            if let Some(weights) = self.pass.averages[player] {
                let (reach, after) =
                    reach_around(&mut own.reach[player], at.stage, decision, shape);
                let after = RowsOut::Whole(after);
                let parallel = self.may_share(at.place);
                match view.slots(decision.at, shape.slots()) {
                    Kept::Full(slots) => play(shape, weights, slots, reach, after, parallel),
                    Kept::Half(slots) => play(shape, weights, slots, reach, after, parallel),
                }
                return;
            }
        }
        let deviates = matches!(task, Task::Respond | Task::Best);
        if spreads || !(task == Task::Nothing || deviates) {
            match self.game.lifted(at.place, decision.player) {
                Some(lifted) => self.lift_strategy(shape, lifted, decision, view, own),
                None => self.write_strategy(shape, decision, view, own),
            }
        }
        if spreads {
            let strategy = strategy_of(&own.strategy[player], decision, shape);
            let (reach, after) = reach_around(&mut own.reach[player], at.stage, decision, shape);
            dispatch(SpreadReach { shape, reach, strategy, after: &mut *after });
            if self.pass.explore > 0.0 && self.lock(view, decision).is_none() {
                explore::spread(shape, self.pass.explore, reach, after);
            }
            if let Some(weights) = self.pass.averages[player] {
                let uses = Uses { regrets: Use::Not, sums: Use::Write };
                view.with(decision.at, shape.slots(), &mut own.slots, uses, |slots| {
                    dispatch(AddPlayed { shape, weights, after, sums: slots.sums });
                });
            }
        }
    }

    /// Whether the reach of a player is needed.
    pub(super) fn spreads_reach(&self, player: usize) -> bool {
        self.plan.leaves.reads_both
            || self.pass.tasks[1 - player].wants_values()
            || matches!(self.pass.tasks[player], Task::Accumulate(_))
    }

    /// Finds the bucket of every hand that plays by the numbers of one.
    pub(super) fn find_labels(&self, at: At<'_>, own: &mut LevelScratch) {
        for player in Player::BOTH {
            if let Some(lifted) = self.game.lifted(at.place, player) {
                let side = player.index();
                lifted.labels_into(&mut own.labels[side][..at.hands[side]]);
            }
        }
    }

    /// Stores the strategy of hands that play by the numbers of buckets. Locks are of
    /// hands, so there are none here.
    fn lift_strategy(
        &self,
        shape: Shape,
        lifted: Lifted<'_>,
        decision: &DecisionPlan,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) {
        let player = decision.player.index();
        let buckets = lifted.buckets();
        let (actions, stride) = (shape.actions, padded(buckets));
        let merged = Shape { actions, hands: buckets, kept: stride, stride };
        let LevelScratch { slots: buffer, leaf, strategy, labels, .. } = own;
        let labels = &labels[player][..shape.hands];
        let of_buckets = &mut leaf[..merged.len()];
        if self.pass.sources[player] == Source::Average {
            match view.slots(decision.at, merged.slots()) {
                Kept::Full(slots) => normalise(merged, slots, of_buckets),
                Kept::Half(slots) => normalise(merged, slots, of_buckets),
            }
        } else {
            let uses = Uses { regrets: Use::Read, sums: Use::Not };
            view.with(decision.at, merged.slots(), buffer, uses, |slots| {
                let Slots { regrets, predictions, .. } = slots;
                let strategy = &mut *of_buckets;
                dispatch(MatchRegrets { shape: merged, regrets, predictions, strategy });
            });
        }
        let strategy = &mut strategy[player][decision.strategy * shape.stride..][..shape.len()];
        let rows = strategy.chunks_exact_mut(shape.stride).zip(of_buckets.chunks_exact(stride));
        for (row, of_buckets) in rows {
            for (frequency, &label) in row.iter_mut().zip(labels) {
                *frequency = of_buckets[usize::from(label)];
            }
            row[labels.len()..padded(labels.len())].fill(0.0);
        }
    }

    /// Stores the strategy of a decision, and marks skipped actions.
    fn write_strategy(
        &self,
        shape: Shape,
        decision: &DecisionPlan,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) {
        let player = decision.player.index();
        let lock = self.lock(view, decision);
        let strategy = &mut own.strategy[player][decision.strategy * shape.stride..][..shape.len()];
        let pruned = &mut own.pruned[decision.children.clone()];
        if self.pass.sources[player] == Source::Average {
            // Averages are for queries, which skip nothing.
            match view.slots(decision.at, shape.slots()) {
                Kept::Full(slots) => normalise(shape, slots, strategy),
                Kept::Half(slots) => normalise(shape, slots, strategy),
            }
        } else {
            let optimistic = self.pass.sources[player] == Source::Optimistic;
            let sums = if optimistic { Use::Read } else { Use::Not };
            let uses = Uses { regrets: Use::Read, sums };
            view.with(decision.at, shape.slots(), &mut own.slots, uses, |slots| {
                let Slots { regrets, sums, predictions, .. } = slots;
                match optimistic {
                    true => dispatch(Normalise { shape, sums, extra: regrets, strategy }),
                    false => dispatch(MatchRegrets { shape, regrets, predictions, strategy }),
                }
                if let Some(threshold) = self.pass.prune_below.filter(|_| lock.is_none()) {
                    mark_hopeless(shape, regrets, threshold, pruned);
                    if matches!(self.pass.tasks[player], Task::Learn(_)) {
                        self.counters.count(shape, pruned);
                    }
                }
            });
        }
        if pruned.contains(&true) {
            play_others(shape, pruned, strategy);
        }
        if let Some(lock) = lock {
            lock.impose(shape, strategy);
        }
    }
}

/// Plays the average.
fn normalise<R, S: Number>(shape: Shape, slots: Slots<'_, R, S>, strategy: &mut [f32]) {
    dispatch(Normalise { shape, sums: &*slots.sums, extra: &[], strategy });
}

/// Plays matched regrets.
fn play<R: Number, S: Number>(
    shape: Shape,
    weights: Weights,
    slots: Slots<'_, R, S>,
    reach: &[f32],
    after: RowsOut<'_>,
    parallel: bool,
) {
    let Slots { regrets, sums, dither, .. } = slots;
    run_split(Play { shape, weights, regrets, sums, dither, reach, after }, parallel);
}

/// The row of the reach at a decision and the rows after it.
fn reach_around<'r>(
    reach: &'r mut [f32],
    stage: &StagePlan,
    decision: &DecisionPlan,
    shape: Shape,
) -> (&'r [f32], &'r mut [f32]) {
    let player = decision.player.index();
    let row = stage.reach[decision.children.start][player] * shape.stride;
    let (before, after) = reach.split_at_mut(row);
    let from = stage.reach[decision.node][player] * shape.stride;
    (&before[from..from + shape.stride], &mut after[..shape.len()])
}
