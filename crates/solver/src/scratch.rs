//! The scratch memory of a walk: allocated once, reused for every board and
//! iteration.

use crate::kernels::padded;
use crate::operators::Column;
use crate::plan::{LevelPlan, Plan};
use crate::storage::{Precision, zeros};
use crate::walk::Response;
use std::ops::Range;

/// Rows for the stages of one level.
#[derive(Debug)]
pub(crate) struct LevelScratch {
    /// The length of a row of each player.
    pub(crate) hands: [usize; 2],
    pub(crate) reach: [Vec<f32>; 2],
    pub(crate) values: [Vec<f32>; 2],
    /// Values of the other responses in a walk that measures; otherwise nothing.
    others: [[Vec<f32>; 2]; 2],
    pub(crate) strategy: [Vec<f32>; 2],
    /// The slots of a 16-bit decision, converted to f32.
    pub(crate) slots: Vec<f32>,
    /// For the leaf operator.
    pub(crate) leaf: Vec<f32>,
    /// Whether a node is skipped.
    pub(crate) pruned: Vec<bool>,
    /// Leaves that are not skipped.
    pub(crate) columns: Vec<Column>,
    /// What the values of each deal count.
    pub(crate) counts: Vec<f32>,
    /// Which deals are visited.
    pub(crate) taken: Vec<bool>,
    /// What values of each deal count that are found without buckets.
    pub(crate) drawn: Vec<f32>,
    /// The bucket of each hand of each player, where they play by buckets.
    pub(crate) labels: [Vec<u16>; 2],
}

impl LevelScratch {
    fn new(plan: &LevelPlan, precision: Precision, leaf: usize) -> LevelScratch {
        let rows =
            |count: [usize; 2]| [0, 1].map(|player| zeros(count[player] * plan.hands[player]));
        LevelScratch {
            hands: plan.hands,
            reach: rows(plan.reach_rows),
            values: rows([plan.nodes; 2]),
            others: Default::default(),
            strategy: rows(plan.strategy_rows),
            slots: zeros(slots(plan, precision)),
            leaf: zeros(leaf),
            pruned: vec![false; plan.nodes],
            columns: Vec::with_capacity(plan.columns),
            counts: vec![1.0; plan.deals],
            taken: vec![true; plan.deals],
            drawn: vec![0.0; plan.deals],
            labels: plan.hands.map(|hands| vec![0; if plan.lifts { hands } else { 0 }]),
        }
    }

    fn bytes(plan: &LevelPlan, precision: Precision, leaf: usize) -> u64 {
        let rows: usize = (0..2)
            .map(|player| {
                let rows = plan.reach_rows[player] + plan.nodes + plan.strategy_rows[player];
                rows * plan.hands[player]
            })
            .sum();
        let numbers = rows + slots(plan, precision) + leaf + 2 * plan.deals;
        let labels = if plan.lifts { plan.hands.iter().sum() } else { 0 };
        let others = plan.nodes + plan.deals + plan.columns * size_of::<Column>();
        (numbers * size_of::<f32>() + others + labels * size_of::<u16>()) as u64
    }

    /// Puts what so many deals count without buckets in place of what they count, or back.
    pub(crate) fn swap_drawn(&mut self, deals: usize) {
        std::mem::swap(&mut self.counts, &mut self.drawn);
        for (taken, &count) in self.taken[..deals].iter_mut().zip(&self.counts) {
            *taken = count != 0.0;
        }
    }

    /// A row of a player's reach.
    pub(crate) fn reach(&self, player: usize, row: usize) -> &[f32] {
        &self.reach[player][row * self.hands[player]..][..self.hands[player]]
    }

    /// A row of a player's values.
    pub(crate) fn value(&self, player: usize, row: usize) -> &[f32] {
        &self.values[player][row * self.hands[player]..][..self.hands[player]]
    }

    /// A player's values with a response.
    pub(crate) fn values_of(&self, response: Response, player: usize) -> &[f32] {
        match response {
            Response::Best => &self.values[player],
            Response::BestAtLast => &self.others[0][player],
            Response::Strategy => &self.others[1][player],
        }
    }

    /// Puts the values of a response in the place of those of the best, or back.
    pub(crate) fn swap_values(&mut self, response: Response) {
        match response {
            Response::Best => {}
            Response::BestAtLast => std::mem::swap(&mut self.values, &mut self.others[0]),
            Response::Strategy => std::mem::swap(&mut self.values, &mut self.others[1]),
        }
    }

    /// Copies the values of so many hands of a player from one response to another.
    pub(crate) fn copy_value(
        &mut self,
        from: Response,
        to: Response,
        player: usize,
        row: usize,
        hands: usize,
    ) {
        let start = row * self.hands[player];
        let row = start..start + padded(hands);
        let (best, [at_last, strategy]) = (&mut self.values[player], &mut self.others);
        let (at_last, strategy) = (&mut at_last[player], &mut strategy[player]);
        let (from, to) = match (from, to) {
            (Response::Best, Response::BestAtLast) => (best, at_last),
            (Response::Best, Response::Strategy) => (best, strategy),
            (Response::BestAtLast, Response::Best) => (at_last, best),
            (Response::BestAtLast, Response::Strategy) => (at_last, strategy),
            (Response::Strategy, Response::Best) => (strategy, best),
            (Response::Strategy, Response::BestAtLast) => (strategy, at_last),
            _ => return,
        };
        to[row.clone()].copy_from_slice(&from[row]);
    }

    /// Copies rows of both players' values from one response to another.
    pub(crate) fn copy_values(
        &mut self,
        from: Response,
        to: Response,
        rows: Range<usize>,
        hands: [usize; 2],
    ) {
        for row in rows {
            (0..2).for_each(|player| self.copy_value(from, to, player, row, hands[player]));
        }
    }

    /// Several distinct rows of a player's values, mutable.
    pub(crate) fn values_mut<const N: usize>(
        &mut self,
        player: usize,
        rows: [usize; N],
    ) -> [&mut [f32]; N] {
        let hands = self.hands[player];
        let ranges = rows.map(|row| row * hands..(row + 1) * hands);
        self.values[player].get_disjoint_mut(ranges).expect("rows are there, and different")
    }

    /// A row of a player's values, mutable.
    pub(crate) fn value_mut(&mut self, player: usize, row: usize) -> &mut [f32] {
        &mut self.values[player][row * self.hands[player]..][..self.hands[player]]
    }
}

fn slots(plan: &LevelPlan, precision: Precision) -> usize {
    match precision {
        Precision::Full => 0,
        Precision::Half => 2 * plan.actions * plan.hands[0].max(plan.hands[1]),
    }
}

/// Scratch for the levels from `from` on.
pub(crate) fn levels(plan: &Plan, from: usize, precision: Precision) -> Vec<LevelScratch> {
    let leaf = plan.leaves.scratch;
    plan.levels[from..].iter().map(|level| LevelScratch::new(level, precision, leaf)).collect()
}

/// The same for walks that measure.
pub(crate) fn measuring_levels(
    plan: &Plan,
    from: usize,
    precision: Precision,
) -> Vec<LevelScratch> {
    let mut levels = levels(plan, from, precision);
    for level in &mut levels {
        let values = || level.values.each_ref().map(|rows| zeros(rows.len()));
        level.others = [values(), values()];
    }
    levels
}

/// Bytes that [`measuring_levels`] allocates more than [`levels`].
pub(crate) fn measuring_bytes(plan: &Plan, from: usize) -> u64 {
    let numbers = |level: &LevelPlan| 2 * level.nodes * level.hands.iter().sum::<usize>();
    let numbers: usize = plan.levels[from..].iter().map(numbers).sum();
    (numbers * size_of::<f32>()) as u64
}

/// Bytes that [`levels`] allocates.
pub(crate) fn bytes(plan: &Plan, from: usize, precision: Precision) -> u64 {
    let leaf = plan.leaves.scratch;
    plan.levels[from..].iter().map(|level| LevelScratch::bytes(level, precision, leaf)).sum()
}
