//! What happens at one decision, for all hands at once.
//!
//! Matrices are action by action, `stride` numbers apart. Rows are worked on in
//! blocks of eight hands; a row's hands are followed by zeros up to the next
//! block, and zeros come out of zeros. The two that dominate, [`MatchRegrets`]
//! and [`Learn`], go through memory once, compiled for each number of actions up
//! to [`UNROLLED`]; with more actions they go row by row.

use std::array;

use crate::arch::{Arithmetic, Kernel, Lanes};
use crate::schedule::Weights;

/// Most actions for which the kernels are compiled one by one.
const UNROLLED: usize = 6;

/// Hands that are worked on at a time.
const BLOCK: usize = 8;

/// Below this the reciprocal of a sum would overflow.
const SMALLEST_SUM: f32 = f32::MIN_POSITIVE;

/// Calls `$function::<N>` with N equal to `$actions`, or `$other`.
macro_rules! for_actions {
    ($actions:expr, $function:ident($($argument:expr),*), $other:expr) => {
        match $actions {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4 => $function::<4>($($argument),*),
            5 => $function::<5>($($argument),*),
            UNROLLED => $function::<UNROLLED>($($argument),*),
            _ => $other,
        }
    };
}

/// Size of a decision's matrices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) actions: usize,
    /// Hands that count.
    pub(crate) hands: usize,
    /// From an action to the next: a multiple of eight, not less than the hands.
    pub(crate) stride: usize,
}

impl Shape {
    /// Numbers in a matrix.
    pub(crate) fn len(self) -> usize {
        self.actions * self.stride
    }

    /// Hands and the zeros that fill up the last block.
    fn padded(self) -> usize {
        padded(self.hands)
    }
}

/// A number of hands filled up to whole blocks of eight.
pub(crate) fn padded(hands: usize) -> usize {
    hands.next_multiple_of(BLOCK)
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
    fn run<A: Arithmetic>(self, _: A) {
        let MatchRegrets { shape, regrets, predictions, strategy } = self;
        if !predictions.is_empty() {
            for ((out, regret), prediction) in strategy.iter_mut().zip(regrets).zip(predictions) {
                *out = (regret + prediction).max(0.0);
            }
            return normalise_rows(shape, strategy);
        }
        for_actions!(shape.actions, match_unrolled(shape, regrets, strategy), {
            for (out, regret) in strategy.iter_mut().zip(regrets) {
                *out = regret.max(0.0);
            }
            normalise_rows(shape, strategy);
        });
    }
}

#[inline(always)]
fn match_unrolled<const N: usize>(shape: Shape, regrets: &[f32], strategy: &mut [f32]) {
    let regrets: [&[Lanes]; N] = rows(shape, regrets);
    let strategy: [&mut [Lanes]; N] = rows_mut(shape, strategy);
    let even = 1.0 / N as f32;
    for block in 0..shape.padded() / BLOCK {
        let mut positive = [[0.0; BLOCK]; N];
        let mut total = [0.0; BLOCK];
        for action in 0..N {
            for lane in 0..BLOCK {
                positive[action][lane] = regrets[action][block][lane].max(0.0);
                total[lane] += positive[action][lane];
            }
        }
        let mut factor = [0.0; BLOCK];
        for lane in 0..BLOCK {
            factor[lane] = 1.0 / if total[lane] >= SMALLEST_SUM { total[lane] } else { 1.0 };
        }
        for action in 0..N {
            let share = &mut strategy[action][block];
            for lane in 0..BLOCK {
                let some = total[lane] >= SMALLEST_SUM;
                share[lane] = if some { positive[action][lane] * factor[lane] } else { even };
            }
        }
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
    fn run<A: Arithmetic>(self, _: A) {
        let Normalise { shape, sums, extra, strategy } = self;
        if extra.is_empty() {
            return for_actions!(shape.actions, match_unrolled(shape, sums, strategy), {
                strategy.copy_from_slice(sums);
                normalise_rows(shape, strategy);
            });
        }
        for ((out, sum), extra) in strategy.iter_mut().zip(sums).zip(extra) {
            *out = sum + extra;
        }
        normalise_rows(shape, strategy);
    }
}

/// Divides numbers that are not negative by their total over the actions.
#[inline(always)]
fn normalise_rows(shape: Shape, strategy: &mut [f32]) {
    let even = 1.0 / shape.actions as f32;
    for hand in 0..shape.hands {
        let mut total = 0.0;
        for action in 0..shape.actions {
            total += strategy[action * shape.stride + hand];
        }
        let some = total >= SMALLEST_SUM;
        let factor = 1.0 / if some { total } else { 1.0 };
        for action in 0..shape.actions {
            let out = &mut strategy[action * shape.stride + hand];
            *out = if some { *out * factor } else { even };
        }
    }
}

/// The reach after each action.
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
        let strategy = strategy.chunks_exact(shape.stride);
        for (after, strategy) in after.chunks_exact_mut(shape.stride).zip(strategy) {
            for ((after, strategy), reach) in after[..shape.hands]
                .iter_mut()
                .zip(&strategy[..shape.padded()])
                .zip(&reach[..shape.padded()])
            {
                *after = strategy * reach;
            }
        }
    }
}

/// The value of a decision under a strategy, and what it teaches.
pub(crate) struct Learn<'a> {
    pub(crate) shape: Shape,
    pub(crate) weights: Weights,
    pub(crate) strategy: &'a [f32],
    /// The player's own reach.
    pub(crate) reach: &'a [f32],
    /// The value after each action.
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
    pub(crate) regrets: &'a mut [f32],
    pub(crate) sums: &'a mut [f32],
    /// Empty, or where the last regrets are kept for prediction.
    pub(crate) predictions: &'a mut [f32],
}

impl Kernel for Learn<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        if self.predictions.is_empty() {
            for_actions!(self.shape.actions, learn_unrolled(self), learn_rows(self));
        } else {
            learn_rows(self);
        }
    }
}

#[inline(always)]
fn learn_unrolled<const N: usize>(kernel: Learn<'_>) {
    let Learn { shape, weights, strategy, reach, after, value, regrets, sums, .. } = kernel;
    let strategy: [&[Lanes]; N] = rows(shape, strategy);
    let after: [&[Lanes]; N] = rows(shape, after);
    let regrets: [&mut [Lanes]; N] = rows_mut(shape, regrets);
    let sums: [&mut [Lanes]; N] = rows_mut(shape, sums);
    let [reach] = rows(shape, reach);
    let [value] = rows_mut(shape, value);
    for block in 0..shape.padded() / BLOCK {
        let mut mean = [0.0; BLOCK];
        for action in 0..N {
            for lane in 0..BLOCK {
                mean[lane] += strategy[action][block][lane] * after[action][block][lane];
            }
        }
        value[block] = mean;
        for action in 0..N {
            let mut regret = regrets[action][block];
            let mut sum = sums[action][block];
            for lane in 0..BLOCK {
                let learned = after[action][block][lane] - mean[lane];
                regret[lane] = weights.learn(regret[lane], learned);
                let played = weights.add * (reach[block][lane] * strategy[action][block][lane]);
                sum[lane] = sum[lane] * weights.keep + played;
            }
            regrets[action][block] = regret;
            sums[action][block] = sum;
        }
    }
}

#[inline(always)]
fn learn_rows(kernel: Learn<'_>) {
    let Learn { shape, weights, strategy, reach, after, value, regrets, sums, predictions } =
        kernel;
    mean_rows(shape, strategy, after, value);
    for action in 0..shape.actions {
        let row = action * shape.stride..action * shape.stride + shape.hands;
        for hand in 0..shape.hands {
            let place = row.start + hand;
            regrets[place] = weights.learn(regrets[place], after[place] - value[hand]);
            sums[place] =
                sums[place] * weights.keep + weights.add * (reach[hand] * strategy[place]);
        }
        if !predictions.is_empty() {
            for hand in 0..shape.hands {
                predictions[row.start + hand] = after[row.start + hand] - value[hand];
            }
        }
    }
}

/// The value of a decision: the mean over the actions by a strategy.
pub(crate) struct Mean<'a> {
    pub(crate) shape: Shape,
    pub(crate) strategy: &'a [f32],
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
}

impl Kernel for Mean<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        mean_rows(self.shape, self.strategy, self.after, self.value);
    }
}

#[inline(always)]
fn mean_rows(shape: Shape, strategy: &[f32], after: &[f32], value: &mut [f32]) {
    let value = &mut value[..shape.padded()];
    value.fill(0.0);
    let strategy = strategy.chunks_exact(shape.stride);
    for (strategy, after) in strategy.zip(after.chunks_exact(shape.stride)) {
        for ((value, strategy), after) in value.iter_mut().zip(strategy).zip(after) {
            *value += strategy * after;
        }
    }
}

/// The value of an opponent's decision: the sum over the actions, whose chances
/// are in the reach already.
pub(crate) struct Sum<'a> {
    pub(crate) shape: Shape,
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
}

impl Kernel for Sum<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        fold_rows(self.shape, self.after, self.value, |sum, after| sum + after);
    }
}

/// The value of the best action.
pub(crate) struct Best<'a> {
    pub(crate) shape: Shape,
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
}

impl Kernel for Best<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        fold_rows(self.shape, self.after, self.value, f32::max);
    }
}

/// One row out of the rows of all actions.
#[inline(always)]
fn fold_rows(shape: Shape, after: &[f32], value: &mut [f32], with: impl Fn(f32, f32) -> f32) {
    let value = &mut value[..shape.padded()];
    let mut rows = after.chunks_exact(shape.stride);
    if let Some(first) = rows.next() {
        value.copy_from_slice(&first[..shape.padded()]);
    }
    for after in rows {
        for (value, after) in value.iter_mut().zip(after) {
            *value = with(*value, *after);
        }
    }
}

/// Writes 1 for the first best action of each hand and 0 for the others.
pub(crate) fn respond(shape: Shape, after: &[f32], value: &[f32], response: &mut [f32]) {
    for (hand, &value) in value[..shape.hands].iter().enumerate() {
        let mut open = true;
        for action in 0..shape.actions {
            let place = action * shape.stride + hand;
            let chosen = open && after[place] == value;
            response[place] = f32::from(u8::from(chosen));
            open &= !chosen;
        }
    }
}

/// Adds a strategy to the sums, weighted by the player's own reach, and leaves
/// what was added in `added`.
pub(crate) fn accumulate(
    shape: Shape,
    weights: Weights,
    reach: &[f32],
    strategy: &[f32],
    sums: &mut [f32],
    added: &mut [f32],
) {
    for (hand, &reach) in reach[..shape.hands].iter().enumerate() {
        for action in 0..shape.actions {
            let place = action * shape.stride + hand;
            added[place] = weights.add * (reach * strategy[place]);
            sums[place] = sums[place] * weights.keep + added[place];
        }
    }
}

/// The rows of a matrix in blocks.
#[inline(always)]
fn rows<const N: usize>(shape: Shape, matrix: &[f32]) -> [&[Lanes]; N] {
    array::from_fn(|action| {
        matrix[action * shape.stride..][..shape.padded()].as_chunks::<BLOCK>().0
    })
}

#[inline(always)]
fn rows_mut<const N: usize>(shape: Shape, matrix: &mut [f32]) -> [&mut [Lanes]; N] {
    let mut rows = matrix.chunks_mut(shape.stride);
    array::from_fn(|_| {
        let row = rows.next().expect("a matrix has a row for each action");
        row[..shape.padded()].as_chunks_mut::<BLOCK>().0
    })
}

#[cfg(test)]
mod tests;
