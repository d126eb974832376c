//! The public tree: the betting before the flop, and after each of its ends that sees a flop
//! the betting of that line.

use quasar_cards::Street;
use quasar_game::{BettingTree, Node, NodeId, NodeKind, RoundId};

use super::{StreetsError, StreetsSpec};
use crate::betting::{BettingNode, expand};
use crate::kernels::MERGED_ROWS;
use crate::{Expansion, Player, PublicNode, PublicTree, TreeWithStates};

/// A node of the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StreetsNode {
    /// Before the flop.
    Preflop(NodeId),
    /// From the flop on.
    Later {
        /// Which of the lines that see a flop.
        line: usize,
        /// The node in that line's betting.
        node: BettingNode,
    },
}

/// The ends of the betting before the flop that see a flop.
pub(super) fn seen(preflop: &BettingTree) -> impl Iterator<Item = (NodeId, &Node)> {
    let nodes = preflop[RoundId::ROOT].nodes().iter().enumerate();
    nodes
        .filter(|(_, node)| {
            node.kind == NodeKind::Showdown && !preflop.is_all_in(node, Player::Oop)
        })
        .map(|(number, node)| (NodeId(number as u32), node))
}

/// Whether hands are compared at a leaf of a level.
pub(super) fn shows(tree: &PublicTree, level: usize) -> bool {
    let compares =
        |node: &PublicNode| matches!(node, PublicNode::Leaf(leaf) if leaf.difference != 0.0);
    let mut stages = tree.stages().iter().filter(|stage| stage.level() == level);
    stages.any(|stage| stage.nodes().iter().any(compares))
}

/// Grows the tree.
pub(super) fn grow(spec: &StreetsSpec<'_>) -> Result<TreeWithStates<StreetsNode>, StreetsError> {
    let StreetsSpec { preflop, lines, rake, .. } = *spec;
    let ends: Vec<NodeId> = seen(preflop).map(|(number, _)| number).collect();
    if ends.len() != lines.len() {
        return Err(StreetsError::LineCount { found: lines.len(), expected: ends.len() });
    }
    for (number, ((_, end), line)) in seen(preflop).zip(lines).enumerate() {
        let fits = line.street(RoundId::ROOT) == Street::Flop
            && line.starting_pot() == preflop.pot(end)
            && line.stack() == preflop.stack() - end.committed[0];
        if !fits {
            return Err(StreetsError::LineStart(number));
        }
    }
    let later = |line: usize| move |node: BettingNode| StreetsNode::Later { line, node };
    let grown =
        PublicTree::grow_joined(MERGED_ROWS, StreetsNode::Preflop(NodeId::ROOT), |&at| match at {
            StreetsNode::Preflop(node) => match ends.iter().position(|&end| end == node) {
                Some(line) => Expansion::Deal(later(line)((RoundId::ROOT, NodeId::ROOT))),
                None => map(expand(preflop, rake, RoundId::ROOT, node), |(_, node)| {
                    StreetsNode::Preflop(node)
                }),
            },
            StreetsNode::Later { line, node: (round, node) } => {
                map(expand(&lines[line], rake, round, node), later(line))
            }
        })?;
    Ok(grown)
}

fn map(
    expansion: Expansion<BettingNode>,
    to: impl Fn(BettingNode) -> StreetsNode,
) -> Expansion<StreetsNode> {
    match expansion {
        Expansion::Decision(player, next) => {
            Expansion::Decision(player, next.into_iter().map(to).collect())
        }
        Expansion::Leaf(leaf) => Expansion::Leaf(leaf),
        Expansion::Deal(next) => Expansion::Deal(to(next)),
    }
}
