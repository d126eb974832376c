//! Values of a decision from those of its actions, without learning.

use super::Shape;
use crate::arch::{Arithmetic, Kernel};

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
