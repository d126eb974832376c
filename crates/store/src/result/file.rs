//! Claims on the path of a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{check_folder, folder_of, followed, reserve, sibling};
use crate::lock::open_locked;
use crate::{Fault, FileKind, StoreError, checkpoint, disk};

/// The size of the write buffer.
const BUFFER: usize = 1 << 18;

/// A file to be written: `<file>.partial`, open and locked.
///
/// Dropped without a commit, it removes the partial file; an existing file
/// stays unchanged.
#[derive(Debug)]
pub struct ResultFile {
    target: PathBuf,
    partial: PathBuf,
    kind: FileKind,
    file: File,
    /// The end of the written bytes; reserved bytes beyond it are cut off.
    end: Mutex<u64>,
    /// Whether the partial file is removed when this is dropped.
    discard: bool,
    /// Whether the file was committed, and the path not claimed again.
    lost: bool,
}

impl ResultFile {
    /// Claims the path of a file of a kind. Links are followed.
    ///
    /// Fails if there is a file of another kind, a folder, a device or a pipe, if the
    /// folder is missing, or if another process is writing the same file.
    pub fn claim(path: &Path, kind: FileKind) -> Result<ResultFile, StoreError> {
        let mut place = ResultFile::resume(path, kind)?;
        place.discard = true;
        place.set_len(0).map_err(|fault| StoreError::new(&place.partial, fault))?;
        Ok(place)
    }

    /// The same, keeping what an interrupted run has written, now and when this is
    /// dropped.
    pub(crate) fn resume(path: &Path, kind: FileKind) -> Result<ResultFile, StoreError> {
        let target = followed(path);
        check_folder(folder_of(&target))?;
        check_target(&target, kind).map_err(|fault| StoreError::new(&target, fault))?;
        let partial = sibling(&target, ".partial");
        let file = open_partial(&target, &partial, kind)?;
        let end = Mutex::new(file.metadata().map_or(0, |found| found.len()));
        Ok(ResultFile { target, partial, kind, file, end, discard: false, lost: false })
    }

    /// The path of the file.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Reserves disk space for so many bytes; [`Fault::NoSpace`] if there is not
    /// enough.
    pub fn reserve(&self, bytes: u64) -> Result<(), StoreError> {
        reserve(&self.file, &self.partial, bytes)
            .map_err(|fault| StoreError::new(&self.target, fault))
    }

    /// Writes the whole file and commits it; returns its size.
    pub fn commit(
        mut self,
        write: impl FnOnce(&mut BufWriter<ResultWriter<'_>>) -> io::Result<()>,
    ) -> Result<u64, StoreError> {
        let size = self.fill(write)?;
        self.put_in_place().map_err(|fault| StoreError::new(&self.target, fault))?;
        Ok(size)
    }

    /// The same for a file that is written repeatedly, such as a checkpoint: the
    /// path stays claimed, even if writing fails.
    pub fn replace(
        &mut self,
        write: impl FnOnce(&mut BufWriter<ResultWriter<'_>>) -> io::Result<()>,
    ) -> Result<u64, StoreError> {
        if self.lost {
            self.claim_again()?;
        }
        let size = self.fill(write)?;
        self.put_in_place().map_err(|fault| StoreError::new(&self.target, fault))?;
        // If another process was faster, the next call fails.
        let _ = self.claim_again();
        Ok(size)
    }

    fn claim_again(&mut self) -> Result<(), StoreError> {
        self.file = open_partial(&self.target, &self.partial, self.kind)?;
        (self.lost, self.discard) = (false, true);
        self.set_len(0).map_err(|fault| StoreError::new(&self.partial, fault))
    }

    /// Writes the whole file from its beginning.
    fn fill(
        &self,
        write: impl FnOnce(&mut BufWriter<ResultWriter<'_>>) -> io::Result<()>,
    ) -> Result<u64, StoreError> {
        // Discard what was written before.
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = 0;
        let mut output = BufWriter::with_capacity(BUFFER, ResultWriter { place: self, at: 0 });
        write(&mut output)
            .and_then(|()| output.flush())
            .map_err(|error| StoreError::new(&self.target, Fault::system("write")(error)))?;
        Ok(self.end())
    }

    /// The partial file.
    pub(crate) fn partial(&self) -> &Path {
        &self.partial
    }

    /// The partial file, for reading.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Removes the partial file when this is dropped: it is of no use to the next run.
    pub(crate) fn discard_when_dropped(&mut self) {
        self.discard = true;
    }

    /// Truncates or extends the file.
    pub(crate) fn set_len(&self, length: u64) -> Result<(), Fault> {
        disk::set_len(&self.file, length).map_err(Fault::system("write"))?;
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = length;
        Ok(())
    }

    /// Writes at an explicit offset.
    pub(crate) fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.put(offset, bytes).map_err(Fault::system("write"))
    }

    /// Syncs the complete file and renames it.
    pub(crate) fn put_in_place(&mut self) -> Result<(), Fault> {
        // Another file may have appeared there in the meantime.
        check_target(&self.target, self.kind)?;
        disk::set_len(&self.file, self.end()).map_err(Fault::system("write"))?;
        if let Ok(old) = fs::metadata(&self.target) {
            self.file.set_permissions(old.permissions()).map_err(Fault::system("write"))?;
        }
        disk::sync(&self.file).map_err(Fault::system("sync"))?;
        disk::rename(&self.partial, &self.target).map_err(Fault::system("replace"))?;
        // The name of the partial file is free for others from here on.
        (self.discard, self.lost) = (false, true);
        disk::sync_folder(folder_of(&self.target)).map_err(Fault::system("sync the folder of"))
    }

    fn end(&self) -> u64 {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        // Held while writing: one thread at a time.
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        disk::write_at(&self.file, offset, bytes)?;
        *end = (*end).max(offset + bytes.len() as u64);
        Ok(())
    }
}

impl Drop for ResultFile {
    fn drop(&mut self) {
        if self.discard {
            // One that cannot be removed does no harm.
            let _ = disk::remove_file(&self.partial);
        }
    }
}

/// Writes a claimed file from its beginning.
#[derive(Debug)]
pub struct ResultWriter<'a> {
    place: &'a ResultFile,
    at: u64,
}

impl Write for ResultWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.place.put(self.at, bytes)?;
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for ResultWriter<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.place.end().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// Fails unless there is nothing, an empty file, or a file of the kind.
fn check_target(target: &Path, kind: FileKind) -> Result<(), Fault> {
    // A path that ends with a separator is not a file, though `file_name` returns a name.
    let folder = target.to_string_lossy().ends_with(std::path::is_separator);
    if folder || target.file_name().is_none() {
        return Err(Fault::NotAFile);
    }
    let found = first_bytes(target)?;
    if found.is_empty() || found == kind.magic() {
        return Ok(());
    }
    if kind == FileKind::Checkpoint && checkpoint::OLD_MAGICS.iter().any(|old| *old == *found) {
        return Err(Fault::OldCheckpoint);
    }
    Err(Fault::Foreign { kind, found })
}

/// Opens and locks the partial file, new or left by an earlier run.
fn open_partial(target: &Path, partial: &Path, kind: FileKind) -> Result<File, StoreError> {
    check_partial(partial, kind).and_then(|()| open_locked(partial)).map_err(|fault| match fault {
        Fault::Locked => StoreError::new(target, Fault::Locked),
        other => StoreError::new(partial, other),
    })
}

/// Fails unless there is nothing, or what a killed process may have left.
fn check_partial(partial: &Path, kind: FileKind) -> Result<(), Fault> {
    let found = first_bytes(partial)?;
    // Reserved space that was not written yet is zeros.
    if kind.magic().starts_with(&found) || found.iter().all(|&byte| byte == 0) {
        return Ok(());
    }
    Err(Fault::Foreign { kind, found })
}

/// The first bytes of a file, at most four; none if there is no file. Only regular
/// files are opened: a pipe would wait for a writer.
fn first_bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    let mut found = Vec::new();
    match fs::symlink_metadata(path) {
        Ok(at) if at.is_file() => {}
        Ok(_) => return Err(Fault::NotAFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(Fault::system("open")(error)),
    }
    let file = File::open(path).map_err(Fault::system("open"))?;
    file.take(4).read_to_end(&mut found).map_err(Fault::system("read"))?;
    Ok(found)
}
