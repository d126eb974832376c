//! The betting tree of a two-player game: every line, cards left out.
//!
//! The betting of one street on one line is a [`Round`]: an array of nodes in
//! breadth-first order, so that parents come before children and the children
//! of a node are consecutive. A tree is an array of rounds, street by street,
//! each after its parent. Nothing depends on the cards: a solver stores its
//! numbers per round and board.
//!
//! A tree is described by a [`TreeSpec`], counted by [`TreeSpec::counts`] without
//! being built, and built by [`BettingTree::build`] in time and memory linear in
//! its nodes.

mod build;
mod counts;
mod edits;
mod line;
mod locate;
mod spec;

use std::ops::{Index, Range};

use quasar_cards::Street;

use crate::{Action, Chips};

pub use counts::{StreetCounts, TreeCounts};
pub use line::{Line, Step};
pub use locate::{LineError, Place};
pub use spec::{AddFault, PlayerSizes, StreetSpec, TreeError, TreeSpec, TreeStart};

/// One of the two players of a tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Out of position: acts first after the flop; the big blind before it.
    Oop = 0,
    /// In position: acts last after the flop; the button and small blind.
    Ip = 1,
}

impl Player {
    /// Both players, `oop` first.
    pub const BOTH: [Player; 2] = [Player::Oop, Player::Ip];

    /// 0 for `oop`, 1 for `ip`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    pub const fn opponent(self) -> Player {
        match self {
            Player::Oop => Player::Ip,
            Player::Ip => Player::Oop,
        }
    }

    pub(crate) fn from_index(index: usize) -> Player {
        if index == 0 { Player::Oop } else { Player::Ip }
    }
}

/// The number of a round in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoundId(pub u32);

impl RoundId {
    /// The first round, in which the tree begins.
    pub const ROOT: RoundId = RoundId(0);

    /// The place in [`BettingTree::rounds`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a node in its round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The first node of a round, always a decision.
    pub const ROOT: NodeId = NodeId(0);

    /// The place in [`Round::nodes`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// A player acts; one child for each action.
    Decision {
        /// Who acts.
        player: Player,
    },
    /// The hand ends: a player has given up.
    Fold {
        /// Who gave up.
        folder: Player,
    },
    /// The betting of the hand is over and the hands are shown. On an
    /// earlier street than the tree's last one both players are all-in, and the
    /// board is run out.
    Showdown,
    /// The betting of the street is over; the next one's card comes.
    NextStreet {
        /// The round that follows.
        round: RoundId,
    },
}

/// A place in the betting of one street.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What happens here.
    pub kind: NodeKind,
    /// The decision before; `None` at the root of a round.
    pub parent: Option<NodeId>,
    /// The action that led here; `None` at the root of a round.
    pub action: Option<Action>,
    /// The nodes that follow, one for each action: fold, then check or call,
    /// then bets or raises from small to large. Empty unless a player acts.
    pub children: Range<u32>,
    /// What each player has put in since the tree's root, blinds included,
    /// starting pot excluded.
    pub committed: [Chips; 2],
}

impl Node {
    /// The player who acts here, if one does.
    pub fn player(&self) -> Option<Player> {
        match self.kind {
            NodeKind::Decision { player } => Some(player),
            NodeKind::Fold { .. } | NodeKind::Showdown | NodeKind::NextStreet { .. } => None,
        }
    }

    /// The children's numbers.
    pub fn child_ids(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        self.children.clone().map(NodeId)
    }
}

/// The betting of one street on one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The street.
    pub street: Street,
    /// Where the round follows on: a node of kind [`NodeKind::NextStreet`]; `None`
    /// for the tree's first round.
    pub parent: Option<(RoundId, NodeId)>,
    nodes: Box<[Node]>,
}

impl Round {
    /// All nodes, breadth-first: the root first, parents before children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

impl Index<NodeId> for Round {
    type Output = Node;

    fn index(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }
}

/// A built betting tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettingTree {
    rounds: Vec<Round>,
    starting_pot: Chips,
    stack: Chips,
}

impl BettingTree {
    /// All rounds, street by street; the first is the root, and a round comes
    /// after its parent.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The street of a round.
    pub fn street(&self, round: RoundId) -> Street {
        self[round].street
    }

    /// The chips that were in the middle before the tree's root, those of the
    /// root's street excluded.
    pub fn starting_pot(&self) -> Chips {
        self.starting_pot
    }

    /// What each player can put in from the root to the end, what they had put
    /// in on the root's street included: the smaller stack.
    pub fn stack(&self) -> Chips {
        self.stack
    }

    /// All chips in the middle at a node of this tree.
    pub fn pot(&self, node: &Node) -> Chips {
        self.starting_pot + node.committed[0] + node.committed[1]
    }

    /// Whether `player` is all-in at a node of this tree.
    pub fn is_all_in(&self, node: &Node, player: Player) -> bool {
        node.committed[player.index()] == self.stack
    }
}

impl Index<RoundId> for BettingTree {
    type Output = Round;

    fn index(&self, round: RoundId) -> &Round {
        &self.rounds[round.index()]
    }
}
