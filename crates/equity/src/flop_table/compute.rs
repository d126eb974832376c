//! The numerators of one flop: ranks first, then what flushes change.

use quasar_cards::{Board, Card, HoldemClass, Rank};

use super::flush::{Gains, SUITED, SuitCounts, UNSUITED, add_gains};
use super::pairs::ClassPairs;
use super::ranks::{PAIR_OF, Square, strengths, wins_minus_losses};
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
        let mut gains = Gains::new();
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
        let classes: Vec<(usize, usize)> = HoldemClass::all()
            .map(|class| {
                let pair = PAIR_OF[class.high().index()][class.low().index()];
                (usize::from(pair), if class.is_suited() { SUITED } else { UNSUITED })
            })
            .collect();
        let mut numerators = Vec::with_capacity(FLOP_TABLE_ENTRIES);
        for (place, &(hero, suited)) in classes.iter().enumerate() {
            for &(villain, villain_suited) in &classes[place + 1..] {
                let entry = numerators.len();
                let weigh = |pairs: &[u8], square: &Square| {
                    i32::from(pairs[entry]) * i32::from(square[hero][villain])
                };
                let mut won = weigh(&pairs, &plain)
                    + gains.of(hero, suited)[villain_suited][villain]
                    - gains.of(villain, villain_suited)[suited][hero];
                if let Some((pairs, square)) = &without_suit {
                    won += weigh(pairs, square);
                }
                numerators.push((RUNOUTS * u32::from(pairs[entry])).wrapping_add_signed(won));
            }
        }
        numerators
    }
}
