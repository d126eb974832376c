//! Computes values of a decision from those of its actions, without learning.

use super::Shape;
use super::split::Split;
use crate::arch::{Arithmetic, Kernel};

/// The value of a decision: the mean over the actions, weighted by a strategy.
pub(crate) struct Mean<'a> {
    pub(crate) shape: Shape,
    pub(crate) strategy: &'a [f32],
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
}

impl Kernel for Mean<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        let Mean { shape, strategy, after, value } = self;
        let value = &mut value[..shape.padded()];
        value.fill(0.0);
        let strategy = strategy.chunks_exact(shape.stride);
        for (strategy, after) in strategy.zip(after.chunks_exact(shape.stride)) {
            for ((value, strategy), after) in value.iter_mut().zip(strategy).zip(after) {
                *value += strategy * after;
            }
        }
    }
}

/// The value of an opponent's decision: the sum over the actions, since the reach
/// already includes their probabilities.
pub(crate) struct Sum<'a> {
    pub(crate) shape: Shape,
    pub(crate) after: &'a [f32],
    pub(crate) value: &'a mut [f32],
}

impl Split for Sum<'_> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn split_at(self, hands: usize) -> (Self, Self) {
        let parts = split_rows(self.shape, self.after, self.value, hands);
        parts.map(|(shape, after, value)| Sum { shape, after, value }).into()
    }
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

impl Split for Best<'_> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn split_at(self, hands: usize) -> (Self, Self) {
        let parts = split_rows(self.shape, self.after, self.value, hands);
        parts.map(|(shape, after, value)| Best { shape, after, value }).into()
    }
}

impl Kernel for Best<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, _: A) {
        fold_rows(self.shape, self.after, self.value, f32::max);
    }
}

/// Shape, rows and values of the first hands and of all others.
fn split_rows<'a>(
    shape: Shape,
    after: &'a [f32],
    value: &'a mut [f32],
    hands: usize,
) -> [(Shape, &'a [f32], &'a mut [f32]); 2] {
    let (first, second) = shape.split_at(hands);
    let (value, later) = value.split_at_mut(hands);
    [(first, after, value), (second, &after[hands..], later)]
}

/// Hands of a row that are done at a time, so that sums stay in the cache from one
/// action to the next.
const STRETCH: usize = 1024;

/// One row out of the rows of all actions.
#[inline(always)]
fn fold_rows(shape: Shape, after: &[f32], value: &mut [f32], with: impl Fn(f32, f32) -> f32) {
    for (stretch, value) in value[..shape.padded()].chunks_mut(STRETCH).enumerate() {
        let mut rows = after[stretch * STRETCH..].chunks(shape.stride).take(shape.actions);
        if let Some(first) = rows.next() {
            value.copy_from_slice(&first[..value.len()]);
        }
        for after in rows {
            for (value, after) in value.iter_mut().zip(after) {
                *value = with(*value, *after);
            }
        }
    }
}
