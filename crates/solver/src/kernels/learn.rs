//! Updates regrets from the values of a decision.

use super::split::Split;
use super::strategy::Shares;
use super::{
    Actions, BLOCK, Shape, blocks_mut, for_actions, load, load_row, load_slots, rows, store_row,
    store_slots,
};
use crate::arch::{Arithmetic, Kernel, Lanes, prefetch};
use crate::number::{NEAREST, Number};
use crate::schedule::Weights;

/// How many blocks ahead regrets are prefetched.
const AHEAD: usize = 16;

/// Computes the value of a decision under matched regrets and updates the regrets.
pub(crate) struct Learn<'a, R> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    /// The value after each action.
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
    pub(crate) regrets: &'a mut [R],
    pub(crate) dither: u32,
}

impl<R: Number> Kernel for Learn<'_, R> {
    #[inline(always)]
    fn run<V: Arithmetic>(mut self, vectors: V) {
        let done = for_actions!(self.shape.actions, learn_unrolled(vectors, &mut self), 0);
        learn_any(vectors, self, done);
    }
}

impl<R: Number> Split for Learn<'_, R> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn split_at(self, hands: usize) -> (Self, Self) {
        let Learn { shape, weights, after, value, regrets, dither } = self;
        let shapes = shape.split_at(hands);
        let values = value.split_at_mut(hands);
        let slots = regrets.split_at_mut(hands * shape.actions);
        (
            Learn { shape: shapes.0, weights, after, value: values.0, regrets: slots.0, dither },
            Learn {
                shape: shapes.1,
                weights,
                after: &after[hands..],
                value: values.1,
                regrets: slots.1,
                dither,
            },
        )
    }
}

/// Decisions learn from the last to the first, so this goes through memory
/// backwards, block by block too. Processors predict that direction less well, so
/// blocks are prefetched, even those of the previous decision. Returns the number of
/// blocks done.
#[inline(always)]
fn learn_unrolled<V: Arithmetic, R: Number, const N: usize>(
    _: Actions<N>,
    vectors: V,
    kernel: &mut Learn<'_, R>,
) -> usize {
    let (shape, weights, dither) = (kernel.shape, kernel.weights, kernel.dither);
    let regrets = blocks_mut::<R, N>(shape, kernel.regrets);
    let after: [&[Lanes]; N] = rows(shape, kernel.after);
    let value = kernel.value[..shape.whole()].as_chunks_mut::<BLOCK>().0;
    for block in (0..shape.whole_blocks()).rev() {
        prefetch(regrets, block.wrapping_sub(AHEAD));
        let numbers = load(vectors, &regrets[block]);
        let shares = Shares::of(vectors, &numbers);
        let mut mean = vectors.zeros();
        for action in 0..N {
            let share = shares.share(vectors, numbers[action]);
            mean = vectors.times_plus(share, vectors.load(&after[action][block]), mean);
        }
        vectors.store(mean, &mut value[block]);
        for action in 0..N {
            let learned = vectors.minus(vectors.load(&after[action][block]), mean);
            let regret = weights.learn(vectors, numbers[action], learned);
            R::store(vectors, regret, dither, &mut regrets[block][action]);
        }
    }
    shape.whole_blocks()
}

/// The same for any number of actions, starting at a block.
#[inline(always)]
fn learn_any<V: Arithmetic, R: Number>(vectors: V, kernel: Learn<'_, R>, from: usize) {
    let Learn { shape, weights, after, value, regrets, dither } = kernel;
    for block in from..shape.blocks() {
        let at = block * BLOCK;
        let shares = Shares::of_slots(vectors, shape, regrets, block);
        let mut mean = vectors.zeros();
        for action in 0..shape.actions {
            let numbers = load_slots(vectors, shape, regrets, block, action);
            let after = load_row(vectors, after, action * shape.stride + at);
            mean = vectors.times_plus(shares.share(vectors, numbers), after, mean);
        }
        store_row(vectors, mean, value, at);
        for action in 0..shape.actions {
            let numbers = load_slots(vectors, shape, regrets, block, action);
            let after = load_row(vectors, after, action * shape.stride + at);
            let regret = weights.learn(vectors, numbers, vectors.minus(after, mean));
            store_slots(vectors, shape, regrets, (block, action), regret, dither);
        }
    }
}

/// Computes the value of a decision under a given strategy and updates the regrets.
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
    fn run<V: Arithmetic>(self, vectors: V) {
        let LearnFrom { shape, weights, strategy, after, value, regrets, predictions } = self;
        for block in 0..shape.blocks() {
            let row = |action: usize| action * shape.stride + block * BLOCK;
            let mut mean = vectors.zeros();
            for action in 0..shape.actions {
                let share = load_row(vectors, strategy, row(action));
                mean = vectors.times_plus(share, load_row(vectors, after, row(action)), mean);
            }
            store_row(vectors, mean, value, row(0));
            for action in 0..shape.actions {
                let learned = vectors.minus(load_row(vectors, after, row(action)), mean);
                let numbers = load_slots(vectors, shape, regrets, block, action);
                let regret = weights.learn(vectors, numbers, learned);
                store_slots(vectors, shape, regrets, (block, action), regret, NEAREST);
                if !predictions.is_empty() {
                    let place = (block, action);
                    store_slots(vectors, shape, predictions, place, learned, NEAREST);
                }
            }
        }
    }
}
