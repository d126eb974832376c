//! GELU and leaky ReLU, forwards and backwards.
//!
//! GELU is `x Phi(x)`. The normal distribution is computed by formula 7.1.26 of Abramowitz
//! and Stegun (error below 1.5e-7), which has one exponential and no branches, so that whole
//! vectors are computed at once. Its derivative, `Phi(x) + x phi(x)`, needs the same
//! exponential.

use crate::arch::{Arithmetic, Kernel};

/// `Phi(x)` and the density `phi(x)`.
#[inline(always)]
fn normal<A: Arithmetic>(arithmetic: A, x: f32) -> (f32, f32) {
    const DENSITY: f32 = 0.398_942_3;
    let power = exponential(arithmetic, -0.5 * x * x);
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / arithmetic.mul_add(0.327_591_1, z, 1.0);
    let mut sum = 1.061_405_4;
    for factor in [-1.453_152_1, 1.421_413_7, -0.284_496_74, 0.254_829_6] {
        sum = arithmetic.mul_add(sum, t, factor);
    }
    let tail = 0.5 * sum * t * power;
    (if x < 0.0 { tail } else { 1.0 - tail }, DENSITY * power)
}

/// `e^x` for `x` not above zero; tiny numbers become zero or nearly so.
#[inline(always)]
fn exponential<A: Arithmetic>(arithmetic: A, x: f32) -> f32 {
    /// Adding it rounds to a whole number, which is then in the last bits.
    const ROUND: f32 = 12_582_912.0;
    let x = x.max(-87.0);
    let shifted = arithmetic.mul_add(x, std::f32::consts::LOG2_E, ROUND);
    let whole = shifted - ROUND;
    let rest = arithmetic.mul_add(whole, -0.693_359_4, x);
    let rest = arithmetic.mul_add(whole, 2.121_944_4e-4, rest);
    let mut sum = 1.0 / 720.0;
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = arithmetic.mul_add(sum, rest, factor);
    }
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    sum * scale
}

/// `values = gelu(inputs)`.
pub(super) struct Gelu<'a> {
    pub(super) inputs: &'a [f32],
    pub(super) values: &'a mut [f32],
}

impl Kernel for Gelu<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        for (value, &x) in self.values.iter_mut().zip(self.inputs) {
            *value = x * normal(arithmetic, x).0;
        }
    }
}

/// `gradient *= gelu'(inputs)`.
pub(super) struct GeluBack<'a> {
    pub(super) inputs: &'a [f32],
    pub(super) gradient: &'a mut [f32],
}

impl Kernel for GeluBack<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        for (gradient, &x) in self.gradient.iter_mut().zip(self.inputs) {
            let (distribution, density) = normal(arithmetic, x);
            *gradient *= arithmetic.mul_add(x, density, distribution);
        }
    }
}

/// `values = leaky relu(inputs)`.
pub(super) fn leaky(slope: f32, inputs: &[f32], values: &mut [f32]) {
    for (value, &x) in values.iter_mut().zip(inputs) {
        *value = if x > 0.0 { x } else { slope * x };
    }
}

/// `gradient *= leaky relu'(inputs)`.
pub(super) fn leaky_back(slope: f32, inputs: &[f32], gradient: &mut [f32]) {
    for (gradient, &x) in gradient.iter_mut().zip(inputs) {
        *gradient *= if x > 0.0 { 1.0 } else { slope };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Portable, dispatch};

    /// The integral of the density by Simpson's rule.
    fn exact(x: f64) -> f64 {
        let density = |t: f64| (-0.5 * t * t).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let steps = 2000;
        let width = x / f64::from(steps);
        let inner: f64 = (1..steps)
            .map(|step| f64::from(2 + 2 * (step % 2)) * density(width * f64::from(step)))
            .sum();
        0.5 + (density(0.0) + inner + density(x)) * width / 3.0
    }

    #[test]
    fn gelu_equals_the_integral_with_and_without_vectors() {
        let inputs: Vec<f32> = (-80..=80).map(|step| step as f32 / 10.0).collect();
        let mut wide = vec![0.0; inputs.len()];
        let mut plain = wide.clone();
        dispatch(Gelu { inputs: &inputs, values: &mut wide });
        Gelu { inputs: &inputs, values: &mut plain }.run(Portable);
        for (at, &x) in inputs.iter().enumerate() {
            let expected = f64::from(x) * exact(f64::from(x));
            assert!((f64::from(wide[at]) - expected).abs() < 1e-6, "{x} {} {expected}", wide[at]);
            assert!((wide[at] - plain[at]).abs() < 1e-6);
        }
    }

    #[test]
    fn inputs_far_from_zero_stay_finite() {
        for x in [-1e4, -100.0, 100.0, 1e4_f32] {
            let (mut value, mut gradient) = ([0.0], [1.0]);
            dispatch(Gelu { inputs: &[x], values: &mut value });
            dispatch(GeluBack { inputs: &[x], gradient: &mut gradient });
            assert!((value[0] - x.max(0.0)).abs() < 1e-6, "{x} {}", value[0]);
            assert!((gradient[0] - f32::from(u8::from(x > 0.0))).abs() < 1e-6);
        }
    }
}
