//! A small game with names for everything, so that its solution is readable.

use crate::MatrixGame;

/// A game and the names of its parts.
#[derive(Clone, Debug)]
pub struct Toy {
    /// The game.
    pub game: MatrixGame,
    /// `lines[stage][node]`: the actions that lead to a node, separated by blanks.
    pub lines: Vec<Vec<String>>,
    /// `hands[level][board]`: what a player can hold, the same for both players.
    pub hands: Vec<Vec<Vec<String>>>,
    /// `boards[level]`: what has been dealt; empty before any deal.
    pub boards: Vec<Vec<String>>,
}
