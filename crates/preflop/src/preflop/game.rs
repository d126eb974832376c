//! The game before the flop, ready to be solved.

use quasar_game::{BettingTree, Chips, Node, NodeId, NodeKind, Player, RoundId};
use quasar_solver::{Expansion, Leaf, MatrixGame, NodeAt, PublicTree};

use super::PreflopSpec;
use crate::{CLASSES, ClassTable, FlopModel, PreflopError};

/// What it is worth to see a flop.
#[derive(Clone, Copy, Debug)]
pub enum FlopValue<'a> {
    /// The cards are shown: nobody bets after the flop.
    Equity,
    /// What a model of play after the flop says, at the pot and stacks of the
    /// line.
    Model(&'a FlopModel),
    /// For each line that sees a flop, in the order of
    /// [`flops_seen`](PreflopGame::flops_seen), the fraction of the pot that each class
    /// gets out of position (row) against each in position (column).
    Shares(&'a [Vec<f32>]),
}

/// An end of the betting after which a flop is seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlopSeen {
    /// The node of the betting.
    pub node: NodeId,
    /// The chips in the middle.
    pub pot: Chips,
    /// What each player has left.
    pub behind: Chips,
}

impl FlopSeen {
    /// The stack-to-pot ratio.
    pub fn spr(&self) -> f64 {
        self.behind.as_f64() / self.pot.as_f64()
    }
}

/// A game before the flop.
#[derive(Clone, Debug)]
pub struct PreflopGame {
    betting: BettingTree,
    flops_seen: Vec<FlopSeen>,
    game: MatrixGame,
    classes: ClassTable,
    shares: Vec<Vec<f32>>,
}

impl PreflopGame {
    /// Builds the tree and the table of every leaf.
    pub fn new(spec: &PreflopSpec, value: FlopValue<'_>) -> Result<PreflopGame, PreflopError> {
        let betting = spec.betting()?;
        let flops_seen = flops_seen(&betting);
        let classes = ClassTable::preflop();
        let shares = shares(&classes, value, &flops_seen)?;
        let mut tests = vec![classes.showdown()];
        tests.extend(
            shares
                .iter()
                .map(|shares| classes.opposed(|oop, ip| f64::from(shares[oop * CLASSES + ip]))),
        );
        let tree = public_tree(&betting, &flops_seen)?;
        let weights = [vec![1.0; CLASSES], vec![1.0; CLASSES]];
        let game = MatrixGame::without_cards(tree, weights, classes.together(), tests)?;
        Ok(PreflopGame { betting, flops_seen, game, classes, shares })
    }

    /// The tree of all lines; one round.
    pub fn betting(&self) -> &BettingTree {
        &self.betting
    }

    /// The lines that see a flop.
    pub fn flops_seen(&self) -> &[FlopSeen] {
        &self.flops_seen
    }

    /// The lines of a betting tree that see a flop.
    pub fn seen(betting: &BettingTree) -> Vec<FlopSeen> {
        flops_seen(betting)
    }

    /// Pairs of combos and equities before the flop.
    pub fn classes(&self) -> &ClassTable {
        &self.classes
    }

    /// What the flops seen are worth, as in [`FlopValue::Shares`].
    pub fn shares(&self) -> &[Vec<f32>] {
        &self.shares
    }

    /// What a solver takes. Its hands are classes; its pay-offs are the chips that
    /// a player wins in the hand, with blinds and antes lost by a fold.
    pub fn game(&self) -> &MatrixGame {
        &self.game
    }

    /// Where a solver has a node of the betting.
    pub fn at(node: NodeId) -> NodeAt {
        NodeAt { stage: 0, node: node.index(), deals: Vec::new() }
    }
}

fn shares(
    classes: &ClassTable,
    value: FlopValue<'_>,
    seen: &[FlopSeen],
) -> Result<Vec<Vec<f32>>, PreflopError> {
    let equity = |place: usize| classes.equity(place / CLASSES, place % CLASSES) as f32;
    let equities = || (0..CLASSES * CLASSES).map(equity).collect::<Vec<f32>>();
    match value {
        FlopValue::Equity => Ok(seen.iter().map(|_| equities()).collect()),
        FlopValue::Model(model) => Ok(seen.iter().map(|seen| model.at(seen.spr())).collect()),
        FlopValue::Shares(shares) if shares.len() != seen.len() => {
            Err(PreflopError::LineCount { found: shares.len(), expected: seen.len() })
        }
        FlopValue::Shares(shares) => {
            match shares.iter().find(|shares| shares.len() != CLASSES * CLASSES) {
                Some(wrong) => Err(PreflopError::ValueCount { found: wrong.len() }),
                None => Ok(shares.to_vec()),
            }
        }
    }
}

fn flops_seen(betting: &BettingTree) -> Vec<FlopSeen> {
    let nodes = betting[RoundId::ROOT].nodes().iter().enumerate();
    let seen = |(number, node): (usize, &Node)| {
        let all_in = betting.is_all_in(node, Player::Oop);
        (node.kind == NodeKind::Showdown && !all_in).then(|| FlopSeen {
            node: NodeId(number as u32),
            pot: betting.pot(node),
            behind: betting.stack() - node.committed[0],
        })
    };
    nodes.filter_map(seen).collect()
}

/// Test 0 decides all-ins, and the others the flops that are seen, in order. The
/// nodes of both trees are breadth first, so they have the same numbers.
fn public_tree(betting: &BettingTree, seen: &[FlopSeen]) -> Result<PublicTree, PreflopError> {
    let half_pot = betting.starting_pot().as_f64() / 2.0;
    let grown = PublicTree::grow(NodeId::ROOT, |&node| {
        let at = &betting[RoundId::ROOT][node];
        match at.kind {
            NodeKind::Decision { player } => Expansion::Decision(player, at.child_ids().collect()),
            NodeKind::Fold { folder } => {
                let stake = half_pot + at.committed[folder.index()].as_f64();
                Expansion::Leaf(Leaf::fold(folder.opponent(), stake as f32))
            }
            NodeKind::Showdown | NodeKind::NextStreet { .. } => {
                let test = seen.iter().position(|seen| seen.node == node).map_or(0, |at| at + 1);
                let stake = half_pot + at.committed[0].as_f64();
                Expansion::Leaf(Leaf::showdown(test, stake as f32))
            }
        }
    })?;
    Ok(grown.tree)
}
