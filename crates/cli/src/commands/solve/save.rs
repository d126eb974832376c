//! Saves that a solve resumes from.

use quasar::{files::FileKind, spot::SpotSave};

use super::SolveArguments;
use crate::error::Failure;
use crate::file::is_standard_input;

/// The save to resume, if the file is one.
pub(super) fn open(arguments: &SolveArguments) -> Result<Option<SpotSave>, Failure> {
    let file = arguments.file.as_ref().filter(|path| !is_standard_input(path));
    let Some(path) = file else { return Ok(None) };
    // Anything else is read as a spec, whose reader reports what is wrong.
    if !matches!(FileKind::of(path), Ok(FileKind::Save)) {
        return Ok(None);
    }
    let fields =
        arguments.fields.any() || arguments.algorithm.is_some() || arguments.updates.is_some();
    if fields {
        return Err(Failure::Usage(
            "a save belongs to one spot and one algorithm: only --target, --iterations, --time, --check-every, --precision and --threads can be used with it".to_owned(),
        ));
    }
    Ok(Some(SpotSave::open(path)?))
}
