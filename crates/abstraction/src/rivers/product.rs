//! The product of two tall matrices: one row of each for a set of cards, one column for a
//! bucket.

/// Columns of the left matrix that are multiplied together.
const LEFT: usize = 4;

/// Columns of the right matrix that are multiplied together.
const RIGHT: usize = 8;

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
    let mut products = vec![0.0; columns[0] * columns[1]];
    for first in (0..columns[0]).step_by(LEFT) {
        for second in (0..columns[1]).step_by(RIGHT) {
            let block = block(left.panel(first), right.panel(second));
            let width = RIGHT.min(columns[1] - second);
            for (row, block) in (first..columns[0]).zip(&block) {
                products[row * columns[1] + second..][..width].copy_from_slice(&block[..width]);
            }
        }
    }
    products
}

#[inline]
fn block(left: &[[f32; LEFT]], right: &[[f32; RIGHT]]) -> [[f32; RIGHT]; LEFT] {
    let mut sums = [[0.0; RIGHT]; LEFT];
    for row in 0..left.len().min(right.len()) {
        let (left, right) = (&left[row], &right[row]);
        for i in 0..LEFT {
            for j in 0..RIGHT {
                sums[i][j] += left[i] * right[j];
            }
        }
    }
    sums
}
