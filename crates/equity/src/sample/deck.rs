//! Drawing cards without replacement.
//!
//! A deck is an array in any order; drawing swaps a random card to the end and
//! shortens the deck. The next deal starts with the full length again, in the
//! order that the last one left. That is a partial Fisher-Yates shuffle: any
//! initial order gives uniform draws, so the order is never restored. The cost is
//! one multiplication and one swap per card.

use quasar_cards::{Card, CardSet};

use super::random::{Fraction, MOST_CARDS, MOST_CHOICES, Random};

/// The cards that may be drawn.
#[derive(Clone)]
pub(super) struct Deck {
    /// The cards in `..count`; 64 entries, so that a six-bit index needs no check.
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

    /// Starts a deal with all cards.
    #[inline(always)]
    pub(super) fn deal(&mut self) -> Draw<'_> {
        Draw { left: self.count, cards: &mut self.cards }
    }
}

/// A deck in the middle of a deal.
pub(super) struct Draw<'a> {
    cards: &'a mut [Card; 64],
    /// The cards in `..left` are not drawn yet.
    left: usize,
}

impl Draw<'_> {
    /// Draws `N` cards, every ordered choice equally likely. So many must be
    /// left.
    #[inline(always)]
    pub(super) fn cards<const N: usize>(&mut self, random: &mut Random) -> [Card; N] {
        const { assert!(N <= MOST_CARDS, "one fraction chooses so many cards") };
        loop {
            let mut fraction = Fraction(random.bits());
            let mut drawn = [self.cards[0]; N];
            for (place, drawn) in drawn.iter_mut().enumerate() {
                let last = (self.left - 1 - place) % 64;
                let chosen = fraction.below(last as u64 + 1) as usize % 64;
                *drawn = self.cards[chosen];
                self.cards[chosen] = self.cards[last];
                self.cards[last] = *drawn;
            }
            // The first test alone nearly always suffices.
            if fraction.0 >= MOST_CHOICES || self.is_uniform(fraction, N) {
                self.left -= N;
                return drawn;
            }
        }
    }

    /// Whether what is left of the fraction allows the choice of `count` cards.
    #[cold]
    fn is_uniform(&self, fraction: Fraction, count: usize) -> bool {
        let choices: u64 = (self.left - count + 1..=self.left).map(|left| left as u64).product();
        fraction.0 >= choices.wrapping_neg() % choices
    }

    /// Draws like [`Draw::cards`], passing over the cards of `taken`.
    #[inline(always)]
    pub(super) fn cards_besides<const N: usize>(
        &mut self,
        random: &mut Random,
        taken: CardSet,
    ) -> [Card; N] {
        let mut drawn = self.cards::<N>(random);
        if taken.is_empty() {
            return drawn;
        }
        for card in &mut drawn {
            while taken.contains(*card) {
                [*card] = self.cards(random);
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ordered_choice_is_equally_likely() {
        // Five cards, one of them taken: 4 * 3 * 2 ordered choices of three.
        // Chi-square with 23 degrees of freedom: mean 23, deviation 7.
        let live: CardSet = Card::all().take(5).collect();
        let taken: CardSet = Card::all().skip(2).take(1).collect();
        let mut deck = Deck::new(live);
        let mut random = Random::for_batch(5, 0);
        let mut counts = [0u32; 125];
        for _ in 0..240_000 {
            let [a, b, c] = deck.deal().cards_besides(&mut random, taken).map(Card::index);
            counts[25 * a + 5 * b + c] += 1;
        }
        let seen: Vec<f64> = counts.into_iter().filter(|&n| n > 0).map(f64::from).collect();
        assert_eq!(seen.len(), 24);
        let square: f64 = seen.iter().map(|count| (count - 10_000.0).powi(2) / 10_000.0).sum();
        assert!((5.0..50.0).contains(&square), "{square}");
    }

    #[test]
    fn only_fractions_below_the_remainder_are_drawn_again() {
        let mut deck = Deck::new(CardSet::DECK);
        let draw = deck.deal();
        // 2^64 mod (52 * 51 * 50 * 49 * 48).
        let remainder = (1u128 << 64) % (52 * 51 * 50 * 49 * 48);
        assert!(draw.is_uniform(Fraction(remainder as u64), 5));
        assert!(!draw.is_uniform(Fraction(remainder as u64 - 1), 5));
    }
}
