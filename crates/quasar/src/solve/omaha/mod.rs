//! Spots of Omaha on turns and rivers: solved exactly, shown by kinds of hands.
//!
//! A [`SpotSpec`] whose `game` is `plo4` or `plo5` is planned as an [`OmahaPlan`]
//! instead of a `SpotPlan`; everything else about it is the same. Four cards do
//! not fit a 13 x 13 grid: the report of a decision groups hands by what they have
//! made, by suits, by draws and by blockers ([`OmahaGroupReport`]), and shows single
//! hands where asked to.

mod groups;
mod job;
mod line;
mod report;

pub use job::{OmahaJob, OmahaPlan};
pub use report::{
    OmahaGroupReport, OmahaHandReport, OmahaNodeReport, OmahaReport, OmahaSort, OmahaView,
};
