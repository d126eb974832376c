//! What a solve would take, found without solving: for front ends that show it first.
//!
//! It plans as the job does, so the numbers and the refusal are those of the job.

use super::{BoardsError, BoardsOutline, BoardsSpec, SpotError, SpotOutline, SpotSpec};
use crate::job::MemoryLimit;
use crate::request::Warnings;

/// What a solve would take.
#[derive(Debug)]
pub struct DryRun<O, E> {
    /// What is to be solved, and what it needs.
    pub outline: O,
    /// What was noticed while the spec was read and fitted into the memory.
    pub warnings: Warnings,
    /// Whether the memory suffices.
    pub fits: Result<(), E>,
}

impl SpotSpec {
    /// What the solve would take of this memory. Fails if the spot cannot be laid out in it.
    pub fn dry_run(self, limit: &MemoryLimit) -> Result<DryRun<SpotOutline, SpotError>, SpotError> {
        let plan = self.fitted(limit)?.plan_within(limit.bytes)?;
        Ok(DryRun {
            outline: plan.outline(),
            warnings: plan.spec().warnings.clone(),
            fits: plan.check_memory(limit.bytes).map_err(SpotError::from),
        })
    }
}

impl BoardsSpec {
    /// What the solves would take of this memory. Fails if a flop cannot be laid out in it.
    pub fn dry_run(
        self,
        limit: &MemoryLimit,
    ) -> Result<DryRun<BoardsOutline, BoardsError>, BoardsError> {
        let plan = self.fitted(limit)?.plan(limit.bytes)?;
        Ok(DryRun {
            outline: plan.outline(),
            warnings: plan.spec().spot.warnings.clone(),
            fits: plan.check_memory(limit.bytes),
        })
    }
}
