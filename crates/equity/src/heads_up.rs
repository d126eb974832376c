//! The answer to an exact question between two players.

use quasar_cards::Combo;

use crate::Tally;

/// All showdowns between two players, in total and hand by hand.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HeadsUp {
    /// For each player, every hand that can be held, with its showdowns.
    pub hands: [Vec<HandTally>; 2],
}

/// One hand of a range against the whole range of the opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandTally {
    /// The hand.
    pub combo: Combo,
    /// Its weight in the player's range.
    pub weight: f32,
    /// Its showdowns, weighted by the opponent's hands only.
    pub tally: Tally,
}

impl HeadsUp {
    /// The showdowns of all hands of the first player, each weighted by both
    /// hands' weights.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        for hand in &self.hands[0] {
            total += hand.tally.weighted(f64::from(hand.weight));
        }
        total
    }
}
