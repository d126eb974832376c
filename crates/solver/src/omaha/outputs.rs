//! Where the values of a batch of leaves go: from lanes to rows.

use crate::RowsMut;
use crate::arch::{Arithmetic, Lanes};
use crate::game::Column;
use crate::kernels::padded;

const LANES: usize = 8;

/// The leaves of a batch, each with the values that are still to be written.
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
    values: &'a mut [f32],
}

/// What any leaf of a batch needs to know of a hand.
#[derive(Clone, Copy)]
pub(super) struct Wants {
    pub(super) difference: bool,
    pub(super) sum: bool,
}

impl<'a> Outputs<'a> {
    /// Leaves of a batch, at most.
    pub(super) const MOST: usize = 16;

    /// The rows of at most [`MOST`](Self::MOST) columns, for so many hands.
    /// Differences count only if hands are compared.
    pub(super) fn new(
        columns: &[Column],
        opponent: usize,
        compare: bool,
        hands: usize,
        values: &'a mut RowsMut<'_>,
    ) -> Outputs<'a> {
        let mut leaves: [Leaf<'a>; Outputs::MOST] = Default::default();
        let mut lane = 0;
        for (place, (leaf, column)) in leaves.iter_mut().zip(columns).enumerate() {
            if place > 0 && columns[place - 1].reach[opponent] != column.reach[opponent] {
                lane += 1;
            }
            let difference = if compare { column.difference } else { 0.0 };
            *leaf = Leaf { lane, difference, sum: column.sum, values: &mut [] };
        }
        for (number, row) in values.rows_mut().enumerate() {
            if let Some(place) = columns.iter().position(|column| column.value == number) {
                let (row, rest) = row.split_at_mut(hands);
                rest[..padded(hands) - hands].fill(0.0);
                leaves[place].values = row;
            }
        }
        Outputs { leaves, count: columns.len(), at: 0 }
    }

    /// What the leaves need.
    pub(super) fn wants(&self) -> Wants {
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

    /// Writes the values of the next hands, up to eight.
    #[inline(always)]
    pub(super) fn write<A: Arithmetic>(
        &mut self,
        vectors: A,
        wants: Wants,
        differences: &[Lanes; LANES],
        meets: &[Lanes; LANES],
        hands: usize,
    ) {
        let none = [[0.0; LANES]; LANES];
        let differences = if wants.difference { vectors.transpose(*differences) } else { none };
        let meets = if wants.sum { vectors.transpose(*meets) } else { none };
        for leaf in &mut self.leaves[..self.count] {
            let lane = leaf.lane % LANES;
            let mut values = vectors.zeros();
            if leaf.difference != 0.0 {
                let difference = vectors.load(&differences[lane]);
                values = vectors.scale_add(leaf.difference, difference, values);
            }
            if leaf.sum != 0.0 {
                values = vectors.scale_add(leaf.sum, vectors.load(&meets[lane]), values);
            }
            let out = &mut leaf.values[self.at..self.at + hands];
            match out.first_chunk_mut::<LANES>() {
                Some(block) => vectors.store(values, block),
                None => {
                    let mut last = [0.0; LANES];
                    vectors.store(values, &mut last);
                    out.copy_from_slice(&last[..hands]);
                }
            }
        }
        self.at += hands;
    }
}
