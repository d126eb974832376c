//! Reading the solved flops of one stack depth.

use std::path::{Path, PathBuf};

use super::error::{BundleError, BundleFault};
use super::layout::{self, Header, RECORD, SolvedFlop, Summary, record_start};
use crate::map::Bytes;

/// The solved flops of one stack-to-pot ratio, in a file that is mapped into
/// memory: nothing may change or truncate it in the meantime.
#[derive(Debug)]
pub struct SolveFile {
    path: PathBuf,
    bytes: Bytes,
    header: Header,
    flops: Vec<SolvedFlop>,
    summary: Summary,
}

impl SolveFile {
    /// The version that is written, and the newest that can be read.
    pub const VERSION: u32 = layout::VERSION;

    /// Opens a file and checks everything but the values of single flops.
    pub fn open(path: &Path) -> Result<SolveFile, BundleError> {
        let bytes = Bytes::open(path).map_err(|fault| BundleError::new(path, fault.into()))?;
        SolveFile::new(path, bytes)
    }

    /// The same for bytes that are in memory; `path` is for messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<SolveFile, BundleError> {
        SolveFile::new(path, Bytes::Owned(bytes))
    }

    fn new(path: &Path, bytes: Bytes) -> Result<SolveFile, BundleError> {
        match read(&bytes) {
            Ok((header, flops, summary)) => {
                bytes.read_ahead();
                Ok(SolveFile { path: path.to_owned(), bytes, header, flops, summary })
            }
            Err(fault) => Err(BundleError::new(path, fault)),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The stack-to-pot ratio.
    pub fn spr(&self) -> f64 {
        self.header.spr
    }

    /// A hash of the configuration that it was made with.
    pub fn fingerprint(&self) -> u64 {
        self.header.fingerprint
    }

    /// The flops, in the order of the file.
    pub fn flops(&self) -> &[SolvedFlop] {
        &self.flops
    }

    /// The values of a flop by its index: the fraction of the pot of each class out of
    /// position (row) against each in position (column).
    pub fn values(&self, flop: usize) -> Result<Vec<f32>, BundleError> {
        let place = flop.min(self.flops.len() - 1);
        let bytes = &self.bytes[record_start(place)..][..RECORD];
        match layout::read_record(bytes, place) {
            Ok((_, values)) => Ok(values),
            Err(fault) => Err(BundleError::new(&self.path, fault)),
        }
    }

    /// The means of the values over all flops; NaN where no flop leaves two
    /// classes.
    pub fn means(&self) -> &[f32] {
        &self.summary.0
    }

    /// The mean value of each class out of position and in position; NaN where no
    /// flop leaves it.
    pub fn class_means(&self) -> [&[f32]; 2] {
        [&self.summary.1[0], &self.summary.1[1]]
    }
}

/// Checks the header, the length, the records without their values, and the means.
fn read(bytes: &[u8]) -> Result<(Header, Vec<SolvedFlop>, Summary), BundleFault> {
    let header = layout::read_header(bytes)?;
    if header.flops == 0 {
        return Err(BundleFault::Unfinished);
    }
    let (found, expected) = (bytes.len() as u64, layout::file_size(header.flops));
    if found != expected {
        return Err(BundleFault::Size { found, expected });
    }
    let fact = |record| layout::read_facts(&bytes[record_start(record)..][..RECORD], record);
    let flops = (0..header.flops).map(fact).collect::<Result<Vec<_>, _>>()?;
    let summary = layout::read_summary(&bytes[record_start(header.flops)..])?;
    Ok((header, flops, summary))
}
