//! Which of two jobs of the same hash asks for more.
//!
//! The hash names the game or question. It leaves out what ends a solve, what is shown of it and
//! what is kept of it, so two jobs of one hash may have different reports. What is left out is
//! either listed here or cannot make a report worse: threads, paths, and how often a solve is
//! measured.

use super::{Goal, GoalChange, JobSpec, NodeQuery, SpotRun};
use crate::preflop::{OmahaPreflopSpec, PreflopSolveSpec};
use crate::spot::{SaveSize, SpotSpec};

/// What a job asks for besides its game.
#[derive(Default)]
struct Asked<'a> {
    /// The goals of its solves.
    goals: Vec<Goal>,
    /// What a target of 1 is in the unit of the goal, where a running solve takes another goal.
    unit: Option<f64>,
    /// Further limits; a larger number asks for more.
    limits: Vec<f64>,
    /// The decision that the report shows.
    show: Option<&'a NodeQuery>,
}

impl JobSpec {
    /// Whether this asks for something that the report of another spec of the same hash may
    /// lack: a better target, more iterations, time or rounds, another decision, a larger save.
    pub fn asks_more_than(&self, earlier: &JobSpec) -> bool {
        let (asked, earlier) = (self.asked(), earlier.asked());
        asked.has_better_goal_than(&earlier) || asked.has_more_than(&earlier)
    }

    /// Whether another run is needed after that of a running job of the same hash, even if that
    /// job is given the goal of this one: [`goal_change`](Self::goal_change) is not enough.
    pub fn needs_another_run(&self, running: &JobSpec) -> bool {
        let (asked, running) = (self.asked(), running.asked());
        let too_late = asked.unit.is_none() && asked.has_better_goal_than(&running);
        too_late || asked.has_more_than(&running)
    }

    /// What makes the goal of a running job of the same hash the goal of this one; none for
    /// kinds whose goal is fixed when they start.
    pub fn goal_change(&self) -> Option<GoalChange> {
        let asked = self.asked();
        let goal = asked.goals.first()?;
        asked.unit.map(|unit| goal.as_change(unit))
    }

    fn asked(&self) -> Asked<'_> {
        match self {
            JobSpec::Spot(run) => Asked {
                unit: Some(percent(&run.spot)),
                limits: vec![f64::from(run.measure), f64::from(run.sampled), run.saved()],
                show: Some(&run.show),
                ..Asked::goal(run.spot.goal)
            },
            JobSpec::Boards(spec) => {
                Asked { limits: vec![saved(Some(spec.keep))], ..Asked::goal(spec.spot.goal) }
            }
            JobSpec::Model(run) => {
                let model = &run.model.model;
                let goal = Goal {
                    exploitability: Some(model.target),
                    iterations: Some(model.iterations),
                    ..Goal::NONE
                };
                let change = model.sampling.as_ref().map(|sampling| -sampling.ev_change);
                Asked { limits: change.into_iter().collect(), ..Asked::goal(goal) }
            }
            JobSpec::Preflop(run) => Asked {
                unit: Some(1.0),
                limits: preflop_limits(&run.game),
                show: Some(&run.show),
                ..Asked::goal(run.game.goal())
            },
            JobSpec::OmahaPreflop(run) => {
                Asked { show: Some(&run.show), ..Asked::goal(omaha_goal(&run.game)) }
            }
            JobSpec::OmahaStacks(run) => Asked {
                goals: run.games.iter().map(omaha_goal).collect(),
                show: Some(&run.show),
                ..Asked::default()
            },
            JobSpec::Toy(run) => Asked { unit: Some(1.0), ..Asked::goal(run.game.goal) },
            JobSpec::Decision(file) => Asked::goal(file.goal),
            JobSpec::Equity(spec) => Asked { limits: spec.effort().to_vec(), ..Asked::default() },
            JobSpec::Tables(_) | JobSpec::Buckets(_) | JobSpec::Matrix(_) => Asked::default(),
        }
    }
}

impl Asked<'_> {
    fn goal(goal: Goal) -> Self {
        Asked { goals: vec![goal], ..Asked::default() }
    }

    fn has_better_goal_than(&self, other: &Asked<'_>) -> bool {
        let mut pairs = self.goals.iter().zip(&other.goals);
        pairs.any(|(goal, other)| goal.asks_more_than(other))
    }

    fn has_more_than(&self, other: &Asked<'_>) -> bool {
        self.show != other.show
            || self.limits.iter().zip(&other.limits).any(|(limit, other)| limit > other)
    }
}

impl SpotRun {
    /// How much it saves; a save is also measured in the exact game.
    fn saved(&self) -> f64 {
        self.output.as_ref().map_or(0.0, |output| saved(output.keep))
    }
}

/// How much a save keeps, as a number. By default it is everything, or all but rivers.
fn saved(keep: Option<SaveSize>) -> f64 {
    match keep {
        Some(SaveSize::NoTurns) => 1.0,
        Some(SaveSize::NoRivers) => 2.0,
        None => 3.0,
        Some(SaveSize::Full) => 4.0,
    }
}

/// A percent of the pot, in chips.
fn percent(spot: &SpotSpec) -> f64 {
    spot.betting.start.pot.as_f64() / 100.0
}

/// Limits of exact solves and of play to the river. What fits into memory there decides the
/// flops and sizes, if none are given.
fn preflop_limits(game: &PreflopSolveSpec) -> Vec<f64> {
    let mut limits = Vec::new();
    if let Some(exact) = &game.exact {
        limits.extend([f64::from(exact.iterations), -exact.accuracy, f64::from(exact.rounds)]);
        limits.extend([-exact.change, exact.memory_mb as f64]);
    }
    if let Some(streets) = &game.streets {
        let memory = streets.memory_mb.map_or(f64::INFINITY, |megabytes| megabytes as f64);
        limits.extend([memory, f64::from(streets.held_out)]);
    }
    limits
}

/// Rounds take the place of iterations.
fn omaha_goal(game: &OmahaPreflopSpec) -> Goal {
    let (exploitability, iterations) = (Some(game.target_mbb), Some(game.rounds));
    Goal { exploitability, iterations, ..Goal::NONE }
}
