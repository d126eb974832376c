//! Pruning: skipping actions that every hand regrets too much.
//!
//! An action is hopeless if every hand's regret is below a threshold. Then neither
//! walk of an iteration visits it: the player does not play it, so the opponent never
//! gets there.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::kernels::Shape;

/// Action slots that a pass visited, and those it skipped.
#[derive(Default, Debug)]
pub(crate) struct Counters {
    pub(crate) seen: AtomicU64,
    pub(crate) pruned: AtomicU64,
}

impl Counters {
    pub(crate) fn count(&self, shape: Shape, pruned: &[bool]) {
        let left_out = pruned.iter().filter(|&&pruned| pruned).count() * shape.hands;
        self.seen.fetch_add((shape.actions * shape.hands) as u64, Ordering::Relaxed);
        self.pruned.fetch_add(left_out as u64, Ordering::Relaxed);
    }
}

/// Marks the hopeless actions, unless that would be all.
pub(crate) fn mark_hopeless(shape: Shape, regrets: &[f32], threshold: f32, pruned: &mut [bool]) {
    for (action, pruned) in pruned.iter_mut().enumerate() {
        *pruned = (0..shape.hands).all(|hand| regrets[shape.slot(action, hand)] < threshold);
    }
    if pruned.iter().all(|&pruned| pruned) {
        pruned.fill(false);
    }
}

/// Moves the probability of skipped actions to the others. A strategy gives them some
/// only for hands without a positive regret, which play uniformly, and for hands whose
/// prediction outweighs their regret.
pub(crate) fn play_others(shape: Shape, pruned: &[bool], strategy: &mut [f32]) {
    let kept = pruned.iter().filter(|&&pruned| !pruned).count() as f32;
    for hand in 0..shape.hands {
        let place = |action: usize| action * shape.stride + hand;
        let total = |strategy: &[f32], wanted: bool| -> f32 {
            let actions = pruned.iter().enumerate().filter(|&(_, &pruned)| pruned == wanted);
            actions.map(|(action, _)| strategy[place(action)]).sum()
        };
        if total(strategy, true) == 0.0 {
            continue;
        }
        let others = total(strategy, false);
        for (action, &pruned) in pruned.iter().enumerate() {
            let frequency = &mut strategy[place(action)];
            *frequency = match pruned {
                true => 0.0,
                false if others > 0.0 => *frequency / others,
                false => 1.0 / kept,
            };
        }
    }
}

/// Gives skipped actions the value of the others under the strategy,
/// so that their regrets do not change.
pub(crate) fn stand_in(
    shape: Shape,
    strategy: &[f32],
    pruned: &[bool],
    after: &mut [f32],
    value: &mut [f32],
) {
    let value = &mut value[..shape.hands];
    value.fill(0.0);
    for (action, &pruned) in pruned.iter().enumerate() {
        if !pruned {
            let row = action * shape.stride;
            for (hand, value) in value.iter_mut().enumerate() {
                *value += strategy[row + hand] * after[row + hand];
            }
        }
    }
    for (action, &pruned) in pruned.iter().enumerate() {
        if pruned {
            after[action * shape.stride..][..shape.hands].copy_from_slice(value);
        }
    }
}
