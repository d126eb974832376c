//! Weights of hands by the cards they hold, and the weight that is left to an
//! opponent who holds some of them.
//!
//! For every set of cards smaller than a hand the table has the weight of all
//! hands that contain it. What an opponent `h` of the same number of cards can
//! meet is then an alternating sum over the subsets of `h` (Card removal by
//! inclusion and exclusion):
//!
//! ```text
//! sum over U in h, U != h, of (-1)^|U| weight(U)
//! ```
//!
//! which counts every hand that shares no card with `h`, and the hand `h` itself
//! once, with the sign `-(-1)^|h|`.
//!
//! For a run of opponents with the same upper cards the subsets without the
//! lowest card are one number, and those with it are rows of neighbouring
//! numbers, one for each subset of the upper cards: 7 rows for hands of four
//! cards, 15 for five, 31 for six, eight opponents at a time.
//!
//! Sums are kept in single precision, which holds the counts of unweighted hands
//! exactly (all are below 2^24), except for single cards and the total: those are
//! sums of many weights, so they are derived from the pairs in double precision
//! by [`Removal::settle`].

use crate::omaha::arch::{ByteMasks, Kernel, dispatch};
use crate::omaha::binomial::{PLACES, binomial};
use crate::omaha::sweep::runs::Run;

/// Opponents handled at once.
pub(super) const LANES: usize = 8;
/// Subsets of five upper cards.
const MOST_SUBSETS: usize = 32;
/// One more than the most upper cards.
const SIZES: usize = 6;

/// Weights by contained cards, for hands of `UPPER + 1` cards.
#[derive(Clone, Debug)]
pub(super) struct Removal<const UPPER: usize> {
    cards: usize,
    /// All sets of one card, then of two, and so on up to `UPPER`, each size in
    /// colexicographic order.
    weights: Vec<f32>,
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
    /// For the row of the set with every lower card.
    row: [[u32; PLACES]; SIZES],
}

impl Steps {
    /// Sets of `cards` places, those of up to `largest` numbered one size after
    /// the other. Also returns how many numbers there are.
    fn new(cards: usize, largest: usize) -> (Steps, usize) {
        let mut first = [0; SIZES + 2];
        for size in 1..=largest {
            first[size + 1] = first[size] + binomial(cards, size);
        }
        let step = |size: usize, above: usize, place: usize| {
            let jump = if size + above == 0 { 0 } else { first[size + above + 1] - first[size + above] };
            (binomial(place, size + above + 1) + jump) as u32
        };
        let table = |above: usize| {
            std::array::from_fn(|size| {
                std::array::from_fn(|place| {
                    if size + above < largest { step(size, above, place) } else { 0 }
                })
            })
        };
        (Steps { set: table(0), row: table(1) }, first[largest + 1])
    }
}

/// Where the subsets of a run's upper cards are; subset `m` has the cards of the
/// bits of `m`.
struct Places<const UPPER: usize> {
    sets: [usize; MOST_SUBSETS],
    rows: [usize; MOST_SUBSETS],
}

impl<const UPPER: usize> Places<UPPER> {
    const SUBSETS: usize = 1 << UPPER;
    /// Rows exist for all subsets but the whole.
    const ROWS: usize = Self::SUBSETS - 1;

    #[inline(always)]
    fn new(steps: &Steps, upper: &[u8; UPPER]) -> Places<UPPER> {
        let mut places = Places { sets: [0; MOST_SUBSETS], rows: [0; MOST_SUBSETS] };
        for subset in 1..Self::SUBSETS {
            let highest = subset.ilog2() as usize;
            let rest = subset ^ 1 << highest;
            let size = rest.count_ones() as usize;
            let place = usize::from(upper[highest]) % PLACES;
            places.sets[subset] = places.sets[rest] + steps.set[size][place] as usize;
            if subset < Self::ROWS {
                places.rows[subset] = places.rows[rest] + steps.row[size][place] as usize;
            }
        }
        places
    }
}

/// The number of the first hand of a row.
#[inline(always)]
pub(super) fn first_slot<const UPPER: usize>(upper: &[u8; UPPER]) -> usize {
    upper.iter().zip(2..).map(|(&place, k)| binomial(usize::from(place) % PLACES, k)).sum()
}

impl<const UPPER: usize> Removal<UPPER> {
    /// No hands yet, of cards at the places below `cards`.
    pub(super) fn new(cards: usize) -> Removal<UPPER> {
        let (steps, numbers) = Steps::new(cards, UPPER);
        // Rows are read in whole vectors, up to one beyond the end.
        let weights = vec![0.0; numbers + PLACES];
        Removal { cards, weights, singles: [0.0; PLACES], total: 0.0, steps }
    }

    /// Takes out all hands.
    pub(super) fn clear(&mut self) {
        self.weights.fill(0.0);
        self.singles.fill(0.0);
        self.total = 0.0;
    }

    /// Adds the hands of some runs, weighted by `weights`, which has a place for
    /// every hand. [`Removal::settle`] must follow before weights are asked for.
    pub(super) fn add(&mut self, runs: &[Run<UPPER>], weights: &[f32]) {
        dispatch(Add { table: self, runs, weights });
    }

    /// Derives the weights by single card, and the total, from those of pairs:
    /// a hand has `UPPER` pairs with each of its `UPPER + 1` cards.
    pub(super) fn settle(&mut self) {
        let mut singles = [0.0; PLACES];
        let mut rest = &self.weights[self.cards..];
        for high in 0..self.cards {
            let (row, after) = rest.split_at(high);
            rest = after;
            let mut sum = 0.0;
            for (single, &weight) in singles.iter_mut().zip(row) {
                *single += f64::from(weight);
                sum += f64::from(weight);
            }
            singles[high] += sum;
        }
        for (single, weight) in singles[..self.cards].iter_mut().zip(&mut self.weights) {
            *single /= UPPER as f64;
            *weight = *single as f32;
        }
        self.total = singles.iter().sum::<f64>() / (UPPER + 1) as f64;
        self.singles = singles;
    }

    /// Adds to the place of each hand of the runs the weight that it can meet.
    /// `own` is the weight at which each hand itself is in the table, if it is.
    pub(super) fn meet(&self, runs: &[Run<UPPER>], own: Option<&[f32]>, met: &mut [f32]) {
        match own {
            Some(own) => dispatch(Meet::<UPPER, true> { table: self, runs, own, met }),
            None => dispatch(Meet::<UPPER, false> { table: self, runs, own: &[], met }),
        }
    }
}

/// The eight values from `start` on.
#[inline(always)]
fn lanes(values: &[f32], start: usize) -> &[f32; LANES] {
    values[start..].first_chunk().expect("tables end with room for a vector")
}

#[inline(always)]
fn lanes_mut(values: &mut [f32], start: usize) -> &mut [f32; LANES] {
    values[start..].first_chunk_mut().expect("tables end with room for a vector")
}

/// The values of the lanes in `mask`, 0 in the others.
#[inline(always)]
fn masked(values: [f32; LANES], mask: u8) -> [f32; LANES] {
    let mut kept = values;
    for (lane, value) in kept.iter_mut().enumerate() {
        *value = if mask & 1 << lane == 0 { 0.0 } else { *value };
    }
    kept
}

struct Add<'a, const UPPER: usize> {
    table: &'a mut Removal<UPPER>,
    runs: &'a [Run<UPPER>],
    weights: &'a [f32],
}

impl<const UPPER: usize> Kernel for Add<'_, UPPER> {
    type Output = ();

    #[inline(always)]
    fn run<M: ByteMasks>(self, _: M) {
        let table = &mut *self.table;
        for run in self.runs {
            let places = Places::<UPPER>::new(&table.steps, &run.upper);
            let slot = first_slot(&run.upper);
            let mut sums = [0.0; LANES];
            for (block, &mask) in run.lowest.to_le_bytes().iter().enumerate() {
                if mask == 0 {
                    continue;
                }
                let start = LANES * block;
                let added = masked(*lanes(self.weights, slot + start), mask);
                for subset in 1..Places::<UPPER>::ROWS {
                    let row = lanes_mut(&mut table.weights, places.rows[subset] + start);
                    for (weight, added) in row.iter_mut().zip(&added) {
                        *weight += added;
                    }
                }
                for (sum, added) in sums.iter_mut().zip(&added) {
                    *sum += added;
                }
            }
            let sum: f32 = sums.iter().sum();
            for subset in 1..Places::<UPPER>::SUBSETS {
                if !subset.is_power_of_two() {
                    table.weights[places.sets[subset]] += sum;
                }
            }
        }
    }
}

struct Meet<'a, const UPPER: usize, const OWN: bool> {
    table: &'a Removal<UPPER>,
    runs: &'a [Run<UPPER>],
    own: &'a [f32],
    met: &'a mut [f32],
}

impl<const UPPER: usize, const OWN: bool> Kernel for Meet<'_, UPPER, OWN> {
    type Output = ();

    #[inline(always)]
    fn run<M: ByteMasks>(self, _: M) {
        let table = self.table;
        for run in self.runs {
            let places = Places::<UPPER>::new(&table.steps, &run.upper);
            let slot = first_slot(&run.upper);
            let singles = run.upper.map(|place| table.singles[usize::from(place) % PLACES]);
            let mut without_lowest = (table.total - singles.iter().sum::<f64>()) as f32;
            for subset in 1..Places::<UPPER>::SUBSETS {
                if !subset.is_power_of_two() {
                    let weight = table.weights[places.sets[subset]];
                    without_lowest += if subset.count_ones() % 2 == 0 { weight } else { -weight };
                }
            }
            for (block, &mask) in run.lowest.to_le_bytes().iter().enumerate() {
                if mask == 0 {
                    continue;
                }
                let start = LANES * block;
                let mut met = [without_lowest; LANES];
                let mut shared = [0.0; LANES];
                for subset in 0..Places::<UPPER>::ROWS {
                    let row = lanes(&table.weights, places.rows[subset] + start);
                    let even = subset.count_ones() % 2 == 0;
                    for lane in 0..LANES {
                        if even {
                            shared[lane] += row[lane];
                        } else {
                            met[lane] += row[lane];
                        }
                    }
                }
                for lane in 0..LANES {
                    met[lane] -= shared[lane];
                }
                if OWN {
                    let own = lanes(self.own, slot + start);
                    for lane in 0..LANES {
                        met[lane] += if UPPER % 2 == 1 { own[lane] } else { -own[lane] };
                    }
                }
                let results = lanes_mut(self.met, slot + start);
                for (result, met) in results.iter_mut().zip(masked(met, mask)) {
                    *result += met;
                }
            }
        }
    }
}
