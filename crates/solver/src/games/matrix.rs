//! A game in which tables say which hands can be held together and which wins.

use std::sync::Arc;

use crate::game::{Column, Deal, HandMap, LeafCall};
use crate::operators::{MatrixShowdown, Product};
use crate::{Game, Node, Place, Player, PublicTree, Rows, RowsMut, SolverError};

/// Products that are multiplied in one call.
const BATCH: usize = 48;

/// A game over hands that tables compare, with any boards.
#[derive(Clone, Debug)]
pub struct MatrixGame {
    tree: PublicTree,
    weights: [Vec<f32>; 2],
    /// `levels[level][board]`.
    levels: Vec<Vec<MatrixBoard>>,
}

/// Hands and their comparisons on one board, and what can be dealt next.
#[derive(Clone, Debug)]
pub struct MatrixBoard {
    /// How likely two hands are held together, as each player sees it.
    together: Arc<PairTable>,
    /// For each test, chance of winning minus chance of losing, times the chance
    /// to be held together.
    tests: Arc<Vec<PairTable>>,
    deals: Vec<Deal>,
}

/// A number for each pair of hands, ready to be multiplied from either side.
#[derive(Clone, Debug)]
pub struct PairTable {
    sides: [MatrixShowdown; 2],
}

impl PairTable {
    /// A number that is the same for both players, such as the chance that two
    /// hands are held together.
    pub fn shared(hands: [usize; 2], entry: impl Fn(usize, usize) -> f32) -> PairTable {
        let second = MatrixShowdown::new(hands[1], hands[0], |second, first| entry(first, second));
        PairTable { sides: [MatrixShowdown::new(hands[0], hands[1], entry), second] }
    }

    /// A number that one player wins and the other loses; given for the first.
    pub fn opposed(hands: [usize; 2], entry: impl Fn(usize, usize) -> f32) -> PairTable {
        let second = MatrixShowdown::new(hands[1], hands[0], |second, first| -entry(first, second));
        PairTable { sides: [MatrixShowdown::new(hands[0], hands[1], entry), second] }
    }

    /// Multiplies any number of reach vectors, as a player sees the table.
    pub(crate) fn multiply(
        &self,
        player: Player,
        mut products: impl Iterator<Item = Product>,
        reach: Rows<'_>,
        values: &mut RowsMut<'_>,
    ) {
        let mut batch = [Product { reach: 0, value: 0, factor: 0.0, add: false }; BATCH];
        loop {
            let mut len = 0;
            for (place, product) in batch.iter_mut().zip(products.by_ref()) {
                *place = product;
                len += 1;
            }
            if len == 0 {
                return;
            }
            self.sides[player.index()].multiply(&batch[..len], reach, values.again());
        }
    }
}

impl MatrixBoard {
    /// A board from its tables; `tests[0]` decides leaves with test 0, and so on.
    pub fn new(together: PairTable, tests: Vec<PairTable>, deals: Vec<Deal>) -> MatrixBoard {
        MatrixBoard { together: Arc::new(together), tests: Arc::new(tests), deals }
    }
}

impl MatrixGame {
    /// A game in which nothing is dealt between the rounds: one board, the same
    /// at every level.
    pub fn without_cards(
        tree: PublicTree,
        weights: [Vec<f32>; 2],
        together: PairTable,
        tests: Vec<PairTable>,
    ) -> Result<MatrixGame, SolverError> {
        let (together, tests) = (Arc::new(together), Arc::new(tests));
        let same = Deal { board: 0, chance: 1.0, hands: [HandMap::Same, HandMap::Same] };
        let board = MatrixBoard { together, tests, deals: vec![same] };
        let levels = vec![vec![board]; tree.levels()];
        MatrixGame::new(tree, weights, levels)
    }

    /// A game from its parts; `levels[level][board]`. Every leaf must find its test.
    pub fn new(
        tree: PublicTree,
        weights: [Vec<f32>; 2],
        levels: Vec<Vec<MatrixBoard>>,
    ) -> Result<MatrixGame, SolverError> {
        for stage in tree.stages() {
            let level = stage.level();
            let boards = levels.get(level).ok_or(SolverError::NoHands { level, board: 0 })?;
            let decided = |node: &Node| match node {
                Node::Leaf(leaf) if leaf.difference != 0.0 => Some(leaf.test),
                _ => None,
            };
            for test in stage.nodes().iter().filter_map(decided) {
                if let Some(board) = boards.iter().position(|board| test >= board.tests.len()) {
                    return Err(SolverError::NoTest { level, board, test });
                }
            }
        }
        Ok(MatrixGame { tree, weights, levels })
    }

    fn board(&self, at: Place) -> &MatrixBoard {
        &self.levels[at.level][at.board]
    }
}

impl Game for MatrixGame {
    fn tree(&self) -> &PublicTree {
        &self.tree
    }

    fn weights(&self, player: Player) -> &[f32] {
        &self.weights[player.index()]
    }

    fn boards(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, Vec::len)
    }

    fn hands(&self, at: Place, player: Player) -> usize {
        self.board(at).together.sides[player.index()].rows()
    }

    fn deals(&self, at: Place) -> &[Deal] {
        &self.board(at).deals
    }

    fn leaves(&self, call: LeafCall<'_>) {
        let LeafCall { place, player, columns, reach, mut values, .. } = call;
        let (board, opponent) = (self.board(place), player.opponent().index());
        let reach = reach[opponent];
        let product = |column: &Column, factor: f32, add: bool| Product {
            reach: column.reach[opponent],
            value: column.value,
            factor,
            add,
        };
        for (test, table) in board.tests.iter().enumerate() {
            let decided = columns
                .iter()
                .filter(|column| column.difference != 0.0 && column.test == test)
                .map(|column| product(column, column.difference, false));
            table.multiply(player, decided, reach, &mut values);
        }
        let others = columns
            .iter()
            .filter(|column| column.sum != 0.0 || column.difference == 0.0)
            .map(|column| product(column, column.sum, column.difference != 0.0));
        board.together.multiply(player, others, reach, &mut values);
    }
}
