//! The rank of one Omaha hand on one board.

use quasar_cards::{Board, Card, Combo, Street, Suit};

use crate::error::EvalError;
use crate::hand::rank_set;
use crate::key;
use crate::omaha::tables::{Tables, tables};
use crate::rank::HandRank;

/// The rank of the best five cards with exactly two of `hole` and exactly three
/// of `board`: four to six hole cards, three to five board cards, all distinct.
/// Other numbers of cards do not compile; with a card twice the result means
/// nothing.
///
/// A lookup per pair of hole cards in the row of the board's ranks, and one per
/// suited pair if the board has three cards of a suit.
///
/// ```
/// use quasar_eval::rank_omaha;
/// let cards = |text| quasar_cards::parse_cards(text).unwrap();
/// let hole = cards("AsAhAdKs").try_into().unwrap();
/// let board = cards("AcQsJs2s3d").try_into().unwrap();
/// let rank = rank_omaha::<4, 5>(&hole, &board);
/// assert_eq!(rank.describe(), "ace-high flush, king queen jack two kickers");
/// ```
#[inline]
pub fn rank_omaha<const H: usize, const B: usize>(hole: &[Card; H], board: &[Card; B]) -> HandRank {
    const { assert!(H >= 4 && H <= 6, "an Omaha hand has four to six cards") };
    const { assert!(B >= 3 && B <= 5, "a board has three to five cards") };
    let tables = tables();
    let sum = key::sum_of(board);
    let row = tables.rows.of_board(board, sum);
    let mut best = HandRank::BLOCKED;
    for high in 1..H {
        for low in 0..high {
            best = best.max(row.rank(hole[high], hole[low]));
        }
    }
    // Asking hand and board together makes the branch rare: 7 % of hands.
    match key::two_and_three_of_suit(key::sum_of(hole), sum) {
        None => best,
        Some(suit) => best.max(best_flush(tables, suit, hole, board)),
    }
}

/// The best flush of a suit; blocked if the hand holds fewer than two of it.
#[inline(always)]
fn best_flush(tables: &Tables, suit: Suit, hole: &[Card], board: &[Card]) -> HandRank {
    let ranks = |cards: &[Card]| {
        cards.iter().fold(0u16, |ranks, card| {
            ranks | u16::from(card.index() & 3 == suit.index()) << (card.index() >> 2)
        })
    };
    let mut held = ranks(hole);
    let on_board = ranks(board);
    let mut best = HandRank::BLOCKED;
    while held & held.wrapping_sub(1) != 0 {
        let high = held.ilog2() as usize;
        held ^= 1 << high;
        let mut lower = held;
        while lower != 0 {
            best = best.max(tables.flushes.rank(on_board, high, lower.trailing_zeros() as usize));
            lower &= lower - 1;
        }
    }
    best
}

/// The rank of a hand on a board by the rules of the hand's game: the best five
/// of all cards in Hold'em, exactly two hole cards in Omaha.
///
/// ```
/// use quasar_eval::rank_hand;
/// let rank = rank_hand(&"AsAh7c2d".parse()?, &"AcAdKhKs2s".parse()?)?;
/// assert_eq!(rank.describe(), "four aces, king kicker");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank_hand(hand: &Combo, board: &Board) -> Result<HandRank, EvalError> {
    if board.street() == Street::Preflop {
        return Err(EvalError::NoFlop);
    }
    if let Some(card) = (hand.set() & board.set()).iter().next() {
        return Err(EvalError::Blocked(card));
    }
    if !hand.game().is_omaha() {
        return rank_set(hand.set() | board.set());
    }
    let tables = tables();
    let sum = key::sum_of(board.cards());
    let row = tables.rows.of_board(board.cards(), sum);
    let mut hole = [Card::new(quasar_cards::Rank::Two, Suit::Clubs); 6];
    let hole = &mut hole[..hand.game().hole_cards()];
    for (place, card) in hole.iter_mut().zip(hand.cards()) {
        *place = card;
    }
    let pairs = (1..hole.len()).flat_map(|high| (0..high).map(move |low| (high, low)));
    let best = pairs.map(|(high, low)| row.rank(hole[high], hole[low])).max();
    let best = best.unwrap_or(HandRank::BLOCKED);
    Ok(match key::three_of_suit(sum) {
        None => best,
        Some(suit) => best.max(best_flush(tables, suit, hole, board.cards())),
    })
}
