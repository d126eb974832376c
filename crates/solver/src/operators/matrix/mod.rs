//! Leaves decided by tables: which hands can be held together, and which hand wins.

mod pairs;
mod product;
mod sparse;

pub use pairs::PairTable;
pub use product::{MatrixEntry, MatrixShowdown, Product};

use std::fmt::Debug;

use super::{Column, LeafCall, LeafError, LeafOperator};

/// Tables over the hands of a board.
#[derive(Clone, Debug)]
pub struct MatrixTables<E = f32> {
    /// The probability that two hands are held together, from each player's side.
    pub together: PairTable<E>,
    /// For each test, the probability of winning minus that of losing, times the
    /// probability that the hands are held together.
    pub tests: Vec<PairTable<E>>,
}

impl MatrixTables {
    /// Whether the tables of another have the same sizes.
    pub(crate) fn fits(&self, other: &MatrixTables) -> bool {
        let hands = self.together.hands();
        let mut tables = other.tests.iter().chain([&other.together]);
        self.tests.len() == other.tests.len() && tables.all(|table| table.hands() == hands)
    }
}

impl<E: MatrixEntry + PartialEq + Debug> LeafOperator for MatrixTables<E> {
    fn values(&self, call: LeafCall<'_>) -> Result<(), LeafError> {
        let LeafCall { player, columns, reach, mut values, .. } = call;
        let opponent = player.opponent().index();
        let reach = reach[opponent];
        let product = |column: &Column, factor: f32, add: bool| Product {
            reach: column.reach[opponent],
            value: column.value,
            factor,
            add,
        };
        for (test, table) in self.tests.iter().enumerate() {
            let decided = columns
                .iter()
                .filter(|column| column.difference != 0.0 && column.test == test)
                .map(|column| product(column, column.difference, false));
            table.multiply(player, decided, reach, &mut values);
        }
        let others = columns
            .iter()
            .filter(|column| column.sum != 0.0 || column.difference == 0.0)
            .map(|column| product(column, column.sum, column.difference != 0.0));
        self.together.multiply(player, others, reach, &mut values);
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.tests.iter().chain([&self.together]).map(PairTable::bytes).sum()
    }
}
