//! Leaves that share their reach with no other: at decisions of the opponent.
//!
//! Such a leaf needs no difference and no sum of its own, only what they add up to,
//! and with it goes the opponent's fold at the same decision, whose values nobody
//! wants alone. With reach scaled by the factors when it is read, d for the
//! comparison and s for what is won from all alike,
//!
//! ```text
//! d (L + M - everything I meet of r) + s (everything I meet of q)
//!     = L' + M' + T - T(a) - T(b) + same,   T = everything of s q - everything of d r
//! ```
//!
//! so that a hand takes one walk over the cards instead of two or three, and one row
//! is written instead of four.

use std::array;

use super::{CardSums, LANES, compare, load_with, minus, plus, times, weigh, without};
use crate::arch::{Arithmetic, Kernel, Lanes};
use crate::game::Column;
use crate::holdem::hands::{BoardHands, Side};
use crate::kernels::padded;
use crate::{Player, Rows, RowsMut};

/// Up to eight leaves, one a lane.
pub(super) struct Single<'a> {
    pub(super) hands: &'a BoardHands,
    pub(super) player: Player,
    pub(super) columns: &'a [Column],
    pub(super) reach: Rows<'a>,
    pub(super) values: RowsMut<'a>,
    pub(super) scratch: &'a mut [f32],
}

impl Kernel for Single<'_> {
    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let Single { hands, player, columns, reach, values, scratch } = self;
        let side = player.opponent().index();
        let (own, opponent) = (&hands.sides[player.index()], &hands.sides[side]);
        let river = !hands.groups.is_empty();
        let compared = Terms::of(columns, |column| {
            (column.reach[side], if river { column.difference } else { 0.0 })
        });
        let won = Terms::of(columns, |column| (column.reach[side], column.sum));
        let folded = Terms::of(columns, |column| match column.fold {
            Some(fold) => (fold.reach, fold.sum),
            None => (column.reach[side], 0.0),
        });
        let (compares, sums) = (compared.any(), won.any() || folded.any());

        let room = LANES * (padded(opponent.len()) + LANES);
        let (reading, rest) = scratch.split_at_mut(room);
        let (weights, met) = rest.split_at_mut(room);
        let (reading, weights) = (reading.as_chunks_mut().0, weights.as_chunks_mut().0);
        let met = met.as_chunks_mut().0;
        let mut everything = ([0.0; LANES], [[0.0; LANES]; 64]);
        if sums {
            load_with(arithmetic, opponent.len(), &folded.rows, reach, weights, |to, from| {
                *to = times(from, folded.factors);
            });
            if won.any() {
                load_with(arithmetic, opponent.len(), &won.rows, reach, weights, |to, from| {
                    *to = plus(*to, times(from, won.factors));
                });
            }
            everything = weigh(opponent, weights);
        }
        if compares {
            load_with(arithmetic, opponent.len(), &compared.rows, reach, reading, |to, from| {
                *to = times(from, compared.factors);
            });
            let (total, by_card) = compare(hands, player, reading, met);
            everything.0 = minus(everything.0, total);
            for (sum, compared) in everything.1.iter_mut().zip(by_card) {
                *sum = minus(*sum, compared);
            }
        }
        let found = Found { own, weights, met, everything };
        match (compares, sums) {
            (true, true) => found.spread::<A, true, true>(arithmetic, columns, values),
            (true, false) => found.spread::<A, true, false>(arithmetic, columns, values),
            (false, _) => found.spread::<A, false, true>(arithmetic, columns, values),
        }
    }
}

/// What a sweep found out: values but for the last step.
struct Found<'a> {
    own: &'a Side,
    /// What is won from each of the opponent's hands alike.
    weights: &'a [Lanes],
    /// What [`compare`] found for each hand.
    met: &'a [Lanes],
    /// What is won from all hands alike less what is compared, and from those with
    /// each card.
    everything: (Lanes, CardSums),
}

impl Found<'_> {
    #[inline(always)]
    fn spread<A: Arithmetic, const COMPARES: bool, const SUMS: bool>(
        &self,
        arithmetic: A,
        columns: &[Column],
        mut values: RowsMut<'_>,
    ) {
        let (total, by_card) = &self.everything;
        for at in (0..self.own.len()).step_by(LANES) {
            let end = self.own.len().min(at + LANES);
            let mut square = [[0.0; LANES]; LANES];
            for (hand, value) in (at..end).zip(&mut square) {
                *value = without(*total, by_card, self.own.cards[hand]);
                if COMPARES {
                    *value = plus(*value, self.met[hand]);
                }
                if SUMS {
                    *value = plus(*value, self.weights[self.own.same[hand] as usize]);
                }
            }
            for (column, numbers) in columns.iter().zip(arithmetic.transpose(square)) {
                values.row(column.value)[at..at + LANES].copy_from_slice(&numbers);
            }
        }
    }
}

/// A row of reach and its factor, lane by lane.
struct Terms {
    rows: [usize; LANES],
    factors: Lanes,
}

impl Terms {
    /// Lanes that are left over repeat the last leaf; nobody reads what comes of it.
    #[inline(always)]
    fn of(columns: &[Column], term: impl Fn(&Column) -> (usize, f32)) -> Terms {
        let at = |lane: usize| term(&columns[lane.min(columns.len() - 1)]);
        Terms {
            rows: array::from_fn(|lane| at(lane).0),
            factors: array::from_fn(|lane| at(lane).1),
        }
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.factors.iter().any(|&factor| factor != 0.0)
    }
}
