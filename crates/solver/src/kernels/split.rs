//! Kernels that divide the hands among the threads of a pool.
//!
//! Hands are independent of each other, so the division changes no result. It
//! pays if a board has very many hands, as in Omaha.

use super::{BLOCK, Shape, UNROLLED, rows_mut};
use crate::arch::{Kernel, Lanes, dispatch};

/// The fewest hands worth a task.
const TASK: usize = 1024 * BLOCK;

/// A kernel that can be divided.
pub(crate) trait Split: Kernel + Send + Sized {
    /// Its matrices.
    fn shape(&self) -> Shape;

    /// Splits off the first hands, a multiple of eight.
    fn split_at(self, hands: usize) -> (Self, Self);
}

/// Runs a kernel, in several threads if they are free and there is enough to do; in one
/// thread if there are more actions than [`UNROLLED`].
pub(crate) fn run_split<K: Split>(kernel: K, parallel: bool) {
    let shape = kernel.shape();
    if !parallel || shape.hands < 2 * TASK || shape.actions > UNROLLED {
        return dispatch(kernel);
    }
    let (first, second) = kernel.split_at(shape.hands / 2 / BLOCK * BLOCK);
    rayon::join(|| run_split(first, true), || run_split(second, true));
}

impl Shape {
    /// The shapes of the first hands and of all others.
    pub(super) fn split_at(self, hands: usize) -> (Shape, Shape) {
        let (later, kept) = (self.hands - hands, self.kept - hands);
        (Shape { hands, kept: hands, ..self }, Shape { hands: later, kept, ..self })
    }
}

/// Rows that are written: a whole matrix or, of at most [`UNROLLED`] rows, some hands.
pub(crate) enum RowsOut<'a> {
    Whole(&'a mut [f32]),
    Part([&'a mut [f32]; UNROLLED]),
}

impl<'a> RowsOut<'a> {
    /// The rows in blocks, without the one that is narrow in slots.
    #[inline(always)]
    pub(super) fn rows<const N: usize>(&mut self, shape: Shape) -> [&mut [Lanes]; N] {
        match self {
            RowsOut::Whole(matrix) => rows_mut(shape, matrix),
            RowsOut::Part(rows) => {
                let mut rows = rows.iter_mut();
                std::array::from_fn(|_| {
                    let row = rows.next().expect("a part has a row for each action");
                    row[..shape.whole()].as_chunks_mut::<BLOCK>().0
                })
            }
        }
    }

    /// The row of an action.
    #[inline(always)]
    pub(super) fn row(&mut self, shape: Shape, action: usize) -> &mut [f32] {
        match self {
            RowsOut::Whole(matrix) => &mut matrix[action * shape.stride..][..shape.stride],
            RowsOut::Part(rows) => rows[action],
        }
    }

    /// The first hands and all others.
    pub(super) fn split_at(self, shape: Shape, hands: usize) -> (RowsOut<'a>, RowsOut<'a>) {
        let mut first = match self {
            RowsOut::Part(rows) => rows,
            RowsOut::Whole(matrix) => {
                let mut rows: [&'a mut [f32]; UNROLLED] = Default::default();
                for (row, numbers) in rows.iter_mut().zip(matrix.chunks_mut(shape.stride)) {
                    *row = numbers;
                }
                rows
            }
        };
        let mut second: [&'a mut [f32]; UNROLLED] = Default::default();
        for (first, second) in first.iter_mut().zip(&mut second).take(shape.actions) {
            let row = std::mem::take(first);
            (*first, *second) = row.split_at_mut(hands);
        }
        (RowsOut::Part(first), RowsOut::Part(second))
    }
}
