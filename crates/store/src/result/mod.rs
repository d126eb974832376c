//! Places of results: files and folders that are claimed before the work, written
//! aside, and put in place when they are complete.
//!
//! A claim ([`ResultFile`], [`ResultFolder`]) makes and locks what will be written
//! *before* hours of work: a mistyped folder, a place that cannot be written, a file
//! of somebody else or another process at the same place are found at once, and
//! [`reserve`](ResultFile::reserve) finds a disk that is too small.
//!
//! | while it is written | of the result |
//! |---|---|
//! | `NAME.partial`, locked | file `NAME` |
//! | `NAME.partial/`, and `NAME.lock`, locked | folder `NAME/` |
//!
//! Committing syncs what was written, renames it, and syncs the folder around it.
//! Killed at any moment, the old result or the new one is there, whole. What a dead
//! process left under these names is cleaned up by the next claim: the lock says
//! whether its owner still lives.
//!
//! Only a result of the same kind is ever replaced, or a file or folder that is
//! empty. No folder is made for a file, and for a folder only the folder itself: a
//! mistyped path is an error, not a new tree of folders.

mod file;
mod folder;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

pub use file::{ResultFile, ResultWriter};
pub use folder::ResultFolder;
pub(crate) use folder::{LockFile, find, names, write_whole};

use crate::{Fault, StoreError, disk};

/// Makes a folder unless it is there; the folder around it must exist.
pub fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let make = || match fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(Fault::NotAFolder),
        Err(_) => disk::make_folder(folder).map_err(Fault::system("make")),
    };
    check_folder(folder_of(folder))?;
    make().map_err(|fault| StoreError::new(folder, fault))
}

/// The path with links followed, if there is something.
fn followed(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The path with something behind its name.
fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Fails if there is no such folder.
fn check_folder(folder: &Path) -> Result<(), StoreError> {
    let fault = match fs::metadata(folder) {
        Ok(found) if found.is_dir() => return Ok(()),
        Ok(_) => Fault::NotAFolder,
        Err(error) => match Fault::system("look into")(error) {
            Fault::Missing => Fault::NoFolder,
            other => other,
        },
    };
    Err(StoreError::new(folder, fault))
}

/// Fails if the disk does not have so much room, and nothing can be reserved.
fn check_space(path: &Path, needed: u64) -> Result<(), Fault> {
    let free = disk::free_space(folder_of(path));
    if free < needed { Err(Fault::NoSpace { needed, free }) } else { Ok(()) }
}

/// Takes room for the first bytes of a file that is being written.
fn reserve(file: &fs::File, path: &Path, needed: u64) -> Result<(), Fault> {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match disk::allocate(file, needed) {
        Ok(true) => Ok(()),
        Ok(false) => check_space(path, needed),
        Err(error) if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) => {
            // What was allocated of it is given back.
            disk::set_len(file, 0).map_err(Fault::system("write"))?;
            Err(Fault::NoSpace { needed, free: disk::free_space(folder_of(path)) })
        }
        Err(error) => Err(Fault::system("reserve room for")(error)),
    }
}
