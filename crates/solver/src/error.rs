//! What can be wrong with a game, its settings or a checkpoint.

use thiserror::Error;

use crate::LeafError;

/// Why something cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolverError {
    /// A decision without actions.
    #[error("a decision has no actions")]
    NoActions,
    /// A level has no board, or a board no hands.
    #[error("level {level}, board {board}: there are no hands for a player")]
    NoHands {
        /// The number of deals before this board.
        level: usize,
        /// The index of the board.
        board: usize,
    },
    /// A leaf uses a test that a board does not have.
    #[error("level {level}, board {board}: a leaf uses test {test}, which does not exist")]
    NoTest {
        /// The number of deals before this board.
        level: usize,
        /// The index of the board.
        board: usize,
        /// The test.
        test: usize,
    },
    /// A deal leads to a board that does not exist, or maps hands that do not.
    #[error("level {level}, board {board}: a deal does not fit the next level")]
    BadDeal {
        /// The number of deals before this board.
        level: usize,
        /// The index of the board.
        board: usize,
    },
    /// A weight is negative or not a number.
    #[error("hand {hand} has weight {weight}; weights must be finite and not negative")]
    BadWeight {
        /// The index of the hand.
        hand: usize,
        /// Its weight, as text.
        weight: String,
    },
    /// No two hands can be held together.
    #[error("every hand of one player shares a card with every hand of the other")]
    NoDeal,
    /// More memory than allowed.
    #[error("the solve needs {needed} bytes of memory; {allowed} are allowed")]
    TooLarge {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A setting is out of range.
    #[error("{name} is {value}; {expected}")]
    BadSetting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// The values it can have.
        expected: &'static str,
    },
    /// Settings that exclude each other.
    #[error("{0}")]
    Conflict(&'static str),
    /// A node that is not a decision, or a board that does not exist.
    #[error("there is no decision at stage {stage}, node {node}, deals {deals:?}")]
    NoDecision {
        /// The stage.
        stage: usize,
        /// The node in it.
        node: usize,
        /// The deal at each level.
        deals: Vec<usize>,
    },
    /// Locked frequencies that are not a strategy.
    #[error(
        "hand {hand}: locked frequencies must be complete, not negative and sum to 1 (sum: {sum})"
    )]
    BadLock {
        /// The index of the hand.
        hand: usize,
        /// Sum of the frequencies, as text.
        sum: String,
    },
    /// A locked strategy has the wrong size.
    #[error("a lock has {found} numbers; {expected} are needed")]
    LockSize {
        /// Numbers given.
        found: usize,
        /// Numbers needed.
        expected: usize,
    },
    /// A leaf operator failed.
    #[error(transparent)]
    Leaf(#[from] LeafError),
    /// A checkpoint of another game or other settings, or a damaged one.
    #[error("the checkpoint cannot be used: {0}")]
    BadCheckpoint(&'static str),
}
