//! Three Hold'em ranges at once, weakest hands first.
//!
//! Hands of a board are visited by strength. The pairs of two opponents' hands that are
//! weaker than the hero's then come from one formula ([`super::pairs`]) instead of two
//! loops. For ties let the opponents' hands that are weaker count
//! once and those that tie count x times: the weight of all pairs is then
//! `p(x) = none + one x + two x²` with the weights of pairs in which no, one or
//! two opponents tie, and three values of p give all of them. x = 0, 1 and 2 keep
//! integers exact.
//!
//! More players are taken one tuple of hands at a time: their cards are dead, and
//! the best of them is one more party to the pot. With two players the third is
//! absent. A board costs three queries for each hand of the three, not the
//! product of their numbers.

use quasar_cards::CardSet;

use super::pairs::{Pairs, TwoCards};
use crate::player::Splits;

/// A hand of a player on one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweepHand {
    pub(super) cards: CardSet,
    pub(super) two: TwoCards,
    pub(super) strength: u8,
    pub(super) weight: f64,
}

/// The other players, whose hands are fixed during a sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outside {
    /// Their cards.
    pub(super) taken: CardSet,
    /// The strength of the best of them; 0 if there are none.
    pub(super) best: u8,
    /// How many of them have it.
    pub(super) leaders: usize,
    /// The product of their weights.
    pub(super) weight: f64,
}

/// What a sweep finds, each weighted by the outside players' weight.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepSplits {
    /// The splits of the three players.
    pub(super) inside: [Splits<f64>; 3],
    /// The splits of each leader of the outside players.
    pub(super) outside: Splits<f64>,
}

/// Memory for sweeps.
pub(super) struct Sweep {
    pairs: Pairs,
    /// The hands of one strength with the three values of p, by player.
    group: [Vec<(TwoCards, f64, [f64; 3])>; 3],
}

impl Sweep {
    pub(super) fn new() -> Sweep {
        Sweep { pairs: Pairs::new(), group: [const { Vec::new() }; 3] }
    }

    /// Counts all deals of up to three players, whose hands come sorted by
    /// strength, against the outside players.
    pub(super) fn run(&mut self, players: &[Vec<SweepHand>], outside: &Outside) -> SweepSplits {
        let mut splits = SweepSplits::default();
        for absent in players.len()..3 {
            self.pairs.set_absent(absent);
        }
        let mut left: [&[SweepHand]; 3] = [&[]; 3];
        for (left, hands) in left.iter_mut().zip(players) {
            *left = hands;
        }
        // The best outside hand is a group of its own, even if nobody ties it.
        let mut outside_left = outside.best > 0;
        loop {
            let next = left.iter().filter_map(|hands| Some(hands.first()?.strength)).min();
            let strength = match next {
                Some(strength) if outside_left => strength.min(outside.best),
                Some(strength) => strength,
                None if outside_left => outside.best,
                None => break,
            };
            for (group, hands) in self.group.iter_mut().zip(&mut left) {
                let end = hands.partition_point(|hand| hand.strength <= strength);
                let (now, later) = hands.split_at(end);
                *hands = later;
                let live = now.iter().filter(|hand| !hand.cards.intersects(outside.taken));
                group.clear();
                group.extend(live.map(|hand| (hand.two, hand.weight, [0.0; 3])));
            }
            let meets_outside = strength == outside.best;
            outside_left &= !meets_outside;
            if strength < outside.best {
                // Whoever holds these has lost already.
                self.add_group(1.0);
                continue;
            }
            let mut below = [[0.0; 2]; 3];
            for (x, below) in below.iter_mut().enumerate() {
                if x > 0 {
                    self.add_group(1.0);
                }
                self.query_group(x);
                if meets_outside {
                    *below = self.query_below(&players[0], strength, outside.taken);
                }
            }
            self.add_group(-1.0);
            let leaders = if meets_outside { outside.leaders } else { 0 };
            for (inside, group) in splits.inside.iter_mut().zip(&self.group) {
                for (_, weight, values) in group {
                    for (ties, pairs) in coefficients(values).into_iter().enumerate() {
                        inside[ties + leaders] += outside.weight * weight * pairs;
                    }
                }
            }
            if meets_outside {
                for first in 0..2 {
                    let values = below.map(|sums| sums[first]);
                    for (ties, pairs) in coefficients(&values).into_iter().enumerate() {
                        splits.outside[leaders - 1 + first + ties] += outside.weight * pairs;
                    }
                }
            }
        }
        self.clear(players);
        splits
    }

    fn add_group(&mut self, times: f64) {
        for (player, group) in self.group.iter().enumerate() {
            for (two, weight, _) in group {
                self.pairs.add(player, *two, times * weight);
            }
        }
    }

    /// Takes the value of p at `x` for every hand of the group.
    fn query_group(&mut self, x: usize) {
        for (player, group) in self.group.iter_mut().enumerate() {
            for (two, _, values) in group {
                values[x] = self.pairs.query(player, *two);
            }
        }
    }

    /// The pairs of the other two players for all hands of the first: those below
    /// the strength, and those at it.
    fn query_below(&self, first: &[SweepHand], strength: u8, taken: CardSet) -> [f64; 2] {
        let mut sums = [0.0; 2];
        let reaching = first.iter().take_while(|hand| hand.strength <= strength);
        for hand in reaching.filter(|hand| !hand.cards.intersects(taken)) {
            let tied = usize::from(hand.strength == strength);
            sums[tied] += hand.weight * self.pairs.query(0, hand.two);
        }
        sums
    }

    fn clear(&mut self, players: &[Vec<SweepHand>]) {
        for (player, hands) in players.iter().enumerate() {
            for hand in hands {
                self.pairs.forget(player, hand.two);
            }
        }
        self.pairs.clear_sums();
    }
}

/// The coefficients of the quadratic polynomial with these values at 0, 1 and 2.
fn coefficients(&[zero, one, two]: &[f64; 3]) -> [f64; 3] {
    let square = (two - 2.0 * one + zero) / 2.0;
    [zero, one - zero - square, square]
}
