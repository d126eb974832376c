//! When a solve is good enough, or long enough.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::Serialize;

/// Limits of a solve; the first that is reached ends it. Without any it runs
/// until it is cancelled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// The exploitability to reach, in chips: the mean of both players' gains.
    pub exploitability: Option<f64>,
    /// Most iterations, those before a restored checkpoint included.
    pub iterations: Option<u32>,
    /// Most time at work; while a job is paused the clock stands still.
    pub time: Option<Duration>,
    /// Iterations from one look at the exploitability to the next. A look costs
    /// about one iteration, or two with rake.
    pub check_every: NonZeroU32,
}

impl Goal {
    /// Iterations between two looks at the exploitability unless told otherwise.
    pub const DEFAULT_CHECK: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

    /// No limit.
    pub const NONE: Goal = Goal {
        exploitability: None,
        iterations: None,
        time: None,
        check_every: Goal::DEFAULT_CHECK,
    };
}

impl Default for Goal {
    fn default() -> Goal {
        Goal::NONE
    }
}

/// Why a solve ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The exploitability is at most what was asked for.
    GoalReached,
    /// All iterations are done.
    Iterations,
    /// The time is up.
    Time,
    /// Someone cancelled it.
    Cancelled,
}
