//! All-ins on a turn whose rivers are merged, without buckets.
//!
//! The tree shows them down on every river by buckets, which costs next to nothing and is off
//! by what buckets do not see. Here the difference to the exact value is added: with A the
//! exact value on a river and B that by buckets, an all-in is worth
//!
//! ```text
//! sum over all rivers of B + G * sum over the rivers of a group of (A - B)
//! ```
//!
//! where rivers are divided into G groups of [`GROUP`]. Every iteration takes one of them, and
//! G iterations in a row take each once, in an order that depends on the number of the
//! iteration alone: so the mean is exact, what is left to chance is small because B is close
//! to A, and a solve can be resumed anywhere. Where nothing is learned, all rivers are taken.
//! Cost: one sweep for each river of a group; halves of the rivers in parallel.

use std::sync::Arc;

use super::all_in::{River, RiverWork, add_river, each_river, scratch_len};
use super::showdown::{LANES, Question};
use super::{LeafCall, RunOuts, aligned};
use crate::arch::{Arithmetic, Kernel, Lanes, dispatch};
use crate::buckets::BucketMap;
use crate::game::{Deal, HandMap};
use crate::kernels::{Placed, padded, table_len};
use crate::omaha::hands::BoardHands;
use crate::operators::{MatrixTables, Product};
use crate::{Rows, RowsMut};

/// Rivers of a group.
const GROUP: usize = 4;

/// The most rivers of a turn.
const MOST: usize = 48;

/// A turn whose rivers are merged, and the rivers themselves.
#[derive(Debug)]
pub(crate) struct OmahaRunOuts {
    pub(crate) turn: Arc<BoardHands>,
    pub(crate) rivers: Vec<RunOut>,
}

/// A river with every hand for itself and by buckets.
#[derive(Debug)]
pub(crate) struct RunOut {
    pub(crate) river: River,
    pub(crate) deal: Deal,
    pub(crate) merged: Deal,
    pub(crate) tables: Arc<MatrixTables<i16>>,
}

/// A pseudo-random number for each place of each order: the finaliser of SplitMix64.
fn mixed(order: u64, place: u64) -> u64 {
    let mut number = (order << 8 | place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Which of some rivers an iteration takes, and the factor of each.
fn taken(rivers: usize, sample: Option<u32>) -> ([bool; MOST], f32) {
    let groups = rivers.div_ceil(GROUP) as u32;
    let Some(iteration) = sample.filter(|_| groups > 1) else { return ([true; MOST], 1.0) };
    let order = u64::from(iteration / groups);
    let mut places: [u8; MOST] = std::array::from_fn(|place| place as u8);
    let places = &mut places[..rivers.min(MOST)];
    places.sort_unstable_by_key(|&place| (mixed(order, u64::from(place)), place));
    let mut taken = [false; MOST];
    for place in places.iter().skip((iteration % groups) as usize).step_by(groups as usize) {
        taken[usize::from(*place)] = true;
    }
    (taken, groups as f32)
}

impl RunOuts for OmahaRunOuts {
    fn add(&self, sample: Option<u32>, call: LeafCall<'_>) {
        let LeafCall { player, columns, reach, values, scratch, parallel } = call;
        let reach = reach[player.opponent().index()];
        let (taken, factor) = taken(self.rivers.len(), sample);
        let mut places = [0; MOST];
        let mut count = 0;
        for place in (0..self.rivers.len()).filter(|&place| taken[place]) {
            places[count] = place;
            count += 1;
        }
        let question = Question { hands: &self.turn, player, compare: true, parallel };
        let lanes = aligned(scratch);
        each_river(question, count, columns, reach, values, lanes, |place, work| {
            let run = &self.rivers[places[place]];
            let question = Question { hands: &run.river.hands, ..question };
            let RiverWork { rows, carried, won, lanes } = work;
            add_river(question, &run.deal, factor * run.deal.chance, carried, won, lanes);
            run.subtract(question, factor, rows, carried, won, lanes);
        });
    }

    fn scratch(&self) -> usize {
        let merged = self.rivers.iter().map(RunOut::lanes).max().unwrap_or(0);
        scratch_len(&self.turn, merged)
    }
}

impl RunOut {
    fn map(&self, side: usize) -> Option<&BucketMap> {
        match &self.merged.hands[side] {
            HandMap::Buckets(map) => Some(map),
            _ => None,
        }
    }

    /// Lanes of scratch that [`subtract`](Self::subtract) needs.
    fn lanes(&self) -> usize {
        let maps = || (0..2).filter_map(|side| self.map(side)).map(BucketMap::buckets);
        maps().map(padded).sum::<usize>() + maps().map(table_len).max().unwrap_or(0)
    }

    /// Subtracts what hands win by buckets.
    fn subtract(
        &self,
        question: Question<'_>,
        factor: f32,
        rows: usize,
        carried: &[Lanes],
        won: &mut [Lanes],
        lanes: &mut [Lanes],
    ) {
        let (own, opponent) = (question.player.index(), question.player.opponent().index());
        let (Some(to), Some(from)) = (self.map(own), self.map(opponent)) else { return };
        let strides = [padded(from.buckets()), padded(to.buckets())];
        let (arriving, lanes) = lanes.split_at_mut(strides[0]);
        let (worth, table) = lanes.split_at_mut(strides[1]);
        let (arriving, worth) = (arriving.as_flattened_mut(), worth.as_flattened_mut());
        let placed = &from.images()[0];
        let before = &mut table[..table_len(from.buckets())];
        dispatch(ToBuckets { placed, carried, table: before, rows: &mut *arriving });
        let product = |row: usize| Product { reach: row, value: row, factor: 1.0, add: false };
        if let Some(margins) = self.tables.tests.first() {
            let arriving = Rows::new(arriving, strides[0]);
            let mut worth = RowsMut::new(worth, strides[1]);
            margins.multiply(question.player, (0..rows).map(product), arriving, &mut worth);
        }
        let table = &mut table[..table_len(to.buckets())];
        let factor = -factor * self.merged.chance;
        dispatch(FromBuckets { images: to.images(), rows: worth, factor, table, won });
    }
}

/// Adds the reach of hands up in buckets, and turns lanes into rows.
struct ToBuckets<'a> {
    placed: &'a [Placed],
    carried: &'a [Lanes],
    table: &'a mut [Lanes],
    /// As long as the table without its last place each.
    rows: &'a mut [f32],
}

impl Kernel for ToBuckets<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let ToBuckets { placed, carried, table, rows } = self;
        table.fill([0.0; LANES]);
        for (placed, lanes) in placed.iter().zip(carried) {
            let place = &mut table[placed.bucket()];
            let factor = vectors.splat(placed.factor());
            let sum = vectors.times_plus(factor, vectors.load(lanes), vectors.load(place));
            vectors.store(sum, place);
        }
        let stride = table.len() - 1;
        for (block, buckets) in table.as_chunks::<LANES>().0.iter().enumerate() {
            let turned = vectors.transpose(*buckets);
            for (row, lanes) in rows.chunks_exact_mut(stride).zip(turned) {
                row[block * LANES..][..LANES].copy_from_slice(&lanes);
            }
        }
    }
}

/// Adds the values of buckets to those of hands in lanes.
struct FromBuckets<'a> {
    images: &'a [Vec<Placed>],
    rows: &'a [f32],
    factor: f32,
    table: &'a mut [Lanes],
    won: &'a mut [Lanes],
}

impl Kernel for FromBuckets<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let FromBuckets { images, rows, factor, table, won } = self;
        let stride = table.len() - 1;
        for (block, buckets) in table.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut lanes = [[0.0; LANES]; LANES];
            for (lanes, row) in lanes.iter_mut().zip(rows.chunks_exact(stride)) {
                lanes.copy_from_slice(&row[block * LANES..][..LANES]);
            }
            *buckets = vectors.transpose(lanes);
        }
        table[stride] = [0.0; LANES];
        for image in images {
            for (placed, won) in image.iter().zip(won.iter_mut()) {
                let value = vectors.load(&table[placed.bucket()]);
                let sum = vectors.scale_add(factor * placed.factor(), value, vectors.load(won));
                vectors.store(sum, won);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_river_is_taken_once_in_a_round_of_iterations() {
        for rivers in [1_usize, 4, 9, 30, 48] {
            let groups = rivers.div_ceil(GROUP) as u32;
            for round in 0..20 {
                let mut times = [0; MOST];
                for iteration in round * groups..(round + 1) * groups {
                    let (taken, factor) = taken(rivers, Some(iteration));
                    assert_eq!(factor, groups as f32);
                    times
                        .iter_mut()
                        .zip(taken)
                        .for_each(|(times, taken)| *times += i32::from(taken));
                }
                let all = if groups == 1 { MOST } else { rivers };
                assert_eq!(times[..all], vec![1; all][..]);
            }
            assert_eq!(taken(rivers, None), ([true; MOST], 1.0));
        }
        // Rounds differ.
        assert_ne!(taken(48, Some(0)), taken(48, Some(12)));
    }
}
