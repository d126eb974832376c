//! Writes the values of a batch of leaves from lanes to rows.

use super::showdown::Question;
use super::weights::{Renumbered, Weights};
use crate::arch::{Arithmetic, Lanes};
use crate::kernels::padded;
use crate::operators::Column;

const LANES: usize = 8;

/// Hands written at once.
const BLOCK: usize = 64;

/// The leaves of a batch, each with the values still to be written.
pub(super) struct Outputs<'a> {
    leaves: [Leaf<'a>; Outputs::MOST],
    count: usize,
    /// Values written already.
    at: usize,
}

/// One leaf.
#[derive(Default)]
struct Leaf<'a> {
    lane: usize,
    difference: f32,
    sum: f32,
    /// The number of the row of values.
    row: usize,
    values: &'a mut [f32],
}

/// What a sweep found for some hands.
pub(super) struct Known<'a> {
    /// The compatible weight of each, which includes the hand itself with a sign.
    pub(super) met: &'a mut [Lanes],
    /// `L + M`, if hands are compared.
    pub(super) sums: &'a [Lanes],
    /// Whether the hands are below the middle.
    pub(super) below: bool,
    /// The number of the first.
    pub(super) first: usize,
    /// The indices of the same hands among the opponent's, if they differ.
    pub(super) same: Option<&'a [u32]>,
    /// Corrects for each hand having counted itself.
    pub(super) itself: f32,
}

/// What any leaf of a batch needs to know about a hand.
#[derive(Clone, Copy)]
struct Wants {
    difference: bool,
    sum: bool,
}

/// Numbers of the hands of a block, by lane.
type Turned = [[f32; BLOCK]; LANES];

/// The parts of values. Only those that the leaves need are valid.
pub(super) struct Blocks {
    differences: Turned,
    compatible_weight: Turned,
}

impl Blocks {
    pub(super) const EMPTY: Blocks =
        Blocks { differences: [[0.0; BLOCK]; LANES], compatible_weight: [[0.0; BLOCK]; LANES] };
}

impl<'a> Outputs<'a> {
    /// The most leaves of a batch.
    pub(super) const MOST: usize = 24;

    /// The leaves of at most [`MOST`](Self::MOST) columns, still without rows to write to.
    pub(super) fn new(question: Question<'_>, columns: &[Column]) -> Outputs<'a> {
        let opponent = question.player.opponent().index();
        let mut leaves: [Leaf<'a>; Outputs::MOST] = Default::default();
        let mut lane = 0;
        for (place, (leaf, column)) in leaves.iter_mut().zip(columns).enumerate() {
            if place > 0 && columns[place - 1].reach[opponent] != column.reach[opponent] {
                lane += 1;
            }
            let difference = if question.compare { column.difference } else { 0.0 };
            *leaf = Leaf { lane, difference, sum: column.sum, row: column.value, values: &mut [] };
        }
        Outputs { leaves, count: columns.len(), at: 0 }
    }

    /// Takes a row if a leaf writes to it, or gives it back.
    pub(super) fn offer(
        &mut self,
        number: usize,
        hands: usize,
        row: &'a mut [f32],
    ) -> Option<&'a mut [f32]> {
        match self.leaves[..self.count].iter_mut().find(|leaf| leaf.row == number) {
            None => Some(row),
            Some(leaf) => {
                let (row, rest) = row.split_at_mut(hands);
                rest[..padded(hands) - hands].fill(0.0);
                leaf.values = row;
                None
            }
        }
    }

    /// What the leaves need.
    fn wants(&self) -> Wants {
        let leaves = &self.leaves[..self.count];
        Wants {
            difference: leaves.iter().any(|leaf| leaf.difference != 0.0),
            sum: leaves.iter().any(|leaf| leaf.sum != 0.0),
        }
    }

    /// The first hands and all others.
    pub(super) fn split_at(self, hands: usize) -> (Outputs<'a>, Outputs<'a>) {
        let Outputs { mut leaves, count, at } = self;
        let mut later: [Leaf<'a>; Outputs::MOST] = Default::default();
        for (first, second) in leaves.iter_mut().zip(&mut later) {
            let values = std::mem::take(&mut first.values);
            let (before, after) = values.split_at_mut(hands.min(values.len()));
            *second = Leaf { values: after, ..*first };
            first.values = before;
        }
        (Outputs { leaves, count, at }, Outputs { leaves: later, count, at })
    }

    /// Writes the values of the next hands.
    #[inline(always)]
    pub(super) fn write<A: Arithmetic, W: Weights>(
        &mut self,
        vectors: A,
        known: Known<'_>,
        weights: &mut Renumbered<'_, W>,
        blocks: &mut Blocks,
    ) {
        let wants = self.wants();
        let Known { met, sums, below, first, same, itself } = known;
        for (start, met) in (0..).step_by(BLOCK).zip(met.chunks_mut(BLOCK)) {
            if wants.difference {
                let sums = &sums[start..][..met.len()];
                turn(vectors, met.len(), &mut blocks.differences, |hand| {
                    let (sum, met) = (vectors.load(&sums[hand]), vectors.load(&met[hand]));
                    if below { vectors.minus(sum, met) } else { vectors.minus(met, sum) }
                });
            }
            if wants.sum {
                match same {
                    Some(same) => {
                        weights.add(vectors, itself, &same[start..][..met.len()], met);
                    }
                    None => {
                        let hands = first + start..first + start + met.len();
                        weights.add_same(vectors, itself, hands, met);
                    }
                }
                turn(vectors, met.len(), &mut blocks.compatible_weight, |hand| {
                    vectors.load(&met[hand])
                });
            }
            self.write_block(met.len(), blocks);
        }
    }

    #[inline(always)]
    fn write_block(&mut self, hands: usize, blocks: &Blocks) {
        for leaf in &mut self.leaves[..self.count] {
            let lane = leaf.lane % LANES;
            let (difference, sum) = (leaf.difference, leaf.sum);
            let values = leaf.values[self.at..self.at + hands].iter_mut();
            let values = values.zip(&blocks.differences[lane]).zip(&blocks.compatible_weight[lane]);
            if sum == 0.0 {
                values.for_each(|((value, won), _)| *value = difference * won);
            } else if difference == 0.0 {
                values.for_each(|((value, _), met)| *value = sum * met);
            } else {
                values.for_each(|((value, won), met)| *value = difference * won + sum * met);
            }
        }
        self.at += hands;
    }
}

/// Turns lanes of hands into rows of lanes.
#[inline(always)]
fn turn<A: Arithmetic>(
    vectors: A,
    hands: usize,
    turned: &mut Turned,
    lanes: impl Fn(usize) -> A::Single,
) {
    let mut turn = |start: usize, square: [A::Single; LANES]| {
        for (row, numbers) in turned.iter_mut().zip(vectors.turn(square)) {
            if let Some(block) = row[start..].first_chunk_mut() {
                vectors.store(numbers, block);
            }
        }
    };
    let whole = hands - hands % LANES;
    for start in (0..whole).step_by(LANES) {
        let mut square = [vectors.zeros(); LANES];
        for (place, square) in square.iter_mut().enumerate() {
            *square = lanes(start + place);
        }
        turn(start, square);
    }
    if whole < hands {
        let mut square = [vectors.zeros(); LANES];
        for (square, hand) in square.iter_mut().zip(whole..hands) {
            *square = lanes(hand);
        }
        turn(whole, square);
    }
}
