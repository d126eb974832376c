//! What the sampler must know of a game: how to keep a hand, and its rank.

use quasar_cards::{Card, CardSet};
use quasar_eval::{HandKey, HandRank, rank_omaha};

/// A game's hands, kept in the form that ranks fastest.
pub(super) trait Rules: Send + Sync {
    /// How many hole cards a player holds.
    const HOLE: usize;
    /// The hole cards of one player.
    type Hand: Copy + Send + Sync;

    /// The hand of [`Rules::HOLE`] cards; fewer or more mean nothing.
    fn hand(cards: &[Card]) -> Self::Hand;

    /// The cards of a hand.
    fn cards(hand: &Self::Hand) -> CardSet;

    /// The rank of a hand on a river.
    fn rank(hand: &Self::Hand, board: &[Card; 5]) -> HandRank;
}

/// Two hole cards, the best five of seven.
pub(super) struct Holdem;

impl Rules for Holdem {
    const HOLE: usize = 2;
    type Hand = (HandKey, CardSet);

    #[inline(always)]
    fn hand(cards: &[Card]) -> (HandKey, CardSet) {
        let cards = cards.iter().copied();
        (cards.clone().collect(), cards.collect())
    }

    #[inline(always)]
    fn cards(hand: &(HandKey, CardSet)) -> CardSet {
        hand.1
    }

    #[inline(always)]
    fn rank(hand: &(HandKey, CardSet), board: &[Card; 5]) -> HandRank {
        board.iter().fold(hand.0, |key, &card| key.with(card)).rank()
    }
}

/// `H` hole cards, exactly two of them with three of the board.
pub(super) struct Omaha<const H: usize>;

impl<const H: usize> Rules for Omaha<H> {
    const HOLE: usize = H;
    type Hand = [Card; H];

    #[inline(always)]
    fn hand(cards: &[Card]) -> [Card; H] {
        std::array::from_fn(|place| cards[place])
    }

    #[inline(always)]
    fn cards(hand: &[Card; H]) -> CardSet {
        hand.iter().copied().collect()
    }

    #[inline(always)]
    fn rank(hand: &[Card; H], board: &[Card; 5]) -> HandRank {
        rank_omaha(hand, board)
    }
}
