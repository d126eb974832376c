//! Exporting a whole solution, stage by stage.
//!
//! One walk for the values of both players visits every decision on every board
//! once, in the threads of the walk, and holds in memory only what it shows. It
//! costs about an iteration plus the work of the visitor.

use crate::plan::DecisionPlan;
use crate::query::{compatible_weight_rows, mean_values};
use crate::storage::{Use, Uses};
use crate::walk::{Pass, Task, Visited};
use crate::{BoardAt, LeafError, Player, Profile, Rows, Solver, SolverError, SolverGame};

/// All decisions of a stage on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct StageExport {
    /// The stage of the tree.
    pub stage: usize,
    /// The board.
    pub place: BoardAt,
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
    /// The number of actions.
    pub actions: usize,
    /// The frequency of each action.
    pub strategy: Vec<f32>,
    /// The value of each hand after each action, relative to half of the starting pot;
    /// none where no opposing hand is possible.
    pub action_values: Vec<Option<f32>>,
    /// The value of each hand of the other player at this decision.
    pub other_values: Vec<Option<f32>>,
    /// The regrets.
    pub regrets: Vec<f32>,
}

impl<G: SolverGame> Solver<G> {
    /// Visits every decision of the first `levels` levels when both players follow
    /// a profile. `visit` is called with the game once for each stage and board, in any
    /// order and from several threads.
    pub fn export(
        &mut self,
        profile: Profile,
        levels: usize,
        visit: impl Fn(&G, StageExport) + Sync,
    ) -> Result<(), SolverError> {
        let pass = Pass::plain([self.source(profile); 2], [Task::Mean; 2]);
        let watch = |game: &G, visited: Visited<'_>| {
            if visited.place.level < levels {
                visit(game, stage_export(game, visited)?);
            }
            Ok(())
        };
        self.walk_watching(pass, Some(&watch))
    }
}

fn stage_export(game: &dyn SolverGame, visited: Visited<'_>) -> Result<StageExport, LeafError> {
    let Visited { plan, level, stage, place, rows, mut view, .. } = visited;
    let hands = Player::BOTH.map(|player| game.hands(place, player));
    let reach = [0, 1].map(|side| Rows::new(&rows.reach[side], rows.hands[side]));
    // The compatible weight depends on the opponent's reach, which changes only where the
    // opponent acts: many decisions share a row.
    let compatible_weight = |player: Player| -> Result<_, LeafError> {
        let opponent = player.opponent().index();
        let reaches = plan.decisions.iter().map(|decision| plan.reach[decision.node][opponent]);
        let mut opponents: Vec<usize> = reaches.collect();
        opponents.sort_unstable();
        opponents.dedup();
        let compatible_weight = compatible_weight_rows(game, place, player, reach, &opponents)?;
        Ok((opponents, compatible_weight))
    };
    let compatible_weight = [compatible_weight(Player::Oop)?, compatible_weight(Player::Ip)?];
    let means = |side: usize, node: usize, reach_at: usize| {
        let (opponents, compatible_weight) = &compatible_weight[side];
        let row = opponents.partition_point(|&row| row < plan.reach[reach_at][1 - side]);
        let stride = compatible_weight.len() / opponents.len();
        let compatible_weight = &compatible_weight[row * stride..][..hands[side]];
        mean_values(&rows.value(side, node)[..hands[side]], compatible_weight).collect::<Vec<_>>()
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
    Ok(StageExport { stage, place, decisions })
}
