//! The file of an unfinished solve.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use quasar::SpotJob;

use super::SolveArguments;
use crate::error::Failure;
use crate::file::write_file;
use crate::output::tell;

/// Where the checkpoint is kept: where the user says, or beside the spec.
pub(super) fn path(arguments: &SolveArguments) -> Option<PathBuf> {
    arguments.checkpoint.clone().or_else(|| {
        let mut name = arguments.file.clone()?.into_os_string();
        name.push(".checkpoint");
        Some(name.into())
    })
}

/// Fails if a checkpoint cannot be written there, or would take the place of something
/// else; for telling before a long solve.
pub(super) fn check_target(path: &Path) -> Result<(), Failure> {
    let mut first = Vec::new();
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            let source = io::ErrorKind::IsADirectory.into();
            return Err(Failure::File { path: path.to_owned(), source });
        }
        Ok(found) if found.is_file() => {
            let read = File::open(path).and_then(|file| file.take(4).read_to_end(&mut first));
            read.map_err(|source| Failure::Read { path: path.to_owned(), source })?;
        }
        // A device is written to as it is.
        _ => {}
    }
    if first.is_empty() || SpotJob::is_checkpoint(&first) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "the checkpoint {}: there is a file that is no checkpoint of a spot",
        path.display()
    )))
}

/// The bytes of the checkpoint that is gone on from, and its file.
pub(super) fn read(path: Option<PathBuf>) -> Result<(PathBuf, Vec<u8>), Failure> {
    let Some(path) = path else {
        return Err(Failure::Usage(
            "--resume needs the file of a spot, or --checkpoint FILE".to_owned(),
        ));
    };
    let bytes = match fs::metadata(&path) {
        // What is no file may have no end.
        Ok(found) if !found.is_file() => Err(io::Error::other("it is not a regular file")),
        _ => fs::read(&path),
    };
    match bytes {
        Ok(bytes) => Ok((path, bytes)),
        Err(source) => Err(Failure::Read { path, source }),
    }
}

/// Writes the checkpoint whole or not at all, and says how to go on.
pub(super) fn write(job: &SpotJob, path: &Path) -> Result<(), Failure> {
    check_target(path)?;
    let bytes = job.checkpoint();
    write_file(path, |output| Ok(output.write_all(&bytes)?))?;
    tell(format_args!("checkpoint written to {}; --resume goes on from it", path.display()));
    Ok(())
}
