//! Why a game over classes cannot be made or solved.

use quasar_cards::WeightsError;
use quasar_game::TreeError;
use quasar_solver::{HoldemError, LeafError, OmahaError, SolverError, StreetsError};
use thiserror::Error;

/// Why a game over classes cannot be made or solved.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum PreflopError {
    /// The betting does not make a tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The engine refuses the game or the settings.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A flop that cannot be solved exactly.
    #[error(transparent)]
    Holdem(#[from] HoldemError),
    /// A game to the river that cannot be set up.
    #[error(transparent)]
    Streets(#[from] StreetsError),
    /// A game to the river that does not fit into memory.
    #[error(
        "the game needs at least {} MB, but only {} MB are allowed; use fewer flops, fewer sizes, \
         fewer raises or fewer river buckets",
        .needed.div_ceil(1_000_000),
        .allowed / 1_000_000
    )]
    TooLarge {
        /// Bytes of the smallest choice.
        needed: u64,
        /// Bytes that it may take.
        allowed: u64,
    },
    /// The weights of classes are not a range.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Values for the wrong number of lines that see a flop.
    #[error("values for {found} lines that see a flop; expected {expected}")]
    LineCount {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A stack-to-pot ratio that no pot has.
    #[error("a stack-to-pot ratio must be 0.01 to 1,000, not {0}")]
    BadSpr(f64),
    /// A bet size that is not a fraction of a pot.
    #[error("a bet must be more than 0 and at most 100 pots, not {0}")]
    BadBetSize(f64),
    /// Values that are not one number for every two classes.
    #[error("{found} values; expected 169 x 169")]
    ValueCount {
        /// How many there are.
        found: usize,
    },
    /// A value that is not a number.
    #[error("the value of class {hero} against class {villain} is not a number")]
    BadValue {
        /// The class out of position.
        hero: usize,
        /// The class in position.
        villain: usize,
    },
    /// A model without any stack depth.
    #[error("a model needs at least one stack-to-pot ratio")]
    EmptyModel,
    /// Two values for the same stack depth.
    #[error("the stack-to-pot ratio {0} occurs twice")]
    DuplicateSpr(f64),
    /// A table that is not of a flop, from which nothing can be dealt.
    #[error("deals can be sampled only on a flop")]
    NothingToDeal,
    /// A board that cannot be swept.
    #[error(transparent)]
    Omaha(#[from] OmahaError),
    /// Lines that see a flop could not be valued.
    #[error("the values of flops could not be computed: {0}")]
    Flops(#[from] LeafError),
    /// A deck that is too small to deal from, or treats suits differently.
    #[error("a deck of {0} cards; it must have all suits of each rank, and enough to deal")]
    Deck(usize),
    /// Work that was asked to stop.
    #[error("stopped before the end")]
    Stopped,
}
