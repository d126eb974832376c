//! A file that only one process at a time may write.

use std::fs::File;
use std::path::Path;

use same_file::Handle;

use crate::Fault;

/// Opens a file for reading and writing, makes it if it is missing, and locks it
/// until it is closed; [`Fault::Locked`] if another process has it.
///
/// The owner of the lock may rename the file. A process that opened it under its old
/// name just before, and locks it just after, would hold the finished file: so
/// the name is looked up again once the lock is held.
pub(crate) fn open_locked(path: &Path) -> Result<File, Fault> {
    loop {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(Fault::system("open"))?;
        try_lock(&file)?;
        let locked = file.try_clone().and_then(Handle::from_file).map_err(Fault::system("lock"))?;
        if Handle::from_path(path).is_ok_and(|named| named == locked) {
            return Ok(file);
        }
    }
}

#[cfg(any(unix, windows))]
fn try_lock(file: &File) -> Result<(), Fault> {
    fs4::FileExt::try_lock(file).map_err(|error| match error {
        fs4::TryLockError::WouldBlock => Fault::Locked,
        fs4::TryLockError::Error(source) => Fault::System { action: "lock", source },
    })
}

/// In a browser there are no other processes that could write.
#[cfg(not(any(unix, windows)))]
fn try_lock(_: &File) -> Result<(), Fault> {
    Ok(())
}
