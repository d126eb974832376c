//! The additive key of a hand, and the rank that belongs to it.
//!
//! Every card has a 64-bit number; a hand's key is their sum:
//!
//! ```text
//!  bits 63 .. 41 | 19 .. 16 | 15..12 11..8  7..4   3..0
//!       ranks    | cards    | spades hearts diam.  clubs
//! ```
//!
//! The suit counters start at three, so that the top bit of a counter says that
//! five or more cards share that suit; the card counter starts at nine, so that
//! it passes through zero at seven cards. One test of the low bits therefore says
//! "seven cards, no flush", which are 97 % of the hands a river makes.
//!
//! Without a flush the ranks are hashed ([`crate::rank_keys`]) by one 16-bit
//! offset for each row of keys into a table for each hand size: 16 KB and 99 KB
//! for seven cards, 8 and 39 for six, 4 and 18 for five. A flush is looked up by
//! the ranks of its suit: with at most seven cards nothing beats it but a better
//! one of the same suit. The tables are constants made by the build script, so a
//! lookup checks nothing first.

use quasar_cards::{Card, CardSet, Suit};

use crate::rank::HandRank;
use crate::rank_keys::{KEY_BITS, RANK_KEYS, ROW_BITS};

include!(concat!(env!("OUT_DIR"), "/rank_tables.rs"));

/// Where the ranks start: a sum beyond the key bits falls off the top.
const RANKS: u32 = u64::BITS - KEY_BITS;
/// One card in the card counter.
const ONE_CARD: u64 = 1 << 16;
/// The card counter; zero at seven cards.
const CARDS: u64 = 0xf * ONE_CARD;
/// Set in a suit counter from five cards on.
const FIVE_OF_SUIT: u64 = 0x8888;
/// The key without cards.
const START: u64 = 9 * ONE_CARD + 0x3333;

/// What each card adds to a key; as long as a byte reaches, so that an index
/// needs no check.
static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < Card::COUNT {
        keys[card] = (RANK_KEYS[card / 4] as u64) << RANKS | ONE_CARD | 1 << (4 * (card % 4));
        card += 1;
    }
    keys
};

/// A hand that grows card by card.
///
/// Adding a card is one addition and one bit, and keys are plain values, so
/// nested loops keep the key of the outer cards and add only the inner one:
///
/// ```
/// use quasar_cards::{Card, parse_cards};
/// use quasar_eval::{Category, HandKey};
///
/// let six: HandKey = parse_cards("AhKhQhJh2c2d")?.into_iter().collect();
/// let flushes = Card::all()
///     .filter(|&card| !six.cards().contains(card))
///     .filter(|&card| six.with(card).rank().category() >= Category::Flush)
///     .count();
/// assert_eq!(flushes, 9);
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandKey {
    sum: u64,
    cards: CardSet,
}

impl HandKey {
    /// The hand without cards.
    pub const EMPTY: HandKey = HandKey { sum: START, cards: CardSet::EMPTY };

    /// This hand and one more card, which it must not hold yet.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> HandKey {
        HandKey { sum: add_card(self.sum, card), cards: self.cards.with(card) }
    }

    /// The cards of the hand.
    #[inline]
    pub fn cards(self) -> CardSet {
        self.cards
    }

    /// The rank of a hand of five, six or seven cards.
    ///
    /// Hands of other sizes have none: for fewer cards this is
    /// [`HandRank::BLOCKED`], for more it means nothing.
    #[inline]
    pub fn rank(self) -> HandRank {
        if self.sum & (CARDS | FIVE_OF_SUIT) == 0 {
            return seven_rank(self.sum);
        }
        match flush_suit(self.sum) {
            Some(suit) => flush_rank(self.cards.ranks_of_suit(suit)),
            None => no_flush_rank(self.sum),
        }
    }
}

impl Default for HandKey {
    fn default() -> HandKey {
        HandKey::EMPTY
    }
}

impl FromIterator<Card> for HandKey {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> HandKey {
        cards.into_iter().fold(HandKey::EMPTY, HandKey::with)
    }
}

/// The key of these cards.
#[inline(always)]
pub(crate) fn sum_of(cards: &[Card]) -> u64 {
    cards.iter().fold(START, |sum, &card| add_card(sum, card))
}

/// The key with one more card.
#[inline(always)]
pub(crate) fn add_card(sum: u64, card: Card) -> u64 {
    sum.wrapping_add(CARD_KEYS[card.index()])
}

/// The suit of which the key counts five or more cards.
#[inline(always)]
pub(crate) fn flush_suit(sum: u64) -> Option<Suit> {
    match sum & FIVE_OF_SUIT {
        0 => None,
        full => Suit::from_index(full.trailing_zeros() as usize / 4),
    }
}

/// The suit of which the key of a board counts three or more cards.
#[inline(always)]
pub(crate) fn three_of_suit(sum: u64) -> Option<Suit> {
    // A counter of at most five cards is at most ten with two more.
    flush_suit(sum + 0x2222)
}

/// The suit of which the key of a hand counts two or more cards and the key of
/// a board three or more.
#[inline(always)]
pub(crate) fn two_and_three_of_suit(hand: u64, board: u64) -> Option<Suit> {
    flush_suit((hand + 0x3333) & (board + 0x2222))
}

/// The rank of five to seven cards by their ranks alone.
#[inline]
pub(crate) fn no_flush_rank(sum: u64) -> HandRank {
    match (sum & CARDS) / ONE_CARD {
        0 => seven_rank(sum),
        15 => six_rank(sum),
        14 => five_rank(sum),
        _ => HandRank::BLOCKED,
    }
}

/// The rank of seven cards without a flush.
#[inline(always)]
pub(crate) fn seven_rank(sum: u64) -> HandRank {
    HandRank::from_table(RANKS_7[usize::from(cell::<{ ROW_BITS[2] }>(sum, &ROW_OFFSETS_7))])
}

/// The rank of six cards without a flush.
#[inline(always)]
pub(crate) fn six_rank(sum: u64) -> HandRank {
    let cell = cell::<{ ROW_BITS[1] }>(sum, &ROW_OFFSETS_6);
    RANKS_6.get(usize::from(cell)).map_or(HandRank::BLOCKED, |&rank| HandRank::from_table(rank))
}

/// The rank of five cards without a flush.
#[inline(always)]
pub(crate) fn five_rank(sum: u64) -> HandRank {
    let cell = cell::<{ ROW_BITS[0] }>(sum, &ROW_OFFSETS_5);
    RANKS_5.get(usize::from(cell)).map_or(HandRank::BLOCKED, |&rank| HandRank::from_table(rank))
}

/// The place of a key in the table of its hand size.
#[inline(always)]
fn cell<const ROW_BITS: u32>(sum: u64, offsets: &[u16]) -> u16 {
    let row = (sum >> (u64::BITS - ROW_BITS)) as usize;
    ((sum >> RANKS) as u16).wrapping_add(offsets[row])
}

/// The best flush or straight flush of five or more ranks of one suit.
#[inline(always)]
pub(crate) fn flush_rank(ranks: u16) -> HandRank {
    HandRank::from_table(FLUSH_RANKS[usize::from(ranks) % FLUSH_RANKS.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_of_other_sizes_do_not_panic() {
        let mut key = HandKey::EMPTY;
        for (count, card) in Card::all().enumerate() {
            let rank = key.rank();
            assert_eq!(rank.is_blocked(), count < 5, "{count} cards");
            key = key.with(card);
            if count == 7 {
                break;
            }
        }
        assert!(HandKey::from_iter(Card::all()).rank() <= HandRank::BEST);
    }
}
