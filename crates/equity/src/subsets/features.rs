//! What a subset of flops has to reproduce, as numbers of each flop.
//!
//! Every number is the deviation of a flop from the whole deck, so that the weighted
//! mean of a perfect subset is zero. With `n(f)` deals of two classes on flop `f`, of
//! which the first wins `w(f)`, and the equity `e` over all flops, the deviation is
//! `(w(f) - e n(f)) / mean of n`: the error of the equity, up to terms of second
//! order. Units are chosen so that all deviations can be compared:
//!
//! | numbers | of | unit |
//! |---|---|---|
//! | 14,196 | equity of a class against another | points of equity |
//! | 169 | chance that a class is dealt | percent of that chance |
//! | 169 | spread of the equity of a class over flops | points of standard deviation |
//! | 13 | cards of a rank on the flop | percent |
//! | 6 | suits and pairs of the flop | points of probability |

use quasar_cards::{CANONICAL_FLOPS, HoldemClass, Rank, Suit, canonical_flops};
use rayon::prelude::*;

use crate::{FLOP_TABLE_ENTRIES, FlopTable, FlopTableError, Progress};

const CLASSES: usize = HoldemClass::COUNT;

/// The weight of each kind of error, squared and averaged over its numbers, relative to
/// an equity that is off by one point.
const DEALT: f64 = 6.0;
const SPREAD: f64 = 0.05;
const RANKS: f64 = 0.05;
const TEXTURES: f64 = 0.05;

/// The deviations of all canonical flops, scaled so that the sum of the squares of a
/// mean is what a subset is judged by.
pub(super) struct Features {
    /// A row for each flop.
    rows: Vec<Vec<f32>>,
}

impl Features {
    /// Computes all tables and from them the deviations.
    pub(super) fn new(progress: &Progress) -> Result<Features, FlopTableError> {
        progress.set_total(CANONICAL_FLOPS as u64);
        let raw: Vec<Raw> = canonical_flops()
            .par_iter()
            .map(|flop| {
                progress.check()?;
                let raw = Raw::of(&FlopTable::of(flop.board)?);
                progress.advance(1);
                Ok(raw)
            })
            .collect::<Result<_, FlopTableError>>()?;
        let whole = Whole::of(&raw);
        Ok(Features { rows: raw.into_par_iter().map(|raw| whole.deviations(&raw)).collect() })
    }

    /// The products of all flops' deviations with each other, row by row.
    pub(super) fn products(&self) -> Vec<f64> {
        let all = self.rows.len();
        let upper: Vec<Vec<f64>> = (0..all)
            .into_par_iter()
            .map(|place| {
                let one = &self.rows[place];
                self.rows[place..].iter().map(|other| product(one, other)).collect()
            })
            .collect();
        let mut products = vec![0.0; all * all];
        for (place, row) in upper.iter().enumerate() {
            for (other, &product) in (place..).zip(row) {
                products[place * all + other] = product;
                products[other * all + place] = product;
            }
        }
        products
    }
}

/// The sum of products, in blocks whose sums are of double precision.
fn product(one: &[f32], other: &[f32]) -> f64 {
    const LANES: usize = 16;
    const BLOCK: usize = 32 * LANES;
    let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).map(|(one, other)| {
        let mut sums = [0.0_f32; LANES];
        for (one, other) in one.chunks(LANES).zip(other.chunks(LANES)) {
            for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
                *sum += one * other;
            }
        }
        sums.iter().map(|&sum| f64::from(sum)).sum::<f64>()
    });
    blocks.sum()
}

/// The numbers of one flop before they are compared with the whole.
struct Raw {
    /// For two classes: what the first wins, and the deals, in halves of a deal.
    duels: Vec<[f32; 2]>,
    /// For each class: combos that the flop leaves, and their equity against all hands.
    classes: Vec<[f64; 2]>,
    ranks: [f64; Rank::COUNT],
    texture: [f64; TEXTURE_COUNT],
}

const TEXTURE_COUNT: usize = 6;

impl Raw {
    fn of(table: &FlopTable) -> Raw {
        let flop = table.flop().set();
        let deals = table.deals();
        let duels: Vec<[f32; 2]> = table
            .numerators()
            .iter()
            .zip(&deals)
            .map(|(&won, &deals)| [won as f32, 2.0 * deals as f32])
            .collect();
        let classes = HoldemClass::all().zip(table.equities_against_all());
        let classes =
            classes.map(|(class, equity)| [f64::from(table.combos(class)), equity]).collect();
        let suits = Suit::ALL.map(|suit| flop.ranks_of_suit(suit).count_ones());
        let ranks = Rank::ALL.map(|rank| flop.count_of_rank(rank) as f64);
        let most_suit = suits.into_iter().max().unwrap_or(0);
        let pairs = ranks.iter().copied().fold(0.0, f64::max);
        let mut texture = [0.0; TEXTURE_COUNT];
        let place = match (most_suit, pairs > 2.0, pairs > 1.0) {
            (_, true, _) => 0,
            (3, ..) => 1,
            (2, _, true) => 2,
            (2, _, false) => 3,
            (_, _, true) => 4,
            _ => 5,
        };
        texture[place] = 1.0;
        Raw { classes, duels, ranks, texture }
    }
}

/// Means over all 22,100 flops.
struct Whole {
    duels: Vec<[f64; 2]>,
    /// Combos, equity and variance of the equity over flops.
    classes: Vec<[f64; 3]>,
    ranks: [f64; Rank::COUNT],
    texture: [f64; TEXTURE_COUNT],
}

impl Whole {
    fn of(raw: &[Raw]) -> Whole {
        let mut duels = vec![[0.0; 2]; FLOP_TABLE_ENTRIES];
        let mut sums = vec![[0.0; 3]; CLASSES];
        let mut ranks = [0.0; Rank::COUNT];
        let mut texture = [0.0; TEXTURE_COUNT];
        let all: f64 = canonical_flops().iter().map(|flop| f64::from(flop.multiplicity)).sum();
        for (flop, raw) in canonical_flops().iter().zip(raw) {
            let chance = f64::from(flop.multiplicity) / all;
            for (sums, numbers) in duels.iter_mut().zip(&raw.duels) {
                for (sum, number) in sums.iter_mut().zip(numbers) {
                    *sum += chance * f64::from(*number);
                }
            }
            for (sums, [combos, equity]) in sums.iter_mut().zip(&raw.classes) {
                let dealt = chance * combos;
                *sums =
                    [sums[0] + dealt, sums[1] + dealt * equity, sums[2] + dealt * equity * equity];
            }
            ranks.iter_mut().zip(raw.ranks).for_each(|(sum, number)| *sum += chance * number);
            texture.iter_mut().zip(raw.texture).for_each(|(sum, number)| *sum += chance * number);
        }
        let class = |[combos, first, second]: [f64; 3]| {
            let equity = first / combos;
            [combos, equity, second / combos - equity * equity]
        };
        Whole { duels, classes: sums.into_iter().map(class).collect(), ranks, texture }
    }

    fn deviations(&self, raw: &Raw) -> Vec<f32> {
        let unit = |share: f64, count: usize| 100.0 * (share / count as f64).sqrt();
        let mut row = Vec::with_capacity(FLOP_TABLE_ENTRIES + 2 * CLASSES + 19);
        let scale = unit(1.0, FLOP_TABLE_ENTRIES);
        for ([won, deals], [all_won, all_deals]) in raw.duels.iter().zip(&self.duels) {
            let expected = all_won / all_deals * f64::from(*deals);
            row.push((scale * (f64::from(*won) - expected) / all_deals) as f32);
        }
        let (dealt, spread) = (unit(DEALT, CLASSES), unit(SPREAD, CLASSES));
        for ([combos, equity], [all_combos, all_equity, variance]) in
            raw.classes.iter().zip(&self.classes)
        {
            let share = combos / all_combos;
            row.push((dealt * (share - 1.0)) as f32);
            let off = share * ((equity - all_equity).powi(2) - variance);
            row.push((spread * off / (2.0 * variance.sqrt())) as f32);
        }
        let scale = unit(RANKS, Rank::COUNT);
        let ranks = raw.ranks.iter().zip(&self.ranks);
        row.extend(ranks.map(|(found, all)| (scale * (found / all - 1.0)) as f32));
        let scale = unit(TEXTURES, TEXTURE_COUNT);
        let texture = raw.texture.iter().zip(&self.texture);
        row.extend(texture.map(|(found, all)| (scale * (found - all)) as f32));
        row
    }
}
