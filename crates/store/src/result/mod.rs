//! Results: files and folders that are claimed before the work, written
//! under a partial name, and renamed when they are complete.
//!
//! A claim ([`ResultFile`], [`ResultFolder`]) creates and locks the partial file
//! *before* hours of work: a mistyped folder, a path that cannot be written, a foreign
//! file or another process at the same path are errors at once, and
//! [`reserve`](ResultFile::reserve) finds out if the disk is too small.
//!
//! | while it is written | of the result |
//! |---|---|
//! | `NAME.partial`, locked | file `NAME` |
//! | `NAME.partial/`, and `NAME.lock`, locked | folder `NAME/` |
//! | `.NAME.quasar-partial`, locked | export `NAME`, in a format of others ([`ExportFile`]) |
//!
//! Committing syncs the content, renames it, and syncs the parent folder.
//! If the process is killed at any moment, the old result or the new one exists, whole.
//! The next claim cleans up what a dead process left under these names: the lock says
//! whether its owner is alive.
//!
//! Only a result of the same kind is ever replaced, or an empty file or folder.
//! Parent folders are never created: a
//! mistyped path is an error, not a new tree of folders.

mod export;
mod file;
mod folder;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

pub use export::ExportFile;
pub use file::{ResultFile, ResultWriter};
pub use folder::ResultFolder;
pub(crate) use folder::{LockFile, find, names, write_whole};

use crate::{Fault, StoreError, disk};

/// Creates a folder unless it exists, and says whether it did; its parent must exist.
pub fn make_folder(folder: &Path) -> Result<bool, StoreError> {
    let make = || match fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(false),
        Ok(_) => Err(Fault::NotAFolder),
        Err(_) => disk::make_folder(folder).map_err(Fault::system("make")).map(|()| true),
    };
    check_folder(folder_of(folder))?;
    make().map_err(|fault| StoreError::new(folder, fault))
}

/// Removes a folder in which nothing is; any other stays.
pub fn remove_empty_folder(folder: &Path) {
    let _ = disk::remove_folder(folder);
}

/// The path with links followed, if it exists.
fn followed(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The path with a suffix added to its name.
fn sibling(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The parent folder of a path.
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

/// Fails if the disk does not have so much space; for systems that cannot reserve it.
fn check_space(path: &Path, needed: u64) -> Result<(), Fault> {
    let free = disk::free_space(folder_of(path));
    if free < needed { Err(Fault::NoSpace { needed, free }) } else { Ok(()) }
}

/// Reserves space for the first bytes of a file being written.
fn reserve(file: &fs::File, path: &Path, needed: u64) -> Result<(), Fault> {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match disk::allocate(file, needed) {
        Ok(true) => Ok(()),
        Ok(false) => check_space(path, needed),
        Err(error) if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) => {
            // Frees what was allocated.
            disk::set_len(file, 0).map_err(Fault::system("write"))?;
            Err(Fault::NoSpace { needed, free: disk::free_space(folder_of(path)) })
        }
        Err(error) => Err(Fault::system("reserve room for")(error)),
    }
}
