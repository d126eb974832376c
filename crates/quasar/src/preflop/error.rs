//! Errors of games before the flop.

use quasar_cards::HoldemClass;
use quasar_game::LineError;
use quasar_preflop::PreflopError;
use quasar_solver::SolverError;
use quasar_store::BundleError;
use thiserror::Error;

use crate::model::PostflopError;
use crate::request::{FieldError, InputError, Position};
use crate::spot::{SaveError, SpotError};

/// Why a game before the flop cannot be solved or queried.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PreflopSolveError {
    /// A mistake and its place in the text of the spec.
    #[error("line {}, column {}: {error}", at.line, at.column)]
    At {
        /// Where it is.
        at: Position,
        /// What is wrong there.
        error: Box<PreflopSolveError>,
    },
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
    /// Games that cannot be solved from the same boards.
    #[error("games that are solved together need different stacks and the same seed")]
    Stacks,
    /// A line that the tree does not have.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A line that does not end at a decision.
    #[error("nobody acts at {0}: the hand is over, or a flop is dealt")]
    NoDecision(String),
    /// A line with cards where no flop is dealt, or not with three of them.
    #[error(
        "{0}: the flop must follow a call that ends the betting before it, as in r:0:b2500:c:Ks9d4h"
    )]
    NoFlop(String),
    /// A flop that the solve does not have.
    #[error("the solve has no flop that equals {flop} up to suits; it has {}", .known.join(", "))]
    UnknownFlop {
        /// The flop.
        flop: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// A line that is wrong after the flop.
    #[error(
        "{line}: {error}; here amounts are counted from the flop, without the {committed}bb before it"
    )]
    AfterFlop {
        /// The line.
        line: String,
        /// What each player has put in before the flop, in big blinds.
        committed: f64,
        /// What is wrong, in terms of the betting after the flop.
        error: LineError,
    },
    /// A line beyond the turn, or one that does not name its turn card.
    #[error(
        "{0}: lines can be followed to the turn, whose card must be named; rivers are played by buckets"
    )]
    NotToTheTurn(String),
    /// A strategy that cannot be locked.
    #[error(transparent)]
    Lock(Box<SpotError>),
    /// A lock before the flop of some hands of a class.
    #[error("the lock of {line} is for {hands}; before the flop a lock applies to whole classes")]
    LockedClasses {
        /// The line.
        line: String,
        /// The hands.
        hands: String,
    },
    /// A lock after the flop of hands that only suits tell apart.
    #[error(
        "the lock of {line} is for {hands}; hands that are equal up to suits on this board need the same lock"
    )]
    LockedSuits {
        /// The line.
        line: String,
        /// The hands.
        hands: String,
    },
    /// The model of flops cannot be used.
    #[error("model: {0}")]
    Model(#[from] PostflopError),
    /// A line that cannot be saved, or whose save cannot be read.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A folder without the save of a line on a flop.
    #[error("{folder}: no save of {line} on this flop; it has {}", .known.join(", "))]
    NoSave {
        /// The folder.
        folder: String,
        /// The line.
        line: String,
        /// The saves it has.
        known: Vec<String>,
    },
    /// The bundle cannot be read or written.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A bundle that lacks a decision of its configuration.
    #[error(
        "the strategy at {line} is missing or has the wrong size: {found} numbers, expected {expected}"
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
    /// A stack for which no solved game ships.
    #[error(
        "no solved game with {stack} big blinds ships with Quasar; there are games with {}; \
         `quasar solve-preflop` solves others",
        .known.join(", ")
    )]
    NotShipped {
        /// The stack in big blinds.
        stack: f64,
        /// The stacks that there are.
        known: Vec<String>,
    },
    /// An impossible stack for push or fold.
    #[error("a stack of {0} big blinds is impossible; it must be more than 1 and at most 1,000")]
    BadStack(f64),
}

impl PreflopSolveError {
    /// Whether the work was stopped before it had a result.
    pub fn is_stopped(&self) -> bool {
        matches!(self, PreflopSolveError::Game(PreflopError::Stopped))
    }

    /// Whether the input is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            PreflopSolveError::At { error, .. } => error.is_input(),
            PreflopSolveError::Bundle(error) => error.is_input(),
            PreflopSolveError::NoStrategy { .. } => false,
            PreflopSolveError::Model(error) => error.is_input(),
            PreflopSolveError::Save(error) => error.is_input(),
            _ => true,
        }
    }
}

const _: () = assert!(HoldemClass::COUNT == quasar_preflop::CLASSES, "hands are classes");
