//! Matrices of 16-bit numbers.

/// A matrix of numbers that are whole multiples of a scale, in 16 bits each.
#[derive(Clone, PartialEq, Debug)]
pub struct ShortMatrix {
    rows: usize,
    columns: usize,
    scale: f32,
    values: Vec<i16>,
}

impl ShortMatrix {
    /// From numbers, row by row. The largest one is 32,767 times the scale, so that no entry
    /// is off by more than that part of half the largest.
    pub(super) fn new(rows: usize, columns: usize, numbers: &[f32]) -> ShortMatrix {
        let most = numbers.iter().fold(0.0, |most: f32, number| most.max(number.abs()));
        let scale = most / f32::from(i16::MAX);
        let per_unit = if most > 0.0 { f32::from(i16::MAX) / most } else { 0.0 };
        // Away from zero, like `round`, which is slow where processors lack the instruction.
        let nearest = |number: &f32| (number * per_unit + 0.5f32.copysign(*number)) as i16;
        let values = numbers.iter().map(nearest).collect();
        ShortMatrix { rows, columns, scale, values }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What a value of 1 stands for.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The entries over the scale, row by row.
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// An entry.
    ///
    /// # Panics
    ///
    /// If there is no such row or column.
    pub fn entry(&self, row: usize, column: usize) -> f32 {
        assert!(row < self.rows && column < self.columns, "there is no such entry");
        self.scale * f32::from(self.values[row * self.columns + column])
    }
}
