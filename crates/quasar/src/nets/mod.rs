//! Value networks: making training data, training, measuring, and their files.
//!
//! | step | spec | result |
//! |---|---|---|
//! | make samples | [`GenerateSpec`] | shards, one file each |
//! | train | [`TrainSpec`] | a [`Model`] |
//! | measure errors on held-out samples | [`EvalSpec`] | [`EvalReport`], a page |
//! | play held-out spots with it | [`SearchSpec`] | [`SearchRow`]s |
//!
//! Two networks ship with Quasar: [`Model::shipped`].

mod error;
mod eval;
mod generate;
mod model;
mod page;
mod search;
mod train;

pub use error::NetsError;
pub use eval::{ErrorRow, EvalReport, EvalSpec, Predictor};
pub use generate::{GenerateReport, GenerateSpec, ShardLine};
pub use model::{Model, ModelInfo};
pub use quasar_nets::data::{Betting, Deck, HeldOut, HeldOutSpot, Part, RangeKind, Sample, Shard};
pub use quasar_nets::range::train::{Epoch, Training};
pub use quasar_nets::range::{NetworkSpec, NetworkValues, Output, RangeNetwork};
pub use search::{SearchRow, SearchSpec, SearchSummary, SearchValues, summaries};
pub use train::{TrainEvent, TrainReport, TrainSpec};
