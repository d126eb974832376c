//! From a network's outputs to the values of hands: a curve over equities.
//!
//! The outputs are *knots*: numbers at fixed equities u, on turns also at fixed spreads s. A
//! hand is worth, in pots relative to half of the pot,
//!
//! ```text
//! v = u - 1/2 + gate(S/P) * sum over terms j of  f_j(hand) * c_j(u, s)
//! ```
//!
//! with c_j linear between knots, f_0 = 1, and on rivers as further terms how far the hand is
//! from where the order of strength puts it, ties, and blocked slices. Without a stack behind,
//! a hand is worth its equity, and the gate is 0. So a leaf costs one pass of a small network, and
//! a hand about thirty operations.

use quasar_solver::Player;

use super::features::{HandFeature, LeafFeatures, SLICES};
use crate::arch::{Arithmetic, Kernel, LANES, Lanes, dispatch};

/// How knots lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    equities: usize,
    spreads: usize,
    terms: usize,
}

/// The spread of the last knot.
const WIDEST: f32 = 0.4;

/// The most terms of a hand.
pub(super) const TERMS: usize = 3 + SLICES;

/// A hand as the head sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct HandPoint {
    pub(super) equity: f32,
    pub(super) spread: f32,
    /// The factor of each term but the first, which is 1.
    pub(super) factors: [f32; TERMS - 1],
}

/// The knots around a hand: where they begin and how much each counts.
struct Around {
    knots: [(usize, f32); 4],
    used: usize,
}

impl Head {
    /// For rivers: 32 equities, seven terms.
    pub const RIVER: Head = Head { equities: 32, spreads: 1, terms: TERMS };
    /// For turns: 24 equities, four spreads.
    pub const TURN: Head = Head { equities: 24, spreads: 4, terms: 1 };

    /// How many numbers a network gives.
    pub fn outputs(self) -> usize {
        self.equities * self.spreads * self.terms
    }

    /// How much the betting to come can matter.
    pub(super) fn gate(stack_to_pot: f32) -> f32 {
        stack_to_pot / (0.5 + stack_to_pot)
    }

    fn around(self, equity: f32, spread: f32) -> Around {
        let between = |place: f32, knots: usize| {
            let place = place.clamp(0.0, 1.0) * (knots - 1) as f32;
            let knot = (place as usize).min(knots.saturating_sub(2));
            (knot, place - knot as f32)
        };
        let (row, beside) = between(equity, self.equities);
        let at = |row: usize, column: usize| (row * self.spreads + column) * self.terms;
        if self.spreads == 1 {
            let knots = [(at(row, 0), 1.0 - beside), (at(row + 1, 0), beside), (0, 0.0), (0, 0.0)];
            return Around { knots, used: 2 };
        }
        let (column, above) = between(spread / WIDEST, self.spreads);
        let knots = [
            (at(row, column), (1.0 - beside) * (1.0 - above)),
            (at(row, column + 1), (1.0 - beside) * above),
            (at(row + 1, column), beside * (1.0 - above)),
            (at(row + 1, column + 1), beside * above),
        ];
        Around { knots, used: 4 }
    }

    /// The value of a hand, given the outputs of its leaf.
    #[inline]
    pub(super) fn value(self, outputs: &[f32], gate: f32, hand: &HandPoint) -> f32 {
        let around = self.around(hand.equity, hand.spread);
        let mut sum = 0.0;
        for &(knot, share) in &around.knots[..around.used] {
            let terms = &outputs[knot..knot + self.terms];
            let mut term = terms[0];
            for (weight, factor) in terms[1..].iter().zip(&hand.factors) {
                term += weight * factor;
            }
            sum += share * term;
        }
        hand.equity - 0.5 + gate * sum
    }

    /// Adds the gradient of the outputs, given that of the hand's value.
    pub(super) fn back(self, gate: f32, hand: &HandPoint, slope: f32, gradient: &mut [f32]) {
        let around = self.around(hand.equity, hand.spread);
        for &(knot, share) in &around.knots[..around.used] {
            let slope = slope * gate * share;
            let terms = &mut gradient[knot..knot + self.terms];
            terms[0] += slope;
            for (term, factor) in terms[1..].iter_mut().zip(&hand.factors) {
                *term += slope * factor;
            }
        }
    }

    /// Writes the values of a player's hands at a leaf.
    pub(super) fn values(
        self,
        features: &LeafFeatures,
        (leaf, player): (usize, Player),
        outputs: &[f32],
        gate: f32,
        values: &mut [f32],
    ) {
        let rows = HandRows::of(features, leaf, player);
        dispatch(Values { head: self, rows: &rows, outputs, gate, values });
    }
}

/// The most knots in equities.
const KNOTS: usize = 32;

/// Values of a player's hands at a leaf. On rivers eight hands are done at once: the terms of a
/// knot are the lanes of a vector, so that a hand reads two of them.
struct Values<'a> {
    head: Head,
    rows: &'a HandRows<'a>,
    outputs: &'a [f32],
    gate: f32,
    values: &'a mut [f32],
}

impl Kernel for Values<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) {
        let Values { head, rows, outputs, gate, values } = self;
        let mut done = 0;
        if head.spreads == 1 && head.terms < LANES && (2..=KNOTS).contains(&head.equities) {
            let (blocks, _) = values.as_chunks_mut::<LANES>();
            done = blocks.len() * LANES;
            river_values(vectors, head, rows, outputs, gate, blocks);
        }
        for (hand, value) in values.iter_mut().enumerate().skip(done) {
            *value = head.value(outputs, gate, &rows.point(hand));
        }
    }
}

/// The values of whole blocks of eight hands by a head without spreads.
#[inline(always)]
fn river_values<A: Arithmetic>(
    vectors: A,
    head: Head,
    rows: &HandRows<'_>,
    outputs: &[f32],
    gate: f32,
    blocks: &mut [Lanes],
) {
    let (mut knots, mut steps) = ([[0.0; LANES]; KNOTS], [[0.0; LANES]; KNOTS]);
    for (knot, terms) in knots.iter_mut().zip(outputs.chunks_exact(head.terms)) {
        knot[..terms.len()].copy_from_slice(terms);
    }
    for (knot, step) in steps.iter_mut().enumerate().take(head.equities - 1) {
        *step = std::array::from_fn(|term| knots[knot + 1][term] - knots[knot][term]);
    }
    let last = (head.equities - 1) as f32;
    let half = vectors.splat(0.5);
    for (block, values) in blocks.iter_mut().enumerate() {
        let eight = |row: &[f32]| {
            let chunk = row[block * LANES..].first_chunk();
            vectors.load(chunk.expect("rows are as long as values"))
        };
        let equity = eight(rows.equity);
        let mut factors = [vectors.splat(0.0); LANES];
        factors[0] = vectors.splat(1.0);
        factors[1] = vectors.minus(eight(rows.below), equity);
        factors[2] = eight(rows.ties);
        for (factor, slice) in factors[3..].iter_mut().zip(rows.slices) {
            *factor = eight(slice);
        }
        let inside =
            vectors.smaller(vectors.larger(equity, vectors.splat(0.0)), vectors.splat(1.0));
        let mut places = [0.0; LANES];
        vectors.store(vectors.times(inside, vectors.splat(last)), &mut places);
        let mut terms = vectors.turn(factors);
        for (term, place) in terms.iter_mut().zip(places) {
            let knot = (place as usize).min(head.equities - 2) % KNOTS;
            let beside = vectors.splat(place - knot as f32);
            let (start, step) = (vectors.load(&knots[knot]), vectors.load(&steps[knot]));
            *term = vectors.times(*term, vectors.times_plus(beside, step, start));
        }
        let terms = vectors.turn(terms);
        let mut sum = terms[0];
        for &term in &terms[1..] {
            sum = vectors.plus(sum, term);
        }
        let value = vectors.times_plus(vectors.splat(gate), sum, vectors.minus(equity, half));
        vectors.store(value, values);
    }
}

/// Rows of features from which hands are read.
pub(super) struct HandRows<'a> {
    equity: &'a [f32],
    spread: &'a [f32],
    below: &'a [f32],
    ties: &'a [f32],
    slices: [&'a [f32]; SLICES],
}

impl<'a> HandRows<'a> {
    /// The rows of a player's hands at a leaf.
    pub(super) fn of(features: &'a LeafFeatures, leaf: usize, player: Player) -> HandRows<'a> {
        let row = |feature: HandFeature| features.row(leaf, player, feature);
        HandRows {
            equity: row(HandFeature::Equity),
            spread: row(HandFeature::Spread),
            below: row(HandFeature::Below),
            ties: row(HandFeature::Ties),
            slices: std::array::from_fn(|slice| row(HandFeature::Slice(slice))),
        }
    }

    /// A hand.
    #[inline]
    pub(super) fn point(&self, hand: usize) -> HandPoint {
        let equity = self.equity[hand];
        let mut factors = [0.0; TERMS - 1];
        factors[0] = self.below[hand] - equity;
        factors[1] = self.ties[hand];
        for (factor, slice) in factors[2..].iter_mut().zip(&self.slices) {
            *factor = slice[hand];
        }
        HandPoint { equity, spread: self.spread[hand], factors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(equity: f32, spread: f32) -> HandPoint {
        let mut hand = HandPoint { equity, spread, ..HandPoint::default() };
        for (place, factor) in hand.factors.iter_mut().enumerate() {
            *factor = 0.1 * (place as f32 + 1.0);
        }
        hand
    }

    /// The gradient is that of finite differences: the value is linear in the outputs.
    #[test]
    fn gradients_are_those_of_differences() {
        for head in [Head::RIVER, Head::TURN] {
            let outputs: Vec<f32> = (0..head.outputs())
                .map(|place| ((place * 37 % 101) as f32 - 50.0) / 50.0)
                .collect();
            for (equity, spread) in [(0.0, 0.0), (0.31, 0.13), (0.77, 0.39), (1.0, 0.5)] {
                let hand = hand(equity, spread);
                let mut gradient = vec![0.0; head.outputs()];
                head.back(0.7, &hand, 1.0, &mut gradient);
                let value = head.value(&outputs, 0.7, &hand);
                for place in 0..head.outputs() {
                    let mut moved = outputs.clone();
                    moved[place] += 1.0;
                    let slope = head.value(&moved, 0.7, &hand) - value;
                    assert!((slope - gradient[place]).abs() < 1e-4, "{place}: {slope}");
                }
            }
        }
    }

    /// Blocks of hands have the values of single ones, with and without wide vectors.
    #[test]
    fn blocks_are_worth_what_their_hands_are() {
        let hands = 61;
        let row = |factor: usize| -> Vec<f32> {
            (0..hands).map(|hand| (hand * factor % 67) as f32 / 66.0).collect()
        };
        let (equity, below) = (row(13), row(29));
        let rest: Vec<Vec<f32>> = [5, 7, 11, 17, 19, 23].map(row).to_vec();
        let rows = HandRows {
            equity: &equity,
            below: &below,
            spread: &rest[0],
            ties: &rest[1],
            slices: std::array::from_fn(|slice| &rest[2 + slice][..]),
        };
        for head in [Head::RIVER, Head::TURN] {
            let outputs: Vec<f32> = (0..head.outputs())
                .map(|place| ((place * 37 % 101) as f32 - 50.0) / 50.0)
                .collect();
            let mut found = [vec![0.0; hands], vec![0.0; hands]];
            let [wide, plain] = &mut found;
            let (rows, outputs, gate) = (&rows, &outputs[..], 0.8);
            dispatch(Values { head, rows, outputs, gate, values: wide });
            Values { head, rows, outputs, gate, values: plain }.run(crate::arch::Portable);
            for hand in 0..hands {
                let single = head.value(outputs, gate, &rows.point(hand));
                for values in &found {
                    assert!((values[hand] - single).abs() < 2e-6, "{hand}: {single}");
                }
            }
        }
    }

    /// A plane through the knots is reproduced between them.
    #[test]
    fn planes_are_reproduced_and_no_stack_leaves_equity() {
        let head = Head::TURN;
        let mut outputs = vec![0.0; head.outputs()];
        for row in 0..24 {
            for column in 0..4 {
                let (equity, spread) = (row as f32 / 23.0, column as f32 / 3.0 * WIDEST);
                outputs[row * 4 + column] = 2.0 * equity - 3.0 * spread;
            }
        }
        for (equity, spread) in [(0.2, 0.05), (0.555, 0.3), (0.99, 0.2)] {
            let value = head.value(&outputs, 1.0, &hand(equity, spread));
            assert!((value - (equity - 0.5 + 2.0 * equity - 3.0 * spread)).abs() < 1e-5);
            assert_eq!(head.value(&outputs, Head::gate(0.0), &hand(equity, spread)), equity - 0.5);
        }
    }
}
