//! A small game as a job.

use std::io::{self, Write};

use quasar_solver::SolverError;
use quasar_store::{CheckpointHeader, CheckpointKind};

use super::report::{decisions, make};
use super::{SolveError, ToyJob, ToyReport, ToySpec};
use crate::job::{
    AskError, CheckpointPlace, Checkpointed, Control, Ended, Finished, GoalChange, JobError,
    JobReport, Keeper, NodeQuery, NodeReport, Phase, SolveProgress, Steps, Work, drive, serve_rest,
};

/// Solves a small game.
pub(crate) fn run_job(spec: &ToySpec, work: &Work<'_>) -> Result<Finished, JobError> {
    let mut job = spec.job()?;
    job.job.set_clock(work.clock().clone());
    work.enter(Phase::Solving);
    let mut keeper = Keeper::new(work, &CheckpointPlace::Automatic, &spec.canonical())?;
    let ended = drive(&mut job, work.control(), &mut keeper)?;
    if ended == Ended::Cancelled {
        work.control().rearm();
    }
    work.enter(Phase::Measuring);
    let report = job.report(ended)?;
    keeper.discard();
    serve_rest(&mut job, work.control(), &mut keeper);
    let finished = Finished::new(JobReport::Toy(Box::new(report)));
    Ok(Finished { cancelled: ended == Ended::Cancelled, ..finished })
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
        self.job.checkpoint_header(CheckpointKind::Toy, self.canonical.clone(), 0.0)
    }

    fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.job.write_state(output)
    }
}
