//! Which hands of two ranges can be dealt together on a river: what marginal curves leave out.
//!
//! A hand h is held in play as often as its reach times its compatible weight M(h). Narrow ranges
//! hold the same cards again and again: where both are mostly pairs of aces, a player who has one
//! is hardly ever up against another, and two ranges that look alike by their marginal curves play
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
use super::river::{CURVE, Masses};
use crate::arch::{Arithmetic, Kernel, LANES, Lanes, dispatch};

/// Slices of a range, with the weak hands below the first edge.
const PARTS: usize = SLICES + 1;

/// How many numbers there are.
pub(super) const JOINT: usize = 2 * CURVE + PARTS * PARTS;

/// By group of a player's hands: how often they are held, the same times their equity, and how
/// often they are dealt against each upper slice of the opponent's range; for eight leaves side by
/// side.
pub(super) type GroupSums = [Lanes; 2 + SLICES];

/// Which hands of two ranges are dealt together, for eight leaves side by side.
#[derive(Debug, Default)]
pub(super) struct Joint {
    groups: Vec<GroupSums>,
    curves: [[Lanes; CURVE]; 2],
    /// From the first player's view.
    cells: [[Lanes; PARTS]; PARTS],
}

/// The quantiles between which a part lies.
fn edges(part: usize) -> (f32, f32) {
    (if part == 0 { 0.0 } else { EDGES[part - 1] }, EDGES[part])
}

impl Joint {
    /// Room for so many groups; forgets the last river.
    pub(super) fn reserve(&mut self, groups: usize) {
        self.groups.resize(self.groups.len().max(groups), GroupSums::default());
        self.curves = Default::default();
        self.cells = Default::default();
    }

    /// Empty sums of a player's hands, to be filled before [`measure`](Self::measure).
    pub(super) fn clear(&mut self, groups: usize) -> &mut [GroupSums] {
        let sums = &mut self.groups[..groups];
        sums.fill(GroupSums::default());
        sums
    }

    /// Measures a river from a player's view, by the sums of the player's hands.
    pub(super) fn measure(&mut self, player: usize, masses: &Masses, groups: usize) {
        let sums = &self.groups[..groups];
        let scales = scales(sums);
        self.curves[player] = curves(sums, &scales);
        if player == 0 {
            self.cells = dispatch(Cells { masses, sums, scales: &scales });
        }
    }

    /// Writes the numbers of a leaf from a player's view.
    pub(super) fn write(&self, leaf: usize, player: usize, numbers: &mut [f32]) {
        let (curves, cells) = numbers.split_at_mut(2 * CURVE);
        for (place, whose) in [player, 1 - player].into_iter().enumerate() {
            let curve = curves[place * CURVE..][..CURVE].iter_mut();
            curve.zip(&self.curves[whose]).for_each(|(number, lanes)| *number = lanes[leaf]);
        }
        for (place, cell) in cells.iter_mut().enumerate() {
            let (own, other) = (place / PARTS, place % PARTS);
            let lanes = if player == 0 { self.cells[own][other] } else { self.cells[other][own] };
            *cell = lanes[leaf];
        }
    }
}

/// What makes the hands held in each lane add up to 1; 0 where there are none.
fn scales(groups: &[GroupSums]) -> Lanes {
    let mut totals = [0.0_f64; LANES];
    for sums in groups {
        for lane in 0..LANES {
            totals[lane] += f64::from(sums[0][lane]);
        }
    }
    totals.map(|total| if total > 0.0 { (1.0 / total) as f32 } else { 0.0 })
}

/// The mean equity in equal parts of a range, from the weakest on.
fn curves(groups: &[GroupSums], scales: &Lanes) -> [Lanes; CURVE] {
    let mut curves = [[0.0; LANES]; CURVE];
    let last = CURVE as f32;
    for lane in (0..LANES).filter(|&lane| scales[lane] > 0.0) {
        let (mut place, scale) = (0.0, scales[lane] * last);
        for sums in groups.iter().filter(|sums| sums[0][lane] > 0.0) {
            let equity = sums[1][lane] / sums[0][lane];
            let end = (place + sums[0][lane] * scale).min(last);
            while place < end {
                let part = (place as usize).min(CURVE - 1);
                let next = end.min((part + 1) as f32);
                curves[part][lane] += (next - place) * equity;
                place = next;
            }
        }
    }
    curves
}

/// How often the parts of both ranges are dealt together, compared with their shares.
struct Cells<'a> {
    masses: &'a Masses,
    sums: &'a [GroupSums],
    scales: &'a Lanes,
}

impl Kernel for Cells<'_> {
    type Output = [[Lanes; PARTS]; PARTS];

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) -> [[Lanes; PARTS]; PARTS] {
        let Cells { masses, sums, scales } = self;
        let scale = vectors.load(scales);
        let mut cells = [[[0.0; LANES]; PARTS]; PARTS];
        for (group, sums) in sums.iter().enumerate() {
            let mut compatible_weight = sums.each_ref().map(|sum| vectors.load(sum));
            let mut weak = compatible_weight[0];
            for slice in 0..SLICES {
                weak = vectors.minus(weak, compatible_weight[2 + slice]);
            }
            compatible_weight[1] = weak;
            for (part, row) in cells.iter_mut().enumerate() {
                let inside = masses.part(vectors, (0, group), edges(part));
                let inside = vectors.times(inside, scale);
                for (cell, &compatible_weight) in row.iter_mut().zip(&compatible_weight[1..]) {
                    let sum = vectors.times_plus(inside, compatible_weight, vectors.load(cell));
                    vectors.store(sum, cell);
                }
            }
        }
        for (own, row) in cells.iter_mut().enumerate() {
            for (other, cell) in row.iter_mut().enumerate() {
                let share = |part: usize| edges(part).1 - edges(part).0;
                let expected = share(own) * share(other);
                for lane in 0..LANES {
                    let found = (cell[lane] - expected) / expected.sqrt();
                    cell[lane] = if scales[lane] > 0.0 { found } else { 0.0 };
                }
            }
        }
        cells
    }
}
