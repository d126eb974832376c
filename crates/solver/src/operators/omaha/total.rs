//! The compatible weight of each hand, from one number per card.
//!
//! [`Table`] answers while hands are still being added, from eleven entries per
//! hand of four cards. Once all are added, every hand is queried, and it pays to fold the
//! smaller sets into the sets of `n - 1` cards, where `n` is the cards of a hand:
//!
//! ```text
//! F(no card) = W(no card)
//! F(S)       = (-1)^|S| n! / (n - |S|)! W(S) + sum over x in S of F(S - x)
//! ```
//!
//! A set of `j - 1` cards of `h` is in `n - j + 1` sets of `j` cards of `h`, so the sum of `F` over
//! the sets of `j` cards in `h` is `n! / (n - j)!` times the alternating sum of `W` over those of
//! at most `j`; for `j = n - 1` that is `n!` times the compatible weight of `h`. Factors are
//! integers until the last step, so integer weights stay exact as long as `n!` times their sum is
//! below 2^24.
//!
//! Cost: one pass over the used entries of two tables, then `n` entries per hand.

use std::ops::Range;

use super::table::{ByPair, ByPlace, Table, leading};
use crate::arch::{Arithmetic, Lanes};
use crate::omaha::hands::{Run, Side};
use crate::omaha::sets::{Layout, MOST_SUBSETS, PAIRS, PLACES, Subsets};
use crate::omaha::used::{Row, Used, rows};

/// The compatible weight of hands of `UPPER + 1` cards among all hands of two tables.
pub(super) struct Total<'a, const UPPER: usize> {
    layout: Layout,
    /// `F`, by the order of [`Layout`].
    folded: &'a mut [Lanes],
}

impl<'a, const UPPER: usize> Total<'a, UPPER> {
    /// Cards of a hand.
    const CARDS: usize = UPPER + 1;

    /// Of the hands of both tables. The first is overwritten.
    #[inline(always)]
    pub(super) fn new<A: Arithmetic>(
        vectors: A,
        used: &Used,
        table: Table<'a, UPPER>,
        other: &Table<'_, UPPER>,
    ) -> Total<'a, UPPER> {
        let (layout, folded) = table.fold_ones(vectors, other);
        let factor = |size: usize| {
            let orders = (Self::CARDS + 1 - size..=Self::CARDS).product::<usize>() as f32;
            if size.is_multiple_of(2) { orders } else { -orders }
        };
        let other = other.sums();
        fold::<A, 1>(vectors, &layout, factor(2), rows(&layout, 1), folded, other);
        let largest = used.rows.iter().copied();
        if UPPER == 3 {
            fold::<A, 2>(vectors, &layout, factor(3), largest, folded, other);
        } else {
            fold::<A, 2>(vectors, &layout, factor(3), rows(&layout, 2), folded, other);
            fold::<A, 3>(vectors, &layout, factor(4), largest, folded, other);
        }
        Total { layout, folded }
    }

    /// The compatible weight of every hand of some groups.
    #[inline(always)]
    pub(super) fn meet<A: Arithmetic>(
        &self,
        vectors: A,
        side: &Side,
        groups: Range<usize>,
        met: &mut [Lanes],
    ) {
        let all = Subsets::<UPPER>::COUNT - 1;
        let scale = 1.0 / (1..=Self::CARDS).product::<usize>() as f32;
        let put = |sum: A::Single, met: &mut Lanes| {
            vectors.store(vectors.scale_add(scale, sum, vectors.zeros()), met);
        };
        let mut start = side.hands_of(groups.clone()).start;
        let mut rest = met;
        for number in groups {
            let group = &side.groups[number];
            let subsets = Subsets::<UPPER>::new(&self.layout, &group.rest);
            let row: &ByPlace = leading(self.folded, subsets.number(subsets.row(all)));
            // The blocks of `R` without one of its cards.
            let mut blocks: [&ByPair; MOST_SUBSETS] = [leading(self.folded, 0); MOST_SUBSETS];
            let blocks = &mut blocks[..UPPER - 1];
            for (card, block) in blocks.iter_mut().enumerate() {
                *block = leading(self.folded, subsets.blocks()[all ^ 1 << card]);
            }
            let (of_group, later) = rest.split_at_mut(group.end as usize - start);
            (rest, start) = (later, group.end as usize);
            let runs = side.runs_of(number);
            if group.single {
                for (&Run { number, high, low, .. }, met) in runs.iter().zip(of_group) {
                    let [high, low] = [high, low].map(|place| &row[usize::from(place) % PLACES]);
                    let mut sum = vectors.plus(vectors.load(high), vectors.load(low));
                    for block in &*blocks {
                        let entry = &block[usize::from(number) % PAIRS];
                        sum = vectors.plus(sum, vectors.load(entry));
                    }
                    put(sum, met);
                }
                continue;
            }
            let mut of_group = of_group;
            for &Run { number, high, low, hands } in runs {
                let (of_run, later) = of_group.split_at_mut(usize::from(hands));
                of_group = later;
                let count = of_run.len();
                let high = vectors.load(&row[usize::from(high) % PLACES]);
                let lows = &row[usize::from(low)..][..count];
                let mut entries: [&[Lanes]; MOST_SUBSETS] = [&[]; MOST_SUBSETS];
                for (entries, block) in entries.iter_mut().zip(&*blocks) {
                    *entries = &block[usize::from(number)..][..count];
                }
                for (hand, met) in of_run.iter_mut().enumerate() {
                    let mut sum = vectors.plus(high, vectors.load(&lows[hand]));
                    for entries in &entries[..UPPER - 1] {
                        sum = vectors.plus(sum, vectors.load(&entries[hand]));
                    }
                    put(sum, met);
                }
            }
        }
    }
}

/// Makes `F` of sets of one place more than `OTHERS`, from that of smaller ones and from
/// the weights in two tables, times `factor`.
#[inline(always)]
fn fold<A: Arithmetic, const OTHERS: usize>(
    vectors: A,
    layout: &Layout,
    factor: f32,
    rows: impl Iterator<Item = Row>,
    sums: &mut [Lanes],
    other: &[Lanes],
) {
    let first = layout.start(OTHERS + 1);
    let (smaller, sums) = sums.split_at_mut(first);
    for Row { upper, low, sets, start } in rows {
        let (start, sets) = (start as usize, usize::from(sets));
        let upper: [u8; OTHERS] = std::array::from_fn(|at| upper[at]);
        let shared = vectors.load(&smaller[layout.number(&upper)]);
        // The sets without one of their upper places: rows too.
        let smaller: [&[Lanes]; OTHERS] = std::array::from_fn(|left_out| {
            let mut set = upper;
            set[..=left_out].rotate_right(1);
            set[0] = low;
            &smaller[layout.number(&set)..][..sets]
        });
        let row = sums[start - first..][..sets].iter_mut().zip(&other[start..][..sets]);
        for (place, (set, other)) in row.enumerate() {
            let weight = vectors.plus(vectors.load(set), vectors.load(other));
            let mut folded = vectors.scale_add(factor, weight, shared);
            for row in &smaller {
                folded = vectors.plus(folded, vectors.load(&row[place]));
            }
            vectors.store(folded, set);
        }
    }
}
