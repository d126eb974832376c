//! Hold'em from the blinds to the river: one game over a weighted set of flops.
//!
//! A flop is drawn by its weight, its suits are relabelled at random, and then both hands
//! are dealt from the cards that are left. Since no suit is better than another, a hand
//! before the flop plays what its class plays, and one flop stands for all relabellings.
//!
//! | level | boards | hands |
//! |---|---|---|
//! | 0 | none | the classes; leaves by tables of pairs of classes ([`classes`]) |
//! | 1 | the flops | every combo |
//! | 2 | their turns | every combo |
//! | 3 | their rivers | every combo, or buckets |
//!
//! With q(F) the weight of a flop and N(c, d, F) the number of pairs of combos of two classes
//! that can be held together there, two classes have the compatible weight sum over F
//! of q(F) N(c, d, F), and a class's value after the deal is the sum over flops of q(F) times the
//! sum of its combos' values. What a line before the flop is worth and what the lines after it
//! are worth have the same measure, so that it is one zero-sum game.
//!
//! Every line that sees a flop has its own betting tree, at its own pot and stack; boards,
//! buckets and tables of all-ins are made once for a flop and shared by all lines.

mod boards;
mod classes;
mod size;
mod tree;

use std::collections::HashSet;

use quasar_cards::{Board, CardSet, Combo, HoldemClass, Street};
use quasar_game::{BettingTree, Rake};
use rayon::prelude::*;
use thiserror::Error;

use super::HoldemError;
use crate::buckets::{MergeError, MergeRivers};
use crate::game::{Deal, Folds, HandMap};
use crate::operators::{LeafError, LeafOperator};
use crate::{BoardAt, Player, PublicTree, SolverError, SolverGame};
use boards::{Entry, FlopBoards, FlopBuilder};
use classes::ClassPairs;

pub use size::{StreetsSize, streets_size};
pub use tree::StreetsNode;

/// Why a game cannot be set up.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum StreetsError {
    /// No flop, or one that is none, occurs twice or has cards outside the deck.
    #[error("{0} is not a flop of the deck, or occurs twice")]
    Flop(Board),
    /// No flops.
    #[error("the game needs a flop")]
    NoFlops,
    /// A weight that is not a positive number.
    #[error("the weight of {board} is {weight}; it must be a positive number")]
    Weight {
        /// The flop.
        board: Board,
        /// Its weight.
        weight: String,
    },
    /// Another number of betting trees than of lines that see a flop.
    #[error("expected {expected} betting trees, one for each line that sees a flop; found {found}")]
    LineCount {
        /// How many there are.
        found: usize,
        /// How many lines see a flop.
        expected: usize,
    },
    /// A betting tree that does not begin where its line ends.
    #[error(
        "the betting after line {0} must begin on the flop with the pot and the stacks of the line"
    )]
    LineStart(usize),
    /// All-ins that are not one number for every two classes.
    #[error("expected {expected} all-in results, one for each pair of classes; found {found}")]
    AllIns {
        /// How many there are.
        found: usize,
        /// How many are needed.
        expected: usize,
    },
    /// A board that cannot be set up.
    #[error(transparent)]
    Board(#[from] HoldemError),
    /// A river whose hands could not be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A tree that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The input of a game.
#[derive(Clone, Copy, Debug)]
pub struct StreetsSpec<'a> {
    /// The cards that are played with.
    pub deck: CardSet,
    /// The flops and their weights, in any unit.
    pub flops: &'a [(Board, f64)],
    /// The betting before the flop, and only that.
    pub preflop: &'a BettingTree,
    /// For each end of it that sees a flop, in the order of its nodes, the betting from the
    /// flop on. An end where a showdown follows although chips are left sees a flop.
    pub lines: &'a [BettingTree],
    /// The rake.
    pub rake: Rake,
    /// Who merges the hands of rivers, if somebody does.
    pub merge_rivers: Option<&'a dyn MergeRivers>,
    /// For each class against each class the probability of winning minus that of losing an
    /// all-in before the flop, if not that of the flops.
    pub all_ins: Option<&'a [f64]>,
}

/// Hold'em from the blinds to the river.
#[derive(Debug)]
pub struct StreetsGame {
    tree: PublicTree,
    nodes: Vec<Vec<StreetsNode>>,
    classes: ClassPairs,
    weights: Vec<f32>,
    levels: Vec<Vec<Entry>>,
    identity: u64,
    deck: CardSet,
}

impl StreetsGame {
    /// Sets up all boards; flops side by side in the threads of the pool it is called from.
    pub fn new(spec: &StreetsSpec<'_>) -> Result<StreetsGame, StreetsError> {
        let flops = check_flops(spec)?;
        let grown = tree::grow(spec)?;
        let (tree, nodes) = (grown.tree, grown.states);
        let builder = FlopBuilder::new(spec, &tree);
        let runs_out = spec.all_ins.is_none() && tree::shows(&tree, 0);
        let made: Vec<FlopBoards> = flops
            .par_iter()
            .map(|(board, _)| builder.make(board, runs_out))
            .collect::<Result<_, StreetsError>>()?;
        let shares: Vec<f64> = flops.iter().map(|(_, share)| *share).collect();
        let mut classes = ClassPairs::new(&made, &shares);
        if let Some(all_ins) = spec.all_ins {
            classes.replace_all_ins(all_ins)?;
        }
        let mut identity = made.iter().zip(&shares).fold(0, |hash: u64, (flop, share)| {
            let board = flop.board.set().bits() ^ share.to_bits().rotate_left(17);
            mixed(mixed(hash, board), flop.version)
        });
        identity = mixed(identity, spec.deck.bits());
        let mut levels: Vec<Vec<Entry>> = (0..tree.levels()).map(|_| Vec::new()).collect();
        let mut first = Vec::new();
        for (flop, &share) in made.into_iter().zip(&shares) {
            if levels.len() == 1 {
                break;
            }
            let maps = || HandMap::Images([classes.of_hands(&flop.hands)].into());
            let board = levels[1].len();
            first.push(Deal { board, chance: share as f32, hands: [maps(), maps()] });
            for (level, mut entries) in (1..).zip(flop.levels) {
                let later = levels.get(level + 1).map_or(0, Vec::len);
                for entry in &mut entries {
                    entry.deals.iter_mut().for_each(|deal| deal.board += later);
                }
                if let Some(level) = levels.get_mut(level) {
                    level.append(&mut entries);
                }
            }
        }
        levels[0].push(Entry::of_classes(classes.len(), classes.tables(), first));
        let weights = vec![1.0; classes.len()];
        Ok(StreetsGame { tree, nodes, classes, weights, levels, identity, deck: spec.deck })
    }

    /// The classes before the flop, in the order of their numbers.
    pub fn classes(&self) -> &[HoldemClass] {
        self.classes.classes()
    }

    /// The probability that a player is dealt a class, and what it would be if all flops
    /// were drawn evenly.
    pub fn dealt(&self, class: usize) -> [f64; 2] {
        [self.classes.dealt(class), self.classes.dealt_evenly(class, self.deck)]
    }

    /// The board at a place; none before the flop.
    pub fn board(&self, at: BoardAt) -> Option<Board> {
        self.entry(at).board
    }

    /// A player's hands on a board, in the order of their numbers; none before the flop or
    /// where hands are merged. Both players have the same.
    pub fn combos(&self, at: BoardAt) -> Option<impl Iterator<Item = Combo> + '_> {
        self.entry(at).hands.as_ref().map(|hands| hands.sides[0].combos())
    }

    /// What a node of a stage is in the betting.
    pub fn node(&self, stage: usize, node: usize) -> Option<StreetsNode> {
        self.nodes.get(stage)?.get(node).copied()
    }

    /// Bytes of all boards: hands, deals, buckets and tables of all-ins.
    pub fn bytes(&self) -> u64 {
        let mut counted = HashSet::new();
        let entries = self.levels.iter().flatten();
        entries.map(|entry| entry.bytes(&mut counted)).sum::<usize>() as u64
    }

    fn entry(&self, at: BoardAt) -> &Entry {
        &self.levels[at.level][at.board]
    }
}

/// The flops with their shares of all weight.
fn check_flops(spec: &StreetsSpec<'_>) -> Result<Vec<(Board, f64)>, StreetsError> {
    let mut seen = HashSet::new();
    for &(board, weight) in spec.flops {
        let inside = (board.set() - spec.deck).is_empty();
        if board.street() != Street::Flop || !inside || !seen.insert(board.set().bits()) {
            return Err(StreetsError::Flop(board));
        }
        if !(weight > 0.0 && weight.is_finite()) {
            return Err(StreetsError::Weight { board, weight: weight.to_string() });
        }
    }
    if spec.flops.is_empty() {
        return Err(StreetsError::NoFlops);
    }
    let all: f64 = spec.flops.iter().map(|(_, weight)| weight).sum();
    Ok(spec.flops.iter().map(|(board, weight)| (*board, weight / all)).collect())
}

fn mixed(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// Hands of both players: the combos of a deck that a board leaves.
fn hands_left(deck: CardSet, board: &Board) -> Vec<u16> {
    let left = deck - board.set();
    let all = Combo::all(quasar_cards::Game::Holdem, CardSet::EMPTY);
    let inside = all.filter(|combo| (combo.set() - left).is_empty());
    inside.map(|combo| combo.index() as u16).collect()
}

impl SolverGame for StreetsGame {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, _: Player) -> &[f32] {
        &self.weights
    }

    fn boards(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, Vec::len)
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.entry(at).counts[player.index()]
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        &self.entry(at).deals
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        &*self.entry(at).leaves
    }

    fn identity(&self) -> u64 {
        self.identity
    }

    fn folds(&self) -> Folds {
        Folds::Apart
    }

    fn unmerged(&self, at: BoardAt) -> Option<Result<Box<dyn SolverGame + '_>, LeafError>> {
        boards::unmerged(self, at)
    }
}
