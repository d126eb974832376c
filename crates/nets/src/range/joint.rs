//! How two ranges meet on a river: what marginal curves leave out.
//!
//! A hand h is held in play as often as its reach times the weight M(h) that it meets. Narrow
//! ranges hold the same cards again and again: where both are mostly pairs of aces, a player who
//! has one meets hardly any other, and two ranges that look alike by their marginal curves play
//! nothing like it. With shares taken by reach times M:
//!
//! | of a leaf, from one player's view | numbers |
//! |---|---|
//! | in 16 equal parts of each range, by strength, the mean equity | 32 |
//! | the chance that both hold hands of given slices, compared with what the shares of slices say | 25 |
//!
//! Both are continuous in the reach. A cell with shares a and b and chance p is
//! (p - ab) / sqrt(ab). Without card removal all cells are 0, and equities are those of the
//! marginal curves.

use super::features::{EDGES, SLICES};
use super::river::{CURVE, Masses, StrengthGroups};

/// Slices of a range, with the weak hands below the first edge.
const PARTS: usize = SLICES + 1;

/// How many numbers there are.
pub(super) const JOINT: usize = 2 * CURVE + PARTS * PARTS;

/// What is known of a player's hands on a river after the sweeps.
#[derive(Clone, Copy)]
pub(super) struct HandsMet<'a> {
    /// The player's reach.
    pub(super) reach: &'a [f32],
    /// Weight beaten less weight that beats.
    pub(super) differences: &'a [f32],
    /// Weight met.
    pub(super) met: &'a [f32],
}

/// How two ranges meet.
#[derive(Debug, Default)]
pub(super) struct Joint {
    /// By group of the player's hands: how often they are held, the same times their equity,
    /// and how often they meet each upper slice of the opponent's range.
    groups: Vec<[f32; 2 + SLICES]>,
    curves: [[f32; CURVE]; 2],
    /// From the first player's view.
    cells: [[f32; PARTS]; PARTS],
}

/// The quantiles between which a part lies.
fn edges(part: usize) -> (f32, f32) {
    (if part == 0 { 0.0 } else { EDGES[part - 1] }, EDGES[part])
}

impl Joint {
    /// Room for so many groups; forgets the last river.
    pub(super) fn reserve(&mut self, groups: usize) {
        self.groups.resize(self.groups.len().max(groups), [0.0; 2 + SLICES]);
        self.curves = [[0.0; CURVE]; 2];
        self.cells = [[0.0; PARTS]; PARTS];
    }

    /// Measures a river from a player's view. `slices` has rows of the weight met in each upper
    /// slice of the opponent's range.
    pub(super) fn measure(
        &mut self,
        player: usize,
        groups: &StrengthGroups,
        masses: &Masses,
        hands: HandsMet<'_>,
        slices: &[f32],
    ) {
        let sums = &mut self.groups[..groups.count()];
        sums.fill([0.0; 2 + SLICES]);
        let stride = slices.len() / SLICES;
        for (hand, &group) in groups.of(player).iter().enumerate() {
            let (reach, met) = (hands.reach[hand], hands.met[hand]);
            if reach > 0.0 && met > 0.0 {
                let sums = &mut sums[group as usize];
                sums[0] += reach * met;
                sums[1] += 0.5 * reach * (met + hands.differences[hand]);
                for (slice, sum) in sums[2..].iter_mut().enumerate() {
                    *sum += reach * slices[slice * stride + hand];
                }
            }
        }
        let total: f64 = sums.iter().map(|sums| f64::from(sums[0])).sum();
        if total > 0.0 {
            let scale = (1.0 / total) as f32;
            self.curves[player] = curve(sums, scale);
            if player == 0 {
                self.cells = cells(masses, sums, scale);
            }
        }
    }

    /// Writes the numbers from a player's view.
    pub(super) fn write(&self, player: usize, numbers: &mut [f32]) {
        let (curves, cells) = numbers.split_at_mut(2 * CURVE);
        curves[..CURVE].copy_from_slice(&self.curves[player]);
        curves[CURVE..].copy_from_slice(&self.curves[1 - player]);
        for (place, cell) in cells.iter_mut().enumerate() {
            let (own, other) = (place / PARTS, place % PARTS);
            *cell = if player == 0 { self.cells[own][other] } else { self.cells[other][own] };
        }
    }
}

/// The mean equity in equal parts of a range, from the weakest on.
fn curve(groups: &[[f32; 2 + SLICES]], scale: f32) -> [f32; CURVE] {
    let mut curve = [0.0; CURVE];
    let (mut place, last) = (0.0, CURVE as f32);
    for sums in groups.iter().filter(|sums| sums[0] > 0.0) {
        let equity = sums[1] / sums[0];
        let end = (place + sums[0] * scale * last).min(last);
        while place < end {
            let part = (place as usize).min(CURVE - 1);
            let next = end.min((part + 1) as f32);
            curve[part] += (next - place) * equity;
            place = next;
        }
    }
    curve
}

/// How often the parts of both ranges meet, compared with their shares.
fn cells(masses: &Masses, groups: &[[f32; 2 + SLICES]], scale: f32) -> [[f32; PARTS]; PARTS] {
    let mut cells = [[0.0; PARTS]; PARTS];
    for (group, sums) in groups.iter().enumerate().filter(|(_, sums)| sums[0] > 0.0) {
        let weak = sums[0] - sums[2..].iter().sum::<f32>();
        for (part, row) in cells.iter_mut().enumerate() {
            let (from, to) = edges(part);
            let inside = masses.part(0, group, from, to) * scale;
            row[0] += inside * weak;
            for (cell, met) in row[1..].iter_mut().zip(&sums[2..]) {
                *cell += inside * met;
            }
        }
    }
    for (own, row) in cells.iter_mut().enumerate() {
        for (other, cell) in row.iter_mut().enumerate() {
            let share = |part: usize| edges(part).1 - edges(part).0;
            let expected = share(own) * share(other);
            *cell = (*cell - expected) / expected.sqrt();
        }
    }
    cells
}
