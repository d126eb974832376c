//! Every decision on every board, in the order of the storage.

use crate::kernels::Shape;
use crate::plan::{Extent, Plan};
use crate::{BoardAt, Player, SolverGame, StoredAt, TreeNode};

/// A decision on a board, and where its numbers are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredDecision {
    pub(crate) at: StoredAt,
    /// Who acts.
    pub(crate) player: Player,
    pub(crate) shape: Shape,
    /// Where its slots begin in the whole storage.
    pub(crate) start: Extent,
    /// The number of hands that fit: the most of any board of the level.
    pub(crate) room: usize,
}

impl StoredDecision {
    /// Where it is in the tree.
    pub(crate) fn node(&self) -> TreeNode {
        TreeNode { stage: self.at.stage, node: self.at.node }
    }
}

/// Calls `visit` for every decision until it fails.
pub(crate) fn each_decision<E>(
    game: &dyn SolverGame,
    plan: &Plan,
    visit: &mut impl FnMut(StoredDecision) -> Result<(), E>,
) -> Result<(), E> {
    each_of_stage(game, plan, 0, BoardAt::START, Extent::default(), visit)
}

fn each_of_stage<E>(
    game: &dyn SolverGame,
    plan: &Plan,
    stage: usize,
    place: BoardAt,
    start: Extent,
    visit: &mut impl FnMut(StoredDecision) -> Result<(), E>,
) -> Result<(), E> {
    let (stage_plan, level) = (&plan.stages[stage], &plan.levels[place.level]);
    for decision in &stage_plan.decisions {
        let player = decision.player.index();
        let hands = game.hands(place, decision.player);
        visit(StoredDecision {
            at: StoredAt { stage, node: decision.node, place },
            player: decision.player,
            shape: level.shape(player, decision.actions(), hands),
            start: start + decision.at,
            room: level.kept[player],
        })?;
    }
    let mut after = start + stage_plan.own;
    for next in &stage_plan.next {
        for deal in game.deals(place) {
            let place = BoardAt { level: place.level + 1, board: deal.board };
            each_of_stage(game, plan, next.stage, place, after, visit)?;
            after += plan.stages[next.stage].part(deal.board);
        }
    }
    Ok(())
}
