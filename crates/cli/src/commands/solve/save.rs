//! Saves that a solve resumes from.

use quasar::{files::FileKind, spot::SpotSave};

use super::SolveArguments;
use crate::error::Failure;

/// The save that is gone on from, if the file is one.
pub(super) fn open(arguments: &SolveArguments) -> Result<Option<SpotSave>, Failure> {
    let Some(path) = &arguments.file else { return Ok(None) };
    // What is no file of Quasar is a spec, or will be told as one.
    if !matches!(FileKind::of(path), Ok(FileKind::Save)) {
        return Ok(None);
    }
    let fields =
        arguments.fields.any() || arguments.algorithm.is_some() || arguments.updates.is_some();
    if fields {
        return Err(Failure::Usage(
            "a save is of one spot and one algorithm: only --target, --iterations, --time, --check-every, --precision and --threads can be given with it".to_owned(),
        ));
    }
    Ok(Some(SpotSave::open(path)?))
}
