//! Reading checkpoints.

use std::path::{Path, PathBuf};

use super::CheckpointHeader;
use super::layout::{self, VERSION};
use crate::digest::hexadecimal;
use crate::map::Bytes;
use crate::sealed::{CHECKSUM, is_sealed};
use crate::{Fault, Section, StoreError};

/// An open checkpoint.
///
/// The file is mapped into memory: nothing may change or truncate it in the meantime;
/// replacing it by renaming is fine.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    bytes: Bytes,
    header: CheckpointHeader,
    /// Where the state begins.
    state: usize,
}

impl Checkpoint {
    /// The version that is written, and the newest that can be read.
    pub const VERSION: u32 = VERSION;

    /// Opens a file and checks everything but the state.
    pub fn open(path: &Path) -> Result<Checkpoint, StoreError> {
        let bytes = Bytes::open(path).map_err(|fault| StoreError::new(path, fault))?;
        Checkpoint::new(path, bytes)
    }

    /// The same for bytes that are in memory; `path` is for messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Checkpoint, StoreError> {
        Checkpoint::new(path, Bytes::Owned(bytes))
    }

    fn new(path: &Path, bytes: Bytes) -> Result<Checkpoint, StoreError> {
        match layout::from_bytes(&bytes) {
            Ok((header, state)) => {
                bytes.read_ahead();
                Ok(Checkpoint { path: path.to_owned(), bytes, header, state })
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

    /// Its header.
    pub fn header(&self) -> &CheckpointHeader {
        &self.header
    }

    /// The hash of its spec in hexadecimal: the first 128 bits of the SHA-256 of the
    /// text.
    pub fn spec_hash(&self) -> String {
        hexadecimal(&layout::spec_hash(&self.header.spec))
    }

    /// The state of the solver; reads and checks all of it.
    pub fn state(&self) -> Result<&[u8], StoreError> {
        let bytes = &self.bytes[self.state..];
        if is_sealed(bytes) {
            return Ok(&bytes[..bytes.len() - CHECKSUM]);
        }
        Err(StoreError::new(&self.path, Fault::Checksum { section: Section::State }))
    }
}
