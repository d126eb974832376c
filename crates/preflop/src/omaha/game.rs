//! The lines of a game, who gets where, and what is won there.

use quasar_cards::{CardSet, Combo};
use quasar_equity::Progress;
use quasar_game::{BettingTree, Node, NodeId, NodeKind, Player, RoundId};

use super::boards::{Boards, Sample};
use super::classes::Classes;
use crate::{PreflopError, PreflopSpec};

/// Heads-up four-card Omaha before the flop: hands that are not folded are shown down on
/// five more cards without further betting.
#[derive(Clone, Debug)]
pub struct OmahaPreflopGame {
    pub(super) betting: BettingTree,
    pub(super) classes: Classes,
    pub(super) boards: Boards,
}

/// For each node, and for a decision each of its actions one after the other, a number
/// for each class.
pub(super) type ByNode = Vec<Vec<f64>>;

/// What leaves are worth to each player.
pub(super) type LeafValues = [ByNode; 2];

/// A showdown seen by one player: the node, the player, and the stake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) node: usize,
    pub(super) player: Player,
    stake: f64,
}

impl OmahaPreflopGame {
    /// The game with the whole deck.
    pub fn new(spec: &PreflopSpec) -> Result<OmahaPreflopGame, PreflopError> {
        OmahaPreflopGame::with_deck(spec, CardSet::EMPTY.complement())
    }

    /// The same with fewer ranks, each in all four suits.
    pub fn with_deck(spec: &PreflopSpec, deck: CardSet) -> Result<OmahaPreflopGame, PreflopError> {
        let classes = Classes::new(deck)?;
        Ok(OmahaPreflopGame { betting: spec.betting()?, classes, boards: Boards::new(deck) })
    }

    /// The lines; one round.
    pub fn betting(&self) -> &BettingTree {
        &self.betting
    }

    /// Classes of hands, by the numbers of [`quasar_cards::SuitClasses`].
    pub fn classes(&self) -> usize {
        self.classes.count()
    }

    /// A combo of a class, if the deck has one.
    pub fn hand(&self, class: usize) -> Option<Combo> {
        self.classes.hand(class)
    }

    /// Combos of a class in the deck.
    pub fn size(&self, class: usize) -> u32 {
        self.classes.sizes[class]
    }

    /// Boards that differ by more than suits.
    pub fn boards(&self) -> usize {
        self.boards.count()
    }

    /// The mean of a number of each class over all combos.
    pub fn mean(&self, values: &[f64]) -> f64 {
        let sizes = self.classes.sizes.iter().map(|&size| f64::from(size));
        let sum: f64 = sizes.zip(values).map(|(size, value)| size * value).sum();
        sum / self.classes.combos() as f64
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

    /// The showdowns, each seen by both players.
    pub(super) fn showdowns(&self) -> Vec<Side> {
        let half_pot = self.betting.starting_pot().as_f64() / 2.0;
        let ends = self.nodes().iter().enumerate();
        let ends = ends
            .filter(|(_, at)| matches!(at.kind, NodeKind::Showdown | NodeKind::NextStreet { .. }));
        ends.flat_map(|(node, at)| {
            let stake = half_pot + at.committed[0].as_f64();
            Player::BOTH.map(|player| Side { node, player, stake })
        })
        .collect()
    }

    /// What folds are worth. `all` asks for both players at each, rather than only where
    /// the player has a choice that leads there.
    pub(super) fn fold_values(&self, reach: &[ByNode; 2], all: bool, values: &mut LeafValues) {
        let half_pot = self.betting.starting_pot().as_f64() / 2.0;
        let mut sides = Vec::new();
        for (number, node) in self.nodes().iter().enumerate() {
            let NodeKind::Fold { folder } = node.kind else { continue };
            let stake = half_pot + node.committed[folder.index()].as_f64();
            for player in
                Player::BOTH.into_iter().filter(|&player| all || self.acts(number, player))
            {
                let won = if player == folder { -stake } else { stake };
                sides.push((number, player, won));
            }
        }
        let columns: Vec<&[f64]> = sides
            .iter()
            .map(|(node, player, _)| &*reach[player.opponent().index()][*node])
            .collect();
        for ((node, player, won), met) in sides.iter().zip(self.classes.meet(&columns)) {
            values[player.index()][*node] = met.iter().map(|met| won * met).collect();
        }
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

    /// What leaves are worth to each player against the other's reach: showdowns by the
    /// mean over a sample of boards, or over all of them without one.
    ///
    /// With an `anchor`, whose showdowns are known exactly, a sample only has to say how
    /// much those at another reach differ, which is little if the reach is near.
    pub(super) fn leaf_values(
        &self,
        reach: &[ByNode; 2],
        sample: Option<Sample>,
        anchor: Option<&Anchor>,
        progress: &Progress,
    ) -> Result<LeafValues, PreflopError> {
        let mut values = [0, 1].map(|_| vec![Vec::new(); self.nodes().len()]);
        self.fold_values(reach, sample.is_none(), &mut values);
        let sides = self.showdowns();
        let met: Vec<&[f64]> =
            sides.iter().map(|side| &*reach[side.player.opponent().index()][side.node]).collect();
        let differences = match (sample, anchor) {
            (None, _) => self.boards.exact(&self.classes, &met, progress)?,
            (Some(sample), None) => self.boards.sampled(&self.classes, &met, sample, progress)?,
            (Some(sample), Some(anchor)) => {
                let less = |(met, known): (&&[f64], &Vec<f64>)| -> Vec<f64> {
                    met.iter().zip(known).map(|(met, known)| met - known).collect()
                };
                let columns: Vec<Vec<f64>> = met.iter().zip(&anchor.reach).map(less).collect();
                let columns: Vec<&[f64]> = columns.iter().map(|column| &column[..]).collect();
                let mut means = self.boards.sampled(&self.classes, &columns, sample, progress)?;
                for (mean, known) in means.iter_mut().zip(&anchor.differences) {
                    mean.iter_mut().zip(known).for_each(|(mean, known)| *mean += known);
                }
                means
            }
        };
        for (side, differences) in sides.iter().zip(differences) {
            let won = differences.iter().map(|difference| side.stake * difference).collect();
            values[side.player.index()][side.node] = won;
        }
        Ok(values)
    }

    /// What showdowns are worth at a reach, from the values of [`Self::leaf_values`].
    pub(super) fn anchor(&self, reach: &[ByNode; 2], values: &LeafValues) -> Anchor {
        let sides = self.showdowns();
        let differences = sides.iter().map(|side| {
            let values = &values[side.player.index()][side.node];
            values.iter().map(|value| value / side.stake).collect()
        });
        let met = sides.iter().map(|side| reach[side.player.opponent().index()][side.node].clone());
        Anchor { reach: met.collect(), differences: differences.collect() }
    }
}

/// Showdowns that are known exactly.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    /// The opponent's reach at each [`Side`].
    reach: Vec<Vec<f64>>,
    /// What is won minus what is lost there.
    differences: Vec<Vec<f64>>,
}
