//! What a job takes, before it is started.

use serde::{Deserialize, Serialize};

use super::{ENGINE, JobError, JobSpec, content_hash};
use crate::buckets::Buckets;
use crate::model;

/// Bytes of memory that four-card Omaha before the flop takes: regrets, strategies and values
/// by class, and the boards of the threads.
const OMAHA_PREFLOP: u64 = 200_000_000;

/// Bytes of each further stack that is solved together with it.
const OMAHA_STACK: u64 = 100_000_000;

/// What a job takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobSize {
    /// Bytes of memory; 0 where that is not known before the work.
    pub memory: u64,
    /// Bytes of disk for the result and for two checkpoints, the last one and the next; 0
    /// where that is not known.
    pub disk: u64,
}

impl JobSpec {
    /// Names what is computed, and by which version of the engine. 128 bits in
    /// hexadecimal.
    pub fn id(&self) -> String {
        content_hash(&format!("{ENGINE}\n{}", self.hash()))
    }

    /// What the job takes. Lays out spots, in at most `allowed` bytes.
    pub fn size(&self, allowed: u64) -> Result<JobSize, JobError> {
        match self {
            JobSpec::Spot(run) if run.spot.abstraction.is_none() => {
                let plan = run.spot.clone().plan_within(allowed)?;
                let keep = run.output.as_ref().and_then(|output| output.keep);
                let keep = keep.unwrap_or_else(|| plan.default_save());
                let memory = plan.size().memory;
                let disk = plan.save_size(keep)?.max(memory.storage).saturating_mul(2);
                Ok(JobSize { memory: memory.total, disk })
            }
            JobSpec::Boards(spec) => {
                let plan = (**spec).clone().plan(allowed)?;
                let flops = plan.pending().len() as u64;
                Ok(plan.size().map_or(JobSize::default(), |size| JobSize {
                    memory: size.memory.saturating_mul(plan.together(allowed) as u64),
                    disk: size.save.saturating_mul(flops),
                }))
            }
            // The strategy of the buckets is measured in the real game.
            JobSpec::Spot(run) => {
                let mut spot = run.spot.clone();
                let buckets =
                    spot.abstraction.take().map_or(0, |buckets| buckets.clustering.clusters);
                let game = spot.plan_within(allowed)?.size().memory.total;
                let pairs = Buckets::matrix_memory(buckets);
                Ok(JobSize { memory: game.saturating_add(pairs), disk: 0 })
            }
            JobSpec::Preflop(run) => match run.game_to_solve().streets_plan(1, allowed)? {
                Some(plan) => {
                    Ok(JobSize { memory: plan.total(), disk: plan.storage.saturating_mul(2) })
                }
                None => Ok(JobSize::default()),
            },
            JobSpec::OmahaPreflop(_) => Ok(JobSize { memory: OMAHA_PREFLOP, disk: 0 }),
            JobSpec::OmahaStacks(run) => {
                let more = OMAHA_STACK.saturating_mul(run.games.len() as u64);
                Ok(JobSize { memory: OMAHA_PREFLOP.saturating_add(more), disk: 0 })
            }
            JobSpec::Model(run) => Ok(JobSize { memory: model::memory(&run.model)?, disk: 0 }),
            JobSpec::Buckets(run) => Ok(JobSize { memory: run.buckets.memory(), disk: 0 }),
            JobSpec::Matrix(spec) => {
                let matrix = Buckets::matrix_memory(spec.clustering.clusters);
                Ok(JobSize { memory: spec.memory().saturating_add(matrix), disk: 0 })
            }
            JobSpec::Decision(file) if !file.has_buckets() => {
                let plan = file.spec(1)?.plan_within(allowed)?;
                Ok(JobSize { memory: plan.size().memory.total, disk: 0 })
            }
            JobSpec::Equity(_) | JobSpec::Tables(_) | JobSpec::Toy(_) | JobSpec::Decision(_) => {
                Ok(JobSize::default())
            }
        }
    }
}
