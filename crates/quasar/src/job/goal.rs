//! The goals of solves.

use std::num::NonZeroU32;
use std::time::Duration;

use quasar_solver::Reached;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::AskError;

/// Limits of a solve; the first one reached ends it. Without limits it runs
/// until it is cancelled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The exploitability to reach, in chips: the mean of both players' gains.
    pub exploitability: Option<f64>,
    /// The most iterations, including those before a restored checkpoint.
    pub iterations: Option<u32>,
    /// The most working time; pauses do not count.
    pub time: Option<Duration>,
    /// Iterations between two measurements of the exploitability. A check costs
    /// about one iteration, or two with rake.
    pub check_every: NonZeroU32,
}

impl Goal {
    /// Iterations between two measurements of the exploitability by default.
    pub const DEFAULT_CHECK: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

    /// No limit.
    pub const NONE: Goal = Goal {
        exploitability: None,
        iterations: None,
        time: None,
        check_every: Goal::DEFAULT_CHECK,
    };

    /// The limits without the time.
    pub(super) fn clockless(&self) -> quasar_solver::StepGoal {
        let Goal { exploitability, iterations, check_every, .. } = *self;
        quasar_solver::StepGoal { exploitability, iterations, check_every, check_last: false }
    }

    /// The limit that is reached after so many iterations and so much working time, given the
    /// exploitability if it is known. Of several it is the first of these.
    pub(crate) fn reached(
        &self,
        iterations: u32,
        exploitability: Option<f64>,
        worked: Duration,
    ) -> Option<Ended> {
        match self.clockless().reached(iterations, exploitability) {
            Some(Reached::Exploitability) => Some(Ended::GoalReached),
            Some(Reached::Iterations) => Some(Ended::Iterations),
            None => self.time.filter(|time| worked >= *time).map(|_| Ended::Time),
        }
    }

    /// Whether a solve that reached `other` may need more iterations for this goal.
    pub(super) fn asks_more_than(&self, other: &Goal) -> bool {
        let target = |goal: &Goal| goal.exploitability.unwrap_or(0.0);
        let iterations = |goal: &Goal| goal.iterations.unwrap_or(u32::MAX);
        let time = |goal: &Goal| goal.time.unwrap_or(Duration::MAX);
        target(self) < target(other)
            || iterations(self) > iterations(other)
            || time(self) > time(other)
    }

    /// Whether a solve ends by itself; a target of 0 is not reached.
    fn is_limited(&self) -> bool {
        let target = self.exploitability.is_some_and(|target| target > 0.0);
        target || self.iterations.is_some() || self.time.is_some()
    }

    /// Makes this goal at least as good as another: the better target, and the larger number of
    /// iterations and the longer time of both, each where both have it. Of two goals that share
    /// no limit this one remains, because nothing would end a solve for both.
    pub(super) fn include(&mut self, other: &Goal) {
        let target = self.exploitability.zip(other.exploitability);
        let iterations = self.iterations.zip(other.iterations);
        let time = self.time.zip(other.time);
        let joined = Goal {
            exploitability: target.map(|(target, other)| target.min(other)),
            iterations: iterations.map(|(most, other)| most.max(other)),
            time: time.map(|(most, other)| most.max(other)),
            check_every: self.check_every,
        };
        if joined.is_limited() || !(self.is_limited() && other.is_limited()) {
            *self = joined;
        }
    }

    /// The change that makes any goal this one; `unit` is what a target of 1 is in chips.
    pub(super) fn as_change(&self, unit: f64) -> GoalChange {
        let time = self.time.map_or(GoalChange::NO_TIME, |time| time.as_secs_f64());
        GoalChange {
            target: Some(self.exploitability.unwrap_or(0.0) / unit),
            iterations: Some(self.iterations.unwrap_or(u32::MAX)),
            seconds: Some(time),
        }
    }

    /// Applies a change; `unit` is a target of 1 in chips.
    pub(crate) fn change(&mut self, change: &GoalChange, unit: f64) {
        if let Some(target) = change.target {
            self.exploitability = Some(unit * target);
        }
        if let Some(iterations) = change.iterations {
            self.iterations = Some(iterations);
        }
        if let Some(seconds) = change.seconds {
            // Longer than a duration can be is without end.
            self.time = Duration::try_from_secs_f64(seconds).ok();
        }
    }
}

impl Default for Goal {
    fn default() -> Goal {
        Goal::NONE
    }
}

/// New limits of a running solve; missing ones do not change.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoalChange {
    /// The exploitability to reach, in the unit of `target` in the spec: percent of the
    /// pot for spots, chips for small games, thousandths of a big blind before the flop. A single
    /// decision takes percent of the pot before the street, and one of buckets chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
    /// The most iterations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// The most seconds of working time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl GoalChange {
    /// Seconds that stand for no limit: three thousand years.
    const NO_TIME: f64 = 1e11;

    /// Fails if a limit is none.
    pub(super) fn check(&self) -> Result<(), AskError> {
        let GoalChange { target, iterations: _, seconds } = *self;
        let numbers = [("target", target), ("seconds", seconds)];
        for (field, number) in numbers.map(|(field, number)| (field, number.unwrap_or(0.0))) {
            if !(number.is_finite() && number >= 0.0) {
                return Err(AskError::Limit { field, number });
            }
        }
        Ok(())
    }

    /// The first limit that another change has and this one has not.
    pub(super) fn lacks(&self, other: &GoalChange) -> Option<&'static str> {
        let limits = [
            ("target", self.target.is_some(), other.target.is_some()),
            ("iterations", self.iterations.is_some(), other.iterations.is_some()),
            ("seconds", self.seconds.is_some(), other.seconds.is_some()),
        ];
        limits.into_iter().find(|(_, has, asked)| *asked && !has).map(|(field, ..)| field)
    }
}

/// Why a solve ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The exploitability is at most the target.
    GoalReached,
    /// All iterations are done.
    Iterations,
    /// The time is up.
    Time,
    /// It was cancelled.
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exploitability_comes_before_iterations_and_these_before_the_time() {
        let hour = Duration::from_secs(3_600);
        let goal = Goal {
            exploitability: Some(0.5),
            iterations: Some(10),
            time: Some(hour),
            ..Goal::NONE
        };
        for (iterations, found, worked, ended) in [
            (9, None, Duration::ZERO, None),
            (9, Some(0.6), Duration::ZERO, None),
            (9, Some(0.5), hour, Some(Ended::GoalReached)),
            (10, Some(0.5), hour, Some(Ended::GoalReached)),
            (10, Some(0.6), hour, Some(Ended::Iterations)),
            (9, Some(0.6), hour, Some(Ended::Time)),
        ] {
            assert_eq!(goal.reached(iterations, found, worked), ended, "{iterations} {found:?}");
        }
        assert_eq!(Goal::NONE.reached(u32::MAX, Some(0.0), Duration::MAX), None);
    }
}
