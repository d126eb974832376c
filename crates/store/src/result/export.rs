//! The place of a file in a format that is not ours: CSV, JSON, Parquet.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{check_folder, folder_of, followed};
use crate::lock::open_locked;
use crate::{Fault, StoreError, disk};

/// A file that is being exported: `.NAME.quasar-partial` next to its place, locked.
///
/// The name of the partial file says that it is ours, so what a killed process left is
/// overwritten by the next export to the same place. Whatever regular file is at the place
/// is replaced, as the user asked; it keeps its permissions. Dropped without
/// [`put_in_place`](Self::put_in_place), the partial file is removed.
#[derive(Debug)]
pub struct ExportFile {
    target: PathBuf,
    partial: PathBuf,
    file: File,
    discard: bool,
}

impl ExportFile {
    /// Claims the place of a file. Links are followed.
    ///
    /// Fails if there is something other than a regular file, if the folder is missing, or
    /// if another process is exporting to the same place.
    pub fn claim(path: &Path) -> Result<ExportFile, StoreError> {
        let target = followed(path);
        check_folder(folder_of(&target))?;
        let name = target.file_name().filter(|_| !ends_like_a_folder(path));
        let is_other = fs::metadata(&target).is_ok_and(|found| !found.is_file());
        let Some(name) = name.filter(|_| !is_other) else {
            return Err(StoreError::new(&target, Fault::NotAFile));
        };
        let hidden = format!(".{}.quasar-partial", name.to_string_lossy());
        let partial = folder_of(&target).join(hidden);
        if fs::symlink_metadata(&partial).is_ok_and(|found| !found.is_file()) {
            return Err(StoreError::new(&partial, Fault::NotAFile));
        }
        let file = open_locked(&partial).map_err(|fault| StoreError::new(&target, fault))?;
        let place = ExportFile { target, partial, file, discard: true };
        disk::set_len(&place.file, 0).map_err(|error| place.error("write", error))?;
        Ok(place)
    }

    /// The file to write to.
    pub fn file(&self) -> Result<File, StoreError> {
        self.file.try_clone().map_err(|error| self.error("write", error))
    }

    /// Syncs the complete file and gives it its name.
    pub fn put_in_place(mut self) -> Result<(), StoreError> {
        if let Ok(old) = fs::metadata(&self.target) {
            let permissions = self.file.set_permissions(old.permissions());
            permissions.map_err(|error| self.error("write", error))?;
        }
        disk::sync(&self.file).map_err(|error| self.error("sync", error))?;
        let renamed = disk::rename(&self.partial, &self.target);
        renamed.map_err(|error| self.error("replace", error))?;
        self.discard = false;
        let synced = disk::sync_folder(folder_of(&self.target));
        synced.map_err(|error| self.error("sync the folder of", error))
    }

    fn error(&self, action: &'static str, error: std::io::Error) -> StoreError {
        StoreError::new(&self.target, Fault::system(action)(error))
    }
}

impl Drop for ExportFile {
    fn drop(&mut self) {
        if self.discard {
            // If it cannot be removed, the next export to the same place overwrites it.
            let _ = disk::remove_file(&self.partial);
        }
    }
}

fn ends_like_a_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn exports_replace_whole_files_and_clean_up_after_killed_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        let left = folder.path().join(".table.csv.quasar-partial");
        fs::write(&path, "old").unwrap();
        fs::write(&left, "what a killed process left, which is longer").unwrap();
        let entries = || fs::read_dir(folder.path()).unwrap().count();

        let place = ExportFile::claim(&path).unwrap();
        place.file().unwrap().write_all(b"half").unwrap();
        let other = ExportFile::claim(&path).unwrap_err();
        assert!(matches!(other.fault(), Fault::Locked), "{other}");
        drop(place);
        assert_eq!((fs::read(&path).unwrap(), entries()), (b"old".to_vec(), 1));

        let place = ExportFile::claim(&path).unwrap();
        place.file().unwrap().write_all(b"new").unwrap();
        place.put_in_place().unwrap();
        assert_eq!((fs::read(&path).unwrap(), entries()), (b"new".to_vec(), 1));

        let folder_in_place = ExportFile::claim(folder.path()).unwrap_err();
        assert!(matches!(folder_in_place.fault(), Fault::NotAFile), "{folder_in_place}");
        let missing = ExportFile::claim(&folder.path().join("no/table.csv")).unwrap_err();
        assert!(matches!(missing.fault(), Fault::NoFolder), "{missing}");
    }
}
