//! A betting tree as a public tree: chips become pay-offs.
//!
//! Pay-offs are relative to half of the starting pot, so that without rake
//! one player wins what the other loses. At a showdown with c chips from each
//! player and a starting pot P the winner gets P/2 + c; at a fold the winner gets
//! P/2 + what the folder put in, since the rest of the last bet goes back. Rake
//! is taken from the winner, or from both alike if the pot is split.

use quasar_cards::Street;
use quasar_game::{BettingTree, NodeId, NodeKind, Rake, RoundId};

use crate::{Expansion, Leaf, PublicTree, SolverError, TreeWithStates};

/// A node of a betting tree.
pub type BettingNode = (RoundId, NodeId);

/// Which part of the betting a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePart {
    /// All of it.
    Whole,
    /// The first street and the card after it. The rounds that would follow are
    /// [frontier](Leaf::frontier) leaves on the boards that the card makes.
    UntilCard,
    /// What follows from a round on, over a board of that round's street. Pay-offs are those
    /// of the whole tree, and thus relative to half of the pot with which the round begins.
    From(RoundId),
    /// No betting: the hands are shown, and the winner gets 1 chip.
    CheckedDown,
}

impl GamePart {
    /// The street on which the part begins; none if any will do.
    pub(crate) fn street(self, betting: &BettingTree) -> Option<Street> {
        match self {
            GamePart::Whole | GamePart::UntilCard => Some(betting.rounds()[0].street),
            GamePart::From(round) => betting.rounds().get(round.index()).map(|round| round.street),
            GamePart::CheckedDown => None,
        }
    }
}

/// The public tree of part of a betting tree, and the rounds at its frontier leaves. All-ins
/// that `run_out` are followed by deals and shown down on the last board of the part.
pub(crate) fn part_tree(
    betting: &BettingTree,
    rake: Rake,
    part: GamePart,
    run_out: bool,
) -> Result<(TreeWithStates<BettingNode>, Vec<RoundId>), SolverError> {
    if let GamePart::From(round) = part
        && round.index() >= betting.rounds().len()
    {
        return Err(SolverError::NoDecision { stage: round.index(), node: 0, deals: Vec::new() });
    }
    let root = (RoundId::ROOT, NodeId::ROOT);
    let mut frontier = Vec::new();
    let grown = match part {
        GamePart::CheckedDown => {
            PublicTree::grow(root, |_| Expansion::Leaf(Leaf::showdown(0, 1.0)))?
        }
        GamePart::From(round) if run_out => {
            public_tree_run_out(betting, rake, (round, NodeId::ROOT))?
        }
        GamePart::From(round) => PublicTree::grow((round, NodeId::ROOT), |&(round, node)| {
            expand(betting, rake, round, node)
        })?,
        GamePart::Whole if run_out => public_tree_run_out(betting, rake, root)?,
        GamePart::Whole => public_tree(betting, rake)?,
        GamePart::UntilCard => {
            // A node, and whether the card was dealt.
            let grown = PublicTree::grow((root, false), |&((round, node), dealt)| {
                let shown = matches!(betting[round][node].kind, NodeKind::Showdown);
                if dealt && !shown {
                    frontier.push(round);
                    return Expansion::Leaf(Leaf::frontier(frontier.len() - 1));
                }
                if run_out && shown && !dealt {
                    return Expansion::Deal(((round, node), true));
                }
                match expand(betting, rake, round, node) {
                    Expansion::Leaf(leaf) => Expansion::Leaf(leaf),
                    Expansion::Deal(next) => Expansion::Deal((next, true)),
                    Expansion::Decision(player, children) => {
                        let children = children.into_iter().map(|child| (child, false));
                        Expansion::Decision(player, children.collect())
                    }
                }
            })?;
            without_marks(grown)
        }
    };
    Ok((grown, frontier))
}

/// States without what was noted beside them.
fn without_marks<M>(grown: TreeWithStates<(BettingNode, M)>) -> TreeWithStates<BettingNode> {
    let states = grown.states.into_iter();
    let states = states.map(|nodes| nodes.into_iter().map(|(node, _)| node).collect());
    TreeWithStates { tree: grown.tree, states: states.collect() }
}

/// The public tree of a betting tree: a stage for the rounds that continue a
/// round, a deal between streets. Showdowns have test 0; before the last street the
/// game deals the rest of the board.
pub fn public_tree(
    betting: &BettingTree,
    rake: Rake,
) -> Result<TreeWithStates<BettingNode>, SolverError> {
    public_tree_within(usize::MAX, betting, rake)
}

/// The same with at most `most_rounds` rounds in a stage: see
/// [`grow_within`](PublicTree::grow_within).
pub fn public_tree_within(
    most_rounds: usize,
    betting: &BettingTree,
    rake: Rake,
) -> Result<TreeWithStates<BettingNode>, SolverError> {
    PublicTree::grow_within(most_rounds, (RoundId::ROOT, NodeId::ROOT), |&(round, node)| {
        expand(betting, rake, round, node)
    })
}

/// The same with the board run out before an all-in is shown down: an all-in before the
/// river is followed by deals without decisions and by a showdown on the river.
fn public_tree_run_out(
    betting: &BettingTree,
    rake: Rake,
    start: BettingNode,
) -> Result<TreeWithStates<BettingNode>, SolverError> {
    // A node, and how many cards were dealt since the betting ended there.
    let grown = PublicTree::grow((start, 0), |&((round, node), dealt)| {
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
    Ok(without_marks(grown))
}

/// How a node continues; also used by games that put several betting trees together.
pub(crate) fn expand(
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
            let taken = rake.amount(pot, betting[round].street != Street::Preflop);
            let stake = half_pot + contributed.as_f64();
            let mut sum = [(stake - taken) as f32; 2];
            sum[folder.index()] = -stake as f32;
            Expansion::Leaf(Leaf { test: 0, difference: 0.0, sum })
        }
        NodeKind::Showdown => {
            let taken = rake.amount(betting.pot(at), true);
            let stake = half_pot + at.committed[0].as_f64();
            let difference = (stake - taken / 2.0) as f32;
            Expansion::Leaf(Leaf { test: 0, difference, sum: [-(taken / 2.0) as f32; 2] })
        }
    }
}
