//! What a sweep is made of: eight reach vectors in the lanes of a vector, and sums of
//! them by card.

use std::ops::Range;

use crate::Player;
use crate::Rows;
use crate::arch::{Arithmetic, Lanes};
use crate::holdem::hands::{BoardHands, Side};

pub(super) const LANES: usize = 8;

/// A weight in total and by card; room for a number per card, without bounds to check.
#[derive(Clone, Copy)]
pub(super) struct Weight {
    pub(super) total: Lanes,
    pub(super) by_card: [Lanes; 64],
}

impl Weight {
    pub(super) const NONE: Weight = Weight { total: [0.0; LANES], by_card: [[0.0; LANES]; 64] };

    /// Adds a hand.
    #[inline(always)]
    fn add(&mut self, cards: [u8; 2], weight: Lanes) {
        self.total = plus(self.total, weight);
        for card in cards {
            let sum = &mut self.by_card[usize::from(card & 63)];
            *sum = plus(*sum, weight);
        }
    }

    /// Without the hands that hold one of two cards; those that hold both are
    /// subtracted twice.
    #[inline(always)]
    pub(super) fn without(&self, cards: [u8; 2]) -> Lanes {
        let first = &self.by_card[usize::from(cards[0] & 63)];
        let second = &self.by_card[usize::from(cards[1] & 63)];
        minus(minus(self.total, *first), *second)
    }

    /// Less `factors` times another.
    #[inline(always)]
    pub(super) fn less(&mut self, factors: Lanes, other: &Weight) {
        self.total = minus(self.total, times(factors, other.total));
        for (sum, other) in self.by_card.iter_mut().zip(&other.by_card) {
            *sum = minus(*sum, times(factors, *other));
        }
    }
}

/// Reads rows into lanes. A vector of zeros follows the last hand: the weight of
/// hands that the opponent cannot hold.
#[inline(always)]
pub(crate) fn load<A: Arithmetic>(
    arithmetic: A,
    hands: usize,
    rows: &[usize],
    reach: Rows<'_>,
    weights: &mut [Lanes],
) {
    load_with(arithmetic, hands, rows, reach, weights, |to, from| *to = from);
}

/// The same, where `put` says what becomes of a hand's weights.
#[inline(always)]
pub(super) fn load_with<A: Arithmetic>(
    arithmetic: A,
    hands: usize,
    rows: &[usize],
    reach: Rows<'_>,
    weights: &mut [Lanes],
    put: impl Fn(&mut Lanes, Lanes),
) {
    // Lanes that are left over repeat the last row; nobody reads what comes of it.
    let mut lanes = [&reach.row(rows[rows.len() - 1])[..hands]; LANES];
    for (lane, &row) in lanes.iter_mut().zip(rows) {
        *lane = &reach.row(row)[..hands];
    }
    let whole = hands / LANES;
    for block in 0..whole {
        let mut square = [[0.0; LANES]; LANES];
        for lane in 0..LANES {
            square[lane].copy_from_slice(&lanes[lane][block * LANES..][..LANES]);
        }
        let weights = &mut weights[block * LANES..][..LANES];
        for (weight, lanes) in weights.iter_mut().zip(arithmetic.transpose(square)) {
            put(weight, lanes);
        }
    }
    for (hand, weight) in weights.iter_mut().enumerate().take(hands).skip(whole * LANES) {
        put(weight, lanes.map(|lane| lane[hand]));
    }
    weights[hands] = [0.0; LANES];
}

/// The weight of all hands.
#[inline(always)]
pub(super) fn weigh(side: &Side, weights: &[Lanes]) -> Weight {
    let mut met = Weight::NONE;
    for (weight, cards) in weights.iter().zip(&side.cards) {
        met.add(*cards, *weight);
    }
    met
}

/// For each hand, the weight of what it beats plus that of what does not beat it.
/// Returns the weight of all hands.
#[inline(always)]
pub(super) fn compare(
    hands: &BoardHands,
    player: Player,
    weights: &[Lanes],
    out: &mut [Lanes],
) -> Weight {
    let (mine, theirs) = (player.index(), player.opponent().index());
    let (own, opponent) = (&hands.sides[mine], &hands.sides[theirs]);
    let mut met = Weight::NONE;
    let mut start = [0; 2];
    for &end in &hands.groups {
        let group = |side: usize| -> Range<usize> { start[side] as usize..end[side] as usize };
        let (group_cards, group_out) = (&own.cards[group(mine)], &mut out[group(mine)]);
        for (out, cards) in group_out.iter_mut().zip(group_cards) {
            *out = met.without(*cards);
        }
        for (weight, cards) in weights[group(theirs)].iter().zip(&opponent.cards[group(theirs)]) {
            met.add(*cards, *weight);
        }
        for (out, cards) in group_out.iter_mut().zip(group_cards) {
            *out = plus(*out, met.without(*cards));
        }
        start = end;
    }
    met
}

/// The sum. By value, so that compilers see whole vectors and no overlaps.
#[inline(always)]
pub(super) fn plus(a: Lanes, b: Lanes) -> Lanes {
    let mut sum = [0.0; LANES];
    for lane in 0..LANES {
        sum[lane] = a[lane] + b[lane];
    }
    sum
}

#[inline(always)]
pub(super) fn times(a: Lanes, b: Lanes) -> Lanes {
    let mut product = [0.0; LANES];
    for lane in 0..LANES {
        product[lane] = a[lane] * b[lane];
    }
    product
}

#[inline(always)]
pub(super) fn minus(a: Lanes, b: Lanes) -> Lanes {
    let mut difference = [0.0; LANES];
    for lane in 0..LANES {
        difference[lane] = a[lane] - b[lane];
    }
    difference
}
