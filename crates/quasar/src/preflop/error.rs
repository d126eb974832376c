//! Why a game before the flop cannot be solved or looked at.

use quasar_cards::HoldemClass;
use quasar_game::LineError;
use quasar_preflop::PreflopError;
use quasar_solver::SolverError;
use quasar_store::BundleError;
use thiserror::Error;

use crate::model::PostflopError;
use crate::request::{FieldError, InputError};

/// Why a game before the flop cannot be solved or looked at.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PreflopSolveError {
    /// Fields that are missing, unknown or hold something else.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Sizes or a line with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Betting that makes no game.
    #[error(transparent)]
    Game(#[from] PreflopError),
    /// The engine refuses the settings or a checkpoint.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A line that the tree does not have.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A line that ends where nobody acts.
    #[error("nobody acts at {0}: the hand is over, or a flop is dealt")]
    NoDecision(String),
    /// The model of flops cannot be used.
    #[error("model: {0}")]
    Model(#[from] PostflopError),
    /// The bundle cannot be read or written.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A bundle without a decision that its configuration has.
    #[error(
        "the bundle has no strategy at {line}, or one of {found} numbers instead of {expected}"
    )]
    NoStrategy {
        /// The line.
        line: String,
        /// Numbers there are.
        found: usize,
        /// Numbers of all actions and classes.
        expected: usize,
    },
    /// Checkpoints of rounds of exact solves, which have none.
    #[error("a checkpoint does not go with leaf: exact: its rounds cannot be resumed from one")]
    NoCheckpoint,
    /// A stack for push or fold that makes no game.
    #[error("a stack of {0} big blinds is impossible: more than 1 and at most 1,000 are possible")]
    BadStack(f64),
}

impl PreflopSolveError {
    /// Whether what was given is wrong, rather than what happened.
    pub fn is_input(&self) -> bool {
        match self {
            PreflopSolveError::Bundle(_) | PreflopSolveError::NoStrategy { .. } => false,
            PreflopSolveError::Model(error) => error.is_input(),
            _ => true,
        }
    }
}

const _: () = assert!(HoldemClass::COUNT == quasar_preflop::CLASSES, "hands are classes");
