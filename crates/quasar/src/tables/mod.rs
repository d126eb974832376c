//! Equity tables of flops: computed once and kept in a file.
//!
//! [`Engine::flop_tables`](crate::job::Engine::flop_tables) returns the tables of
//! given flops, from a file if it has them and by computing
//! otherwise. [`PrecomputeSpec`] makes the file. [`TablesFile`] reads
//! it. Flops that are equal up to suits share one table everywhere.

mod compute;
mod document;
mod error;
mod file;
mod find;
mod flops;
mod job;
mod precompute;
mod report;

pub use document::PrecomputeDocument;
pub use error::TablesError;
pub use file::{TablesFile, inspect_file};
pub use find::{FoundTables, TablesWarning};
pub use flops::{FlopReport, FlopsReport, flop_subset_report, flops};
pub use job::TablesOutline;
pub(crate) use job::run_job;
pub use precompute::{Precompute, PrecomputeJob, PrecomputeSpec};
pub use quasar_equity::{FlopTable, FlopTableError};
pub use report::{
    ClassEquityReport, FileReport, PrecomputeReport, TableEntryReport, TableGridReport, TableReport,
};

/// Where the file of equity tables is by default, from the current
/// folder.
pub const DEFAULT_TABLES: &str = "cache/equity_tables.bin";

const _: () = assert!(
    quasar_store::NUMERATORS == quasar_equity::FLOP_TABLE_ENTRIES,
    "a record holds a table"
);
