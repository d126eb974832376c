//! One decision as a file: the state of a hand in JSON, and what to do there.
//!
//! A [`SpotFile`] has the chips seat by seat, as a program that follows a hand knows
//! them. It becomes a [`SpotSpec`](crate::spot::SpotSpec) whose tree begins in the middle
//! of a street, and the [`OneReport`] is the first decision of the solution. Players
//! may also hold buckets of hands, with a matrix of their equities against each other.

mod buckets;
mod document;
mod file;
mod read;
mod report;

pub use buckets::MatrixFile;
pub use document::{DecisionDocument, GridDocument, SeatDocument, SeatText, SolverDocument};
pub use file::{SeatRange, SpotFile};
pub(crate) use report::run_job;
pub use report::{OneHandReport, OneReport};
