//! Buckets, and spots with buckets, as jobs.

use super::{Buckets, BucketsReport, BucketsSpec, MatrixReport};
use crate::job::{
    BucketsRun, Ended, FileWritten, Finished, JobError, JobReport, Keeper, Phase, SpotRun, Work,
    WrittenFile, drive, serve_rest,
};
use crate::spot::{SaveError, SpotError, decision_at};
use quasar_abstraction::EquityMatrix;
use quasar_game::BettingTree;

/// Makes buckets and, if requested, saves them.
pub(crate) fn run_job(run: &BucketsRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let claim = run.output.as_deref().map(Buckets::claim).transpose()?;
    let engine = work.engine()?;
    work.enter(Phase::Solving);
    let buckets = work.counted(|control| run.buckets.build(&engine, control))?;
    let mut files = Vec::new();
    if let Some((claim, path)) = claim.zip(run.output.as_ref()) {
        work.enter(Phase::Saving);
        let bytes = buckets.save_to(claim)?;
        work.written(FileWritten::Result, path, bytes);
        files.push(WrittenFile { what: FileWritten::Result, path: path.clone(), bytes });
    }
    let finished = Finished::new(JobReport::Buckets(Box::new(BucketsReport::of(&buckets))));
    Ok(Finished { files, ..finished })
}

/// Makes buckets of a river and counts how often they beat each other.
pub(crate) fn run_matrix(spec: &BucketsSpec, work: &Work<'_>) -> Result<Finished, JobError> {
    spec.check_river()?;
    let engine = work.engine()?;
    work.enter(Phase::Solving);
    let buckets = work.counted(|control| spec.build(&engine, control))?;
    work.enter(Phase::Measuring);
    let matrix = work.counted(|control| buckets.matrix(&engine, control))?;
    let report = MatrixReport::of(&EquityMatrix::from(&matrix), Some(spec.board.to_string()));
    Ok(Finished::new(JobReport::Matrix(Box::new(report))))
}

/// Solves a spot with the buckets of its spec.
pub(crate) fn run_spot(run: &SpotRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let line = run.show.line()?;
    decision_at(&BettingTree::build(&run.spot.betting).map_err(SpotError::from)?, &line)?;
    if run.output.is_some() {
        return Err(SaveError::from(SpotError::Abstraction).into());
    }
    let allowed = work.memory().bytes;
    let job = work.counted(|control| run.spot.abstracted_job(allowed, control))?;
    let Some(mut job) = job else { return Err(SpotError::Abstraction.into()) };
    job.job.set_clock(work.clock().clone());
    work.enter(Phase::Solving);
    let mut keeper = Keeper::new(work, &run.checkpoint, &run.spot.to_text())?;
    let ended = drive(&mut job, work.control(), &mut keeper)?;
    if ended == Ended::Cancelled && work.control().is_suspended() {
        return Err(JobError::Suspended);
    }
    work.control().rearm();
    work.enter(Phase::Measuring);
    let report = job.report(ended, &line)?;
    keeper.discard();
    serve_rest(&mut job, work.control(), &mut keeper);
    let finished = Finished::new(JobReport::BucketedSpot(Box::new(report)));
    Ok(Finished { cancelled: ended == Ended::Cancelled, ..finished })
}
