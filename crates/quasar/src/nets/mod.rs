//! Value networks: making training data, training, measuring, and their files.
//!
//! | step | spec | result |
//! |---|---|---|
//! | make samples | [`GenerateSpec`] | shards, one file each |
//! | train | [`TrainSpec`] | a [`Model`] |
//! | train the baseline | [`BucketTrainSpec`] | a [`BucketModel`] |
//! | measure errors on held-out samples | [`EvalSpec`] | [`EvalReport`], a page |
//! | play held-out spots with it | [`SearchSpec`] | [`SearchReport`] |
//! | self-play on Liar's Dice | [`RebelSpec`] | [`RebelReport`] |
//! | continual re-solving on Leduc | [`LeducSpec`] | [`LeducReport`] |
//!
//! Three networks ship with Quasar: [`Model::shipped`].

mod bucket_model;
mod error;
mod eval;
mod faults;
mod generate;
mod leduc;
mod model;
mod page;
mod rebel;
mod report;
mod search;
mod stored;
mod train;

pub use bucket_model::{BucketModel, BucketTrainSpec};
pub use error::NetsError;
pub use eval::{ErrorRow, EvalReport, EvalSpec, Predictor};
pub use faults::{ModelFault, PlanFault, ShardFault};
pub use generate::{GenerateReport, GenerateSpec, ShardLine};
pub use leduc::{LeducReport, LeducSpec, LeducValues};
pub use model::{Model, ModelInfo};
pub use quasar_nets::belief::{Beliefs, SearchSettings, SelfPlaySettings};
pub use quasar_nets::classic::BucketGame;
pub use quasar_nets::classic::train::BucketTraining;
pub use quasar_nets::data::{
    Betting, Deck, HeldOut, HeldOutSpot, RangeKind, RangeSource, Sample, SampleSplit, Shard,
};
pub use quasar_nets::net::Schedule;
pub use quasar_nets::range::train::{Epoch, Training};
pub use quasar_nets::range::{NetworkSpec, NetworkValues, Output, RangeNetwork};
pub use quasar_nets::resolve::{LeducTraining, ResolveSettings, ValueErrors};
pub use rebel::{RebelEvent, RebelReport, RebelSpec};
pub use report::NetworkReport;
pub use search::{SearchReport, SearchRow, SearchSpec, SearchSummary, SearchValues};
pub use train::{TrainEvent, TrainReport, TrainSpec};
