//! Small games with known values: Kuhn poker, Leduc Hold'em and Liar's Dice.
//!
//! ```text
//! ToySpec ── job ──► ToyJob ── run ──► ToyReport
//! ```
//!
//! They test the solver, and they are a quick way to try an algorithm.

mod document;
mod error;
mod game;
mod job;
mod report;

pub use document::ToyDocument;
pub use error::SolveError;
pub use game::{KnownValue, ToyGame, ToyJob, ToySpec};
pub(crate) use job::run_job;
pub use report::{DecisionReport, HandStrategyReport, MemoryReport, ToyReport};
