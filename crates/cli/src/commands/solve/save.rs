//! Saves of a solve: going on from one, and writing one.

use std::path::Path;

use quasar::{FileKind, SaveSize, SpotJob, SpotSave};

use super::{SaveName, SolveArguments};
use crate::error::Failure;
use crate::output::{size, tell};
use crate::progress::{Shown, with_progress};

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

impl SaveName {
    pub(super) fn size(self) -> SaveSize {
        match self {
            SaveName::Full => SaveSize::Full,
            SaveName::NoRivers => SaveSize::NoRivers,
            SaveName::NoTurns => SaveSize::NoTurns,
        }
    }
}

/// Writes a save, and says where it is.
pub(super) fn write(job: &mut SpotJob, path: &Path, name: SaveName) -> Result<(), Failure> {
    let bytes = with_progress(Shown::Count("blocks saved"), |progress| {
        job.save(path, name.size(), progress)
    })?;
    tell(format_args!("saved to {}, {}", path.display(), size(bytes)));
    Ok(())
}
