//! Heads-up four-card Omaha before the flop: all-in or fold, or pot-sized raises.
//!
//! Every hand plays for itself (16,432 classes up to suits), and hands that are not folded are
//! shown down on five more cards. That is exact for all-in or fold; a call with chips behind
//! is worth its check-down equity. The exploitability is measured over all boards. Several
//! stacks are solved together from the same boards.

mod bundle;
mod categories;
mod report;
mod run;
mod spec;
mod stacks;
mod steps;

pub use bundle::OmahaPreflopBundle;
pub use report::{OmahaCategoryReport, OmahaPreflopNodeReport, OmahaPreflopReport};
pub(crate) use run::{run_job as run_omaha, run_stacks as run_omaha_stacks};
pub use spec::{OmahaPreflopDocument, OmahaPreflopSpec, OmahaTree, OmahaTrees};
pub use stacks::{OmahaStacksReport, Stacks, StacksError, stack_folder};
