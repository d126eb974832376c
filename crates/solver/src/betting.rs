//! A betting tree as a public tree: chips become pay-offs.
//!
//! Pay-offs are relative to half of the starting pot, so that without rake
//! one player wins what the other loses. At a showdown with c chips from each
//! player and a starting pot P the winner gets P/2 + c; at a fold the winner gets
//! P/2 + what the folder put in, since the rest of the last bet goes back. Rake
//! is taken from the winner, or from both alike if the pot is split.

use quasar_cards::Street;
use quasar_game::{BettingTree, NodeId, NodeKind, Rake, RoundId};

use crate::{Expansion, GrownTree, Leaf, PublicTree, SolverError};

/// A node of a betting tree.
pub type BettingNode = (RoundId, NodeId);

/// The public tree of a betting tree: a stage for the rounds that continue a
/// round, a deal between streets. Showdowns have test 0; before the last street the
/// game deals the rest of the board.
pub fn public_tree(
    betting: &BettingTree,
    rake: Rake,
) -> Result<GrownTree<BettingNode>, SolverError> {
    public_tree_within(usize::MAX, betting, rake)
}

/// The same with at most `most_rounds` rounds in a stage: see
/// [`grow_within`](PublicTree::grow_within).
pub fn public_tree_within(
    most_rounds: usize,
    betting: &BettingTree,
    rake: Rake,
) -> Result<GrownTree<BettingNode>, SolverError> {
    PublicTree::grow_within(most_rounds, (RoundId::ROOT, NodeId::ROOT), |&(round, node)| {
        expand(betting, rake, round, node)
    })
}

/// The same with the board run out before an all-in is shown down: an all-in before the
/// river is followed by deals without decisions and by a showdown on the river.
pub(crate) fn public_tree_run_out(
    betting: &BettingTree,
    rake: Rake,
) -> Result<GrownTree<BettingNode>, SolverError> {
    // A node, and how many cards were dealt since the betting ended there.
    let start = ((RoundId::ROOT, NodeId::ROOT), 0);
    let grown = PublicTree::grow(start, |&((round, node), dealt)| {
        let shown = matches!(betting[round][node].kind, NodeKind::Showdown);
        if shown && betting[round].street as usize + dealt < Street::River as usize {
            return Expansion::Deal(((round, node), dealt + 1));
        }
        match expand(betting, rake, round, node) {
            Expansion::Leaf(leaf) => Expansion::Leaf(leaf),
            Expansion::Deal(next) => Expansion::Deal((next, 0)),
            Expansion::Decision(player, children) => {
                Expansion::Decision(player, children.into_iter().map(|child| (child, 0)).collect())
            }
        }
    })?;
    let node = |(node, _): (BettingNode, usize)| node;
    let states = grown.states.into_iter().map(|nodes| nodes.into_iter().map(node).collect());
    Ok(GrownTree { tree: grown.tree, states: states.collect() })
}

fn expand(
    betting: &BettingTree,
    rake: Rake,
    round: RoundId,
    node: NodeId,
) -> Expansion<BettingNode> {
    let half_pot = betting.starting_pot().as_f64() / 2.0;
    let at = &betting[round][node];
    match at.kind {
        NodeKind::Decision { player } => {
            Expansion::Decision(player, at.child_ids().map(|child| (round, child)).collect())
        }
        NodeKind::NextStreet { round } => Expansion::Deal((round, NodeId::ROOT)),
        NodeKind::Fold { folder } => {
            let contributed = at.committed[folder.index()];
            let pot = betting.starting_pot() + contributed + contributed;
            let taken = rake.take(pot, betting[round].street != Street::Preflop);
            let stake = half_pot + contributed.as_f64();
            let mut sum = [(stake - taken) as f32; 2];
            sum[folder.index()] = -stake as f32;
            Expansion::Leaf(Leaf { test: 0, difference: 0.0, sum })
        }
        NodeKind::Showdown => {
            let taken = rake.take(betting.pot(at), true);
            let stake = half_pot + at.committed[0].as_f64();
            let difference = (stake - taken / 2.0) as f32;
            Expansion::Leaf(Leaf { test: 0, difference, sum: [-(taken / 2.0) as f32; 2] })
        }
    }
}
