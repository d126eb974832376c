//! Errors of value networks.

use std::path::PathBuf;

use quasar_nets::classic::ClassicError;
use quasar_nets::data::{DataError, SampleFault, SampleSplit};
use quasar_nets::limit::LimitError;
use quasar_nets::measure::MeasureError;
use quasar_nets::net::NetError;
use quasar_nets::range::{BoardError, FEATURE_VERSION};
use quasar_solver::{LeafError, SolverError};
use quasar_store::StoreError;
use thiserror::Error;

use super::faults::{ModelFault, PlanFault};
use crate::job::EngineError;

/// Why samples or networks could not be made, read or measured.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetsError {
    /// Samples that cannot be made.
    #[error(transparent)]
    Data(DataError),
    /// A file that is damaged, foreign, or cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A network that cannot be made or filled.
    #[error(transparent)]
    Net(#[from] NetError),
    /// Features that cannot be computed.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A packed query that cannot be made.
    #[error(transparent)]
    Classic(#[from] ClassicError),
    /// A sweep that failed.
    #[error(transparent)]
    Leaf(#[from] LeafError),
    /// A spot that cannot be measured.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A game that cannot be cut.
    #[error(transparent)]
    Limit(LimitError),
    /// A game that cannot be searched.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// Threads that cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A folder that cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A sample that cannot be read.
    #[error("{}: sample {number}: {fault}", path.display())]
    Sample {
        /// The file.
        path: PathBuf,
        /// Its number, from 0.
        number: usize,
        /// What is wrong.
        fault: SampleFault,
    },
    /// A file of tensors that is not a network of ours.
    #[error("{}: {fault}", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: ModelFault,
    },
    /// Features of another version.
    #[error(
        "{}: made for version {found} of the range features; this program reads versions up to {FEATURE_VERSION}. Train it again",
        path.display()
    )]
    FeatureVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: String,
    },
    /// Nothing to learn or to measure.
    #[error("{}: no {what} samples of the {street}", path.display())]
    NoSamples {
        /// The folder.
        path: PathBuf,
        /// Training or held-out.
        what: &'static str,
        /// The street.
        street: String,
    },
    /// Nothing for a bucket network to learn or to value.
    #[error("{}: no {} samples of {game} for the bucket network", path.display(), part.name())]
    NoBucketSamples {
        /// The folder.
        path: PathBuf,
        /// Training or held-out.
        part: SampleSplit,
        /// The game of the network.
        game: String,
    },
    /// A plan without the shard, or a shard that is not described as it should be.
    #[error("{}: {fault}", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: PlanFault,
    },
    /// Values by buckets without a bucket network.
    #[error("no bucket network was given for the leaf values; train one with --head buckets")]
    NoBuckets,
    /// Cancelled work that can be resumed.
    #[error("stopped; repeat the command to resume")]
    Stopped,
    /// Cancelled work that begins anew next time.
    #[error("stopped; nothing was kept")]
    Cancelled,
}

impl From<DataError> for NetsError {
    /// Shards that are written are kept, so a run of them can be resumed.
    fn from(error: DataError) -> NetsError {
        match error {
            DataError::Cancelled => NetsError::Stopped,
            other => NetsError::Data(other),
        }
    }
}

impl From<LimitError> for NetsError {
    fn from(error: LimitError) -> NetsError {
        match error {
            LimitError::Stopped => NetsError::Cancelled,
            other => NetsError::Limit(other),
        }
    }
}

impl NetsError {
    /// Whether the input is at fault, and not the work.
    pub fn is_input(&self) -> bool {
        match self {
            NetsError::Store(error) => error.is_input(),
            NetsError::Leaf(_) => false,
            _ => !self.is_stopped(),
        }
    }

    /// Whether the work was cancelled.
    pub fn is_stopped(&self) -> bool {
        matches!(self, NetsError::Stopped | NetsError::Cancelled)
    }
}
