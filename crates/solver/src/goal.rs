//! Stepping a solver until its strategies are good enough, or long enough.
//!
//! A [`Goal`] has no clock: whoever has one stops between two iterations.
//! [`Solver::advance`] is an iteration and what a goal asks for after it; a caller
//! that changes its goal or looks at nodes on the way loops over it.
//! [`Solver::run`] is that loop for a goal that stays.
//!
//! Cost: nothing but measuring the exploitability, each time about one iteration, or
//! two where the game is not zero-sum.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use crate::{Profile, Solver, SolverError, SolverGame};

/// What a solve is to reach; the first limit that is reached ends it. Without any
/// it never ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The exploitability to reach, in chips: the mean of both players' gains.
    pub exploitability: Option<f64>,
    /// Most iterations, those before a restored checkpoint included.
    pub iterations: Option<u32>,
    /// Iterations from one measurement of the exploitability to the next. It is measured
    /// after every multiple of this number.
    pub check_every: NonZeroU32,
    /// Whether it is measured after the last of [`iterations`](Self::iterations), too.
    pub check_last: bool,
}

impl Goal {
    /// Iterations from one measurement to the next by default.
    pub const DEFAULT_CHECK: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

    /// No limit.
    pub const NONE: Goal = Goal {
        exploitability: None,
        iterations: None,
        check_every: Goal::DEFAULT_CHECK,
        check_last: false,
    };

    /// Whether the exploitability is to be measured after an iteration.
    pub fn is_check_due(&self, iteration: u32) -> bool {
        iteration.is_multiple_of(self.check_every.get())
            || (self.check_last && self.iterations == Some(iteration))
    }

    /// The limit that is reached after so many iterations, with what is known of
    /// the exploitability. If both are, the exploitability is named.
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

impl Default for Goal {
    fn default() -> Goal {
        Goal::NONE
    }
}

/// Which limit of a goal is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    /// The exploitability is at most what was asked for.
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
    /// The limit that is reached. What was measured earlier is not considered.
    pub reached: Option<Reached>,
}

impl<G: SolverGame> Solver<G> {
    /// One iteration, whatever the goal, and [`check`](Self::check).
    pub fn advance(&mut self, goal: &Goal) -> Result<Advance, SolverError> {
        self.step()?;
        self.check(goal)
    }

    /// What a goal asks for after the last iteration: measures the exploitability of
    /// the average if that is due, and says whether a limit is reached. Calling it twice
    /// does the work twice.
    pub fn check(&mut self, goal: &Goal) -> Result<Advance, SolverError> {
        let iteration = self.iteration();
        let due = goal.is_check_due(iteration);
        let exploitability = due.then(|| self.gap(Profile::Average)).transpose()?;
        let reached = goal.reached(iteration, exploitability);
        Ok(Advance { iteration, exploitability, reached })
    }

    /// Iterates until a limit of the goal is reached (`Continue`) or `watch`, which
    /// sees every iteration, breaks off. A solver that has done all iterations does
    /// no more.
    pub fn run<B>(
        &mut self,
        goal: &Goal,
        mut watch: impl FnMut(&mut Solver<G>, &Advance) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B, Reached>, SolverError> {
        if let Some(reached) = goal.reached(self.iteration(), None) {
            return Ok(ControlFlow::Continue(reached));
        }
        loop {
            let advance = self.advance(goal)?;
            if let ControlFlow::Break(reason) = watch(self, &advance) {
                return Ok(ControlFlow::Break(reason));
            }
            if let Some(reached) = advance.reached {
                return Ok(ControlFlow::Continue(reached));
            }
        }
    }
}
