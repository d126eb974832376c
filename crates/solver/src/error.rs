//! What can be wrong with a game, its settings or a checkpoint.

use thiserror::Error;

use crate::LeafError;

/// Why something cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolverError {
    /// A decision offers nothing to do.
    #[error("a decision has no actions")]
    NoActions,
    /// A level has no board, or a board no hands.
    #[error("level {level}, board {board}: there are no hands for a player")]
    NoHands {
        /// How often cards were dealt.
        level: usize,
        /// The board's number.
        board: usize,
    },
    /// A leaf is decided by a test that a board does not have.
    #[error("level {level}, board {board}: a leaf is decided by test {test}, which is not there")]
    NoTest {
        /// How often cards were dealt.
        level: usize,
        /// The board's number.
        board: usize,
        /// The test.
        test: usize,
    },
    /// A deal leads to a board that does not exist, or maps hands that do not.
    #[error("level {level}, board {board}: a deal does not fit the next level")]
    BadDeal {
        /// How often cards were dealt.
        level: usize,
        /// The board's number.
        board: usize,
    },
    /// A weight is negative or not a number.
    #[error("hand {hand} has the weight {weight}; weights are finite and not negative")]
    BadWeight {
        /// The hand's number.
        hand: usize,
        /// Its weight, as text.
        weight: String,
    },
    /// No two hands can be held together.
    #[error("no hand of one player can be held together with a hand of the other")]
    NoDeal,
    /// More memory than allowed.
    #[error("the solve needs {needed} bytes of memory; {allowed} are allowed")]
    TooLarge {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A setting is out of its range.
    #[error("{name} is {value}; {expected}")]
    BadSetting {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it could be.
        expected: &'static str,
    },
    /// Settings that do not go together.
    #[error("{0}")]
    Conflict(&'static str),
    /// A node that is not a decision, or a board that is not there.
    #[error("there is no decision at stage {stage}, node {node}, deals {deals:?}")]
    NoDecision {
        /// The stage.
        stage: usize,
        /// The node in it.
        node: usize,
        /// Which deal was taken at each level.
        deals: Vec<usize>,
    },
    /// A locked strategy is not one.
    #[error("hand {hand}: the locked frequencies are not a strategy (sum {sum})")]
    BadLock {
        /// The hand's number.
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
    /// A leaf operator has no values.
    #[error(transparent)]
    Leaf(#[from] LeafError),
    /// A checkpoint is of another game, of other settings, or damaged.
    #[error("the checkpoint does not fit: {0}")]
    BadCheckpoint(&'static str),
}
