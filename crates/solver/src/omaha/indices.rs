//! Indices of the combos of a board's hands.
//!
//! A combo's index is the sum of `C(card, place)` over its cards in ascending
//! order, places from 1. What a card adds depends on how many of the others are
//! below it. For hands that share all cards but two, the sum of what one of the two and
//! the shared cards add is precomputed for each number of shared cards below the other
//! one; then an index is the sum of two numbers.

use std::ops::Range;

use quasar_cards::Card;

use super::hands::MOST_REST;
use super::sets::{PLACES, choose};

/// The possible numbers of shared cards below a card: none to all.
const BELOW: usize = MOST_REST + 1;

/// The combo indices of hands that share all cards but two.
pub(super) struct Indices<'a> {
    deck: &'a [Card],
    /// The number of shared cards below the card of each place.
    below: [u8; PLACES],
    /// What the card of a place adds as the lower of the two, and as the higher.
    lower: [u32; PLACES],
    higher: [u32; PLACES],
    /// The same with what the shared cards add, by how many of them are below the
    /// other of the two.
    lower_shared: [[u32; PLACES]; BELOW],
    higher_shared: [[u32; PLACES]; BELOW],
}

impl<'a> Indices<'a> {
    /// Of hands of a deck, whose cards are in the order of their places.
    pub(super) fn new(deck: &'a [Card]) -> Indices<'a> {
        let none = [0; PLACES];
        Indices {
            deck,
            below: [0; PLACES],
            lower: none,
            higher: none,
            lower_shared: [none; BELOW],
            higher_shared: [none; BELOW],
        }
    }

    /// Switches to hands with the cards of the places of `rest`, which are above the
    /// other two.
    pub(super) fn fix_rest(&mut self, rest: &[u8]) {
        let mut held = [0; MOST_REST];
        let held = &mut held[..rest.len()];
        for (card, &place) in held.iter_mut().zip(rest) {
            *card = self.deck[usize::from(place)].index();
        }
        held.sort_unstable();
        let mut shared = [[0; BELOW]; BELOW];
        for (lower, shared) in shared.iter_mut().enumerate() {
            for (higher, shared) in shared.iter_mut().enumerate() {
                let place =
                    |at: usize| at + 1 + usize::from(at >= lower) + usize::from(at >= higher);
                let adds = held.iter().enumerate().map(|(at, &card)| choose(card, place(at)));
                *shared = adds.sum::<usize>() as u32;
            }
        }
        for (place, card) in self.deck[..usize::from(rest[0])].iter().enumerate() {
            let below = held.iter().filter(|&&held| held < card.index()).count();
            let (lower, higher) =
                (choose(card.index(), below + 1) as u32, choose(card.index(), below + 2) as u32);
            self.below[place] = below as u8;
            self.lower[place] = lower;
            self.higher[place] = higher;
            for (other, adds) in shared.iter().enumerate().take(held.len() + 1) {
                self.lower_shared[other][place] = lower + shared[below][other];
                self.higher_shared[other][place] = higher + adds[below];
            }
        }
    }

    /// The indices of the card of a place with those of some lower ones.
    #[inline(always)]
    pub(super) fn with(&self, high: u8, lows: Range<usize>) -> impl Iterator<Item = u32> {
        let high = usize::from(high);
        let below = usize::from(self.below[high]) % BELOW;
        let (lower, higher) = (self.lower[high], self.higher[high]);
        let card = self.deck[high];
        let lows = (self.deck[lows.clone()].iter())
            .zip(&self.lower_shared[below][lows.clone()])
            .zip(&self.higher_shared[below][lows]);
        lows.map(
            move |((&low, below), above)| {
                if low < card { higher + below } else { lower + above }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use quasar_cards::{Card, Combo};

    use super::*;

    #[test]
    fn indices_are_those_of_combos() {
        let mut deck: Vec<Card> = Card::all().collect();
        deck.sort_by_key(|card| card.index() * 31 % 53);
        let mut indices = Indices::new(&deck);
        for rest in [&[2, 3][..], &[17, 40], &[50, 51], &[9, 30, 44], &[2, 3, 51]] {
            indices.fix_rest(rest);
            for high in 1..rest[0] {
                for (low, index) in indices.with(high, 0..usize::from(high)).enumerate() {
                    let places = rest.iter().map(|&place| usize::from(place));
                    let places = places.chain([low, usize::from(high)]);
                    let cards: Vec<Card> = places.map(|place| deck[place]).collect();
                    assert_eq!(Combo::new(&cards).unwrap().index(), index as usize);
                }
            }
        }
    }
}
