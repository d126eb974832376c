//! Drawing from a weighted list in constant time.
//!
//! The alias method (Walker 1977, set up as in Vose 1991): cut the total weight
//! into equal cells, one for each item, filled so that each cell holds at most
//! two items. A draw picks a cell and then one of its two items. Thresholds are
//! 32-bit fractions of a cell, so a probability is right to 2^-32 of a cell.

use super::random::Fraction;

/// One cell: its own item below the threshold, another one above.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The share of the cell's own item, less one part in 2^32.
    last_own: u32,
    other: u32,
}

/// A list of weights to draw from.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    cells: Box<[Cell]>,
}

impl Alias {
    /// The table of these weights, which must be positive.
    pub(super) fn new(weights: &[f64]) -> Alias {
        let total: f64 = weights.iter().sum();
        let scale = weights.len() as f64 / total;
        // What is still to be placed of each item, in cells.
        let mut left: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        let mut cells: Vec<Cell> =
            (0..weights.len() as u32).map(|own| Cell { last_own: u32::MAX, other: own }).collect();
        let (mut small, mut large): (Vec<u32>, Vec<u32>) =
            (0..weights.len() as u32).partition(|&item| left[item as usize] < 1.0);
        while let (Some(&item), Some(&donor)) = (small.last(), large.last()) {
            small.pop();
            let own = left[item as usize];
            let parts = (own * 2f64.powi(32)).round();
            if parts < 1.0 {
                // Too light for its cell's resolution: the cell is the donor's,
                // but for the smallest share.
                cells[item as usize] = Cell { last_own: 0, other: donor };
            } else {
                cells[item as usize] = Cell { last_own: (parts - 1.0) as u32, other: donor };
            }
            left[donor as usize] -= 1.0 - own;
            if left[donor as usize] < 1.0 {
                large.pop();
                small.push(donor);
            }
        }
        // What remains on either list is a full cell up to rounding.
        Alias { cells: cells.into_boxed_slice() }
    }

    /// Draws an item with a random word.
    #[inline(always)]
    pub(super) fn draw(&self, word: u64) -> usize {
        let mut fraction = Fraction(word);
        let own = fraction.below(self.cells.len() as u64) as usize;
        let cell = self.cells[own];
        let within = (fraction.0 >> 32) as u32;
        if within <= cell.last_own { own } else { cell.other as usize }
    }

    /// The probability of every item that the table stands for.
    #[cfg(test)]
    fn probabilities(&self) -> Vec<f64> {
        let mut probabilities = vec![0.0; self.cells.len()];
        for (own, cell) in self.cells.iter().enumerate() {
            let share = (f64::from(cell.last_own) + 1.0) / 2f64.powi(32);
            probabilities[own] += share / self.cells.len() as f64;
            probabilities[cell.other as usize] += (1.0 - share) / self.cells.len() as f64;
        }
        probabilities
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::random::Random;
    use super::*;

    proptest! {
        #[test]
        fn a_table_stands_for_the_weights(weights in prop::collection::vec(1e-4f64..1.0, 1..400)) {
            let total: f64 = weights.iter().sum();
            for (weight, found) in weights.iter().zip(Alias::new(&weights).probabilities()) {
                prop_assert!((weight / total - found).abs() < 1e-9, "{weight} {found}");
            }
        }
    }

    #[test]
    fn equal_weights_never_use_the_other_item() {
        let alias = Alias::new(&[0.3; 7]);
        assert!(alias.cells.iter().all(|cell| cell.last_own == u32::MAX));
    }

    #[test]
    fn draws_follow_the_weights() {
        // Chi-square with 99 degrees of freedom: mean 99, deviation 14.
        let weights: Vec<f64> = (1..=100).map(f64::from).collect();
        let alias = Alias::new(&weights);
        let mut random = Random::for_batch(1, 0);
        let mut counts = [0u32; 100];
        let draws = 1_000_000;
        for _ in 0..draws {
            counts[alias.draw(random.bits())] += 1;
        }
        let square: f64 = counts
            .iter()
            .zip(&weights)
            .map(|(&count, weight)| {
                let expected = f64::from(draws) * weight / 5_050.0;
                (f64::from(count) - expected).powi(2) / expected
            })
            .sum();
        assert!((60.0..145.0).contains(&square), "{square}");
    }
}
