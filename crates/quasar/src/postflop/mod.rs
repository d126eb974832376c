//! What flops are worth at several stack depths: from the text of a spec to a
//! bundle on disk.
//!
//! | step | type |
//! |---|---|
//! | read and check the fields | [`PostflopSpec`] |
//! | solve, watch, stop, go on | [`Engine::solve_postflop`](crate::Engine::solve_postflop), [`PostflopWatch`] |
//! | what was done | [`PostflopReport`] |
//! | one hand through all of it | [`Engine::trace_hands`](crate::Engine::trace_hands), [`TraceReport`] |
//! | what is in a bundle | [`PostflopBundle`], [`BundleReport`] |

mod bundle;
mod error;
mod job;
mod read;
mod report;
mod spec;
mod trace;
mod watch;

pub use bundle::PostflopBundle;
pub use error::PostflopError;
pub(crate) use read::read_boards;
pub use report::{
    AgainstReport, BundleReport, ClassValueReport, DepthReport, PostflopReport, SolvedFlopReport,
};
pub use spec::{ModelFlops, PostflopSpec};
pub use trace::{TraceDecisionReport, TraceHandReport, TracePositionReport, TraceReport};
pub use watch::{FlopInFlight, PostflopSnapshot, PostflopWatch};
