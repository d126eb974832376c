//! Flush draws.

use quasar_cards::{Card, CardSet, Game, Rank, Suit};

use super::spot::HandOnBoard;

/// A flush draw: one more card of the suit completes it.
///
/// In Omaha that takes at least two hole cards of the suit and exactly two on
/// the board; in Hold'em four of the suit in hand and board together, at least
/// one of them in the hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FlushDraw {
    /// The suit.
    pub suit: Suit,
    /// Hero's highest card of the suit.
    pub high: Rank,
    /// Whether no card that others can hold in the suit is higher than hero's
    /// highest, so that the flush will be the best one (a straight flush aside).
    pub nut: bool,
}

/// The flush draws of a hand, strongest suit first.
pub(crate) fn flush_draws(spot: &HandOnBoard) -> Vec<FlushDraw> {
    let mut draws: Vec<FlushDraw> =
        Suit::ALL.into_iter().filter_map(|suit| flush_draw(spot, suit)).collect();
    draws.sort_by_key(|draw| (!draw.nut, std::cmp::Reverse(draw.high)));
    draws
}

fn flush_draw(spot: &HandOnBoard, suit: Suit) -> Option<FlushDraw> {
    let of_suit = |cards: CardSet| cards.ranks_of_suit(suit);
    let (held, board) = (of_suit(spot.hero().set()), of_suit(spot.board().set()));
    let drawing = match spot.game() {
        Game::Holdem => held != 0 && held.count_ones() + board.count_ones() == 4,
        Game::Plo4 | Game::Plo5 | Game::Plo6 => held.count_ones() >= 2 && board.count_ones() == 2,
    };
    if !drawing {
        return None;
    }
    let high = Rank::from_index(held.ilog2() as usize)?;
    Some(FlushDraw { suit, high, nut: held > of_suit(spot.unseen()) })
}

/// The unseen cards of a suit.
pub(crate) fn suit_cards(spot: &HandOnBoard, suit: Suit) -> CardSet {
    spot.unseen().iter().filter(|card: &Card| card.suit() == suit).collect()
}
