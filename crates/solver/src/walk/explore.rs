//! Exploration: players sometimes act at random.
//!
//! With n actions, a decision's strategy s is played as (1 - e) s + e / n. Regrets are
//! those of s, which the player chooses; reach and values are those of the mixture.

use crate::kernels::Shape;

/// Turns the reach after each action of a strategy into that of the mixture.
pub(super) fn spread(shape: Shape, part: f32, reach: &[f32], after: &mut [f32]) {
    let even = part / shape.actions as f32;
    for after in after.chunks_exact_mut(shape.stride).take(shape.actions) {
        for (after, reach) in after.iter_mut().zip(reach).take(shape.hands) {
            *after = (1.0 - part) * *after + even * reach;
        }
    }
}

/// Turns the value of a strategy into that of the mixture.
pub(super) fn value(shape: Shape, part: f32, after: &[f32], value: &mut [f32]) {
    let even = part / shape.actions as f32;
    for value in &mut value[..shape.hands] {
        *value *= 1.0 - part;
    }
    for after in after.chunks_exact(shape.stride).take(shape.actions) {
        for (value, after) in value.iter_mut().zip(after).take(shape.hands) {
            *value += even * after;
        }
    }
}
