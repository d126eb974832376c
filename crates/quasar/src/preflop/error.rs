//! Errors of games before the flop.

use quasar_cards::HoldemClass;
use quasar_game::LineError;
use quasar_preflop::PreflopError;
use quasar_solver::SolverError;
use quasar_store::BundleError;
use thiserror::Error;

use crate::model::PostflopError;
use crate::request::{FieldError, InputError};

/// Why a game before the flop cannot be solved or queried.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PreflopSolveError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Sizes or a line with a mistake at a known place.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Betting that does not make a game.
    #[error(transparent)]
    Game(#[from] PreflopError),
    /// The solver refuses the settings or a checkpoint.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A line that the tree does not have.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A line that does not end at a decision.
    #[error("nobody acts at {0}: the hand is over, or a flop is dealt")]
    NoDecision(String),
    /// The model of flops cannot be used.
    #[error("model: {0}")]
    Model(#[from] PostflopError),
    /// The bundle cannot be read or written.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A bundle that lacks a decision of its configuration.
    #[error(
        "the bundle has no strategy at {line}, or one of {found} numbers instead of {expected}"
    )]
    NoStrategy {
        /// The line.
        line: String,
        /// Numbers found.
        found: usize,
        /// Numbers of all actions and classes.
        expected: usize,
    },
    /// Checkpoints with exact solves, which cannot be resumed.
    #[error("leaf: exact cannot use a checkpoint: rounds of exact solves cannot be resumed")]
    NoCheckpoint,
    /// An impossible stack for push or fold.
    #[error("a stack of {0} big blinds is impossible; it must be more than 1 and at most 1,000")]
    BadStack(f64),
}

impl PreflopSolveError {
    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            PreflopSolveError::Bundle(_) | PreflopSolveError::NoStrategy { .. } => false,
            PreflopSolveError::Model(error) => error.is_input(),
            _ => true,
        }
    }
}

const _: () = assert!(HoldemClass::COUNT == quasar_preflop::CLASSES, "hands are classes");
