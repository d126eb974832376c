//! Every change that this crate makes on a disk.
//!
//! One place for all of them, so that tests can let any single one fail, or let
//! the process die at it ([`faults`]), and look at what is left.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

#[cfg(test)]
pub(crate) mod faults;

#[cfg(test)]
use faults::step;

/// The kinds of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Write,
    Sync,
    SyncFolder,
    Rename,
    Make,
    Remove,
}

/// Nothing fails by design but in tests.
#[cfg(not(test))]
fn step(_: Step) -> io::Result<()> {
    Ok(())
}

/// Writes at a place of its own, so that a write that failed half-way is written
/// over by the next. One thread at a time.
pub(crate) fn write_at(mut file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    if let Err(error) = faults::step(Step::Write) {
        // A process may die in the middle of a write.
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(error);
    }
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Cuts or lengthens a file.
pub(crate) fn set_len(file: &File, length: u64) -> io::Result<()> {
    step(Step::Write)?;
    file.set_len(length)
}

/// Takes room on the disk for the first `length` bytes of a file. False where the
/// file system cannot promise it.
pub(crate) fn allocate(file: &File, length: u64) -> io::Result<bool> {
    step(Step::Write)?;
    match system::allocate(file, length) {
        Err(error) if system::is_unsupported(&error) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Waits until a file is on the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    step(Step::Sync)?;
    // Tests of single steps take hundreds of them, and the disk its time.
    if cfg!(test) { Ok(()) } else { file.sync_all() }
}

/// Waits until the names in a folder are on the disk. Other systems than Unix
/// cannot open a folder for it.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    step(Step::SyncFolder)?;
    if cfg!(unix) && !cfg!(test) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Gives a file or folder another name; a file of that name is replaced.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step(Step::Rename)?;
    fs::rename(from, to)
}

/// Exchanges two names in one step. False where the system cannot.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    #[cfg(test)]
    if !faults::can_exchange() {
        return Ok(false);
    }
    step(Step::Rename)?;
    match system::exchange(one, other) {
        Err(error) if system::is_unsupported(&error) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Makes a folder in one that exists.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    step(Step::Make)?;
    fs::create_dir(folder)
}

/// Removes a file.
pub(crate) fn remove_file(path: &Path) -> io::Result<()> {
    step(Step::Remove)?;
    fs::remove_file(path)
}

/// Removes an empty folder.
pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    step(Step::Remove)?;
    fs::remove_dir(folder)
}

/// Bytes that are free where a file is; as many as there can be where the system
/// does not say.
pub fn free_space(path: &Path) -> u64 {
    system::free_space(path).unwrap_or(u64::MAX)
}

mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Whether the system or the file system does not know how.
    #[cfg(unix)]
    pub(super) fn is_unsupported(error: &io::Error) -> bool {
        use rustix::io::Errno;
        // Linux says EINVAL where a file system cannot exchange names.
        let unknown = [Errno::NOSYS, Errno::OPNOTSUPP, Errno::NOTSUP, Errno::INVAL];
        Errno::from_io_error(error).is_some_and(|errno| unknown.contains(&errno))
            || error.kind() == io::ErrorKind::Unsupported
    }

    #[cfg(not(unix))]
    pub(super) fn is_unsupported(error: &io::Error) -> bool {
        error.kind() == io::ErrorKind::Unsupported
    }

    #[cfg(any(unix, windows))]
    pub(super) fn allocate(file: &File, length: u64) -> io::Result<()> {
        fs4::FileExt::allocate(file, length)
    }

    #[cfg(any(unix, windows))]
    pub(super) fn free_space(path: &Path) -> io::Result<u64> {
        fs4::available_space(path)
    }

    #[cfg(not(any(unix, windows)))]
    pub(super) fn allocate(_: &File, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    #[cfg(not(any(unix, windows)))]
    pub(super) fn free_space(_: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    pub(super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
