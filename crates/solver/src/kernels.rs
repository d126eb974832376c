//! What happens at one decision, for all hands at once.
//!
//! There are two kinds of matrices. *Rows* (reach, values, strategies) are action
//! by action, `stride` numbers apart. *Slots* (regrets and sums, which come from
//! memory) are in blocks of eight hands, in a block action by action, so that a
//! decision is one stretch of memory that is read from its beginning to its end.
//! A row's hands are followed by zeros up to the next block, and zeros come out
//! of zeros.
//!
//! An iteration spends its time in two kernels, each going through memory once
//! and compiled for each number of actions up to [`UNROLLED`]: [`Play`] on the way
//! down and [`Learn`] on the way up. Neither keeps a strategy: matching regrets
//! once more is cheaper than writing it down. The others serve what happens less
//! often: averages, locks, predictions, pruning, fictitious play.

mod learn;
mod respond;
mod share;
mod strategy;
#[cfg(test)]
mod tests;
mod values;

use std::array;

use crate::arch::Lanes;

pub(crate) use learn::{Learn, LearnFrom};
pub(crate) use respond::{accumulate, respond};
pub(crate) use share::{RowsOut, share};
pub(crate) use strategy::{AddPlayed, MatchRegrets, Normalise, Play, SpreadReach};
pub(crate) use values::{Best, Mean, Sum};

/// Most actions for which the kernels are compiled one by one.
const UNROLLED: usize = 6;

/// Hands that are worked on at a time.
const BLOCK: usize = 8;

/// Calls `$function::<_, N>` with N equal to `$actions`, or `$other`.
macro_rules! for_actions {
    ($actions:expr, $function:ident($($argument:expr),*), $other:expr) => {
        match $actions {
            1 => $function::<_, 1>($($argument),*),
            2 => $function::<_, 2>($($argument),*),
            3 => $function::<_, 3>($($argument),*),
            4 => $function::<_, 4>($($argument),*),
            5 => $function::<_, 5>($($argument),*),
            super::UNROLLED => $function::<_, { super::UNROLLED }>($($argument),*),
            _ => $other,
        }
    };
}
use for_actions;

/// Size of a decision's matrices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) actions: usize,
    /// Hands that count.
    pub(crate) hands: usize,
    /// From a row to the next: a multiple of eight, not less than the hands.
    pub(crate) stride: usize,
}

impl Shape {
    /// Numbers in a matrix.
    pub(crate) fn len(self) -> usize {
        self.actions * self.stride
    }

    /// Where the slot of an action and a hand is.
    pub(crate) fn slot(self, action: usize, hand: usize) -> usize {
        (hand / BLOCK * self.actions + action) * BLOCK + hand % BLOCK
    }

    /// Hands and the zeros that fill up the last block.
    fn padded(self) -> usize {
        padded(self.hands)
    }

    fn blocks(self) -> usize {
        self.padded() / BLOCK
    }
}

/// A number of hands filled up to whole blocks of eight.
pub(crate) fn padded(hands: usize) -> usize {
    hands.next_multiple_of(BLOCK)
}

/// The rows of a matrix in blocks.
#[inline(always)]
fn rows<const N: usize>(shape: Shape, matrix: &[f32]) -> [&[Lanes]; N] {
    array::from_fn(|action| {
        matrix[action * shape.stride..][..shape.padded()].as_chunks::<BLOCK>().0
    })
}

#[inline(always)]
fn rows_mut<const N: usize>(shape: Shape, matrix: &mut [f32]) -> [&mut [Lanes]; N] {
    let mut rows = matrix.chunks_mut(shape.stride);
    array::from_fn(|_| {
        let row = rows.next().expect("a matrix has a row for each action");
        row[..shape.padded()].as_chunks_mut::<BLOCK>().0
    })
}

/// Slots in blocks of N actions.
#[inline(always)]
fn blocks<const N: usize>(shape: Shape, slots: &[f32]) -> &[[Lanes; N]] {
    &slots.as_chunks::<BLOCK>().0.as_chunks::<N>().0[..shape.blocks()]
}

#[inline(always)]
fn blocks_mut<const N: usize>(shape: Shape, slots: &mut [f32]) -> &mut [[Lanes; N]] {
    &mut slots.as_chunks_mut::<BLOCK>().0.as_chunks_mut::<N>().0[..shape.blocks()]
}

/// Slots in blocks of any number of actions.
#[inline(always)]
fn blocks_of(shape: Shape, slots: &[f32]) -> impl Iterator<Item = &[Lanes]> {
    slots.as_chunks::<BLOCK>().0.chunks_exact(shape.actions).take(shape.blocks())
}

#[inline(always)]
fn blocks_of_mut(shape: Shape, slots: &mut [f32]) -> impl Iterator<Item = &mut [Lanes]> {
    slots.as_chunks_mut::<BLOCK>().0.chunks_exact_mut(shape.actions).take(shape.blocks())
}

/// A block of a row, at `at`.
#[inline(always)]
fn lanes(row: &[f32], at: usize) -> Lanes {
    array::from_fn(|lane| row[at + lane])
}
