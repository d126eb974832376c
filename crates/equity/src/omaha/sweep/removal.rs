//! Weights of hands by the cards they hold, and the weight that remains for an
//! opponent who holds some of these cards.
//!
//! For every set of cards smaller than a hand the table has the weight `W` of all
//! hands that contain it. The compatible weight of an opponent `h` with as many cards is
//! then an alternating sum over the subsets of `h`, by inclusion and exclusion:
//!
//! ```text
//! sum over U in h, U != h, of (-1)^|U| W(U)
//! ```
//!
//! This counts every hand that shares no card with `h`, and also the hand `h` itself,
//! with the sign `-(-1)^|h|`.
//!
//! Opponents come in runs that differ in their lowest card `d`, and runs that
//! also share everything above their second card `x` come together. With `R` for
//! those upper cards the sum falls into parts of which most are shared:
//!
//! ```text
//! base(R) + G(x) + G(d) + sum over U in R, U != R, of (-1)^|U| W(U x d)
//! base(R) = sum over U in R of (-1)^|U| W(U)       G(y) = -sum (-1)^|U| W(U y)
//! ```
//!
//! so each vector of eight hands `d` reads `G` and 3 rows of the table for hands
//! of four cards, 7 for five and 15 for six.
//!
//! Sums are kept in single precision, which holds the counts of unweighted hands
//! exactly (all are below 2^24). Single cards and the total are sums of many
//! weights; they are derived from the pairs in double precision by
//! [`Removal::settle`].

use crate::arch::{Kernel, Vectors, dispatch};
use crate::omaha::sweep::lanes::{LANES, Lanes, blocks};
use crate::omaha::sweep::numbering::{PLACES, padded};
use crate::omaha::sweep::runs::Run;

/// Subsets of the four cards of a six-card hand above the two lowest.
const MOST_SUBSETS: usize = 16;
/// One more than the most upper cards.
const SIZES: usize = 6;
/// Vectors of a row.
const BLOCKS: usize = PLACES / LANES;

/// Weights by contained cards, for hands of `UPPER + 1` cards.
#[derive(Clone, Debug)]
pub(super) struct Removal<const UPPER: usize> {
    cards: usize,
    /// All sets of one card, then of two, and so on up to `UPPER`, each size in
    /// the order of [`crate::omaha::sweep::numbering`].
    weights: Vec<Lanes>,
    singles: [f64; PLACES],
    total: f64,
    steps: Steps,
}

/// What a further, higher card adds to the number of a set, by the size of the set
/// and the place of the card.
#[derive(Clone, Debug)]
struct Steps {
    /// For the set itself.
    set: [[u32; PLACES]; SIZES],
    /// For the first vector of the set's row with every lower card.
    row: [[u32; PLACES]; SIZES],
}

impl Steps {
    /// Sets of `cards` places, those of up to `largest` numbered one size after
    /// the other. Also returns how many vectors that takes.
    fn new(cards: usize, largest: usize) -> (Steps, usize) {
        let mut steps = Steps { set: [[0; PLACES]; SIZES], row: [[0; PLACES]; SIZES] };
        // A set of one more card skips the rest of the smaller sets.
        let mut skipped = 0;
        for size in 1..=largest {
            for place in 0..cards {
                let number = if size == 1 { place } else { skipped + padded(place, size) };
                steps.set[size - 1][place] = number as u32;
                if size > 1 {
                    steps.row[size - 2][place] = (number / LANES) as u32;
                }
            }
            skipped = padded(cards, size);
        }
        let numbers: usize = (1..=largest).map(|size| padded(cards, size)).sum();
        (steps, numbers / LANES)
    }
}

/// Where the subsets of the cards `R` of some runs are; subset `m` has the cards
/// of the bits of `m`.
struct Subsets<const UPPER: usize> {
    /// Each subset alone.
    sets: [u32; MOST_SUBSETS],
    /// The first vector of each subset with every lower card.
    rows: [u32; MOST_SUBSETS],
    /// What has to be added to the first vector of the row of a single card to
    /// come to the row of that card and the subset.
    further: [u32; MOST_SUBSETS],
}

impl<const UPPER: usize> Subsets<UPPER> {
    const COUNT: usize = 1 << (UPPER - 1);

    #[inline(always)]
    fn new(steps: &Steps, upper: &[u8; UPPER]) -> Subsets<UPPER> {
        let none = [0; MOST_SUBSETS];
        let mut subsets = Subsets { sets: none, rows: none, further: none };
        for subset in 1..Self::COUNT {
            let highest = subset.ilog2() as usize;
            let rest = subset ^ 1 << highest;
            let size = rest.count_ones() as usize;
            let place = usize::from(upper[highest + 1]) % PLACES;
            subsets.sets[subset] = subsets.sets[rest] + steps.set[size][place];
            subsets.rows[subset] = subsets.rows[rest] + steps.row[size][place];
            if subset + 1 < Self::COUNT {
                subsets.further[subset] = subsets.further[rest] + steps.row[size + 1][place];
            }
        }
        subsets
    }
}

/// Runs that differ in their two lowest cards only.
#[inline(always)]
fn related<const UPPER: usize>(runs: &[Run<UPPER>]) -> impl Iterator<Item = &[Run<UPPER>]> {
    runs.chunk_by(|one, other| one.upper[1..] == other.upper[1..])
}

/// How many vectors the second cards, and so the lowest ones, of related runs
/// reach over.
#[inline(always)]
fn vectors_of<const UPPER: usize>(runs: &[Run<UPPER>]) -> usize {
    runs.last().map_or(0, |run| usize::from(run.upper[0]) % PLACES / LANES + 1)
}

impl<const UPPER: usize> Removal<UPPER> {
    /// No hands yet, of cards at the places below `cards`.
    pub(super) fn new(cards: usize) -> Removal<UPPER> {
        let (steps, vectors) = Steps::new(cards, UPPER);
        let weights = vec![Lanes::default(); vectors];
        Removal { cards, weights, singles: [0.0; PLACES], total: 0.0, steps }
    }

    /// Removes all hands.
    pub(super) fn clear(&mut self) {
        self.weights.fill(Lanes::default());
        self.singles.fill(0.0);
        self.total = 0.0;
    }

    /// Adds the hands of some runs, weighted by `weights`, which has a place for
    /// every hand.
    pub(super) fn add(&mut self, runs: &[Run<UPPER>], weights: &[Lanes]) {
        dispatch(Add { steps: &self.steps, table: &mut self.weights, runs, weights });
        self.settle();
    }

    /// Derives the weights by single card, and the total, from those of pairs:
    /// a hand has `UPPER` pairs with each of its `UPPER + 1` cards.
    fn settle(&mut self) {
        let mut singles = [0.0; PLACES];
        let (ones, mut rest) = self.weights.split_at_mut(self.cards.div_ceil(LANES));
        for high in 1..self.cards {
            let row;
            (row, rest) = rest.split_at_mut(high.div_ceil(LANES));
            let mut sums = [0.0; LANES];
            for (singles, row) in singles.as_chunks_mut::<LANES>().0.iter_mut().zip(row) {
                for lane in 0..LANES {
                    singles[lane] += f64::from(row.0[lane]);
                    sums[lane] += f64::from(row.0[lane]);
                }
            }
            singles[high] += sums.iter().sum::<f64>();
        }
        for (singles, one) in singles.as_chunks_mut::<LANES>().0.iter_mut().zip(ones) {
            *singles = singles.map(|sum| sum / UPPER as f64);
            one.0 = singles.map(|single| single as f32);
        }
        self.total = singles.iter().sum::<f64>() / (UPPER + 1) as f64;
        self.singles = singles;
    }

    /// Adds to the place of each hand of the runs its compatible weight.
    /// `own` is the weight at which each hand itself is in the table, if it is.
    pub(super) fn meet(&self, runs: &[Run<UPPER>], own: Option<&[Lanes]>, met: &mut [Lanes]) {
        match own {
            Some(own) => dispatch(Meet::<UPPER, true> { table: self, runs, own, met }),
            None => dispatch(Meet::<UPPER, false> { table: self, runs, own: &[], met }),
        }
    }
}

struct Add<'a, const UPPER: usize> {
    steps: &'a Steps,
    table: &'a mut [Lanes],
    runs: &'a [Run<UPPER>],
    weights: &'a [Lanes],
}

impl<const UPPER: usize> Kernel for Add<'_, UPPER> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, _: V) {
        for runs in related(self.runs) {
            let subsets = Subsets::<UPPER>::new(self.steps, &runs[0].upper);
            // By one card besides R: each hand counts at its two lowest.
            let mut by_card = [Lanes::default(); BLOCKS];
            let mut total = 0.0;
            for run in runs {
                let second = usize::from(run.upper[0]) % PLACES;
                let row = self.steps.row[0][second];
                let mut sums = Lanes::default();
                for (block, mask) in blocks(run.lowest) {
                    let added = self.weights[run.first as usize + block].masked(mask);
                    for subset in 0..Subsets::<UPPER>::COUNT - 1 {
                        self.table[(row + subsets.further[subset]) as usize + block] += added;
                    }
                    by_card[block] += added;
                    sums += added;
                }
                let sum = sums.sum();
                by_card[second / LANES] += Lanes::splat(sum).masked(1 << (second % LANES));
                total += sum;
            }
            for subset in 1..Subsets::<UPPER>::COUNT {
                let first = subsets.rows[subset] as usize;
                let rows = self.table[first..].iter_mut().zip(&by_card[..vectors_of(runs)]);
                rows.for_each(|(weights, &added)| *weights += added);
                if !subset.is_power_of_two() {
                    let place = subsets.sets[subset] as usize;
                    self.table[place / LANES] += Lanes::splat(total).masked(1 << (place % LANES));
                }
            }
        }
    }
}

struct Meet<'a, const UPPER: usize, const OWN: bool> {
    table: &'a Removal<UPPER>,
    runs: &'a [Run<UPPER>],
    own: &'a [Lanes],
    met: &'a mut [Lanes],
}

impl<const UPPER: usize, const OWN: bool> Kernel for Meet<'_, UPPER, OWN> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, _: V) {
        let weights = &self.table.weights[..];
        let steps = &self.table.steps;
        for runs in related(self.runs) {
            let subsets = Subsets::<UPPER>::new(steps, &runs[0].upper);
            let base = self.table.base(&subsets, &runs[0].upper);
            // G of the module's formula.
            let mut by_card = [Lanes::default(); BLOCKS];
            for subset in 0..Subsets::<UPPER>::COUNT {
                let rows = &weights[subsets.rows[subset] as usize..];
                for (by_card, &weight) in by_card[..vectors_of(runs)].iter_mut().zip(rows) {
                    if subset.count_ones() % 2 == 0 {
                        *by_card -= weight
                    } else {
                        *by_card += weight
                    }
                }
            }
            for run in runs {
                let second = usize::from(run.upper[0]) % PLACES;
                let row = steps.row[0][second];
                let without_lowest = Lanes::splat(base + by_card[second / LANES].0[second % LANES]);
                for (block, mask) in blocks(run.lowest) {
                    let mut met = by_card[block];
                    met += without_lowest;
                    for subset in 0..Subsets::<UPPER>::COUNT - 1 {
                        let weight = weights[(row + subsets.further[subset]) as usize + block];
                        if subset.count_ones() % 2 == 0 { met += weight } else { met -= weight }
                    }
                    if OWN {
                        let own = self.own[run.first as usize + block];
                        if (UPPER + 1).is_multiple_of(2) { met += own } else { met -= own }
                    }
                    self.met[run.first as usize + block] += met.masked(mask);
                }
            }
        }
    }
}

impl<const UPPER: usize> Removal<UPPER> {
    /// The part of the sum that only the cards `R` decide.
    #[inline(always)]
    fn base(&self, subsets: &Subsets<UPPER>, upper: &[u8; UPPER]) -> f32 {
        let mut base = self.total;
        for subset in 1..Subsets::<UPPER>::COUNT {
            let weight = if subset.is_power_of_two() {
                self.singles[usize::from(upper[subset.ilog2() as usize + 1]) % PLACES]
            } else {
                let place = subsets.sets[subset] as usize;
                f64::from(self.weights[place / LANES].0[place % LANES])
            };
            base += if subset.count_ones() % 2 == 0 { weight } else { -weight };
        }
        base as f32
    }
}
