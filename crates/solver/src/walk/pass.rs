//! What a pass over the tree is for: whose strategies are played, and what is done with values.

use super::Deals;
use crate::schedule::Weights;
use crate::storage::{Use, Uses};

/// What a pass is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// Where each player's strategy comes from.
    pub(crate) sources: [Source; 2],
    /// What is done for each player on the way up.
    pub(crate) tasks: [Task; 2],
    /// Whose strategies are added to the sums on the way down; the opponent must need
    /// values.
    pub(crate) averages: [Option<Weights>; 2],
    /// Skip actions whose regrets are all below this.
    pub(crate) prune_below: Option<f32>,
    /// The fraction of the time that players play uniformly at random.
    pub(crate) explore: f32,
    /// Which deals are taken.
    pub(crate) deals: Deals,
    /// Whether hands that are merged play for themselves, by the numbers of their buckets.
    pub(crate) unmerges: bool,
}

/// Where a strategy comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Regret matching.
    Current,
    /// The strategy sums.
    Average,
    /// The strategy sums, with the last response counted twice.
    Optimistic,
}

/// What a pass computes for a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Task {
    /// Nothing: only the opponent's values are needed.
    Nothing,
    /// Values of the strategy.
    Mean,
    /// Values of the best response.
    Best,
    /// Values of three responses: see [`Response`].
    Measure,
    /// Values and regrets.
    Learn(Weights),
    /// Values of the best response, which replaces the regrets.
    Respond,
    /// Adds the strategy to the sums; no values.
    Accumulate(Weights),
}

impl Task {
    pub(super) fn wants_values(self) -> bool {
        !matches!(self, Task::Nothing | Task::Accumulate(_))
    }

    pub(super) fn uses(self) -> Uses {
        let (regrets, sums) = match self {
            Task::Learn(_) | Task::Respond => (Use::Write, Use::Not),
            Task::Accumulate(_) => (Use::Write, Use::Write),
            Task::Nothing | Task::Mean | Task::Best | Task::Measure => (Use::Not, Use::Not),
        };
        Uses { regrets, sums }
    }
}

/// How far the response of a walk that measures deviates from the strategy. All have the
/// same values at leaves, which are the costly part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Response {
    /// The best response.
    Best,
    /// The best response on the last level, the strategy before it.
    BestAtLast,
    /// The strategy.
    Strategy,
}

impl Response {
    pub(crate) const ALL: [Response; 3] =
        [Response::Best, Response::BestAtLast, Response::Strategy];

    /// What a walk computes that does not measure.
    pub(super) const ONE: [Response; 1] = [Response::Best];
}
