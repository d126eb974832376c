//! The compatible weight of all hands of a bucket together.
//!
//! The compatible weight of a hand of four cards is an alternating sum over its subsets
//! ([`HeldWeights`]). The sum is linear, so the queries of several hands can be added up:
//! [`Terms`]. Sets have three cards at most: a hand counts itself with the sign -1, which
//! is corrected where the weights are known.
//!
//! Columns are whole numbers where hands are counted, and doubles, which hold counts
//! of pairs of hands exactly, where they have weights.

use std::ops::{AddAssign, SubAssign};

use quasar_cards::{HeldWeights, SubsetNumbers};

use crate::hands::Places;

/// The numbers of a hand's subsets of at most three cards.
pub(crate) type Subsets = [u32; 15];

/// Where the sets of at most three of some cards are.
#[derive(Clone, Copy)]
pub(crate) struct Numbering(SubsetNumbers);

impl Numbering {
    /// The numbers of sets of each size.
    pub(crate) fn new(cards: usize) -> Numbering {
        Numbering(SubsetNumbers::new(cards, 3))
    }

    /// The subsets of a hand.
    #[inline]
    pub(crate) fn subsets(&self, hand: Places) -> Subsets {
        self.0.of(hand)
    }

    /// A table without hands.
    pub(crate) fn table<T, const COLUMNS: usize>(&self) -> HeldWeights<T, COLUMNS>
    where
        T: Copy + Default + AddAssign + SubAssign,
    {
        HeldWeights::new(&self.0)
    }
}

/// The compatible weight of the hands whose queries were added up.
#[inline]
pub(crate) fn meet_all<const COLUMNS: usize>(
    table: &HeldWeights<f64, COLUMNS>,
    terms: &[Term],
) -> [f64; COLUMNS] {
    let mut met = [0.0; COLUMNS];
    for term in terms {
        for (met, weight) in met.iter_mut().zip(table.holding(term.set)) {
            *met += term.factor * weight;
        }
    }
    met
}

/// A term of a sum of queries.
#[derive(Clone, Copy)]
pub(crate) struct Term {
    set: u32,
    factor: f64,
}

/// Adds up the queries of some hands.
pub(crate) struct Terms {
    factors: Vec<f64>,
    touched: Vec<u32>,
}

impl Terms {
    pub(crate) fn new(numbering: Numbering) -> Terms {
        Terms { factors: vec![0.0; numbering.0.count()], touched: Vec::new() }
    }

    /// Adds the query of a hand, `weight` times; the weight is above 0.
    pub(crate) fn ask(&mut self, subsets: &Subsets, weight: f64) {
        for (subset, &set) in subsets.iter().enumerate() {
            let factor = &mut self.factors[set as usize];
            // The sign of a set is that of its size, so sums never return to 0.
            if *factor == 0.0 {
                self.touched.push(set);
            }
            *factor += if subset.count_ones() % 2 == 1 { -weight } else { weight };
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
    fn hands_that_ask_together_meet_what_each_meets() {
        let numbering = Numbering::new(10);
        let hands = all_places(10);
        let mut table = numbering.table::<f64, 3>();
        for (number, &hand) in hands.iter().enumerate() {
            table.add(&numbering.subsets(hand), number % 3, 1.0 + number as f64);
        }
        let mut expected = [0.0; 3];
        let mut terms = Terms::new(numbering);
        for (number, hand) in hands.iter().enumerate() {
            for (other, cards) in hands.iter().enumerate() {
                if cards.iter().all(|card| !hand.contains(card)) {
                    expected[other % 3] += 2.0 * (1.0 + other as f64);
                }
            }
            expected[number % 3] -= 2.0 * (1.0 + number as f64);
            terms.ask(&numbering.subsets(*hand), 2.0);
        }
        let mut list = Vec::new();
        terms.take_into(&mut list);
        assert_eq!(list.len(), numbering.0.count());
        assert_eq!(meet_all(&table, &list), expected);
    }
}
