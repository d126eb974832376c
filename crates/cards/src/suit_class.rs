//! Dense numbering of card sets that are equal up to suits.
//!
//! Forgetting which suit is which, a set of k cards is a multiset of four rank
//! sets whose sizes add up to k. The sizes, largest first, are the set's
//! *shape*: `2+1+1` for a single-suited Omaha hand. Within a shape, the suits of
//! one size m are a multiset of the `C(13,m)` rank sets of that size, and
//! multisets have a dense number as subsets do: sort ascending, add 0, 1, 2, …,
//! and take the number of the resulting subset. So a class is
//! `first(shape) + mixed-radix number of its groups`: no table over hands, no
//! hashing, O(k) both ways.
//!
//! This numbers the 169 Hold'em hands, the 1,755 flops, 16,432 / 134,459 /
//! 962,988 Omaha hands of 4 / 5 / 6 cards, and unordered boards. (Waugh,
//! "A Fast and Optimal Hand Isomorphism Algorithm", 2013, numbers sequences of
//! such sets by the same idea.)

use crate::{CardSet, Combo, Game, Suit, canonical, colex};

/// Largest set that can be numbered.
const MOST_CARDS: usize = 7;
/// How many ranks one suit has.
const RANKS: usize = 13;

/// The position of a 13-bit rank mask among the masks of its size, ascending.
/// Ascending masks of one size are subsets in colexicographic order.
static MASK_NUMBER: [u16; 1 << RANKS] = {
    let mut table = [0; 1 << RANKS];
    let mut seen = [0; RANKS + 1];
    let mut mask = 0;
    while mask < 1 << RANKS {
        let size = (mask as u16).count_ones() as usize;
        table[mask] = seen[size];
        seen[size] += 1;
        mask += 1;
    }
    table
};

/// The mask of `size` ranks whose [`MASK_NUMBER`] is `number`.
fn mask_with_number(size: usize, number: u64) -> u16 {
    let mut rest = number as u32;
    let mut mask = 0;
    for k in (1..=size).rev() {
        let rank;
        (rank, rest) = colex::split_largest(rest, k);
        mask |= 1 << rank;
    }
    mask
}

/// `C(n + k - 1, k)`: multisets of `k` things out of `n`. A shape has at most
/// four suits of one size, and `n` is at most `C(13,6)` = 1,716.
const fn multisets(n: u64, k: usize) -> u64 {
    match k {
        0 => 1,
        1 => n,
        2 => n * (n + 1) / 2,
        3 => n * (n + 1) * (n + 2) / 6,
        _ => n * (n + 1) * (n + 2) * (n + 3) / 24,
    }
}

/// How many cards each suit has, fewest first.
type Shape = [u8; 4];

/// The end of the run of suits with the same size that begins at `start`.
const fn group_end(shape: &Shape, start: usize) -> usize {
    let mut end = start + 1;
    while end < 4 && shape[end] == shape[start] {
        end += 1;
    }
    end
}

/// How many classes have this shape.
const fn shape_classes(shape: &Shape) -> u64 {
    let (mut classes, mut start) = (1, 0);
    while start < 4 {
        let end = group_end(shape, start);
        let rank_sets = colex::binomial(RANKS, shape[start] as usize) as u64;
        classes *= multisets(rank_sets, end - start);
        start = end;
    }
    classes
}

/// Where a shape stands in [`FIRST_CLASS`]; the fewest of seven cards is 0 or 1.
const fn shape_code(shape: &Shape) -> usize {
    let [a, b, c, d] = *shape;
    (a as usize) << 9 | (b as usize) << 6 | (c as usize) << 3 | d as usize
}

/// All shapes of each number of cards, with the first class of each. Shapes are
/// in ascending order of their sizes read from the fewest: `4` before `1+3`
/// before `2+2` before `1+1+2` before `1+1+1+1`.
struct Shapes {
    shapes: [(Shape, u64); 11],
    len: usize,
    classes: u64,
}

const SHAPES: [Shapes; MOST_CARDS + 1] = {
    let mut all = [const { Shapes { shapes: [([0; 4], 0); 11], len: 0, classes: 0 } }; 8];
    let mut cards = 0u8;
    while cards as usize <= MOST_CARDS {
        let entry = &mut all[cards as usize];
        let mut a = 0;
        while 4 * a <= cards {
            let mut b = a;
            while a + 3 * b <= cards {
                let mut c = b;
                while a + b + 2 * c <= cards {
                    let shape = [a, b, c, cards - a - b - c];
                    entry.shapes[entry.len] = (shape, entry.classes);
                    entry.classes += shape_classes(&shape);
                    entry.len += 1;
                    c += 1;
                }
                b += 1;
            }
            a += 1;
        }
        cards += 1;
    }
    all
};

/// The first class of each shape, by [`shape_code`].
static FIRST_CLASS: [u32; 1024] = {
    let mut table = [0; 1024];
    let mut cards = 0;
    while cards <= MOST_CARDS {
        let mut i = 0;
        while i < SHAPES[cards].len {
            let (shape, first) = SHAPES[cards].shapes[i];
            table[shape_code(&shape)] = first as u32;
            i += 1;
        }
        cards += 1;
    }
    table
};

/// The classes of card sets of one size that are equal up to suits, numbered
/// from 0 without gaps.
///
/// ```
/// use quasar_cards::{Combo, SuitClasses};
/// let classes = SuitClasses::of_size(4).expect("at most 7 cards");
/// assert_eq!(classes.count(), 16_432);
/// let one: Combo = "AsAhKsKh".parse()?;
/// let other: Combo = "AcAdKdKc".parse()?;
/// assert_eq!(classes.index(one.set()), classes.index(other.set()));
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuitClasses {
    cards: usize,
}

impl SuitClasses {
    /// The classes of sets of `cards` cards; `None` above 7 cards.
    pub const fn of_size(cards: usize) -> Option<SuitClasses> {
        if cards <= MOST_CARDS { Some(SuitClasses { cards }) } else { None }
    }

    /// The classes of the hole cards of a game.
    pub const fn of_game(game: Game) -> SuitClasses {
        SuitClasses { cards: game.hole_cards() }
    }

    /// How many classes there are.
    pub const fn count(self) -> usize {
        SHAPES[self.cards].classes as usize
    }

    /// The number of the class of a set; `None` if it has another size.
    #[inline]
    pub fn index(self, set: CardSet) -> Option<usize> {
        (set.len() == self.cards).then(|| class_index(set))
    }

    /// The canonical set of the class with this number (as [`canonical`] makes
    /// it), if there is one.
    pub fn representative(self, index: usize) -> Option<CardSet> {
        let ([set], _) = canonical([self.member(index)?]);
        Some(set)
    }

    /// How many sets the class with this number has, if there is one.
    pub fn size(self, index: usize) -> Option<usize> {
        self.member(index).map(SuitClasses::size_of)
    }

    /// How many sets the class of `set` has: 24 over its symmetries.
    pub fn size_of(set: CardSet) -> usize {
        // Suits with the same ranks can be swapped and no others, so a suit that
        // repeats the ranks of n suits before it leaves n + 1 times as many.
        let ranks = Suit::ALL.map(|suit| set.ranks_of_suit(suit));
        let repeats = |place: usize| ranks[..place].iter().filter(|&r| *r == ranks[place]).count();
        24 / (1..Suit::COUNT).map(|place| repeats(place) + 1).product::<usize>()
    }

    /// Some set of the class with this number, if there is one.
    fn member(self, index: usize) -> Option<CardSet> {
        if index >= self.count() {
            return None;
        }
        let shapes = &SHAPES[self.cards].shapes[..SHAPES[self.cards].len];
        let place = shapes.partition_point(|(_, first)| *first <= index as u64) - 1;
        let (shape, first) = shapes[place];
        Some(set_of_shape(shape, index as u64 - first))
    }
}

impl Combo {
    /// The number of this hand's class among the hands of its game that are
    /// equal up to suits; see [`SuitClasses`].
    #[inline]
    pub fn suit_class(&self) -> usize {
        class_index(self.set())
    }
}

/// The class of a set of at most seven cards.
#[inline]
pub(crate) fn class_index(set: CardSet) -> usize {
    // Sorting by size, then number, brings suits of one size together.
    let mut suits = Suit::ALL.map(|suit| {
        let mask = set.ranks_of_suit(suit);
        (mask.count_ones() as u8, MASK_NUMBER[mask as usize])
    });
    suits.sort_unstable();
    let shape = suits.map(|(size, _)| size);

    let (mut within, mut start) = (0, 0);
    while start < 4 {
        let end = group_end(&shape, start);
        let rank_sets = u64::from(colex::binomial(RANKS, shape[start] as usize));
        let group: u64 = suits[start..end]
            .iter()
            .zip(1..)
            .map(|(&(_, number), k)| multisets(u64::from(number), k))
            .sum();
        within = within * multisets(rank_sets, end - start) + group;
        start = end;
    }
    FIRST_CLASS[shape_code(&shape)] as usize + within as usize
}

/// The set, up to suits, that has this number within its shape.
fn set_of_shape(shape: Shape, mut within: u64) -> CardSet {
    let mut set = CardSet::EMPTY;
    let mut end = 4;
    while end > 0 {
        let size = shape[end - 1] as usize;
        let start = (0..end).find(|&i| shape[i] as usize == size).unwrap_or(0);
        let rank_sets = u64::from(colex::binomial(RANKS, size));
        let radix = multisets(rank_sets, end - start);
        let mut group = within % radix;
        within /= radix;
        for place in (start..end).rev() {
            let k = place - start + 1;
            let number = largest(rank_sets, |number| multisets(number, k) <= group);
            group -= multisets(number, k);
            let mask = mask_with_number(size, number);
            set |= CardSet::from_ranks_of_suit(mask, Suit::ALL[place]);
        }
        end = start;
    }
    set
}

/// The largest number below `bound` that `holds`, which is true up to some
/// number and false from there on.
fn largest(bound: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, bound);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, SuitPermutation};
    use proptest::prelude::*;

    #[test]
    fn counts_are_the_published_ones() {
        let published =
            [(2, 169), (3, 1_755), (4, 16_432), (5, 134_459), (6, 962_988), (7, 6_009_159)];
        for (cards, count) in published {
            assert_eq!(SuitClasses::of_size(cards).unwrap().count(), count);
        }
        assert_eq!(SuitClasses::of_size(8), None);
    }

    #[test]
    fn hands_of_two_to_five_cards_fill_every_class() {
        for cards in 2..=5 {
            let classes = SuitClasses::of_size(cards).unwrap();
            let mut members = vec![0; classes.count()];
            for set in subsets(cards) {
                members[classes.index(set).unwrap()] += 1;
            }
            for (index, &count) in members.iter().enumerate() {
                let set = classes.representative(index).unwrap();
                assert_eq!(classes.index(set), Some(index));
                assert_eq!(canonical([set]).0, [set]);
                assert_eq!(SuitClasses::size_of(set), count);
                assert_eq!(classes.size(index), Some(count));
            }
            assert_eq!(classes.representative(classes.count()), None);
            assert_eq!(classes.size(classes.count()), None);
        }
    }

    /// All sets of `cards` cards.
    fn subsets(cards: usize) -> Box<dyn Iterator<Item = CardSet>> {
        if cards == 0 {
            return Box::new(std::iter::once(CardSet::EMPTY));
        }
        Box::new(subsets(cards - 1).flat_map(|set| {
            let above = set.iter().next_back().map_or(0, |card| card.index() + 1);
            (above..52).filter_map(Card::from_index).map(move |card| set.with(card))
        }))
    }

    proptest! {
        #[test]
        fn six_card_classes_come_back(index in 0..962_988usize) {
            let classes = SuitClasses::of_size(6).unwrap();
            let set = classes.representative(index).unwrap();
            prop_assert_eq!(set.len(), 6);
            prop_assert_eq!(classes.index(set), Some(index));
        }

        #[test]
        fn relabelling_keeps_the_class(index in 0..Game::Plo6.combos(), relabel in 0..24usize) {
            let combo = Combo::from_index(Game::Plo6, index).unwrap();
            let permutation = SuitPermutation::all().nth(relabel).unwrap();
            prop_assert_eq!(combo.permute(permutation).suit_class(), combo.suit_class());
        }
    }
}
