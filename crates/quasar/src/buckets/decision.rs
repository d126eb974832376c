//! A decision of a game of buckets, for reports.

use quasar_game::{Action, BettingTree, NodeId, Place, Player, RoundId};
use quasar_solver::{MatrixGame, NodeAt, NodeValues, Profile, Solver, SolverError};

use crate::spot::{ActionReport, contributed, mean};

/// The strategy and values of the buckets of the player who acts.
pub(crate) struct BucketDecision {
    actions: Vec<Action>,
    player: Player,
    /// Added to the solver's values to make them count from here on.
    contributed: f64,
    values: NodeValues,
    strategy: Vec<f32>,
}

impl BucketDecision {
    /// A decision of the first round; the solver has the nodes of that round in its
    /// own order, in which this one is `at`.
    pub(crate) fn new(
        betting: &BettingTree,
        node: NodeId,
        at: &NodeAt,
        solver: &mut Solver<MatrixGame>,
    ) -> Result<BucketDecision, SolverError> {
        let round = &betting[RoundId::ROOT];
        let player = round[node].player().unwrap_or(Player::Oop);
        let place = Place { round: RoundId::ROOT, node };
        Ok(BucketDecision {
            actions: round[node].child_ids().filter_map(|child| round[child].action).collect(),
            player,
            contributed: contributed(betting, place, player),
            values: solver.values(at, Profile::Average)?,
            strategy: solver.strategy(at, Profile::Average)?,
        })
    }

    /// Who acts.
    pub(crate) fn player(&self) -> Player {
        self.player
    }

    /// The number of buckets.
    pub(crate) fn buckets(&self) -> usize {
        self.values.reach[self.player.index()].len()
    }

    /// The weight with which a bucket reaches the decision.
    pub(crate) fn weight(&self, bucket: usize) -> f32 {
        self.values.reach[self.player.index()][bucket]
    }

    /// How often a bucket takes each action.
    pub(crate) fn frequencies(&self, bucket: usize) -> Vec<f32> {
        (0..self.actions.len()).map(|action| self.frequency(action, bucket)).collect()
    }

    /// The expected value of a bucket from here on; null if it is compatible with no bucket.
    pub(crate) fn ev(&self, bucket: usize) -> Option<f64> {
        let values = &self.values.values[self.player.index()];
        values[bucket].map(|value| f64::from(value) + self.contributed)
    }

    /// The mean expected value; null if the line is never reached.
    pub(crate) fn mean_ev(&self) -> Option<f64> {
        mean((0..self.buckets()).map(|bucket| (self.pairs(bucket), self.ev(bucket))))
    }

    /// The actions, and how often the range takes each.
    pub(crate) fn actions(&self) -> Vec<ActionReport> {
        let report = |(number, &action): (usize, &Action)| {
            let takes = |bucket: usize| f64::from(self.frequency(number, bucket));
            let all = || 0..self.buckets();
            let ev = |bucket: usize| {
                let value = self.values.action_values[number * self.buckets() + bucket];
                value.map(|value| f64::from(value) + self.contributed)
            };
            ActionReport::new(
                action,
                mean(all().map(|bucket| (self.pairs(bucket), Some(takes(bucket))))),
                all().map(|bucket| f64::from(self.weight(bucket)) * takes(bucket)).sum(),
                mean(all().map(|bucket| (self.pairs(bucket) * takes(bucket), ev(bucket)))),
            )
        };
        self.actions.iter().enumerate().map(report).collect()
    }

    /// The weight of a bucket times that of the buckets it is compatible with.
    fn pairs(&self, bucket: usize) -> f64 {
        let compatible_weight = self.values.compatible_weight[self.player.index()][bucket];
        f64::from(self.weight(bucket)) * f64::from(compatible_weight)
    }

    fn frequency(&self, action: usize, bucket: usize) -> f32 {
        self.strategy[action * self.buckets() + bucket]
    }
}
