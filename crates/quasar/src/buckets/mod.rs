//! Buckets of Omaha hands: make them, keep them in a file, compare them and play with them.
//!
//! | step | type |
//! |---|---|
//! | which buckets | [`BucketsSpec`] |
//! | the buckets themselves, in memory or in a file | [`Buckets`], shown as a [`BucketsReport`] |
//! | which bucket a hand is in, what a range weighs in each | [`Buckets::hand`], [`Buckets::weights`] |
//! | how often they beat each other | [`Buckets::matrix`], shown as a [`MatrixReport`] |
//! | a river played with them | [`BucketSpot`] |
//! | the value of that, hand by hand | [`LiftedStrategy`] |
//! | all of this for a spec with buckets | [`AbstractedJob`], shown as an [`AbstractedReport`] |

mod abstracted;
mod decision;
mod document;
mod error;
mod file;
mod lookup;
mod report;
mod rivers;
mod run;
mod solve;
mod spec;

pub use abstracted::{
    AbstractedJob, AbstractedReport, AbstractionSpec, BucketNodeReport, BucketStrategyReport,
};
pub(crate) use decision::BucketDecision;
pub use document::{AbstractionDocument, BucketsDocument, RiverBucketsDocument};
pub(crate) use document::{
    BY_HAND_ITERATIONS, default_by_hand, default_check, read_rivers, write_rivers,
};
pub use error::BucketsError;
pub use file::read_matrix;
pub use lookup::{BucketWeightsReport, HandBucketReport};
pub use quasar_abstraction::{EquityMatrix, FeatureSet, KMeans};
pub use report::{BucketReport, BucketsReport, FeatureReport, MatrixReport};
pub(crate) use rivers::RiverMerger;
pub(crate) use run::{run_job, run_matrix, run_spot};
pub use solve::{BucketSpot, LiftedStrategy};
pub use spec::{Buckets, BucketsSpec};
