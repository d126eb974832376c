//! A game in which tables say which hands can be held together and which wins.

use crate::game::{Column, Deal, HandMap, LeafCall};
use crate::operators::{MatrixShowdown, Product};
use crate::{Game, Node, Place, Player, PublicTree, Rows, RowsMut, Solver, SolverError};

/// Products that are multiplied in one call.
const BATCH: usize = 48;

/// A game over hands that tables compare, with any boards.
#[derive(Clone, Debug)]
pub struct MatrixGame {
    tree: PublicTree,
    weights: [Vec<f32>; 2],
    /// Those of a board, or those that all boards share.
    tables: Vec<MatrixTables>,
    /// `levels[level][board]`: which tables are its, and what can be dealt next.
    levels: Vec<Vec<(usize, Vec<Deal>)>>,
}

/// Hands and their comparisons on one board, and what can be dealt next.
#[derive(Clone, Debug)]
pub struct MatrixBoard {
    tables: MatrixTables,
    deals: Vec<Deal>,
}

/// What tables say about the hands of a board.
#[derive(Clone, Debug)]
pub struct MatrixTables {
    /// How likely two hands are held together, as each player sees it.
    pub together: PairTable,
    /// For each test, chance of winning minus chance of losing, times the chance
    /// to be held together.
    pub tests: Vec<PairTable>,
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

    /// Other numbers in the place of those of [`shared`](Self::shared).
    pub fn refill_shared(&mut self, entry: impl Fn(usize, usize) -> f32) {
        self.sides[1].refill(|second, first| entry(first, second));
        self.sides[0].refill(entry);
    }

    /// Other numbers in the place of those of [`opposed`](Self::opposed).
    pub fn refill_opposed(&mut self, entry: impl Fn(usize, usize) -> f32) {
        self.sides[1].refill(|second, first| -entry(first, second));
        self.sides[0].refill(entry);
    }

    fn hands(&self) -> [usize; 2] {
        [0, 1].map(|side: usize| self.sides[side].rows())
    }

    /// Bytes of its numbers.
    pub(crate) fn bytes(&self) -> usize {
        self.sides.iter().map(MatrixShowdown::bytes).sum()
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
        MatrixBoard { tables: MatrixTables { together, tests }, deals }
    }
}

impl MatrixTables {
    fn fits(&self, other: &MatrixTables) -> bool {
        let hands = self.together.hands();
        let mut tables = other.tests.iter().chain([&other.together]);
        self.tests.len() == other.tests.len() && tables.all(|table| table.hands() == hands)
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
        let same = Deal { board: 0, chance: 1.0, hands: [HandMap::Same, HandMap::Same] };
        let levels = vec![vec![(0, vec![same])]; tree.levels()];
        MatrixGame::over(tree, weights, vec![MatrixTables { together, tests }], levels)
    }

    /// A game from its parts; `levels[level][board]`. Every leaf must find its test.
    pub fn new(
        tree: PublicTree,
        weights: [Vec<f32>; 2],
        levels: Vec<Vec<MatrixBoard>>,
    ) -> Result<MatrixGame, SolverError> {
        let mut tables = Vec::new();
        let mut place = |board: MatrixBoard| {
            tables.push(board.tables);
            (tables.len() - 1, board.deals)
        };
        let levels =
            levels.into_iter().map(|boards| boards.into_iter().map(&mut place).collect()).collect();
        MatrixGame::over(tree, weights, tables, levels)
    }

    fn over(
        tree: PublicTree,
        weights: [Vec<f32>; 2],
        tables: Vec<MatrixTables>,
        levels: Vec<Vec<(usize, Vec<Deal>)>>,
    ) -> Result<MatrixGame, SolverError> {
        for stage in tree.stages() {
            let level = stage.level();
            let boards = levels.get(level).ok_or(SolverError::NoHands { level, board: 0 })?;
            let decided = |node: &Node| match node {
                Node::Leaf(leaf) if leaf.difference != 0.0 => Some(leaf.test),
                _ => None,
            };
            for test in stage.nodes().iter().filter_map(decided) {
                if let Some(board) =
                    boards.iter().position(|(at, _)| test >= tables[*at].tests.len())
                {
                    return Err(SolverError::NoTest { level, board, test });
                }
            }
        }
        Ok(MatrixGame { tree, weights, tables, levels })
    }

    fn tables(&self, at: Place) -> &MatrixTables {
        &self.tables[self.levels[at.level][at.board].0]
    }
}

impl Solver<MatrixGame> {
    /// Exchanges the tables of a game in which nothing is dealt for others of the
    /// same sizes: from now on it is learned from, or measured by, these. Both
    /// should weigh all pairs of hands alike in total. Sampled games do this before
    /// each iteration, so it only swaps.
    pub fn swap_tables(&mut self, tables: &mut MatrixTables) -> Result<(), SolverError> {
        match self.game.tables.as_mut_slice() {
            [own] if own.fits(tables) => {
                std::mem::swap(own, tables);
                Ok(())
            }
            _ => Err(SolverError::Conflict(
                "tables can be exchanged for others of their sizes in games without cards only",
            )),
        }
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
        self.tables(at).together.sides[player.index()].rows()
    }

    fn deals(&self, at: Place) -> &[Deal] {
        &self.levels[at.level][at.board].1
    }

    /// Tables have few hands and deep trees: the 169 classes would leave seven of
    /// their last eight places empty, at hundreds of thousands of decisions.
    fn packs_slots(&self) -> bool {
        true
    }

    fn leaves(&self, call: LeafCall<'_>) {
        let LeafCall { place, player, columns, reach, mut values, .. } = call;
        let (board, opponent) = (self.tables(place), player.opponent().index());
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
