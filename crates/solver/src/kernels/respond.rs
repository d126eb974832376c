//! Fictitious play: responses and their average.

use super::Shape;
use crate::schedule::Weights;

/// Writes 1 for the first best action of each hand and 0 for the others.
pub(crate) fn respond(shape: Shape, after: &[f32], value: &[f32], response: &mut [f32]) {
    for (hand, &value) in value[..shape.hands].iter().enumerate() {
        let mut open = true;
        for action in 0..shape.actions {
            let chosen = open && after[action * shape.stride + hand] == value;
            response[shape.slot(action, hand)] = f32::from(u8::from(chosen));
            open &= !chosen;
        }
    }
}

/// Adds a strategy to the sums, weighted by the player's own reach, and stores
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
            let slot = shape.slot(action, hand);
            added[slot] = weights.add * (reach * strategy[action * shape.stride + hand]);
            sums[slot] = sums[slot] * weights.keep + added[slot];
        }
    }
}
