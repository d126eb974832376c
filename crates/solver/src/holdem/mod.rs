//! Hold'em after the flop, exactly: every combo, every card.
//!
//! A board's hands are those of the ranges that it leaves possible; on a river
//! they are sorted by strength, so that a showdown is one pass over them
//! ([`HoldemShowdown`]). Earlier all-ins use a table of all runouts
//! ([`HoldemAllIn`]). Cards that are equal up to suits are dealt once.

mod deals;
pub(crate) mod hands;
mod streets;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quasar_cards::{Board, CardSet, CardsError, Combo, Range, Street, SuitPermutation};
use quasar_eval::EvalError;
use quasar_game::{BettingTree, Rake, RoundId};
use thiserror::Error;

use crate::betting::{BettingNode, GamePart, part_tree};
use crate::game::{Deal, Folds};
use crate::operators::{HoldemAllIn, HoldemFold, HoldemShowdown, LeafOperator};
use crate::orbits::{fixing, orbits, relabellings};
use crate::{BoardAt, Player, PublicNode, PublicTree, SolverError, SolverGame};
use hands::BoardHands;

pub use streets::{StreetsError, StreetsGame, StreetsNode, StreetsSize, StreetsSpec, streets_size};

/// Why a Hold'em game cannot be set up.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum HoldemError {
    /// A board before the flop.
    #[error("the board has {0} cards; it needs three, four or five")]
    Board(usize),
    /// The betting begins on another street than the board.
    #[error("the betting begins on the {betting:?}, but the board is a {board:?}")]
    Street {
        /// First street of the betting tree.
        betting: Street,
        /// Street of the board.
        board: Street,
    },
    /// The betting does not end on the river.
    #[error("the betting must end on the river")]
    LastStreet,
    /// A range without a hand that is possible on the board.
    #[error("the range of player {} has no hand that is possible on this board", .0.index())]
    EmptyRange(Player),
    /// Ranges that are not of Hold'em.
    #[error("a range is not a Hold'em range")]
    Game,
    /// Cards that do not form a board.
    #[error(transparent)]
    Cards(#[from] CardsError),
    /// A board that cannot be ranked.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A tree that cannot be solved.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The input of a game.
#[derive(Clone, Debug)]
pub struct HoldemSpec<'a> {
    /// Flop, turn or river.
    pub board: Board,
    /// The range of each player; out of position first.
    pub ranges: &'a [Range; 2],
    /// The betting, which begins on the board's street.
    pub betting: &'a BettingTree,
    /// The rake.
    pub rake: Rake,
    /// Whether cards that are equal up to suits are dealt once. Not if decisions will be
    /// locked on boards that are equal to others up to suits.
    pub merge_suits: bool,
}

/// A game of Hold'em from a flop, turn or river on.
#[derive(Debug)]
pub struct HoldemGame {
    tree: PublicTree,
    nodes: Vec<Vec<BettingNode>>,
    weights: [Vec<f32>; 2],
    levels: Vec<Vec<Entry>>,
    /// The rounds that would follow at frontier leaves.
    frontier: Vec<RoundId>,
}

/// A board of the game.
#[derive(Debug)]
struct Entry {
    board: Board,
    hands: Arc<BoardHands>,
    leaves: Box<dyn LeafOperator>,
    deals: Vec<Deal>,
}

impl HoldemGame {
    /// Sets up boards, hands and deals.
    pub fn new(spec: &HoldemSpec<'_>) -> Result<HoldemGame, HoldemError> {
        HoldemGame::part(spec, GamePart::Whole)
    }

    /// Part of a game. The board is that on which the part begins.
    pub fn part(spec: &HoldemSpec<'_>, part: GamePart) -> Result<HoldemGame, HoldemError> {
        let board = spec.board;
        if board.street() < Street::Flop {
            return Err(HoldemError::Board(board.cards().len()));
        }
        if spec.ranges.iter().any(|range| range.game() != quasar_cards::Game::Holdem) {
            return Err(HoldemError::Game);
        }
        let betting = part.street(spec.betting).unwrap_or(board.street());
        if betting != board.street() {
            return Err(HoldemError::Street { betting, board: board.street() });
        }
        let (grown, frontier) = part_tree(spec.betting, spec.rake, part, false)?;
        let levels_left = 6 - board.cards().len();
        if grown.tree.levels() > levels_left {
            return Err(HoldemError::LastStreet);
        }
        let combos =
            Player::BOTH.map(|player| hands::live(&spec.ranges[player.index()], board.set()));
        if let Some(player) =
            Player::BOTH.into_iter().find(|player| combos[player.index()].is_empty())
        {
            return Err(HoldemError::EmptyRange(player));
        }
        let mut builder = Builder {
            ranges: spec.ranges,
            all_in_levels: all_in_levels(&grown.tree, levels_left),
            levels: (0..grown.tree.levels()).map(|_| Vec::new()).collect(),
            rivers: HashMap::new(),
        };
        let group = if spec.merge_suits {
            relabellings(&board, spec.ranges)
        } else {
            vec![SuitPermutation::IDENTITY]
        };
        builder.add(0, &board, &group)?;
        let levels = builder.levels;
        let weights = [0, 1].map(|side| {
            let weight = |combo: Combo| spec.ranges[side].weight(&combo);
            levels[0][0].hands.sides[side].combos().map(weight).collect::<Vec<f32>>()
        });
        Ok(HoldemGame { tree: grown.tree, nodes: grown.states, weights, levels, frontier })
    }

    /// The rounds that would follow at the frontier leaves of [`GamePart::UntilCard`].
    pub fn frontier(&self) -> &[RoundId] {
        &self.frontier
    }

    /// The board at a place.
    pub fn board(&self, at: BoardAt) -> Board {
        self.entry(at).board
    }

    /// A player's hands on a board, in the order of their indices.
    pub fn combos(&self, at: BoardAt, player: Player) -> impl Iterator<Item = Combo> + '_ {
        self.entry(at).hands.sides[player.index()].combos()
    }

    /// The node of the betting tree that a node of a stage corresponds to.
    pub fn betting_node(&self, stage: usize, node: usize) -> Option<BettingNode> {
        self.nodes.get(stage)?.get(node).copied()
    }

    /// Bytes of all boards: hands, deals and tables of all-ins.
    pub fn bytes(&self) -> u64 {
        let mut counted = HashSet::new();
        let entries = self.levels.iter().flatten().map(|entry| {
            let own = counted.insert(Arc::as_ptr(&entry.hands));
            let hands = if own { entry.hands.bytes() } else { 0 };
            let deals = entry.deals.iter().map(Deal::bytes).sum::<usize>();
            let leaves = size_of_val(&*entry.leaves) + entry.leaves.bytes();
            size_of_val(entry) + hands + deals + leaves
        });
        entries.sum::<usize>() as u64
    }

    fn entry(&self, at: BoardAt) -> &Entry {
        &self.levels[at.level][at.board]
    }
}

/// For each level before the last, whether the tree has showdowns there.
fn all_in_levels(tree: &PublicTree, levels_left: usize) -> Vec<bool> {
    let shows =
        |node: &PublicNode| matches!(node, PublicNode::Leaf(leaf) if leaf.difference != 0.0);
    (0..tree.levels())
        .map(|level| {
            let mut stages = tree.stages().iter().filter(|stage| stage.level() == level);
            level + 1 < levels_left && stages.any(|stage| stage.nodes().iter().any(shows))
        })
        .collect()
}

struct Builder<'a> {
    ranges: &'a [Range; 2],
    all_in_levels: Vec<bool>,
    levels: Vec<Vec<Entry>>,
    /// Rivers already sorted: the order in which their cards are dealt does not matter.
    rivers: HashMap<u64, Arc<BoardHands>>,
}

impl Builder<'_> {
    /// Adds a board and all that can follow it; returns its index, or nothing if a
    /// player has no hand left.
    fn add(
        &mut self,
        level: usize,
        board: &Board,
        group: &[SuitPermutation],
    ) -> Result<Option<usize>, HoldemError> {
        let hands = self.hands(board)?;
        if hands.sides.iter().any(|side| side.len() == 0) {
            return Ok(None);
        }
        let shared = Arc::clone(&hands);
        let leaves: Box<dyn LeafOperator> = if board.street() == Street::River {
            Box::new(HoldemShowdown::new(shared))
        } else if self.all_in_levels[level] {
            Box::new(HoldemAllIn::new(board, shared)?)
        } else {
            Box::new(HoldemFold::new(shared))
        };
        let mut deals = Vec::new();
        if level + 1 < self.levels.len() {
            let chance = 1.0 / (52 - board.cards().len() - 4) as f32;
            for orbit in orbits(board, CardSet::DECK, group) {
                let next = board.with_next(orbit.card)?;
                let fixed = fixing(group, orbit.card);
                if let Some(number) = self.add(level + 1, &next, &fixed)? {
                    let after = &self.levels[level + 1][number].hands.sides;
                    deals.push(deals::deal(&hands.sides, after, number, chance, &orbit.images));
                }
            }
        }
        self.levels[level].push(Entry { board: *board, hands, leaves, deals });
        Ok(Some(self.levels[level].len() - 1))
    }

    fn hands(&mut self, board: &Board) -> Result<Arc<BoardHands>, HoldemError> {
        let combos = || [0, 1].map(|side: usize| hands::live(&self.ranges[side], board.set()));
        if board.street() != Street::River {
            return Ok(Arc::new(BoardHands::unsorted(combos())));
        }
        if let Some(known) = self.rivers.get(&board.set().bits()) {
            return Ok(Arc::clone(known));
        }
        let hands = Arc::new(BoardHands::river(board, combos())?);
        self.rivers.insert(board.set().bits(), Arc::clone(&hands));
        Ok(hands)
    }
}

impl SolverGame for HoldemGame {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, Vec::len)
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.entry(at).hands.sides[player.index()].len()
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        &self.entry(at).deals
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        &*self.entry(at).leaves
    }

    fn identity(&self) -> u64 {
        self.levels[0][0].board.set().bits()
    }

    fn folds(&self) -> Folds {
        Folds::Joined
    }
}
