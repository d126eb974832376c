//! Learning from samples of boards, and measuring with all of them.
//!
//! An iteration values all leaves against the current strategies on a fresh sample of
//! boards, and both players learn from it. Regrets are sums over iterations, iteration t
//! counting t times (linear CFR; Brown and Sandholm 2019), so errors of samples cancel
//! out: what counts is the number of boards of all iterations together. Averages count
//! iteration t by t squared.
//!
//! The exploitability is measured over all boards. If it is not low enough, learning
//! continues from there: the values just measured are exact, and later samples only have
//! to say how the values of other strategies differ from them.

use quasar_equity::Progress;
use quasar_game::{NodeId, Player};

use super::boards::Sample;
use super::game::{ByNode, OmahaPreflopGame};
use super::leaves::{Anchor, LeafValues, Question, leaves};
use super::together;
use crate::PreflopError;

/// Strategies of a game in the making.
#[derive(Clone, Debug)]
pub struct OmahaPreflopSolver {
    game: OmahaPreflopGame,
    pub(super) seed: u64,
    iterations: u32,
    regrets: ByNode,
    sums: ByNode,
    /// What was measured last.
    pub(super) anchor: Option<Anchor>,
}

/// Strategies, and how often each player's own actions lead to each node with them.
pub(super) struct Played {
    pub(super) strategy: ByNode,
    pub(super) reach: [ByNode; 2],
}

/// What average strategies are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct OmahaValue {
    /// What the button wins a hand.
    pub value: f64,
    /// What each player would gain by the best response.
    pub gains: [f64; 2],
    /// For each decision and each of its actions one after the other, what the action is
    /// worth to each class that gets there; chips won in the hand.
    pub values: Vec<Vec<f64>>,
}

/// A decision: numbers by action and class, or by class.
#[derive(Clone, PartialEq, Debug)]
pub struct OmahaDecision {
    /// The node of the betting.
    pub node: NodeId,
    /// How often each class takes each action.
    pub frequencies: Vec<f32>,
    /// What each action is worth to each class against the hands that get there, in chips
    /// won in the hand; NaN where there are none.
    pub values: Vec<f32>,
    /// How often each player's own actions lead to it, out of position first.
    pub reach: [Vec<f32>; 2],
}

impl OmahaValue {
    /// The mean of both players' gains.
    pub fn exploitability(&self) -> f64 {
        (self.gains[0] + self.gains[1]) / 2.0
    }
}

impl OmahaPreflopSolver {
    /// A game of which nothing is learned yet.
    pub fn new(game: OmahaPreflopGame, seed: u64) -> OmahaPreflopSolver {
        let empty = |node: &quasar_game::Node| vec![0.0; node.children.len() * game.classes()];
        let numbers: ByNode = game.nodes().iter().map(empty).collect();
        OmahaPreflopSolver {
            seed,
            iterations: 0,
            regrets: numbers.clone(),
            sums: numbers,
            anchor: None,
            game,
        }
    }

    /// The game.
    pub fn game(&self) -> &OmahaPreflopGame {
        &self.game
    }

    /// Iterations done.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Learns from so many boards. A call that fails has changed nothing.
    pub fn step(&mut self, boards: usize, progress: &Progress) -> Result<(), PreflopError> {
        together::step(&mut [self], boards, progress)
    }

    /// Plays the iterations between two measurements, with growing samples of boards, which
    /// `progress` counts.
    pub fn learn_round(&mut self, progress: &Progress) -> Result<(), PreflopError> {
        together::learn_round(&mut [self], progress)
    }

    /// The strategies that learn next.
    pub(super) fn play_current(&self) -> Played {
        self.play(self.current())
    }

    /// The strategies that are measured.
    pub(super) fn play_average(&self) -> Played {
        self.play(self.average())
    }

    fn play(&self, strategy: ByNode) -> Played {
        Played { reach: self.game.reach(&strategy), strategy }
    }

    /// Learns from what leaves are worth.
    pub(super) fn learn(&mut self, played: &Played, leaves: &LeafValues) {
        let Played { strategy, reach } = played;
        self.iterations += 1;
        let iteration = f64::from(self.iterations);
        let classes = self.game.classes();
        for player in Player::BOTH {
            let values = self.values(strategy, leaves, player, Choice::Strategy);
            for (number, node) in self.game.nodes().iter().enumerate() {
                if node.player() != Some(player) {
                    continue;
                }
                let own = &values[number];
                for (action, child) in node.child_ids().map(NodeId::index).enumerate() {
                    let regrets = &mut self.regrets[number][action * classes..][..classes];
                    for ((regret, value), mean) in regrets.iter_mut().zip(&values[child]).zip(own) {
                        *regret = *regret * (iteration - 1.0) / iteration + value - mean;
                    }
                }
                // The next strategies' weight is their own reach.
                let reach = &reach[player.index()][number];
                let chosen = &strategy[number];
                let actions = self.sums[number].chunks_mut(classes).zip(chosen.chunks(classes));
                for (sums, chosen) in actions {
                    for ((sum, part), reach) in sums.iter_mut().zip(chosen).zip(reach) {
                        *sum += iteration * iteration * part * reach;
                    }
                }
            }
        }
    }

    /// Measures the average strategies over all boards, exactly. Later samples are
    /// compared with what was measured.
    pub fn measure(&mut self, progress: &Progress) -> Result<OmahaValue, PreflopError> {
        let mut measured = together::measure(&mut [self], progress)?;
        Ok(measured.pop().expect("one game was measured"))
    }

    /// The same over a sample of so many boards: an estimate, better than the truth
    /// for those who choose by it.
    pub fn estimate(&self, boards: usize, progress: &Progress) -> Result<OmahaValue, PreflopError> {
        let Played { strategy, reach } = &self.play_average();
        let question = Question { game: &self.game, reach, anchor: None, all_folds: true };
        let sample = Sample { boards, seed: !self.seed, number: u64::MAX };
        let mut found = leaves(&[question], Some(sample), progress)?;
        let found = found.pop().expect("one question has one answer");
        Ok(self.value_of(strategy, &found.values))
    }

    pub(super) fn value_of(&self, strategy: &ByNode, leaves: &LeafValues) -> OmahaValue {
        let mut worth = OmahaValue {
            value: 0.0,
            gains: [0.0; 2],
            values: vec![Vec::new(); self.game.nodes().len()],
        };
        for player in Player::BOTH {
            let own = self.values(strategy, leaves, player, Choice::Strategy);
            let best = self.values(strategy, leaves, player, Choice::Best);
            let [value, most] = [&own[0], &best[0]].map(|values| self.game.deck.mean(values));
            worth.gains[player.index()] = most - value;
            if player == Player::Ip {
                worth.value = value;
            }
            for (number, node) in self.game.nodes().iter().enumerate() {
                if node.player() == Some(player) {
                    let children = node.child_ids().flat_map(|child| own[child.index()].clone());
                    worth.values[number] = children.collect();
                }
            }
        }
        worth
    }

    /// The decisions of strategies that were measured, as they are played: `worth` is that of
    /// `average`.
    pub fn decisions(&self, average: &[Vec<f64>], worth: &OmahaValue) -> Vec<OmahaDecision> {
        let strategy = average.to_vec();
        let reach = self.game.reach(&strategy);
        let short = |numbers: &[f64]| numbers.iter().map(|&number| number as f32).collect();
        let mut decisions = Vec::new();
        for (number, node) in self.game.nodes().iter().enumerate() {
            let Some(player) = node.player() else { continue };
            let opponents = &*reach[player.opponent().index()][number];
            let met = &self.game.deck.compatible_chances(&[opponents])[0];
            let classes = self.game.classes();
            let mean = |(place, value): (usize, &f64)| {
                let met = met[place % classes];
                if met > 1e-9 { (value / met) as f32 } else { f32::NAN }
            };
            decisions.push(OmahaDecision {
                node: NodeId(number as u32),
                frequencies: short(&average[number]),
                values: worth.values[number].iter().enumerate().map(mean).collect(),
                reach: [0, 1].map(|side| short(&reach[side][number])),
            });
        }
        decisions
    }

    /// The average strategies: for each decision and each of its actions one after the
    /// other, how often each class takes it.
    pub fn average(&self) -> Vec<Vec<f64>> {
        self.sums.iter().map(|sums| shares(sums, self.game.classes())).collect()
    }

    /// The strategies by regret matching.
    fn current(&self) -> ByNode {
        let positive = |regrets: &Vec<f64>| -> Vec<f64> {
            let positive: Vec<f64> = regrets.iter().map(|regret| regret.max(0.0)).collect();
            shares(&positive, self.game.classes())
        };
        self.regrets.iter().map(positive).collect()
    }

    /// The values of all nodes for a player, from the leaves up.
    fn values(
        &self,
        strategy: &ByNode,
        leaves: &LeafValues,
        player: Player,
        choice: Choice,
    ) -> ByNode {
        let classes = self.game.classes();
        let mut values = leaves[player.index()].clone();
        for (number, node) in self.game.nodes().iter().enumerate().rev() {
            let Some(actor) = node.player() else { continue };
            let start =
                if choice == Choice::Best && actor == player { f64::NEG_INFINITY } else { 0.0 };
            let mut here = vec![start; classes];
            for (action, child) in node.child_ids().map(NodeId::index).enumerate() {
                // Leaves that were not asked for are worth nothing.
                let below = &values[child];
                if actor != player {
                    here.iter_mut().zip(below).for_each(|(here, below)| *here += below);
                } else if choice == Choice::Best {
                    here.iter_mut().zip(below).for_each(|(here, below)| *here = here.max(*below));
                } else {
                    let chosen = &strategy[number][action * classes..][..classes];
                    let below = below.iter().zip(chosen);
                    here.iter_mut()
                        .zip(below)
                        .for_each(|(here, (below, part))| *here += part * below);
                }
            }
            values[number] = here;
        }
        values
    }
}

/// How a player is taken to act.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Strategy,
    Best,
}

/// The part of each action in its class; equal ones where all are zero.
fn shares(numbers: &[f64], classes: usize) -> Vec<f64> {
    let actions = numbers.len() / classes.max(1);
    let mut sums = vec![0.0; classes];
    for row in numbers.chunks(classes) {
        sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
    }
    let share = |(place, number): (usize, &f64)| {
        let sum = sums[place % classes];
        if sum > 0.0 { number / sum } else { 1.0 / actions as f64 }
    };
    numbers.iter().enumerate().map(share).collect()
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Card, CardSet};
    use quasar_game::Chips;

    use super::*;
    use crate::PreflopSpec;
    use crate::omaha::deck::OmahaDeck;
    use crate::omaha::leaves::Leaves;

    /// Values at an anchor are known without any sample; elsewhere the sample adds the
    /// rest, since showdowns are linear.
    #[test]
    fn samples_only_add_what_differs_from_an_anchor() {
        let deck: CardSet = Card::all().filter(|card| card.index() >= 32).collect();
        let spec = PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips(0), Chips(8_000));
        let game = OmahaPreflopGame::with_deck(&spec, &OmahaDeck::of(deck).unwrap()).unwrap();
        let mut solver = OmahaPreflopSolver::new(game, 1);
        let progress = Progress::new();
        solver.step(20, &progress).unwrap();
        let game = &solver.game;
        let values = |strategy: &ByNode, boards: Option<usize>, anchor: Option<&Anchor>| {
            let sample = boards.map(|boards| Sample { boards, seed: 1, number: 7 });
            let reach = &game.reach(strategy);
            let question = Question { game, reach, anchor, all_folds: false };
            leaves(&[question], sample, &progress).unwrap().pop().unwrap()
        };
        let (first, second) = (solver.average(), solver.current());
        let exact = values(&first, None, None);
        let few = values(&first, Some(3), Some(&exact.anchor));
        let other = values(&second, None, None);
        let all = values(&second, Some(usize::MAX), Some(&exact.anchor));
        for end in game.ends() {
            for player in 0..2 {
                let at = |leaves: &Leaves| leaves.values[player][end.node.index()].clone();
                for (few, exact) in at(&few).iter().zip(at(&exact)) {
                    assert!((few - exact).abs() < 1e-9, "{few} {exact}");
                }
                for (all, other) in at(&all).iter().zip(at(&other)) {
                    assert!((all - other).abs() < 0.05, "{all} {other}");
                }
            }
        }
    }
}
