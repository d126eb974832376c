//! Tables of pairs of hands, from each player's side.

use super::{MatrixShowdown, Product};
use crate::{Player, Rows, RowsMut};

/// Products per call.
const BATCH: usize = 48;

/// A number for each pair of hands, ready to be multiplied from either side.
#[derive(Clone, Debug)]
pub struct PairTable {
    sides: [MatrixShowdown; 2],
}

impl PairTable {
    /// A number that is the same for both players, such as the probability that two
    /// hands are held together.
    pub fn shared(hands: [usize; 2], entry: impl Fn(usize, usize) -> f32) -> PairTable {
        let second = MatrixShowdown::new(hands[1], hands[0], |second, first| entry(first, second));
        PairTable { sides: [MatrixShowdown::new(hands[0], hands[1], entry), second] }
    }

    /// A number that one player wins and the other loses; given for the first.
    pub fn opposed(hands: [usize; 2], entry: impl Fn(usize, usize) -> f32) -> PairTable {
        let second = MatrixShowdown::new(hands[1], hands[0], |second, first| -entry(first, second));
        PairTable { sides: [MatrixShowdown::new(hands[0], hands[1], entry), second] }
    }

    /// Replaces the numbers of [`shared`](Self::shared).
    pub fn refill_shared(&mut self, entry: impl Fn(usize, usize) -> f32) {
        self.sides[1].refill(|second, first| entry(first, second));
        self.sides[0].refill(entry);
    }

    /// Replaces the numbers of [`opposed`](Self::opposed).
    pub fn refill_opposed(&mut self, entry: impl Fn(usize, usize) -> f32) {
        self.sides[1].refill(|second, first| -entry(first, second));
        self.sides[0].refill(entry);
    }

    /// Hands of each player.
    pub(crate) fn hands(&self) -> [usize; 2] {
        [0, 1].map(|side: usize| self.sides[side].rows())
    }

    /// Bytes of its numbers.
    pub(crate) fn bytes(&self) -> usize {
        self.sides.iter().map(MatrixShowdown::bytes).sum()
    }

    /// Multiplies any number of reach vectors by the table, from a player's side.
    pub(crate) fn multiply(
        &self,
        player: Player,
        mut products: impl Iterator<Item = Product>,
        reach: Rows<'_>,
        values: &mut RowsMut<'_>,
    ) {
        let mut batch = [Product { reach: 0, value: 0, factor: 0.0, add: false }; BATCH];
        loop {
            let mut len = 0;
            for (place, product) in batch.iter_mut().zip(products.by_ref()) {
                *place = product;
                len += 1;
            }
            if len == 0 {
                return;
            }
            self.sides[player.index()].multiply(&batch[..len], reach, values.again());
        }
    }
}
