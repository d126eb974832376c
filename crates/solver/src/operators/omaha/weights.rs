//! Loads the weights of the opponent's hands, one lane for each of eight
//! reach vectors.
//!
//! Weights are loaded into lanes piece by piece, just before they are used: all
//! hands at once would not fit in the cache.

use std::ops::Range;

use crate::Rows;
use crate::arch::{Arithmetic, Lanes, prefetch};
use crate::omaha::hands::Side;

const LANES: usize = 8;

/// Hands in a row that [`Renumbered`] looks up together.
pub(super) const WINDOW: usize = 128;

/// How many hands ahead weights are prefetched.
const AHEAD: usize = 128;

/// Weights of hands.
pub(super) trait Weights: Sync {
    /// Writes the weights of some hands to the front of `lanes`.
    fn load<A: Arithmetic>(&self, vectors: A, hands: Range<usize>, lanes: &mut [Lanes]);
}

/// Rows of reach, one per lane.
pub(super) struct ReachRows<'a> {
    rows: [&'a [f32]; LANES],
}

impl<'a> ReachRows<'a> {
    /// One to eight rows. Unused lanes repeat the last row; their results are ignored.
    pub(super) fn new(numbers: &[usize], reach: Rows<'a>) -> ReachRows<'a> {
        let last = numbers.len() - 1;
        ReachRows { rows: std::array::from_fn(|lane| reach.row(numbers[lane.min(last)])) }
    }
}

impl Weights for ReachRows<'_> {
    #[inline(always)]
    fn load<A: Arithmetic>(&self, vectors: A, hands: Range<usize>, lanes: &mut [Lanes]) {
        let mut rows = self.rows;
        for row in &mut rows {
            *row = &row[hands.clone()];
        }
        let (squares, rest) = lanes[..hands.len()].as_chunks_mut::<LANES>();
        for (block, square) in squares.iter_mut().enumerate() {
            let mut turned = [vectors.zeros(); LANES];
            for (turned, row) in turned.iter_mut().zip(rows) {
                let numbers = row[block * LANES..].first_chunk().expect("a whole block");
                *turned = vectors.load(numbers);
                if block % 2 == 0 {
                    prefetch(row, block * LANES + AHEAD);
                }
            }
            for (lanes, numbers) in square.iter_mut().zip(vectors.turn(turned)) {
                vectors.store(numbers, lanes);
            }
        }
        for (hand, lanes) in (hands.len() - rest.len()..).zip(rest) {
            for (lane, row) in lanes.iter_mut().zip(rows) {
                *lane = row[hand];
            }
        }
    }
}

/// Weights of hands that have other indices on the other side.
pub(super) struct Renumbered<'a, W> {
    weights: &'a W,
    /// The weights of consecutive hands that a block needs, then zeros.
    lanes: [Lanes; WINDOW + 1],
}

impl<'a, W: Weights> Renumbered<'a, W> {
    pub(super) fn new(weights: &'a W) -> Renumbered<'a, W> {
        Renumbered { weights, lanes: [[0.0; LANES]; WINDOW + 1] }
    }

    /// Adds `factor` times the weight of each of some hands in a row, at most
    /// [`WINDOW`], that have the same numbers on both sides.
    #[inline(always)]
    pub(super) fn add_same<A: Arithmetic>(
        &mut self,
        vectors: A,
        factor: f32,
        hands: Range<usize>,
        sums: &mut [Lanes],
    ) {
        self.weights.load(vectors, hands, &mut self.lanes);
        for (sum, weight) in sums.iter_mut().zip(&self.lanes[..WINDOW]) {
            let weight = vectors.load(weight);
            vectors.store(vectors.scale_add(factor, weight, vectors.load(sum)), sum);
        }
    }

    /// Adds `factor` times the weight of each of some hands, whose numbers ascend,
    /// without those that are [`Side::NONE`].
    #[inline(always)]
    pub(super) fn add<A: Arithmetic>(
        &mut self,
        vectors: A,
        factor: f32,
        numbers: &[u32],
        sums: &mut [Lanes],
    ) {
        let known = |&&number: &&u32| number != Side::NONE;
        let ends = (numbers.iter().find(known), numbers.iter().rev().find(known));
        let (Some(&first), Some(&last)) = ends else { return };
        let window = (last - first) as usize + 1;
        if window <= WINDOW {
            let hands = first as usize..last as usize + 1;
            self.weights.load(vectors, hands, &mut self.lanes);
            for (sum, number) in sums.iter_mut().zip(numbers) {
                let place = number.wrapping_sub(first).min(WINDOW as u32);
                let weight = vectors.load(&self.lanes[place as usize]);
                vectors.store(vectors.scale_add(factor, weight, vectors.load(sum)), sum);
            }
            return;
        }
        for (sum, number) in sums.iter_mut().zip(numbers).filter(|(_, number)| known(number)) {
            let hand = *number as usize;
            self.weights.load(vectors, hand..hand + 1, &mut self.lanes);
            let weight = vectors.load(&self.lanes[0]);
            vectors.store(vectors.scale_add(factor, weight, vectors.load(sum)), sum);
        }
    }
}
