//! The bytes of a file, mapped into memory.
//!
//! The only unsafe code of the crate. A map is a view of the file itself: if
//! somebody overwrites the file in place, the bytes change under the reader, and
//! if somebody cuts it, touching a page that is gone ends the process (SIGBUS).
//! Files of Quasar are therefore never changed in place: a new file is renamed
//! over the old one, whose map stays as it was. `docs/FORMATS.md` asks the same
//! of everybody else.

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
        // What is no file is not even opened: a pipe would wait for a writer.
        let metadata = fs::metadata(path).map_err(Fault::system("open"))?;
        if !metadata.is_file() {
            return Err(Fault::NotAFile);
        }
        let file = File::open(path).map_err(Fault::system("open"))?;
        // Not every system maps nothing.
        if metadata.len() == 0 {
            return Err(Fault::Empty);
        }
        Bytes::map(&file).map_err(Fault::system("map"))
    }

    /// The whole of a file that is not empty, to be read here and there until
    /// [`read_ahead`](Self::read_ahead) is called.
    ///
    /// Unless told so, the system reads a wide window around the first byte that
    /// is touched: from a disk, 10 ms instead of 0.1 for a header.
    fn map(file: &File) -> io::Result<Bytes> {
        // SAFETY: nothing changes or cuts the file while it is mapped, as the
        // module documentation demands. Readers still treat the bytes as
        // arbitrary, copy what they use, and check lengths against the map.
        let bytes = Bytes::Mapped(unsafe { Mmap::map(file) }?);
        #[cfg(unix)]
        bytes.advise(memmap2::Advice::Random);
        Ok(bytes)
    }

    /// From now on larger parts are read, one byte after the other.
    pub(crate) fn read_ahead(&self) {
        #[cfg(unix)]
        self.advise(memmap2::Advice::Normal);
    }

    /// Tells the system what to expect; it may not listen, which only takes time.
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
