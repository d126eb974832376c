//! Showing a whole solution, stage by stage, to somebody who keeps it elsewhere.
//!
//! One walk for the values of both players shows every decision on every board
//! once, in the threads that walk; nothing is held but what is being shown. It
//! costs about an iteration, and what the visitor does with it.

use crate::plan::DecisionPlan;
use crate::query::{mean_values, meets_rows};
use crate::storage::{Use, Uses};
use crate::walk::{Goal, Pass, Visited};
use crate::{Game, Place, Player, Profile, Rows, Solver};

/// All decisions of a stage on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct StageExport {
    /// The stage of the tree.
    pub stage: usize,
    /// The board.
    pub place: Place,
    /// The decisions, breadth first.
    pub decisions: Vec<DecisionExport>,
}

/// A decision on a board. Matrices are action by action, hand by hand, in the order
/// of the game's numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionExport {
    /// The node of the stage.
    pub node: usize,
    /// Who acts.
    pub player: Player,
    /// How many actions there are.
    pub actions: usize,
    /// How often each action is taken.
    pub strategy: Vec<f32>,
    /// What each hand gets after each action, relative to half of the pot at the
    /// start; none where it meets no hand.
    pub action_values: Vec<Option<f32>>,
    /// The same for each hand of the other player, whatever is done.
    pub other_values: Vec<Option<f32>>,
    /// The regrets.
    pub regrets: Vec<f32>,
}

impl<G: Game> Solver<G> {
    /// Shows every decision of the first `levels` levels when both players follow
    /// a profile. `visit` is called with the game once for each stage and board, in any
    /// order and from several threads.
    pub fn export(
        &mut self,
        profile: Profile,
        levels: usize,
        visit: impl Fn(&G, StageExport) + Sync,
    ) {
        let pass = Pass::plain([self.source(profile); 2], [Goal::Mean; 2]);
        let watch = |visited: Visited<'_, G>| {
            if visited.place.level < levels {
                visit(visited.game, stage_export(visited));
            }
        };
        self.walk_watching(pass, Some(&watch));
    }
}

fn stage_export<G: Game>(visited: Visited<'_, G>) -> StageExport {
    let Visited { game, plan, level, stage, place, rows, mut view, .. } = visited;
    let hands = Player::BOTH.map(|player| game.hands(place, player));
    let reach = [0, 1].map(|side| Rows::new(&rows.reach[side], rows.hands[side]));
    // Each player's hands meet the opponent's, whose reach changes only where the
    // opponent acts: many decisions share a row.
    let meets = Player::BOTH.map(|player| {
        let opponent = player.opponent().index();
        let reaches = plan.decisions.iter().map(|decision| plan.reach[decision.node][opponent]);
        let mut opponents: Vec<usize> = reaches.collect();
        opponents.sort_unstable();
        opponents.dedup();
        let meets = meets_rows(game, place, player, reach, &opponents);
        (opponents, meets)
    });
    let means = |side: usize, node: usize, reach_at: usize| {
        let (opponents, meets) = &meets[side];
        let row = opponents.partition_point(|&row| row < plan.reach[reach_at][1 - side]);
        let stride = meets.len() / opponents.len();
        let meets = &meets[row * stride..][..hands[side]];
        mean_values(&rows.value(side, node)[..hands[side]], meets).collect::<Vec<_>>()
    };
    let mut buffer = Vec::new();
    let mut decision = |decision: &DecisionPlan| {
        let DecisionPlan { node, player, children, .. } = decision;
        let side = player.index();
        let (actions, stride) = (decision.actions(), rows.hands[side]);
        let matrix = |numbers: &[f32]| -> Vec<f32> {
            let rows = numbers.chunks_exact(stride).take(actions);
            rows.flat_map(|row| &row[..hands[side]]).copied().collect()
        };
        let shape = level.shape(side, actions, hands[side]);
        buffer.resize(2 * shape.slots(), 0.0);
        let uses = Uses { regrets: Use::Read, sums: Use::Not };
        let regrets = view.with(decision.at, shape.slots(), &mut buffer, uses, |slots| {
            let slot = |at: usize| slots.regrets[shape.slot(at / shape.hands, at % shape.hands)];
            (0..actions * shape.hands).map(slot).collect()
        });
        DecisionExport {
            node: *node,
            player: *player,
            actions,
            strategy: matrix(&rows.strategy[side][decision.strategy * stride..]),
            action_values: children.clone().flat_map(|child| means(side, child, *node)).collect(),
            other_values: means(1 - side, *node, *node),
            regrets,
        }
    };
    let decisions = plan.decisions.iter().map(&mut decision).collect();
    StageExport { stage, place, decisions }
}
