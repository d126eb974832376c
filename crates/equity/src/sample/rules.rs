//! What the sampler must know about a game: how to store a hand, and its rank.

use quasar_cards::{Card, CardSet, Combo, Rank, Suit};
use quasar_eval::{HandKey, HandRank, rank_omaha};

use super::deck::Draw;
use super::random::Random;

/// A placeholder for cards that are filled in later.
pub(super) const FILLER: Card = Card::new(Rank::Two, Suit::Clubs);

/// A game's hands, kept in the form that ranks fastest.
pub(super) trait Rules: Send + Sync {
    /// How many hole cards a player holds.
    const HOLE: usize;
    /// The hole cards of one player.
    type Hand: Copy + Send + Sync;
    /// The five cards of a river.
    type Board;

    /// The hand of [`Rules::HOLE`] cards; with fewer or more it is meaningless.
    fn hand(cards: &[Card]) -> Self::Hand;

    /// The cards of a combo of the game.
    #[inline]
    fn of_combo(combo: &Combo) -> Self::Hand {
        let mut cards = [FILLER; 6];
        for (place, card) in cards.iter_mut().zip(combo.cards()) {
            *place = card;
        }
        Self::hand(&cards[..Self::HOLE])
    }

    /// A random hand of the remaining cards, without the taken ones.
    fn draw(deck: &mut Draw<'_>, random: &mut Random, taken: CardSet) -> Self::Hand;

    /// A river.
    fn board(cards: &[Card; 5]) -> Self::Board;

    /// The rank of a hand on a river.
    fn rank(hand: &Self::Hand, board: &Self::Board) -> HandRank;
}

/// Two hole cards, the best five of seven.
pub(super) struct Holdem;

impl Rules for Holdem {
    const HOLE: usize = 2;
    type Hand = HandKey;
    type Board = HandKey;

    #[inline(always)]
    fn hand(cards: &[Card]) -> HandKey {
        cards.iter().copied().collect()
    }

    #[inline(always)]
    fn draw(deck: &mut Draw<'_>, random: &mut Random, taken: CardSet) -> HandKey {
        Self::hand(&deck.cards_besides::<2>(random, taken))
    }

    #[inline(always)]
    fn board(cards: &[Card; 5]) -> HandKey {
        cards.iter().copied().collect()
    }

    #[inline(always)]
    fn rank(hand: &HandKey, board: &HandKey) -> HandRank {
        hand.join(*board).rank()
    }
}

/// `H` hole cards, exactly two of them with three of the board.
pub(super) struct Omaha<const H: usize>;

impl<const H: usize> Rules for Omaha<H> {
    const HOLE: usize = H;
    type Hand = [Card; H];
    type Board = [Card; 5];

    #[inline(always)]
    fn hand(cards: &[Card]) -> [Card; H] {
        std::array::from_fn(|place| cards[place])
    }

    #[inline(always)]
    fn draw(deck: &mut Draw<'_>, random: &mut Random, taken: CardSet) -> [Card; H] {
        deck.cards_besides(random, taken)
    }

    #[inline(always)]
    fn board(cards: &[Card; 5]) -> [Card; 5] {
        *cards
    }

    #[inline(always)]
    fn rank(hand: &[Card; H], board: &[Card; 5]) -> HandRank {
        rank_omaha(hand, board)
    }
}
