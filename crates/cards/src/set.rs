//! Sets of cards as 64-bit masks.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::{Card, Rank, Suit, colex};

/// One bit in each rank's group of four: the clubs of the deck.
const CLUBS: u64 = 0x1_1111_1111_1111;

/// A set of cards; bit `i` is the card with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u64);

impl CardSet {
    /// The set without cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// All 52 cards.
    pub const DECK: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// The set with these bits, if only the lowest 52 are used.
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits <= Self::DECK.0 { Some(CardSet(bits)) } else { None }
    }

    /// The mask; bit `i` is the card with index `i`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// This set and `card`.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.index())
    }

    /// Adds `card` and says whether it was new.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        *self = self.with(card);
        new
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// How many cards the set has.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two sets share a card.
    #[inline]
    pub const fn intersects(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards of the deck that are not in this set.
    #[inline]
    #[must_use]
    pub const fn complement(self) -> CardSet {
        CardSet(Self::DECK.0 & !self.0)
    }

    /// The cards in index order.
    #[inline]
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }

    /// The ranks held in `suit` as a 13-bit mask, two lowest.
    #[inline]
    pub const fn ranks_of_suit(self, suit: Suit) -> u16 {
        // Gather every fourth bit: pairs, then groups of 4, 8 and 16 close up.
        let x = (self.0 >> suit.index()) & CLUBS;
        let x = (x | x >> 3) & 0x0303_0303_0303_0303;
        let x = (x | x >> 6) & 0x000f_000f_000f_000f;
        let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        ((x | x >> 24) & 0x1fff) as u16
    }

    /// The set with `ranks` (a 13-bit mask) in `suit` and nothing else.
    #[inline]
    pub(crate) const fn from_ranks_of_suit(ranks: u16, suit: Suit) -> CardSet {
        let x = ranks as u64;
        let x = (x | x << 24) & 0x0000_00ff_0000_00ff;
        let x = (x | x << 12) & 0x000f_000f_000f_000f;
        let x = (x | x << 6) & 0x0303_0303_0303_0303;
        let x = (x | x << 3) & CLUBS;
        CardSet(x << suit.index())
    }

    /// The cards of `suit` moved to clubs; the other cards are left out.
    #[inline]
    pub(crate) const fn suit_as_clubs(self, suit: Suit) -> CardSet {
        CardSet((self.0 >> suit.index()) & CLUBS)
    }

    /// A set of clubs moved to `suit`.
    #[inline]
    pub(crate) const fn clubs_as_suit(self, suit: Suit) -> CardSet {
        CardSet((self.0 & CLUBS) << suit.index())
    }

    /// The place of the set among all sets of as many cards, in colexicographic
    /// order; that of a hand is the index of its [`Combo`](crate::Combo). For sets of
    /// up to seven cards.
    #[inline]
    pub fn index(self) -> usize {
        colex::rank(self.iter().map(Card::index)) as usize
    }

    /// How many cards of `rank` the set has.
    #[inline]
    pub const fn count_of_rank(self, rank: Rank) -> usize {
        (self.0 >> (4 * rank.index()) & 0xf).count_ones() as usize
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::EMPTY.with(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;
    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

/// Prints the cards from high to low without separators: `AsKhTd`.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().rev().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The cards of a [`CardSet`] in index order.
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = Card::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for CardSetIter {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        let index = 63u32.checked_sub(self.0.leading_zeros())?;
        self.0 ^= 1 << index;
        Card::from_index(index as usize)
    }
}

impl ExactSizeIterator for CardSetIter {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_is_what_its_iterator_says(bits in 0..=CardSet::DECK.bits()) {
            let set = CardSet::from_bits(bits).unwrap();
            let cards: Vec<Card> = set.iter().collect();
            prop_assert!(cards.is_sorted());
            prop_assert_eq!(cards.len(), set.len());
            prop_assert_eq!(cards.iter().copied().collect::<CardSet>(), set);
            let mut backwards: Vec<Card> = set.iter().rev().collect();
            backwards.reverse();
            prop_assert_eq!(&backwards, &cards);
            for card in Card::all() {
                prop_assert_eq!(set.contains(card), cards.contains(&card));
                prop_assert_ne!(set.contains(card), set.complement().contains(card));
            }
        }

        #[test]
        fn suits_and_ranks_are_counted_card_by_card(bits in 0..=CardSet::DECK.bits()) {
            let set = CardSet::from_bits(bits).unwrap();
            let mut rebuilt = CardSet::EMPTY;
            for suit in Suit::ALL {
                let slow = set
                    .iter()
                    .filter(|c| c.suit() == suit)
                    .fold(0u16, |mask, c| mask | 1 << c.rank().index());
                prop_assert_eq!(set.ranks_of_suit(suit), slow);
                rebuilt |= CardSet::from_ranks_of_suit(slow, suit);
            }
            prop_assert_eq!(rebuilt, set);
            for rank in Rank::ALL {
                let slow = set.iter().filter(|c| c.rank() == rank).count();
                prop_assert_eq!(set.count_of_rank(rank), slow);
            }
        }
    }

    #[test]
    fn bits_beyond_the_deck_are_refused() {
        assert_eq!(CardSet::from_bits(1 << 52), None);
        assert_eq!(CardSet::DECK.len(), 52);
    }
}
