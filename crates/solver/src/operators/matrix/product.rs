//! Leaves decided by a matrix: a K x K table of pay-offs times a block of reach
//! columns.
//!
//! The matrix is stored in panels of 16 of its rows, transposed, so that a panel
//! (K x 16 numbers, 11 KB for K = 169) stays in the first-level cache while four
//! columns at a time pass by: eight vector registers of sums, enough to hide the
//! latency of a fused multiply-add; with five or six columns compilers spill.
//!
//! Entries are f32, or integers of 16 or 8 bits where very many matrices are held. Those are
//! multiplied by reach alone that is not zero ([`sparse`](super::sparse)), if enough of it is.
//!
//! Cost: 2 * K * K operations a column. Measured on one Zen 3 core, K = 169: 88
//! GFLOP/s (90 % of the core's peak) from four columns on, 0.65 us per
//! column; 25 GFLOP/s, 2.24 us, for a single one.

use super::sparse::Sparse;
use crate::arch::{Arithmetic, Kernel, dispatch};
use crate::kernels::padded;
use crate::{Rows, RowsMut};

/// Rows of the matrix in a panel.
pub(super) const WIDTH: usize = 16;

/// Columns per pass.
const BLOCK: usize = 4;

/// A matrix of pay-offs: one row for each hand of the player, one column for each
/// of the opponent's.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixShowdown<E = f32> {
    rows: usize,
    columns: usize,
    /// `panels[p][c]` has the column `c` of the rows from `16 * p` on.
    panels: Vec<Vec<[E; WIDTH]>>,
}

/// A number of a matrix, as it is kept.
pub trait MatrixEntry: Copy + Default + Send + Sync {
    /// Whether reach that is zero is skipped.
    const SKIPS_ZEROS: bool = true;

    /// The number.
    fn value(self) -> f32;

    /// The number with the other sign.
    fn opposite(self) -> Self;

    /// [`MatrixShowdown::multiply`] for this kind of number. Not generic, so that the kernel
    /// is compiled here, as one unit, and not in parts by the crates that call it.
    fn multiply(
        matrix: &MatrixShowdown<Self>,
        products: &[Product],
        reach: Rows<'_>,
        values: RowsMut<'_>,
    );
}

impl MatrixEntry for f32 {
    const SKIPS_ZEROS: bool = false;

    #[inline(always)]
    fn value(self) -> f32 {
        self
    }

    fn opposite(self) -> f32 {
        -self
    }

    fn multiply(
        matrix: &MatrixShowdown<f32>,
        products: &[Product],
        reach: Rows<'_>,
        values: RowsMut<'_>,
    ) {
        dispatch(Multiply { matrix, products, reach, values });
    }
}

/// An integer in units that the [`PairTable`](super::PairTable) knows.
impl MatrixEntry for i16 {
    #[inline(always)]
    fn value(self) -> f32 {
        f32::from(self)
    }

    fn opposite(self) -> i16 {
        self.saturating_neg()
    }

    fn multiply(
        matrix: &MatrixShowdown<i16>,
        products: &[Product],
        reach: Rows<'_>,
        values: RowsMut<'_>,
    ) {
        dispatch(Multiply { matrix, products, reach, values });
    }
}

/// The same for numbers up to 127.
impl MatrixEntry for i8 {
    #[inline(always)]
    fn value(self) -> f32 {
        f32::from(self)
    }

    fn opposite(self) -> i8 {
        self.saturating_neg()
    }

    fn multiply(
        matrix: &MatrixShowdown<i8>,
        products: &[Product],
        reach: Rows<'_>,
        values: RowsMut<'_>,
    ) {
        dispatch(Multiply { matrix, products, reach, values });
    }
}

/// One reach vector that is multiplied.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Product {
    /// Row of the reach.
    pub reach: usize,
    /// Row of the values.
    pub value: usize,
    /// Factor of the result.
    pub factor: f32,
    /// Whether the result is added to the row or replaces it.
    pub add: bool,
}

impl MatrixShowdown {
    /// A number of the matrix.
    pub(super) fn entry(&self, row: usize, column: usize) -> f32 {
        self.panels[row / WIDTH][column][row % WIDTH]
    }
}

impl<E: MatrixEntry> MatrixShowdown<E> {
    /// A matrix from a function of row and column.
    pub fn new(
        rows: usize,
        columns: usize,
        entry: impl Fn(usize, usize) -> E,
    ) -> MatrixShowdown<E> {
        let panels = vec![vec![[E::default(); WIDTH]; columns]; rows.div_ceil(WIDTH)];
        let mut matrix = MatrixShowdown { rows, columns, panels };
        matrix.refill(entry);
        matrix
    }

    /// Other numbers in the place of all there are.
    pub fn refill(&mut self, entry: impl Fn(usize, usize) -> E) {
        for (number, panel) in self.panels.iter_mut().enumerate() {
            let first = number * WIDTH;
            let rows = WIDTH.min(self.rows - first);
            for (column, entries) in panel.iter_mut().enumerate() {
                for (lane, place) in entries[..rows].iter_mut().enumerate() {
                    *place = entry(first + lane, column);
                }
            }
        }
    }

    /// Hands of the player.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Bytes of its numbers.
    pub(crate) fn bytes(&self) -> usize {
        self.panels.len() * self.columns * size_of::<[E; WIDTH]>()
    }

    /// Multiplies reach vectors. Rows of values are written up to the next multiple
    /// of eight, with zeros after the last hand.
    pub fn multiply(&self, products: &[Product], reach: Rows<'_>, values: RowsMut<'_>) {
        E::multiply(self, products, reach, values);
    }
}

struct Multiply<'a, E> {
    matrix: &'a MatrixShowdown<E>,
    products: &'a [Product],
    reach: Rows<'a>,
    values: RowsMut<'a>,
}

impl<E: MatrixEntry> Kernel for Multiply<'_, E> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        match self.matrix.columns {
            ..=FEW if E::SKIPS_ZEROS => self.skipping::<FEW, A>(arithmetic),
            ..=MANY if E::SKIPS_ZEROS => self.skipping::<MANY, A>(arithmetic),
            _ => self.whole(arithmetic),
        }
    }
}

/// Columns of a matrix for which there is room on the stack.
const FEW: usize = 128;
const MANY: usize = 1_280;

impl<E: MatrixEntry> Multiply<'_, E> {
    /// Skips reach that is zero, four products at a time, unless most of it is not.
    #[inline(always)]
    fn skipping<const MOST: usize, A: Arithmetic>(mut self, arithmetic: A) {
        let mut lists = [const { Sparse::<MOST>::EMPTY }; BLOCK];
        for products in self.products.chunks(BLOCK) {
            let mut held = 0;
            for (list, product) in lists.iter_mut().zip(products) {
                list.fill(&self.reach.row(product.reach)[..self.matrix.columns]);
                held += list.len();
            }
            if 10 * held > 6 * products.len() * self.matrix.columns {
                Multiply {
                    matrix: self.matrix,
                    products,
                    reach: self.reach,
                    values: self.values.again(),
                }
                .whole(arithmetic);
                continue;
            }
            for (number, panel) in self.matrix.panels.iter().enumerate() {
                let first = number * WIDTH;
                let lanes = WIDTH.min(padded(self.matrix.rows) - first);
                for (list, product) in lists.iter().zip(products) {
                    let sums = list.times(arithmetic, panel);
                    self.store(&[*product], &[sums], first, lanes);
                }
            }
        }
    }

    #[inline(always)]
    fn whole<A: Arithmetic>(mut self, arithmetic: A) {
        for (number, panel) in self.matrix.panels.iter().enumerate() {
            let first = number * WIDTH;
            let lanes = WIDTH.min(padded(self.matrix.rows) - first);
            let mut blocks = self.products.chunks_exact(BLOCK);
            for block in &mut blocks {
                let sums = multiply_block::<BLOCK, A, E>(arithmetic, panel, block, self.reach);
                self.store(block, &sums, first, lanes);
            }
            let rest = blocks.remainder();
            for pair in rest.chunks(2) {
                let second = pair[pair.len() - 1];
                let sums =
                    multiply_block::<2, A, E>(arithmetic, panel, &[pair[0], second], self.reach);
                self.store(pair, &sums, first, lanes);
            }
        }
    }
}

impl<E> Multiply<'_, E> {
    #[inline(always)]
    fn store(&mut self, block: &[Product], sums: &[[f32; WIDTH]], first: usize, lanes: usize) {
        for (product, sums) in block.iter().zip(sums) {
            let values = &mut self.values.row(product.value)[first..first + lanes];
            for (value, sum) in values.iter_mut().zip(sums) {
                let before = if product.add { *value } else { 0.0 };
                *value = before + product.factor * sum;
            }
        }
    }
}

#[inline(always)]
fn multiply_block<const N: usize, A: Arithmetic, E: MatrixEntry>(
    arithmetic: A,
    panel: &[[E; WIDTH]],
    products: &[Product],
    reach: Rows<'_>,
) -> [[f32; WIDTH]; N] {
    let reach: [&[f32]; N] =
        std::array::from_fn(|column| &reach.row(products[column].reach)[..panel.len()]);
    let mut sums = [[0.0; WIDTH]; N];
    for (place, entries) in panel.iter().enumerate() {
        let entries = entries.map(E::value);
        for column in 0..N {
            let reach = reach[column][place];
            for lane in 0..WIDTH {
                sums[column][lane] = arithmetic.mul_add(entries[lane], reach, sums[column][lane]);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Portable;
    use proptest::prelude::*;

    fn numbers(seed: u32, count: usize) -> Vec<f32> {
        let mut state = seed | 1;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        (0..count).map(|_| next()).collect()
    }

    proptest! {
        /// Against the plain double loop in f64, both compilations.
        #[test]
        fn products_are_sums_of_products(
            rows in 1usize..50, columns in 1usize..50, count in 1usize..15, seed: u32, add: bool,
        ) {
            let entries = numbers(seed, rows * columns);
            let reach = numbers(!seed, count * columns);
            let matrix = MatrixShowdown::new(rows, columns, |row, column| entries[row * columns + column]);
            let products: Vec<Product> = (0..count)
                .map(|place| Product { reach: count - 1 - place, value: place, factor: 2.0, add })
                .collect();
            let stride = padded(rows);
            let mut wide = vec![1.0; count * stride];
            matrix.multiply(&products, Rows::new(&reach, columns), RowsMut::new(&mut wide, stride));
            let mut plain = vec![1.0; count * stride];
            Multiply {
                matrix: &matrix,
                products: &products,
                reach: Rows::new(&reach, columns),
                values: RowsMut::new(&mut plain, stride),
            }
            .run(Portable);
            for place in 0..count {
                for row in 0..rows {
                    let exact: f64 = (0..columns)
                        .map(|column| {
                            let reach = reach[(count - 1 - place) * columns + column];
                            f64::from(entries[row * columns + column]) * f64::from(reach)
                        })
                        .sum::<f64>() * 2.0 + f64::from(u8::from(add));
                    for found in [wide[place * stride + row], plain[place * stride + row]] {
                        prop_assert!((f64::from(found) - exact).abs() < 1e-5);
                    }
                }
            }
        }

        /// Whole numbers, and reach of which a part is zero.
        #[test]
        fn zeros_are_skipped(
            rows in 1usize..150, columns in 1usize..150, count in 1usize..11, seed: u32, keep in 0.0f32..1.0,
        ) {
            let entries: Vec<i16> =
                numbers(seed, rows * columns).iter().map(|number| (1e4 * number) as i16).collect();
            let drawn = numbers(seed ^ 77, count * columns);
            let reach: Vec<f32> = numbers(!seed, count * columns)
                .into_iter()
                .zip(drawn)
                .map(|(reach, drawn)| if drawn + 0.5 < keep { reach } else { 0.0 })
                .collect();
            let matrix = MatrixShowdown::new(rows, columns, |row, column| entries[row * columns + column]);
            let products: Vec<Product> = (0..count)
                .map(|place| Product { reach: place, value: place, factor: 1e-4, add: place % 2 == 0 })
                .collect();
            let stride = padded(rows);
            let mut wide = vec![1.0; count * stride];
            matrix.multiply(&products, Rows::new(&reach, columns), RowsMut::new(&mut wide, stride));
            for place in 0..count {
                for row in 0..rows {
                    let exact: f64 = (0..columns)
                        .map(|column| {
                            let reach = f64::from(reach[place * columns + column]);
                            f64::from(entries[row * columns + column]) * reach
                        })
                        .sum::<f64>() * 1e-4 + f64::from(u8::from(place % 2 == 0));
                    prop_assert!((f64::from(wide[place * stride + row]) - exact).abs() < 1e-5);
                }
            }
        }
    }
}
