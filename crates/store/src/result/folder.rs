//! Claims on the path of a folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{check_folder, folder_of, followed, reserve, sibling};
use crate::lock::open_locked;
use crate::{Fault, FileKind, FolderKind, ResultFile, StoreError, disk};

/// The name of the file that reserves disk space until the folder is complete.
const RESERVED: &str = "reserved";

/// A folder to be written: `<folder>.partial/`, next to a lock,
/// `<folder>.lock`.
///
/// Dropped without a commit, it removes both; an existing folder stays unchanged.
#[derive(Debug)]
pub struct ResultFolder {
    target: PathBuf,
    partial: PathBuf,
    kind: FolderKind,
    /// Held as long as this lives.
    _lock: LockFile,
}

impl ResultFolder {
    /// Claims the path of a folder of a kind, which appears when it is complete. Links
    /// are followed.
    ///
    /// Fails if there is a file, a folder with something else in it or of another kind,
    /// if the folder around it is missing, or if another process is writing the same
    /// folder.
    pub(crate) fn claim(path: &Path, kind: FolderKind) -> Result<ResultFolder, StoreError> {
        // Without a separator at its end.
        let target: PathBuf = followed(path).components().collect();
        if target.file_name().is_none() {
            return Err(StoreError::new(&target, Fault::NotAFolder));
        }
        check_folder(folder_of(&target))?;
        let lock = LockFile::new(&sibling(&target, ".lock")).map_err(|fault| match fault {
            Fault::Locked => StoreError::new(&target, Fault::Locked),
            other => StoreError::new(&sibling(&target, ".lock"), other),
        })?;
        recover(&target, kind)?;
        check_target(&target, kind)?;
        let partial = sibling(&target, ".partial");
        remove(&partial, kind)?;
        disk::make_folder(&partial)
            .map_err(|error| StoreError::new(&partial, Fault::system("make")(error)))?;
        Ok(ResultFolder { target, partial, kind, _lock: lock })
    }

    /// The path of the folder.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Reserves disk space for so many bytes; [`Fault::NoSpace`] if there is not
    /// enough.
    pub fn reserve(&self, bytes: u64) -> Result<(), StoreError> {
        let path = self.partial.join(RESERVED);
        let fill = || {
            let file = File::create(&path).map_err(Fault::system("write"))?;
            reserve(&file, &path, bytes)
        };
        fill().map_err(|fault| StoreError::new(&self.target, fault))
    }

    /// The partial folder, until [`put_in_place`](Self::put_in_place).
    pub(crate) fn partial(&self) -> &Path {
        &self.partial
    }

    /// Claims a save in the folder, of letters, digits, `-` and `_` with `.qsr` at the end.
    pub fn claim_save(&self, name: &str) -> Result<ResultFile, StoreError> {
        self.give_back();
        ResultFile::claim(&self.partial.join(name), FileKind::Save)
    }

    /// Writes a file of the folder.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.partial.join(name);
        self.give_back();
        let write = || {
            let file = File::create(&path).map_err(Fault::system("make"))?;
            disk::write_at(&file, 0, bytes).map_err(Fault::system("write"))?;
            disk::sync(&file).map_err(Fault::system("sync"))
        };
        write().map_err(|fault| StoreError::new(&path, fault))
    }

    /// Renames the complete folder to its final path.
    pub(crate) fn put_in_place(self) -> Result<(), StoreError> {
        let target = &self.target;
        self.give_back();
        // Something may have appeared there in the meantime.
        check_target(target, self.kind)?;
        let put = || {
            disk::sync_folder(&self.partial).map_err(Fault::system("sync"))?;
            if !target.exists() {
                disk::rename(&self.partial, target).map_err(Fault::system("rename"))?;
                return sync_around(target);
            }
            if disk::exchange(&self.partial, target).map_err(Fault::system("replace"))? {
                // What is now the partial folder is removed when this is dropped.
                return sync_around(target);
            }
            self.replace_in_steps()
        };
        put().map_err(|fault| StoreError::new(target, fault))
    }

    /// For systems that cannot swap two names: the old folder is renamed first. If the
    /// process is killed in between, readers still find the old folder, and the next claim
    /// puts it back.
    fn replace_in_steps(&self) -> Result<(), Fault> {
        let old = aside(&self.target);
        disk::rename(&self.target, &old).map_err(Fault::system("replace"))?;
        if let Err(error) = disk::rename(&self.partial, &self.target) {
            disk::rename(&old, &self.target).map_err(Fault::system("put back"))?;
            return Err(Fault::system("replace")(error));
        }
        sync_around(&self.target)?;
        // If it cannot be removed now, the next claim tries again.
        let _ = remove(&old, self.kind);
        Ok(())
    }

    /// Frees the reserved space.
    fn give_back(&self) {
        let path = self.partial.join(RESERVED);
        if path.exists() {
            // If it cannot be removed, there is only less space.
            let _ = disk::remove_file(&path);
        }
    }
}

impl Drop for ResultFolder {
    fn drop(&mut self) {
        // Leftovers do no harm: the next claim tries again.
        let _ = remove(&self.partial, self.kind);
    }
}

/// A lock file.
#[derive(Debug)]
pub(crate) struct LockFile {
    path: PathBuf,
    _file: File,
}

impl LockFile {
    /// Creates the file, or takes it over from a dead process.
    pub(crate) fn new(path: &Path) -> Result<LockFile, Fault> {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_file() && found.len() == 0 => {}
            Ok(_) => return Err(Fault::Occupied),
            Err(_) => {}
        }
        Ok(LockFile { _file: open_locked(path)?, path: path.to_owned() })
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // Left behind it does no harm.
        let _ = disk::remove_file(&self.path);
    }
}

/// Writes a file in a folder whose lock is held: aside, synced, and renamed.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let partial = sibling(path, ".partial");
    let write = || {
        let file = File::create(&partial).map_err(Fault::system("make"))?;
        disk::write_at(&file, 0, bytes).map_err(Fault::system("write"))?;
        disk::sync(&file).map_err(Fault::system("sync"))?;
        disk::rename(&partial, path).map_err(Fault::system("replace"))?;
        sync_around(path)
    };
    write().map_err(|fault| StoreError::new(path, fault))
}

/// The current path of a folder: its own, or that of the old folder if a
/// process was killed while replacing it.
pub(crate) fn find(folder: &Path) -> PathBuf {
    let trimmed: PathBuf = folder.components().collect();
    let old = aside(&trimmed);
    if !folder.exists() && old.is_dir() { old } else { folder.to_owned() }
}

/// The name of the old folder while a new one takes its place.
fn aside(target: &Path) -> PathBuf {
    sibling(target, ".old")
}

/// Puts the old folder back if a process was killed in the middle of replacing it,
/// or removes it if that was done.
fn recover(target: &Path, kind: FolderKind) -> Result<(), StoreError> {
    let old = aside(target);
    if !old.is_dir() {
        return Ok(());
    }
    if target.exists() {
        // If it cannot be removed it is not ours, and does no harm.
        let _ = remove(&old, kind);
        return Ok(());
    }
    let put_back = || {
        disk::rename(&old, target).map_err(Fault::system("put back"))?;
        sync_around(target)
    };
    put_back().map_err(|fault| StoreError::new(target, fault))
}

fn sync_around(target: &Path) -> Result<(), Fault> {
    disk::sync_folder(folder_of(target)).map_err(Fault::system("sync the folder of"))
}

/// Fails unless there is nothing, an empty folder, or one of the kind with nothing
/// else in it.
fn check_target(target: &Path, kind: FolderKind) -> Result<(), StoreError> {
    let names = names(target).map_err(|fault| StoreError::new(target, fault))?;
    let entry = match names.iter().find(|name| !is_own(target, name, kind)) {
        Some(foreign) => Some(foreign),
        None => names.first().filter(|_| !kind.is_at(target)),
    };
    match entry {
        Some(entry) => {
            let fault = Fault::ForeignFolder { kind, entry: entry.clone() };
            Err(StoreError::new(target, fault))
        }
        None => Ok(()),
    }
}

/// Removes a folder with files of the kind; a folder with anything else is left
/// unchanged.
fn remove(folder: &Path, kind: FolderKind) -> Result<(), StoreError> {
    let names = names(folder).map_err(|fault| StoreError::new(folder, fault))?;
    if let Some(foreign) = names.iter().find(|name| !is_own(folder, name, kind)) {
        return Err(StoreError::new(&folder.join(foreign), Fault::Occupied));
    }
    let remove = || {
        names.iter().try_for_each(|name| disk::remove_file(&folder.join(name)))?;
        if folder.exists() { disk::remove_folder(folder) } else { Ok(()) }
    };
    remove().map_err(|error| StoreError::new(folder, Fault::system("remove")(error)))
}

/// Whether an entry of a folder is a file of the kind, complete or partial.
fn is_own(folder: &Path, name: &str, kind: FolderKind) -> bool {
    let whole = name.strip_suffix(".partial").unwrap_or(name);
    let is_file = || fs::symlink_metadata(folder.join(name)).is_ok_and(|found| found.is_file());
    (kind.has_file(whole) || name == RESERVED) && is_file()
}

/// The entries of a folder, in order; none if it is missing.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, Fault> {
    let mut names = Vec::new();
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return Err(Fault::NotAFolder),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
        Err(error) => return Err(Fault::system("look into")(error)),
    }
    for entry in fs::read_dir(folder).map_err(Fault::system("look into"))? {
        let entry = entry.map_err(Fault::system("look into"))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    Ok(names)
}
