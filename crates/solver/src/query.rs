//! Querying a node: its strategy, each player's reach, and its value.

use std::sync::Mutex;

use crate::arch::dispatch;
use crate::kernels::{MatchRegrets, Normalise, Shape, padded};
use crate::lock::Lock;
use crate::number::NEAREST;
use crate::plan::{DecisionPlan, Extent};
use crate::storage::{Use, Uses};
use crate::walk::{Pass, Source, Task, Visited};
use crate::{
    BoardAt, Column, LeafCall, LeafError, Player, Profile, Rows, RowsMut, Solver, SolverError,
    SolverGame,
};

/// A node on a board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NodeAt {
    /// The stage of the tree.
    pub stage: usize,
    /// The node of the stage.
    pub node: usize,
    /// Which of the game's deals was dealt, for each level above.
    pub deals: Vec<usize>,
}

/// The state of a node when both players follow a profile.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeValues {
    /// The board.
    pub place: BoardAt,
    /// Each player's reach, hand by hand.
    pub reach: [Vec<f32>; 2],
    /// The compatible weight of each hand here; 0 if it cannot be
    /// distinguished from rounding.
    pub compatible_weight: [Vec<f32>; 2],
    /// The mean value of each hand, relative to half of the starting pot;
    /// none where no opposing hand is possible.
    pub values: [Vec<Option<f32>>; 2],
    /// At a decision, the value of each hand of the player who acts after each
    /// action, action by action, hand by hand.
    pub action_values: Vec<Option<f32>>,
}

/// Rows of a stage, as the scratch of a walk has them.
struct SeenRows {
    reach: [Vec<f32>; 2],
    values: [Vec<f32>; 2],
}

/// Where a node's stage is in the storage and which board it is on.
struct Located {
    start: Extent,
    place: BoardAt,
}

impl<G: SolverGame> Solver<G> {
    /// The strategy of a decision: action by action, hand by hand.
    pub fn strategy(&mut self, at: &NodeAt, profile: Profile) -> Result<Vec<f32>, SolverError> {
        let (located, decision, shape) = self.decision(at)?;
        let source = self.source(profile);
        let mut strategy = vec![0.0; shape.len()];
        let mut buffer = vec![0.0; 2 * shape.slots()];
        let slot = located.start + decision.at;
        let uses = Uses { regrets: Use::Read, sums: Use::Read };
        self.storage.view(NEAREST).with(slot, shape.slots(), &mut buffer, uses, |slots| {
            let strategy = &mut strategy[..];
            match source {
                Source::Current => dispatch(MatchRegrets {
                    shape,
                    regrets: slots.regrets,
                    predictions: slots.predictions,
                    strategy,
                }),
                _ => dispatch(Normalise { shape, sums: slots.sums, extra: &[], strategy }),
            }
        });
        if let Some(lock) = self.locks.get(slot.slots) {
            lock.impose(shape, &mut strategy);
        }
        Ok(strategy
            .chunks_exact(shape.stride)
            .flat_map(|row| &row[..shape.hands])
            .copied()
            .collect())
    }

    /// Reach and values at a node when both players follow a profile. Walks the
    /// whole game once.
    pub fn values(&mut self, at: &NodeAt, profile: Profile) -> Result<NodeValues, SolverError> {
        self.look_at(at, &[at.node], profile, Task::Mean).map(only)
    }

    /// The same at several nodes of a stage, in one walk; the node of `at` does not count.
    pub fn values_of(
        &mut self,
        at: &NodeAt,
        nodes: &[usize],
        profile: Profile,
    ) -> Result<Vec<NodeValues>, SolverError> {
        self.look_at(at, nodes, profile, Task::Mean)
    }

    /// The same, with the value of each hand if its player switches at the node to the best
    /// response against an opponent who follows the profile.
    pub fn best_responses(
        &mut self,
        at: &NodeAt,
        profile: Profile,
    ) -> Result<NodeValues, SolverError> {
        self.look_at(at, &[at.node], profile, Task::Best).map(only)
    }

    fn look_at(
        &mut self,
        at: &NodeAt,
        nodes: &[usize],
        profile: Profile,
        task: Task,
    ) -> Result<Vec<NodeValues>, SolverError> {
        let located = self.locate(at)?;
        for &node in nodes {
            self.locate(&NodeAt { node, ..at.clone() })?;
        }
        let seen = Mutex::new(None);
        let watch = |_: &G, visited: Visited<'_>| {
            if visited.stage == at.stage && visited.start == located.start {
                let rows = SeenRows {
                    reach: visited.rows.reach.clone(),
                    values: visited.rows.values.clone(),
                };
                *seen.lock().expect("no walk panics") = Some(rows);
            }
            Ok(())
        };
        let source = self.source(profile);
        self.walk_watching(Pass::plain([source; 2], [task; 2]), Some(&watch))?;
        if task == Task::Mean {
            self.keep_values(profile);
        }
        let rows = seen.into_inner().ok().flatten().ok_or_else(|| missing(at))?;
        let stage = &self.plan.stages[at.stage];
        let strides = self.plan.levels[stage.level].hands;
        let hands = Player::BOTH.map(|player| self.game.hands(located.place, player));
        let row = |numbers: &[f32], player: usize, row: usize| {
            numbers[row * strides[player]..][..hands[player]].to_vec()
        };
        let found = |&node: &usize| {
            let reach =
                [0, 1].map(|player| row(&rows.reach[player], player, stage.reach[node][player]));
            let [oop, ip] = &reach;
            let compatible_weight =
                |player| compatible_weight(&self.game, located.place, player, [oop, ip]);
            let compatible_weight =
                [compatible_weight(Player::Oop)?, compatible_weight(Player::Ip)?];
            let means = |player: usize, node: usize| {
                let values = row(&rows.values[player], player, node);
                mean_values(&values, &compatible_weight[player]).collect::<Vec<_>>()
            };
            let values = [0, 1].map(|player| means(player, node));
            let decision = stage.decisions.binary_search_by_key(&node, |decision| decision.node);
            let action_values = decision.map_or(Vec::new(), |place| {
                let DecisionPlan { player, children, .. } = &stage.decisions[place];
                children.clone().flat_map(|child| means(player.index(), child)).collect()
            });
            Ok(NodeValues { place: located.place, reach, compatible_weight, values, action_values })
        };
        nodes.iter().map(found).collect()
    }

    /// Fixes the strategy of a decision, action by action, hand by hand; hands
    /// without frequencies stay free.
    pub fn lock(&mut self, at: &NodeAt, frequencies: Vec<Option<f32>>) -> Result<(), SolverError> {
        let (located, decision, shape) = self.decision(at)?;
        let lock = Lock::new(shape.actions, shape.hands, frequencies)?;
        self.forget_values();
        self.locks.set((located.start + decision.at).slots, lock);
        Ok(())
    }

    /// Frees a decision. False if it was free.
    pub fn unlock(&mut self, at: &NodeAt) -> Result<bool, SolverError> {
        let (located, decision, _) = self.decision(at)?;
        self.forget_values();
        Ok(self.locks.remove((located.start + decision.at).slots))
    }

    fn decision(&self, at: &NodeAt) -> Result<(Located, DecisionPlan, Shape), SolverError> {
        let located = self.locate(at)?;
        let stage = &self.plan.stages[at.stage];
        let found = stage.decisions.binary_search_by_key(&at.node, |decision| decision.node);
        let decision = stage.decisions[found.map_err(|_| missing(at))?].clone();
        let player = decision.player;
        let hands = self.game.hands(located.place, player);
        let level = &self.plan.levels[stage.level];
        let shape = level.shape(player.index(), decision.actions(), hands);
        Ok((located, decision, shape))
    }

    fn locate(&self, at: &NodeAt) -> Result<Located, SolverError> {
        let stage = self.plan.stages.get(at.stage).ok_or_else(|| missing(at))?;
        if at.node >= stage.reach.len() || at.deals.len() != stage.level {
            return Err(missing(at));
        }
        let mut path = vec![at.stage];
        while let Some((parent, _)) = self.plan.parent(path[path.len() - 1]) {
            path.push(parent);
        }
        let mut located = Located { start: Extent::default(), place: BoardAt::START };
        for (step, &wanted) in path.iter().rev().skip(1).zip(&at.deals) {
            let (parent, which) = self.plan.parent(*step).ok_or_else(|| missing(at))?;
            let parent = &self.plan.stages[parent];
            let deals = self.game.deals(located.place);
            let deal = deals.get(wanted).ok_or_else(|| missing(at))?;
            located.start += parent.own;
            for (place, next) in parent.next[..=which].iter().enumerate() {
                let before = if place == which { wanted } else { deals.len() };
                for deal in &deals[..before] {
                    located.start += self.plan.stages[next.stage].part(deal.board);
                }
            }
            located.place = BoardAt { level: located.place.level + 1, board: deal.board };
        }
        Ok(located)
    }
}

/// The values of the one node that was asked for.
fn only(mut found: Vec<NodeValues>) -> NodeValues {
    found.pop().expect("a node was asked for")
}

fn missing(at: &NodeAt) -> SolverError {
    SolverError::NoDecision { stage: at.stage, node: at.node, deals: at.deals.clone() }
}

/// Counterfactual values as means over the compatible hands of each hand.
pub(crate) fn mean_values(
    values: &[f32],
    compatible_weight: &[f32],
) -> impl Iterator<Item = Option<f32>> {
    values.iter().zip(compatible_weight).map(|(value, &compatible_weight)| {
        (compatible_weight > 0.0).then(|| value / compatible_weight)
    })
}

/// The compatible weight of each hand of a player.
pub(crate) fn compatible_weight(
    game: &dyn SolverGame,
    place: BoardAt,
    player: Player,
    reach: [&[f32]; 2],
) -> Result<Vec<f32>, LeafError> {
    let filled_up = reach.map(|reach| {
        let mut row = reach.to_vec();
        row.resize(padded(reach.len()), 0.0);
        row
    });
    let rows = filled_up.each_ref().map(|row| Rows::new(row, row.len()));
    let mut compatible_weight = compatible_weight_rows(game, place, player, rows, &[0])?;
    compatible_weight.truncate(game.hands(place, player));
    Ok(compatible_weight)
}

/// For each of some rows of the opponent's reach, the compatible weight of each
/// hand of a player: the value of a leaf that pays 1 whenever the opponent
/// has a hand. Rows of the result are rounded up to whole blocks.
///
/// Operators may subtract the hands that share a card from the total, so a hand that
/// is compatible with none is left with a rounding error. A hand blocks at most
/// a hundred others in Hold'em, whose sum is right to a few units in the last
/// place; less than that counts as nothing.
pub(crate) fn compatible_weight_rows(
    game: &dyn SolverGame,
    place: BoardAt,
    player: Player,
    reach: [Rows<'_>; 2],
    opponents: &[usize],
) -> Result<Vec<f32>, LeafError> {
    const ROUNDING: f32 = 16.0 * f32::EPSILON;
    let opponent = player.opponent();
    let stride = padded(game.hands(place, player));
    let mut compatible_weight = vec![0.0; stride * opponents.len()];
    let operator = game.leaf_operator(place);
    let mut scratch = vec![0.0; operator.scratch()];
    let column = |(value, &row): (usize, &usize)| {
        let mut reach = [0; 2];
        reach[opponent.index()] = row;
        Column { reach, value, test: 0, difference: 0.0, sum: 1.0, fold: None }
    };
    let columns: Vec<Column> = opponents.iter().enumerate().map(column).collect();
    operator.values(LeafCall {
        player,
        columns: &columns,
        reach,
        values: RowsMut::new(&mut compatible_weight, stride),
        scratch: &mut scratch,
        parallel: false,
    })?;
    let hands = game.hands(place, opponent);
    for (compatible_weight, &row) in compatible_weight.chunks_exact_mut(stride).zip(opponents) {
        let nothing = ROUNDING * reach[opponent.index()].row(row)[..hands].iter().sum::<f32>();
        for compatible_weight in
            compatible_weight.iter_mut().filter(|compatible_weight| **compatible_weight <= nothing)
        {
            *compatible_weight = 0.0;
        }
    }
    Ok(compatible_weight)
}
