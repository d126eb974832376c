//! The numerators of one flop: ranks first, then what flushes change.

use quasar_cards::{Board, Card, HoldemClass, Rank};

use super::flush::{CELLS, SuitCounts, add_gains, cell, pair_of_cell};
use super::pairs::ClassPairs;
use super::ranks::{strengths, wins_minus_losses};
use super::{FLOP_TABLE_ENTRIES, RUNOUTS};
use crate::arch::{Kernel, Vectors, dispatch};

/// The numerators of a flop, in the order of the table.
pub(super) fn numerators(flop: Board) -> Vec<u32> {
    dispatch(Numerators(flop))
}

struct Numerators(Board);

impl Kernel for Numerators {
    type Output = Vec<u32>;

    #[inline(always)]
    fn run<V: Vectors>(self, _: V) -> Vec<u32> {
        let flop = self.0.set();
        let strengths = strengths(self.0);
        let left = Rank::ALL.map(|rank| 4 - flop.count_of_rank(rank) as i16);
        let mut gains = vec![[0; CELLS]; CELLS];
        let mut without_suit = None;
        for counts in SuitCounts::of(self.0) {
            if let Some(square) = add_gains(&counts, &strengths, &mut gains) {
                let suit = self.0.cards()[0].suit();
                let dead = Rank::ALL.into_iter().map(|rank| Card::new(rank, suit)).collect();
                without_suit = Some((ClassPairs::new(dead).triangle(), square));
            }
        }
        let plain = wins_minus_losses(&strengths, left);
        let pairs = ClassPairs::new(flop).triangle();
        let cells: Vec<usize> = HoldemClass::all().map(cell).collect();
        let mut numerators = Vec::with_capacity(FLOP_TABLE_ENTRIES);
        for (place, &hero) in cells.iter().enumerate() {
            let (gained, plain) = (&gains[hero], &plain[pair_of_cell(hero)]);
            for &villain in &cells[place + 1..] {
                let entry = numerators.len();
                let pairs = i32::from(pairs[entry]);
                let mut won = pairs * i32::from(plain[pair_of_cell(villain)]);
                won += gained[villain] - gains[villain][hero];
                if let Some((pairs, square)) = &without_suit {
                    let won_there = square[pair_of_cell(hero)][pair_of_cell(villain)];
                    won += i32::from(pairs[entry]) * i32::from(won_there);
                }
                numerators.push((RUNOUTS.cast_signed() * pairs + won).cast_unsigned());
            }
        }
        numerators
    }
}
