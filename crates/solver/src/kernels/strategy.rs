//! Strategies from regrets and sums, and the reach that follows from them.

use super::split::{RowsOut, Split};
use super::{
    Actions, BLOCK, Shape, blocks, blocks_mut, for_actions, load, load_row, load_slots, rows,
    rows_mut, store_row, store_slots,
};
use crate::arch::{Arithmetic, Kernel, Lanes, Vectors};
use crate::number::{NEAREST, Number};
use crate::schedule::Weights;

/// Below this, the reciprocal of a sum would overflow.
const SMALLEST_SUM: f32 = f32::MIN_POSITIVE;

/// Normalises the numbers of a block: each hand's positive numbers times a factor, or
/// equal parts for all actions of a hand without positive numbers.
#[derive(Clone, Copy)]
pub(super) struct Shares<V: Vectors> {
    factor: V::Single,
    even: V::Single,
}

impl<V: Vectors> Shares<V> {
    /// From the numbers of all actions.
    #[inline(always)]
    pub(super) fn of(vectors: V, numbers: &[V::Single]) -> Shares<V> {
        let mut total = vectors.larger(numbers[0], vectors.zeros());
        for &number in &numbers[1..] {
            total = vectors.plus(total, vectors.larger(number, vectors.zeros()));
        }
        Shares::from_total(vectors, total, numbers.len())
    }

    /// From the numbers of all actions in a block of slots.
    #[inline(always)]
    pub(super) fn of_slots<T: Number>(
        vectors: V,
        shape: Shape,
        slots: &[T],
        block: usize,
    ) -> Shares<V> {
        let mut total = vectors.zeros();
        for action in 0..shape.actions {
            let numbers = load_slots(vectors, shape, slots, block, action);
            total = vectors.plus(total, vectors.larger(numbers, vectors.zeros()));
        }
        Shares::from_total(vectors, total, shape.actions)
    }

    #[inline(always)]
    fn from_total(vectors: V, total: V::Single, actions: usize) -> Shares<V> {
        let least = vectors.splat(SMALLEST_SUM);
        let inverse = vectors.over(vectors.splat(1.0), total);
        Shares {
            factor: vectors.where_reaches(total, least, inverse),
            even: vectors.where_below(total, least, vectors.splat(1.0 / actions as f32)),
        }
    }

    /// The normalised numbers of an action.
    #[inline(always)]
    pub(super) fn share(self, vectors: V, numbers: V::Single) -> V::Single {
        let positive = vectors.larger(numbers, vectors.zeros());
        vectors.times_plus(positive, self.factor, self.even)
    }
}

/// Regret matching: each action in proportion to its positive regret, plus its
/// prediction if there is one; uniform if none is positive.
pub(crate) struct MatchRegrets<'a, R> {
    pub(crate) shape: Shape,
    pub(crate) regrets: &'a [R],
    /// Empty, or the expected next regrets.
    pub(crate) predictions: &'a [f32],
    pub(crate) strategy: &'a mut [f32],
}

impl<R: Number> Kernel for MatchRegrets<'_, R> {
    #[inline(always)]
    fn run<V: Arithmetic>(self, vectors: V) {
        let MatchRegrets { shape, regrets, predictions, strategy } = self;
        shares_of_sum(vectors, shape, regrets, predictions, strategy);
    }
}

/// Each action in proportion to its sum, plus `extra` if there is any; uniform
/// if all sums are zero.
pub(crate) struct Normalise<'a, S> {
    pub(crate) shape: Shape,
    pub(crate) sums: &'a [S],
    pub(crate) extra: &'a [f32],
    pub(crate) strategy: &'a mut [f32],
}

impl<S: Number> Kernel for Normalise<'_, S> {
    #[inline(always)]
    fn run<V: Arithmetic>(self, vectors: V) {
        shares_of_sum(vectors, self.shape, self.sums, self.extra, self.strategy);
    }
}

#[inline(always)]
fn shares_of_sum<V: Arithmetic, T: Number>(
    vectors: V,
    shape: Shape,
    slots: &[T],
    more: &[f32],
    strategy: &mut [f32],
) {
    if more.is_empty() {
        let done = for_actions!(shape.actions, shares_unrolled(vectors, shape, slots, strategy), 0);
        for block in done..shape.blocks() {
            let shares = Shares::of_slots(vectors, shape, slots, block);
            for (action, row) in strategy.chunks_exact_mut(shape.stride).enumerate() {
                let numbers = load_slots(vectors, shape, slots, block, action);
                store_row(vectors, shares.share(vectors, numbers), row, block * BLOCK);
            }
        }
        return;
    }
    for block in 0..shape.blocks() {
        let mut total = vectors.zeros();
        for action in 0..shape.actions {
            let numbers = sum_of_slots(vectors, shape, slots, more, (block, action));
            total = vectors.plus(total, vectors.larger(numbers, vectors.zeros()));
        }
        let shares = Shares::from_total(vectors, total, shape.actions);
        for action in 0..shape.actions {
            let numbers = sum_of_slots(vectors, shape, slots, more, (block, action));
            let at = action * shape.stride + block * BLOCK;
            store_row(vectors, shares.share(vectors, numbers), strategy, at);
        }
    }
}

#[inline(always)]
fn sum_of_slots<V: Vectors, T: Number>(
    vectors: V,
    shape: Shape,
    slots: &[T],
    more: &[f32],
    (block, action): (usize, usize),
) -> V::Single {
    let numbers = load_slots(vectors, shape, slots, block, action);
    vectors.plus(numbers, load_slots(vectors, shape, more, block, action))
}

/// Returns the number of blocks done.
#[inline(always)]
fn shares_unrolled<V: Arithmetic, T: Number, const N: usize>(
    _: Actions<N>,
    vectors: V,
    shape: Shape,
    slots: &[T],
    strategy: &mut [f32],
) -> usize {
    let slots = blocks::<T, N>(shape, slots);
    let strategy: [&mut [Lanes]; N] = rows_mut(shape, strategy);
    for block in 0..shape.whole_blocks() {
        let numbers = load(vectors, &slots[block]);
        let shares = Shares::of(vectors, &numbers);
        for action in 0..N {
            vectors.store(shares.share(vectors, numbers[action]), &mut strategy[action][block]);
        }
    }
    shape.whole_blocks()
}

/// Plays matched regrets: the reach after each action, which is also added to the
/// sums.
pub(crate) struct Play<'a, R, S> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    pub(crate) regrets: &'a [R],
    pub(crate) sums: &'a mut [S],
    pub(crate) dither: u32,
    pub(crate) reach: &'a [f32],
    /// The reach after each action.
    pub(crate) after: RowsOut<'a>,
}

impl<R: Number, S: Number> Split for Play<'_, R, S> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn split_at(self, hands: usize) -> (Self, Self) {
        let Play { shape, weights, regrets, sums, dither, reach, after } = self;
        let shapes = shape.split_at(hands);
        let regrets = regrets.split_at(hands * shape.actions);
        let sums = sums.split_at_mut(hands * shape.actions);
        let after = after.split_at(shape, hands);
        let part = |shape, regrets, sums, reach, after| Play {
            shape,
            weights,
            regrets,
            sums,
            dither,
            reach,
            after,
        };
        (
            part(shapes.0, regrets.0, sums.0, reach, after.0),
            part(shapes.1, regrets.1, sums.1, &reach[hands..], after.1),
        )
    }
}

impl<R: Number, S: Number> Kernel for Play<'_, R, S> {
    #[inline(always)]
    fn run<V: Arithmetic>(mut self, vectors: V) {
        let done = for_actions!(self.shape.actions, play_unrolled(vectors, &mut self), 0);
        play_any(vectors, self, done);
    }
}

/// Returns the number of blocks done.
#[inline(always)]
fn play_unrolled<V: Arithmetic, R: Number, S: Number, const N: usize>(
    _: Actions<N>,
    vectors: V,
    kernel: &mut Play<'_, R, S>,
) -> usize {
    let (shape, weights, dither) = (kernel.shape, kernel.weights, kernel.dither);
    let regrets = blocks::<R, N>(shape, kernel.regrets);
    let sums = blocks_mut::<S, N>(shape, kernel.sums);
    let [reach] = rows(shape, kernel.reach);
    let after: [&mut [Lanes]; N] = kernel.after.rows(shape);
    for block in 0..shape.whole_blocks() {
        let numbers = load(vectors, &regrets[block]);
        let shares = Shares::of(vectors, &numbers);
        let reach = vectors.load(&reach[block]);
        for action in 0..N {
            let played = vectors.times(shares.share(vectors, numbers[action]), reach);
            vectors.store(played, &mut after[action][block]);
            let sums = &mut sums[block][action];
            let sum = weights.sum(vectors, S::load(vectors, sums), played);
            S::store(vectors, sum, dither, sums);
        }
    }
    shape.whole_blocks()
}

/// The same for any number of actions, starting at a block.
#[inline(always)]
fn play_any<V: Arithmetic, R: Number, S: Number>(vectors: V, kernel: Play<'_, R, S>, from: usize) {
    let Play { shape, weights, regrets, sums, dither, reach, mut after } = kernel;
    for block in from..shape.blocks() {
        let at = block * BLOCK;
        let shares = Shares::of_slots(vectors, shape, regrets, block);
        let reach = load_row(vectors, reach, at);
        for action in 0..shape.actions {
            let numbers = load_slots(vectors, shape, regrets, block, action);
            let played = vectors.times(shares.share(vectors, numbers), reach);
            let sum = load_slots(vectors, shape, sums, block, action);
            let sum = weights.sum(vectors, sum, played);
            store_slots(vectors, shape, sums, (block, action), sum, dither);
            store_row(vectors, played, after.row(shape, action), at);
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
    fn run<V: Arithmetic>(self, _: V) {
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
    fn run<V: Arithmetic>(self, vectors: V) {
        let AddPlayed { shape, weights, after, sums } = self;
        for block in 0..shape.blocks() {
            for action in 0..shape.actions {
                let played = load_row(vectors, after, action * shape.stride + block * BLOCK);
                let sum = load_slots(vectors, shape, sums, block, action);
                let sum = weights.sum(vectors, sum, played);
                store_slots(vectors, shape, sums, (block, action), sum, NEAREST);
            }
        }
    }
}
