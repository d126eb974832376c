//! Ranks of single hands of five, six or seven cards.
//!
//! From loose random cards about 3.5 ns for seven: seven keys are loaded and
//! added, then see [`crate::key`].

use quasar_cards::{Card, CardSet};

use crate::error::EvalError;
use crate::key::{self, HandKey};
use crate::rank::HandRank;

/// The rank of the best five of `N` distinct cards; `N` is 5, 6 or 7, anything
/// else does not compile. With a card twice the result is meaningless.
///
/// ```
/// use quasar_eval::rank_cards;
/// let hand = ["Kc", "Kd", "Kh", "2s", "2c", "3d", "9s"].map(|card| card.parse().unwrap());
/// assert_eq!(rank_cards(&hand).describe(), "full house, kings full of twos");
/// ```
#[inline]
pub fn rank_cards<const N: usize>(cards: &[Card; N]) -> HandRank {
    const { assert!(N >= 5 && N <= 7, "a hand has five to seven cards") };
    let sum = key::sum_of(cards);
    match key::flush_suit(sum) {
        None => match N {
            5 => key::five_rank(sum),
            6 => key::six_rank(sum),
            _ => key::seven_rank(sum),
        },
        Some(suit) => {
            // Rare, so the ranks of the suit are collected only now.
            let ranks = cards.iter().fold(0u16, |ranks, card| {
                ranks | u16::from(card.suit() == suit) << card.rank().index()
            });
            key::flush_rank(ranks)
        }
    }
}

/// The rank of the best five cards of a set of five to seven.
pub fn rank_set(cards: CardSet) -> Result<HandRank, EvalError> {
    match cards.len() {
        5..=7 => Ok(cards.iter().collect::<HandKey>().rank()),
        count => Err(EvalError::HandSize(count)),
    }
}

/// The rank of the best flush or straight flush of five to thirteen ranks of one
/// suit, bit 0 for the two; blocked for fewer.
///
/// With at most seven cards it is the rank of the hand, whatever the others are.
///
/// ```
/// use quasar_eval::rank_flush;
/// assert_eq!(rank_flush(0b1_1111_0000_0010).describe(), "royal flush");
/// assert!(rank_flush(0b1111).is_blocked());
/// ```
#[inline]
pub fn rank_flush(ranks: u16) -> HandRank {
    key::flush_rank(ranks)
}
