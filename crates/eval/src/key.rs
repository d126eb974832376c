//! The additive key of a hand, and the rank that belongs to it.
//!
//! Every card has a 64-bit number; a hand's key is their sum:
//!
//! ```text
//!  bits 63..52 51..41 | 35..32 | 31..28 27..24 23..20 19..16 | 15 .. 0
//!         row   carry | cards  | spades hearts diam.  clubs  | column
//! ```
//!
//! The suit counters start at three, so that the top bit of a counter is set if
//! five or more cards share that suit; the card counter starts at nine, so that
//! it wraps to zero at seven cards. One test therefore detects "seven cards, no
//! flush", which holds for 97 % of the hands on a river.
//!
//! Without a flush the ranks are hashed ([`crate::rank_keys`]): row and column are
//! two numbers of the hand that together are unique, and the
//! rank is at the row's offset plus the column. A flush is looked up by the ranks
//! of its suit: with at most seven cards only a better flush of the same suit beats
//! it. The tables are constants made by the build script, so a lookup needs no
//! initialisation check.
//!
//! Flushes, seven, six and five cards lie one after the other in one table, so that
//! all ways to find a cell end in the same load. Seven cards take 8 KB of offsets
//! and 126 KB of ranks. Rows of half the length would pack the ranks into 104 KB but
//! need 16 KB of offsets, and random hands would take 7 % longer. In all there are
//! 25 KB of offsets and 210 KB of ranks; another 52 KB of zeros, which no hand
//! reaches, make the table as long as the compiler believes offset and column to be.

use quasar_cards::{Card, Suit};

use crate::rank::HandRank;
use crate::rank_keys::{COLUMN, KEY_BITS, RANK_KEYS, ROW_BITS, SIXES_AND_FIVES};

include!(concat!(env!("OUT_DIR"), "/rank_tables.rs"));

/// Where the rank key starts: a sum beyond its bits falls off the top.
const RANK_KEY: u32 = u64::BITS - KEY_BITS;
/// Where the suit counters start, above the sum of the columns. A multiple of 16,
/// so that their places become those of [`HandKey::suits`] by a shift.
const SUITS: u32 = 16;
/// One card of every suit.
const ONE_OF_EACH: u64 = 0x1111 << SUITS;
/// Set in a suit counter from five cards on.
const FIVE_OF_SUIT: u64 = 8 * ONE_OF_EACH;
/// One card in the card counter.
const ONE_CARD: u64 = 1 << (SUITS + 16);
/// The card counter; zero at seven cards.
const CARDS: u64 = 0xf * ONE_CARD;
/// The key without cards.
const START: u64 = 9 * ONE_CARD + 3 * ONE_OF_EACH;
/// How many cells of the ranks flushes take: one for each set of ranks.
const FLUSHES: usize = 1 << 13;

/// What each card adds to a key; as long as a byte reaches, so that an index
/// needs no check.
static CARD_KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut card = 0;
    while card < Card::COUNT {
        let key = RANK_KEYS[card / 4];
        let suit = 1 << (SUITS + 4 * (card as u32 % 4));
        keys[card] = (key as u64) << RANK_KEY | ONE_CARD | suit | (key & COLUMN) as u64;
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
    /// [`HandRank::BLOCKED`], for more it is meaningless.
    #[inline]
    pub fn rank(self) -> HandRank {
        let cell = if self.sum & (CARDS | FIVE_OF_SUIT) == 0 {
            seven_cell(self.sum)
        } else {
            match self.sum as u32 & FIVE_OF_SUIT as u32 {
                0 => no_flush_cell(self.sum),
                // Bit 16 + 4 * suit + 3 becomes the shift 64 + 16 * suit.
                suit => {
                    flush_cell(self.suits.wrapping_shr(4 * (suit.trailing_zeros() & !3)) as u16)
                }
            }
        };
        HandRank::from_table(RANKS[cell])
    }

    /// The rank of seven cards by their ranks alone, as if there were no flushes.
    ///
    /// Suits do not matter, so one card may stand for all of its rank and be held
    /// up to four times. With fewer or more cards the result is meaningless.
    #[inline]
    pub fn rank_without_flush(self) -> HandRank {
        seven_rank(self.sum)
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
        full => Suit::from_index((full >> SUITS).trailing_zeros() as usize / 4),
    }
}

/// The suit of which the key of a board counts three or more cards.
#[inline(always)]
pub(crate) fn three_of_suit(sum: u64) -> Option<Suit> {
    // A counter of at most five cards is at most ten with two more.
    flush_suit(sum + 2 * ONE_OF_EACH)
}

/// The suit of which the key of a hand counts two or more cards and the key of
/// a board three or more.
#[inline(always)]
pub(crate) fn two_and_three_of_suit(hand: u64, board: u64) -> Option<Suit> {
    flush_suit((hand + 3 * ONE_OF_EACH) & (board + 2 * ONE_OF_EACH))
}

/// The rank of five to seven cards by their ranks alone.
pub(crate) fn no_flush_rank(sum: u64) -> HandRank {
    HandRank::from_table(RANKS[no_flush_cell(sum)])
}

/// The rank of seven cards without a flush.
#[inline(always)]
pub(crate) fn seven_rank(sum: u64) -> HandRank {
    HandRank::from_table(RANKS[seven_cell(sum)])
}

/// The rank of six cards without a flush.
#[inline(always)]
pub(crate) fn six_rank(sum: u64) -> HandRank {
    HandRank::from_table(RANKS.get(smaller_cell(sum, 1)).copied().unwrap_or(0))
}

/// The rank of five cards without a flush.
#[inline(always)]
pub(crate) fn five_rank(sum: u64) -> HandRank {
    HandRank::from_table(RANKS.get(smaller_cell(sum, 2)).copied().unwrap_or(0))
}

/// The best flush or straight flush of five or more ranks of one suit.
#[inline(always)]
pub(crate) fn flush_rank(ranks: u16) -> HandRank {
    HandRank::from_table(RANKS[flush_cell(ranks)])
}

/// The cell of five to seven cards by their ranks alone; of fewer, one that holds
/// no rank. A call here would cost loops over seven cards their registers, about
/// 3 % of their time, so this is inlined and has one table of offsets.
#[inline(always)]
fn no_flush_cell(sum: u64) -> usize {
    // 0 for seven cards, 1 for six, 2 for five.
    let missing = (CARDS - (sum & CARDS) + ONE_CARD) / ONE_CARD % 16;
    let Some(&offset) = ROW_OFFSETS.get((missing << ROW_BITS | row(sum)) as usize) else {
        return flush_cell(0);
    };
    let start = if missing == 0 { 0 } else { SIXES_AND_FIVES };
    (start + usize::from(offset) + column(sum)).min(RANKS.len() - 1)
}

/// The cell of seven cards without a flush, always inside the table.
#[inline(always)]
fn seven_cell(sum: u64) -> usize {
    column(sum) + usize::from(ROW_OFFSETS[row(sum) as usize])
}

/// The cell of six cards, or five if `missing` is 2, without a flush.
#[inline(always)]
fn smaller_cell(sum: u64, missing: usize) -> usize {
    let offset = ROW_OFFSETS[(missing << ROW_BITS) + row(sum) as usize];
    SIXES_AND_FIVES + column(sum) + usize::from(offset)
}

/// The row of a key.
#[inline(always)]
fn row(sum: u64) -> u64 {
    sum >> (u64::BITS - ROW_BITS)
}

/// The column of a key.
#[inline(always)]
fn column(sum: u64) -> usize {
    usize::from(sum as u16)
}

/// The cell of a flush with these ranks.
#[inline(always)]
fn flush_cell(ranks: u16) -> usize {
    usize::from(ranks) % FLUSHES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_flushes_suits_do_not_matter() {
        let key = |text: &str| HandKey::from_iter(quasar_cards::parse_cards(text).unwrap());
        let aces = key("AsAh").join(key("AsAh"));
        assert_eq!(aces.join(key("KsQs2s")).rank_without_flush(), key("AsAhAdAcKsQs2s").rank());
        assert_eq!(key("AsKsQs9s7s3h2d").rank_without_flush(), key("AsKsQs9s7c3h2d").rank());
    }

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
