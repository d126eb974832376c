//! The cards that a board leaves, and the numbering of the hands made of them.
//!
//! Live cards have positions 0, 1, 2, … in card order. A hand of live cards
//! `p1 < p2 < … < pk` (positions) has the number
//! `C(p1,1) + C(p2,2) + … + C(pk,k)`: colexicographic order, the order of
//! [`Combo::all`] with the board as dead cards, without gaps. The lowest card
//! runs fastest, so hands that share all cards but the lowest are neighbours.

use quasar_cards::{Card, CardSet, Combo, Game};

/// The cards that are not dead, by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveCards(CardSet);

impl LiveCards {
    /// The cards of the deck without the `dead` ones.
    pub fn new(dead: CardSet) -> LiveCards {
        LiveCards(dead.complement())
    }

    /// The live cards in order of their positions.
    pub fn cards(self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.0.iter()
    }

    /// How many cards are live.
    pub fn count(self) -> usize {
        self.0.len()
    }

    /// The live cards as a set.
    pub fn set(self) -> CardSet {
        self.0
    }

    /// The position of a card; `None` if it is dead.
    pub fn position(self, card: Card) -> Option<usize> {
        let below = self.0.bits() & ((1 << card.index()) - 1);
        self.0.contains(card).then_some(below.count_ones() as usize)
    }

    /// How many hands of this game the live cards make.
    pub fn hands(self, game: Game) -> usize {
        binomial(self.count(), game.hole_cards())
    }

    /// The number of a hand, below [`LiveCards::hands`] of its game; `None` if it
    /// holds a dead card.
    pub fn hand_index(self, hand: &Combo) -> Option<usize> {
        hand.cards()
            .zip(1..)
            .try_fold(0, |index, (card, place)| Some(index + binomial(self.position(card)?, place)))
    }
}

/// `C(n, k)`, exact for the sizes of decks and hands.
pub(crate) const fn binomial(n: usize, k: usize) -> usize {
    if n < k {
        return 0;
    }
    let mut value = 1;
    let mut i = 0;
    while i < k {
        value = value * (n - i) / (i + 1);
        i += 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use quasar_cards::parse_cards;

    use super::*;

    #[test]
    fn hands_are_numbered_in_the_order_of_combos() {
        let board: CardSet = parse_cards("Td9d6h2cAs").unwrap().into_iter().collect();
        let live = LiveCards::new(board);
        assert_eq!(live.count(), 47);
        for (position, card) in live.cards().enumerate() {
            assert_eq!(live.position(card), Some(position));
        }
        for game in [Game::Holdem, Game::Plo4] {
            for (index, hand) in Combo::all(game, board).enumerate() {
                assert_eq!(live.hand_index(&hand), Some(index));
            }
        }
        assert_eq!(live.hands(Game::Plo4), 178_365);
        assert_eq!(live.hands(Game::Plo5), 1_533_939);
        assert_eq!(live.hands(Game::Plo6), 10_737_573);
        assert_eq!(live.hand_index(&"AsKs".parse().unwrap()), None);
        assert_eq!(live.position("Td".parse().unwrap()), None);
    }
}
