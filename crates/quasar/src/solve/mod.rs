//! Solving games: when to stop, how to watch, and what is reported.
//!
//! ```text
//! ToySpec ── job ──► SolveJob ── run or step, until the Goal ──► ToyReport
//!                       ▲
//!                  JobControl: pause, resume, cancel from any other thread
//! SpotSpec ── plan ──► SpotPlan ── job ──► SpotJob ── run ──► SpotReport
//!                                            └─ save ──► SpotSave
//! BoardsSpec ── plan ──► BoardsPlan ── run ──► a folder of saves ──► BoardsReport
//! ```
//!
//! The engine below knows neither clock nor goal; both are here. A
//! [`SolveJob`] drives any [`Solver`](quasar_solver::Solver) in the thread that
//! calls it. Its state as bytes is the solver's checkpoint.

mod control;
mod error;
mod goal;
mod job;
mod report;
mod spelling;
mod spot;
mod time;
mod toy;

pub use control::JobControl;
pub use error::SolveError;
pub use goal::{Ended, Goal};
pub use job::{SolveJob, SolveProgress};
pub use report::{DecisionReport, HandStrategyReport, MemoryReport, ToyReport};
pub use spot::{
    ActionReport, BoardReport, BoardsError, BoardsMean, BoardsPlan, BoardsProgress, BoardsReport,
    BoardsSize, BoardsSpec, ClassStrategyReport, FlopChoice, MissingBoard, NodeFacts, RunoutReport,
    SaveError, SaveReport, SaveSize, SaveStreetReport, SideFacts, SpotError, SpotHandReport,
    SpotJob, SpotNodeReport, SpotPlan, SpotPlayerReport, SpotRangeReport, SpotReport, SpotSave,
    SpotSize, SpotSpec, TreeLineReport, WeightedFlop,
};
pub use time::{TimeError, parse_time};
pub use toy::{KnownValue, ToyGame, ToyJob, ToySpec};
