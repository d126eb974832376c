//! Weights of hands by the cards they hold, eight reach rows at once, and the
//! weight that is left to an opponent who holds some of the cards.
//!
//! For every set of cards smaller than a hand the table has the weight `W` of all
//! hands that contain it. What a hand `h` of as many cards can meet is then an
//! alternating sum over the subsets of `h`, by inclusion and exclusion:
//!
//! ```text
//! sum over U in h, U != h, of (-1)^|U| W(U)
//! ```
//!
//! This counts every hand that shares no card with `h`, and besides the hand `h`
//! itself, with the sign `-(-1)^|h|`.
//!
//! Hands come in groups that share all cards `R` but the two lowest, `d < x`. The
//! sum falls into parts of which most are shared:
//!
//! ```text
//! base(R) + G(x) + G(d) + sum over U in R, U != R, of (-1)^|U| W(U x d)
//! base(R) = sum over U in R of (-1)^|U| W(U)       G(y) = -sum (-1)^|U| W(U y)
//! ```
//!
//! so each hand reads `G` and 3 entries of the table for hands of four cards, 7
//! for five. Entries of neighbouring hands are neighbours.
//!
//! A table of four-card hands is 0.55 MB. Sums are kept in single precision;
//! single cards and the total are sums of many weights, derived from the pairs in
//! double precision by [`Table::settle`].

use std::ops::Range;

use super::hands::{Run, Side};
use super::sets::{Layout, MOST_SUBSETS, PLACES, Subsets, bits, choose};
use crate::arch::Lanes;
use crate::holdem::sweep::{minus, plus};

const LANES: usize = 8;

/// Eight sums in double precision.
type Wide = [f64; LANES];

/// A number for each place, of which only those asked for are valid.
pub(super) type ByPlace = [Lanes; PLACES];

/// Weights by contained cards, for hands of `UPPER + 1` cards.
pub(super) struct Table<'a, const UPPER: usize> {
    layout: Layout,
    places: usize,
    /// By the order of [`Layout`].
    sums: &'a mut [Lanes],
    singles: [Wide; PLACES],
    total: Wide,
}

/// Entries of a table of hands of `UPPER + 1` cards of `places` places.
pub(super) fn entries(places: usize, upper: usize) -> usize {
    Layout::new(places).entries(upper)
}

impl<'a, const UPPER: usize> Table<'a, UPPER> {
    /// No hands yet; `sums` has as many numbers as [`entries`] says.
    pub(super) fn new(places: usize, sums: &'a mut [Lanes]) -> Table<'a, UPPER> {
        sums.fill([0.0; LANES]);
        let (singles, total) = ([[0.0; LANES]; PLACES], [0.0; LANES]);
        Table { layout: Layout::new(places), places, sums, singles, total }
    }

    /// Adds the hands of another table, and settles.
    #[inline(always)]
    pub(super) fn absorb(&mut self, other: &Table<'_, UPPER>) {
        for (sum, other) in self.sums.iter_mut().zip(&*other.sums) {
            *sum = plus(*sum, *other);
        }
        self.settle();
    }

    /// Derives the weights by single card, and the total, from those of pairs:
    /// a hand has `UPPER` pairs with each of its `UPPER + 1` cards.
    #[inline(always)]
    pub(super) fn settle(&mut self) {
        let singles = &mut self.singles;
        singles.fill([0.0; LANES]);
        let (ones, pairs) = self.sums.split_at_mut(self.layout.start(2));
        let mut rest = &*pairs;
        for high in 1..self.places {
            let row;
            (row, rest) = rest.split_at(high);
            let mut sum = [0.0; LANES];
            for (single, pair) in singles.iter_mut().zip(row) {
                for lane in 0..LANES {
                    single[lane] += f64::from(pair[lane]);
                    sum[lane] += f64::from(pair[lane]);
                }
            }
            for lane in 0..LANES {
                singles[high % PLACES][lane] += sum[lane];
            }
        }
        let mut total = [0.0; LANES];
        for (single, one) in singles.iter_mut().zip(&mut ones[self.layout.start(1)..]) {
            for lane in 0..LANES {
                single[lane] *= 1.0 / UPPER as f64;
                total[lane] += single[lane];
                one[lane] = single[lane] as f32;
            }
        }
        self.total = total.map(|total| total / (UPPER + 1) as f64);
    }

    /// Adds the hands of some groups; `weights` are those of all hands of the side.
    /// The table has to be settled before it is asked.
    #[inline(always)]
    pub(super) fn add(&mut self, side: &Side, groups: Range<usize>, weights: &[Lanes]) {
        let mut by_place: ByPlace = [[0.0; LANES]; PLACES];
        let mut run = side.runs_of(groups.clone()).start;
        for group in &side.groups[groups] {
            let subsets = Subsets::<UPPER>::new(&self.layout, &group.rest);
            for place in bits(group.places) {
                by_place[place % PLACES] = [0.0; LANES];
            }
            let mut total = [0.0; LANES];
            for &Run { lowest, first, second } in &side.runs[run..group.end as usize] {
                let second = usize::from(second) % PLACES;
                let mut sum = [0.0; LANES];
                let weights = &weights[first as usize..][..lowest.count_ones() as usize];
                for (place, &weight) in bits(lowest).zip(weights) {
                    let place = place % PLACES;
                    by_place[place] = plus(by_place[place], weight);
                    sum = plus(sum, weight);
                }
                for subset in 0..Subsets::<UPPER>::COUNT - 1 {
                    let row = subsets.with_two[subset] + choose(second, 2);
                    let row = row_mut(self.sums, row);
                    for (place, &weight) in bits(lowest).zip(weights) {
                        row[place % PLACES] = plus(row[place % PLACES], weight);
                    }
                }
                by_place[second] = plus(by_place[second], sum);
                total = plus(total, sum);
            }
            run = group.end as usize;
            for subset in 1..Subsets::<UPPER>::COUNT {
                let row = row_mut(self.sums, subsets.with_one[subset]);
                for place in bits(group.places) {
                    row[place % PLACES] = plus(row[place % PLACES], by_place[place % PLACES]);
                }
                if !subset.is_power_of_two() {
                    let sum = &mut self.sums[subsets.alone[subset]];
                    *sum = plus(*sum, total);
                }
            }
        }
    }

    /// Tells `each` what every hand of some groups can meet, in order.
    #[inline(always)]
    pub(super) fn meet(
        &self,
        side: &Side,
        groups: Range<usize>,
        mut each: impl FnMut(usize, Lanes),
    ) {
        let mut by_place: ByPlace = [[0.0; LANES]; PLACES];
        let mut run = side.runs_of(groups.clone()).start;
        for group in &side.groups[groups] {
            let subsets = Subsets::<UPPER>::new(&self.layout, &group.rest);
            let base = self.base(&subsets, &group.rest);
            let mut rows = [row(self.sums, subsets.with_one[0]); MOST_SUBSETS];
            for subset in 1..Subsets::<UPPER>::COUNT {
                rows[subset] = row(self.sums, subsets.with_one[subset]);
            }
            for place in bits(group.places) {
                let place = place % PLACES;
                let mut sum = [0.0; LANES];
                for (subset, row) in rows[..Subsets::<UPPER>::COUNT].iter().enumerate() {
                    sum = add_signed(sum, row[place], subset.count_ones() % 2 == 1);
                }
                by_place[place] = sum;
            }
            for &Run { lowest, first, second } in &side.runs[run..group.end as usize] {
                let second = usize::from(second) % PLACES;
                let shared = plus(base, by_place[second]);
                let mut rows = [row(self.sums, 0); MOST_SUBSETS];
                for subset in 0..Subsets::<UPPER>::COUNT - 1 {
                    rows[subset] = row(self.sums, subsets.with_two[subset] + choose(second, 2));
                }
                for (hand, place) in (first as usize..).zip(bits(lowest)) {
                    let place = place % PLACES;
                    let mut met = plus(shared, by_place[place]);
                    for (subset, row) in rows[..Subsets::<UPPER>::COUNT - 1].iter().enumerate() {
                        met = add_signed(met, row[place], subset.count_ones() % 2 == 0);
                    }
                    each(hand, met);
                }
            }
            run = group.end as usize;
        }
    }

    /// The part of the sum that only the cards `R` decide.
    #[inline(always)]
    fn base(&self, subsets: &Subsets<UPPER>, rest: &[u8]) -> Lanes {
        let mut base = self.total;
        for subset in 1..Subsets::<UPPER>::COUNT {
            let sum = if subset.is_power_of_two() {
                self.singles[usize::from(rest[subset.ilog2() as usize]) % PLACES]
            } else {
                widen(self.sums[subsets.alone[subset]])
            };
            let even = subset.count_ones() % 2 == 0;
            for lane in 0..LANES {
                base[lane] += if even { sum[lane] } else { -sum[lane] };
            }
        }
        base.map(|base| base as f32)
    }
}

/// The sum or the difference of two vectors.
#[inline(always)]
fn add_signed(a: Lanes, b: Lanes, positive: bool) -> Lanes {
    if positive { plus(a, b) } else { minus(a, b) }
}

#[inline(always)]
fn widen(lanes: Lanes) -> Wide {
    lanes.map(f64::from)
}

/// The entries from `start` on, one for each place.
#[inline(always)]
fn row(sums: &[Lanes], start: usize) -> &ByPlace {
    sums[start..].first_chunk().expect("tables have room for a whole row at their end")
}

#[inline(always)]
fn row_mut(sums: &mut [Lanes], start: usize) -> &mut ByPlace {
    sums[start..].first_chunk_mut().expect("tables have room for a whole row at their end")
}
