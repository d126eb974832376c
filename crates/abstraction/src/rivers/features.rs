//! A hand of a river as a point: its strength, and what it blocks.
//!
//! The opponent's range is cut into [`SLICES`] slices of equal weight by strength. The first
//! coordinate of a hand grows with its strength, by [`SLICES`] over the whole range and
//! faster towards the nuts; it is the same for all hands of a strength. The others are the
//! parts of the slices that share a card with the hand. Coordinates are whole numbers,
//! [`UNIT`] for 1, so that sums of them do not depend on the order of hands.

use super::hands::{CARDS, Held, STRENGTHS};
use super::sets::SetTable;

/// Slices of the opponent's range.
pub(super) const SLICES: usize = 8;

/// Coordinates of a point.
pub(super) const DIMS: usize = 1 + SLICES;

/// The coordinate of 1.
const UNIT: f32 = 512.0;

/// How much being close to the nuts counts, in slices.
const NUTS: f64 = 2.0;

/// The most that a hand weighs.
const MOST_MASS: f32 = 4_095.0;

/// Hands as points with weights.
pub(super) struct Points {
    pub(super) values: Vec<[i16; DIMS]>,
    /// From 0 for hands without weight to 4,095.
    pub(super) masses: Vec<u16>,
    /// The weight of the opponent's hands that share no card with each hand.
    pub(super) compatible: Vec<f32>,
}

/// Describes both players' hands, each against the other's range.
pub(super) fn describe<const N: usize>(hands: &[Held<'_, N>; 2]) -> [Points; 2] {
    [[0, 1], [1, 0]].map(|[own, other]: [usize; 2]| against(&hands[own], &hands[other]))
}

fn against<const N: usize>(own: &Held<'_, N>, other: &Held<'_, N>) -> Points {
    let ladder = Ladder::new(&other.by_strength());
    let mut table = SetTable::<N, SLICES>::new(CARDS);
    for ((hand, &strength), &weight) in other.places.iter().zip(&other.strengths).zip(other.weights)
    {
        if weight > 0.0 {
            table.add(hand, usize::from(ladder.slices[usize::from(strength)]), weight);
        }
    }
    let totals = table.fold();
    let parts = totals.map(|total| if total > 0.0 { UNIT / total } else { 0.0 });
    let mut values = Vec::with_capacity(own.places.len());
    let mut compatible = Vec::with_capacity(own.places.len());
    for ((hand, &strength), &twin) in own.places.iter().zip(&own.strengths).zip(&own.twins) {
        let mut met = table.meet(hand);
        // The hand itself was counted with the wrong sign.
        let itself = &mut met[usize::from(ladder.slices[usize::from(strength)])];
        *itself += if N.is_multiple_of(2) { twin } else { -twin };
        let mut point = [0; DIMS];
        point[0] = ladder.heights[usize::from(strength)];
        for slice in 0..SLICES {
            point[1 + slice] = ((totals[slice] - met[slice]) * parts[slice]).round() as i16;
        }
        values.push(point);
        compatible.push(met.iter().sum::<f32>().max(0.0));
    }
    Points { values, masses: masses(own.weights), compatible }
}

/// Weights as whole numbers; a hand with a weight has at least 1.
fn masses(weights: &[f32]) -> Vec<u16> {
    let most = weights.iter().copied().fold(0.0, f32::max);
    let mass = |&weight: &f32| match weight > 0.0 {
        true => (weight / most * MOST_MASS).round().max(1.0) as u16,
        false => 0,
    };
    weights.iter().map(mass).collect()
}

/// What a strength means against a range.
struct Ladder {
    /// The slice of each strength.
    slices: [u8; STRENGTHS],
    /// The first coordinate of each strength.
    heights: [i16; STRENGTHS],
}

impl Ladder {
    /// From the weight of each strength in the opponent's range.
    fn new(weights: &[f64; STRENGTHS]) -> Ladder {
        let mut ladder = Ladder { slices: [0; STRENGTHS], heights: [0; STRENGTHS] };
        let all: f64 = weights.iter().sum();
        if all <= 0.0 {
            return ladder;
        }
        let (mut below, mut height) = (0.0, 0.0);
        let mut last = [0.0; 2];
        for (strength, &weight) in weights.iter().enumerate() {
            let middle = (below + weight / 2.0) / all;
            let nuts = 1.0 - (all - below - weight).max(0.0).ln_1p() / all.ln_1p();
            let next = [SLICES as f64 * middle, NUTS * nuts];
            height += (next[0] - last[0]).hypot(next[1] - last[1]);
            (last, below) = (next, below + weight);
            ladder.slices[strength] = ((SLICES as f64 * middle) as usize).min(SLICES - 1) as u8;
            ladder.heights[strength] = (height * f64::from(UNIT)).round() as i16;
        }
        ladder
    }
}
