//! Games over tables, such as Leduc and Liar's Dice, that end at any line.

use std::sync::Arc;

use quasar_solver::{BoardAt, MatrixGame, SolverGame, TreeNode, TreePart};

use super::oracle::Continuations;
use super::{CutBoard, FrontierLeaf, LeafValues, LimitError, LimitedGame};

/// A game that ends where lines `end`, and where its nodes are in the whole game. A pot is
/// the unit of values: half of it is what the players play for at each leaf.
pub fn limited(
    game: &MatrixGame,
    ends: impl Fn(TreeNode) -> bool,
    pot: f32,
    stack: f32,
    values: &dyn LeafValues,
) -> Result<(LimitedGame<MatrixGame>, TreePart), LimitError> {
    let weights = quasar_solver::Player::BOTH.map(|player| game.weights(player).to_vec());
    let (cut, part) = game.part(TreeNode::START, BoardAt::START.board, weights, ends)?;
    let leaves = (0..part.frontier.len()).map(|state| FrontierLeaf { pot, stack, state }).collect();
    Ok((LimitedGame::new(Arc::new(cut), leaves, |_| None, values)?, part))
}

/// What follows the frontier leaves of a game over tables.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The whole game.
    pub game: &'a MatrixGame,
    /// The node of the whole game at each frontier leaf.
    pub frontier: &'a [TreeNode],
}

impl Continuations for Lines<'_> {
    type Game = MatrixGame;

    fn after(&self, place: &CutBoard, leaf: usize) -> Result<MatrixGame, LimitError> {
        let start = self.frontier[place.leaves[leaf].state];
        let (game, _) = self.game.part(start, place.at.board, place.weights.clone(), |_| false)?;
        Ok(game)
    }
}
