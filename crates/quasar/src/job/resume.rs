//! Resuming a solver from a checkpoint, and checkpoints in memory.

use std::path::Path;
use std::time::Duration;

use quasar_solver::{SolverError, SolverGame};
use quasar_store::{Checkpoint, CheckpointHeader, CheckpointKind};
use thiserror::Error;

use super::{Checkpointed, Measurement, SolveJob};

/// Why a solve cannot be resumed from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// A checkpoint of another game, of other settings or of another kind of job.
    #[error("the checkpoint belongs to a different game or to different settings")]
    Other,
    /// A damaged checkpoint.
    #[error("the checkpoint cannot be read: {0}")]
    Unreadable(String),
    /// A state that the solver refuses.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// The bytes of a checkpoint of a solve now.
pub(crate) fn checkpoint_bytes(steps: &impl Checkpointed) -> Vec<u8> {
    let bytes = Checkpoint::to_bytes(&steps.checkpoint_header(), |to| steps.write_state(to));
    bytes.expect("memory takes all bytes, the text of a spec fits, and time is finite")
}

/// Opens the bytes of a checkpoint.
pub(crate) fn open_checkpoint(bytes: &[u8]) -> Result<Checkpoint, ResumeError> {
    Checkpoint::from_bytes(Path::new(""), bytes.to_vec())
        .map_err(|error| ResumeError::Unreadable(error.fault().to_string()))
}

/// The working time that a file states.
pub(crate) fn working_time(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

impl<G: SolverGame> SolveJob<G> {
    /// Resumes from a checkpoint of this kind and spec. On an error nothing changes.
    pub(crate) fn resume(
        &mut self,
        checkpoint: &Checkpoint,
        kind: CheckpointKind,
        spec: &str,
    ) -> Result<(), ResumeError> {
        let CheckpointHeader { kind: found, spec: of, checks, .. } = checkpoint.header();
        if *found != kind || of != spec {
            return Err(ResumeError::Other);
        }
        let state = checkpoint.state();
        let state = state.map_err(|error| ResumeError::Unreadable(error.fault().to_string()))?;
        self.solver_mut().restore(state)?;
        self.set_history(checks.iter().copied().map(Measurement::from).collect());
        self.set_earlier(working_time(checkpoint.header().seconds));
        Ok(())
    }
}
