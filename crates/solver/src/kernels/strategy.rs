//! Strategies from regrets and sums, and the reach that follows from them.

use super::share::{RowsOut, Split};
use super::{
    BLOCK, Shape, blocks, blocks_mut, for_actions, lanes, rows, rows_mut, set_slot_lanes,
    slot_lanes,
};
use crate::arch::{Arithmetic, Kernel, Lanes};
use crate::schedule::Weights;

/// Below this the reciprocal of a sum would overflow.
const SMALLEST_SUM: f32 = f32::MIN_POSITIVE;

/// How numbers of a block become shares: each hand's positive numbers times a
/// factor, plus the same for all actions of hands that have none.
#[derive(Clone, Copy)]
pub(super) struct Shares {
    factor: Lanes,
    even: Lanes,
}

impl Shares {
    /// From the numbers of all actions.
    #[inline(always)]
    pub(super) fn of(numbers: &[Lanes]) -> Shares {
        let mut total = numbers[0].map(|number| number.max(0.0));
        for number in &numbers[1..] {
            for lane in 0..BLOCK {
                total[lane] += number[lane].max(0.0);
            }
        }
        Shares::from_total(total, numbers.len())
    }

    /// From the numbers of all actions in a block of slots.
    #[inline(always)]
    pub(super) fn of_slots(shape: Shape, slots: &[f32], block: usize) -> Shares {
        let mut total = [0.0; BLOCK];
        for action in 0..shape.actions {
            let number = slot_lanes(shape, slots, block, action);
            for lane in 0..BLOCK {
                total[lane] += number[lane].max(0.0);
            }
        }
        Shares::from_total(total, shape.actions)
    }

    #[inline(always)]
    fn from_total(total: Lanes, actions: usize) -> Shares {
        let alike = 1.0 / actions as f32;
        let (mut factor, mut even) = ([0.0; BLOCK], [0.0; BLOCK]);
        for lane in 0..BLOCK {
            let some = total[lane] >= SMALLEST_SUM;
            factor[lane] = if some { 1.0 / total[lane] } else { 0.0 };
            even[lane] = if some { 0.0 } else { alike };
        }
        Shares { factor, even }
    }

    /// The share of an action.
    #[inline(always)]
    pub(super) fn share<A: Arithmetic>(self, arithmetic: A, number: Lanes) -> Lanes {
        let mut share = [0.0; BLOCK];
        for lane in 0..BLOCK {
            let positive = number[lane].max(0.0);
            share[lane] = arithmetic.mul_add(positive, self.factor[lane], self.even[lane]);
        }
        share
    }
}

/// Regret matching: each action in proportion to its positive regret, plus its
/// prediction if there are any; all alike if none is positive.
pub(crate) struct MatchRegrets<'a> {
    pub(crate) shape: Shape,
    pub(crate) regrets: &'a [f32],
    /// Empty, or what the next regrets are expected to add.
    pub(crate) predictions: &'a [f32],
    pub(crate) strategy: &'a mut [f32],
}

impl Kernel for MatchRegrets<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let MatchRegrets { shape, regrets, predictions, strategy } = self;
        shares_of_sum(arithmetic, shape, regrets, predictions, strategy);
    }
}

/// Each action in proportion to its sum, plus `extra` if there is any; all alike
/// where there is nothing.
pub(crate) struct Normalise<'a> {
    pub(crate) shape: Shape,
    pub(crate) sums: &'a [f32],
    pub(crate) extra: &'a [f32],
    pub(crate) strategy: &'a mut [f32],
}

impl Kernel for Normalise<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        shares_of_sum(arithmetic, self.shape, self.sums, self.extra, self.strategy);
    }
}

#[inline(always)]
fn shares_of_sum<A: Arithmetic>(
    arithmetic: A,
    shape: Shape,
    slots: &[f32],
    more: &[f32],
    strategy: &mut [f32],
) {
    if more.is_empty() {
        let done =
            for_actions!(shape.actions, shares_unrolled(arithmetic, shape, slots, strategy), 0);
        for block in done..shape.blocks() {
            let shares = Shares::of_slots(shape, slots, block);
            for (action, row) in strategy.chunks_exact_mut(shape.stride).enumerate() {
                let number = slot_lanes(shape, slots, block, action);
                row[block * BLOCK..][..BLOCK].copy_from_slice(&shares.share(arithmetic, number));
            }
        }
        return;
    }
    for block in 0..shape.blocks() {
        let mut total = [0.0; BLOCK];
        for action in 0..shape.actions {
            let number = sum_of_slots(shape, slots, more, block, action);
            for lane in 0..BLOCK {
                total[lane] += number[lane].max(0.0);
            }
        }
        let shares = Shares::from_total(total, shape.actions);
        for action in 0..shape.actions {
            let number = sum_of_slots(shape, slots, more, block, action);
            let at = action * shape.stride + block * BLOCK;
            strategy[at..at + BLOCK].copy_from_slice(&shares.share(arithmetic, number));
        }
    }
}

#[inline(always)]
fn sum_of_slots(shape: Shape, slots: &[f32], more: &[f32], block: usize, action: usize) -> Lanes {
    let mut number = slot_lanes(shape, slots, block, action);
    let more = slot_lanes(shape, more, block, action);
    for lane in 0..BLOCK {
        number[lane] += more[lane];
    }
    number
}

/// Returns how many blocks it did.
#[inline(always)]
fn shares_unrolled<A: Arithmetic, const N: usize>(
    arithmetic: A,
    shape: Shape,
    slots: &[f32],
    strategy: &mut [f32],
) -> usize {
    let slots = blocks::<N>(shape, slots);
    let strategy: [&mut [Lanes]; N] = rows_mut(shape, strategy);
    for block in 0..shape.whole_blocks() {
        let numbers = slots[block];
        let shares = Shares::of(&numbers);
        for action in 0..N {
            strategy[action][block] = shares.share(arithmetic, numbers[action]);
        }
    }
    shape.whole_blocks()
}

/// Plays matched regrets: the reach after each action, which also goes into the
/// sums.
pub(crate) struct Play<'a> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    pub(crate) regrets: &'a [f32],
    pub(crate) sums: &'a mut [f32],
    pub(crate) reach: &'a [f32],
    /// The reach after each action.
    pub(crate) after: RowsOut<'a>,
}

impl Split for Play<'_> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn split_at(self, hands: usize) -> (Self, Self) {
        let Play { shape, weights, regrets, sums, reach, after } = self;
        let shapes = shape.split_at(hands);
        let regrets = regrets.split_at(hands * shape.actions);
        let sums = sums.split_at_mut(hands * shape.actions);
        let after = after.split_at(shape, hands);
        let part = |shape, regrets, sums, reach, after| Play {
            shape,
            weights,
            regrets,
            sums,
            reach,
            after,
        };
        (
            part(shapes.0, regrets.0, sums.0, reach, after.0),
            part(shapes.1, regrets.1, sums.1, &reach[hands..], after.1),
        )
    }
}

impl Kernel for Play<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(mut self, arithmetic: A) {
        let done = for_actions!(self.shape.actions, play_unrolled(arithmetic, &mut self), 0);
        play_any(arithmetic, self, done);
    }
}

/// Returns how many blocks it did.
#[inline(always)]
fn play_unrolled<A: Arithmetic, const N: usize>(arithmetic: A, kernel: &mut Play<'_>) -> usize {
    let (shape, weights) = (kernel.shape, kernel.weights);
    let (regrets, sums) = (blocks::<N>(shape, kernel.regrets), blocks_mut::<N>(shape, kernel.sums));
    let [reach] = rows(shape, kernel.reach);
    let after: [&mut [Lanes]; N] = kernel.after.rows(shape);
    for block in 0..shape.whole_blocks() {
        let numbers = regrets[block];
        let shares = Shares::of(&numbers);
        let mut sum = sums[block];
        for action in 0..N {
            let share = shares.share(arithmetic, numbers[action]);
            let mut played = [0.0; BLOCK];
            for lane in 0..BLOCK {
                played[lane] = share[lane] * reach[block][lane];
                sum[action][lane] = weights.sum(arithmetic, sum[action][lane], played[lane]);
            }
            after[action][block] = played;
        }
        sums[block] = sum;
    }
    shape.whole_blocks()
}

/// The same for any number of actions, from a block on.
#[inline(always)]
fn play_any<A: Arithmetic>(arithmetic: A, kernel: Play<'_>, from: usize) {
    let Play { shape, weights, regrets, sums, reach, mut after } = kernel;
    for block in from..shape.blocks() {
        let at = block * BLOCK;
        let (shares, reach) = (Shares::of_slots(shape, regrets, block), lanes(reach, at));
        for action in 0..shape.actions {
            let share = shares.share(arithmetic, slot_lanes(shape, regrets, block, action));
            let mut sum = slot_lanes(shape, sums, block, action);
            let mut played = [0.0; BLOCK];
            for lane in 0..BLOCK {
                played[lane] = share[lane] * reach[lane];
                sum[lane] = weights.sum(arithmetic, sum[lane], played[lane]);
            }
            set_slot_lanes(shape, sums, block, action, &sum);
            after.row(shape, action)[at..at + BLOCK].copy_from_slice(&played);
        }
    }
}

/// The reach after each action of a strategy.
pub(crate) struct SpreadReach<'a> {
    pub(crate) shape: Shape,
    pub(crate) reach: &'a [f32],
    pub(crate) strategy: &'a [f32],
    pub(crate) after: &'a mut [f32],
}

impl Kernel for SpreadReach<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let SpreadReach { shape, reach, strategy, after } = self;
        let reach = &reach[..shape.padded()];
        let strategy = strategy.chunks_exact(shape.stride);
        for (after, strategy) in after.chunks_exact_mut(shape.stride).zip(strategy) {
            for ((after, strategy), reach) in after.iter_mut().zip(strategy).zip(reach) {
                *after = strategy * reach;
            }
        }
    }
}

/// Adds the reach after each action to the sums.
pub(crate) struct AddPlayed<'a> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    pub(crate) after: &'a [f32],
    pub(crate) sums: &'a mut [f32],
}

impl Kernel for AddPlayed<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let AddPlayed { shape, weights, after, sums } = self;
        for block in 0..shape.blocks() {
            for action in 0..shape.actions {
                let played = lanes(after, action * shape.stride + block * BLOCK);
                let mut sum = slot_lanes(shape, sums, block, action);
                for lane in 0..BLOCK {
                    sum[lane] = weights.sum(arithmetic, sum[lane], played[lane]);
                }
                set_slot_lanes(shape, sums, block, action, &sum);
            }
        }
    }
}
