//! The bytes of a file, mapped into memory.
//!
//! This is the only unsafe code of the crate. A map is a view of the file itself: if
//! another program overwrites the file in place, the bytes change under the reader, and
//! if it truncates the file, touching a missing page ends the process (SIGBUS).
//! Quasar therefore never changes files in place: a new file is renamed
//! over the old one, whose map stays valid. `docs/FORMATS.md` asks the same
//! of other programs.

#![allow(unsafe_code, reason = "a memory map cannot be made without")]

use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use crate::Fault;

/// Bytes in memory, or in a file mapped into it.
#[derive(Debug)]
pub(crate) enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    /// Maps a regular file that is not empty.
    pub(crate) fn open(path: &Path) -> Result<Bytes, Fault> {
        // Only regular files are opened: a pipe would wait for a writer.
        let metadata = fs::metadata(path).map_err(Fault::system("open"))?;
        if !metadata.is_file() {
            return Err(Fault::NotAFile);
        }
        let file = File::open(path).map_err(Fault::system("open"))?;
        // Not every system can map an empty file.
        if metadata.len() == 0 {
            return Err(Fault::Empty);
        }
        Bytes::map(&file).map_err(Fault::system("map"))
    }

    /// The whole of a file that is not empty, to be read here and there until
    /// [`read_ahead`](Self::read_ahead) is called.
    ///
    /// By default the system reads a wide window around the first byte that
    /// is touched: from a disk, 10 ms instead of 0.1 for a header.
    fn map(file: &File) -> io::Result<Bytes> {
        // SAFETY: nothing changes or truncates the file while it is mapped, as the
        // module documentation requires. Readers still treat the bytes as
        // arbitrary, copy what they use, and check lengths against the map.
        let bytes = Bytes::Mapped(unsafe { Mmap::map(file) }?);
        #[cfg(unix)]
        bytes.advise(memmap2::Advice::Random);
        Ok(bytes)
    }

    /// Expect sequential reads of larger parts from now on.
    pub(crate) fn read_ahead(&self) {
        #[cfg(unix)]
        self.advise(memmap2::Advice::Normal);
    }

    /// Advises the system of the expected access; if it ignores this, only the time changes.
    #[cfg(unix)]
    fn advise(&self, advice: memmap2::Advice) {
        if let Bytes::Mapped(map) = self {
            let _ = map.advise(advice);
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}
