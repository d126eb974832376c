//! Distinct points in space, each with the number of times it occurs.

use std::collections::HashMap;

use crate::AbstractionError;

/// Numbers that are processed together. Rows are padded to whole groups.
pub(super) const LANES: usize = 4;

/// Points of equally many coordinates, in double precision.
pub(super) struct Points {
    /// Groups of a row.
    width: usize,
    rows: Vec<[f64; LANES]>,
    /// How often each point occurs.
    counts: Vec<f64>,
    /// For each row that was given, its point.
    of_rows: Vec<u32>,
}

impl Points {
    /// Reads rows of `dims` numbers; equal rows become one point, in the order in
    /// which they first occur.
    pub(super) fn new(values: &[f32], dims: usize) -> Result<Points, AbstractionError> {
        if values.is_empty() {
            return Err(AbstractionError::NoPoints);
        }
        if dims == 0 || !values.len().is_multiple_of(dims) {
            return Err(AbstractionError::Shape { values: values.len(), dims });
        }
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            return Err(AbstractionError::NotFinite { point: place / dims });
        }
        let width = dims.div_ceil(LANES);
        let mut points = Points {
            width,
            rows: Vec::new(),
            counts: Vec::new(),
            of_rows: Vec::with_capacity(values.len() / dims),
        };
        // Adding 0 turns a negative zero into a positive one.
        let bits: Vec<u32> = values.iter().map(|value| (value + 0.0).to_bits()).collect();
        let mut known: HashMap<&[u32], u32> = HashMap::new();
        for (row, key) in values.chunks_exact(dims).zip(bits.chunks_exact(dims)) {
            let point = *known.entry(key).or_insert_with(|| {
                let mut padded = row.iter().map(|&value| f64::from(value));
                let group = |_| std::array::from_fn(|_| padded.next().unwrap_or(0.0));
                points.rows.extend((0..width).map(group));
                points.counts.push(0.0);
                (points.counts.len() - 1) as u32
            });
            points.counts[point as usize] += 1.0;
            points.of_rows.push(point);
        }
        Ok(points)
    }

    /// How many different points there are.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Groups of a row.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The coordinates of a point.
    #[inline(always)]
    pub(super) fn row(&self, point: usize) -> &[[f64; LANES]] {
        &self.rows[point * self.width..][..self.width]
    }

    /// How often each point occurs.
    pub(super) fn counts(&self) -> &[f64] {
        &self.counts
    }

    /// The point of each row that was given.
    pub(super) fn of_rows(&self) -> &[u32] {
        &self.of_rows
    }
}

/// The squared distance between two rows.
#[inline(always)]
pub(super) fn squared_distance(one: &[[f64; LANES]], other: &[[f64; LANES]]) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in one.iter().zip(other) {
        for lane in 0..LANES {
            let difference = a[lane] - b[lane];
            sums[lane] += difference * difference;
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}
