//! Weights of hands by the cards they hold, eight reach rows at once, and the
//! weight that an opponent of a hand can hold.
//!
//! For every set of cards smaller than a hand the table has the weight `W` of all
//! hands that contain it. The compatible weight of a hand `h` of as many cards is then
//! an alternating sum over the subsets of `h`, by inclusion and exclusion:
//!
//! ```text
//! sum over U in h, U != h, of (-1)^|U| W(U)
//! ```
//!
//! This counts every hand that shares no card with `h`, and also the hand `h`
//! itself, with the sign `-(-1)^|h|`.
//!
//! Hands come in groups that share all cards `R` but the two lowest, `d < x`. Most
//! parts of the sum are shared by a group:
//!
//! ```text
//! base(R) + G(x) + G(d) + sum over U in R, U != R, of (-1)^|U| W(U x d)
//! base(R) = sum over U in R of (-1)^|U| W(U)       G(y) = -sum (-1)^|U| W(U y)
//! ```
//!
//! so each hand reads `G` twice and 3 entries of the table for hands of four cards, 7
//! for five. A table has the pairs `x d` with `U` in one block, so one index finds
//! all of them, and entries of adjacent hands are mostly adjacent.
//!
//! A table of four-card hands is 0.55 MB. Sums are kept in single precision;
//! single cards and the total are sums of very many weights, kept in double precision.

use std::ops::Range;

use crate::arch::{Arithmetic, Lanes};
use crate::omaha::hands::{MOST_REST, Run, Side};
use crate::omaha::sets::{Layout, MOST_SUBSETS, PAIRS, PLACES, Subsets, bits};
use crate::omaha::used::Used;

const LANES: usize = 8;

/// Eight sums in double precision.
type Wide = [f64; LANES];

/// A number for each place; only the requested ones are valid.
pub(super) type ByPlace = [Lanes; PLACES];

/// A number for each pair of places.
pub(super) type ByPair = [Lanes; PAIRS];

/// Numbers by place of the current group.
pub(super) struct Places {
    /// What the querying hands share.
    asked: ByPlace,
    /// The weights of hands being added, by their two lowest cards: zeros between
    /// groups.
    joining: ByPlace,
}

impl Places {
    pub(super) const EMPTY: Places =
        Places { asked: [[0.0; LANES]; PLACES], joining: [[0.0; LANES]; PLACES] };
}

/// Weights by contained cards, for hands of `UPPER + 1` cards.
pub(super) struct Table<'a, const UPPER: usize> {
    layout: Layout,
    /// By the order of [`Layout`].
    sums: &'a mut [Lanes],
    singles: [Wide; PLACES],
    total: Wide,
    /// The total when it was last settled, in single precision.
    all: Lanes,
}

/// Entries of a table of hands of `UPPER + 1` cards of `places` places.
pub(super) fn entries(places: usize, upper: usize) -> usize {
    Layout::new(places).entries(upper)
}

impl<'a, const UPPER: usize> Table<'a, UPPER> {
    /// An empty table; `sums` has [`entries`] numbers. Only those in `used` are read.
    pub(super) fn new(places: usize, used: &Used, sums: &'a mut [Lanes]) -> Table<'a, UPPER> {
        let layout = Layout::new(places);
        sums[..layout.start(UPPER)].fill([0.0; LANES]);
        for Range { start, end } in &used.entries {
            sums[*start as usize..*end as usize].fill([0.0; LANES]);
        }
        let (singles, total) = ([[0.0; LANES]; PLACES], [0.0; LANES]);
        Table { layout, sums, singles, total, all: [0.0; LANES] }
    }

    /// Returns the sums. For a single card they have the weight of all hands of
    /// both tables, less `UPPER + 1` times the weight of those with the card.
    #[inline(always)]
    pub(super) fn fold_ones<A: Arithmetic>(
        self,
        vectors: A,
        other: &Table<'_, UPPER>,
    ) -> (Layout, &'a mut [Lanes]) {
        let both = |one: &Wide, other: &Wide| {
            vectors.plus_double(vectors.load_double(one), vectors.load_double(other))
        };
        let all = both(&self.total, &other.total);
        let ones = &mut self.sums[self.layout.start(1)..self.layout.start(2)];
        for (one, (single, other)) in ones.iter_mut().zip(self.singles.iter().zip(&other.singles)) {
            let with = both(single, other);
            let folded = (0..=UPPER).fold(all, |left, _| vectors.minus_double(left, with));
            vectors.store(vectors.narrow(folded), one);
        }
        (self.layout, self.sums)
    }

    /// The sums, by the order of [`Layout`].
    pub(super) fn sums(&self) -> &[Lanes] {
        self.sums
    }

    /// Rounds the total and the weights by single card. Call it after adding hands and
    /// before the next query.
    #[inline(always)]
    pub(super) fn settle<A: Arithmetic>(&mut self, vectors: A) {
        let ones = &mut self.sums[self.layout.start(1)..self.layout.start(2)];
        for (one, single) in ones.iter_mut().zip(&self.singles) {
            vectors.store(vectors.narrow(vectors.load_double(single)), one);
        }
        vectors.store(vectors.narrow(vectors.load_double(&self.total)), &mut self.all);
    }

    /// Adds the hands of some groups, whose weights are given.
    #[inline(always)]
    pub(super) fn add<A: Arithmetic>(
        &mut self,
        vectors: A,
        side: &Side,
        groups: Range<usize>,
        weights: &[Lanes],
        places: &mut Places,
    ) {
        let (layout, sums) = (self.layout, &mut *self.sums);
        let by_place = &mut places.joining;
        let mut start = side.hands_of(groups.clone()).start;
        let mut weights = weights;
        for number in groups {
            let group = &side.groups[number];
            let subsets = Subsets::<UPPER>::new(&layout, &group.rest);
            let (of_hands, later) = weights.split_at(group.end as usize - start);
            (weights, start) = (later, group.end as usize);
            let runs = side.runs_of(number);
            let blocks = subsets.blocks();
            let of_group = match group.single {
                true => join_singles(vectors, runs, of_hands, blocks, sums, by_place),
                false => join_runs(vectors, runs, of_hands, blocks, sums, by_place),
            };
            for place in bits(group.places) {
                let sum = &mut by_place[place % PLACES];
                let added = vectors.load(sum);
                vectors.store(vectors.zeros(), sum);
                add_double(vectors, &mut self.singles[place % PLACES], vectors.widen(added));
                for subset in 1..Subsets::<UPPER>::COUNT {
                    let row = subsets.number(subsets.row(subset));
                    add_to(vectors, &mut sums[row + place], added);
                }
            }
            let wide = vectors.widen(of_group);
            add_double(vectors, &mut self.total, wide);
            for &place in &group.rest[..UPPER - 1] {
                add_double(vectors, &mut self.singles[usize::from(place) % PLACES], wide);
            }
            for subset in 1..Subsets::<UPPER>::COUNT {
                if !subset.is_power_of_two() {
                    let entry = subsets.number(subsets.entry(subset, &group.rest));
                    add_to(vectors, &mut sums[entry], of_group);
                }
            }
        }
    }

    /// Computes the compatible weight of every hand of some groups. `put` receives the answer and
    /// the place of the hand in `hands`.
    #[inline(always)]
    pub(super) fn meet<A: Arithmetic>(
        &self,
        vectors: A,
        side: &Side,
        groups: Range<usize>,
        hands: &mut [Lanes],
        places: &mut Places,
        put: impl Fn(A::Single, &mut Lanes),
    ) {
        let sums = &*self.sums;
        let ones: &ByPlace = leading(sums, self.layout.start(1));
        let by_place = &mut places.asked;
        let mut start = side.hands_of(groups.clone()).start;
        let mut hands = hands;
        for number in groups {
            let group = &side.groups[number];
            let subsets = Subsets::<UPPER>::new(&self.layout, &group.rest);
            let mut blocks: [&ByPair; MOST_SUBSETS] = [leading(sums, 0); MOST_SUBSETS];
            for (block, &start) in blocks.iter_mut().zip(subsets.blocks()) {
                *block = leading(sums, start);
            }
            let base = self.base(vectors, &subsets, ones, &blocks, &group.rest);
            let mut rows: [&ByPlace; MOST_SUBSETS] = [ones; MOST_SUBSETS];
            let larger = rows[..Subsets::<UPPER>::COUNT].iter_mut().enumerate().skip(1);
            for (subset, row) in larger {
                let (block, start) = subsets.row(subset);
                *row = leading(blocks[block], start);
            }
            let rows = &rows[..Subsets::<UPPER>::COUNT];
            let blocks = &blocks[..Subsets::<UPPER>::COUNT - 1];
            let (of_group, later) = hands.split_at_mut(group.end as usize - start);
            (hands, start) = (later, group.end as usize);
            let runs = side.runs_of(number);
            // Single hands of four cards share little: summing both parts for each costs
            // less than a loop over places. With five cards the parts are twice as long.
            let alone = group.single && UPPER == 3;
            if !alone {
                for place in bits(group.places) {
                    vectors.store(with_one(vectors, rows, place), &mut by_place[place % PLACES]);
                }
            }
            if group.single {
                for (&Run { number, high, low, .. }, hand) in runs.iter().zip(of_group) {
                    let mut met = base;
                    for place in [high, low].map(usize::from) {
                        let part = match alone {
                            true => with_one(vectors, rows, place),
                            false => vectors.load(&by_place[place % PLACES]),
                        };
                        met = vectors.plus(met, part);
                    }
                    for (subset, block) in blocks.iter().enumerate() {
                        let even = subset.count_ones() % 2 == 0;
                        met = add_signed(vectors, met, &block[usize::from(number) % PAIRS], even);
                    }
                    put(met, hand);
                }
                continue;
            }
            let mut rest = of_group;
            for &Run { number, high, low, hands } in runs {
                let (of_run, later) = rest.split_at_mut(usize::from(hands));
                rest = later;
                let count = of_run.len();
                let high = vectors.load(&by_place[usize::from(high) % PLACES]);
                let shared = vectors.plus(base, high);
                let by_low = &by_place[usize::from(low)..][..count];
                let mut entries: [&[Lanes]; MOST_SUBSETS] = [&[]; MOST_SUBSETS];
                for (entries, block) in entries.iter_mut().zip(blocks) {
                    *entries = &block[usize::from(number)..][..count];
                }
                for (place, hand) in of_run.iter_mut().enumerate() {
                    let mut met = vectors.plus(shared, vectors.load(&by_low[place]));
                    for (subset, entries) in entries[..blocks.len()].iter().enumerate() {
                        let even = subset.count_ones() % 2 == 0;
                        met = add_signed(vectors, met, &entries[place], even);
                    }
                    put(met, hand);
                }
            }
        }
    }

    /// The part of the sum that depends only on the cards `R`.
    #[inline(always)]
    fn base<A: Arithmetic>(
        &self,
        vectors: A,
        subsets: &Subsets<UPPER>,
        ones: &ByPlace,
        blocks: &[&ByPair; MOST_SUBSETS],
        rest: &[u8; MOST_REST],
    ) -> A::Single {
        let mut base = vectors.load(&self.all);
        for subset in 1..Subsets::<UPPER>::COUNT {
            let sum = if subset.is_power_of_two() {
                &ones[usize::from(rest[subset.ilog2() as usize]) % PLACES]
            } else {
                let (block, entry) = subsets.entry(subset, rest);
                &blocks[block][entry % PAIRS]
            };
            base = add_signed(vectors, base, sum, subset.count_ones() % 2 == 0);
        }
        base
    }
}

/// `G` of a place: what the rows of all subsets have for it.
#[inline(always)]
fn with_one<A: Arithmetic>(vectors: A, rows: &[&ByPlace], place: usize) -> A::Single {
    let mut sum = vectors.zeros();
    for (subset, row) in rows.iter().enumerate() {
        let odd = subset.count_ones() % 2 == 1;
        sum = add_signed(vectors, sum, &row[place % PLACES], odd);
    }
    sum
}

/// Adds hands of a group, each a run, to the blocks of a table and to the sums by
/// their two lowest cards; returns the weight of all.
#[inline(always)]
fn join_singles<A: Arithmetic>(
    vectors: A,
    runs: &[Run],
    weights: &[Lanes],
    blocks: &[usize],
    sums: &mut [Lanes],
    by_place: &mut ByPlace,
) -> A::Single {
    let mut of_group = vectors.zeros();
    for (&Run { number, high, low, .. }, weight) in runs.iter().zip(weights) {
        let weight = vectors.load(weight);
        of_group = vectors.plus(of_group, weight);
        add_to(vectors, &mut by_place[usize::from(low) % PLACES], weight);
        add_to(vectors, &mut by_place[usize::from(high) % PLACES], weight);
        for &block in blocks {
            add_to(vectors, &mut sums[block + usize::from(number)], weight);
        }
    }
    of_group
}

/// The same for runs of any length.
#[inline(always)]
fn join_runs<A: Arithmetic>(
    vectors: A,
    runs: &[Run],
    weights: &[Lanes],
    blocks: &[usize],
    sums: &mut [Lanes],
    by_place: &mut ByPlace,
) -> A::Single {
    let mut of_group = vectors.zeros();
    let mut rest = weights;
    for &Run { number, high, low, hands } in runs {
        let (of_run, later) = rest.split_at(usize::from(hands));
        rest = later;
        let mut of_high = vectors.zeros();
        let by_low = &mut by_place[usize::from(low)..][..of_run.len()];
        for (sum, weight) in by_low.iter_mut().zip(of_run) {
            let weight = vectors.load(weight);
            of_high = vectors.plus(of_high, weight);
            add_to(vectors, sum, weight);
        }
        for &block in blocks {
            let sums = &mut sums[block + usize::from(number)..][..of_run.len()];
            for (sum, weight) in sums.iter_mut().zip(of_run) {
                add_to(vectors, sum, vectors.load(weight));
            }
        }
        add_to(vectors, &mut by_place[usize::from(high) % PLACES], of_high);
        of_group = vectors.plus(of_group, of_high);
    }
    of_group
}

/// Adds a vector to one in memory.
#[inline(always)]
fn add_to<A: Arithmetic>(vectors: A, to: &mut Lanes, added: A::Single) {
    vectors.store(vectors.plus(vectors.load(to), added), to);
}

/// Adds a vector to one in memory.
#[inline(always)]
fn add_double<A: Arithmetic>(vectors: A, to: &mut Wide, added: A::Double) {
    vectors.store_double(vectors.plus_double(vectors.load_double(to), added), to);
}

/// The sum of two vectors, or their difference.
#[inline(always)]
fn add_signed<A: Arithmetic>(vectors: A, a: A::Single, b: &Lanes, positive: bool) -> A::Single {
    let b = vectors.load(b);
    if positive { vectors.plus(a, b) } else { vectors.minus(a, b) }
}

/// Entries from `start` on.
#[inline(always)]
pub(super) fn leading<const N: usize>(sums: &[Lanes], start: usize) -> &[Lanes; N] {
    sums[start..].first_chunk().expect("tables have room for a whole block at their end")
}
