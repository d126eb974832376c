//! Making a file of equity tables as a job.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Precompute, PrecomputeSpec};
use crate::job::{Detail, FileWritten, Finished, JobError, JobReport, Phase, Work, WrittenFile};

/// The tables to compute, and the memory they need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TablesOutline {
    /// Tables to compute.
    pub missing: usize,
    /// Tables that already exist.
    pub reused: usize,
    /// The size of the finished file.
    pub bytes: u64,
    /// The approximate memory of the work in bytes.
    pub memory: u64,
}

/// Computes the tables that a file lacks.
pub(crate) fn run_job(spec: &PrecomputeSpec, work: &Work<'_>) -> Result<Finished, JobError> {
    let job = match spec.begin_by(work.clock().clone())? {
        Precompute::Complete(report) => {
            return Ok(Finished::new(JobReport::Tables(report)));
        }
        Precompute::Needed(job) => job,
    };
    let engine = work.engine()?;
    work.tell(Detail::Tables(TablesOutline {
        missing: job.missing(),
        reused: job.reused(),
        bytes: job.bytes(),
        memory: job.memory(engine.threads()),
    }));
    work.enter(Phase::Solving);
    let report = work.counted(|control| job.run(&engine, control))?;
    work.written(FileWritten::Result, spec.path(), report.bytes);
    let file = WrittenFile {
        what: FileWritten::Result,
        path: spec.path().to_owned(),
        bytes: report.bytes,
    };
    let finished = Finished::new(JobReport::Tables(report));
    Ok(Finished { files: vec![file], ..finished })
}
