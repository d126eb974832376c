//! The lines of a game, and the reach of each class there.

use std::sync::Arc;

use quasar_game::{BettingTree, Chips, Node, NodeId, NodeKind, Player, RoundId};

use super::deck::OmahaDeck;
use super::flops::{CheckDown, FlopLeafValues};
use crate::{PreflopError, PreflopSpec};

/// Heads-up four-card Omaha before the flop. All-ins are shown down on five more cards; what
/// lines with chips behind are worth is up to a [`FlopLeafValues`].
#[derive(Clone, Debug)]
pub struct OmahaPreflopGame {
    pub(super) betting: BettingTree,
    pub(super) deck: OmahaDeck,
    pub(super) flops: Arc<dyn FlopLeafValues>,
}

/// For each node, and for a decision each of its actions one after the other, a number
/// for each class.
pub(super) type ByNode = Vec<Vec<f64>>;

/// A node where nobody folded.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) node: NodeId,
    /// What each player has put in.
    pub(super) stake: f64,
    /// What each player has left.
    pub(super) behind: Chips,
}

/// A fold seen by one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fold {
    pub(super) node: usize,
    pub(super) player: Player,
    /// Chips that the player wins.
    pub(super) won: f64,
}

impl OmahaPreflopGame {
    /// The game with the whole deck, checked down after the flop.
    pub fn new(spec: &PreflopSpec) -> Result<OmahaPreflopGame, PreflopError> {
        OmahaPreflopGame::with_deck(spec, &OmahaDeck::full()?)
    }

    /// The same with another deck.
    pub fn with_deck(
        spec: &PreflopSpec,
        deck: &OmahaDeck,
    ) -> Result<OmahaPreflopGame, PreflopError> {
        let (betting, flops) = (spec.betting()?, Arc::new(CheckDown));
        Ok(OmahaPreflopGame { betting, deck: deck.clone(), flops })
    }

    /// The same with other values of lines that see a flop with chips behind.
    pub fn with_flops(self, flops: Arc<dyn FlopLeafValues>) -> OmahaPreflopGame {
        OmahaPreflopGame { flops, ..self }
    }

    /// The lines; one round.
    pub fn betting(&self) -> &BettingTree {
        &self.betting
    }

    /// The hands and boards.
    pub fn deck(&self) -> &OmahaDeck {
        &self.deck
    }

    /// Classes of hands, by the numbers of [`quasar_cards::SuitClasses`].
    pub fn classes(&self) -> usize {
        self.deck.classes()
    }

    /// Identifies what lines that see a flop with chips behind are worth; nothing if there are
    /// no such lines.
    pub fn flops(&self) -> Option<String> {
        let sees = self.ends().iter().any(|end| end.behind > Chips::ZERO);
        sees.then(|| self.flops.identity())
    }

    pub(super) fn nodes(&self) -> &[Node] {
        self.betting[RoundId::ROOT].nodes()
    }

    /// How often each player's own actions lead to each node.
    pub(super) fn reach(&self, strategy: &ByNode) -> [ByNode; 2] {
        let classes = self.classes();
        let mut reach = [0, 1].map(|_| vec![vec![1.0; classes]; self.nodes().len()]);
        for (number, node) in self.nodes().iter().enumerate() {
            for (action, child) in node.child_ids().map(NodeId::index).enumerate() {
                for player in Player::BOTH {
                    let mut here = reach[player.index()][number].clone();
                    if node.player() == Some(player) {
                        let chosen = &strategy[number][action * classes..][..classes];
                        here.iter_mut().zip(chosen).for_each(|(here, part)| *here *= part);
                    }
                    reach[player.index()][child] = here;
                }
            }
        }
        reach
    }

    /// The ends where nobody folded.
    pub(super) fn ends(&self) -> Vec<End> {
        let half_pot = self.half_pot();
        let end = |(node, at): (usize, &Node)| {
            matches!(at.kind, NodeKind::Showdown | NodeKind::NextStreet { .. }).then(|| End {
                node: NodeId(node as u32),
                stake: half_pot + at.committed[0].as_f64(),
                behind: self.betting.stack() - at.committed[0],
            })
        };
        self.nodes().iter().enumerate().filter_map(end).collect()
    }

    /// The folds. `all` asks for both players at each, rather than only where the player has
    /// a choice that leads there.
    pub(super) fn folds(&self, all: bool) -> Vec<Fold> {
        let half_pot = self.half_pot();
        let mut folds = Vec::new();
        for (number, node) in self.nodes().iter().enumerate() {
            let NodeKind::Fold { folder } = node.kind else { continue };
            let stake = half_pot + node.committed[folder.index()].as_f64();
            for player in
                Player::BOTH.into_iter().filter(|&player| all || self.acts(number, player))
            {
                let won = if player == folder { -stake } else { stake };
                folds.push(Fold { node: number, player, won });
            }
        }
        folds
    }

    fn half_pot(&self) -> f64 {
        self.betting.starting_pot().as_f64() / 2.0
    }

    /// Whether a player acts on the way to a node.
    fn acts(&self, node: usize, player: Player) -> bool {
        let mut at = self.nodes()[node].parent;
        while let Some(before) = at {
            let before = &self.nodes()[before.index()];
            if before.player() == Some(player) {
                return true;
            }
            at = before.parent;
        }
        false
    }
}
