//! The values of flops at several stack depths: from the text of a spec to a
//! bundle on disk.
//!
//! | step | type |
//! |---|---|
//! | read and check the fields | [`PostflopSpec`] |
//! | solve, watch, stop, resume | [`JobSpec::Model`](crate::job::JobSpec::Model), [`PostflopSnapshot`] |
//! | what was done | [`PostflopReport`] |
//! | one hand through all of it | [`Engine::trace_hands`](crate::job::Engine::trace_hands), [`TraceReport`] |
//! | what is in a bundle | [`PostflopBundle`], [`BundleReport`] |

mod bundle;
mod document;
mod error;
mod job;
mod read;
mod report;
mod run;
mod spec;
mod trace;
mod watch;

pub use bundle::PostflopBundle;
pub use document::{
    PostflopDocument, PostflopPatch, Presets, PruningDocument, SamplingDocument, SolveTypes,
};
pub use error::PostflopError;
pub use read::ModelPreset;
pub(crate) use read::{pot_parts, read_boards, read_count, with_exponents};
pub use report::{
    AgainstReport, BundleReport, ClassValueReport, DepthReport, FlopValuesReport, PostflopReport,
    SolvedFlopReport,
};
pub(crate) use run::{memory, run_job};
pub use spec::{ModelFlops, PostflopSpec};
pub use trace::{
    TraceActionReport, TraceDecisionReport, TraceHandReport, TracePositionReport, TraceReport,
};
pub use watch::{FlopInFlight, PostflopSnapshot};
