//! Rivers on which hands are merged into buckets.
//!
//! Hands before the river are played one by one; on the river every hand plays what
//! its bucket plays. With w the starting weights, c(h, v) 1 if two hands share no card
//! and 0 if they do, and s(h, v) 1, 0 or -1 for what h wins from v, tables have for two
//! buckets i and j
//!
//! ```text
//! together(i, j) = sum over h in i, v in j of w(h) w(v) c(h, v)         / (W(i) W(j))
//! margin(i, j)   = sum over h in i, v in j of w(h) w(v) c(h, v) s(h, v) / (W(i) W(j))
//! ```
//!
//! where W is the weight of a bucket. A hand counts in its bucket with the factor
//! f(h) = C(h) / mean of C over the bucket, C(h) being the weight of the opponent's
//! hands that share no card with h. A pair of hands counts with f(h) f(v) and the number
//! of its buckets: the compatible weight of a hand at the starting weights is then exact, what one
//! player wins the other loses, and hands of a bucket agree on what is best. So the
//! merged game is a game like any other, and solving it converges.
//!
//! With one hand in every bucket it is the game itself.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use quasar_cards::Board;
use thiserror::Error;

use crate::arch::dispatch;
use crate::kernels::{Gather, MERGED_ROWS, Placed, Scatter, padded, table_len};
use crate::operators::{ALIGNMENT, MatrixTables, PairTable, aligned};

/// The hands of a river that are to be merged.
#[derive(Clone, Copy, Debug)]
pub struct RiverHands<'a> {
    /// The river.
    pub board: &'a Board,
    /// Each player's hands as indices of combos, in the order of the game.
    pub hands: [&'a [u32]; 2],
    /// The weight of each hand when the game begins.
    pub weights: [&'a [f32]; 2],
}

/// Somebody who merges the hands of rivers.
pub trait MergeRivers: Debug + Sync {
    /// The buckets of a river. Called from several threads.
    fn merge(&self, river: RiverHands<'_>) -> Result<BoardBuckets, MergeError>;
}

/// Why hands could not be merged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{board}: {why}")]
pub struct MergeError {
    /// The river.
    pub board: String,
    /// What is wrong.
    pub why: String,
}

/// The buckets of a river.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardBuckets {
    /// How many buckets each player has.
    pub counts: [usize; 2],
    /// The bucket of each hand, in the order of the hands.
    pub labels: [Vec<u16>; 2],
    /// For each hand the weight of the opponent's hands that share no card with it.
    pub compatible: [Vec<f32>; 2],
    /// Winning minus losing, as the first player sees it.
    pub margins: ShortTable,
    /// The part of the pairs of two buckets that can be held together.
    pub together: ShortTable,
    /// A number that tells ways of merging apart, part of what a checkpoint fits.
    pub version: u64,
}

/// A number for each pair of buckets in 16 bits, those of a bucket of the first player
/// next to each other.
#[derive(Clone, PartialEq, Debug)]
pub struct ShortTable {
    /// What an entry of 1 is worth.
    pub unit: f32,
    /// The entries.
    pub entries: Vec<i16>,
}

impl ShortTable {
    /// What an entry of 1 is worth where numbers are from -1 to 1.
    pub const UNIT: f32 = 1.0 / 32_767.0;

    /// A table of numbers from -1 to 1.
    pub fn of_shares(shares: impl IntoIterator<Item = f64>) -> ShortTable {
        let entry = |share: f64| (share.clamp(-1.0, 1.0) * 32_767.0).round() as i16;
        ShortTable { unit: ShortTable::UNIT, entries: shares.into_iter().map(entry).collect() }
    }
}

impl BoardBuckets {
    /// Fails unless sizes and labels fit the hands.
    pub(crate) fn check(&self, river: &RiverHands<'_>) -> Result<(), MergeError> {
        let wrong =
            |why: &str| Err(MergeError { board: river.board.to_string(), why: why.to_owned() });
        for side in 0..2 {
            let hands = river.hands[side].len();
            if self.labels[side].len() != hands || self.compatible[side].len() != hands {
                return wrong("every hand needs a label and a compatible weight");
            }
            if self.counts[side] == 0 || padded(self.counts[side]) > usize::from(u16::MAX) {
                return wrong("from 1 to 65,528 buckets are possible");
            }
            if self.labels[side].iter().any(|&label| usize::from(label) >= self.counts[side]) {
                return wrong("a hand has the label of a bucket that is not there");
            }
        }
        let pairs = self.counts[0] * self.counts[1];
        if self.margins.entries.len() != pairs || self.together.entries.len() != pairs {
            return wrong("tables must have an entry for every two buckets");
        }
        Ok(())
    }

    /// A number that differs where hands are merged differently.
    pub(crate) fn fingerprint(&self) -> u64 {
        let counts = self.counts.iter().map(|&count| count as u64);
        let labels = self.labels.iter().flatten().map(|&label| u64::from(label));
        counts.chain(labels).fold(self.version, |hash, number| {
            (hash ^ number).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(7)
        })
    }

    /// What leaves are worth.
    pub(crate) fn tables(&self) -> MatrixTables<i16> {
        let BoardBuckets { counts, margins, together, .. } = self;
        let entry = |table: &ShortTable, first: usize, second: usize| {
            table.entries[first * counts[1] + second].max(-i16::MAX)
        };
        MatrixTables {
            together: PairTable::shared(*counts, |first, second| entry(together, first, second))
                .in_units_of(together.unit),
            tests: vec![
                PairTable::opposed(*counts, |first, second| entry(margins, first, second))
                    .in_units_of(margins.unit),
            ],
        }
    }

    /// Where each hand of a player belongs, and how much it counts there.
    pub(crate) fn places(&self, side: usize, weights: &[f32]) -> Vec<Placed> {
        let labels = &self.labels[side];
        let mut sums = vec![[0.0; 2]; self.counts[side]];
        let met = self.compatible[side].iter().map(|&met| f64::from(met.max(0.0)));
        for ((&label, &weight), met) in labels.iter().zip(weights).zip(met.clone()) {
            let [all, hands] = &mut sums[usize::from(label)];
            *all += f64::from(weight) * met;
            *hands += f64::from(weight);
        }
        let place = |(&label, met): (&u16, f64)| {
            let [all, hands] = sums[usize::from(label)];
            let factor = if all > 0.0 { met * hands / all } else { 1.0 };
            Placed::new(label, factor as f32)
        };
        labels.iter().zip(met).map(place).collect()
    }
}

/// How hands of a board become buckets of the next.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketMap {
    buckets: usize,
    /// For each of the deals that are equal up to suits, where each hand of the board
    /// before belongs, in whole blocks.
    images: Vec<Vec<Placed>>,
}

impl BucketMap {
    /// Of hands in the order of the board before, which is filled up.
    pub(crate) fn new(buckets: usize, mut images: Vec<Vec<Placed>>) -> BucketMap {
        for image in &mut images {
            image.resize(padded(image.len()), Placed::nowhere(buckets));
            image.shrink_to_fit();
        }
        BucketMap { buckets, images }
    }

    /// How many buckets there are.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets
    }

    /// The bucket of a hand by the deal itself; a number beyond all of them if it has none.
    pub(crate) fn bucket(&self, hand: usize) -> u16 {
        self.images[0][hand].bucket() as u16
    }

    pub(crate) fn images(&self) -> &[Vec<Placed>] {
        &self.images
    }

    /// Whether it leads from so many hands to so many buckets.
    pub(crate) fn fits(&self, hands: usize, buckets: usize) -> bool {
        let fits = |image: &Vec<Placed>| image.len() == padded(hands);
        self.buckets == buckets && !self.images.is_empty() && self.images.iter().all(fits)
    }

    /// Bytes of the maps.
    pub(crate) fn bytes(&self) -> usize {
        self.images.iter().map(|image| size_of_val(image) + size_of_val(&image[..])).sum()
    }

    /// Numbers of scratch that [`gather`](Self::gather) and [`scatter`](Self::scatter)
    /// need.
    pub(crate) fn scratch(&self) -> usize {
        size_of_val(&[0.0f32; 8]) / size_of::<f32>() * table_len(self.buckets) + ALIGNMENT
    }

    /// Adds rows of reach up in buckets.
    pub(crate) fn gather(
        &self,
        before: [&[f32]; MERGED_ROWS],
        after: [Option<&mut [f32]>; MERGED_ROWS],
        scratch: &mut [f32],
    ) {
        let (placed, buckets) = (&self.images[0], self.buckets);
        dispatch(Gather { placed, buckets, before, after, table: aligned(scratch) });
    }

    /// Hands of the board before, in whole blocks.
    pub(crate) fn hands(&self) -> usize {
        self.images[0].len()
    }

    /// Adds rows of values of buckets to those of some hands, in whole blocks.
    pub(crate) fn scatter(
        &self,
        hands: Range<usize>,
        chance: f32,
        after: [&[f32]; MERGED_ROWS],
        before: [Option<&mut [f32]>; MERGED_ROWS],
        scratch: &mut [f32],
    ) {
        let (buckets, mut before) = (self.buckets, before);
        for placed in &self.images {
            let placed = &placed[hands.clone()];
            let before = before.each_mut().map(|row| row.as_deref_mut());
            dispatch(Scatter { placed, buckets, chance, after, before, table: aligned(scratch) });
        }
    }
}

/// The same map for both players where they are equal.
pub(crate) fn shared(maps: [BucketMap; 2]) -> [Arc<BucketMap>; 2] {
    let [one, other] = maps;
    if one == other {
        let one = Arc::new(one);
        return [Arc::clone(&one), one];
    }
    [Arc::new(one), Arc::new(other)]
}
