//! The one loop that runs a solve to its goal.

use std::path::PathBuf;

use quasar_solver::{SolverError, SolverGame};

use super::control::{Next, Request};
use super::{
    AskError, Control, Ended, GoalChange, NodeAnswer, NodeQuery, NodeReport, SolveJob,
    SolveProgress,
};

/// A solve that the loop can run: it steps, and answers queries between two steps.
pub(crate) trait Steps {
    /// Why a step can fail.
    type Error;

    /// The limit of the goal that is reached.
    fn ended(&self) -> Option<Ended>;

    /// One iteration.
    fn step(&mut self) -> Result<(), Self::Error>;

    /// Its progress.
    fn progress(&self) -> SolveProgress;

    /// Applies a change of the goal.
    fn change_goal(&mut self, change: &GoalChange);

    /// Whether nothing that the job reports has ended yet, so that a change of the goal holds for
    /// all of it.
    fn is_whole(&self) -> bool {
        true
    }

    /// The requested decision.
    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError>;

    /// The iteration that answers show; not the last one if they come from a snapshot.
    fn shown_iteration(&self) -> u32 {
        self.progress().iteration
    }

    /// Whether a request is for this solve, among those that share a control.
    fn takes(&self, _: &Request) -> bool {
        true
    }
}

/// Observes each step, and writes checkpoints.
pub(crate) trait Watch<S> {
    /// Called after each step.
    fn stepped(&mut self, steps: &mut S, progress: &SolveProgress);

    /// Writes a checkpoint now and returns its path.
    fn checkpoint(&mut self, steps: &mut S) -> Result<PathBuf, AskError>;
}

/// A watch that observes steps and writes no checkpoints.
impl<S, F: FnMut(&SolveProgress)> Watch<S> for F {
    fn stepped(&mut self, _: &mut S, progress: &SolveProgress) {
        self(progress);
    }

    fn checkpoint(&mut self, _: &mut S) -> Result<PathBuf, AskError> {
        Err(AskError::NoCheckpoint("this solve"))
    }
}

/// Steps until a limit of the goal is reached or the job is cancelled, and serves requests
/// between two steps. May be called again, after cancelling or with another goal.
pub(crate) fn drive<S: Steps>(
    steps: &mut S,
    control: &Control,
    watch: &mut impl Watch<S>,
) -> Result<Ended, S::Error> {
    while attend(steps, control, watch) {
        if let Some(ended) = steps.ended() {
            return Ok(ended);
        }
        steps.step()?;
        watch.stepped(steps, &steps.progress());
    }
    Ok(steps.ended().unwrap_or(Ended::Cancelled))
}

/// Serves requests, also while the job is paused; false once it is cancelled. Called between
/// two steps, and within long work that leaves a solve as it is.
pub(crate) fn attend<S: Steps>(
    steps: &mut S,
    control: &Control,
    watch: &mut impl Watch<S>,
) -> bool {
    loop {
        match control.next(|request| steps.takes(request)) {
            Next::Serve(request) => serve(steps, control, request, watch),
            Next::Stop => return false,
            Next::Step => return true,
        }
    }
}

/// Serves requests that arrived after the loop, for instance while a result was saved. Changes of
/// the goal are not: the result is that of the goal before.
pub(crate) fn serve_rest<S: Steps>(steps: &mut S, control: &Control, watch: &mut impl Watch<S>) {
    while let Some(request) = control.request(|request| !matches!(request, Request::Goal(_))) {
        serve(steps, control, request, watch);
    }
}

/// Answers a request, if its sender still waits.
fn serve<S: Steps>(steps: &mut S, control: &Control, request: Request, watch: &mut impl Watch<S>) {
    match request {
        Request::Goal(change) => {
            steps.change_goal(&change);
            if !steps.is_whole() {
                control.miss_goal();
            }
        }
        Request::Ask(query, answer) => {
            let node = steps.answer(&query);
            let iteration = steps.shown_iteration();
            let _ = answer.send(node.map(|node| NodeAnswer { iteration, node }));
        }
        Request::Checkpoint(answer) => {
            let _ = answer.send(watch.checkpoint(steps));
        }
    }
}

impl<G: SolverGame> SolveJob<G> {
    /// Works in the calling thread until a limit of the goal is reached or the job is
    /// cancelled, and calls `progress` after every iteration. May be called again, after
    /// cancelling or with another goal.
    pub fn run(
        &mut self,
        control: &Control,
        mut progress: impl FnMut(&SolveProgress),
    ) -> Result<Ended, SolverError> {
        drive(self, control, &mut progress)
    }
}

/// A solver without a spot: its decisions have no names.
impl<G: SolverGame> Steps for SolveJob<G> {
    type Error = SolverError;

    fn ended(&self) -> Option<Ended> {
        SolveJob::ended(self)
    }

    fn step(&mut self) -> Result<(), Self::Error> {
        SolveJob::step(self).map(drop)
    }

    fn progress(&self) -> SolveProgress {
        SolveJob::progress(self)
    }

    fn change_goal(&mut self, change: &GoalChange) {
        let mut goal = *self.goal();
        goal.change(change, 1.0);
        self.set_goal(goal);
    }

    fn answer(&mut self, _: &NodeQuery) -> Result<NodeReport, AskError> {
        Err(AskError::NoDecisions("a solver by itself"))
    }
}
