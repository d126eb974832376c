//! From hands to buckets and back, up to eight rows at a time.
//!
//! Every hand belongs to one bucket and counts there with a factor. Rows are turned
//! into lanes on the way, eight hands at a time, so that a bucket is one vector of a
//! small table and a hand costs one multiply-add for eight rows. The table has the
//! buckets in whole blocks, and after them a place for hands that belong to none.

use super::{BLOCK, padded};
use crate::arch::{Arithmetic, Kernel, Lanes};

/// Rows that go over together.
pub(crate) const MERGED_ROWS: usize = 8;

/// The bucket of a hand, and the factor with which the hand counts there.
///
/// The bucket is in the lower half, the factor in the upper one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed(u32);

impl Placed {
    /// What a factor of 1 is kept as; the most is a little less than 8.
    const ONE: f32 = 8192.0;

    /// A hand of a bucket.
    pub(crate) fn new(bucket: u16, factor: f32) -> Placed {
        let factor = (factor * Placed::ONE + 0.5).clamp(0.0, f32::from(u16::MAX));
        Placed(u32::from(factor as u16) << 16 | u32::from(bucket))
    }

    /// A hand that belongs to none of so many buckets.
    pub(crate) fn nowhere(buckets: usize) -> Placed {
        Placed(u32::from(padded(buckets) as u16))
    }

    /// The bucket, or a number beyond all of them.
    pub(crate) fn bucket(self) -> usize {
        usize::from(self.0 as u16)
    }

    /// How much the hand counts in its bucket.
    #[inline(always)]
    pub(crate) fn factor(self) -> f32 {
        (self.0 >> 16) as i32 as f32 * (1.0 / Placed::ONE)
    }
}

/// Vectors of the table of so many buckets.
pub(crate) fn table_len(buckets: usize) -> usize {
    padded(buckets) + 1
}

/// Adds the reach of hands up in their buckets.
pub(crate) struct Gather<'a> {
    /// In whole blocks.
    pub(crate) placed: &'a [Placed],
    pub(crate) buckets: usize,
    pub(crate) before: [&'a [f32]; MERGED_ROWS],
    pub(crate) after: [Option<&'a mut [f32]>; MERGED_ROWS],
    /// At least [`table_len`].
    pub(crate) table: &'a mut [Lanes],
}

impl Kernel for Gather<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Gather { placed, buckets, before, after, table } = self;
        let table = &mut table[..table_len(buckets)];
        table.fill([0.0; BLOCK]);
        let (blocks, _) = placed.as_chunks::<BLOCK>();
        let before = before.map(|row| &row.as_chunks::<BLOCK>().0[..blocks.len()]);
        for (block, placed) in blocks.iter().enumerate() {
            let mut rows = [vectors.zeros(); BLOCK];
            for row in 0..MERGED_ROWS {
                rows[row] = vectors.load(&before[row][block]);
            }
            // A line is left by neighbours together, so that blocks are often empty.
            if vectors.all_zero(&rows) {
                continue;
            }
            let hands = vectors.turn(rows);
            let factors = placed.each_ref().map(|placed| placed.factor());
            for hand in 0..BLOCK {
                let place = &mut table[placed[hand].bucket()];
                let factor = vectors.splat(factors[hand]);
                let sum = vectors.times_plus(factor, hands[hand], vectors.load(place));
                vectors.store(sum, place);
            }
        }
        let mut after = after.map(|row| row.map(|row| row.as_chunks_mut::<BLOCK>().0));
        for (block, buckets) in table.as_chunks::<BLOCK>().0.iter().enumerate() {
            let rows = vectors.turn(buckets.each_ref().map(|lanes| vectors.load(lanes)));
            for (after, row) in after.iter_mut().zip(rows) {
                if let Some(after) = after {
                    vectors.store(row, &mut after[block]);
                }
            }
        }
    }
}

/// Adds the values of buckets to those of their hands.
pub(crate) struct Scatter<'a> {
    /// In whole blocks.
    pub(crate) placed: &'a [Placed],
    pub(crate) buckets: usize,
    /// Factor of all values.
    pub(crate) chance: f32,
    pub(crate) after: [&'a [f32]; MERGED_ROWS],
    pub(crate) before: [Option<&'a mut [f32]>; MERGED_ROWS],
    /// At least [`table_len`].
    pub(crate) table: &'a mut [Lanes],
}

impl Kernel for Scatter<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Scatter { placed, buckets, chance, after, before, table } = self;
        let table = &mut table[..table_len(buckets)];
        let after = after.map(|row| row.as_chunks::<BLOCK>().0);
        let chance = vectors.splat(chance);
        for (block, buckets) in table.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let rows = after.map(|row| vectors.times(chance, vectors.load(&row[block])));
            for (bucket, lanes) in buckets.iter_mut().zip(vectors.turn(rows)) {
                vectors.store(lanes, bucket);
            }
        }
        table[padded(buckets)] = [0.0; BLOCK];
        let (blocks, _) = placed.as_chunks::<BLOCK>();
        let mut before = before.map(|row| row.map(|row| row.as_chunks_mut::<BLOCK>().0));
        for (block, placed) in blocks.iter().enumerate() {
            let factors = placed.each_ref().map(|placed| placed.factor());
            let mut hands = [vectors.zeros(); BLOCK];
            for hand in 0..BLOCK {
                let value = vectors.load(&table[placed[hand].bucket()]);
                hands[hand] = vectors.times(vectors.splat(factors[hand]), value);
            }
            for (before, row) in before.iter_mut().zip(vectors.turn(hands)) {
                if let Some(before) = before {
                    let sum = vectors.plus(vectors.load(&before[block]), row);
                    vectors.store(sum, &mut before[block]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::arch::{Portable, dispatch};

    const BUCKETS: usize = 13;

    fn rows(drawn: &[f32], len: usize) -> Vec<Vec<f32>> {
        let row =
            |row: usize| (0..len).map(|at| drawn[(row * 31 + at * 7) % drawn.len()]).collect();
        (0..MERGED_ROWS).map(row).collect()
    }

    fn slices(rows: &[Vec<f32>]) -> [&[f32]; MERGED_ROWS] {
        std::array::from_fn(|row| &rows[row][..])
    }

    proptest! {
        /// Against sums one by one, with both compilations and rows left out.
        #[test]
        fn hands_go_to_their_buckets_and_values_come_back(
            places in prop::collection::vec((0usize..BUCKETS + 2, 0.0f32..2.0), 1..60),
            drawn in prop::collection::vec(-1.0f32..1.0, 64),
            rows_used in 1usize..=MERGED_ROWS,
        ) {
            let place = |&(bucket, factor): &(usize, f32)| match bucket < BUCKETS {
                true => Placed::new(bucket as u16, factor),
                false => Placed::nowhere(BUCKETS),
            };
            let mut placed: Vec<Placed> = places.iter().map(place).collect();
            placed.resize(padded(placed.len()), Placed::nowhere(BUCKETS));
            let reach = rows(&drawn, placed.len());
            let worth = rows(&drawn, padded(BUCKETS));
            let mut table = vec![[f32::NAN; BLOCK]; table_len(BUCKETS)];
            let mut found = [(); 2].map(|()| {
                (vec![vec![0.0; padded(BUCKETS)]; MERGED_ROWS], vec![vec![1.0; placed.len()]; MERGED_ROWS])
            });
            for (portable, (sums, values)) in found.iter_mut().enumerate() {
                let mut after = sums.iter_mut();
                let after = std::array::from_fn(|row| after.next().filter(|_| row < rows_used).map(|row| &mut row[..]));
                let gather = Gather { placed: &placed, buckets: BUCKETS, before: slices(&reach), after, table: &mut table };
                if portable == 1 { gather.run(Portable) } else { dispatch(gather) }
                let mut before = values.iter_mut();
                let before = std::array::from_fn(|row| before.next().filter(|_| row < rows_used).map(|row| &mut row[..]));
                let scatter = Scatter { placed: &placed, buckets: BUCKETS, chance: 0.5, after: slices(&worth), before, table: &mut table };
                if portable == 1 { scatter.run(Portable) } else { dispatch(scatter) }
            }
            for (sums, values) in &found {
                for row in 0..MERGED_ROWS {
                    for (bucket, found) in sums[row][..BUCKETS].iter().enumerate() {
                        let of = placed.iter().zip(&reach[row]).filter(|(placed, _)| placed.bucket() == bucket);
                        let sum: f32 = of.map(|(placed, reach)| placed.factor() * reach).sum();
                        let sum = if row < rows_used { sum } else { 0.0 };
                        prop_assert!((found - sum).abs() < 1e-4);
                    }
                    for (hand, placed) in placed.iter().enumerate() {
                        let worth = worth[row].get(placed.bucket()).map_or(0.0, |worth| worth * placed.factor() / 2.0);
                        let value = 1.0 + if row < rows_used { worth } else { 0.0 };
                        prop_assert!((values[row][hand] - value).abs() < 1e-4);
                    }
                }
            }
        }
    }
}
