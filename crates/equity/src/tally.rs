//! Counting showdowns between two players.

use std::ops::AddAssign;

/// Deals won, tied and lost by the first of two players, each weighted by the
/// product of the two hands' weights.
///
/// For unweighted input these are integers, exact up to 2^53; the largest
/// question (every hand against every hand before the flop) needs 2^48.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Weighted deals that the first player wins.
    pub win: f64,
    /// Weighted deals in which the two hands are equal.
    pub tie: f64,
    /// Weighted deals that the second player wins.
    pub lose: f64,
}

impl Tally {
    /// All weighted deals.
    pub fn total(&self) -> f64 {
        self.win + self.tie + self.lose
    }

    /// The first player's share of the pot, 0 to 1; `None` when there is no deal.
    pub fn equity(&self) -> Option<f64> {
        let total = self.total();
        (total > 0.0).then(|| (self.win + self.tie / 2.0) / total)
    }

    /// The same showdowns, each counted `weight` times.
    #[must_use]
    pub fn weighted(&self, weight: f64) -> Tally {
        Tally { win: weight * self.win, tie: weight * self.tie, lose: weight * self.lose }
    }

    /// The same showdowns seen by the second player.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        Tally { win: self.lose, tie: self.tie, lose: self.win }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.win += other.win;
        self.tie += other.tie;
        self.lose += other.lose;
    }
}
