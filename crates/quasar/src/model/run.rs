//! A model of flops as a job.

use quasar_preflop::{FlopWorker, ModelTree};
use quasar_store::BundleWriter;

use super::job::LARGE;
use super::watch::Tracker;
use super::{PostflopError, PostflopSpec};
use crate::job::{
    FileWritten, Finished, JobError, JobReport, ModelRun, Phase, Work, WrittenFile, thread_count,
};

impl ModelRun {
    /// Whether a run may use its folder: it is free, or has flops that were solved for the very
    /// same goal. Folders that cannot be read are left to the run to report.
    pub fn can_continue(&self) -> bool {
        let config = BundleWriter::config(&self.output);
        config.ok().flatten().is_none_or(|text| self.model.is_written_as(&text))
    }
}

/// Solves the flops of a model into a folder; flops of an interrupted run are kept.
pub(crate) fn run_job(run: &ModelRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let engine = work.engine()?;
    work.enter(Phase::Solving);
    let tracker = Tracker::new(work.control(), work.clock().clone(), Some(work));
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

/// Bytes of memory that solving takes: at the largest depth, for a flop on each thread.
pub(crate) fn memory(spec: &PostflopSpec) -> Result<u64, PostflopError> {
    let mut most = 0;
    for &spr in &spec.sprs {
        let tree = ModelTree::new(&spec.model, spr)?;
        let memory = FlopWorker::memory(&tree, &spec.model.settings)?;
        let together = if memory.storage >= LARGE { 1 } else { thread_count(0) as u64 };
        most = memory.total().saturating_mul(together).max(most);
    }
    Ok(most)
}
