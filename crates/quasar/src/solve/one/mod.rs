//! One decision as a file: the state of a hand in JSON, and what to do there.
//!
//! A [`SpotFile`] tells chips seat by seat, as a program that follows a hand knows
//! them; it becomes a [`SpotSpec`](crate::SpotSpec) whose tree begins in the middle
//! of a street, and the [`OneReport`] is the first decision of the solution.

mod file;
mod report;

pub use file::{Discretization, SeatFile, SolverFile, SpotFile};
pub use report::{OneHandReport, OneReport};
