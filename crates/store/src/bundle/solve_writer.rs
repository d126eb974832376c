//! Writing the solved flops of one stack depth, so that no interruption loses a
//! finished flop.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use super::layout::{self, HEADER, Header, MOST_FLOPS, RECORD, SolvedFlop, record_start};
use crate::Fault;
use crate::lock::open_locked;

/// A file of solved flops that is being written: records go to
/// `solve.bin.partial`, which is locked, and is renamed at the end.
#[derive(Debug)]
pub struct SolveWriter {
    target: PathBuf,
    partial: PathBuf,
    file: File,
    header: Header,
    /// Flops of an earlier run and of this one.
    flops: Vec<SolvedFlop>,
}

impl SolveWriter {
    /// Begins a file, or continues where a run with the same configuration
    /// stopped.
    pub(super) fn open(
        target: &Path,
        spr: f64,
        fingerprint: u64,
    ) -> Result<SolveWriter, BundleError> {
        let mut partial = target.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let header = Header { flops: 0, spr, fingerprint };
        let open = || {
            if let Some(folder) = target.parent() {
                fs::create_dir_all(folder).map_err(BundleFault::system("make the folder of"))?;
            }
            let file = open_locked(&partial).map_err(|fault| match fault {
                Fault::Locked => BundleFault::Locked,
                Fault::System { action, source } => BundleFault::System { action, source },
                _ => BundleFault::Missing,
            })?;
            let flops = read_partial(&file, header)?;
            Ok((file, flops))
        };
        let (file, flops) = open().map_err(|fault| BundleError::new(&partial, fault))?;
        let writer = SolveWriter { target: target.to_owned(), partial, file, header, flops };
        writer.begin().map_err(|fault| BundleError::new(&writer.partial, fault))?;
        Ok(writer)
    }

    /// The flops written so far, in order.
    pub fn flops(&self) -> &[SolvedFlop] {
        &self.flops
    }

    /// The values of a flop that was written.
    pub fn values(&self, flop: usize) -> Result<Vec<f32>, BundleError> {
        let read = || {
            let mut bytes = vec![0; RECORD];
            let mut file = &self.file;
            file.seek(SeekFrom::Start(record_start(flop) as u64))
                .and_then(|_| file.read_exact(&mut bytes))
                .map_err(BundleFault::system("read"))?;
            layout::read_record(&bytes, flop).map(|(_, values)| values)
        };
        read().map_err(|fault| BundleError::new(&self.partial, fault))
    }

    /// Adds a flop.
    pub fn append(&mut self, flop: SolvedFlop, values: &[f32]) -> Result<(), BundleError> {
        layout::write_record(&flop, values)
            .and_then(|bytes| self.write_at(record_start(self.flops.len()), &bytes))
            .map_err(|fault| BundleError::new(&self.partial, fault))?;
        self.flops.push(flop);
        Ok(())
    }

    /// Completes the file with the means over all flops and puts it in its place.
    pub fn finish(self, means: &[f32], classes: [&[f32]; 2]) -> Result<(), BundleError> {
        let finish = || {
            let flops = self.flops.len();
            let summary = layout::write_summary(means, classes)?;
            self.write_at(record_start(flops), &summary)?;
            self.write_at(0, &layout::write_header(Header { flops, ..self.header }))?;
            self.file.sync_all().map_err(BundleFault::system("sync"))?;
            fs::rename(&self.partial, &self.target).map_err(BundleFault::system("replace"))
        };
        finish().map_err(|fault| BundleError::new(&self.target, fault))
    }

    /// Cuts the file after the last good record, and marks it unfinished.
    fn begin(&self) -> Result<(), BundleFault> {
        let end = record_start(self.flops.len()) as u64;
        self.file.set_len(end).map_err(BundleFault::system("write"))?;
        self.write_at(0, &layout::write_header(self.header))
    }

    fn write_at(&self, offset: usize, bytes: &[u8]) -> Result<(), BundleFault> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset as u64))
            .and_then(|_| file.write_all(bytes))
            .map_err(BundleFault::system("write"))
    }
}

/// The good flops that an earlier run with the same header left.
fn read_partial(mut file: &File, header: Header) -> Result<Vec<SolvedFlop>, BundleFault> {
    let mut bytes = vec![0; HEADER];
    if file.read_exact(&mut bytes).is_err() {
        return Ok(Vec::new());
    }
    match layout::read_header(&bytes) {
        Ok(found) if found.spr == header.spr && found.fingerprint == header.fingerprint => {}
        Err(fault @ BundleFault::NewerVersion { .. }) => return Err(fault),
        _ => return Ok(Vec::new()),
    }
    let mut flops = Vec::new();
    let mut record = vec![0; RECORD];
    while flops.len() < MOST_FLOPS && file.read_exact(&mut record).is_ok() {
        match layout::read_record(&record, flops.len()) {
            Ok((flop, _)) => flops.push(flop),
            Err(_) => break,
        }
    }
    Ok(flops)
}
