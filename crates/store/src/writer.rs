//! Writing equity tables, so that no interruption loses a file or a finished
//! table.
//!
//! Tables are appended to `<file>.partial`. The last step appends the index,
//! fills in the header, syncs, and renames; only then is the old file replaced.
//! A later run finds the partial file and resumes after its last good record.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use quasar_cards::{Board, canonical_flop_index, canonical_flops};

use crate::layout::{self, HEADER, RECORD, record_start};
use crate::reader::Records;
use crate::{EquityTables, Fault, FileKind, ResultFile, StoreError};

/// A file of equity tables being written.
///
/// Holds a lock on the partial file. Dropped unfinished, it leaves that file for
/// the next run, unless it has no tables.
#[derive(Debug)]
pub struct EquityTablesWriter {
    place: ResultFile,
    flops: Vec<Board>,
    records: Records,
    record: Box<[u8; RECORD]>,
}

impl EquityTablesWriter {
    /// Starts to write the file `path`, or resumes an interrupted run.
    /// Follows links, and only ever replaces a file of equity tables.
    pub fn open(path: &Path) -> Result<EquityTablesWriter, StoreError> {
        let place = ResultFile::resume(path, FileKind::EquityTables)?;
        let mut record = Box::new([0; RECORD]);
        let (flops, records) = read_partial(place.file(), &mut record)
            .map_err(|fault| StoreError::new(place.partial(), fault))?;
        let writer = EquityTablesWriter { place, flops, records, record };
        writer.begin()?;
        Ok(writer)
    }

    /// The flops written so far, canonical, in the order of the file.
    pub fn flops(&self) -> &[Board] {
        &self.flops
    }

    /// Whether the table of this flop is written, whatever its suits.
    pub fn contains(&self, flop: Board) -> bool {
        self.records.find(flop).is_some()
    }

    /// Reserves disk space for the tables of so many flops.
    pub fn reserve(&self, flops: usize) -> Result<(), StoreError> {
        self.place.reserve(layout::file_size(flops))
    }

    /// Discards everything written so far.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        self.flops.clear();
        self.records = Records::new();
        self.begin()
    }

    /// Adds the table of a flop, given in any suits; the file must not have it yet.
    pub fn append(&mut self, flop: Board, numerators: &[u32]) -> Result<(), StoreError> {
        let flop = match canonical_flop_index(flop.set()) {
            Ok((number, _)) => canonical_flops()[number].board,
            Err(_) => return Err(self.error(Fault::NotAFlop { board: flop })),
        };
        if self.contains(flop) {
            return Err(self.error(Fault::DuplicateFlop { flop }));
        }
        layout::write_record(flop, numerators, &mut self.record)
            .and_then(|()| self.push(flop))
            .map_err(|fault| self.error(fault))
    }

    /// Adds all tables of another file that this one does not have yet.
    pub fn copy(&mut self, tables: &EquityTables) -> Result<(), StoreError> {
        for (record, &flop) in tables.flops().iter().enumerate() {
            if !self.contains(flop) {
                self.record.copy_from_slice(tables.record(record)?);
                self.push(flop).map_err(|fault| self.error(fault))?;
            }
        }
        Ok(())
    }

    /// Completes the file and renames it to its final path; returns its size.
    pub fn finish(mut self) -> Result<u64, StoreError> {
        self.complete().map_err(|fault| self.error(fault))?;
        Ok(layout::file_size(self.flops.len()))
    }

    fn error(&self, fault: Fault) -> StoreError {
        StoreError::new(self.place.target(), fault)
    }

    /// Truncates the file after the last good record, and marks it as unfinished.
    fn begin(&self) -> Result<(), StoreError> {
        self.place
            .set_len(record_start(self.flops.len()) as u64)
            .and_then(|()| self.place.write_at(0, &layout::header(0)))
            .map_err(|fault| StoreError::new(self.place.partial(), fault))
    }

    /// Appends the record in the buffer.
    fn push(&mut self, flop: Board) -> Result<(), Fault> {
        let record = self.flops.len();
        self.place.write_at(record_start(record) as u64, &*self.record)?;
        self.records.insert(flop, record);
        self.flops.push(flop);
        Ok(())
    }

    fn complete(&mut self) -> Result<(), Fault> {
        let flops = self.flops.len();
        if flops == 0 {
            return Err(Fault::NoTables);
        }
        self.place.write_at(record_start(flops) as u64, &layout::index(&self.flops))?;
        self.place.write_at(0, &layout::header(flops))?;
        self.place.put_in_place()
    }
}

impl Drop for EquityTablesWriter {
    fn drop(&mut self) {
        // Only a file that was never finished has no tables, so the name is
        // still ours.
        if self.flops.is_empty() {
            self.place.discard_when_dropped();
        }
    }
}

/// The good records that an earlier run left, up to the first bad one.
fn read_partial(
    mut file: &File,
    buffer: &mut [u8; RECORD],
) -> Result<(Vec<Board>, Records), Fault> {
    let metadata = file.metadata().map_err(Fault::system("read"))?;
    if !metadata.is_file() {
        return Err(Fault::NotAFile);
    }
    let (mut flops, mut records) = (Vec::new(), Records::new());
    let mut header = Vec::with_capacity(HEADER);
    file.take(HEADER as u64).read_to_end(&mut header).map_err(Fault::system("read"))?;
    match layout::read_header(&header, metadata.len()) {
        Ok(_) => {}
        // A foreign file, which must not be overwritten.
        Err(fault @ (Fault::WrongMagic { .. } | Fault::NewerVersion { .. })) => return Err(fault),
        Err(_) => return Ok((flops, records)),
    }
    while flops.len() < layout::MOST_FLOPS {
        match file.read_exact(buffer) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(Fault::system("read")(error)),
        }
        match layout::check_record(buffer, flops.len()) {
            Ok(flop) if records.insert(flop, flops.len()) => flops.push(flop),
            _ => break,
        }
    }
    Ok((flops, records))
}
