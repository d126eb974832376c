//! An equity question as a job.

use super::EquitySpec;
use super::run::Asked;
use crate::job::{Detail, Finished, JobError, JobReport, Phase, Work};

/// Answers a question; preliminary answers are events.
pub(crate) fn run_job(spec: &EquitySpec, work: &Work<'_>) -> Result<Finished, JobError> {
    let engine = work.engine()?;
    work.enter(Phase::Solving);
    let asked = Asked::now(work.clock());
    let report = work.counted(|control| {
        engine.equity_by(&asked, spec, control, &mut |report| {
            work.tell(Detail::Equity(Box::new(report.clone())));
        })
    })?;
    let cancelled = work.control().is_cancelled();
    let finished = Finished::new(JobReport::Equity(Box::new(report)));
    Ok(Finished { cancelled, ..finished })
}
