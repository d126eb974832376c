//! Matrices with one value per hand in every row.

use crate::arch::Lanes;

/// Rows of equal length, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    data: &'a [f32],
    stride: usize,
}

/// Rows of equal length that can be written.
#[derive(Debug)]
pub struct RowsMut<'a> {
    data: &'a mut [f32],
    stride: usize,
}

impl<'a> Rows<'a> {
    /// Rows of `stride` values.
    pub fn new(data: &'a [f32], stride: usize) -> Rows<'a> {
        Rows { data, stride }
    }

    /// One row.
    #[inline]
    pub fn row(&self, row: usize) -> &'a [f32] {
        &self.data[row * self.stride..][..self.stride]
    }
}

impl<'a> RowsMut<'a> {
    /// Rows of `stride` values.
    pub fn new(data: &'a mut [f32], stride: usize) -> RowsMut<'a> {
        RowsMut { data, stride }
    }

    /// One row.
    #[inline]
    pub fn row(&mut self, row: usize) -> &mut [f32] {
        &mut self.data[row * self.stride..][..self.stride]
    }

    /// Several distinct rows in blocks of eight; nothing for those that are skipped.
    pub(crate) fn blocks<const N: usize>(&mut self, rows: [Option<usize>; N]) -> [&mut [Lanes]; N] {
        let stride = self.stride;
        let ranges = rows.map(|row| row.map_or(0..0, |row| row * stride..(row + 1) * stride));
        let rows = self.data.get_disjoint_mut(ranges).expect("rows are there, and different");
        rows.map(|row| row.as_chunks_mut().0)
    }

    /// All rows, one after the other.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.data.chunks_exact_mut(self.stride)
    }

    /// The same rows for a shorter time.
    pub fn again(&mut self) -> RowsMut<'_> {
        RowsMut { data: self.data, stride: self.stride }
    }
}
