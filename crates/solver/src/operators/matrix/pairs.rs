//! Tables of pairs of hands, from each player's side.

use super::{MatrixEntry, MatrixShowdown, Product};
use crate::{Player, Rows, RowsMut};

/// Products per call.
const BATCH: usize = 48;

/// A number for each pair of hands, ready to be multiplied from either side.
#[derive(Clone, Debug)]
pub struct PairTable<E = f32> {
    first: MatrixShowdown<E>,
    /// None if it is the same as the first.
    second: Option<MatrixShowdown<E>>,
    /// What an entry of 1 is worth.
    unit: f32,
}

impl<E: MatrixEntry + PartialEq> PairTable<E> {
    /// A number that is the same for both players, such as the probability that two
    /// hands are held together.
    pub fn shared(hands: [usize; 2], entry: impl Fn(usize, usize) -> E) -> PairTable<E> {
        let second = MatrixShowdown::new(hands[1], hands[0], |second, first| entry(first, second));
        let first = MatrixShowdown::new(hands[0], hands[1], entry);
        PairTable { first, second: Some(second), unit: 1.0 }
    }

    /// A number that one player wins and the other loses; given for the first.
    pub fn opposed(hands: [usize; 2], entry: impl Fn(usize, usize) -> E) -> PairTable<E> {
        let second = MatrixShowdown::new(hands[1], hands[0], |second, first| {
            entry(first, second).opposite()
        });
        let first = MatrixShowdown::new(hands[0], hands[1], entry);
        PairTable { first, second: Some(second), unit: 1.0 }
    }

    /// The same table in other units, kept once if both players see the same.
    pub(crate) fn in_units_of(mut self, unit: f32) -> PairTable<E> {
        self.second = self.second.filter(|second| *second != self.first);
        PairTable { unit, ..self }
    }

    /// Hands of each player.
    pub(crate) fn hands(&self) -> [usize; 2] {
        [0, 1].map(|side: usize| self.side(side).rows())
    }

    /// Bytes of its numbers.
    pub(crate) fn bytes(&self) -> usize {
        self.first.bytes() + self.second.as_ref().map_or(0, MatrixShowdown::bytes)
    }

    fn side(&self, side: usize) -> &MatrixShowdown<E> {
        self.second.as_ref().filter(|_| side == 1).unwrap_or(&self.first)
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
                *place = Product { factor: self.unit * product.factor, ..product };
                len += 1;
            }
            if len == 0 {
                return;
            }
            self.side(player.index()).multiply(&batch[..len], reach, values.again());
        }
    }
}

impl PairTable {
    /// The number of a pair of hands, from the first player's side.
    pub(crate) fn entry(&self, [first, second]: [usize; 2]) -> f32 {
        self.unit * self.first.entry(first, second)
    }

    /// Other numbers in the place of those of [`shared`](Self::shared).
    pub fn refill_shared(&mut self, entry: impl Fn(usize, usize) -> f32) {
        if let Some(second) = &mut self.second {
            second.refill(|second, first| entry(first, second));
        }
        self.first.refill(entry);
    }

    /// Other numbers in the place of those of [`opposed`](Self::opposed).
    pub fn refill_opposed(&mut self, entry: impl Fn(usize, usize) -> f32) {
        if let Some(second) = &mut self.second {
            second.refill(|second, first| -entry(first, second));
        }
        self.first.refill(entry);
    }
}
