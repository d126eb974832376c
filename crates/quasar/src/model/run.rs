//! A model of flops as a job.

use super::watch::Tracker;
use crate::job::{FileWritten, Finished, JobError, JobReport, ModelRun, Phase, Work, WrittenFile};

/// Solves the flops of a model into a folder, or what an earlier run has left of them.
pub(crate) fn run_job(run: &ModelRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let engine = work.engine()?;
    work.enter(Phase::Solving);
    let tracker = Tracker::new(work.control(), Some(work));
    let report = engine.solve_model(&run.model, &run.output, run.tables.as_deref(), &tracker)?;
    for warning in &report.warnings {
        work.warn(warning.clone());
    }
    work.written(FileWritten::Result, &run.output, report.bytes);
    let file =
        WrittenFile { what: FileWritten::Result, path: run.output.clone(), bytes: report.bytes };
    let finished = Finished::new(JobReport::Model(Box::new(report)));
    Ok(Finished { files: vec![file], ..finished })
}
