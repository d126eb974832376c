//! The slow twin of the model: a separate walk of the tree for every pair of hands.

#![allow(dead_code, reason = "the benchmark needs only some of it")]

use quasar_preflop::{CLASSES, ClassTable, ModelSpec, ModelTree};
use quasar_solver::{Player, PublicNode, PublicTree, Settings};

/// A small tree, solved in a moment.
pub(crate) fn spec() -> ModelSpec {
    ModelSpec {
        bet_sizes: vec![1.0],
        max_raises: 1,
        settings: Settings::default(),
        iterations: 20,
        target: 0.0,
        sampling: None,
    }
}

/// Vanilla CFR with simultaneous updates, one pair of classes after the other.
pub(crate) struct PairTraversal<'a> {
    tree: &'a PublicTree,
    classes: &'a ClassTable,
    pot: f64,
    /// For each stage and node: regrets and sums, action by action, class by class.
    regrets: Vec<Vec<Vec<f64>>>,
    sums: Vec<Vec<Vec<f64>>>,
    strategies: Vec<Vec<Vec<f64>>>,
}

impl<'a> PairTraversal<'a> {
    pub(crate) fn new(tree: &'a ModelTree, classes: &'a ClassTable) -> PairTraversal<'a> {
        let public = &tree.with_states().tree;
        let zeros = || -> Vec<Vec<Vec<f64>>> {
            let node = |node: &PublicNode| match node {
                PublicNode::Decision { children, .. } => vec![0.0; children.len() * CLASSES],
                _ => Vec::new(),
            };
            public.stages().iter().map(|stage| stage.nodes().iter().map(node).collect()).collect()
        };
        PairTraversal {
            tree: public,
            classes,
            pot: tree.pot(),
            regrets: zeros(),
            sums: zeros(),
            strategies: zeros(),
        }
    }

    /// An iteration: every pair of classes that can be dealt.
    pub(crate) fn step(&mut self) {
        self.strategies = normalised(&self.regrets);
        for oop in 0..CLASSES {
            for ip in 0..CLASSES {
                let pairs = f64::from(self.classes.pairs(oop, ip));
                if pairs > 0.0 {
                    self.walk(0, 0, [oop, ip], [1.0; 2], pairs);
                }
            }
        }
        // What a player adds to the sums does not depend on the opponent's class.
        self.add_sums(0, 0, [vec![1.0; CLASSES], vec![1.0; CLASSES]]);
    }

    /// What the player out of position gets under the average strategies, as a
    /// fraction of the pot.
    pub(crate) fn values(&mut self) -> Vec<f64> {
        self.strategies = normalised(&self.sums);
        let cells = (0..CLASSES).flat_map(|oop| (0..CLASSES).map(move |ip| [oop, ip]));
        cells
            .map(|hands| {
                let possible = self.classes.pairs(hands[0], hands[1]) > 0;
                if possible { 0.5 + self.walk(0, 0, hands, [0.0; 2], 0.0) / self.pot } else { 0.0 }
            })
            .collect()
    }

    /// The chips that the first player gets; adds regrets on the way if `pairs` is
    /// not zero.
    fn walk(
        &mut self,
        stage: usize,
        node: usize,
        hands: [usize; 2],
        reach: [f64; 2],
        pairs: f64,
    ) -> f64 {
        let tree = self.tree;
        match &tree.stages()[stage].nodes()[node] {
            PublicNode::Leaf(leaf) => {
                let won = 2.0 * self.classes.equity(hands[0], hands[1]) - 1.0;
                f64::from(leaf.difference) * won + f64::from(leaf.sum[0])
            }
            PublicNode::Deal { stage: next, root } => {
                self.walk(tree.stages()[stage].next()[*next], *root, hands, reach, pairs)
            }
            PublicNode::Decision { player, children } => {
                let own = player.index();
                let mut total = 0.0;
                let mut after = Vec::new();
                for (action, child) in children.clone().enumerate() {
                    let part = self.strategies[stage][node][action * CLASSES + hands[own]];
                    let mut reach = reach;
                    reach[own] *= part;
                    after.push(self.walk(stage, child, hands, reach, pairs));
                    total += part * after[action];
                }
                let sign = if *player == Player::Oop { 1.0 } else { -1.0 };
                for (action, value) in after.iter().enumerate() {
                    let regret = sign * (value - total) * reach[1 - own] * pairs;
                    self.regrets[stage][node][action * CLASSES + hands[own]] += regret;
                }
                total
            }
        }
    }

    fn add_sums(&mut self, stage: usize, node: usize, reach: [Vec<f64>; 2]) {
        let tree = self.tree;
        match &tree.stages()[stage].nodes()[node] {
            PublicNode::Leaf(_) => {}
            PublicNode::Deal { stage: next, root } => {
                self.add_sums(tree.stages()[stage].next()[*next], *root, reach);
            }
            PublicNode::Decision { player, children } => {
                for (action, child) in children.clone().enumerate() {
                    let mut after = reach.clone();
                    for (hand, own) in after[player.index()].iter_mut().enumerate() {
                        let place = action * CLASSES + hand;
                        *own *= self.strategies[stage][node][place];
                        self.sums[stage][node][place] += *own;
                    }
                    self.add_sums(stage, child, after);
                }
            }
        }
    }
}

/// Positive parts, hand by hand; equal parts where there are none.
fn normalised(numbers: &[Vec<Vec<f64>>]) -> Vec<Vec<Vec<f64>>> {
    let node = |numbers: &Vec<f64>| {
        let actions = numbers.len() / CLASSES;
        let total: Vec<f64> = (0..CLASSES)
            .map(|hand| (0..actions).map(|a| numbers[a * CLASSES + hand].max(0.0)).sum())
            .collect();
        let part = |(place, number): (usize, &f64)| match total[place % CLASSES] {
            total if total > 0.0 => number.max(0.0) / total,
            _ => 1.0 / actions as f64,
        };
        numbers.iter().enumerate().map(part).collect()
    };
    numbers.iter().map(|stage| stage.iter().map(node).collect()).collect()
}
