//! Hands that must be played alike.
//!
//! An information set of several hands has the sum of their regrets, each times the weight with
//! which it is dealt. Hands of a group begin with equal regrets and are updated by the same
//! factors, so giving each of them the mean of the group after every update is the same up to
//! a factor, which regret matching ignores.

use super::{At, Walk};
use crate::kernels::Shape;
use crate::plan::DecisionPlan;
use crate::scratch::LevelScratch;
use crate::storage::{Use, Uses, View};

impl Walk<'_> {
    /// Gives the hands of each group their mean regrets, where groups are asked for.
    pub(super) fn share_regrets(
        &self,
        at: At<'_>,
        decision: &DecisionPlan,
        shape: Shape,
        view: &mut View<'_>,
        own: &mut LevelScratch,
    ) {
        let Some(groups) = self.game.alike(at.place, decision.player) else { return };
        // Weights are those of the hands where the game begins, and groups are of that board.
        let weights = self.game.weights(decision.player);
        let count = groups.iter().max().map_or(0, |&most| most as usize + 1);
        let uses = Uses { regrets: Use::Write, sums: Use::Not };
        let LevelScratch { slots: buffer, leaf, .. } = own;
        let (sums, shares) = leaf[..2 * count].split_at_mut(count);
        view.with(decision.at, shape.slots(), buffer, uses, |slots| {
            for action in 0..shape.actions {
                sums.fill(0.0);
                shares.fill(0.0);
                for (hand, (&group, &weight)) in groups.iter().zip(weights).enumerate() {
                    sums[group as usize] += weight * slots.regrets[shape.slot(action, hand)];
                    shares[group as usize] += weight;
                }
                for (hand, &group) in groups.iter().enumerate() {
                    let (sum, share) = (sums[group as usize], shares[group as usize]);
                    let mean = if share > 0.0 { sum / share } else { 0.0 };
                    slots.regrets[shape.slot(action, hand)] = mean;
                }
            }
        });
    }
}
