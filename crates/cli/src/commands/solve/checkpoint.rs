//! The file of an unfinished solve.

use std::fs;
use std::io::Write;
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

/// Goes on from the checkpoint.
pub(super) fn resume(job: &mut SpotJob, path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else {
        return Err(Failure::Usage(
            "--resume needs the file of a spot, or --checkpoint FILE".to_owned(),
        ));
    };
    let bytes = fs::read(path).map_err(|source| Failure::Read { path: path.to_owned(), source })?;
    Ok(job.restore(&bytes)?)
}

/// Writes the checkpoint whole or not at all, and says how to go on.
pub(super) fn write(job: &SpotJob, path: &Path) -> Result<(), Failure> {
    let bytes = job.checkpoint();
    write_file(path, |output| Ok(output.write_all(&bytes)?))?;
    tell(format_args!("checkpoint written to {}; --resume goes on from it", path.display()));
    Ok(())
}
