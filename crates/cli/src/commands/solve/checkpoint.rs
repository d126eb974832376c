//! Where `quasar solve` writes checkpoints, and which one it resumes from.

use std::path::PathBuf;

use quasar::job::{CheckpointPlace, CheckpointPolicy};

use super::SolveArguments;
use crate::file::is_standard_input;

/// Where checkpoints go: to the file that the user names, or next to the spec.
pub(super) fn checkpoint(arguments: &SolveArguments) -> CheckpointPlace {
    let file = arguments.file.as_ref().filter(|path| !is_standard_input(path));
    match (&arguments.checkpoint, file) {
        (Some(path), _) => CheckpointPlace::Kept(path.clone()),
        (None, Some(file)) => {
            let mut name = file.clone().into_os_string();
            name.push(".checkpoint");
            CheckpointPlace::Beside(name.into())
        }
        (None, None) => CheckpointPlace::Automatic,
    }
}

/// The checkpoint that the solve resumes from, if it should; `game` is the canonical text of
/// the game.
pub(super) fn resume(arguments: &SolveArguments, game: &str) -> Option<PathBuf> {
    let path = match checkpoint(arguments) {
        CheckpointPlace::Kept(path) | CheckpointPlace::Beside(path) => path,
        CheckpointPlace::Automatic => CheckpointPolicy::default().path(game),
        CheckpointPlace::Nowhere => return None,
    };
    arguments.resume.then_some(path)
}
