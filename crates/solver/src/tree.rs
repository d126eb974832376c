//! The public tree: what both players see, without cards.
//!
//! A *round* is the betting from one chance event to the next. The rounds that continue one
//! round form a *stage*. Small stages are joined, as long as no stage gets more rounds than
//! the largest already has. Rounds of a stage are walked
//! together, breadth first, so that the leaves of many lines go to a leaf operator in
//! one call. A stage is stored once, whatever cards are dealt; [`SolverGame`](crate::SolverGame)
//! says which boards there are.
//!
//! Nodes of a stage are in breadth-first order: its roots come first, parents
//! precede children, and the children of a node are adjacent.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use crate::{Player, SolverError};

/// Every line of a game, in stages. Clones share them.
#[derive(Clone, PartialEq, Debug)]
pub struct PublicTree {
    stages: Arc<[Stage]>,
}

/// Rounds that are walked together.
#[derive(Clone, PartialEq, Debug)]
pub struct Stage {
    pub(crate) level: usize,
    pub(crate) roots: usize,
    pub(crate) nodes: Vec<PublicNode>,
    pub(crate) next: Vec<usize>,
}

/// A point of a line.
#[derive(Clone, PartialEq, Debug)]
pub enum PublicNode {
    /// A player acts; one child for each action.
    Decision {
        /// Who acts.
        player: Player,
        /// The nodes that the actions lead to.
        children: Range<usize>,
    },
    /// The game is over.
    Leaf(Leaf),
    /// Cards are dealt and a round of the next stage begins. Roots of a stage are in the
    /// order of the nodes that lead to them.
    Deal {
        /// Which of the stages that continue this one.
        stage: usize,
        /// Which of that stage's roots.
        root: usize,
    },
}

/// What a leaf pays. With D the probability of winning minus that of losing, and F
/// the probability that the opponent's hand is possible at all, both weighted by the
/// opponent's reach, a player's counterfactual value is
/// `difference * D + sum[player] * F`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf {
    /// Which comparison of hands decides; a number that the game understands.
    pub test: usize,
    /// Half of the difference between the winner's and the loser's pay-off.
    pub difference: f32,
    /// What each player gets if the comparison ends in a tie.
    pub sum: [f32; 2],
}

impl Leaf {
    /// The hands are compared by `test`; the winner gets `amount`, the loser
    /// loses it.
    pub fn showdown(test: usize, amount: f32) -> Leaf {
        Leaf { test, difference: amount, sum: [0.0; 2] }
    }

    /// Whatever the hands, `winner` gets `amount` and the opponent loses it.
    pub fn fold(winner: Player, amount: f32) -> Leaf {
        let mut sum = [-amount; 2];
        sum[winner.index()] = amount;
        Leaf { test: 0, difference: 0.0, sum }
    }

    /// The line ends before the hand does. What such a leaf is worth is a matter of the
    /// game's operator: by itself it pays nothing.
    pub fn frontier(number: usize) -> Leaf {
        Leaf { test: FIRST_FRONTIER + number, difference: 0.0, sum: [0.0; 2] }
    }

    /// The number of a frontier leaf; none for any other.
    pub fn frontier_number(&self) -> Option<usize> {
        self.test.checked_sub(FIRST_FRONTIER)
    }
}

/// The test of the first [frontier](Leaf::frontier) leaf: more than any game has.
pub(crate) const FIRST_FRONTIER: usize = 1 << 30;

/// How a line continues; the function that grows a tree returns it.
#[derive(Clone, PartialEq, Debug)]
pub enum Expansion<S> {
    /// A player chooses between these states.
    Decision(Player, Vec<S>),
    /// The game is over.
    Leaf(Leaf),
    /// Cards are dealt; the next round begins.
    Deal(S),
}

/// A tree and, stage by stage and node by node, the states it was grown from.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeWithStates<S> {
    /// The tree.
    pub tree: PublicTree,
    /// `states[stage][node]`.
    pub states: Vec<Vec<S>>,
}

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreeNode {
    /// The stage.
    pub stage: usize,
    /// The node of the stage.
    pub node: usize,
}

impl TreeNode {
    /// Where a tree begins.
    pub const START: TreeNode = TreeNode { stage: 0, node: 0 };
}

/// Part of a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct TreePart {
    /// The part, a tree itself.
    pub tree: PublicTree,
    /// `nodes[stage][node]`: the node of the whole tree.
    pub nodes: Vec<Vec<TreeNode>>,
    /// The node of the whole tree at each frontier leaf.
    pub frontier: Vec<TreeNode>,
}

impl PublicTree {
    /// Grows a tree from its first state, breadth first. `expand` says how a
    /// state continues.
    pub fn grow<S>(
        start: S,
        expand: impl FnMut(&S) -> Expansion<S>,
    ) -> Result<TreeWithStates<S>, SolverError> {
        PublicTree::grow_within(usize::MAX, start, expand)
    }

    /// The same with small stages joined up to so many rounds, even if none has that many.
    pub(crate) fn grow_joined<S>(
        rounds: usize,
        start: S,
        expand: impl FnMut(&S) -> Expansion<S>,
    ) -> Result<TreeWithStates<S>, SolverError> {
        PublicTree::grow_stages(usize::MAX, rounds, start, expand)
    }

    /// The same with at most `most_rounds` rounds in a stage. Scratch memory grows with the
    /// largest stage: small stages need little of it, but make more and smaller calls of leaf
    /// operators.
    pub fn grow_within<S>(
        most_rounds: usize,
        start: S,
        expand: impl FnMut(&S) -> Expansion<S>,
    ) -> Result<TreeWithStates<S>, SolverError> {
        PublicTree::grow_stages(most_rounds, 1, start, expand)
    }

    fn grow_stages<S>(
        most_rounds: usize,
        joined_rounds: usize,
        start: S,
        mut expand: impl FnMut(&S) -> Expansion<S>,
    ) -> Result<TreeWithStates<S>, SolverError> {
        let (mut grown, mut states) = (Vec::new(), Vec::new());
        let mut pending = VecDeque::from([(0, vec![start])]);
        let mut stages = 1;
        while let Some((level, roots)) = pending.pop_front() {
            let growth = grow_stage(level, most_rounds, joined_rounds, roots, &mut expand)?;
            let next = growth.next.into_iter().map(|roots| {
                pending.push_back((level + 1, roots));
                stages += 1;
                stages - 1
            });
            let stage = Stage { next: next.collect(), ..growth.stage };
            grown.push(stage);
            states.push(growth.states);
        }
        Ok(TreeWithStates { tree: PublicTree { stages: grown.into() }, states })
    }

    /// The stages; the first is where the game begins, and each comes before
    /// those that continue it.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The part of the tree from a node on, up to where lines `end`. The nodes at which they
    /// do become [frontier](Leaf::frontier) leaves, numbered in the order of growth.
    pub fn part(
        &self,
        start: TreeNode,
        ends: impl Fn(TreeNode) -> bool,
    ) -> Result<TreePart, SolverError> {
        if start.node >= self.stages.get(start.stage).map_or(0, |stage| stage.nodes.len()) {
            let TreeNode { stage, node } = start;
            return Err(SolverError::NoDecision { stage, node, deals: Vec::new() });
        }
        let mut frontier = Vec::new();
        let grown = PublicTree::grow(start, |&at| {
            let stage = &self.stages[at.stage];
            if ends(at) {
                frontier.push(at);
                return Expansion::Leaf(Leaf::frontier(frontier.len() - 1));
            }
            match &stage.nodes[at.node] {
                PublicNode::Leaf(leaf) => Expansion::Leaf(*leaf),
                PublicNode::Decision { player, children } => {
                    let child = |node: usize| TreeNode { stage: at.stage, node };
                    Expansion::Decision(*player, children.clone().map(child).collect())
                }
                PublicNode::Deal { stage: next, root } => {
                    Expansion::Deal(TreeNode { stage: stage.next[*next], node: *root })
                }
            }
        })?;
        Ok(TreePart { tree: grown.tree, nodes: grown.states, frontier })
    }

    /// The same tree after a choice of a player: to end the game at a leaf (node 1), or to go
    /// on (node 2). Other nodes of the first stage move up by two; frontier leaves keep
    /// their numbers.
    pub(crate) fn after_choice(&self, player: Player, leaf: Leaf) -> PublicTree {
        let mut stages = self.stages.to_vec();
        if let Some(first) = stages.first_mut() {
            for node in &mut first.nodes {
                if let PublicNode::Decision { children, .. } = node {
                    *children = children.start + 2..children.end + 2;
                }
            }
            let choice = PublicNode::Decision { player, children: 1..3 };
            first.nodes.splice(0..0, [choice, PublicNode::Leaf(leaf)]);
        }
        PublicTree { stages: stages.into() }
    }

    /// Whether at every leaf one player wins what the other loses.
    pub(crate) fn is_zero_sum(&self) -> bool {
        let mut nodes = self.stages.iter().flat_map(|stage| &stage.nodes);
        nodes.all(|node| match node {
            PublicNode::Leaf(leaf) => leaf.sum[0] == -leaf.sum[1],
            _ => true,
        })
    }

    /// The number of deals on the longest line, plus one.
    pub fn levels(&self) -> usize {
        self.stages.iter().map(|stage| stage.level + 1).max().unwrap_or(0)
    }
}

impl Stage {
    /// The number of deals before this stage.
    pub fn level(&self) -> usize {
        self.level
    }

    /// How many of the first nodes begin a round.
    pub fn roots(&self) -> usize {
        self.roots
    }

    /// The nodes, breadth first.
    pub fn nodes(&self) -> &[PublicNode] {
        &self.nodes
    }

    /// The stages that continue this one.
    pub fn next(&self) -> &[usize] {
        &self.next
    }
}

struct StageGrowth<S> {
    stage: Stage,
    states: Vec<S>,
    /// The roots of the stages that follow.
    next: Vec<Vec<S>>,
}

fn grow_stage<S>(
    level: usize,
    most_rounds: usize,
    joined_rounds: usize,
    roots: Vec<S>,
    expand: &mut impl FnMut(&S) -> Expansion<S>,
) -> Result<StageGrowth<S>, SolverError> {
    let root_count = roots.len();
    let mut round_of: Vec<usize> = (0..root_count).collect();
    let mut stage_of_round: Vec<Option<usize>> = vec![None; root_count];
    let mut next: Vec<Vec<S>> = Vec::new();
    let mut states = roots;
    let mut nodes = Vec::new();
    while nodes.len() < states.len() {
        let place = nodes.len();
        let round = round_of[place];
        nodes.push(match expand(&states[place]) {
            Expansion::Leaf(leaf) => PublicNode::Leaf(leaf),
            Expansion::Decision(player, children) => {
                if children.is_empty() {
                    return Err(SolverError::NoActions);
                }
                let first = states.len();
                round_of.extend(children.iter().map(|_| round));
                states.extend(children);
                PublicNode::Decision { player, children: first..states.len() }
            }
            Expansion::Deal(root) => {
                let open = stage_of_round[round].filter(|&stage| next[stage].len() < most_rounds);
                let stage = open.unwrap_or_else(|| {
                    next.push(Vec::new());
                    next.len() - 1
                });
                stage_of_round[round] = Some(stage);
                next[stage].push(root);
                PublicNode::Deal { stage, root: next[stage].len() - 1 }
            }
        });
    }
    let next = join(&mut nodes, next, joined_rounds);
    let stage = Stage { level, roots: root_count, nodes, next: Vec::new() };
    Ok(StageGrowth { stage, states, next })
}

/// Joins stages of few rounds: each is added to the first stage that does not thereby get
/// more rounds than the largest has, or than so many. The roots of a stage keep the order of the nodes that
/// lead to them.
fn join<S>(nodes: &mut [PublicNode], stages: Vec<Vec<S>>, rounds: usize) -> Vec<Vec<S>> {
    let most = stages.iter().map(Vec::len).max().unwrap_or(0).max(rounds);
    let mut sizes: Vec<usize> = Vec::new();
    let mut joined_to = Vec::with_capacity(stages.len());
    for roots in &stages {
        let place = sizes.iter().position(|size| size + roots.len() <= most);
        let place = place.unwrap_or_else(|| {
            sizes.push(0);
            sizes.len() - 1
        });
        sizes[place] += roots.len();
        joined_to.push(place);
    }
    let mut joined: Vec<Vec<S>> = sizes.into_iter().map(Vec::with_capacity).collect();
    let mut stages: Vec<_> = stages.into_iter().map(Vec::into_iter).collect();
    for node in nodes {
        if let PublicNode::Deal { stage, root } = node {
            let state = stages[*stage].next().expect("every deal leads to a root of its own");
            *stage = joined_to[*stage];
            *root = joined[*stage].len();
            joined[*stage].push(state);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States are texts: each letter a choice, `.` a deal; two choices a round,
    /// two rounds.
    fn expand(line: &String) -> Expansion<String> {
        let round = line.rsplit('.').next().unwrap_or_default();
        match (round.len(), line.contains('.')) {
            (2, false) if line.ends_with('b') => Expansion::Leaf(Leaf::showdown(0, 1.0)),
            (2, false) => Expansion::Deal(format!("{line}.")),
            (2, true) => Expansion::Leaf(Leaf::fold(Player::Oop, 2.0)),
            (depth, _) => {
                let player = if depth == 0 { Player::Oop } else { Player::Ip };
                Expansion::Decision(
                    player,
                    ["a", "b", "c"].map(|action| line.clone() + action).into(),
                )
            }
        }
    }

    #[test]
    fn rounds_that_continue_one_round_are_in_one_stage() {
        let TreeWithStates { tree, states } = PublicTree::grow(String::new(), expand).unwrap();
        assert_eq!(tree.levels(), 2);
        assert_eq!(tree.stages().len(), 2);
        let [first, second] = tree.stages() else { panic!("two stages") };
        assert_eq!((first.roots(), first.nodes().len()), (1, 13));
        assert_eq!(second.roots(), 6, "three first choices, two of three second ones");
        assert_eq!(second.nodes().len(), 6 * 13);
        assert_eq!(states[1][..6], ["aa.", "ac.", "ba.", "bc.", "ca.", "cc."]);
        assert_eq!(first.nodes()[1], PublicNode::Decision { player: Player::Ip, children: 4..7 });
        assert_eq!(first.nodes()[6], PublicNode::Deal { stage: 0, root: 1 });
    }

    #[test]
    fn small_stages_are_joined_and_roots_stay_in_the_order_of_nodes() {
        let deal = |stage: usize, root: usize| PublicNode::Deal { stage, root };
        let mut nodes =
            [deal(0, 0), deal(1, 0), deal(2, 0), deal(0, 1), deal(3, 0), deal(2, 1), deal(0, 2)];
        let stages = ["aaa", "b", "cc", "d"].map(|roots| roots.chars().collect::<Vec<_>>());
        let together = join(&mut nodes.clone(), stages.clone().into(), 6);
        assert_eq!(together, ["abcaca", "d"].map(|roots| roots.chars().collect::<Vec<_>>()));
        let joined = join(&mut nodes, stages.into(), 2);
        assert_eq!(joined, ["aaa", "bcc", "d"].map(|roots| roots.chars().collect::<Vec<_>>()));
        let places =
            [deal(0, 0), deal(1, 0), deal(1, 1), deal(0, 1), deal(2, 0), deal(1, 2), deal(0, 2)];
        assert_eq!(nodes, places);
    }

    #[test]
    fn stages_take_no_more_rounds_than_they_may() {
        let TreeWithStates { tree, states } =
            PublicTree::grow_within(4, String::new(), expand).unwrap();
        let [first, second, third] = tree.stages() else { panic!("three stages") };
        assert_eq!((first.next(), second.roots(), third.roots()), (&[1, 2][..], 4, 2));
        assert_eq!(states[2][..2], ["ca.", "cc."]);
        assert_eq!(first.nodes()[12], PublicNode::Deal { stage: 1, root: 1 });
    }

    #[test]
    fn a_part_begins_and_ends_where_it_should() {
        let TreeWithStates { tree, states } = PublicTree::grow(String::new(), expand).unwrap();
        let text = |at: TreeNode| states[at.stage][at.node].as_str();
        let cut = tree.part(TreeNode::START, |at| at.stage == 1).unwrap();
        assert_eq!(cut.tree.levels(), 2);
        let frontier: Vec<&str> = cut.frontier.iter().map(|&at| text(at)).collect();
        assert_eq!(frontier, ["aa.", "ac.", "ba.", "bc.", "ca.", "cc."]);
        assert_eq!(cut.tree.stages()[1].nodes().len(), 6);
        for (number, node) in cut.tree.stages()[1].nodes().iter().enumerate() {
            assert_eq!(*node, PublicNode::Leaf(Leaf::frontier(number)));
        }
        let rest = tree.part(cut.frontier[3], |_| false).unwrap();
        assert_eq!(rest.tree.stages()[0].nodes().len(), 13);
        assert!(rest.nodes[0].iter().all(|&at| text(at).starts_with("bc.")));
        assert!(tree.part(TreeNode { stage: 2, node: 0 }, |_| false).is_err());
    }

    #[test]
    fn a_decision_without_actions_is_refused() {
        let grown = PublicTree::grow((), |()| Expansion::Decision(Player::Oop, Vec::new()));
        assert_eq!(grown.unwrap_err(), SolverError::NoActions);
    }
}
