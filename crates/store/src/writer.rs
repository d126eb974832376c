//! Writing equity tables, so that no interruption loses a file or a finished
//! table.
//!
//! Tables go to `<file>.partial` as they come. The last step appends the index,
//! fills in the header, syncs, and renames; only then is the old file replaced.
//! A later run finds the partial file and continues after its last good record.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quasar_cards::{Board, canonical_flop_index, canonical_flops};

use crate::layout::{self, HEADER, RECORD, record_start};
use crate::lock::open_locked;
use crate::reader::Records;
use crate::{EquityTables, Fault, StoreError};

/// A file of equity tables that is being written.
///
/// Holds a lock on the partial file. Dropped unfinished, it leaves that file for
/// the next run, unless it has no tables.
#[derive(Debug)]
pub struct EquityTablesWriter {
    target: PathBuf,
    partial: PathBuf,
    file: File,
    flops: Vec<Board>,
    records: Records,
    record: Box<[u8; RECORD]>,
}

impl EquityTablesWriter {
    /// Begins to write the file `path`, or continues where an interrupted run
    /// stopped. Makes the folder if it is missing, and follows links.
    pub fn open(path: &Path) -> Result<EquityTablesWriter, StoreError> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let partial = partial_path(&target);
        prepare(&target).map_err(|fault| StoreError::new(&target, fault))?;
        let file = match open_locked(&partial) {
            Err(Fault::Locked) => Err(StoreError::new(&target, Fault::Locked)),
            other => other.map_err(|fault| StoreError::new(&partial, fault)),
        }?;
        let mut record = Box::new([0; RECORD]);
        let (flops, records) =
            read_partial(&file, &mut record).map_err(|fault| StoreError::new(&partial, fault))?;
        let writer = EquityTablesWriter { target, partial, file, flops, records, record };
        writer.begin().map_err(|fault| StoreError::new(&writer.partial, fault))?;
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

    /// Forgets everything written so far.
    pub fn clear(&mut self) -> Result<(), StoreError> {
        self.flops.clear();
        self.records = Records::new();
        self.begin().map_err(|fault| StoreError::new(&self.partial, fault))
    }

    /// Adds the table of a flop, given in any suits; it must not be there yet.
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

    /// Adds all tables of another file that are not there yet.
    pub fn copy(&mut self, tables: &EquityTables) -> Result<(), StoreError> {
        for (record, &flop) in tables.flops().iter().enumerate() {
            if !self.contains(flop) {
                self.record.copy_from_slice(tables.record(record)?);
                self.push(flop).map_err(|fault| self.error(fault))?;
            }
        }
        Ok(())
    }

    /// Completes the file and puts it in its place; returns its size.
    pub fn finish(mut self) -> Result<u64, StoreError> {
        self.complete().map_err(|fault| self.error(fault))?;
        Ok(layout::file_size(self.flops.len()))
    }

    fn error(&self, fault: Fault) -> StoreError {
        StoreError::new(&self.target, fault)
    }

    /// Cuts the file after the last good record, and marks it unfinished.
    fn begin(&self) -> Result<(), Fault> {
        let end = record_start(self.flops.len()) as u64;
        self.file.set_len(end).map_err(Fault::system("write"))?;
        self.write_at(0, &layout::header(0))
    }

    /// Writes the record in the buffer behind the others.
    fn push(&mut self, flop: Board) -> Result<(), Fault> {
        let record = self.flops.len();
        self.write_at(record_start(record) as u64, &*self.record)?;
        self.records.insert(flop, record);
        self.flops.push(flop);
        Ok(())
    }

    fn complete(&mut self) -> Result<(), Fault> {
        let flops = self.flops.len();
        if flops == 0 {
            return Err(Fault::NoTables);
        }
        self.write_at(record_start(flops) as u64, &layout::index(&self.flops))?;
        self.write_at(0, &layout::header(flops))?;
        if let Ok(old) = fs::metadata(&self.target) {
            self.file.set_permissions(old.permissions()).map_err(Fault::system("write"))?;
        }
        self.file.sync_all().map_err(Fault::system("sync"))?;
        fs::rename(&self.partial, &self.target).map_err(Fault::system("replace"))?;
        sync_folder(&self.target).map_err(Fault::system("sync the folder of"))
    }

    /// Writes at a place of its own, so that a write that failed half-way is
    /// written over by the next.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<(), Fault> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))
            .and_then(|_| file.write_all(bytes))
            .map_err(Fault::system("write"))
    }
}

impl Drop for EquityTablesWriter {
    fn drop(&mut self) {
        // Only a file that was never finished has no tables, so the name is
        // still ours; a file that cannot be removed does no harm.
        if self.flops.is_empty() {
            let _ = fs::remove_file(&self.partial);
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
        // Somebody else's file, not to be overwritten.
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

/// Checks that the target can be a file, and makes its folder.
fn prepare(target: &Path) -> Result<(), Fault> {
    if target.file_name().is_none() || fs::metadata(target).is_ok_and(|found| !found.is_file()) {
        return Err(Fault::NotAFile);
    }
    let folder = folder_of(target);
    fs::create_dir_all(folder)
        .map_err(|source| Fault::System { action: "make the folder of", source })
}

fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes a renaming last. Other systems than Unix cannot open a folder for it.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder_of(path))?.sync_all() } else { Ok(()) }
}
