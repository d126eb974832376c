//! How many hands of some kinds are left to an opponent who holds four cards.
//!
//! For every set `U` of at most three cards a table has the weight `W(U)` of all
//! hands that contain it, one column for each kind of hand. What an opponent with
//! the hand `h` can meet is then an alternating sum over the subsets of `h`:
//!
//! ```text
//! sum over U in h, |U| < 4, of (-1)^|U| W(U)
//! ```
//!
//! which counts every hand that shares no card with `h`, and the hand `h` itself
//! with the sign -1. The sum is linear, so hands that ask together can add up what
//! they ask for: [`Terms`].
//!
//! Columns are whole numbers where hands are counted, and doubles, which hold counts
//! of pairs of hands exactly, where they have weights.

use std::ops::{AddAssign, SubAssign};

use crate::hands::Places;

/// Subsets of four cards with at most three of them.
pub(crate) const SUBSETS: usize = 15;

/// The places of a hand's subsets in a table: none, single cards, pairs, triples.
pub(crate) type Subsets = [u32; SUBSETS];

/// Whether a hand's subset has one card or three, and so the sign -1.
#[inline(always)]
const fn is_odd(subset: usize) -> bool {
    matches!(subset, 1..5 | 11..15)
}

/// Where the sets of at most three of some cards are.
#[derive(Clone, Copy)]
pub(crate) struct Numbering {
    cards: u32,
}

impl Numbering {
    /// Sets of so many cards.
    pub(crate) fn new(cards: usize) -> Numbering {
        Numbering { cards: cards as u32 }
    }

    /// How many sets there are.
    pub(crate) fn len(self) -> usize {
        let n = self.cards as usize;
        1 + n + n * (n - 1) / 2 + n * (n - 1) * (n - 2) / 6
    }

    /// The subsets of a hand.
    #[inline]
    pub(crate) fn subsets(self, hand: Places) -> Subsets {
        let [a, b, c, d] = hand.map(u32::from);
        let twos = |high: u32| high * high.wrapping_sub(1) / 2;
        let threes = |high: u32| high * high.wrapping_sub(1) * high.wrapping_sub(2) / 6;
        let pairs = 1 + self.cards;
        let triples = pairs + twos(self.cards);
        let single = |card: u32| 1 + card;
        let pair = |low: u32, high: u32| pairs + twos(high) + low;
        let triple = |low: u32, middle: u32, high: u32| triples + threes(high) + twos(middle) + low;
        [
            0,
            single(a),
            single(b),
            single(c),
            single(d),
            pair(a, b),
            pair(a, c),
            pair(b, c),
            pair(a, d),
            pair(b, d),
            pair(c, d),
            triple(a, b, c),
            triple(a, b, d),
            triple(a, c, d),
            triple(b, c, d),
        ]
    }
}

/// The weights of hands by contained cards, for `COLUMNS` kinds of hands.
pub(crate) struct Removal<T, const COLUMNS: usize> {
    rows: Vec<[T; COLUMNS]>,
}

impl<T, const COLUMNS: usize> Removal<T, COLUMNS>
where
    T: Copy + Default + AddAssign + SubAssign,
{
    /// No hands yet.
    pub(crate) fn new(numbering: Numbering) -> Removal<T, COLUMNS> {
        Removal { rows: vec![[T::default(); COLUMNS]; numbering.len()] }
    }

    /// Adds a hand to a column.
    #[inline]
    pub(crate) fn add(&mut self, subsets: &Subsets, column: usize, weight: T) {
        for &set in subsets {
            self.rows[set as usize][column] += weight;
        }
    }

    /// The weight of each column that a hand can meet; the hand itself counts -1
    /// times where it is.
    #[inline]
    pub(crate) fn meet(&self, subsets: &Subsets) -> [T; COLUMNS] {
        let mut met = [T::default(); COLUMNS];
        for (place, &set) in subsets.iter().enumerate() {
            for (met, &weight) in met.iter_mut().zip(&self.rows[set as usize]) {
                if is_odd(place) { *met -= weight } else { *met += weight }
            }
        }
        met
    }
}

impl<const COLUMNS: usize> Removal<f64, COLUMNS> {
    /// The same for hands whose questions were added up.
    #[inline]
    pub(crate) fn meet_all(&self, terms: &[Term]) -> [f64; COLUMNS] {
        let mut met = [0.0; COLUMNS];
        for term in terms {
            for (met, weight) in met.iter_mut().zip(&self.rows[term.set as usize]) {
                *met += term.factor * weight;
            }
        }
        met
    }
}

/// A part of a sum of questions.
#[derive(Clone, Copy)]
pub(crate) struct Term {
    set: u32,
    factor: f64,
}

/// Adds up the questions of some hands.
pub(crate) struct Terms {
    factors: Vec<f64>,
    touched: Vec<u32>,
}

impl Terms {
    pub(crate) fn new(numbering: Numbering) -> Terms {
        Terms { factors: vec![0.0; numbering.len()], touched: Vec::new() }
    }

    /// Adds the question of a hand, `weight` times; the weight is above 0.
    pub(crate) fn ask(&mut self, subsets: &Subsets, weight: f64) {
        for (place, &set) in subsets.iter().enumerate() {
            let factor = &mut self.factors[set as usize];
            // The sign of a set is that of its size, so sums never return to 0.
            if *factor == 0.0 {
                self.touched.push(set);
            }
            *factor += if is_odd(place) { -weight } else { weight };
        }
    }

    /// Moves the sum to the end of a list, in the order of the table.
    pub(crate) fn take_into(&mut self, terms: &mut Vec<Term>) {
        self.touched.sort_unstable();
        terms.extend(
            self.touched
                .drain(..)
                .map(|set| Term { set, factor: std::mem::take(&mut self.factors[set as usize]) }),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::all_places;

    #[test]
    fn sets_are_numbered_without_gaps() {
        let numbering = Numbering::new(9);
        let mut seen = vec![0; numbering.len()];
        for hand in all_places(9) {
            numbering.subsets(hand).iter().for_each(|&set| seen[set as usize] += 1);
        }
        // Of 9 cards, 126 hands: C(8,3) with a card, C(7,2) with a pair, 6 with a triple.
        let expected: Vec<i32> = [vec![126], vec![56; 9], vec![21; 36], vec![6; 84]].concat();
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_hand_meets_those_that_share_no_card() {
        let numbering = Numbering::new(10);
        let hands = all_places(10);
        let mut table = Removal::<f64, 3>::new(numbering);
        for (number, &hand) in hands.iter().enumerate() {
            table.add(&numbering.subsets(hand), number % 3, 1.0 + number as f64);
        }
        let mut expected_sum = [0.0; 3];
        let mut terms = Terms::new(numbering);
        for (number, hand) in hands.iter().enumerate() {
            let mut expected = [0.0; 3];
            for (other, cards) in hands.iter().enumerate() {
                if cards.iter().all(|card| !hand.contains(card)) {
                    expected[other % 3] += 1.0 + other as f64;
                }
            }
            expected[number % 3] -= 1.0 + number as f64;
            let subsets = numbering.subsets(*hand);
            assert_eq!(table.meet(&subsets), expected);
            terms.ask(&subsets, 2.0);
            (0..3).for_each(|column| expected_sum[column] += 2.0 * expected[column]);
        }
        let mut list = Vec::new();
        terms.take_into(&mut list);
        assert_eq!(list.len(), numbering.len());
        assert_eq!(table.meet_all(&list), expected_sum);
    }
}
