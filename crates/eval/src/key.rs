//! The additive key of a hand, and the rank that belongs to it.
//!
//! Every card has a 64-bit number; a hand's key is their sum:
//!
//! ```text
//!  bits 63 .. 41 | 31 .. 22 | 19 .. 16 | 15..12 11..8  7..4   3..0
//!       ranks    | column   | cards    | spades hearts diam.  clubs
//! ```
//!
//! The suit counters start at three, so that the top bit of a counter says that
//! five or more cards share that suit; the card counter starts at nine, so that
//! it passes through zero at seven cards. One test of the low bits therefore says
//! "seven cards, no flush", which are 97 % of the hands a river makes.
//!
//! Without a flush the ranks are hashed ([`crate::rank_keys`]): their top 13 bits
//! name a row, the other ten a column, and the rank lies at the row's offset plus
//! the column. The column is kept a second time at the top of the low half, where
//! one shift isolates it. Tables take 16 KB of offsets and 99 KB of ranks for
//! seven cards, 16 and 37 for six, 16 and 12 for five. A flush is looked up by the
//! ranks of its suit: with at most seven cards nothing beats it but a better one of
//! the same suit. The tables are constants made by the build script, so a lookup
//! checks nothing first.

use quasar_cards::{Card, Suit};

use crate::rank::HandRank;
use crate::rank_keys::{COLUMN_BITS, KEY_BITS, RANK_KEYS, ROW_BITS};

include!(concat!(env!("OUT_DIR"), "/rank_tables.rs"));

/// Where the ranks start: a sum beyond the key bits falls off the top.
const RANKS: u32 = u64::BITS - KEY_BITS;
/// Where the column starts; it overflows into unused bits.
const COLUMN: u32 = u32::BITS - COLUMN_BITS;
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
        let key = RANK_KEYS[card / 4] as u64;
        let column = key & ((1 << COLUMN_BITS) - 1);
        keys[card] = key << RANKS | column << COLUMN | ONE_CARD | 1 << (4 * (card % 4));
        card += 1;
    }
    keys
};

/// A hand that grows card by card.
///
/// Keys are plain values, so nested loops keep the key of the outer cards and
/// add only the inner ones: one card with [`HandKey::with`], or cards whose key
/// is at hand with [`HandKey::join`]. Either costs one addition.
///
/// ```
/// use quasar_cards::{CardSet, parse_cards};
/// use quasar_eval::{Category, HandKey};
///
/// let six = parse_cards("AhKhQhJh2c2d")?;
/// let key: HandKey = six.iter().copied().collect();
/// let live = six.into_iter().collect::<CardSet>().complement();
/// let flushes = live.iter().filter(|&card| key.with(card).rank().category() == Category::Flush);
/// // All nine hearts but the ten, which makes a royal flush.
/// assert_eq!(flushes.count(), 8);
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandKey {
    sum: u64,
    /// Ranks by suit, 16 bits each: looked at only when there is a flush.
    suits: u64,
}

impl HandKey {
    /// The hand without cards.
    pub const EMPTY: HandKey = HandKey { sum: START, suits: 0 };

    /// This hand and one more card, which it must not hold yet.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> HandKey {
        let bit = 1 << (16 * (card.index() % 4) + card.index() / 4);
        HandKey { sum: add_card(self.sum, card), suits: self.suits | bit }
    }

    /// The cards of both hands, which must not share any.
    #[inline]
    #[must_use]
    pub fn join(self, other: HandKey) -> HandKey {
        let sum = self.sum.wrapping_add(other.sum).wrapping_sub(START);
        HandKey { sum, suits: self.suits | other.suits }
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
        match self.sum & FIVE_OF_SUIT {
            0 => no_flush_rank(self.sum),
            // Bit 4 * suit + 3 becomes the shift 16 * suit.
            suit => flush_rank((self.suits >> (4 * (suit.trailing_zeros() & 12))) as u16),
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

/// The rank of five to seven cards by their ranks alone. Kept out of line, so
/// that loops over seven cards stay small.
#[cold]
#[inline(never)]
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
    HandRank::from_table(RANKS_7[cell(sum, &ROW_OFFSETS_7)])
}

/// The rank of six cards without a flush.
#[inline(always)]
pub(crate) fn six_rank(sum: u64) -> HandRank {
    let number = RANKS_6.get(cell(sum, &ROW_OFFSETS_6));
    HandRank::from_table(number.copied().unwrap_or(0))
}

/// The rank of five cards without a flush.
#[inline(always)]
pub(crate) fn five_rank(sum: u64) -> HandRank {
    let number = RANKS_5.get(cell(sum, &ROW_OFFSETS_5));
    HandRank::from_table(number.copied().unwrap_or(0))
}

/// The place of a key in the table of its hand size.
#[inline(always)]
fn cell(sum: u64, offsets: &[u16; 1 << ROW_BITS]) -> usize {
    let row = sum >> (u64::BITS - ROW_BITS);
    let column = sum as u32 >> COLUMN;
    (u32::from(offsets[row as usize]) + column) as usize
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
