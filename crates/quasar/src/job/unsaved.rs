//! Solves whose result is only reported: small games, and spots with buckets.
//!
//! Other solves leave a save. Here an interrupted solve leaves only a checkpoint.

use std::fs;
use std::path::{Path, PathBuf};

use quasar_store::Checkpoint;

use super::{
    Checkpointed, Ended, FileWritten, Finished, JobError, JobReport, Keeper, Phase, Work,
    WrittenFile, drive, serve_rest,
};

/// Runs a solve to its goal and reports it.
pub(crate) fn solve_and_report<S: Checkpointed>(
    steps: &mut S,
    mut keeper: Keeper<'_, '_>,
    work: &Work<'_>,
    report: impl FnOnce(&mut S, Ended) -> Result<JobReport, JobError>,
) -> Result<Finished, JobError>
where
    JobError: From<S::Error>,
{
    let kept = keeper.is_kept();
    work.enter(Phase::Solving);
    let ended = drive(steps, work.control(), &mut keeper)?;
    let cancelled = ended == Ended::Cancelled;
    work.control().rearm();
    keeper.unless_suspended(steps)?;
    let mut files = Vec::new();
    if cancelled || kept {
        files.extend(keeper.write(steps).map(checkpoint_file));
        keeper.unless_suspended(steps)?;
    }
    work.enter(Phase::Measuring);
    let report = report(steps, ended)?;
    let unsaved = if kept { keeper.failure().map(Into::into) } else { None };
    serve_rest(steps, work.control(), &mut keeper);
    if !cancelled && !kept {
        keeper.discard();
    }
    Ok(Finished { report, files, cancelled, unsaved })
}

/// Resumes a solve from the checkpoint at a path, if one is given; errors name the file.
pub(crate) fn resume_from<E: std::error::Error>(
    path: Option<&Path>,
    resume: impl FnOnce(&Checkpoint) -> Result<(), E>,
) -> Result<(), JobError> {
    let Some(path) = path else { return Ok(()) };
    let refused = |error: E| JobError::Checkpoint { path: path.to_owned(), why: error.to_string() };
    resume(&Checkpoint::open(path)?).map_err(refused)
}

pub(crate) fn checkpoint_file(path: PathBuf) -> WrittenFile {
    let bytes = fs::metadata(&path).map_or(0, |found| found.len());
    WrittenFile { what: FileWritten::Checkpoint, path, bytes }
}
