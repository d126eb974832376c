//! Reading equity tables.
//!
//! Opening maps the file and checks header, length and index: microseconds, no
//! matter how many tables there are. A table is checked and unpacked when it is
//! requested.

use std::path::{Path, PathBuf};

use quasar_cards::{Board, canonical_flop_index};

use crate::layout::{self, MOST_FLOPS, RECORD, record_start};
use crate::map::Bytes;
use crate::{Fault, StoreError};

/// Equity tables in a file, by flop.
///
/// A flop may be given in any suits. A table is [`NUMERATORS`](crate::NUMERATORS) whole
/// numbers; this crate does not know their meaning.
///
/// The file is mapped into memory: nothing may change or truncate it in the meantime;
/// replacing it by renaming is fine.
#[derive(Debug)]
pub struct EquityTables {
    path: PathBuf,
    bytes: Bytes,
    flops: Vec<Board>,
    records: Records,
}

impl EquityTables {
    /// The version that is written, and the newest that can be read.
    pub const VERSION: u32 = layout::VERSION;

    /// Opens a file and checks everything but the tables themselves.
    pub fn open(path: &Path) -> Result<EquityTables, StoreError> {
        let bytes = Bytes::open(path).map_err(|fault| StoreError::new(path, fault))?;
        EquityTables::new(path, bytes)
    }

    /// The same for bytes that are in memory; `path` is for messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<EquityTables, StoreError> {
        EquityTables::new(path, Bytes::Owned(bytes))
    }

    fn new(path: &Path, bytes: Bytes) -> Result<EquityTables, StoreError> {
        match read_flops(&bytes) {
            Ok((flops, records)) => {
                bytes.read_ahead();
                Ok(EquityTables { path: path.to_owned(), bytes, flops, records })
            }
            Err(fault) => Err(StoreError::new(path, fault)),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The flops that have a table, canonical, in the order of the file.
    pub fn flops(&self) -> &[Board] {
        &self.flops
    }

    /// Whether there is a table for this flop, whatever its suits.
    pub fn contains(&self, flop: Board) -> bool {
        self.records.find(flop).is_some()
    }

    /// The numerators of a flop's table; `None` if the file does not have it.
    pub fn table(&self, flop: Board) -> Result<Option<Vec<u32>>, StoreError> {
        match self.records.find(flop) {
            Some(record) => Ok(Some(layout::unpack(self.record(record)?))),
            None => Ok(None),
        }
    }

    /// Checks every table, in the order of the file, as the iterator proceeds.
    pub fn verify(&self) -> impl ExactSizeIterator<Item = Result<(), StoreError>> {
        (0..self.flops.len()).map(|record| self.record(record).map(drop))
    }

    /// The bytes of a record, checked.
    pub(crate) fn record(&self, record: usize) -> Result<&[u8], StoreError> {
        let start = record_start(record);
        let bytes = &self.bytes[start..start + RECORD];
        let indexed = self.flops[record];
        match layout::check_record(bytes, record) {
            Ok(found) if found == indexed => Ok(bytes),
            Ok(found) => Err(Fault::WrongRecord { record, indexed, found }),
            Err(fault) => Err(fault),
        }
        .map_err(|fault| StoreError::new(&self.path, fault))
    }
}

/// Checks the header, the length and the index.
fn read_flops(bytes: &[u8]) -> Result<(Vec<Board>, Records), Fault> {
    let count = layout::read_header(bytes, bytes.len() as u64)?;
    if count == 0 {
        return Err(Fault::Unfinished);
    }
    let (found, expected) = (bytes.len() as u64, layout::file_size(count));
    if found < expected {
        return Err(Fault::Truncated { found, expected });
    }
    if found > expected {
        return Err(Fault::TrailingBytes { found, expected });
    }
    let flops = layout::read_index(&bytes[record_start(count)..])?;
    let mut records = Records::new();
    match flops.iter().enumerate().find(|(record, flop)| !records.insert(**flop, *record)) {
        Some((_, &flop)) => Err(Fault::DuplicateFlop { flop }),
        None => Ok((flops, records)),
    }
}

/// The record of every flop.
#[derive(Debug)]
pub(crate) struct Records(Vec<Option<u16>>);

impl Records {
    pub(crate) fn new() -> Records {
        Records(vec![None; MOST_FLOPS])
    }

    /// The record of a flop, whatever its suits.
    pub(crate) fn find(&self, flop: Board) -> Option<usize> {
        let (number, _) = canonical_flop_index(flop.set()).ok()?;
        self.0[number].map(usize::from)
    }

    /// Sets the record of a flop; false if it already has one.
    pub(crate) fn insert(&mut self, flop: Board, record: usize) -> bool {
        match canonical_flop_index(flop.set()) {
            Ok((number, _)) if self.0[number].is_none() => {
                self.0[number] = Some(record as u16);
                true
            }
            _ => false,
        }
    }
}
