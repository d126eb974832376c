//! The shape of a hand: which ranks repeat and how the suits fall.
//!
//! Omaha has far too many classes for a grid, so ranges of it are summarised by
//! shape: "one pair, double-suited".

use std::fmt;

use crate::{Combo, Rank, Suit};

/// Group sizes of a hand's cards, largest first: `2+1+1` has a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Groups([u8; 6]);

impl Groups {
    fn new(sizes: impl Iterator<Item = usize>) -> Groups {
        let mut groups = [0; 6];
        for (group, size) in groups.iter_mut().zip(sizes.filter(|&size| size > 0)) {
            *group = size as u8;
        }
        groups.sort_unstable_by(|a, b| b.cmp(a));
        Groups(groups)
    }

    fn sizes(&self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|&size| size > 0)
    }

    fn count(&self, size: u8) -> usize {
        self.sizes().filter(|&s| s == size).count()
    }
}

/// Which ranks of a hand repeat. Orders from no pair upwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankShape(Groups);

impl RankShape {
    /// The rank shape of a hand.
    pub fn of(combo: &Combo) -> RankShape {
        let set = combo.set();
        RankShape(Groups::new(Rank::ALL.into_iter().map(|rank| set.count_of_rank(rank))))
    }
}

/// `no pair`, `one pair`, `two pair`, `trips`, `trips and pair`, `quads`, ….
impl fmt::Display for RankShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = match self.0.count(2) {
            0 => None,
            1 => Some("one pair"),
            2 => Some("two pair"),
            _ => Some("three pair"),
        };
        let trips = match self.0.count(3) {
            0 => None,
            1 => Some("trips"),
            _ => Some("two trips"),
        };
        let quads = (self.0.count(4) > 0).then_some("quads");
        match (quads.or(trips), pairs) {
            (None, None) => f.write_str("no pair"),
            (None, Some(pairs)) => f.write_str(pairs),
            (Some(large), None) => f.write_str(large),
            (Some(large), Some(_)) => write!(f, "{large} and pair"),
        }
    }
}

/// How the suits of a hand fall. Orders from rainbow upwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SuitShape(Groups);

impl SuitShape {
    /// The suit shape of a hand.
    pub fn of(combo: &Combo) -> SuitShape {
        let set = combo.set();
        SuitShape(Groups::new(
            Suit::ALL.into_iter().map(|suit| set.ranks_of_suit(suit).count_ones() as usize),
        ))
    }
}

/// The sizes and a name: `2+1+1 single-suited`, `2+2 double-suited`.
impl fmt::Display for SuitShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, size) in self.0.sizes().enumerate() {
            write!(f, "{}{size}", if place > 0 { "+" } else { "" })?;
        }
        f.write_str(match self.0.sizes().filter(|&size| size > 1).count() {
            0 => " rainbow",
            1 => " single-suited",
            2 => " double-suited",
            _ => " triple-suited",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CardSet, Game};
    use std::collections::BTreeMap;

    #[test]
    fn four_card_shapes_have_the_known_numbers_of_hands() {
        let mut ranks: BTreeMap<String, usize> = BTreeMap::new();
        let mut suits: BTreeMap<String, usize> = BTreeMap::new();
        for combo in Combo::all(Game::Plo4, CardSet::EMPTY) {
            *ranks.entry(RankShape::of(&combo).to_string()).or_default() += 1;
            *suits.entry(SuitShape::of(&combo).to_string()).or_default() += 1;
        }
        // 715 x 4^4; 13 x 6 x C(12,2) x 16; 78 x 36; 13 x 4 x 48; 13.
        let expected = [
            ("no pair", 183_040),
            ("one pair", 82_368),
            ("quads", 13),
            ("trips", 2_496),
            ("two pair", 2_808),
        ];
        assert_eq!(ranks.iter().map(|(k, v)| (k.as_str(), *v)).collect::<Vec<_>>(), expected);
        // 13^4; 4 x 78 x 3 x 13^2; 6 x 78^2; 12 x 286 x 13; 4 x 715.
        let expected = [
            ("1+1+1+1 rainbow", 28_561),
            ("2+1+1 single-suited", 158_184),
            ("2+2 double-suited", 36_504),
            ("3+1 single-suited", 44_616),
            ("4 single-suited", 2_860),
        ];
        assert_eq!(suits.iter().map(|(k, v)| (k.as_str(), *v)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn large_hands_are_named_by_their_largest_groups() {
        for (hand, ranks, suits) in [
            ("AsAhAdKsKh2c", "trips and pair", "2+2+1+1 double-suited"),
            ("AsAhKsKhQsQh", "three pair", "3+3 double-suited"),
            ("AsAhAdKsKhKd", "two trips", "2+2+2 triple-suited"),
            ("AsAhAdAc2s", "quads", "2+1+1+1 single-suited"),
        ] {
            let combo: Combo = hand.parse().unwrap();
            assert_eq!(RankShape::of(&combo).to_string(), ranks);
            assert_eq!(SuitShape::of(&combo).to_string(), suits);
        }
    }
}
