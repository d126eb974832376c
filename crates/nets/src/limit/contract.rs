//! The contract between a limited game and what values its leaves.

use std::fmt::Debug;
use std::sync::Arc;

use quasar_cards::{Board, CardSet, Combo};
use quasar_solver::{BoardAt, LeafError, RowsMut};

use super::LimitError;

/// Values frontier leaves: a constant, an equity, an exact solve, a network.
pub trait LeafValues: Debug + Sync {
    /// Prepares the leaves of a board: sorts hands, allocates what queries will need.
    fn on_board(&self, place: &CutBoard) -> Result<Box<dyn BoardValues>, LimitError>;

    /// Tells values apart. Part of the game's identity, so that no checkpoint is resumed with
    /// other values.
    fn fingerprint(&self) -> u64;
}

/// Values the frontier leaves of one board.
///
/// Called from several threads, each with a board of its own at a time.
pub trait BoardValues: Debug + Send + Sync {
    /// Writes `vhat` of every hand of both players for each question, in pots relative to half
    /// of the pot. Where a hand has no compatible weight anything finite will do.
    /// The caller limits values to what can be won and makes them zero-sum.
    fn values(&self, query: Query<'_>) -> Result<(), LeafError>;

    /// The number of scratch numbers that a query with so many questions needs.
    fn scratch(&self, questions: usize) -> usize {
        let _ = questions;
        0
    }

    /// Bytes of what is kept for the board.
    fn bytes(&self) -> usize {
        0
    }
}

/// A board of a cut game, and what is known of it before any query.
#[derive(Clone, Debug)]
pub struct CutBoard {
    /// Which board of the game.
    pub at: BoardAt,
    /// How many hands each player has.
    pub hands: [usize; 2],
    /// The weight of each hand at the start of the game, as far as the board leaves it.
    pub weights: [Vec<f32>; 2],
    /// The compatible weight of each hand at the start.
    pub compatible_weight: [Vec<f32>; 2],
    /// The frontier leaves of the game, by number.
    pub leaves: Arc<[FrontierLeaf]>,
    /// Board and hands; none in a game without cards.
    pub cards: Option<CutBoardCards>,
}

/// The cards of a board of a cut game.
#[derive(Clone, Debug)]
pub struct CutBoardCards {
    /// The board.
    pub board: Board,
    /// The cards in play, including those on the board.
    pub deck: CardSet,
    /// Each player's hands, in the order of their numbers.
    pub combos: [Vec<Combo>; 2],
}

/// The betting at a frontier leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FrontierLeaf {
    /// Chips in the middle.
    pub pot: f32,
    /// Chips that each player has left.
    pub stack: f32,
    /// What would follow: the number of a round of the betting tree, or of a state of a game
    /// without chips.
    pub state: usize,
}

impl FrontierLeaf {
    /// The most that can be won or lost, in pots relative to half of the pot.
    pub fn bound(&self) -> f32 {
        0.5 + self.stack / self.pot
    }
}

/// Questions about the frontier leaves of one board.
#[derive(Debug)]
pub struct Query<'a> {
    /// What is asked.
    pub questions: &'a [LeafQuestion<'a>],
    /// Receives the answers: for each player a row for each question, at least as long as
    /// the player has hands.
    pub values: [RowsMut<'a>; 2],
    /// At least as many numbers as [asked for](BoardValues::scratch), with any content.
    pub scratch: &'a mut [f32],
    /// Whether the work may be divided among the threads of the pool that this runs in.
    pub parallel: bool,
}

/// What is a leaf worth, given these beliefs?
#[derive(Clone, Copy, Debug)]
pub struct LeafQuestion<'a> {
    /// The number of the leaf.
    pub leaf: usize,
    /// Chips in the middle.
    pub pot: f32,
    /// Chips that each player has left.
    pub stack: f32,
    /// Each player's hands by weight: at least one is positive, and at least one pair of
    /// hands can be held together. Not normalised; only proportions matter.
    pub belief: [&'a [f32]; 2],
    /// The compatible weight of each hand of a player, by these beliefs: exactly 0 where there is
    /// none.
    pub compatible_weight: [&'a [f32]; 2],
}
