//! A game before the flop as a job.

use std::fs;

use quasar_store::{Checkpoint, CheckpointHeader, CheckpointKind, Fault, StoreError};

use super::{PreflopBundle, PreflopEvent, PreflopJob, PreflopSolveError, PreflopSolveSpec, StreetsPlan};
use crate::job::{
    CheckpointPlace, Detail, Ended, FileWritten, Finished, JobError, JobReport, Keeper, Phase,
    PreflopRun, Work, WrittenFile, serve_rest,
};

/// Solves a game before the flop.
pub(crate) fn run_job(run: &PreflopRun, work: &Work<'_>) -> Result<Finished, JobError> {
    work.warn_all(&run.game.warnings);
    let line = run.show.line()?;
    let kept = matches!(run.checkpoint, CheckpointPlace::Kept(_));
    if kept && run.game.exact.is_some() {
        return Err(PreflopSolveError::NoCheckpoint.into());
    }
    let checkpoint = unfinished(run)?;
    let game = resumed_game(run, checkpoint.as_ref());
    let claim = run.output.as_deref().map(PreflopBundle::claim).transpose()?;
    let engine = work.engine()?;
    let planned = |plan: &StreetsPlan| work.tell(Detail::StreetsPlanned(Box::new(plan.clone())));
    let memory = work.memory().bytes;
    let mut job = PreflopJob::within(game, engine.threads(), memory, planned)?;
    job.set_clock(work.clock().clone());
    job.limit_memory(work.memory().bytes);
    // A line that does not exist is an error before a long solve.
    job.check_line(&line)?;
    let every = if kept { run.game.checkpoint_every } else { 0 };
    let keeper = Keeper::new(work, &run.checkpoint, &run.game.canonical())?;
    let mut keeper = keeper.every(every);
    if let Some(checkpoint) = &checkpoint {
        restore(&mut job, checkpoint)?;
    }
    work.enter(Phase::Solving);
    let mut told = |event: PreflopEvent| match event {
        PreflopEvent::Looked(progress) => work.tell(Detail::Preflop(progress)),
        PreflopEvent::Planned(plan) => work.tell(Detail::RoundPlanned(Box::new(plan))),
        PreflopEvent::Round(round) => work.tell(Detail::RoundEnded(Box::new(round))),
        PreflopEvent::Solving(progress) => {
            if work.is_due() {
                work.tell(Detail::RoundSolving(Box::new(progress)));
            }
        }
    };
    let ended = job.run_watched(work.control(), &mut told, &mut keeper)?;
    let cancelled = ended == Ended::Cancelled;
    if cancelled && work.control().is_suspended() {
        keeper.write(&mut job);
        return Err(JobError::Suspended);
    }
    let mut files = Vec::new();
    if kept || cancelled {
        files.extend(keeper.write(&mut job).map(|path| {
            let bytes = fs::metadata(&path).map_or(0, |found| found.len());
            WrittenFile { what: FileWritten::Checkpoint, path, bytes }
        }));
    }
    if !cancelled {
        work.enter(Phase::Measuring);
        match work.counted(|_| job.measure(work.control())) {
            // The solve itself has reached its goal, and is saved.
            Err(error) if error.is_stopped() => {
                work.warn("stopped before the lines were checked on other flops".to_owned());
            }
            measured => measured?,
        }
    }
    work.control().rearm();
    let mut unsaved = None;
    if let Some((claim, folder)) = claim.zip(run.output.as_ref()) {
        work.enter(Phase::Saving);
        match PreflopBundle::write_to(claim, &mut job) {
            Ok(bundle) => {
                work.written(FileWritten::Result, folder, bundle.size());
                files.push(WrittenFile {
                    what: FileWritten::Result,
                    path: folder.clone(),
                    bytes: bundle.size(),
                });
            }
            Err(error) => {
                keeper.write(&mut job);
                unsaved = Some(error.into());
            }
        }
    }
    if kept && unsaved.is_none() {
        unsaved = keeper.failure().map(Into::into);
    }
    if !kept && !cancelled && unsaved.is_none() {
        keeper.discard();
    }
    let report = job.report(ended, &line)?;
    serve_rest(&mut job, work.control(), &mut keeper);
    let report = JobReport::Preflop(Box::new(report));
    Ok(Finished { report, files, cancelled, unsaved })
}

impl PreflopRun {
    /// The game as it would be solved now: where a checkpoint is resumed, with the flops and sizes
    /// that were chosen when its solve began.
    pub(crate) fn game_to_solve(&self) -> Result<PreflopSolveSpec, JobError> {
        Ok(resumed_game(self, unfinished(self)?.as_ref()))
    }
}

/// The unfinished solve that a run resumes, if a file has one.
fn unfinished(run: &PreflopRun) -> Result<Option<Checkpoint>, StoreError> {
    let CheckpointPlace::Kept(path) = &run.checkpoint else { return Ok(None) };
    match Checkpoint::open(path) {
        Err(error) if matches!(error.fault(), Fault::Missing) => Ok(None),
        other => other.map(Some),
    }
}

fn resumed_game(run: &PreflopRun, checkpoint: Option<&Checkpoint>) -> PreflopSolveSpec {
    let game = run.game.clone();
    match checkpoint {
        Some(checkpoint) => game.as_begun(&checkpoint.header().spec),
        None => game,
    }
}

fn restore(job: &mut PreflopJob, checkpoint: &Checkpoint) -> Result<(), JobError> {
    let refused = |why: String| JobError::Checkpoint { path: checkpoint.path().to_owned(), why };
    let CheckpointHeader { kind, spec, .. } = checkpoint.header();
    if *kind != CheckpointKind::Preflop || !job.is_checkpoint_of(spec) {
        return Err(refused("it belongs to a different game".to_owned()));
    }
    job.restore(checkpoint.state()?).map_err(|error| refused(error.to_string()))
}
