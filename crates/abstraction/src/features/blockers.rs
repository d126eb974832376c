//! Which of the best hands a hand blocks.
//!
//! The best hands are the four best ranks that two hole cards can make on the
//! board. A hand blocks one of them if at least a quarter of the pairs that make it
//! hold one of its cards: one of the four tens where any ten is needed, the ace of
//! the suit where only that makes the flush.

use quasar_cards::{Board, Card, Combo, Game};
use quasar_eval::PAIRS;

use crate::hands::omaha_board;

/// How many of the best hands are considered.
pub(super) const BEST: usize = 4;

/// The pairs that make the best hands.
pub(super) struct Blockers {
    /// Fewer than four on a board where hole cards make fewer ranks.
    best: Vec<Pairs>,
}

/// The pairs of hole cards that make one rank.
struct Pairs {
    count: u32,
    /// How many of them hold each card.
    with: [u32; Card::COUNT],
    made: [bool; PAIRS],
}

impl Blockers {
    pub(super) fn new(board: &Board) -> Blockers {
        let omaha = omaha_board(board);
        let strengths = omaha.strengths();
        let best = strengths.ranks().iter().rev().take(BEST).map(|rank| {
            let made = omaha.pair_ranks().map(|found| found == *rank);
            let mut pairs = Pairs { count: 0, with: [0; Card::COUNT], made };
            for (index, _) in made.iter().enumerate().filter(|(_, made)| **made) {
                let pair = Combo::from_index(Game::Holdem, index).expect("one of the pairs");
                pairs.count += 1;
                pair.cards().for_each(|card| pairs.with[card.index()] += 1);
            }
            pairs
        });
        Blockers { best: best.collect() }
    }

    /// Whether a hand blocks each of the best hands, best first.
    pub(super) fn of(&self, hand: &Combo) -> [bool; BEST] {
        std::array::from_fn(|place| {
            self.best.get(place).is_some_and(|pairs| 4 * pairs.taken_by(hand) >= pairs.count)
        })
    }
}

impl Pairs {
    /// How many of the pairs hold a card of the hand.
    fn taken_by(&self, hand: &Combo) -> u32 {
        let mut taken = 0;
        for high in hand.cards() {
            taken += self.with[high.index()];
            for low in hand.cards().take_while(|&low| low < high) {
                let pair = high.index() * (high.index() - 1) / 2 + low.index();
                // Counted with both of its cards.
                taken -= u32::from(self.made[pair]);
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_hands_are_blocked_by_the_cards_they_need() {
        // Flushes in spades, by AQ, AJ, AT and A8.
        let flushes = Blockers::new(&"Ks9s4s2d7h".parse().unwrap());
        // JT makes the nut straight, T6 the second; sets of nines and of eights follow.
        let straights = Blockers::new(&"9s8h7d2c2h".parse().unwrap());
        for (blockers, hand, expected) in [
            (&flushes, "AsAhKdKh", [true, true, true, true]),
            (&flushes, "QsQhKdKh", [true, false, false, false]),
            (&flushes, "Ts8sKdKh", [false, false, true, true]),
            (&flushes, "AhAdKdKh", [false; 4]),
            // Quads of deuces are best, full houses of nines, eights and sevens next.
            (&straights, "2s5c4cKd", [true, false, false, false]),
            (&straights, "9c5c4cKd", [false, true, false, false]),
            (&straights, "JcTc4cKd", [false; 4]),
        ] {
            assert_eq!(blockers.of(&hand.parse().unwrap()), expected, "{hand}");
        }
    }
}
