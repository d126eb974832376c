//! A solver with a goal and a clock.

use std::io::{self, Write};
use std::time::Duration;

use quasar_solver::{
    Advance, Exploitability, Measured, Profile, RiverSamples, Solver, SolverError, SolverGame,
};
use quasar_store::{CheckpointHeader, CheckpointKind, ExploitabilityCheck};
use schemars::JsonSchema;
use serde::Serialize;

use super::checkpoint::ENGINE;
use super::plain::seconds;
use super::{Clock, Ended, Goal};

/// A solver with a goal, a clock and the history of its exploitability.
pub struct SolveJob<G> {
    solver: Solver<G>,
    goal: Goal,
    clock: Clock,
    worked: Duration,
    /// The working time of the solve before this job resumed it.
    earlier: Duration,
    /// Iterations done by this job, without those before a checkpoint.
    done: u32,
    /// The exploitability of the average at the last measurement.
    checked: Option<f64>,
    history: Vec<Measurement>,
}

/// A measurement of the exploitability of the average.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Measurement {
    /// Iterations done.
    pub iteration: u32,
    /// Seconds of working time up to the measurement.
    pub seconds: f64,
    /// The exploitability, in chips.
    pub exploitability: f64,
}

impl From<ExploitabilityCheck> for Measurement {
    fn from(check: ExploitabilityCheck) -> Measurement {
        let ExploitabilityCheck { iteration, seconds, exploitability } = check;
        Measurement { iteration, seconds, exploitability }
    }
}

impl From<Measurement> for ExploitabilityCheck {
    fn from(measured: Measurement) -> ExploitabilityCheck {
        let Measurement { iteration, seconds, exploitability } = measured;
        ExploitabilityCheck { iteration, seconds, exploitability }
    }
}

/// The progress of a solve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolveProgress {
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability of the average in chips, at the last measurement.
    pub exploitability: Option<f64>,
    /// Working time in seconds, pauses excluded, with that before a checkpoint or save.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    #[schemars(with = "f64")]
    pub elapsed: Duration,
    /// Nodes per second. A node is a decision of a player on one board; an
    /// iteration updates each of them once. Measurements of the exploitability take
    /// time but count no nodes.
    pub nodes_per_second: f64,
    /// The progress towards the closest limit of the goal, 0 to 1; nothing without
    /// limits. It assumes that the exploitability falls like one over the number of
    /// iterations.
    pub share: Option<f64>,
}

impl SolveProgress {
    /// Seconds to the goal at the speed so far.
    pub fn eta(&self) -> Option<f64> {
        let share = self.share.filter(|share| *share > 0.0)?;
        Some(self.elapsed.as_secs_f64() * (1.0 / share - 1.0))
    }
}

impl<G: SolverGame> SolveJob<G> {
    /// A job for a solver, new or restored.
    pub fn new(solver: Solver<G>, goal: Goal) -> SolveJob<G> {
        SolveJob {
            solver,
            goal,
            clock: Clock::system(),
            worked: Duration::ZERO,
            earlier: Duration::ZERO,
            done: 0,
            checked: None,
            history: Vec::new(),
        }
    }

    /// Uses another clock.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// One iteration, whatever the goal, and a measurement of the exploitability when
    /// one is due. Returns the limit of the goal that is reached, if any.
    pub fn step(&mut self) -> Result<Option<Ended>, SolverError> {
        let start = self.clock.now();
        let Advance { iteration, exploitability, .. } =
            self.solver.advance(&self.goal.clockless())?;
        self.done += 1;
        self.worked += self.clock.now() - start;
        if let Some(exploitability) = exploitability {
            self.checked = Some(exploitability);
            let seconds = self.elapsed().as_secs_f64();
            self.history.push(Measurement { iteration, seconds, exploitability });
        }
        Ok(self.ended())
    }

    /// Work on the solver whose time counts.
    pub(crate) fn timed<T>(&mut self, work: impl FnOnce(&mut Solver<G>) -> T) -> T {
        let start = self.clock.now();
        let done = work(&mut self.solver);
        self.worked += self.clock.now() - start;
        done
    }

    /// The values and exploitability of the average strategies now.
    pub fn exploitability(&mut self) -> Result<Exploitability, SolverError> {
        let found = self.timed(|solver| solver.exploitability(Profile::Average))?;
        self.checked = Some(found.mean());
        Ok(found)
    }

    /// The value of the average strategies in the game without buckets.
    pub(crate) fn measure(&mut self) -> Result<Measured, SolverError> {
        self.timed(|solver| solver.measure(Profile::Average))
    }

    /// The same, estimated from samples of rivers.
    pub(crate) fn measure_samples(
        &mut self,
        rivers: RiverSamples,
    ) -> Result<Vec<Measured>, SolverError> {
        self.timed(|solver| solver.measure_samples(Profile::Average, rivers))
    }

    /// The progress of the job.
    pub fn progress(&self) -> SolveProgress {
        let nodes = self.solver.decisions() as f64 * f64::from(self.done);
        SolveProgress {
            iteration: self.solver.iteration(),
            exploitability: self.checked,
            elapsed: self.elapsed(),
            nodes_per_second: nodes / self.worked.as_secs_f64().max(1e-9),
            share: self.share(),
        }
    }

    /// All measurements of the exploitability, first to last.
    pub fn history(&self) -> &[Measurement] {
        &self.history
    }

    /// Prepends the measurements before a checkpoint.
    pub(crate) fn set_history(&mut self, history: Vec<Measurement>) {
        self.history = history;
    }

    /// Adds the working time before a checkpoint or save.
    pub(crate) fn set_earlier(&mut self, earlier: Duration) {
        self.earlier = earlier;
    }

    /// The working time of the whole solve.
    fn elapsed(&self) -> Duration {
        self.earlier.saturating_add(self.worked)
    }

    /// The header of a checkpoint of this solve.
    pub(crate) fn checkpoint_header(&self, kind: CheckpointKind, spec: String) -> CheckpointHeader {
        CheckpointHeader {
            kind,
            spec,
            engine: ENGINE.to_owned(),
            iterations: self.solver.iteration(),
            seconds: self.elapsed().as_secs_f64(),
            checks: self.history.iter().copied().map(ExploitabilityCheck::from).collect(),
        }
    }

    /// Writes the state of the solver.
    pub(crate) fn write_state(&self, output: &mut dyn Write) -> io::Result<()> {
        self.solver.write_checkpoint(|part| output.write_all(part))
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Changes the goal.
    pub fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }

    /// The solver: strategies, values and checkpoints.
    pub fn solver(&self) -> &Solver<G> {
        &self.solver
    }

    /// The solver, to query or lock nodes or to restore a checkpoint. Forgets the
    /// last exploitability.
    pub fn solver_mut(&mut self) -> &mut Solver<G> {
        self.checked = None;
        &mut self.solver
    }

    /// The limit of the goal that is reached.
    pub fn ended(&self) -> Option<Ended> {
        self.goal.reached(self.solver.iteration(), self.checked, self.worked)
    }

    fn share(&self) -> Option<f64> {
        let iterations = self
            .goal
            .iterations
            .map(|most| f64::from(self.solver.iteration()) / f64::from(most.max(1)));
        // The limit is one of this job; what was done before is done.
        let time = self.goal.time.map(|most| {
            let all = self.earlier.saturating_add(most).as_secs_f64();
            self.elapsed().as_secs_f64() / all.max(f64::MIN_POSITIVE)
        });
        let exploitability = self.goal.exploitability.map(|target| match self.checked {
            Some(found) => target / found.max(target),
            None => 0.0,
        });
        let shares = [iterations, time, exploitability].into_iter().flatten();
        shares.reduce(f64::max).map(|share| share.min(1.0))
    }
}
