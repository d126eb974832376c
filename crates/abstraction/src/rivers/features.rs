//! A hand of a river as a point: its strength, and what it blocks.
//!
//! The opponent's range is cut into [`SLICES`] slices by strength, thinner towards the top.
//! The first coordinate of a hand grows with its strength, evenly over the opponent's range
//! and faster towards the nuts; it is the same for all hands of a strength. The others are
//! the parts of the slices that share a card with the hand, in steps of 1/64. Hands with equal
//! coordinates are one point: 41,000 hands make about 5,600.
//!
//! Cuts and factors are those with the least cost in the real game among a few that were
//! tried on six rivers; none made a difference of more than a tenth.

use super::hands::{CARDS, Held, STRENGTHS};
use super::sets::SetTable;

/// Where the opponent's range is cut, as parts of its weight from the weakest hand on.
const CUTS: [f64; 7] = [0.15, 0.35, 0.55, 0.7, 0.82, 0.91, 0.97];

/// Slices of the opponent's range.
pub(super) const SLICES: usize = CUTS.len() + 1;

/// Coordinates of a point.
pub(super) const DIMS: usize = 1 + SLICES;

/// The coordinate of a slice that is blocked as a whole.
const UNIT: f32 = 64.0;

/// Steps of the first coordinate for each unit of the others.
const STEPS: f64 = 16.0;

/// What the first coordinate grows by over the opponent's range, relative to blocking a slice.
const RANGE: f64 = 4.0;

/// What it grows by towards the nuts.
const NUTS: f64 = 1.0;

/// The most that a hand weighs. Sums of squares of coordinates, times weights, are exact, so
/// that they do not depend on the order of hands.
const MOST_MASS: f32 = 255.0;

/// Hands as points with weights.
pub(super) struct Points {
    pub(super) values: Vec<[f64; DIMS]>,
    /// A whole number for each point, 0 where no hand has a weight.
    pub(super) masses: Vec<f64>,
    /// The point of each hand.
    pub(super) of_hands: Vec<u32>,
    /// The weight of the opponent's hands that share no card with each hand.
    pub(super) compatible: Vec<f32>,
}

/// Describes a player's hands against the other's range.
pub(super) fn describe<const N: usize>(own: &Held<'_, N>, other: &Held<'_, N>) -> Points {
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
    let most = own.weights.iter().copied().fold(0.0, f32::max);
    let per_weight = if most > 0.0 { MOST_MASS / most } else { 0.0 };
    let mut merger = Merger::new(own.places.len());
    let mut compatible = Vec::with_capacity(own.places.len());
    for hand in 0..own.places.len() {
        let (strength, twin) = (own.strengths[hand], own.twins[hand]);
        let mut met = table.meet(&own.places[hand]);
        // The hand itself was counted with the wrong sign.
        let itself = &mut met[usize::from(ladder.slices[usize::from(strength)])];
        *itself += if N.is_multiple_of(2) { twin } else { -twin };
        let mut blocked = [0; SLICES];
        let mut sum = 0.0;
        for slice in 0..SLICES {
            sum += met[slice];
            blocked[slice] = ((totals[slice] - met[slice]) * parts[slice] + 0.5) as u8;
        }
        compatible.push(sum.max(0.0));
        let weight = own.weights[hand];
        let mass = if weight > 0.0 { (weight * per_weight + 0.5).max(1.0).floor() } else { 0.0 };
        merger.add(strength, blocked, f64::from(mass));
    }
    let Merger { keys, masses, of_hands, .. } = merger;
    let values = keys.iter().map(|(strength, blocked)| {
        let mut point = [0.0; DIMS];
        point[0] = ladder.heights[usize::from(*strength)];
        for (value, &part) in point[1..].iter_mut().zip(blocked) {
            *value = f64::from(part);
        }
        point
    });
    Points { values: values.collect(), masses, of_hands, compatible }
}

/// Finds equal points, with a hash table of a fixed size.
struct Merger {
    /// Numbers of points plus 1, or 0.
    places: Vec<u32>,
    keys: Vec<(u8, [u8; SLICES])>,
    masses: Vec<f64>,
    of_hands: Vec<u32>,
}

impl Merger {
    fn new(hands: usize) -> Merger {
        Merger {
            places: vec![0; (2 * hands).next_power_of_two()],
            keys: Vec::new(),
            masses: Vec::new(),
            of_hands: Vec::with_capacity(hands),
        }
    }

    #[inline]
    fn add(&mut self, strength: u8, blocked: [u8; SLICES], mass: f64) {
        let mixed = u64::from_le_bytes(blocked) ^ u64::from(strength).rotate_right(8);
        // Multiplying by a large odd number spreads all bits into the highest.
        let mixed = (mixed ^ mixed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let last = self.places.len() - 1;
        let mut place = (mixed >> 32) as usize & last;
        loop {
            match self.places[place] {
                0 => {
                    self.keys.push((strength, blocked));
                    self.masses.push(mass);
                    self.places[place] = self.keys.len() as u32;
                    self.of_hands.push(self.keys.len() as u32 - 1);
                    return;
                }
                found if self.keys[found as usize - 1] == (strength, blocked) => {
                    self.masses[found as usize - 1] += mass;
                    self.of_hands.push(found - 1);
                    return;
                }
                _ => place = (place + 1) & last,
            }
        }
    }
}

/// What a strength means against a range.
struct Ladder {
    /// The slice of each strength.
    slices: [u8; STRENGTHS],
    /// The first coordinate of each strength.
    heights: [f64; STRENGTHS],
}

impl Ladder {
    /// From the weight of each strength in the opponent's range.
    fn new(weights: &[f64; STRENGTHS]) -> Ladder {
        let mut ladder = Ladder { slices: [0; STRENGTHS], heights: [0.0; STRENGTHS] };
        let all: f64 = weights.iter().sum();
        if all <= 0.0 {
            return ladder;
        }
        let (mut below, mut height) = (0.0, 0.0);
        let mut last = [0.0; 2];
        for (strength, &weight) in weights.iter().enumerate() {
            let middle = (below + weight / 2.0) / all;
            let nuts = 1.0 - (all - below - weight).max(0.0).ln_1p() / all.ln_1p();
            let next = [RANGE * middle, NUTS * nuts];
            height += (next[0] - last[0]).hypot(next[1] - last[1]);
            (last, below) = (next, below + weight);
            ladder.slices[strength] = CUTS.iter().filter(|&&cut| middle >= cut).count() as u8;
            ladder.heights[strength] = (height * f64::from(UNIT) * STEPS).round() / STEPS;
        }
        ladder
    }
}
