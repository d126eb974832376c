//! Decisions of saved spots as JSON, CSV and Parquet, and the tables of runs over many flops,
//! for all front ends that write files.
//!
//! JSON has the report of each decision, including equities. CSV and Parquet have a row for
//! each line, hand and action, and are written in parts, so that whole streets need little
//! memory. `docs/FORMATS.md` has the columns. [`DataColumn`] and what goes with it writes
//! any other table.

#![forbid(unsafe_code)]

mod boards;
mod data;
mod decisions;

use std::io;
use std::path::PathBuf;

use quasar::files::StoreError;
use quasar::spot::{SaveError, SpotError};
use thiserror::Error;

pub use boards::{MEAN, boards_columns, write_boards};
pub use data::{DataColumn, ParquetFile, Values, csv_heading, csv_rows};
pub use decisions::{Decisions, street_lines};

/// Why something was not exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A decision that the save does not have, or cannot be read; or it was cancelled.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A decision that cannot be reported.
    #[error(transparent)]
    Spot(#[from] SpotError),
    /// A street that the spot does not have.
    #[error("this spot has no {0}")]
    NoStreet(&'static str),
    /// The output cannot be written.
    #[error("cannot write the export: {0}")]
    Output(#[from] io::Error),
    /// A file that cannot be replaced.
    #[error(transparent)]
    File(#[from] StoreError),
    /// A file that cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: io::Error,
    },
}
