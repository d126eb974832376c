//! Complete subgraphs of four, five or six cards, counted.
//!
//! Cards are taken in ascending order; the cards that can still follow are a
//! 64-bit mask, and the last card is not visited but counted with the mask's
//! bits. A graph of 43 cards takes at most 12,341 such counts for four cards,
//! 7 us on one core of a 2.4 GHz Zen 3.

use quasar_cards::CardSet;

use crate::omaha::versus::graph::Edges;

/// How many sets of `size` cards (four to six) have all their edges. Whether a
/// card has an edge to itself does not matter.
#[inline(always)]
pub(super) fn cliques(size: usize, live: CardSet, edges: &Edges) -> u64 {
    match size {
        4 => four(live.bits(), edges),
        5 => five(live.bits(), edges),
        _ => six(live.bits(), edges),
    }
}

/// How many sets of `size` cards (four to six) have all edges of `more`, but not
/// all of `fewer`, which are some of them: the sets with each further edge are
/// counted, and the edge taken out.
#[inline(always)]
pub(super) fn further_cliques(size: usize, live: CardSet, fewer: &Edges, more: &Edges) -> u64 {
    let mut edges = *more;
    let mut count = 0;
    for card in live {
        let card = card.index();
        let mut others = more[card] & !fewer[card] & (!1 << card);
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            edges[card] &= !(1 << other);
            edges[other] &= !(1 << card);
            let common = edges[card] & edges[other] & !(1 << card | 1 << other);
            count += match size {
                4 => two(common, &edges),
                5 => three(common, &edges),
                _ => four(common, &edges),
            };
        }
    }
    count
}

#[inline(always)]
fn count_candidates(candidates: u64, _: &Edges) -> u64 {
    u64::from(candidates.count_ones())
}

/// Sets of one card more than another count's.
macro_rules! with_one_more {
    ($name:ident, $fewer:ident) => {
        #[inline(always)]
        fn $name(mut candidates: u64, edges: &Edges) -> u64 {
            let mut count = 0;
            while candidates != 0 {
                let card = candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                count += $fewer(candidates & edges[card], edges);
            }
            count
        }
    };
}

with_one_more!(two, count_candidates);
with_one_more!(three, two);
with_one_more!(four, three);
with_one_more!(five, four);
with_one_more!(six, five);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_are_those_of_the_definition(
            bits in prop::collection::vec(any::<u16>(), 16),
            dense: bool,
            live: u16,
        ) {
            let (mut fewer, mut more) = ([0u64; 64], [0u64; 64]);
            let join = |edges: &mut Edges, high: usize, low: usize| {
                edges[high] |= 1 << low;
                edges[low] |= 1 << high;
            };
            for (high, row) in bits.iter().enumerate() {
                for low in (0..=high).filter(|low| live >> low & live >> high & 1 == 1) {
                    let marks = row >> low & 3;
                    if marks == 1 || (dense && marks != 0) {
                        join(&mut fewer, high, low);
                    }
                    if marks != 0 || (dense && low % 3 == 1) {
                        join(&mut more, high, low);
                    }
                }
            }
            let set = CardSet::from_bits(u64::from(live)).unwrap();
            for size in 4..=6 {
                let [slow, slow_more] = [&fewer, &more].map(|edges| {
                    let complete = |set: &u32| {
                        let held = (0..16).filter(|i| set >> i & 1 == 1);
                        held.clone().all(|i| held.clone().all(|j| i == j || edges[i] >> j & 1 == 1))
                    };
                    let sets = (0..1u32 << 16).filter(|set| set & !u32::from(live) == 0);
                    sets.filter(|set| set.count_ones() == size).filter(complete).count() as u64
                });
                let size = size as usize;
                prop_assert_eq!(cliques(size, set, &fewer), slow);
                prop_assert_eq!(further_cliques(size, set, &fewer, &more), slow_more - slow);
            }
        }
    }
}
