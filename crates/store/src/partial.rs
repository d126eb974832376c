//! A file that is written under another name and put in its place when it is
//! complete.
//!
//! Until then whatever had the name before stays as it was; a lock keeps a second
//! process from writing the same file.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::lock::open_locked;
use crate::{Fault, StoreError};

/// `<file>.partial`, open and locked.
#[derive(Debug)]
pub(crate) struct PartialFile {
    target: PathBuf,
    path: PathBuf,
    file: File,
}

impl PartialFile {
    /// Opens the partial file of `path`, new or left by an earlier run. Makes the
    /// folder if it is missing, and follows links.
    pub(crate) fn open(path: &Path) -> Result<PartialFile, StoreError> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let path = partial_path(&target);
        prepare(&target).map_err(|fault| StoreError::new(&target, fault))?;
        let file = match open_locked(&path) {
            Err(Fault::Locked) => Err(StoreError::new(&target, Fault::Locked)),
            other => other.map_err(|fault| StoreError::new(&path, fault)),
        }?;
        Ok(PartialFile { target, path, file })
    }

    /// The file that is to be made.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// The file that is written.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file that is written, to be read.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Cuts or lengthens the file.
    pub(crate) fn set_len(&self, length: u64) -> Result<(), Fault> {
        self.file.set_len(length).map_err(Fault::system("write"))
    }

    /// Writes at a place of its own, so that a write that failed half-way is
    /// written over by the next. One thread at a time.
    pub(crate) fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<(), Fault> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))
            .and_then(|_| file.write_all(bytes))
            .map_err(Fault::system("write"))
    }

    /// Puts the complete file in its place.
    pub(crate) fn commit(&self) -> Result<(), Fault> {
        if let Ok(old) = fs::metadata(&self.target) {
            self.file.set_permissions(old.permissions()).map_err(Fault::system("write"))?;
        }
        self.file.sync_all().map_err(Fault::system("sync"))?;
        fs::rename(&self.path, &self.target).map_err(Fault::system("replace"))?;
        sync_folder(&self.target).map_err(Fault::system("sync the folder of"))
    }

    /// Removes the file that was not committed. One that cannot be removed does
    /// no harm.
    pub(crate) fn discard(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Checks that the target can be a file, and makes its folder.
pub(crate) fn prepare(target: &Path) -> Result<(), Fault> {
    // A name that ends like a folder is none of a file, though `file_name` has one.
    let folder = target.to_string_lossy().ends_with(std::path::is_separator);
    let is_no_file = || fs::metadata(target).is_ok_and(|found| !found.is_file());
    if folder || target.file_name().is_none() || is_no_file() {
        return Err(Fault::NotAFile);
    }
    let folder = folder_of(target);
    fs::create_dir_all(folder)
        .map_err(|source| Fault::System { action: "make the folder of", source })
}

/// The first bytes of a file, at most four; none if there is no file.
pub(crate) fn first_bytes(path: &Path) -> Result<Vec<u8>, Fault> {
    let mut found = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(4).read_to_end(&mut found).map_err(Fault::system("read"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(Fault::system("open")(error)),
    };
    Ok(found)
}

fn partial_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes a renaming last. Other systems than Unix cannot open a folder for it.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder_of(path))?.sync_all() } else { Ok(()) }
}
