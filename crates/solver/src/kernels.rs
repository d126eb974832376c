//! What happens at one decision, for all hands at once.
//!
//! There are two kinds of matrices. *Rows* (reach, values, strategies) are action
//! by action, `stride` numbers apart. *Slots* (regrets and sums, which come from
//! memory) are in blocks of eight hands, in a block action by action, so that a
//! decision is one stretch of memory that is read from its beginning to its end.
//! A row is padded with zeros to whole blocks, and zeros stay zeros. Slots are either
//! padded in the same way, or *packed*: they end with a narrow block of the hands that
//! are left, action by action. Packing saves memory (4 % for a decision of the 169
//! classes) at the price of one block that is not read and written whole. Only games
//! that ask for it have narrow blocks
//! ([`SolverGame::packs_slots`](crate::SolverGame::packs_slots)).
//!
//! An iteration spends its time in two kernels: [`Play`] on the way down and [`Learn`]
//! on the way up. Each goes through memory once and is compiled for each number of
//! actions up to [`UNROLLED`]. The compiled variants do all blocks but a narrow one; a
//! loop over actions does that one, and every block if there are more actions.
//! Neither kernel stores a strategy: matching regrets again is cheaper. The other
//! kernels serve what happens less often: averages, locks, predictions, pruning,
//! fictitious play.

mod learn;
mod merge;
mod respond;
mod split;
mod strategy;
#[cfg(test)]
mod tests;
mod values;

use std::array;

use crate::arch::{Lanes, Vectors};
use crate::number::Number;

pub(crate) use learn::{Learn, LearnFrom};
pub(crate) use merge::{Gather, MERGED_ROWS, Placed, Scatter, table_len};
pub(crate) use respond::{accumulate, respond};
pub(crate) use split::{RowsOut, run_split};
pub(crate) use strategy::{AddPlayed, MatchRegrets, Normalise, Play, SpreadReach};
pub(crate) use values::{Best, Mean, Sum};

/// The most actions with a kernel compiled for their number.
const UNROLLED: usize = 6;

/// Hands in a block.
pub(crate) const BLOCK: usize = 8;

/// A number of actions known at compile time.
struct Actions<const N: usize>;

/// Calls `$function` with [`Actions<N>`] first, N equal to `$actions`; or is `$other`.
macro_rules! for_actions {
    ($actions:expr, $function:ident($($argument:expr),*), $other:expr) => {
        match $actions {
            1 => $function(super::Actions::<1>, $($argument),*),
            2 => $function(super::Actions::<2>, $($argument),*),
            3 => $function(super::Actions::<3>, $($argument),*),
            4 => $function(super::Actions::<4>, $($argument),*),
            5 => $function(super::Actions::<5>, $($argument),*),
            super::UNROLLED => $function(super::Actions::<{ super::UNROLLED }>, $($argument),*),
            _ => $other,
        }
    };
}
use for_actions;

/// Size of a decision's matrices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) actions: usize,
    /// The number of hands.
    pub(crate) hands: usize,
    /// Hands that have slots: all hands and, unless slots are packed, the padding of the
    /// last block.
    pub(crate) kept: usize,
    /// The distance between rows: a multiple of eight, at least the number of hands.
    pub(crate) stride: usize,
}

impl Shape {
    /// Numbers in rows.
    pub(crate) fn len(self) -> usize {
        self.actions * self.stride
    }

    /// Numbers in slots.
    pub(crate) fn slots(self) -> usize {
        self.actions * self.kept
    }

    /// The index of the slot of an action and a hand.
    pub(crate) fn slot(self, action: usize, hand: usize) -> usize {
        let block = hand / BLOCK;
        block * BLOCK * self.actions + action * self.width(block) + hand % BLOCK
    }

    /// Hands including the padding of a row.
    fn padded(self) -> usize {
        padded(self.hands)
    }

    /// Blocks of a row.
    fn blocks(self) -> usize {
        self.padded() / BLOCK
    }

    /// Hands in whole blocks of slots.
    pub(crate) fn whole(self) -> usize {
        self.kept / BLOCK * BLOCK
    }

    /// Whole blocks of slots.
    fn whole_blocks(self) -> usize {
        self.whole() / BLOCK
    }

    /// Hands of the narrow block; zero if there is none.
    pub(crate) fn narrow(self) -> usize {
        self.kept % BLOCK
    }

    /// Hands of a block of slots.
    fn width(self, block: usize) -> usize {
        BLOCK.min(self.kept - block * BLOCK)
    }
}

/// A number of hands rounded up to whole blocks of eight.
pub(crate) fn padded(hands: usize) -> usize {
    hands.next_multiple_of(BLOCK)
}

/// The rows of a matrix in blocks, without the one that is narrow in slots.
#[inline(always)]
fn rows<const N: usize>(shape: Shape, matrix: &[f32]) -> [&[Lanes]; N] {
    array::from_fn(|action| matrix[action * shape.stride..][..shape.whole()].as_chunks::<BLOCK>().0)
}

#[inline(always)]
fn rows_mut<const N: usize>(shape: Shape, matrix: &mut [f32]) -> [&mut [Lanes]; N] {
    let mut rows = matrix.chunks_mut(shape.stride);
    array::from_fn(|_| {
        let row = rows.next().expect("a matrix has a row for each action");
        row[..shape.whole()].as_chunks_mut::<BLOCK>().0
    })
}

/// Slots in blocks of N actions, without a narrow one.
#[inline(always)]
fn blocks<T, const N: usize>(shape: Shape, slots: &[T]) -> &[[[T; BLOCK]; N]] {
    &slots.as_chunks::<BLOCK>().0.as_chunks::<N>().0[..shape.whole_blocks()]
}

#[inline(always)]
fn blocks_mut<T, const N: usize>(shape: Shape, slots: &mut [T]) -> &mut [[[T; BLOCK]; N]] {
    &mut slots.as_chunks_mut::<BLOCK>().0.as_chunks_mut::<N>().0[..shape.whole_blocks()]
}

/// The values of a block.
#[inline(always)]
fn load<V: Vectors, T: Number, const N: usize>(
    vectors: V,
    block: &[[T; BLOCK]; N],
) -> [V::Single; N] {
    let mut values = [vectors.zeros(); N];
    for (value, numbers) in values.iter_mut().zip(block) {
        *value = T::load(vectors, numbers);
    }
    values
}

/// The values of an action in any block of slots; a narrow one is padded with zeros.
#[inline(always)]
fn load_slots<V: Vectors, T: Number>(
    vectors: V,
    shape: Shape,
    slots: &[T],
    block: usize,
    action: usize,
) -> V::Single {
    let numbers = &slots[shape.slot(action, block * BLOCK)..][..shape.width(block)];
    if let Some(whole) = numbers.first_chunk() {
        return T::load(vectors, whole);
    }
    let mut filled_up = [T::default(); BLOCK];
    filled_up[..numbers.len()].copy_from_slice(numbers);
    T::load(vectors, &filled_up)
}

/// Writes what [`load_slots`] reads.
#[inline(always)]
fn store_slots<V: Vectors, T: Number>(
    vectors: V,
    shape: Shape,
    slots: &mut [T],
    (block, action): (usize, usize),
    values: V::Single,
    dither: u32,
) {
    let numbers = &mut slots[shape.slot(action, block * BLOCK)..][..shape.width(block)];
    match numbers.first_chunk_mut() {
        Some(whole) => T::store(vectors, values, dither, whole),
        None => {
            let mut filled_up = [T::default(); BLOCK];
            T::store(vectors, values, dither, &mut filled_up);
            numbers.copy_from_slice(&filled_up[..numbers.len()]);
        }
    }
}

/// A block of a row, at `at`.
#[inline(always)]
fn load_row<V: Vectors>(vectors: V, row: &[f32], at: usize) -> V::Single {
    vectors.load(row[at..].first_chunk().expect("rows are in whole blocks"))
}

/// Writes what [`load_row`] reads.
#[inline(always)]
fn store_row<V: Vectors>(vectors: V, values: V::Single, row: &mut [f32], at: usize) {
    vectors.store(values, row[at..].first_chunk_mut().expect("rows are in whole blocks"));
}
