//! Where `quasar solve` writes checkpoints, and whether it resumes from one.

use quasar::job::{CheckpointPlace, Resume};

use super::SolveArguments;
use crate::file::is_standard_input;

/// Where checkpoints go: to the file that the user names, or next to the spec.
pub(super) fn checkpoint(arguments: &SolveArguments) -> CheckpointPlace {
    let file = arguments.file.as_ref().filter(|path| !is_standard_input(path));
    match (&arguments.checkpoint, file) {
        (Some(path), _) => CheckpointPlace::Kept(path.clone()),
        (None, Some(file)) => CheckpointPlace::next_to(file),
        (None, None) => CheckpointPlace::Automatic,
    }
}

/// The checkpoint of an earlier run, if the solve resumes from it.
pub(super) fn resume(arguments: &SolveArguments) -> Option<Resume> {
    arguments.resume.then_some(Resume::Own)
}
