//! The live cards of a board in order of their influence.

use quasar_cards::{Card, CardSet, Combo};
use quasar_eval::{OmahaBoard, Strengths};

use crate::arch::ByteRow;
use crate::omaha::sweep::numbering::{PLACES, set_number};

/// Not a place: the card is dead.
const DEAD: u8 = u8::MAX;

/// Live cards by place, those that make the weakest pairs first.
///
/// A hand is numbered by the places of its cards; hands that share all but their
/// weakest card then lie side by side. The weakest card rarely decides, so such
/// neighbours mostly have one strength, and are handled together.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    cards: Vec<Card>,
    places: [u8; Card::COUNT],
}

impl Deck {
    /// Orders the `cards` that are not on the board; without a board, by rank.
    pub(super) fn new(board: Option<&OmahaBoard>, cards: CardSet) -> Deck {
        let Some(board) = board else {
            return Deck::of(cards.iter().collect());
        };
        Deck::of(board.by_influence(cards))
    }

    /// The deck of these cards in this order.
    fn of(cards: Vec<Card>) -> Deck {
        let mut places = [DEAD; Card::COUNT];
        for (place, card) in cards.iter().enumerate() {
            places[card.index()] = place as u8;
        }
        Deck { cards, places }
    }

    /// How many cards are live.
    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    /// The places of some cards as a mask; dead cards have none.
    #[inline]
    pub(super) fn places(&self, cards: CardSet) -> u64 {
        let places = cards.iter().map(|card| self.places[card.index()]);
        places.filter(|&place| place != DEAD).fold(0, |mask, place| mask | 1 << place)
    }

    /// The number of a hand among the hands of live cards, in the order of
    /// [`crate::omaha::sweep::numbering`]; `None` if it holds a dead card.
    #[inline]
    pub(super) fn number(&self, hand: &Combo) -> Option<usize> {
        let places = self.places(hand.set());
        (places.count_ones() as usize == hand.set().len()).then(|| set_number(places))
    }

    /// For each place, the strengths of its pairs with every other place; 0 where
    /// a card is on the board or missing.
    pub(super) fn strengths(&self, strengths: &Strengths) -> [ByteRow; PLACES] {
        let of_pairs = strengths.of_pairs();
        let mut rows = [[0; PLACES]; PLACES];
        for (high, &card) in self.cards.iter().enumerate() {
            for (low, &other) in self.cards[..high].iter().enumerate() {
                let strength = of_pairs[pair(card, other)];
                rows[high][low] = strength;
                rows[low][high] = strength;
            }
        }
        rows
    }
}

/// The place of two different cards in a table of pairs.
#[inline(always)]
fn pair(a: Card, b: Card) -> usize {
    let (low, high) = if a < b { (a.index(), b.index()) } else { (b.index(), a.index()) };
    high * (high - 1) / 2 + low
}
