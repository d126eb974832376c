//! Finds the tables of given flops: in a file if it has them, otherwise by computing.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quasar_cards::{Board, canonical_flop_index, canonical_flops};
use quasar_equity::{FlopTable, FlopTableError};
use quasar_store::{Fault, StoreError};
use thiserror::Error;

use super::compute::compute_in_order;
use super::{DEFAULT_TABLES, TablesError, TablesFile};
use crate::job::{Control, Engine};

/// Tables and their sources.
#[derive(Debug)]
pub struct FoundTables {
    /// A table for each flop, in the requested order; flops that are equal up to
    /// suits share one.
    pub tables: Vec<Arc<FlopTable>>,
    /// The number of different tables read from the file.
    pub loaded: usize,
    /// The number of different tables computed.
    pub computed: usize,
    /// Why some of them were not read from the file.
    pub warnings: Vec<TablesWarning>,
}

/// Why tables were computed that a file should have had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablesWarning {
    /// The given file does not exist. A missing file at the default path
    /// is not a warning.
    #[error("{}: there is no such file; the equity tables are computed instead", path.display())]
    MissingFile {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be used.
    #[error("{0}; the equity tables are computed instead")]
    InvalidFile(StoreError),
    /// A table of the file cannot be used.
    #[error("{0}; the table is computed instead")]
    InvalidTable(TablesError),
    /// The file does not have them all.
    #[error("{}: no table for {missing} of {asked} flops; they are computed instead", path.display())]
    MissingFlops {
        /// The file.
        path: PathBuf,
        /// The number of missing flops.
        missing: usize,
        /// The number of different requested flops.
        asked: usize,
    },
}

impl Engine {
    /// The tables of these flops, in this order: from the file `path`, or that at
    /// [`DEFAULT_TABLES`], and computed if it does not have them. `control`
    /// counts the computed tables.
    pub fn flop_tables(
        &self,
        flops: &[Board],
        path: Option<&Path>,
        control: &Control,
    ) -> Result<FoundTables, TablesError> {
        let asked = distinct(flops)?;
        let mut warnings = Vec::new();
        let mut found = HashMap::new();
        if let Some(file) = open(path, &mut warnings) {
            load(&file, &asked, &mut found, &mut warnings);
        }
        let loaded = found.len();
        let missing: Vec<Board> =
            asked.into_iter().filter(|flop| !found.contains_key(flop)).collect();
        compute_in_order(self, &missing, control.progress(), |table| {
            found.insert(table.flop(), Arc::new(table));
            Ok(())
        })?;
        let table = |&flop| Ok(Arc::clone(&found[&canonical(flop)?]));
        let tables = flops.iter().map(table).collect::<Result<_, FlopTableError>>()?;
        Ok(FoundTables { tables, loaded, computed: missing.len(), warnings })
    }
}

/// The file, if it exists and is valid.
fn open(path: Option<&Path>, warnings: &mut Vec<TablesWarning>) -> Option<TablesFile> {
    match TablesFile::open(path.unwrap_or(Path::new(DEFAULT_TABLES))) {
        Ok(file) => Some(file),
        Err(error) => {
            match (error.fault(), path) {
                (Fault::Missing, None) => {}
                (Fault::Missing, Some(path)) => {
                    warnings.push(TablesWarning::MissingFile { path: path.to_owned() });
                }
                _ => warnings.push(TablesWarning::InvalidFile(error)),
            }
            None
        }
    }
}

/// Adds what the file has of these flops to `found`.
fn load(
    file: &TablesFile,
    asked: &[Board],
    found: &mut HashMap<Board, Arc<FlopTable>>,
    warnings: &mut Vec<TablesWarning>,
) {
    let mut missing = 0;
    for &flop in asked {
        match file.table(flop) {
            Ok(table) => {
                found.insert(flop, Arc::new(table));
            }
            Err(TablesError::NoTable { .. }) => missing += 1,
            Err(error) => warnings.push(TablesWarning::InvalidTable(error)),
        }
    }
    if missing > 0 {
        let path = file.path().to_owned();
        warnings.push(TablesWarning::MissingFlops { path, missing, asked: asked.len() });
    }
}

/// The canonical forms of these flops, each once, in the order of their first occurrence.
pub(super) fn distinct(flops: &[Board]) -> Result<Vec<Board>, FlopTableError> {
    let mut seen = HashSet::new();
    let mut distinct = Vec::new();
    for &flop in flops {
        let flop = canonical(flop)?;
        if seen.insert(flop) {
            distinct.push(flop);
        }
    }
    Ok(distinct)
}

/// The canonical form of a flop.
fn canonical(flop: Board) -> Result<Board, FlopTableError> {
    match canonical_flop_index(flop.set()) {
        Ok((number, _)) => Ok(canonical_flops()[number].board),
        Err(_) => Err(FlopTableError::NotAFlop(flop)),
    }
}
