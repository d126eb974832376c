//! Which of two jobs of the same hash asks for more.
//!
//! The hash names the game or question. It leaves out what ends a solve, what is shown of it and
//! what is kept of it, so two jobs of one hash may have different reports. What is left out is
//! either listed here or cannot make a report worse: threads, paths, and how often a solve is
//! measured.

use super::{Goal, GoalChange, JobSpec, NodeQuery, SaveTo, SpotRun};
use crate::preflop::{OmahaPreflopSpec, PreflopSolveSpec};
use crate::spot::{SaveSize, SpotSpec};

/// What a job asks for besides its game.
#[derive(Default)]
struct Asked<'a> {
    /// The goals of its solves.
    goals: Vec<Goal>,
    /// What makes the goal of a running job the first of these, where it takes another one: the
    /// limits that a job of this kind has.
    change: Option<GoalChange>,
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
        let untold = asked.change_of_all().is_none() && asked.has_better_goal_than(&running);
        untold || asked.has_more_than(&running)
    }

    /// What makes the goal of a running job of the same hash the goal of this one; none for
    /// kinds whose goal is fixed when they start, and for several stacks of different goals.
    pub fn goal_change(&self) -> Option<GoalChange> {
        self.asked().change_of_all()
    }

    /// The limits of the goal that a running job of this kind takes; none if it takes no goal.
    pub(super) fn goal_limits(&self) -> Option<GoalChange> {
        self.asked().change
    }

    /// Asks for at least the goal of another spec of the same hash, limit by limit: the better
    /// target, and the larger number of iterations and rounds and the longer time, each where
    /// both have it. If they share no limit, the goal of this spec counts alone. Limits of exact
    /// solves, of play to the river and of samples of a model, what is measured at the end of a
    /// spot and how much is saved are joined, too.
    pub fn include_goal_of(&mut self, other: &JobSpec) {
        match (self, other) {
            (JobSpec::Spot(run), JobSpec::Spot(other)) => {
                run.spot.goal.include(&other.spot.goal);
                run.measure |= other.measure;
                run.sampled |= other.sampled;
                run.include_save_of(other);
            }
            (JobSpec::Boards(spec), JobSpec::Boards(other)) => {
                spec.spot.goal.include(&other.spot.goal);
                if saved(Some(other.keep)) > saved(Some(spec.keep)) {
                    spec.keep = other.keep;
                }
            }
            (JobSpec::Model(run), JobSpec::Model(other)) => {
                let (model, other) = (&mut run.model.model, &other.model.model);
                model.target = model.target.min(other.target);
                model.iterations = model.iterations.max(other.iterations);
                if let Some((sampling, other)) =
                    model.sampling.as_mut().zip(other.sampling.as_ref())
                {
                    sampling.ev_change = sampling.ev_change.min(other.ev_change);
                }
            }
            (JobSpec::Preflop(run), JobSpec::Preflop(other)) => {
                include_preflop(&mut run.game, &other.game);
            }
            (JobSpec::OmahaPreflop(run), JobSpec::OmahaPreflop(other)) => {
                include_omaha(&mut run.game, &other.game);
            }
            (JobSpec::OmahaStacks(run), JobSpec::OmahaStacks(other)) => {
                let games = run.games.iter_mut().zip(&other.games);
                games.for_each(|(game, other)| include_omaha(game, other));
            }
            (JobSpec::Toy(run), JobSpec::Toy(other)) => run.game.goal.include(&other.game.goal),
            (JobSpec::Decision(file), JobSpec::Decision(other)) => file.goal.include(&other.goal),
            _ => {}
        }
    }

    fn asked(&self) -> Asked<'_> {
        match self {
            JobSpec::Spot(run) => Asked {
                change: Some(spot_change(&run.spot)),
                limits: vec![f64::from(run.measure), f64::from(run.sampled), run.saved()],
                show: Some(&run.show),
                ..Asked::goal(run.spot.goal)
            },
            JobSpec::Boards(spec) => Asked {
                change: Some(spot_change(&spec.spot)),
                limits: vec![saved(Some(spec.keep))],
                ..Asked::goal(spec.spot.goal)
            },
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
            JobSpec::Preflop(run) => {
                let goal = run.game.goal();
                Asked {
                    change: Some(GoalChange { seconds: None, ..goal.as_change(1.0) }),
                    limits: preflop_limits(&run.game),
                    show: Some(&run.show),
                    ..Asked::goal(goal)
                }
            }
            JobSpec::OmahaPreflop(run) => {
                Asked { show: Some(&run.show), ..Asked::told([run.game.goal()], 1.0) }
            }
            JobSpec::OmahaStacks(run) => Asked {
                show: Some(&run.show),
                ..Asked::told(run.games.iter().map(OmahaPreflopSpec::goal), 1.0)
            },
            JobSpec::Toy(run) => Asked::told([run.game.goal], 1.0),
            JobSpec::Decision(file) => Asked::told([file.goal], file.target_unit()),
            JobSpec::Equity(spec) => Asked { limits: spec.effort().to_vec(), ..Asked::default() },
            JobSpec::Tables(_) | JobSpec::Buckets(_) | JobSpec::Matrix(_) => Asked::default(),
        }
    }
}

impl Asked<'_> {
    fn goal(goal: Goal) -> Self {
        Asked { goals: vec![goal], ..Asked::default() }
    }

    /// Goals that a running job takes; `unit` is a target of 1 in chips.
    fn told(goals: impl IntoIterator<Item = Goal>, unit: f64) -> Self {
        let goals: Vec<Goal> = goals.into_iter().collect();
        let change = goals.first().filter(|_| unit > 0.0).map(|goal| goal.as_change(unit));
        Asked { goals, change, ..Asked::default() }
    }

    /// The change, if it makes the goal of all solves what it has to be.
    fn change_of_all(&self) -> Option<GoalChange> {
        let alike = self.goals.windows(2).all(|pair| pair[0] == pair[1]);
        self.change.filter(|_| alike)
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

    /// Saves at least as much as another, in its own place if it has one.
    fn include_save_of(&mut self, other: &SpotRun) {
        if let Some(larger) = other.output.as_ref().filter(|_| other.saved() > self.saved()) {
            let path = self.output.as_ref().map_or(&larger.path, |own| &own.path).clone();
            self.output = Some(SaveTo { path, keep: larger.keep });
        }
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

/// What makes the goal of a running spot that of this one. A target is in percent of the pot; a
/// cut spot has none.
fn spot_change(spot: &SpotSpec) -> GoalChange {
    let change = spot.goal.as_change(spot.betting.start.pot.as_f64() / 100.0);
    GoalChange { target: change.target.filter(|_| spot.cut.is_none()), ..change }
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

/// Joins what [`preflop_limits`] compares, and the goals.
fn include_preflop(game: &mut PreflopSolveSpec, other: &PreflopSolveSpec) {
    game.target_mbb = game.target_mbb.min(other.target_mbb);
    game.iterations = game.iterations.max(other.iterations);
    if let Some((exact, other)) = game.exact.as_mut().zip(other.exact.as_ref()) {
        exact.iterations = exact.iterations.max(other.iterations);
        exact.accuracy = exact.accuracy.min(other.accuracy);
        exact.rounds = exact.rounds.max(other.rounds);
        exact.change = exact.change.min(other.change);
        exact.memory_mb = exact.memory_mb.max(other.memory_mb);
    }
    if let Some((streets, other)) = game.streets.as_mut().zip(other.streets.as_ref()) {
        let memory = streets.memory_mb.zip(other.memory_mb);
        streets.memory_mb = memory.map(|(most, other)| most.max(other));
        streets.held_out = streets.held_out.max(other.held_out);
    }
}

fn include_omaha(game: &mut OmahaPreflopSpec, other: &OmahaPreflopSpec) {
    game.target_mbb = game.target_mbb.min(other.target_mbb);
    game.rounds = game.rounds.max(other.rounds);
}
