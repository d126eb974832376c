//! A game before the flop as a job.

use quasar_store::Checkpoint;

use super::{
    PreflopBundle, PreflopEvent, PreflopJob, PreflopSolveError, PreflopSolveSpec, StreetsPlan,
};
use crate::job::{
    CheckpointPlace, CheckpointPolicy, Detail, Ended, FileWritten, Finished, JobError, JobReport,
    Keeper, Phase, PreflopRun, Resume, Work, WrittenFile, checkpoint_file, serve_rest,
};

/// Solves a game before the flop.
pub(crate) fn run_job(run: &PreflopRun, work: &Work<'_>) -> Result<Finished, JobError> {
    work.warn_all(&run.game.warnings);
    let line = run.show.line()?;
    let place = run.place()?;
    let kept = matches!(place, CheckpointPlace::Kept(_));
    let identity = run.game.identity();
    let checkpoint = work.checkpoint_of(run.resumes().as_ref(), place, &identity);
    let checkpoint = checkpoint.as_deref().map(Checkpoint::open).transpose()?;
    let game = run.game.clone().continuing(checkpoint.as_ref());
    let claim = run.output.as_deref().map(PreflopBundle::claim).transpose()?;
    let engine = work.engine()?;
    let planned = |plan: &StreetsPlan| work.tell(Detail::StreetsPlanned(Box::new(plan.clone())));
    let memory = work.memory().bytes;
    let mut job = PreflopJob::within(game, engine.threads(), memory, planned)?;
    job.set_clock(work.clock().clone());
    job.limit_memory(work.memory().bytes);
    // A line that does not exist is an error before a long solve.
    job.check_line(&line)?;
    let every = if place.is_automatic() { 0 } else { run.game.checkpoint_every };
    let mut keeper = Keeper::new(work, place, &identity)?
        .every(every)
        .resumed_from(checkpoint.as_ref().map(Checkpoint::path));
    if let Some(checkpoint) = &checkpoint {
        let path = || checkpoint.path().to_owned();
        job.resume(checkpoint)
            .map_err(|error| JobError::Checkpoint { path: path(), why: error.to_string() })?;
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
    if cancelled {
        keeper.unless_suspended(&mut job)?;
    }
    let mut files = Vec::new();
    if kept || cancelled {
        files.extend(keeper.write(&mut job).map(checkpoint_file));
    }
    if !cancelled {
        work.enter(Phase::Measuring);
        match work.counted(|_| job.measure(work.control())) {
            // The solve itself has reached its goal, and is saved.
            Err(error) if error.is_stopped() => {
                keeper.unless_suspended(&mut job)?;
                work.warn("stopped before the lines were checked on other flops".to_owned());
            }
            measured => measured?,
        }
    }
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
                if files.is_empty() {
                    files.extend(keeper.write(&mut job).map(checkpoint_file));
                }
                unsaved = Some(error.into());
            }
        }
    }
    if kept && unsaved.is_none() {
        unsaved = keeper.failure().map(Into::into);
    }
    let report = job.report(ended, &line)?;
    serve_rest(&mut job, work.control(), &mut keeper);
    if !kept && !cancelled && unsaved.is_none() {
        keeper.discard();
    }
    let report = JobReport::Preflop(Box::new(report));
    Ok(Finished { report, files, cancelled, unsaved })
}

impl PreflopRun {
    /// Where checkpoints are written: nowhere with exact solves, whose rounds cannot be resumed.
    fn place(&self) -> Result<&CheckpointPlace, JobError> {
        let no_checkpoint = || PreflopSolveError::NoCheckpoint.into();
        match (&self.game.exact, &self.checkpoint, &self.resume) {
            (_, _, Some(Resume::Save(path))) => {
                let why = "games before the flop are resumed from checkpoints".to_owned();
                Err(JobError::Checkpoint { path: path.clone(), why })
            }
            (None, place, _) => Ok(place),
            (Some(_), CheckpointPlace::Kept(_), _) | (Some(_), _, Some(_)) => Err(no_checkpoint()),
            (Some(_), _, None) => Ok(&CheckpointPlace::Nowhere),
        }
    }

    /// What is resumed. An unfinished solve in a file that is kept is, even if nobody says so.
    fn resumes(&self) -> Option<Resume> {
        match (&self.resume, &self.checkpoint) {
            (None, CheckpointPlace::Kept(path)) => path.exists().then_some(Resume::Own),
            (resume, _) => resume.clone(),
        }
    }

    /// The game that would be solved now, if files that cannot be read are left out: where play
    /// to the river is resumed, with the flops and sizes it began with.
    pub(crate) fn game_to_solve(&self) -> PreflopSolveSpec {
        let policy = CheckpointPolicy::default();
        let resumed = self
            .resumes()
            .and_then(|resume| resume.checkpoint(&self.checkpoint, &policy, &self.game.identity()));
        let checkpoint = resumed.and_then(|path| Checkpoint::open(&path).ok());
        self.game.clone().continuing(checkpoint.as_ref())
    }
}
