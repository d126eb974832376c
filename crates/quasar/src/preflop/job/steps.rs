//! A solve before the flop as steps that a job drives.

use std::io::{self, Write};
use std::path::PathBuf;

use quasar_store::{CheckpointHeader, CheckpointKind};

use super::{PreflopEvent, PreflopJob};
use crate::job::{
    AskError, Checkpointed, ENGINE, Ended, GoalChange, NodeQuery, NodeReport, SolveProgress, Steps,
    Watch,
};
use crate::preflop::PreflopSolveError;

/// Reports each measurement of the game, and passes steps on to another watch.
pub(super) struct Told<'a, W> {
    pub(super) told: &'a mut dyn FnMut(PreflopEvent),
    pub(super) watch: &'a mut W,
    /// The iteration of the last reported measurement.
    pub(super) last: &'a mut Option<u32>,
}

impl<W: Watch<PreflopJob>> Watch<PreflopJob> for Told<'_, W> {
    fn stepped(&mut self, job: &mut PreflopJob, progress: &SolveProgress) {
        self.watch.stepped(job, progress);
        if let Some(checked) = job.checked.filter(|checked| *self.last != Some(checked.iteration)) {
            *self.last = Some(checked.iteration);
            (self.told)(PreflopEvent::Looked(checked));
        }
    }

    fn checkpoint(&mut self, job: &mut PreflopJob) -> Result<PathBuf, AskError> {
        self.watch.checkpoint(job)
    }
}

impl Steps for PreflopJob {
    type Error = PreflopSolveError;

    fn ended(&self) -> Option<Ended> {
        let checked = self.checked.map(|checked| checked.exploitability_mbb);
        self.spec.goal().reached(self.solver.iteration(), checked, self.worked)
    }

    fn step(&mut self) -> Result<(), PreflopSolveError> {
        let start = self.clock.now();
        self.solver.step()?;
        if self.solver.iteration().is_multiple_of(self.spec.print_every) {
            let checked = self.look()?;
            self.pace = [self.pace[1], Some((checked.iteration, checked.exploitability_mbb))];
            self.checked = Some(checked);
        }
        self.worked += self.clock.now() - start;
        Ok(())
    }

    fn progress(&self) -> SolveProgress {
        let iteration = self.solver.iteration();
        let nodes = self.solver.decisions() as f64 * f64::from(iteration);
        let iterations = f64::from(iteration) / f64::from(self.spec.iterations.max(1));
        let found = self.checked.map(|checked| checked.exploitability_mbb);
        let reached = share_of_target(self.pace, iteration, self.spec.target_mbb);
        SolveProgress {
            iteration,
            exploitability: found,
            elapsed: self.worked,
            nodes_per_second: nodes / self.worked.as_secs_f64().max(1e-9),
            share: Some(iterations.max(reached).min(1.0)),
        }
    }

    fn change_goal(&mut self, change: &GoalChange) {
        if let Some(target) = change.target {
            self.spec.target_mbb = target;
        }
        if let Some(iterations) = change.iterations {
            self.spec.iterations = iterations;
        }
    }

    fn answer(&mut self, query: &NodeQuery) -> Result<NodeReport, AskError> {
        let line = query.line()?;
        let report = self.node(&line).map_err(|error| AskError::Node(error.to_string()))?;
        Ok(NodeReport::Preflop(Box::new(report)))
    }
}

impl Checkpointed for PreflopJob {
    fn checkpoint_header(&self) -> CheckpointHeader {
        CheckpointHeader {
            kind: CheckpointKind::Preflop,
            spec: self.identity.clone(),
            engine: ENGINE.to_owned(),
            iterations: self.solver.iteration(),
            seconds: self.worked.as_secs_f64(),
            checks: Vec::new(),
        }
    }

    fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.solver.write_checkpoint(|part| output.write_all(part))
    }
}

/// How far an iteration is on the way to a target. The exploitability falls by a power of the
/// iteration, which the last two measurements tell; before the second, the square.
fn share_of_target(pace: [Option<(u32, f64)>; 2], iteration: u32, target: f64) -> f64 {
    let [before, Some((last, found))] = pace else { return 0.0 };
    if found <= target || target <= 0.0 {
        return if found <= target { 1.0 } else { 0.0 };
    }
    let power = before.map_or(2.0, |(first, more)| {
        let steps = (f64::from(last) / f64::from(first.max(1))).ln();
        if steps > 0.0 { (more / found).ln() / steps } else { 2.0 }
    });
    let needed = f64::from(last) * (found / target).powf(1.0 / power.clamp(0.5, 4.0));
    (f64::from(iteration) / needed).min(0.99)
}
