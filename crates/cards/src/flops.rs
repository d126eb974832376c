//! The 1,755 flops that differ by more than their suits.
//!
//! Order: write each canonical flop (see [`canonical`]) from high card to low
//! and sort those texts by card index, highest first: `AsAhAd`, `AsAhKs`,
//! `AsAhKd`, …, `2s2h2d` last. The place in this list is the flop's number in
//! every file and report.

use std::sync::LazyLock;

use crate::{Board, CardSet, CardsError, SuitClasses, SuitPermutation, canonical};

/// How many canonical flops there are.
pub const CANONICAL_FLOPS: usize = 1_755;

/// A canonical flop and the number of flops it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CanonicalFlop {
    /// The flop, in canonical suits.
    pub board: Board,
    /// How many of the 22,100 flops are equal to it up to suits.
    pub multiplicity: u32,
}

/// Sorted flops, and the place of each suit class in them.
struct Flops {
    flops: Vec<CanonicalFlop>,
    place_of_class: Vec<u16>,
}

static FLOPS: LazyLock<Flops> = LazyLock::new(|| {
    let classes = SuitClasses::of_size(3).expect("flops are small sets");
    let mut sets: Vec<(CardSet, usize)> = (0..classes.count())
        .filter_map(|class| Some((classes.representative(class)?, class)))
        .collect();
    sets.sort_unstable_by(|(a, _), (b, _)| b.iter().rev().cmp(a.iter().rev()));
    let mut place_of_class = vec![0; classes.count()];
    let flops = sets
        .into_iter()
        .enumerate()
        .map(|(place, (set, class))| {
            place_of_class[class] = place as u16;
            let cards: Vec<_> = set.iter().collect();
            CanonicalFlop {
                board: Board::new(&cards).expect("three distinct cards"),
                multiplicity: SuitClasses::size_of(set) as u32,
            }
        })
        .collect();
    Flops { flops, place_of_class }
});

/// The canonical flops in their documented order.
///
/// ```
/// let flops = quasar_cards::canonical_flops();
/// assert_eq!(flops.len(), 1_755);
/// assert_eq!(flops[0].board.to_string(), "AsAhAd");
/// assert_eq!(flops.iter().map(|flop| flop.multiplicity).sum::<u32>(), 22_100);
/// ```
pub fn canonical_flops() -> &'static [CanonicalFlop] {
    &FLOPS.flops
}

/// The place of any flop in [`canonical_flops`], and the permutation that turns
/// it into the flop there.
pub fn canonical_flop_index(flop: CardSet) -> Result<(usize, SuitPermutation), CardsError> {
    let class = SuitClasses::of_size(3)
        .and_then(|classes| classes.index(flop))
        .ok_or(CardsError::Count { found: flop.len(), what: "flop" })?;
    let (_, permutation) = canonical([flop]);
    Ok((FLOPS.place_of_class[class] as usize, permutation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card;
    use std::collections::HashMap;

    fn all_flops() -> impl Iterator<Item = CardSet> {
        Card::all().flat_map(|a| {
            Card::all().filter(move |b| *b < a).flat_map(move |b| {
                Card::all().filter(move |c| *c < b).map(move |c| CardSet::from(a).with(b).with(c))
            })
        })
    }

    #[test]
    fn the_list_is_every_canonical_form_once_with_its_true_multiplicity() {
        let mut multiplicities: HashMap<CardSet, u32> = HashMap::new();
        for flop in all_flops() {
            *multiplicities.entry(canonical([flop]).0[0]).or_default() += 1;
        }
        let flops = canonical_flops();
        assert_eq!(flops.len(), CANONICAL_FLOPS);
        assert_eq!(multiplicities.len(), CANONICAL_FLOPS);
        for flop in flops {
            assert_eq!(multiplicities[&flop.board.set()], flop.multiplicity);
        }
        assert!(flops.is_sorted_by(|a, b| a.board.cards() > b.board.cards()));
        assert_eq!(flops.iter().map(|flop| flop.multiplicity).sum::<u32>(), 22_100);
        assert_eq!(flops[1].board.to_string(), "AsAhKs");
        assert_eq!(flops[CANONICAL_FLOPS - 1].board.to_string(), "2s2h2d");
    }

    #[test]
    fn every_flop_finds_its_canonical_one() {
        for flop in all_flops() {
            let (index, permutation) = canonical_flop_index(flop).unwrap();
            assert_eq!(permutation.apply(flop), canonical_flops()[index].board.set());
        }
        assert!(canonical_flop_index(CardSet::EMPTY).is_err());
    }
}
