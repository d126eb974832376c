//! Where the weights of the opponent's hands come from, a lane for each of eight
//! reach vectors.
//!
//! Weights are brought into lanes piece by piece, just before they are used: all
//! hands at once would be more than caches hold.

use std::ops::Range;

use crate::Rows;
use crate::arch::{Arithmetic, Lanes};

const LANES: usize = 8;

/// Hands of which [`Single`] loads the weights at once.
const BLOCK: usize = 64;

/// Weights of hands.
pub(super) trait Weights: Sync {
    /// Writes the weights of some hands to the front of `lanes`.
    fn load<A: Arithmetic>(&self, vectors: A, hands: Range<usize>, lanes: &mut [Lanes]);
}

/// Rows of reach, one a lane.
pub(super) struct ReachRows<'a> {
    rows: [&'a [f32]; LANES],
}

impl<'a> ReachRows<'a> {
    /// Up to eight rows, at least one. Lanes that are left over repeat the last row;
    /// nobody reads what comes of it.
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

/// Weights of single hands that are asked for in the order of their numbers.
pub(super) struct Single<'a, W> {
    weights: &'a W,
    /// How many hands there are.
    hands: usize,
    /// The hands whose weights are at hand.
    loaded: Range<usize>,
    lanes: [Lanes; BLOCK],
}

impl<'a, W: Weights> Single<'a, W> {
    /// Of so many hands.
    pub(super) fn new(weights: &'a W, hands: usize) -> Single<'a, W> {
        Single { weights, hands, loaded: 0..0, lanes: [[0.0; LANES]; BLOCK] }
    }

    /// The weight of a hand, zero if there is none.
    #[inline(always)]
    pub(super) fn get<A: Arithmetic>(&mut self, vectors: A, hand: u32) -> A::Single {
        let hand = hand as usize;
        if hand >= self.loaded.end {
            if hand >= self.hands {
                return vectors.zeros();
            }
            let start = hand - hand % BLOCK;
            self.loaded = start..self.hands.min(start + BLOCK);
            self.weights.load(vectors, self.loaded.clone(), &mut self.lanes);
        }
        vectors.load(&self.lanes[hand % BLOCK])
    }
}
