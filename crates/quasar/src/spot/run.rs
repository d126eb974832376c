//! A spot as a job: files checked first, then solved, reported and saved.

use std::io::{self, Write};

use quasar_solver::{MergedAverage, SolverError};
use quasar_store::{Checkpoint, CheckpointHeader, CheckpointKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::start::Starting;
use super::{SaveError, SpotError, SpotJob, SpotNodeReport, SpotPlan, SpotSave, SpotSize};
use crate::job::{
    AskError, Checkpointed, Detail, Ended, FileWritten, Finished, GoalChange, JobError, JobReport,
    Keeper, NodeQuery, NodeReport, Phase, Resume, SaveTo, SolveProgress, SpotRun, Steps, Work,
    WrittenFile, checkpoint_file, drive, serve_rest,
};

/// A spot and its size, before it is solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SpotOutline {
    /// The board at the start.
    pub board: String,
    /// The pot at the start.
    pub pot: u64,
    /// Chips that each player has left at the start.
    pub stack: u64,
    /// How many of these chips a chip of the spec is.
    pub chip_scale: u64,
    /// Its size.
    #[serde(flatten)]
    pub size: SpotSize,
}

impl SpotPlan {
    /// The spot and its size.
    pub fn outline(&self) -> SpotOutline {
        SpotOutline {
            board: self.spec().board.to_string(),
            pot: self.spec().betting.start.pot.0,
            stack: self.spec().betting.start.stacks[0].0,
            chip_scale: self.spec().chip_scale,
            size: self.size().clone(),
        }
    }
}

/// Solves a spot without buckets.
pub(crate) fn run_job(run: &SpotRun, work: &Work<'_>) -> Result<Finished, JobError> {
    let line = run.show.line()?;
    let view = run.show.view(run.spot.game())?;
    run.spot.check_line(&line)?;
    let saved = match &run.resume {
        Some(Resume::Save(path)) => Some(SpotSave::open(path)?),
        _ => None,
    };
    // Memory available before the boards, which are part of what is needed, are built.
    let limit = work.memory();
    let allowed = limit.bytes;
    let spot = run.spot.clone().fitted(&limit)?;
    spot.check_line(&line)?;
    work.warn_all(&spot.warnings);
    let text = spot.checkpoint_text();
    let resumed = work.checkpoint_of(run.resume.as_ref(), &run.checkpoint, &text);
    let checkpoint = resumed.as_deref().map(Checkpoint::open).transpose()?;
    let plan = spot.plan_within(allowed)?;
    if run.measure && run.spot.cut.is_some() {
        // The whole tree will be solved at the end: better to know now that it does not fit.
        run.spot.uncut().plan_within(allowed)?.check_memory(allowed)?;
    }
    let claim = match &run.output {
        Some(SaveTo { path, keep }) => {
            let keep = keep.unwrap_or_else(|| plan.default_save());
            let claim = SpotSave::claim(path)?;
            claim.reserve(plan.save_size(keep)?).map_err(SaveError::from)?;
            Some((claim, path, keep))
        }
        None => None,
    };
    let keeper = Keeper::new(work, &run.checkpoint, &text)?;
    let mut keeper = keeper.resumed_from(resumed.as_deref());
    work.tell(Detail::Spot(Box::new(plan.outline())));
    let mut job = match (&saved, checkpoint) {
        (Some(save), _) => save.resume(plan, allowed)?,
        (None, Some(checkpoint)) => restored(plan, allowed, &checkpoint)?,
        (None, None) => plan.job(allowed)?,
    };
    job.job().set_clock(work.clock().clone());
    work.enter(Phase::Solving);
    let ended = drive(&mut job, work.control(), &mut keeper)?;
    let (cancelled, kept) = (ended == Ended::Cancelled, keeper.is_kept());
    // Cancelling again stops the saving too.
    work.control().rearm();
    keeper.unless_suspended(&mut job)?;
    let mut files = Vec::new();
    if cancelled || kept {
        files.extend(keeper.write(&mut job).map(checkpoint_file));
        keeper.unless_suspended(&mut job)?;
    }
    job.show_start()?;
    work.enter(Phase::Measuring);
    if run.sampled {
        job.measure_samples()?;
    }
    if run.measure || run.output.is_some() {
        job.measure()?;
    }
    if run.measure {
        job.measure_cut(allowed, work.control())?;
    }
    let report = job.report_with(ended, &line, &view)?;
    keeper.unless_suspended(&mut job)?;
    let mut unsaved = None;
    if let Some((claim, path, size)) = claim {
        work.enter(Phase::Saving);
        match work.counted(|control| job.save_to(claim, size, control)) {
            Ok(bytes) => {
                work.written(FileWritten::Result, path, bytes);
                files.push(WrittenFile { what: FileWritten::Result, path: path.clone(), bytes });
            }
            Err(error) => {
                keeper.unless_suspended(&mut job)?;
                files.extend(keeper.write(&mut job).map(checkpoint_file));
                unsaved = Some(error.into());
            }
        }
    }
    if kept && unsaved.is_none() {
        unsaved = keeper.failure().map(Into::into);
    }
    // Also checkpoints: what is written now is removed with those before.
    serve_rest(&mut job, work.control(), &mut keeper);
    if !cancelled && unsaved.is_none() && !kept {
        keeper.discard();
    }
    let report = JobReport::Spot(Box::new(report));
    Ok(Finished { report, files, cancelled, unsaved })
}

/// The job of a plan, restored from a checkpoint.
fn restored(plan: SpotPlan, allowed: u64, checkpoint: &Checkpoint) -> Result<SpotJob, JobError> {
    let mut job = plan.job(allowed)?;
    let path = || checkpoint.path().to_owned();
    job.resume(checkpoint)
        .map_err(|error| JobError::Checkpoint { path: path(), why: error.to_string() })?;
    Ok(job)
}

impl Steps for SpotJob {
    type Error = SpotError;

    fn ended(&self) -> Option<Ended> {
        self.job.ended()
    }

    fn step(&mut self) -> Result<(), SpotError> {
        self.advance()
    }

    fn progress(&self) -> SolveProgress {
        self.progress_now()
    }

    fn change_goal(&mut self, change: &GoalChange) {
        let percent = self.betting.starting_pot().as_f64() / 100.0;
        let mut goal = *self.job.goal();
        let target = change.target.filter(|_| self.spec.cut.is_none());
        goal.change(&GoalChange { target, ..*change }, percent);
        self.job.set_goal(goal);
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        let view = query.view(self.spec.game())?;
        let line = query.line()?;
        let shown = match &mut self.start {
            Some(Starting::Merged(merged)) => {
                let lifted = merged.lift(self.job.solver_mut(), MergedAverage::Kept);
                lifted.map_err(|error| AskError::Node(error.to_string()))?;
                true
            }
            _ => false,
        };
        let facts = self.facts(&line);
        if shown {
            // A checkpoint of the start is one of nothing.
            self.job.solver_mut().forget();
        }
        let report = facts.and_then(|facts| {
            let engine = self.spec.engine()?;
            SpotNodeReport::with_view(&facts, &view, &engine)
        });
        let report = report.map_err(|error| AskError::Node(error.to_string()))?;
        Ok(NodeReport::Spot(Box::new(report)))
    }
}

impl Checkpointed for SpotJob {
    fn checkpoint_header(&self) -> CheckpointHeader {
        self.job.checkpoint_header(CheckpointKind::Spot, self.text.clone())
    }

    fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.job.write_state(output)
    }
}

impl From<SolverError> for JobError {
    fn from(error: SolverError) -> JobError {
        JobError::Spot(error.into())
    }
}
