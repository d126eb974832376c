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
use crate::arch::{Arithmetic, Lanes};

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
    pub(super) fn absorb<A: Arithmetic>(&mut self, vectors: A, other: &Table<'_, UPPER>) {
        for (sum, other) in self.sums.iter_mut().zip(&*other.sums) {
            add_to(vectors, sum, vectors.load(other));
        }
        self.settle(vectors);
    }

    /// Derives the weights by single card, and the total, from those of pairs:
    /// a hand has `UPPER` pairs with each of its `UPPER + 1` cards.
    #[inline(always)]
    pub(super) fn settle<A: Arithmetic>(&mut self, vectors: A) {
        let singles = &mut self.singles;
        singles.fill([0.0; LANES]);
        let (ones, mut pairs) = self.sums.split_at_mut(self.layout.start(2));
        for high in 1..self.places {
            let (row, rest) = pairs.split_at_mut(high);
            pairs = rest;
            let mut sum = vectors.load_double(&singles[high % PLACES]);
            for (single, pair) in singles.iter_mut().zip(&*row) {
                let pair = vectors.widen(vectors.load(pair));
                let added = vectors.plus_double(vectors.load_double(single), pair);
                vectors.store_double(added, single);
                sum = vectors.plus_double(sum, pair);
            }
            vectors.store_double(sum, &mut singles[high % PLACES]);
        }
        let mut total = [0.0; LANES];
        for (single, one) in singles.iter_mut().zip(ones) {
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
    pub(super) fn add<A: Arithmetic>(
        &mut self,
        vectors: A,
        side: &Side,
        groups: Range<usize>,
        weights: &[Lanes],
    ) {
        let mut by_place: ByPlace = [[0.0; LANES]; PLACES];
        let mut run = side.runs_of(groups.clone()).start;
        for group in &side.groups[groups] {
            let subsets = Subsets::<UPPER>::new(&self.layout, &group.rest);
            for place in bits(group.places) {
                by_place[place % PLACES] = [0.0; LANES];
            }
            let mut total = vectors.zeros();
            for &Run { lowest, first, second } in &side.runs[run..group.end as usize] {
                let second = usize::from(second) % PLACES;
                let weights = &weights[first as usize..][..lowest.count_ones() as usize];
                let mut sum = vectors.zeros();
                for (place, weight) in bits(lowest).zip(weights) {
                    let weight = vectors.load(weight);
                    add_to(vectors, &mut by_place[place % PLACES], weight);
                    sum = vectors.plus(sum, weight);
                }
                for subset in 0..Subsets::<UPPER>::COUNT - 1 {
                    let row = row_mut(self.sums, subsets.with_two[subset] + choose(second, 2));
                    for (place, weight) in bits(lowest).zip(weights) {
                        add_to(vectors, &mut row[place % PLACES], vectors.load(weight));
                    }
                }
                add_to(vectors, &mut by_place[second], sum);
                total = vectors.plus(total, sum);
            }
            run = group.end as usize;
            for subset in 1..Subsets::<UPPER>::COUNT {
                let row = row_mut(self.sums, subsets.with_one[subset]);
                for place in bits(group.places) {
                    let added = vectors.load(&by_place[place % PLACES]);
                    add_to(vectors, &mut row[place % PLACES], added);
                }
                if !subset.is_power_of_two() {
                    add_to(vectors, &mut self.sums[subsets.alone[subset]], total);
                }
            }
        }
    }

    /// Tells `each` what every hand of some groups can meet, in order.
    #[inline(always)]
    pub(super) fn meet<A: Arithmetic>(
        &self,
        vectors: A,
        side: &Side,
        groups: Range<usize>,
        mut each: impl FnMut(usize, A::Single),
    ) {
        let mut by_place: ByPlace = [[0.0; LANES]; PLACES];
        let mut run = side.runs_of(groups.clone()).start;
        for group in &side.groups[groups] {
            let subsets = Subsets::<UPPER>::new(&self.layout, &group.rest);
            let base = self.base(vectors, &subsets, &group.rest);
            let mut rows = [row(self.sums, 0); MOST_SUBSETS];
            for (rows, &start) in rows.iter_mut().zip(&subsets.with_one[..Subsets::<UPPER>::COUNT])
            {
                *rows = row(self.sums, start);
            }
            for place in bits(group.places) {
                let place = place % PLACES;
                let mut sum = vectors.zeros();
                for (subset, row) in rows[..Subsets::<UPPER>::COUNT].iter().enumerate() {
                    let odd = subset.count_ones() % 2 == 1;
                    sum = add_signed(vectors, sum, &row[place], odd);
                }
                vectors.store(sum, &mut by_place[place]);
            }
            for &Run { lowest, first, second } in &side.runs[run..group.end as usize] {
                let second = usize::from(second) % PLACES;
                let shared = vectors.plus(base, vectors.load(&by_place[second]));
                let mut rows = [row(self.sums, 0); MOST_SUBSETS];
                let starts = &subsets.with_two[..Subsets::<UPPER>::COUNT - 1];
                for (rows, &start) in rows.iter_mut().zip(starts) {
                    *rows = row(self.sums, start + choose(second, 2));
                }
                for (hand, place) in (first as usize..).zip(bits(lowest)) {
                    let place = place % PLACES;
                    let mut met = vectors.plus(shared, vectors.load(&by_place[place]));
                    for (subset, row) in rows[..Subsets::<UPPER>::COUNT - 1].iter().enumerate() {
                        let even = subset.count_ones() % 2 == 0;
                        met = add_signed(vectors, met, &row[place], even);
                    }
                    each(hand, met);
                }
            }
            run = group.end as usize;
        }
    }

    /// The part of the sum that only the cards `R` decide.
    #[inline(always)]
    fn base<A: Arithmetic>(&self, vectors: A, subsets: &Subsets<UPPER>, rest: &[u8]) -> A::Single {
        let mut base = vectors.load_double(&self.total);
        for subset in 1..Subsets::<UPPER>::COUNT {
            let sum = if subset.is_power_of_two() {
                let place = usize::from(rest[subset.ilog2() as usize]);
                vectors.load_double(&self.singles[place % PLACES])
            } else {
                vectors.widen(vectors.load(&self.sums[subsets.alone[subset]]))
            };
            base = if subset.count_ones() % 2 == 0 {
                vectors.plus_double(base, sum)
            } else {
                vectors.minus_double(base, sum)
            };
        }
        vectors.narrow(base)
    }
}

/// Adds a vector to one in memory.
#[inline(always)]
fn add_to<A: Arithmetic>(vectors: A, to: &mut Lanes, added: A::Single) {
    vectors.store(vectors.plus(vectors.load(to), added), to);
}

/// The sum of two vectors, or their difference.
#[inline(always)]
fn add_signed<A: Arithmetic>(vectors: A, a: A::Single, b: &Lanes, positive: bool) -> A::Single {
    let b = vectors.load(b);
    if positive { vectors.plus(a, b) } else { vectors.minus(a, b) }
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
