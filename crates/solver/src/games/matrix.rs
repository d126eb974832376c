//! A game in which tables decide which hands can be held together and which hand wins.

use crate::game::{Deal, HandMap};
use crate::operators::{LeafOperator, MatrixTables, PairTable};
use crate::{
    BoardAt, Leaf, Player, PublicNode, PublicTree, Solver, SolverError, SolverGame, TreeNode,
    TreePart,
};

/// A game over hands that tables compare, with any boards.
#[derive(Clone, Debug)]
pub struct MatrixGame {
    tree: PublicTree,
    weights: [Vec<f32>; 2],
    /// The tables of a board, or those that all boards share.
    tables: Vec<MatrixTables>,
    /// `levels[level][board]`: which tables it uses, and what can be dealt next.
    levels: Vec<Vec<(usize, Vec<Deal>)>>,
}

/// Hands and their comparisons on one board, and what can be dealt next.
#[derive(Clone, Debug)]
pub struct MatrixBoard {
    tables: MatrixTables,
    deals: Vec<Deal>,
}

impl MatrixBoard {
    /// A board from its tables; `tests[0]` decides leaves with test 0, and so on.
    pub fn new(together: PairTable, tests: Vec<PairTable>, deals: Vec<Deal>) -> MatrixBoard {
        MatrixBoard { tables: MatrixTables { together, tests }, deals }
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
            let decided = |node: &PublicNode| match node {
                PublicNode::Leaf(leaf) if leaf.difference != 0.0 => Some(leaf.test),
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

    /// Part of the game: from a node of a stage on, over a board of the stage's level, up to
    /// where lines `end`. Weights are those of the hands on that board.
    pub fn part(
        &self,
        start: TreeNode,
        board: usize,
        weights: [Vec<f32>; 2],
        ends: impl Fn(TreeNode) -> bool,
    ) -> Result<(MatrixGame, TreePart), SolverError> {
        let part = self.tree.part(start, ends)?;
        let level = self.tree.stages()[start.stage].level();
        let first = self.levels[level].get(board).ok_or(SolverError::NoHands { level, board })?;
        let later = self.levels.iter().skip(level + 1).cloned();
        let levels = [vec![first.clone()]].into_iter().chain(later).collect();
        let game = MatrixGame::over(part.tree.clone(), weights, self.tables.clone(), levels)?;
        Ok((game, part))
    }

    /// The same game after a choice: `player` may end it, and each hand is then worth the
    /// counterfactual value `values[hand]`. The choice is node 0 of the first stage, its end
    /// node 1, and node n of the game is now n + 2.
    ///
    /// This is the gadget of re-solving (Burch, Johanson and Bowling 2014).
    pub fn or_take(&self, player: Player, values: &[f32]) -> MatrixGame {
        let mut game = self.clone();
        let Some((at, _)) = game.levels.first_mut().and_then(|boards| boards.first_mut()) else {
            return game;
        };
        let mut tables = game.tables[*at].clone();
        let hands = tables.together.hands();
        let [own, other] = [player, player.opponent()].map(Player::index);
        let pair = |hand, meets| if own == 0 { [hand, meets] } else { [meets, hand] };
        let worth = |(hand, value): (usize, &f32)| {
            let weights = self.weights[other].iter().enumerate();
            let met = weights.map(|(o, weight)| weight * tables.together.entry(pair(hand, o)));
            let met: f32 = met.sum();
            if met > 0.0 { value / met } else { 0.0 }
        };
        let worth: Vec<f32> = values.iter().enumerate().map(worth).collect();
        let sign = if player == Player::Oop { 1.0 } else { -1.0 };
        let taken = PairTable::opposed(hands, |first, second| {
            let pair = [first, second];
            sign * worth[pair[own]] * tables.together.entry(pair)
        });
        let leaf = Leaf::showdown(tables.tests.len(), 1.0);
        tables.tests.push(taken);
        *at = game.tables.len();
        game.tables.push(tables);
        game.tree = self.tree.after_choice(player, leaf);
        game
    }

    fn tables(&self, at: BoardAt) -> &MatrixTables {
        &self.tables[self.levels[at.level][at.board].0]
    }
}

impl Solver<MatrixGame> {
    /// Swaps the tables of a game without deals for others of the same sizes: iterations
    /// and measurements from now on use these. Both should give all pairs of hands the same
    /// total weight. Sampled games do this before each iteration, so nothing is copied.
    pub fn swap_tables(&mut self, tables: &mut MatrixTables) -> Result<(), SolverError> {
        match self.game.tables.as_mut_slice() {
            [own] if own.fits(tables) => {
                std::mem::swap(own, tables);
                Ok(())
            }
            _ => Err(SolverError::Conflict(
                "tables can only be swapped for tables of the same sizes, in games without deals",
            )),
        }
    }
}

impl SolverGame for MatrixGame {
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
        self.tables(at).together.hands()[player.index()]
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        &self.levels[at.level][at.board].1
    }

    /// Matrix games have few hands and deep trees: with 169 classes, padding would waste
    /// seven places at each of hundreds of thousands of decisions.
    fn packs_slots(&self) -> bool {
        true
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        self.tables(at)
    }
}
