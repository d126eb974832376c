//! All changes that this crate makes on a disk.
//!
//! They are in one place so that tests can make any single one fail, or simulate a crash
//! at it ([`faults`]), and check what is left.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

#[cfg(test)]
pub(crate) mod faults;

#[cfg(test)]
use faults::step;

/// The kinds of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiskChange {
    Write,
    Sync,
    SyncFolder,
    Rename,
    Make,
    Remove,
}

/// Injected faults exist only in tests.
#[cfg(not(test))]
fn step(_: DiskChange) -> io::Result<()> {
    Ok(())
}

/// Writes at an explicit offset, so that the next write overwrites one that failed
/// half-way. One thread at a time.
pub(crate) fn write_at(mut file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    if let Err(error) = faults::step(DiskChange::Write) {
        // A process may die in the middle of a write.
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(error);
    }
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Truncates or extends a file.
pub(crate) fn set_len(file: &File, length: u64) -> io::Result<()> {
    step(DiskChange::Write)?;
    file.set_len(length)
}

/// Reserves disk space for the first `length` bytes of a file. False if the
/// file system cannot.
pub(crate) fn allocate(file: &File, length: u64) -> io::Result<bool> {
    step(DiskChange::Write)?;
    match system::allocate(file, length) {
        Err(error) if system::is_unsupported(&error) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Waits until a file is on the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    step(DiskChange::Sync)?;
    // Tests of single steps take hundreds of syncs, which would be slow.
    if cfg!(test) { Ok(()) } else { file.sync_all() }
}

/// Waits until the names in a folder are on the disk. Only Unix can open a folder
/// for this.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    step(DiskChange::SyncFolder)?;
    if cfg!(unix) && !cfg!(test) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Renames a file or folder; a file of the new name is replaced.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step(DiskChange::Rename)?;
    fs::rename(from, to)
}

/// Swaps two names in one step. False if the system cannot.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    #[cfg(test)]
    if !faults::can_exchange() {
        return Ok(false);
    }
    step(DiskChange::Rename)?;
    match system::exchange(one, other) {
        Err(error) if system::is_unsupported(&error) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Makes a folder in one that exists.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    step(DiskChange::Make)?;
    fs::create_dir(folder)
}

/// Removes a file.
pub(crate) fn remove_file(path: &Path) -> io::Result<()> {
    step(DiskChange::Remove)?;
    fs::remove_file(path)
}

/// Removes an empty folder.
pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    step(DiskChange::Remove)?;
    fs::remove_dir(folder)
}

/// The free bytes on the disk of a file; the largest number if the system
/// does not say.
pub fn free_space(path: &Path) -> u64 {
    system::free_space(path).unwrap_or(u64::MAX)
}

mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Whether the system or the file system does not support this.
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
