//! Writing the solved flops of one stack depth, so that no interruption loses a
//! finished flop.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::error::{BundleError, BundleFault};
use super::layout::{self, HEADER, Header, MOST_FLOPS, RECORD, SolvedFlop, record_start};
use crate::{FileKind, ResultFile, make_folder};

/// A file of solved flops being written: records go to
/// `solve.bin.partial`, which is locked and is renamed at the end.
#[derive(Debug)]
pub struct SolveWriter {
    place: ResultFile,
    header: Header,
    /// Flops of an earlier run and of this one.
    flops: Vec<SolvedFlop>,
}

impl SolveWriter {
    /// Starts a file, or resumes an interrupted run with the same configuration.
    pub(super) fn open(
        target: &Path,
        spr: f64,
        fingerprint: u64,
    ) -> Result<SolveWriter, BundleError> {
        let header = Header { flops: 0, spr, fingerprint };
        make_folder(target.parent().unwrap_or(Path::new(".")))?;
        let place = ResultFile::resume(target, FileKind::SolvedFlops)?;
        let flops = read_partial(place.file(), header)
            .map_err(|fault| BundleError::new(place.partial(), fault))?;
        let writer = SolveWriter { place, header, flops };
        writer.begin().map_err(|fault| BundleError::new(writer.place.partial(), fault))?;
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
            let mut file = self.place.file();
            file.seek(SeekFrom::Start(record_start(flop) as u64))
                .and_then(|_| file.read_exact(&mut bytes))
                .map_err(BundleFault::system("read"))?;
            layout::read_record(&bytes, flop).map(|(_, values)| values)
        };
        read().map_err(|fault| BundleError::new(self.place.partial(), fault))
    }

    /// Reserves disk space for so many flops.
    pub fn reserve(&self, flops: usize) -> Result<(), BundleError> {
        Ok(self.place.reserve(layout::file_size(flops))?)
    }

    /// Adds a flop.
    pub fn append(&mut self, flop: SolvedFlop, values: &[f32]) -> Result<(), BundleError> {
        layout::write_record(&flop, values)
            .and_then(|bytes| self.write_at(record_start(self.flops.len()), &bytes))
            .map_err(|fault| BundleError::new(self.place.partial(), fault))?;
        self.flops.push(flop);
        Ok(())
    }

    /// Completes the file with the means over all flops and renames it.
    pub fn finish(mut self, means: &[f32], classes: [&[f32]; 2]) -> Result<(), BundleError> {
        let mut finish = || {
            let flops = self.flops.len();
            let summary = layout::write_summary(means, classes)?;
            self.write_at(record_start(flops), &summary)?;
            self.write_at(0, &layout::write_header(Header { flops, ..self.header }))?;
            Ok(self.place.put_in_place()?)
        };
        finish().map_err(|fault| BundleError::new(self.place.target(), fault))
    }

    /// Truncates the file after the last good record, and marks it as unfinished.
    fn begin(&self) -> Result<(), BundleFault> {
        self.place.set_len(record_start(self.flops.len()) as u64)?;
        self.write_at(0, &layout::write_header(self.header))
    }

    fn write_at(&self, offset: usize, bytes: &[u8]) -> Result<(), BundleFault> {
        Ok(self.place.write_at(offset as u64, bytes)?)
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
