//! Suit symmetry: relabelling the suits changes nothing in the rules.
//!
//! A situation is a list of card sets that must not be mixed up, such as
//! `[hole cards, flop, turn]`. Relabelling the suits moves all of them at once.
//! For each suit take the ranks it holds in the first set, then in the second,
//! and so on; two situations are equal up to suits exactly when they have the
//! same four such keys. The canonical form gives the largest key to spades, the
//! next to hearts, then diamonds, then clubs, so that a flop reads `AsKsQh` and
//! never `AcKcQd`.

use std::fmt;

use crate::{Card, CardSet, Suit};

/// A relabelling of the four suits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SuitPermutation([Suit; 4]);

impl SuitPermutation {
    /// Leaves every suit as it is.
    pub const IDENTITY: SuitPermutation = SuitPermutation(Suit::ALL);

    /// The permutation that sends suit `i` to `images[i]`, if the images are
    /// all different.
    pub fn new(images: [Suit; 4]) -> Option<SuitPermutation> {
        let seen = images.iter().fold(0u8, |seen, suit| seen | 1 << suit.index());
        (seen == 0b1111).then_some(SuitPermutation(images))
    }

    /// All 24 permutations, the identity first.
    pub fn all() -> impl Iterator<Item = SuitPermutation> {
        (0..256usize).filter_map(|code| {
            SuitPermutation::new([6, 4, 2, 0].map(|shift| Suit::ALL[code >> shift & 3]))
        })
    }

    /// Where `suit` goes.
    #[inline]
    pub fn suit(self, suit: Suit) -> Suit {
        self.0[suit.index()]
    }

    /// Where `card` goes.
    #[inline]
    pub fn card(self, card: Card) -> Card {
        Card::new(card.rank(), self.suit(card.suit()))
    }

    /// Where the cards of `set` go.
    #[inline]
    pub fn apply(self, set: CardSet) -> CardSet {
        Suit::ALL.into_iter().fold(CardSet::EMPTY, |moved, suit| {
            moved | set.suit_as_clubs(suit).clubs_as_suit(self.suit(suit))
        })
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(self) -> SuitPermutation {
        let mut images = Suit::ALL;
        for suit in Suit::ALL {
            images[self.suit(suit).index()] = suit;
        }
        SuitPermutation(images)
    }

    /// First this permutation, then `next`.
    #[must_use]
    pub fn then(self, next: SuitPermutation) -> SuitPermutation {
        SuitPermutation(self.0.map(|suit| next.suit(suit)))
    }
}

impl fmt::Debug for SuitPermutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [c, d, h, s] = self.0;
        write!(f, "cdhs->{c}{d}{h}{s}")
    }
}

/// Up to four sets fit a 64-bit key of 13 bits each.
const MOST_PARTS: usize = 4;

/// For each suit, the ranks it holds in each part, first part highest.
#[inline]
fn suit_keys<const N: usize>(parts: &[CardSet; N]) -> [u64; 4] {
    const { assert!(N <= MOST_PARTS, "a key has room for four sets") };
    let mut keys = [0; 4];
    for part in parts {
        for (key, suit) in keys.iter_mut().zip(Suit::ALL) {
            *key = *key << 13 | u64::from(part.ranks_of_suit(suit));
        }
    }
    keys
}

/// The canonical form of a situation, and the permutation that leads to it.
///
/// Two situations have the same canonical form exactly when some relabelling of
/// suits turns one into the other. Takes up to four sets.
///
/// ```
/// use quasar_cards::{Board, CardSet, canonical};
/// let flop: Board = "Kc7d7c".parse()?;
/// let ([form], permutation) = canonical([flop.set()]);
/// assert_eq!(form.to_string(), "Ks7s7h");
/// assert_eq!(permutation.apply(flop.set()), form);
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
#[inline]
pub fn canonical<const N: usize>(parts: [CardSet; N]) -> ([CardSet; N], SuitPermutation) {
    let keys = suit_keys(&parts);
    // The key's rank among the four, ties by suit, is the suit's new label.
    let mut images = Suit::ALL;
    for (suit, image) in images.iter_mut().enumerate() {
        let below = (0..4).filter(|&other| (keys[other], other) < (keys[suit], suit)).count();
        *image = Suit::ALL[below];
    }
    let permutation = SuitPermutation(images);
    let mut form = parts;
    for part in &mut form {
        *part = permutation.apply(*part);
    }
    (form, permutation)
}

/// The permutations that leave every part of a situation as it is, the identity
/// among them. Takes up to four sets.
pub fn symmetries<const N: usize>(parts: [CardSet; N]) -> impl Iterator<Item = SuitPermutation> {
    let keys = suit_keys(&parts);
    SuitPermutation::all().filter(move |permutation| {
        Suit::ALL.into_iter().all(|suit| keys[suit.index()] == keys[permutation.suit(suit).index()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn situation() -> impl Strategy<Value = [CardSet; 3]> {
        let part = proptest::collection::vec(0..52usize, 0..5)
            .prop_map(|cards| cards.into_iter().filter_map(Card::from_index).collect());
        [part.clone(), part.clone(), part]
    }

    fn permutation() -> impl Strategy<Value = SuitPermutation> {
        (0..24usize).prop_map(|n| SuitPermutation::all().nth(n).unwrap())
    }

    proptest! {
        #[test]
        fn relabelled_situations_share_one_canonical_form(
            parts in situation(),
            relabel in permutation(),
        ) {
            let (form, permutation) = canonical(parts);
            prop_assert_eq!(parts.map(|part| permutation.apply(part)), form);
            prop_assert_eq!(canonical(parts.map(|part| relabel.apply(part))).0, form);
            prop_assert_eq!(canonical(form), (form, SuitPermutation::IDENTITY));
        }

        #[test]
        fn symmetries_are_the_permutations_that_change_nothing(parts in situation()) {
            let found: Vec<_> = symmetries(parts).collect();
            let slow: Vec<_> = SuitPermutation::all()
                .filter(|p| parts.map(|part| p.apply(part)) == parts)
                .collect();
            prop_assert_eq!(found, slow);
        }

        #[test]
        fn permutations_form_a_group(one in permutation(), other in permutation(), bits: u64) {
            let set = CardSet::from_bits(bits & CardSet::DECK.bits()).unwrap();
            prop_assert_eq!(one.then(other).apply(set), other.apply(one.apply(set)));
            prop_assert_eq!(one.then(one.inverse()), SuitPermutation::IDENTITY);
            let by_card: CardSet = set.iter().map(|card| one.card(card)).collect();
            prop_assert_eq!(one.apply(set), by_card);
        }
    }

    #[test]
    fn there_are_24_different_permutations() {
        let all: std::collections::HashSet<_> = SuitPermutation::all().collect();
        assert_eq!(all.len(), 24);
        assert_eq!(SuitPermutation::all().next(), Some(SuitPermutation::IDENTITY));
        assert_eq!(SuitPermutation::new([Suit::Clubs; 4]), None);
    }
}
