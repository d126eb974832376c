//! A small game as a job, and its checkpoints.

use std::io::{self, Write};

use quasar_solver::SolverError;
use quasar_store::{Checkpoint, CheckpointHeader, CheckpointKind};

use super::report::{decisions, make};
use super::{SolveError, ToyJob, ToyReport};
use crate::job::{
    AskError, Checkpointed, Control, Ended, Finished, GoalChange, JobError, JobReport, Keeper,
    NodeQuery, NodeReport, Resume, ResumeError, SolveProgress, Steps, ToyRun, Work,
    checkpoint_bytes, drive, open_checkpoint, resume_from, solve_and_report,
};

/// Solves a small game.
pub(crate) fn run_job(run: &ToyRun, work: &Work<'_>) -> Result<Finished, JobError> {
    if let Some(Resume::Save(path)) = &run.resume {
        let why = "small games have no saves; they are resumed from checkpoints".to_owned();
        return Err(JobError::Checkpoint { path: path.clone(), why });
    }
    let mut job = run.game.job()?;
    let game = run.game.canonical();
    let checkpoint = work.checkpoint_of(run.resume.as_ref(), &run.checkpoint, &game);
    resume_from(checkpoint.as_deref(), |checkpoint| job.resume(checkpoint))?;
    job.job.set_clock(work.clock().clone());
    let keeper = Keeper::new(work, &run.checkpoint, &game)?.resumed_from(checkpoint.as_deref());
    solve_and_report(&mut job, keeper, work, |job, ended| {
        Ok(JobReport::Toy(Box::new(job.report(ended)?)))
    })
}

impl ToyJob {
    /// Runs until the goal is reached or the job is cancelled, and reports.
    pub fn run(
        &mut self,
        control: &Control,
        mut progress: impl FnMut(&SolveProgress),
    ) -> Result<ToyReport, SolveError> {
        let ended = drive(self, control, &mut progress)?;
        self.report(ended)
    }

    /// The bytes of a checkpoint.
    pub fn checkpoint(&self) -> Vec<u8> {
        checkpoint_bytes(self)
    }

    /// Resumes from the bytes of a checkpoint of the same game. On an error nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), ResumeError> {
        self.resume(&open_checkpoint(bytes)?)
    }

    /// Resumes from a checkpoint of the same game. On an error nothing changes.
    pub fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), ResumeError> {
        self.job.resume(checkpoint, CheckpointKind::Toy, &self.canonical)
    }

    fn report(&mut self, ended: Ended) -> Result<ToyReport, SolveError> {
        make(self.game, &self.names, &mut self.job, ended)
    }
}

impl Steps for ToyJob {
    type Error = SolverError;

    fn ended(&self) -> Option<Ended> {
        self.job.ended()
    }

    fn step(&mut self) -> Result<(), SolverError> {
        self.job.step().map(drop)
    }

    fn progress(&self) -> SolveProgress {
        self.job.progress()
    }

    fn change_goal(&mut self, change: &GoalChange) {
        let mut goal = *self.job.goal();
        goal.change(change, 1.0);
        self.job.set_goal(goal);
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        let all = decisions(&self.names, &mut self.job);
        let mut found = all.map_err(|error| AskError::Node(error.to_string()))?;
        // The first decision is also called `r:0`, as in other games.
        let line = if query.line == "r:0" { "" } else { query.line.trim() };
        found.retain(|decision| decision.line == line);
        match found.is_empty() {
            true => Err(AskError::Node(format!("no decision comes after `{line}`"))),
            false => Ok(NodeReport::Toy(found)),
        }
    }
}

impl Checkpointed for ToyJob {
    fn checkpoint_header(&self) -> CheckpointHeader {
        self.job.checkpoint_header(CheckpointKind::Toy, self.canonical.clone())
    }

    fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.job.write_state(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{CheckpointPlace, Goal, Runtime, RuntimeOptions};
    use crate::toy::{ToyGame, ToySpec};

    /// It is written, and removed as soon as the result is there.
    #[test]
    fn a_checkpoint_that_is_requested_while_a_result_is_reported_does_not_stay() {
        let folder = tempfile::tempdir().unwrap();
        let place = CheckpointPlace::Beside(folder.path().join("a.checkpoint"));
        let goal = Goal { iterations: Some(2), ..Goal::NONE };
        let mut job = ToySpec { goal, ..ToySpec::new(ToyGame::Kuhn) }.job().unwrap();
        let runtime = Runtime::new(RuntimeOptions { threads: 1, ..RuntimeOptions::default() });
        let control = Control::new();
        let finished = runtime.unwrap().work_here(&control, |work| {
            let keeper = Keeper::new(work, &place, "").unwrap();
            solve_and_report(&mut job, keeper, work, |job, ended| {
                control.request_checkpoint().unwrap();
                Ok(JobReport::Toy(Box::new(job.report(ended)?)))
            })
        });
        assert!(finished.unwrap().files.is_empty());
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
