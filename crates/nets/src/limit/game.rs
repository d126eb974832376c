//! A game whose lines end at frontier leaves.

use std::fmt::Debug;
use std::sync::Arc;

use quasar_solver::{
    BoardAt, Column, Deal, HandMap, LeafCall, LeafOperator, Player, PublicNode, PublicTree, Rows,
    RowsMut, SolverGame,
};
use rayon::prelude::*;

use super::operator::Frontier;
use super::sums::padded;
use super::{CutBoard, CutBoardCards, FrontierLeaf, LeafValues, LimitError};

/// A game over a tree with [frontier](quasar_solver::Leaf::frontier) leaves, whose values come
/// from [`LeafValues`]. Everything else is that of the game it is made from.
#[derive(Debug)]
pub struct LimitedGame<G> {
    game: Arc<G>,
    leaves: Arc<[FrontierLeaf]>,
    /// `frontiers[level][board]`; nothing for levels without frontier leaves.
    frontiers: Vec<Vec<Frontier<G>>>,
    fingerprint: u64,
}

impl<G: SolverGame + Debug + Send> LimitedGame<G> {
    /// Prepares the values of all leaves, in the threads of the pool that this is called in.
    /// `leaves` has one entry for each frontier leaf of the tree, by number.
    pub fn new(
        game: Arc<G>,
        leaves: Vec<FrontierLeaf>,
        cards: impl Fn(BoardAt) -> Option<CutBoardCards> + Sync,
        values: &dyn LeafValues,
    ) -> Result<LimitedGame<G>, LimitError> {
        let leaves: Arc<[FrontierLeaf]> = leaves.into();
        let counts = frontier_leaves(game.tree(), leaves.len())?;
        if counts.iter().all(|&count| count == 0) {
            return Err(LimitError::NothingToCut);
        }
        let weights = weights(&*game);
        let mut frontiers = Vec::new();
        for (level, (&count, weights)) in counts.iter().zip(weights).enumerate() {
            let boards = if count == 0 { 0 } else { game.boards(level) };
            let prepared =
                weights.into_par_iter().take(boards).enumerate().map(|(board, weights)| {
                    let at = BoardAt { level, board };
                    let hands = Player::BOTH.map(|player| game.hands(at, player));
                    let compatible_weight = [
                        compatible_weight(&*game, at, Player::Oop, &weights)?,
                        compatible_weight(&*game, at, Player::Ip, &weights)?,
                    ];
                    let leaves = Arc::clone(&leaves);
                    let place = CutBoard {
                        at,
                        hands,
                        weights,
                        compatible_weight,
                        leaves,
                        cards: cards(at),
                    };
                    let values = values.on_board(&place)?;
                    Ok(Frontier::new(Arc::clone(&game), place, values, count))
                });
            frontiers.push(prepared.collect::<Result<Vec<_>, LimitError>>()?);
        }
        Ok(LimitedGame { game, leaves, frontiers, fingerprint: values.fingerprint() })
    }

    /// The game without values of leaves.
    pub fn base(&self) -> &G {
        &self.game
    }

    /// The frontier leaves, by number.
    pub fn leaves(&self) -> &[FrontierLeaf] {
        &self.leaves
    }

    /// The boards with frontier leaves.
    pub fn frontier_boards(&self) -> usize {
        self.frontiers.iter().map(Vec::len).sum()
    }

    /// Bytes of what is kept for all leaves.
    pub fn frontier_bytes(&self) -> u64 {
        self.frontiers.iter().flatten().map(|frontier| frontier.bytes() as u64).sum()
    }
}

/// For each level the most frontier leaves of a stage.
fn frontier_leaves(tree: &PublicTree, known: usize) -> Result<Vec<usize>, LimitError> {
    let mut counts = vec![0; tree.levels()];
    for stage in tree.stages() {
        let number = |node: &PublicNode| match node {
            PublicNode::Leaf(leaf) => leaf.frontier_number(),
            _ => None,
        };
        let numbers = stage.nodes().iter().filter_map(number);
        let mut count = 0;
        for number in numbers {
            if number >= known {
                return Err(LimitError::UnknownLeaf { leaf: number, known });
            }
            count += 1;
        }
        counts[stage.level()] = count.max(counts[stage.level()]);
    }
    Ok(counts)
}

/// `weights[level][board]`: the weight of each hand at the start of the game.
fn weights<G: SolverGame>(game: &G) -> Vec<Vec<[Vec<f32>; 2]>> {
    let start = Player::BOTH.map(|player| game.weights(player).to_vec());
    let mut levels = vec![vec![start]];
    for level in 1..game.tree().levels() {
        let mut next = vec![[Vec::new(), Vec::new()]; game.boards(level)];
        for (board, weights) in levels[level - 1].iter().enumerate() {
            for deal in game.deals(BoardAt { level: level - 1, board }) {
                next[deal.board] =
                    [0, 1].map(|player: usize| after(&deal.hands[player], &weights[player]));
            }
        }
        levels.push(next);
    }
    levels
}

/// The weights of the hands of the next board.
fn after(map: &HandMap, weights: &[f32]) -> Vec<f32> {
    match map {
        HandMap::Same => weights.to_vec(),
        HandMap::Images(images) => images[0].iter().map(|&from| weights[from as usize]).collect(),
        // Limited games end before hands are merged.
        HandMap::Buckets(_) => Vec::new(),
    }
}

/// The compatible weight of each hand of a player.
fn compatible_weight<G: SolverGame>(
    game: &G,
    at: BoardAt,
    player: Player,
    weights: &[Vec<f32>; 2],
) -> Result<Vec<f32>, LimitError> {
    let filled = weights.each_ref().map(|row| {
        let mut row = row.clone();
        row.resize(padded(row.len()), 0.0);
        row
    });
    let operator = game.leaf_operator(at);
    let hands = game.hands(at, player);
    let mut compatible_weight = vec![0.0; padded(hands)];
    let mut scratch = vec![0.0; operator.scratch()];
    let stride = compatible_weight.len();
    operator.values(LeafCall {
        player,
        columns: &[Column {
            reach: [0; 2],
            value: 0,
            test: 0,
            difference: 0.0,
            sum: 1.0,
            fold: None,
        }],
        reach: filled.each_ref().map(|row| Rows::new(row, row.len())),
        values: RowsMut::new(&mut compatible_weight, stride),
        scratch: &mut scratch,
        parallel: false,
    })?;
    compatible_weight.truncate(hands);
    let total: f32 = weights[player.opponent().index()].iter().sum();
    for compatible_weight in compatible_weight
        .iter_mut()
        .filter(|compatible_weight| **compatible_weight <= 16.0 * f32::EPSILON * total)
    {
        *compatible_weight = 0.0;
    }
    Ok(compatible_weight)
}

impl<G: SolverGame + Debug + Send> SolverGame for LimitedGame<G> {
    fn tree(&self) -> &PublicTree {
        self.game.tree()
    }

    fn weights(&self, player: Player) -> &[f32] {
        self.game.weights(player)
    }

    fn boards(&self, level: usize) -> usize {
        self.game.boards(level)
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.game.hands(at, player)
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        self.game.deals(at)
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        match self.frontiers.get(at.level).and_then(|boards| boards.get(at.board)) {
            Some(frontier) => frontier,
            None => self.game.leaf_operator(at),
        }
    }

    /// The same tree with other values of leaves is another game.
    fn identity(&self) -> u64 {
        let values = self.fingerprint.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.game.identity() ^ values
    }

    fn packs_slots(&self) -> bool {
        self.game.packs_slots()
    }
}
