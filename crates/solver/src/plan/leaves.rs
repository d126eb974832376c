//! What the leaf operators of a game need, all boards together.

use crate::{BoardAt, Player, SolverGame};

/// What the leaf operators of a game need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeafPlan {
    /// Numbers of scratch, also for hands that become buckets or are played alike.
    pub(crate) scratch: usize,
    /// Whether one of them reads both players' reach.
    pub(crate) reads_both: bool,
    /// Whether what one player wins the other loses, at every leaf.
    pub(crate) zero_sum: bool,
    /// Whether the first board's can keep several threads busy with a call.
    pub(crate) shares_work: bool,
}

impl LeafPlan {
    pub(super) fn new(game: &dyn SolverGame) -> LeafPlan {
        let tree = game.tree();
        let mut plan = LeafPlan {
            scratch: 0,
            reads_both: false,
            zero_sum: tree.is_zero_sum(),
            shares_work: game.leaf_operator(BoardAt::START).shares_work(),
        };
        for level in 0..tree.levels() {
            for board in 0..game.boards(level) {
                let operator = game.leaf_operator(BoardAt { level, board });
                plan.scratch = plan.scratch.max(operator.scratch());
                let run_outs = game.run_outs(BoardAt { level, board });
                plan.scratch = plan.scratch.max(run_outs.map_or(0, |run_outs| run_outs.scratch()));
                for player in Player::BOTH {
                    let groups = game.alike(BoardAt { level, board }, player);
                    let most = groups.and_then(|groups| groups.iter().max());
                    let count = most.map_or(0, |&most| most as usize + 1);
                    plan.scratch = plan.scratch.max(2 * count);
                }
                for deal in game.deals(BoardAt { level, board }) {
                    for buckets in deal.hands.iter().filter_map(|map| map.renumbering().err()) {
                        plan.scratch = plan.scratch.max(buckets.scratch());
                    }
                }
                plan.reads_both |= operator.reads_both();
                plan.zero_sum &= operator.is_zero_sum();
            }
        }
        plan
    }
}
