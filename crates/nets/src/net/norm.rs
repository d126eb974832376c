//! Layer normalisation (Ba, Kiros and Hinton 2016), forwards and backwards.
//!
//! ```text
//! n = (x - mean) / sqrt(variance + 1e-5)          y = scale n + shift
//! g = scale dy       dx = (g - mean(g) - n mean(g n)) / sqrt(variance + 1e-5)
//! ```

use crate::arch::{Arithmetic, Kernel, LANES};

/// Added to the variance, so that equal inputs do not divide by zero.
const EPSILON: f32 = 1e-5;

/// The sum of `term(0)` to `term(count - 1)`, in eight lanes and a fixed order.
#[inline(always)]
fn sum(count: usize, term: impl Fn(usize) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let whole = count / LANES * LANES;
    for first in (0..whole).step_by(LANES) {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            *sum += term(first + lane);
        }
    }
    for (lane, index) in (whole..count).enumerate() {
        lanes[lane] += term(index);
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// The mean of a row, and one over its spread.
#[inline(always)]
fn moments(row: &[f32]) -> (f32, f32) {
    let count = row.len() as f32;
    let mean = sum(row.len(), |index| row[index]) / count;
    let variance = sum(row.len(), |index| (row[index] - mean) * (row[index] - mean)) / count;
    (mean, 1.0 / (variance + EPSILON).sqrt())
}

/// Normalises rows.
pub(super) struct Norm<'a> {
    pub(super) inputs: &'a [f32],
    pub(super) scale: &'a [f32],
    pub(super) shift: &'a [f32],
    pub(super) values: &'a mut [f32],
}

impl Kernel for Norm<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let width = self.scale.len();
        let (scale, shift) = (&self.scale[..width], &self.shift[..width]);
        let rows = self.inputs.chunks_exact(width);
        for (row, values) in rows.zip(self.values.chunks_exact_mut(width)) {
            let (mean, factor) = moments(row);
            for index in 0..width {
                let normal = (row[index] - mean) * factor;
                values[index] = arithmetic.mul_add(normal, scale[index], shift[index]);
            }
        }
    }
}

/// The gradient of a normalisation: `gradient`, which comes in as that of the outputs, leaves
/// as that of the inputs.
pub(super) struct NormBack<'a> {
    pub(super) inputs: &'a [f32],
    pub(super) scale: &'a [f32],
    pub(super) gradient: &'a mut [f32],
    pub(super) scale_gradient: &'a mut [f32],
    pub(super) shift_gradient: &'a mut [f32],
}

impl Kernel for NormBack<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let width = self.scale.len();
        let scale = &self.scale[..width];
        let (scales, shifts) =
            (&mut self.scale_gradient[..width], &mut self.shift_gradient[..width]);
        let rows = self.inputs.chunks_exact(width);
        for (row, gradient) in rows.zip(self.gradient.chunks_exact_mut(width)) {
            let (mean, factor) = moments(row);
            let normal = |index: usize| (row[index] - mean) * factor;
            for index in 0..width {
                scales[index] = arithmetic.mul_add(gradient[index], normal(index), scales[index]);
                shifts[index] += gradient[index];
                gradient[index] *= scale[index];
            }
            let count = width as f32;
            let level = sum(width, |index| gradient[index]) / count;
            let slope = sum(width, |index| gradient[index] * normal(index)) / count;
            for (index, gradient) in gradient.iter_mut().enumerate() {
                let rest = arithmetic.mul_add(-normal(index), slope, *gradient - level);
                *gradient = rest * factor;
            }
        }
    }
}
