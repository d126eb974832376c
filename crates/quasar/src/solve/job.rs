//! Running a solver until its goal is reached.

use std::time::{Duration, Instant};

use quasar_solver::{Exploitability, Game, Profile, Solver};
use serde::Serialize;

use super::{Ended, Goal, JobControl};

/// A solver with a goal, a clock and a memory of its last exploitability.
pub struct SolveJob<G> {
    solver: Solver<G>,
    goal: Goal,
    worked: Duration,
    /// Iterations done by this job, and not before a checkpoint.
    done: u32,
    /// The exploitability of the average when last looked at.
    checked: Option<f64>,
    history: Vec<Look>,
}

/// A look at the exploitability of the average while a job ran.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Look {
    /// Iterations done.
    pub iteration: u32,
    /// Time at work, that of earlier looks included.
    pub seconds: f64,
    /// The exploitability, in chips.
    pub exploitability: f64,
}

/// How far a solve is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveProgress {
    /// Iterations done.
    pub iteration: u32,
    /// The exploitability of the average in chips, when last looked at.
    pub exploitability: Option<f64>,
    /// Time at work.
    pub elapsed: Duration,
    /// Nodes a second. A node is a decision of a player on one board; an
    /// iteration updates each of them once. Looks at the exploitability take
    /// time and count no nodes.
    pub nodes_per_second: f64,
    /// The part of the goal that is reached, 0 to 1, by the limit that is
    /// closest; nothing without limits. Exploitability is taken to fall like one
    /// over the number of iterations.
    pub share: Option<f64>,
}

impl<G: Game> SolveJob<G> {
    /// A job for a solver, new or restored.
    pub fn new(solver: Solver<G>, goal: Goal) -> SolveJob<G> {
        SolveJob {
            solver,
            goal,
            worked: Duration::ZERO,
            done: 0,
            checked: None,
            history: Vec::new(),
        }
    }

    /// Works in the calling thread until a limit of the goal is reached or the
    /// job is cancelled, telling `progress` after every iteration. May be called
    /// again, to go on after cancelling or with another goal.
    pub fn run(&mut self, control: &JobControl, mut progress: impl FnMut(&SolveProgress)) -> Ended {
        loop {
            if let Some(ended) = self.ended() {
                return ended;
            }
            if !control.may_go_on() {
                return Ended::Cancelled;
            }
            self.step();
            progress(&self.progress());
        }
    }

    /// One iteration, whatever the goal, and a look at the exploitability when
    /// it is time for one. Says if a limit of the goal is now reached.
    pub fn step(&mut self) -> Option<Ended> {
        let start = Instant::now();
        self.solver.step();
        self.done += 1;
        if self.solver.iteration().is_multiple_of(self.goal.check_every.get()) {
            self.look(start);
        }
        self.worked += start.elapsed();
        self.ended()
    }

    /// What the average strategies are worth and give away now.
    pub fn exploitability(&mut self) -> Exploitability {
        let start = Instant::now();
        let found = self.solver.exploitability(Profile::Average);
        self.checked = Some(found.mean());
        self.worked += start.elapsed();
        found
    }

    /// How far the job is.
    pub fn progress(&self) -> SolveProgress {
        let nodes = self.solver.decisions() as f64 * f64::from(self.done);
        SolveProgress {
            iteration: self.solver.iteration(),
            exploitability: self.checked,
            elapsed: self.worked,
            nodes_per_second: nodes / self.worked.as_secs_f64().max(1e-9),
            share: self.share(),
        }
    }

    /// Every look at the exploitability on the way, first to last.
    pub fn history(&self) -> &[Look] {
        &self.history
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Sets another goal, to go on with.
    pub fn set_goal(&mut self, goal: Goal) {
        self.goal = goal;
    }

    /// The solver: strategies, values and checkpoints.
    pub fn solver(&self) -> &Solver<G> {
        &self.solver
    }

    /// The solver, to look at nodes, to lock some or to restore a checkpoint.
    /// What is known of its exploitability is forgotten.
    pub fn solver_mut(&mut self) -> &mut Solver<G> {
        self.checked = None;
        &mut self.solver
    }

    /// Looks at the exploitability, in a step that began at `start`.
    fn look(&mut self, start: Instant) {
        let exploitability = self.solver.gap(Profile::Average);
        self.checked = Some(exploitability);
        let seconds = (self.worked + start.elapsed()).as_secs_f64();
        self.history.push(Look { iteration: self.solver.iteration(), seconds, exploitability });
    }

    fn ended(&self) -> Option<Ended> {
        let reached = self
            .checked
            .zip(self.goal.exploitability)
            .is_some_and(|(found, target)| found <= target);
        if reached {
            Some(Ended::GoalReached)
        } else if self.solver.iteration() >= self.goal.iterations.unwrap_or(u32::MAX) {
            Some(Ended::Iterations)
        } else if self.goal.time.is_some_and(|time| self.worked >= time) {
            Some(Ended::Time)
        } else {
            None
        }
    }

    fn share(&self) -> Option<f64> {
        let iterations = self
            .goal
            .iterations
            .map(|most| f64::from(self.solver.iteration()) / f64::from(most.max(1)));
        let time = self
            .goal
            .time
            .map(|most| self.worked.as_secs_f64() / most.as_secs_f64().max(f64::MIN_POSITIVE));
        let exploitability = self.goal.exploitability.map(|target| match self.checked {
            Some(found) => target / found.max(target),
            None => 0.0,
        });
        let shares = [iterations, time, exploitability].into_iter().flatten();
        shares.reduce(f64::max).map(|share| share.min(1.0))
    }
}
