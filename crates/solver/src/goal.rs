//! Running a solver until it reaches a goal.
//!
//! A [`StepGoal`] has no clock: a caller with a time limit stops between two iterations.
//! [`Solver::advance`] is one iteration, with a measurement if the goal wants one. A
//! caller that changes its goal or queries nodes in between calls it in a loop.
//! [`Solver::run`] is that loop for a fixed goal, and [`Solver::run_steps`] is the same with
//! another kind of iteration.
//!
//! Cost: only the measurements of the exploitability, each about one iteration, or
//! two if the game is not zero-sum.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use crate::{Profile, Solver, SolverError, SolverGame};

/// When a solve ends: at the first limit it reaches. Without limits it never ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepGoal {
    /// The exploitability to reach, in chips: the mean of both players' gains.
    pub exploitability: Option<f64>,
    /// The most iterations, including those before a restored checkpoint.
    pub iterations: Option<u32>,
    /// Iterations between two measurements of the exploitability. It is measured
    /// after every multiple of this number.
    pub check_every: NonZeroU32,
    /// Whether it is also measured after the last of [`iterations`](Self::iterations).
    pub check_last: bool,
}

impl StepGoal {
    /// The default number of iterations between two measurements.
    pub const DEFAULT_CHECK: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

    /// No limit.
    pub const NONE: StepGoal = StepGoal {
        exploitability: None,
        iterations: None,
        check_every: StepGoal::DEFAULT_CHECK,
        check_last: false,
    };

    /// Whether the exploitability is measured after an iteration.
    pub fn is_check_due(&self, iteration: u32) -> bool {
        iteration.is_multiple_of(self.check_every.get())
            || (self.check_last && self.iterations == Some(iteration))
    }

    /// The limit reached after iteration `iteration`, given the exploitability if known.
    /// If both limits are reached, the result is the exploitability.
    pub fn reached(&self, iteration: u32, exploitability: Option<f64>) -> Option<Reached> {
        let good = exploitability.zip(self.exploitability).is_some_and(|(now, goal)| now <= goal);
        let long = self.iterations.is_some_and(|most| iteration >= most);
        match (good, long) {
            (true, _) => Some(Reached::Exploitability),
            (_, true) => Some(Reached::Iterations),
            _ => None,
        }
    }
}

impl Default for StepGoal {
    fn default() -> StepGoal {
        StepGoal::NONE
    }
}

/// Which limit of a goal is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    /// The exploitability is at most the target.
    Exploitability,
    /// All iterations are done.
    Iterations,
}

/// How far a solver is after an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advance {
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability of the average, if it was measured just now.
    pub exploitability: Option<f64>,
    /// The limit reached, if any. Earlier measurements do not count.
    pub reached: Option<Reached>,
}

impl<G: SolverGame> Solver<G> {
    /// One iteration, whatever the goal. Then measures the exploitability of the average
    /// if the goal wants it now, and checks the limits.
    pub fn advance(&mut self, goal: &StepGoal) -> Result<Advance, SolverError> {
        self.step()?;
        self.check(goal)
    }

    fn check(&mut self, goal: &StepGoal) -> Result<Advance, SolverError> {
        let iteration = self.iteration();
        let due = goal.is_check_due(iteration);
        let exploitability = match due {
            true if self.corrects_rivers() => Some(self.measure(Profile::Average)?.mean()),
            true => Some(self.gap(Profile::Average)?),
            false => None,
        };
        let reached = goal.reached(iteration, exploitability);
        Ok(Advance { iteration, exploitability, reached })
    }

    /// Iterates until a limit of the goal is reached (`Continue`) or `watch`, which
    /// sees every iteration, returns `Break`. A solver that has done all iterations does
    /// no more.
    pub fn run<B>(
        &mut self,
        goal: &StepGoal,
        watch: impl FnMut(&mut Solver<G>, &Advance) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B, Reached>, SolverError> {
        self.run_steps(goal, Solver::step, watch)
    }

    /// Like [`run`](Self::run), with `step` for each iteration: it calls [`Solver::step`]
    /// once, for instance on sampled deals.
    pub fn run_steps<B>(
        &mut self,
        goal: &StepGoal,
        mut step: impl FnMut(&mut Solver<G>) -> Result<(), SolverError>,
        mut watch: impl FnMut(&mut Solver<G>, &Advance) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B, Reached>, SolverError> {
        if let Some(reached) = goal.reached(self.iteration(), None) {
            return Ok(ControlFlow::Continue(reached));
        }
        loop {
            step(self)?;
            let advance = self.check(goal)?;
            if let ControlFlow::Break(reason) = watch(self, &advance) {
                return Ok(ControlFlow::Break(reason));
            }
            if let Some(reached) = advance.reached {
                return Ok(ControlFlow::Continue(reached));
            }
        }
    }
}
