//! Buckets, and spots with buckets, as jobs.

use super::{Buckets, BucketsReport, BucketsSpec, MatrixReport};
use crate::job::{
    BucketsRun, FileWritten, Finished, JobError, JobReport, Keeper, Phase, Resume, SpotRun, Work,
    WrittenFile, resume_from, solve_and_report,
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
    if let Some(Resume::Save(_)) = &run.resume {
        return Err(SaveError::from(SpotError::Abstraction).into());
    }
    let game = run.spot.to_text();
    let checkpoint = work.checkpoint_of(run.resume.as_ref(), &run.checkpoint, &game);
    let allowed = work.memory().bytes;
    let clock = work.clock().clone();
    let job = work.counted(|control| run.spot.abstracted_job_by(clock, allowed, control))?;
    let Some(mut job) = job else { return Err(SpotError::Abstraction.into()) };
    resume_from(checkpoint.as_deref(), |checkpoint| job.resume(checkpoint))?;
    let keeper = Keeper::new(work, &run.checkpoint, &game)?.resumed_from(checkpoint.as_deref());
    solve_and_report(&mut job, keeper, work, |job, ended| {
        Ok(JobReport::BucketedSpot(Box::new(job.report(ended, &line)?)))
    })
}
