//! The product of two tall matrices: one row of each for a set of cards, one column for a
//! bucket.

use crate::arch::{Arithmetic, Kernel, dispatch};

/// Columns of the left matrix that are multiplied together.
const LEFT: usize = 4;

/// Columns of the right matrix that are multiplied together.
const RIGHT: usize = 16;

/// Columns in panels of `WIDTH`, each row by row.
struct Panels<const WIDTH: usize> {
    rows: usize,
    values: Vec<[f32; WIDTH]>,
}

impl<const WIDTH: usize> Panels<WIDTH> {
    /// Columns of so many rows, which are filled one after the other.
    fn new(rows: usize, columns: usize, mut fill: impl FnMut(usize, &mut [f32])) -> Self {
        let mut values = vec![[0.0; WIDTH]; rows * columns.div_ceil(WIDTH)];
        let mut numbers = vec![0.0; rows];
        for column in 0..columns {
            numbers.fill(0.0);
            fill(column, &mut numbers);
            let panel = &mut values[column / WIDTH * rows..][..rows];
            for (row, &number) in panel.iter_mut().zip(&numbers) {
                row[column % WIDTH] = number;
            }
        }
        Panels { rows, values }
    }

    fn panel(&self, first: usize) -> &[[f32; WIDTH]] {
        &self.values[first / WIDTH * self.rows..][..self.rows]
    }
}

/// The products of all columns of two matrices of so many rows, which are filled column by
/// column; one row of the result for each column of the first.
pub(super) fn products(
    rows: usize,
    columns: [usize; 2],
    fill_left: impl FnMut(usize, &mut [f32]),
    fill_right: impl FnMut(usize, &mut [f32]),
) -> Vec<f32> {
    let left = Panels::<LEFT>::new(rows, columns[0], fill_left);
    let right = Panels::<RIGHT>::new(rows, columns[1], fill_right);
    dispatch(Multiply { left: &left, right: &right, columns })
}

/// Products of panels. Four columns by sixteen are eight vectors of sums, enough to hide the
/// latency of a fused multiply-add.
struct Multiply<'a> {
    left: &'a Panels<LEFT>,
    right: &'a Panels<RIGHT>,
    columns: [usize; 2],
}

impl Kernel for Multiply<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) -> Vec<f32> {
        let Multiply { left, right, columns } = self;
        let mut products = vec![0.0; columns[0] * columns[1]];
        for second in (0..columns[1]).step_by(RIGHT) {
            for first in (0..columns[0]).step_by(LEFT) {
                let block = block(arithmetic, left.panel(first), right.panel(second));
                let width = RIGHT.min(columns[1] - second);
                for (row, block) in (first..columns[0]).zip(&block) {
                    products[row * columns[1] + second..][..width].copy_from_slice(&block[..width]);
                }
            }
        }
        products
    }
}

#[inline(always)]
fn block<A: Arithmetic>(
    arithmetic: A,
    left: &[[f32; LEFT]],
    right: &[[f32; RIGHT]],
) -> [[f32; RIGHT]; LEFT] {
    let mut sums = [[0.0; RIGHT]; LEFT];
    for (left, right) in left.iter().zip(right) {
        for i in 0..LEFT {
            for j in 0..RIGHT {
                sums[i][j] = arithmetic.mul_add(left[i], right[j], sums[i][j]);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Portable;

    #[test]
    fn products_are_sums_of_products() {
        let entry = |side: usize, row: usize, column: usize| {
            ((row * 31 + column * 17 + side * 7) % 13) as f32 - 6.0
        };
        for columns in [[1, 1], [4, 16], [5, 17], [23, 40]] {
            let fill = |side: usize| {
                move |column: usize, numbers: &mut [f32]| {
                    for (row, number) in numbers.iter_mut().enumerate() {
                        *number = entry(side, row, column);
                    }
                }
            };
            let found = products(50, columns, fill(0), fill(1));
            let plain = Multiply {
                left: &Panels::new(50, columns[0], fill(0)),
                right: &Panels::new(50, columns[1], fill(1)),
                columns,
            };
            let plain = plain.run(Portable);
            for first in 0..columns[0] {
                for second in 0..columns[1] {
                    // Whole numbers: exact in any order.
                    let sum: f32 =
                        (0..50).map(|row| entry(0, row, first) * entry(1, row, second)).sum();
                    assert_eq!(found[first * columns[1] + second], sum);
                    assert_eq!(plain[first * columns[1] + second], sum);
                }
            }
        }
    }
}
