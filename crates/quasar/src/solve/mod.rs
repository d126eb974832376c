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
mod import;
mod job;
mod one;
mod report;
mod spot;
mod time;
mod toy;

pub use control::JobControl;
pub use error::SolveError;
pub use goal::{Ended, Goal};
pub use import::{
    ImportError, ImportFault, ImportFormat, ImportNote, ImportedSpot, parse_piosolver_range,
    piosolver_range,
};
pub use job::{Look, SolveJob, SolveProgress};
pub use one::{
    Discretization, MatrixFile, OneHandReport, OneReport, SeatFile, SeatRange, SolverFile, SpotFile,
};
pub use report::{DecisionReport, HandStrategyReport, MemoryReport, ToyReport};
pub use spot::{
    ActionName, ActionReport, BoardReport, BoardsError, BoardsMean, BoardsPlan, BoardsProgress,
    BoardsReport, BoardsSize, BoardsSpec, CardGame, ClassStrategyReport, FlopChoice,
    HandGroupReport, HandSort, LockError, LockedAction, MissingBoard, NodeFacts, NodeView,
    RunoutReport, SaveError, SaveReport, SaveSize, SaveStreetReport, SideFacts, SpotError,
    SpotHandReport, SpotJob, SpotLock, SpotMemory, SpotNodeReport, SpotPlan, SpotPlayerReport,
    SpotRangeReport, SpotReport, SpotSave, SpotSize, SpotSpec, TreeLineReport, WeightedFlop,
};
pub(crate) use spot::{decision_at, mean, name, put_in};
pub use time::{TimeError, parse_time};
pub use toy::{KnownValue, ToyGame, ToyJob, ToySpec};
