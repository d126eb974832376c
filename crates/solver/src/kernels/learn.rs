//! Regrets: what a decision's values teach.

use super::share::Split;
use super::strategy::Shares;
use super::{BLOCK, Shape, blocks_mut, for_actions, lanes, rows, set_slot_lanes, slot_lanes};
use crate::arch::{Arithmetic, Kernel, Lanes, prefetch};
use crate::schedule::Weights;

/// How many blocks ahead of their use regrets are fetched.
const AHEAD: usize = 16;

/// The value of a decision under matched regrets, and what it teaches.
pub(crate) struct Learn<'a> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    /// The value after each action.
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
    pub(crate) regrets: &'a mut [f32],
}

impl Kernel for Learn<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(mut self, arithmetic: A) {
        let done = for_actions!(self.shape.actions, learn_unrolled(arithmetic, &mut self), 0);
        learn_any(arithmetic, self, done);
    }
}

impl Split for Learn<'_> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn split_at(self, hands: usize) -> (Self, Self) {
        let Learn { shape, weights, after, value, regrets } = self;
        let shapes = shape.split_at(hands);
        let values = value.split_at_mut(hands);
        let slots = regrets.split_at_mut(hands * shape.actions);
        (
            Learn { shape: shapes.0, weights, after, value: values.0, regrets: slots.0 },
            Learn {
                shape: shapes.1,
                weights,
                after: &after[hands..],
                value: values.1,
                regrets: slots.1,
            },
        )
    }
}

/// Decisions learn from the last to the first, so this goes through memory
/// backwards, block by block too; processors foresee that less well than the other
/// direction, which is why blocks are fetched ahead, even those of the decision
/// before. Returns how many blocks it did.
#[inline(always)]
fn learn_unrolled<A: Arithmetic, const N: usize>(arithmetic: A, kernel: &mut Learn<'_>) -> usize {
    let (shape, weights) = (kernel.shape, kernel.weights);
    let regrets = blocks_mut::<N>(shape, kernel.regrets);
    let after: [&[Lanes]; N] = rows(shape, kernel.after);
    let value = kernel.value[..shape.whole()].as_chunks_mut::<BLOCK>().0;
    for block in (0..shape.whole_blocks()).rev() {
        prefetch(regrets, block.wrapping_sub(AHEAD));
        let mut numbers = regrets[block];
        let shares = Shares::of(&numbers);
        let mut mean = [0.0; BLOCK];
        for action in 0..N {
            let share = shares.share(arithmetic, numbers[action]);
            for lane in 0..BLOCK {
                mean[lane] =
                    arithmetic.mul_add(share[lane], after[action][block][lane], mean[lane]);
            }
        }
        value[block] = mean;
        for action in 0..N {
            for lane in 0..BLOCK {
                let learned = after[action][block][lane] - mean[lane];
                numbers[action][lane] = weights.learn(arithmetic, numbers[action][lane], learned);
            }
        }
        regrets[block] = numbers;
    }
    shape.whole_blocks()
}

/// The same for any number of actions, from a block on.
#[inline(always)]
fn learn_any<A: Arithmetic>(arithmetic: A, kernel: Learn<'_>, from: usize) {
    let Learn { shape, weights, after, value, regrets } = kernel;
    for block in from..shape.blocks() {
        let at = block * BLOCK;
        let shares = Shares::of_slots(shape, regrets, block);
        let mut mean = [0.0; BLOCK];
        for action in 0..shape.actions {
            let share = shares.share(arithmetic, slot_lanes(shape, regrets, block, action));
            let after = lanes(after, action * shape.stride + at);
            for lane in 0..BLOCK {
                mean[lane] = arithmetic.mul_add(share[lane], after[lane], mean[lane]);
            }
        }
        value[at..at + BLOCK].copy_from_slice(&mean);
        for action in 0..shape.actions {
            let mut regret = slot_lanes(shape, regrets, block, action);
            let after = lanes(after, action * shape.stride + at);
            for lane in 0..BLOCK {
                regret[lane] = weights.learn(arithmetic, regret[lane], after[lane] - mean[lane]);
            }
            set_slot_lanes(shape, regrets, block, action, &regret);
        }
    }
}

/// The value of a decision under a given strategy, and what it teaches.
pub(crate) struct LearnFrom<'a> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    pub(crate) strategy: &'a [f32],
    /// The value after each action.
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
    pub(crate) regrets: &'a mut [f32],
    /// Empty, or where the last regrets are kept for prediction.
    pub(crate) predictions: &'a mut [f32],
}

impl Kernel for LearnFrom<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let LearnFrom { shape, weights, strategy, after, value, regrets, predictions } = self;
        for block in 0..shape.blocks() {
            let row = |action: usize| action * shape.stride + block * BLOCK;
            let mut mean = [0.0; BLOCK];
            for action in 0..shape.actions {
                let (share, after) = (lanes(strategy, row(action)), lanes(after, row(action)));
                for lane in 0..BLOCK {
                    mean[lane] = arithmetic.mul_add(share[lane], after[lane], mean[lane]);
                }
            }
            value[row(0)..row(0) + BLOCK].copy_from_slice(&mean);
            for action in 0..shape.actions {
                let after = lanes(after, row(action));
                let mut regret = slot_lanes(shape, regrets, block, action);
                let mut learned = [0.0; BLOCK];
                for lane in 0..BLOCK {
                    learned[lane] = after[lane] - mean[lane];
                    regret[lane] = weights.learn(arithmetic, regret[lane], learned[lane]);
                }
                set_slot_lanes(shape, regrets, block, action, &regret);
                if !predictions.is_empty() {
                    set_slot_lanes(shape, predictions, block, action, &learned);
                }
            }
        }
    }
}
