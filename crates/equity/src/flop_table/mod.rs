//! The 169 x 169 table of all-in equities on one flop.
//!
//! An entry is about two classes: over every pair of their combos that share no
//! card with each other or the flop, and over all 990 turns and rivers that such
//! a pair leaves, twice the wins plus the ties of the first. That is an exact
//! integer below 2^19; divided by twice the number of deals it is the equity.
//! What one class wins the other loses, so only entries above the diagonal are
//! kept: 14,196 integers, 57 KB.
//!
//! The plain way ranks both hands of 635,628 pairs on 990 runouts. Most of that
//! is repetition: without flushes only ranks matter ([`ranks`]), which leaves
//! 91 x 91 x 91 comparisons, and flushes change the result of few hands on few
//! boards ([`flush`]). Both parts are sums of signs times small integers, 16
//! in a vector. On one core of a Zen 3 at 2.4 GHz:
//!
//! | flop | | times faster than the plain loop, about |
//! |---|---|---|
//! | rainbow, `AsKhQd` | 0.34 ms | 52,000 |
//! | two-tone, `Td9d6h` | 0.54 ms | 33,000 |
//! | monotone, `9h8h7h` | 0.80 ms | 22,000 |
//! | paired, `7s7h2d` | 0.27 ms | 67,000 |
//!
//! All 1,755 take 1.1 s of processor time. The plain loop needs 28 us for a pair of
//! combos, 18 s for a table; `quasar bench --filter flop-table` measures both in
//! one run. A table from a file is checked and turned into floats in 0.07 ms. In
//! prototypes, comparing all hands 16 at a time on every runout took 42 ms, sorting
//! them on every runout 22 ms.

mod compute;
mod error;
mod flush;
mod pairs;
mod ranks;

use quasar_cards::{Board, CardSet, HoldemClass, canonical_flop_index, canonical_flops};
use rayon::prelude::*;

pub use error::FlopTableError;

use crate::Progress;
use pairs::{CLASSES, ClassPairs};

/// Pairs `i < j` of the 169 classes, row by row: the entries above the diagonal.
pub const FLOP_TABLE_ENTRIES: usize = CLASSES * (CLASSES - 1) / 2;

/// Turns and rivers that a flop and two hands leave: `C(45,2)`.
const RUNOUTS: u32 = 990;

/// The all-in equity of every Hold'em class against every other on one flop.
///
/// Flops that are equal up to suits have the same table, because classes have no
/// suits; a table carries the canonical one.
///
/// ```
/// use quasar_equity::FlopTable;
/// let table = FlopTable::of("Td9d6h".parse()?)?;
/// let (hero, villain) = ("AKs".parse()?, "QQ".parse()?);
/// assert_eq!(table.pairs(hero, villain), 24);
/// let equity = table.equity(hero, villain).expect("both can be held");
/// assert_eq!(format!("{equity:.4}"), "0.3179");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlopTable {
    flop: Board,
    numerators: Box<[u32]>,
}

impl FlopTable {
    /// Computes the table of a flop, in any suits.
    pub fn of(flop: Board) -> Result<FlopTable, FlopTableError> {
        let flop = canonical_flop(flop)?;
        Ok(FlopTable { flop, numerators: compute::numerators(flop).into() })
    }

    /// The table of a flop from numerators computed before, in the order of
    /// [`numerators`](Self::numerators).
    pub fn from_numerators(flop: Board, numerators: &[u32]) -> Result<FlopTable, FlopTableError> {
        let flop = canonical_flop(flop)?;
        if numerators.len() != FLOP_TABLE_ENTRIES {
            return Err(FlopTableError::Length { found: numerators.len() });
        }
        let pairs = ClassPairs::new(flop.set()).triangle();
        for (place, (&found, &pairs)) in numerators.iter().zip(&pairs).enumerate() {
            let most = 2 * RUNOUTS * u32::from(pairs);
            if found > most {
                return Err(FlopTableError::Numerator { place, found, most });
            }
        }
        Ok(FlopTable { flop, numerators: numerators.into() })
    }

    /// The flop, in canonical suits.
    pub fn flop(&self) -> Board {
        self.flop
    }

    /// For classes `i < j` in the order of [`HoldemClass::index`], row by row, the
    /// numerator of class `i` against class `j`: [`FLOP_TABLE_ENTRIES`] of them.
    pub fn numerators(&self) -> &[u32] {
        &self.numerators
    }

    /// How many pairs of combos of the two classes can be dealt on the flop.
    pub fn pairs(&self, hero: HoldemClass, villain: HoldemClass) -> u32 {
        ClassPairs::new(self.flop.set()).count(hero, villain)
    }

    /// How many combos of a class the flop leaves.
    pub fn combos(&self, class: HoldemClass) -> u32 {
        ClassPairs::new(self.flop.set()).size(class)
    }

    /// For each entry of [`numerators`](Self::numerators), the number of its deals; a
    /// numerator is at most twice that.
    pub(crate) fn deals(&self) -> Vec<u32> {
        let pairs = ClassPairs::new(self.flop.set()).triangle();
        pairs.into_iter().map(|pairs| RUNOUTS * u32::from(pairs)).collect()
    }

    /// The equity of each class against all combos of every class; 0 where the flop leaves
    /// none of its own.
    pub(crate) fn equities_against_all(&self) -> Vec<f64> {
        let pairs = ClassPairs::new(self.flop.set());
        let own = |class| RUNOUTS * pairs.count(class, class);
        let mut sums: Vec<[u32; 2]> =
            HoldemClass::all().map(|class| [own(class), 2 * own(class)]).collect();
        let mut cells = self.numerators.iter().zip(self.deals());
        for hero in 0..CLASSES {
            for villain in hero + 1..CLASSES {
                let Some((&won, deals)) = cells.next() else { break };
                sums[hero] = [sums[hero][0] + won, sums[hero][1] + 2 * deals];
                let lost = 2 * deals - won;
                sums[villain] = [sums[villain][0] + lost, sums[villain][1] + 2 * deals];
            }
        }
        let equity =
            |[won, all]: [u32; 2]| if all > 0 { f64::from(won) / f64::from(all) } else { 0.0 };
        sums.into_iter().map(equity).collect()
    }

    /// Twice the wins plus the ties of `hero`, over all pairs of combos and 990
    /// runouts for each.
    pub fn numerator(&self, hero: HoldemClass, villain: HoldemClass) -> u32 {
        let deals = || RUNOUTS * self.pairs(hero, villain);
        match hero.cmp(&villain) {
            std::cmp::Ordering::Less => self.numerators[place(hero, villain)],
            std::cmp::Ordering::Equal => deals(),
            std::cmp::Ordering::Greater => 2 * deals() - self.numerators[place(villain, hero)],
        }
    }

    /// The equity of `hero`, 0 to 1; `None` where no pair of combos can be dealt.
    pub fn equity(&self, hero: HoldemClass, villain: HoldemClass) -> Option<f64> {
        let deals = RUNOUTS * self.pairs(hero, villain);
        (deals > 0).then(|| f64::from(self.numerator(hero, villain)) / f64::from(2 * deals))
    }

    /// Writes all equities row by row, a row for each hero; NaN where no pair of
    /// combos can be held. Each is the float nearest to the exact quotient.
    ///
    /// # Panics
    /// If `out` is not 169 x 169 long.
    pub fn equities_f32_into(&self, out: &mut [f32]) {
        // Numerators and denominators are integers below 2^24.
        self.spread_into(out, |numerator, twice_deals| numerator as f32 / twice_deals as f32);
    }

    /// Like [`equities_f32_into`](Self::equities_f32_into), in double precision.
    ///
    /// # Panics
    /// If `out` is not 169 x 169 long.
    pub fn equities_f64_into(&self, out: &mut [f64]) {
        self.spread_into(out, |numerator, twice_deals| {
            f64::from(numerator) / f64::from(twice_deals)
        });
    }

    /// Both triangles and the diagonal; `0 / 0` is the NaN of an entry without pairs.
    fn spread_into<T: Copy>(&self, out: &mut [T], quotient: impl Fn(u32, u32) -> T) {
        assert_eq!(out.len(), CLASSES * CLASSES, "an equity for every two classes");
        let pairs = ClassPairs::new(self.flop.set());
        let counts = pairs.triangle();
        let mut start = 0;
        for (hero, class) in HoldemClass::all().enumerate() {
            let own = RUNOUTS * pairs.count(class, class);
            out[hero * CLASSES + hero] = quotient(own, 2 * own);
            let row = start..start + CLASSES - 1 - hero;
            start = row.end;
            let cells = self.numerators[row.clone()].iter().zip(&counts[row]);
            for (villain, (&numerator, &pairs)) in (hero + 1..).zip(cells) {
                let twice_deals = 2 * RUNOUTS * u32::from(pairs);
                out[hero * CLASSES + villain] = quotient(numerator, twice_deals);
                out[villain * CLASSES + hero] = quotient(twice_deals - numerator, twice_deals);
            }
        }
    }
}

/// Computes the tables of many flops, in the threads of the installed pool.
///
/// `done` gets the place of a flop in the list and its table as soon as that is
/// ready, in any order and from any thread. `progress` counts flops.
pub fn flop_tables(
    flops: &[Board],
    progress: &Progress,
    done: impl Fn(usize, FlopTable) + Sync,
) -> Result<(), FlopTableError> {
    progress.set_total(flops.len() as u64);
    flops.par_iter().enumerate().try_for_each(|(place, &flop)| {
        progress.check()?;
        done(place, FlopTable::of(flop)?);
        progress.advance(1);
        Ok(())
    })
}

/// The canonical flop: the same up to suits.
fn canonical_flop(flop: Board) -> Result<Board, FlopTableError> {
    let cards: CardSet = flop.set();
    let (place, _) = canonical_flop_index(cards).map_err(|_| FlopTableError::NotAFlop(flop))?;
    Ok(canonical_flops()[place].board)
}

/// Where the entry of two classes is, `low < high`.
fn place(low: HoldemClass, high: HoldemClass) -> usize {
    let (low, high) = (low.index(), high.index());
    low * (2 * CLASSES - 1 - low) / 2 + high - low - 1
}
