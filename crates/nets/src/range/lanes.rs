//! Rows of leaves, hand by hand, and the same numbers with eight leaves side by side.
//!
//! What is computed of a leaf jumps between hands: rivers have orders of their own, and hands of
//! one strength share sums. With the leaves of a batch in the lanes of a vector, a jump is a jump
//! for all of them. Operators and heads read rows, so numbers change places in squares of
//! eight hands and eight leaves. Lanes without a leaf are 0.

use crate::arch::{Arithmetic, Kernel, LANES, Lanes};

/// A number of hands rounded up to whole squares.
pub(super) fn padded(hands: usize) -> usize {
    hands.next_multiple_of(LANES)
}

/// Rows of several leaves in one buffer. The first number of row `row` of a leaf is at
/// `(leaf * rows + row) * stride`.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) leaves: usize,
    /// Rows of each leaf.
    pub(super) rows: usize,
    /// Hands of a row, rounded up to whole squares.
    pub(super) stride: usize,
}

impl Layout {
    pub(super) fn len(self) -> usize {
        self.leaves * self.rows * self.stride
    }

    /// Eight hands from `hand` on: a vector for each, with a lane for each leaf.
    #[inline(always)]
    pub(super) fn read<A: Arithmetic>(
        self,
        vectors: A,
        from: &[f32],
        row: usize,
        hand: usize,
    ) -> [A::Vector; LANES] {
        let mut square = [vectors.splat(0.0); LANES];
        for (leaf, numbers) in square.iter_mut().enumerate().take(self.leaves) {
            let at = (leaf * self.rows + row) * self.stride + hand;
            if let Some(chunk) = from[at..].first_chunk() {
                *numbers = vectors.load(chunk);
            }
        }
        vectors.turn(square)
    }

    /// The inverse of [`read`](Self::read).
    #[inline(always)]
    pub(super) fn write<A: Arithmetic>(
        self,
        vectors: A,
        square: [A::Vector; LANES],
        to: &mut [f32],
        row: usize,
        hand: usize,
    ) {
        let square = vectors.turn(square);
        for (leaf, &numbers) in square.iter().enumerate().take(self.leaves) {
            let at = (leaf * self.rows + row) * self.stride + hand;
            if let Some(chunk) = to[at..].first_chunk_mut() {
                vectors.store(numbers, chunk);
            }
        }
    }
}

/// Puts rows side by side; what follows the hands up to a whole square becomes 0.
pub(super) struct Interleave<'a> {
    pub(super) rows: &'a [&'a [f32]],
    pub(super) hands: usize,
    pub(super) lanes: &'a mut [Lanes],
}

impl Kernel for Interleave<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Interleave { rows, hands, lanes } = self;
        for (block, lanes) in lanes.chunks_exact_mut(LANES).enumerate() {
            let start = block * LANES;
            let mut square = [vectors.splat(0.0); LANES];
            for (numbers, row) in square.iter_mut().zip(rows) {
                let row = &row[start.min(hands)..hands];
                let mut rest = [0.0; LANES];
                *numbers = match row.first_chunk() {
                    Some(chunk) => vectors.load(chunk),
                    None => {
                        rest[..row.len()].copy_from_slice(row);
                        vectors.load(&rest)
                    }
                };
            }
            for (lanes, numbers) in lanes.iter_mut().zip(vectors.turn(square)) {
                vectors.store(numbers, lanes);
            }
        }
    }
}
