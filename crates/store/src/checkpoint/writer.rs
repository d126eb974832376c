//! Writing checkpoints.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::{Checkpoint, CheckpointHeader, layout};
use crate::sealed::CHECKSUM;
use crate::{Fault, FileKind, ResultFile, StoreError};

impl Checkpoint {
    /// Claims the path of a checkpoint before the solve.
    pub fn claim(path: &Path) -> Result<ResultFile, StoreError> {
        ResultFile::claim(path, FileKind::Checkpoint)
    }

    /// The size of a file with a state of so many bytes.
    pub fn file_size(header: &CheckpointHeader, state: u64) -> Result<u64, Fault> {
        Ok(layout::to_bytes(header)?.len() as u64 + state + CHECKSUM as u64)
    }

    /// Writes a checkpoint, whole or not at all, and keeps the claim for the next one.
    /// `state` writes the state of the solver. Returns the size of the file.
    pub fn write(
        place: &mut ResultFile,
        header: &CheckpointHeader,
        state: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<u64, StoreError> {
        let unfinished = layout::to_bytes(header);
        let unfinished = unfinished.map_err(|fault| StoreError::new(place.target(), fault))?;
        place.replace(|file| fill(file, unfinished, state))
    }

    /// The bytes of such a file, in memory.
    pub fn to_bytes(
        header: &CheckpointHeader,
        state: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Vec<u8>, Fault> {
        let mut bytes = io::Cursor::new(Vec::new());
        fill(&mut bytes, layout::to_bytes(header)?, state).map_err(Fault::system("write"))?;
        Ok(bytes.into_inner())
    }
}

/// Writes what comes before the state, the state, and its length.
fn fill(
    mut output: impl Write + Seek,
    mut before: Vec<u8>,
    state: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    output.write_all(&before)?;
    let checksum = crc32fast::Hasher::new();
    let mut sealing = Sealing { output: &mut output, checksum, bytes: 0 };
    state(&mut sealing)?;
    let Sealing { checksum, bytes, .. } = sealing;
    if bytes == 0 {
        return Err(io::Error::other("the state has no bytes"));
    }
    output.write_all(&checksum.finalize().to_le_bytes())?;
    layout::set_state_len(&mut before, bytes);
    output.seek(SeekFrom::Start(0))?;
    output.write_all(&before[..layout::HEADER])
}

/// Counts the bytes written and computes their checksum.
struct Sealing<W> {
    output: W,
    checksum: crc32fast::Hasher,
    bytes: u64,
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
