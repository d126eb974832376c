//! Heads-up Hold'em before the flop: from the text of a spec to strategies.
//!
//! | step | type |
//! |---|---|
//! | read and check the fields | [`PreflopSolveSpec`] |
//! | solve, watch, stop, resume | [`PreflopJob`], [`PreflopProgress`] |
//! | play to the river in the same solve | [`StreetsOptions`], [`StreetsReport`] |
//! | alternate with exact solves of flops | [`ExactSpec`], [`ExactRound`] |
//! | the solution | [`PreflopReport`], [`PreflopNodeReport`], [`PushFoldReport`] |
//! | charts for people | [`ChartsReport`] |
//! | a bundle on disk | [`PreflopBundle`] |
//! | solved games that ship with Quasar | [`ShippedPreflop`] |
//! | four-card Omaha | [`OmahaPreflopSpec`], [`OmahaPreflopReport`], [`OmahaPreflopBundle`], [`Stacks`] |
//!
//! Chips are thousandths of a big blind, so values in chips are mbb.

mod bundle;
mod chart;
mod document;
mod error;
mod exact;
mod job;
mod lock;
mod node;
mod omaha;
mod push_fold;
mod read;
mod run;
mod shipped;
mod spec;
mod streets;

pub use bundle::PreflopBundle;
pub use chart::{ChartActionReport, ChartClassReport, ChartReport, ChartsReport};
pub use document::{
    ExactDocument, FlopLeaves, PotDocument, PreflopDocument, PreflopPatch, SizesByDepth,
    StreetsDealsDocument, StreetsDocument,
};
pub use error::PreflopSolveError;
pub use exact::{ExactPlan, ExactProgress, ExactRound, ExactSpec};
pub use job::{PreflopEvent, PreflopJob, PreflopProgress, PreflopReport};
pub use node::{PreflopActionReport, PreflopClassReport, PreflopNodeReport};
pub use omaha::{
    OmahaCategoryReport, OmahaPreflopBundle, OmahaPreflopDocument, OmahaPreflopNodeReport,
    OmahaPreflopReport, OmahaPreflopSpec, OmahaStacksReport, OmahaTree, OmahaTrees, Stacks,
    StacksError, stack_folder,
};
pub(crate) use omaha::{run_omaha, run_omaha_stacks};
pub use push_fold::{
    ClassFrequencyReport, PushFoldDocument, PushFoldOptions, PushFoldReport, push_fold,
};
pub(crate) use run::run_job;
pub use shipped::{ShippedPreflop, ShippedPreflopReport, ShippedPreflopsReport};
pub use spec::{FlopLeaf, PreflopSolveSpec};
pub use streets::{
    ClassDealtReport, StreetsCheckReport, StreetsLineReport, StreetsOptions, StreetsPlan,
    StreetsReport,
};
