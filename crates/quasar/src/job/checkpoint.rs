//! When checkpoints are written, and where.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quasar_store::{
    Checkpoint, CheckpointHeader, Fault, FileKind, ResultFile, StoreError, make_folder,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::drive::{Steps, Watch};
use super::hash::content_hash;
use super::{AskError, FileWritten, JobError, SolveProgress, Work};

/// When checkpoints are written automatically.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckpointPolicy {
    /// The folder of checkpoints for which no path was given.
    pub folder: PathBuf,
    /// Shorter solves write none.
    pub first: Duration,
    /// The shortest time between two checkpoints.
    pub every: Duration,
    /// The time between two checkpoints is at least this many times what writing the last
    /// one took.
    pub times_last: u32,
}

impl CheckpointPolicy {
    /// The automatic path of the checkpoint of a game; `game` is its canonical text.
    pub fn path(&self, game: &str) -> PathBuf {
        self.folder.join(format!("{}.checkpoint", content_hash(game)))
    }
}

impl Default for CheckpointPolicy {
    fn default() -> CheckpointPolicy {
        CheckpointPolicy {
            folder: PathBuf::from("cache/checkpoints"),
            first: Duration::from_secs(60),
            every: Duration::from_secs(30),
            times_last: 20,
        }
    }
}

/// Where a job writes its checkpoints.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointPlace {
    /// A file in the folder of the policy, named by the hash of the spec. It is removed
    /// when the job has reached its goal.
    #[default]
    Automatic,
    /// This file, which is removed too.
    Beside(PathBuf),
    /// This file, which is also written at the end and stays.
    Kept(PathBuf),
    /// Nowhere.
    Nowhere,
}

impl CheckpointPlace {
    /// Next to the file of a spec: `spot.yaml.checkpoint`.
    pub fn next_to(spec: &Path) -> CheckpointPlace {
        let mut name = spec.to_owned().into_os_string();
        name.push(".checkpoint");
        CheckpointPlace::Beside(name.into())
    }

    /// The file for a game, whose canonical text names the automatic one.
    pub(super) fn file(&self, policy: &CheckpointPolicy, game: &str) -> Option<PathBuf> {
        match self {
            CheckpointPlace::Nowhere => None,
            CheckpointPlace::Kept(path) | CheckpointPlace::Beside(path) => Some(path.clone()),
            CheckpointPlace::Automatic => Some(policy.path(game)),
        }
    }

    pub(crate) fn is_automatic(&self) -> bool {
        *self == CheckpointPlace::Automatic
    }
}

/// The name and version of the program, as checkpoints record it.
pub(crate) const ENGINE: &str = concat!("quasar ", env!("CARGO_PKG_VERSION"));

/// A solve whose state can be written to a file.
pub(crate) trait Checkpointed: Steps {
    /// The header of a checkpoint written now.
    fn checkpoint_header(&self) -> CheckpointHeader;

    /// Writes the state of the solver.
    fn write_state(&self, output: &mut dyn Write) -> io::Result<()>;
}

/// Writes the checkpoints of a job and reports its progress.
pub(crate) struct Keeper<'a, 'w> {
    work: &'a Work<'w>,
    place: Option<PathBuf>,
    /// Whether the last one is written at the end, and stays.
    kept: bool,
    /// The claimed path, once it is claimed.
    claim: Option<ResultFile>,
    /// When the next one is due.
    due: Duration,
    /// Iterations between two checkpoints, if given.
    iterations: Option<NonZeroU32>,
    /// Whether the file at the place is a checkpoint of this solve.
    left: bool,
    /// Why the last one could not be written.
    failure: Option<StoreError>,
}

impl<'a, 'w> Keeper<'a, 'w> {
    /// A keeper of the checkpoints of a game, whose canonical text decides the automatic
    /// path. A path that the user gave is claimed now; the automatic one is checked now, and
    /// claimed when the first checkpoint is written.
    pub(crate) fn new(
        work: &'a Work<'w>,
        place: &CheckpointPlace,
        game: &str,
    ) -> Result<Keeper<'a, 'w>, StoreError> {
        let policy = work.checkpoints();
        let claim = match place {
            CheckpointPlace::Kept(path) => Some(Checkpoint::claim(path)?),
            _ => None,
        };
        let kept = claim.is_some();
        let place = place.file(policy, game);
        if let Some(path) = &place
            && !kept
        {
            check_free(path)?;
        }
        let due = work.clock().now() + policy.first;
        let (iterations, left, failure) = (None, false, None);
        Ok(Keeper { work, place, kept, claim, due, iterations, left, failure })
    }

    /// The solve resumes from this checkpoint. If it is at the place of its own ones, it is one of
    /// them, and removed with them.
    pub(crate) fn resumed_from(mut self, checkpoint: Option<&Path>) -> Keeper<'a, 'w> {
        let real = |path: &Path| path.canonicalize().ok();
        let own = self.place.as_deref().and_then(real);
        self.left = own.is_some() && own == checkpoint.and_then(real);
        self
    }

    /// Whether the last checkpoint is written at the end, and stays.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept
    }

    /// Also writes a checkpoint every so many iterations; 0 means never.
    pub(crate) fn every(self, iterations: u32) -> Keeper<'a, 'w> {
        Keeper { iterations: NonZeroU32::new(iterations), ..self }
    }

    /// Writes a checkpoint; a failure is a warning, and the next one is tried as usual.
    pub(crate) fn write<S: Checkpointed>(&mut self, steps: &mut S) -> Option<PathBuf> {
        if self.work.control().is_abandoned() {
            return None;
        }
        match self.try_write(steps) {
            Ok(path) => Some(path),
            Err(AskError::NoCheckpoint(_)) => None,
            Err(error) => {
                self.work.warn(format!("no checkpoint was written: {error}"));
                None
            }
        }
    }

    /// Ends a job that is to be resumed later, whether or not it has reached its goal: with a
    /// checkpoint, and without what is left to do.
    pub(crate) fn unless_suspended<S: Checkpointed>(
        &mut self,
        steps: &mut S,
    ) -> Result<(), JobError> {
        if !self.work.control().is_suspended() {
            return Ok(());
        }
        self.write(steps);
        Err(JobError::Suspended)
    }

    /// Why the last checkpoint could not be written, if it could not.
    pub(crate) fn failure(&mut self) -> Option<StoreError> {
        self.failure.take()
    }

    /// Removes checkpoints that are no longer needed, now that the result is safe.
    pub(crate) fn discard(&mut self) {
        self.claim = None;
        if let Some(path) = self.place.as_deref().filter(|_| self.left)
            && let Err(error) = std::fs::remove_file(path)
        {
            self.work.warn(format!("cannot remove {}: {error}", path.display()));
        }
        self.left = false;
    }

    fn write_to<S: Checkpointed>(&mut self, path: &Path, steps: &S) -> Result<u64, StoreError> {
        let claim = match &mut self.claim {
            Some(claim) => claim,
            None => {
                let folder = &self.work.checkpoints().folder;
                if path.starts_with(folder) {
                    make_folders(folder)?;
                }
                self.claim.insert(Checkpoint::claim(path)?)
            }
        };
        Checkpoint::write(claim, &steps.checkpoint_header(), |output| steps.write_state(output))
    }

    fn try_write<S: Checkpointed>(&mut self, steps: &mut S) -> Result<PathBuf, AskError> {
        let path = self.place.clone().ok_or(AskError::NoCheckpoint("this job"))?;
        let start = self.work.clock().now();
        let written = self.write_to(&path, steps);
        let took = self.work.clock().now() - start;
        let policy = self.work.checkpoints();
        self.due = self.work.clock().now() + policy.every.max(policy.times_last * took);
        self.failure = None;
        let bytes = written.map_err(|error| {
            let text = error.to_string();
            self.failure = Some(error);
            AskError::Write(text)
        })?;
        self.left = true;
        self.work.written(FileWritten::Checkpoint, &path, bytes);
        Ok(path)
    }
}

impl<S: Checkpointed> Watch<S> for Keeper<'_, '_> {
    fn stepped(&mut self, steps: &mut S, progress: &SolveProgress) {
        self.work.progress(progress, None);
        let counted = self.iterations.is_some_and(|n| progress.iteration.is_multiple_of(n.get()));
        if self.place.is_some() && (counted || self.work.clock().now() >= self.due) {
            self.write(steps);
        }
    }

    fn checkpoint(&mut self, steps: &mut S) -> Result<PathBuf, AskError> {
        self.try_write(steps)
    }
}

/// Makes the automatic folder and its parent.
fn make_folders(folder: &Path) -> Result<(), StoreError> {
    if let Some(around) = folder.parent().filter(|around| *around != Path::new("")) {
        make_folder(around)?;
    }
    make_folder(folder).map(|_| ())
}

/// Fails if something else is at the path of checkpoints.
fn check_free(path: &Path) -> Result<(), StoreError> {
    match FileKind::of(path) {
        Ok(FileKind::Checkpoint) => Ok(()),
        Err(error) if matches!(error.fault(), Fault::Missing | Fault::Empty) => Ok(()),
        // The claim says what is there. A checkpoint of before is not replaced, so it must
        // be an error now, and not when the first one is to be written.
        Ok(_) | Err(_) => Checkpoint::claim(path).map(drop),
    }
}
