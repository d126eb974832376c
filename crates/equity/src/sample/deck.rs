//! Drawing cards without replacement.
//!
//! A deck is an array in any order; drawing swaps a random card to the end and
//! shortens the deck, and the next deal starts with the full length again, in
//! whatever order the last one left. That is a Fisher-Yates shuffle cut short:
//! any order to start from gives uniform draws, so nothing is ever put back.
//! One multiplication and one swap a card.

use quasar_cards::{Card, CardSet};

use super::random::{Fraction, MOST_CARDS, Random};

/// The cards that may be drawn.
#[derive(Clone)]
pub(super) struct Deck {
    /// The cards in `..count`; as long as an index of six bits reaches.
    cards: [Card; 64],
    count: usize,
}

impl Deck {
    /// A deck of these cards.
    pub(super) fn new(live: CardSet) -> Deck {
        let filler = Card::new(quasar_cards::Rank::Two, quasar_cards::Suit::Clubs);
        let mut cards = [filler; 64];
        for (place, card) in cards.iter_mut().zip(live) {
            *place = card;
        }
        Deck { cards, count: live.len() }
    }

    /// Draws as many different cards as `drawn` has places, every ordered choice
    /// equally likely. The deck must have that many cards.
    #[inline(always)]
    pub(super) fn draw(&mut self, random: &mut Random, drawn: &mut [Card]) {
        let mut left = self.count;
        for part in drawn.chunks_mut(MOST_CARDS) {
            self.draw_part(random, left, part);
            left -= part.len();
        }
    }

    /// Draws up to [`MOST_CARDS`] cards of the first `left` ones.
    #[inline(always)]
    fn draw_part(&mut self, random: &mut Random, left: usize, drawn: &mut [Card]) {
        loop {
            let mut fraction = Fraction(random.bits());
            let mut choices = 1u64;
            for (drawn, left) in drawn.iter_mut().zip((1..=left).rev()) {
                choices = choices.wrapping_mul(left as u64);
                let place = fraction.below(left as u64) as usize % 64;
                *drawn = self.cards[place];
                self.cards[place] = self.cards[(left - 1) % 64];
                self.cards[(left - 1) % 64] = *drawn;
            }
            // 2^64 mod choices is below choices, so the division is rare.
            if fraction.0 >= choices || fraction.0 >= choices.wrapping_neg() % choices {
                return;
            }
        }
    }

    /// Draws like [`Deck::draw`], passing over the cards of `taken`.
    #[inline(always)]
    pub(super) fn draw_besides(&mut self, random: &mut Random, taken: CardSet, drawn: &mut [Card]) {
        let mut left = self.count;
        let mut filled = 0;
        while filled < drawn.len() {
            // One card more than needed would be wasted, one less costs a word.
            let mut part = [self.cards[0]; MOST_CARDS];
            let part = &mut part[..(drawn.len() - filled).min(MOST_CARDS)];
            self.draw_part(random, left, part);
            left -= part.len();
            for &card in &*part {
                if !taken.contains(card) {
                    drawn[filled] = card;
                    filled += 1;
                }
            }
        }
    }
}
