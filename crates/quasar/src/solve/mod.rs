//! Solving games: when to stop, how to watch, and what is reported.
//!
//! ```text
//! ToySpec ── job ──► SolveJob ── run or step, until the Goal ──► ToyReport
//!                       ▲
//!                  JobControl: pause, resume, cancel from any other thread
//! SpotSpec ── plan ──► SpotPlan ── job ──► SpotJob ── run ──► SpotReport
//! ```
//!
//! The engine below knows neither clock nor goal; both are here. A
//! [`SolveJob`] drives any [`Solver`](quasar_solver::Solver) in the thread that
//! calls it. Its state as bytes is the solver's checkpoint.

mod control;
mod error;
mod goal;
mod job;
mod omaha;
mod one;
mod report;
mod spelling;
mod spot;
mod time;
mod toy;

pub use control::JobControl;
pub use error::SolveError;
pub use goal::{Ended, Goal};
pub use job::{SolveJob, SolveProgress};
pub use omaha::{
    OmahaGroupReport, OmahaHandReport, OmahaJob, OmahaNodeReport, OmahaPlan, OmahaReport,
    OmahaSort, OmahaView,
};
pub use one::{Discretization, OneHandReport, OneReport, SeatFile, SolverFile, SpotFile};
pub use report::{DecisionReport, HandStrategyReport, MemoryReport, ToyReport};
pub use spot::{
    ActionReport, ClassStrategyReport, SpotError, SpotHandReport, SpotJob, SpotNodeReport,
    SpotPlan, SpotPlayerReport, SpotReport, SpotSize, SpotSpec,
};
pub use time::{TimeError, parse_time};
pub use toy::{KnownValue, ToyGame, ToyJob, ToySpec};
