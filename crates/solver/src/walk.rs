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
mod explore;
mod taken;

use std::ops::Range;
use std::sync::Mutex;

use crate::arch::dispatch;
use crate::kernels::{
    AddPlayed, Best, Learn, LearnFrom, MatchRegrets, Mean, Normalise, Play, RowsOut, Shape,
    SpreadReach, Sum, accumulate, padded, respond, run_split,
};
use crate::lock::{Lock, Locks};
use crate::number::Number;
use crate::plan::{DecisionPlan, Extent, LevelPlan, Plan, StagePlan};
use crate::prune::{Counters, mark_hopeless, play_others, stand_in};
use crate::schedule::Weights;
use crate::scratch::LevelScratch;
use crate::storage::{Kept, Slots, Use, Uses, View};
use crate::{
    BoardAt, BothCall, Column, LeafCall, LeafError, Lifted, Player, Rows, RowsMut, RunOuts,
    SolverGame,
};

pub(crate) use correct::ByHand;
pub(crate) use taken::Deals;

/// What a pass is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// Where each player's strategy comes from.
    pub(crate) sources: [Source; 2],
    /// What is done for each player on the way up.
    pub(crate) tasks: [Task; 2],
    /// Whose strategies are added to the sums on the way down; the opponent must need
    /// values.
    pub(crate) averages: [Option<Weights>; 2],
    /// Skip actions whose regrets are all below this.
    pub(crate) prune_below: Option<f32>,
    /// The fraction of the time that players play uniformly at random.
    pub(crate) explore: f32,
    /// Which deals are taken.
    pub(crate) deals: Deals,
    /// Whether hands that are merged play for themselves, by the numbers of their buckets.
    pub(crate) unmerges: bool,
}

/// Where a strategy comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Regret matching.
    Current,
    /// The strategy sums.
    Average,
    /// The strategy sums, with the last response counted twice.
    Optimistic,
}

/// What a pass computes for a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Task {
    /// Nothing: only the opponent's values are needed.
    Nothing,
    /// Values of the strategy.
    Mean,
    /// Values of the best response.
    Best,
    /// Values of three responses: see [`Response`].
    Measure,
    /// Values and regrets.
    Learn(Weights),
    /// Values of the best response, which replaces the regrets.
    Respond,
    /// Adds the strategy to the sums; no values.
    Accumulate(Weights),
}

impl Task {
    fn wants_values(self) -> bool {
        !matches!(self, Task::Nothing | Task::Accumulate(_))
    }

    fn uses(self) -> Uses {
        let (regrets, sums) = match self {
            Task::Learn(_) | Task::Respond => (Use::Write, Use::Not),
            Task::Accumulate(_) => (Use::Write, Use::Write),
            Task::Nothing | Task::Mean | Task::Best | Task::Measure => (Use::Not, Use::Not),
        };
        Uses { regrets, sums }
    }
}

/// How far the response of a walk that measures deviates from the strategy. All have the
/// same values at leaves, which are the costly part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Response {
    /// The best response.
    Best,
    /// The best response on the last level, the strategy before it.
    BestAtLast,
    /// The strategy.
    Strategy,
}

impl Response {
    pub(crate) const ALL: [Response; 3] =
        [Response::Best, Response::BestAtLast, Response::Strategy];

    /// What a walk computes that does not measure.
    const ONE: [Response; 1] = [Response::Best];
}

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

    /// The reach after a decision.
    fn descend(
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
    fn spreads_reach(&self, player: usize) -> bool {
        self.plan.leaves.reads_both
            || self.pass.tasks[1 - player].wants_values()
            || matches!(self.pass.tasks[player], Task::Accumulate(_))
    }

    /// Whether values of several responses are wanted.
    fn measures(&self) -> bool {
        self.pass.tasks.contains(&Task::Measure)
    }

    /// The responses whose values are wanted.
    fn responses(&self) -> &'static [Response] {
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
    fn ascend_measuring(&self, at: At<'_>, view: &mut View<'_>, own: &mut LevelScratch) {
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

    fn ascend_all(
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

    /// Finds the bucket of every hand that plays by the numbers of one.
    fn find_labels(&self, at: At<'_>, own: &mut LevelScratch) {
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

    /// Whether leaves are valued for both players in one call: an operator that reads both
    /// players' reach finds both players' values at once.
    fn evaluates_together(&self) -> bool {
        self.plan.leaves.reads_both
            && self.pass.prune_below.is_none()
            && self.pass.tasks.iter().all(|task| task.wants_values())
    }

    /// The values of all leaves for both players.
    fn evaluate_both(&self, at: At<'_>, own: &mut LevelScratch) -> Result<(), LeafError> {
        let joined = self.merges_folds();
        let columns = Player::BOTH.map(|player| at.stage.columns(player, joined));
        if columns.iter().all(|columns| columns.is_empty()) {
            return Ok(());
        }
        let LevelScratch { hands, reach, values: [oop, ip], leaf, .. } = own;
        let reach = [0, 1].map(|player: usize| Rows::new(&reach[player], hands[player]));
        let values = [RowsMut::new(oop, hands[0]), RowsMut::new(ip, hands[1])];
        let (scratch, parallel) = (&mut leaf[..], self.may_share(at.place));
        let call = BothCall { columns, reach, values, scratch, parallel };
        self.game.leaf_operator(at.place).values_of_both(call)
    }

    /// The values of all leaves for a player.
    fn evaluate(
        &self,
        at: At<'_>,
        player: Player,
        own: &mut LevelScratch,
    ) -> Result<(), LeafError> {
        let columns = at.stage.columns(player, self.merges_folds());
        let operator = self.game.leaf_operator(at.place);
        self.call(at, player, columns, own, |call| operator.values(call)).unwrap_or(Ok(()))
    }

    /// Corrects all-ins that were shown down by buckets.
    fn run_out(&self, at: At<'_>, run_outs: &dyn RunOuts, player: Player, own: &mut LevelScratch) {
        let columns = &at.stage.run_outs[player.index()];
        self.call(at, player, columns, own, |call| run_outs.add(self.pass.deals.visit(), call));
    }

    /// Calls an operator for the columns that are not skipped, if there are some.
    fn call<T>(
        &self,
        at: At<'_>,
        player: Player,
        columns: &[Column],
        own: &mut LevelScratch,
        operator: impl FnOnce(LeafCall<'_>) -> T,
    ) -> Option<T> {
        let columns = if self.pass.prune_below.is_some() {
            own.columns.clear();
            own.columns.extend(columns.iter().filter(|column| !own.pruned[column.value]));
            &own.columns
        } else {
            columns
        };
        if columns.is_empty() {
            return None;
        }
        let reach = [0, 1].map(|player| Rows::new(&own.reach[player], own.hands[player]));
        let values = RowsMut::new(&mut own.values[player.index()], own.hands[player.index()]);
        let scratch = &mut own.leaf;
        let parallel = self.may_share(at.place);
        Some(operator(LeafCall { player, columns, reach, values, scratch, parallel }))
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

/// The rows of a decision's strategy.
fn strategy_of<'s>(strategy: &'s [f32], decision: &DecisionPlan, shape: Shape) -> &'s [f32] {
    &strategy[decision.strategy * shape.stride..][..shape.len()]
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
