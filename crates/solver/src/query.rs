//! Looking at a node: its strategy, who gets there, and what it is worth.

use std::sync::Mutex;

use crate::arch::dispatch;
use crate::game::{Column, LeafCall};
use crate::kernels::{MatchRegrets, Normalise, Shape, padded};
use crate::lock::Lock;
use crate::plan::{DecisionPlan, Extent};
use crate::storage::Change;
use crate::walk::{Goal, Pass, Source, Watch};
use crate::{Game, Place, Player, Profile, Rows, RowsMut, Solver, SolverError};

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

/// What is known about a node when both players follow a profile.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeValues {
    /// The board.
    pub place: Place,
    /// Each player's reach, hand by hand.
    pub reach: [Vec<f32>; 2],
    /// The weight of opponents' hands that each hand can meet here; 0 if it is too
    /// little to be told from rounding.
    pub meets: [Vec<f32>; 2],
    /// What each hand gets on average, relative to half of the pot at the start;
    /// none where it meets no hand.
    pub values: [Vec<Option<f32>>; 2],
}

/// Where a node's stage is in the storage and which board it is on.
struct Located {
    start: Extent,
    place: Place,
}

impl<G: Game> Solver<G> {
    /// The strategy of a decision: action by action, hand by hand.
    pub fn strategy(&mut self, at: &NodeAt, profile: Profile) -> Result<Vec<f32>, SolverError> {
        let (located, decision, shape) = self.decision(at)?;
        let source = self.source(profile);
        let mut strategy = vec![0.0; shape.len()];
        let mut buffer = vec![0.0; 2 * shape.len()];
        let slot = located.start + decision.at;
        self.storage.view().with(slot, shape.len(), &mut buffer, Change::Read, |slots| {
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

    /// Reach and values at a node when both players follow a profile; walks the
    /// whole game once.
    pub fn values(&mut self, at: &NodeAt, profile: Profile) -> Result<NodeValues, SolverError> {
        self.look_at(at, profile, Goal::Mean)
    }

    /// The same, with what each hand gets by the best response from the node on to
    /// an opponent who follows the profile.
    pub fn best_responses(
        &mut self,
        at: &NodeAt,
        profile: Profile,
    ) -> Result<NodeValues, SolverError> {
        self.look_at(at, profile, Goal::Best)
    }

    fn look_at(
        &mut self,
        at: &NodeAt,
        profile: Profile,
        goal: Goal,
    ) -> Result<NodeValues, SolverError> {
        let located = self.locate(at)?;
        let watch = Watch { stage: at.stage, start: located.start, seen: Mutex::new(None) };
        let source = self.source(profile);
        self.walk_watching(Pass::plain([source; 2], [goal; 2]), Some(&watch));
        let rows = watch.seen.into_inner().ok().flatten().ok_or_else(|| missing(at))?;
        let stage = &self.plan.stages[at.stage];
        let strides = self.plan.levels[stage.level].hands;
        let hands = Player::BOTH.map(|player| self.game.hands(located.place, player));
        let row = |numbers: &[f32], player: usize, row: usize| {
            numbers[row * strides[player]..][..hands[player]].to_vec()
        };
        let reach =
            [0, 1].map(|player| row(&rows.reach[player], player, stage.reach[at.node][player]));
        let [oop, ip] = &reach;
        let meets = Player::BOTH.map(|player| meets(&self.game, located.place, player, [oop, ip]));
        let values = [0, 1].map(|player| {
            let values = row(&rows.values[player], player, at.node);
            let mean = |(value, &meets): (f32, &f32)| (meets > 0.0).then(|| value / meets);
            values.into_iter().zip(&meets[player]).map(mean).collect()
        });
        Ok(NodeValues { place: located.place, reach, meets, values })
    }

    /// Fixes the strategy of a decision, action by action, hand by hand; hands
    /// without frequencies stay free.
    pub fn lock(&mut self, at: &NodeAt, frequencies: Vec<Option<f32>>) -> Result<(), SolverError> {
        let (located, decision, shape) = self.decision(at)?;
        let lock = Lock::new(shape.actions, shape.hands, frequencies)?;
        self.locks.set((located.start + decision.at).slots, lock);
        Ok(())
    }

    /// Frees a decision. False if it was free.
    pub fn unlock(&mut self, at: &NodeAt) -> Result<bool, SolverError> {
        let (located, decision, _) = self.decision(at)?;
        Ok(self.locks.remove((located.start + decision.at).slots))
    }

    fn decision(&self, at: &NodeAt) -> Result<(Located, DecisionPlan, Shape), SolverError> {
        let located = self.locate(at)?;
        let stage = &self.plan.stages[at.stage];
        let found = stage.decisions.binary_search_by_key(&at.node, |decision| decision.node);
        let decision = stage.decisions[found.map_err(|_| missing(at))?].clone();
        let player = decision.player;
        let shape = Shape {
            actions: decision.actions(),
            hands: self.game.hands(located.place, player),
            stride: self.plan.levels[stage.level].hands[player.index()],
        };
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
        let mut located = Located { start: Extent::default(), place: Place::START };
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
            located.place = Place { level: located.place.level + 1, board: deal.board };
        }
        Ok(located)
    }
}

fn missing(at: &NodeAt) -> SolverError {
    SolverError::NoDecision { stage: at.stage, node: at.node, deals: at.deals.clone() }
}

/// The weight of the opponent's hands that each hand of a player can meet: what a
/// leaf is worth that pays 1 whenever the opponent has a hand.
///
/// Games may subtract the hands that share a card from all others, so a hand that
/// meets nothing is left with the rounding of a sum. A hand is blocked by no more
/// than a hundred others in Hold'em, whose sum is right to a few units in the last
/// place; what is less than that counts as nothing.
pub(crate) fn meets<G: Game>(
    game: &G,
    place: Place,
    player: Player,
    reach: [&[f32]; 2],
) -> Vec<f32> {
    const ROUNDING: f32 = 16.0 * f32::EPSILON;
    let hands = reach[player.index()].len();
    let mut meets = vec![0.0; padded(hands)];
    let mut scratch = vec![0.0; game.leaf_scratch()];
    let column = Column { reach: [0; 2], value: 0, test: 0, difference: 0.0, sum: 1.0 };
    let stride = meets.len();
    game.leaves(LeafCall {
        place,
        player,
        columns: &[column],
        reach: reach.map(|reach| Rows::new(reach, reach.len())),
        values: RowsMut::new(&mut meets, stride),
        scratch: &mut scratch,
        parallel: false,
    });
    meets.truncate(hands);
    let nothing = ROUNDING * reach[player.opponent().index()].iter().sum::<f32>();
    for meets in meets.iter_mut().filter(|meets| **meets <= nothing) {
        *meets = 0.0;
    }
    meets
}
