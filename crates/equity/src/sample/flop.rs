//! Random deals on a flop, added up class against class.
//!
//! A deal is two hands, a turn and a river from the 49 cards that the flop
//! leaves, every ordered choice equally likely; the better hand wins. Over many
//! deals two classes are dealt together in proportion to their pairs of combos, and the first
//! wins its entry of a [`FlopTable`](crate::FlopTable): this is that table, sampled.
//!
//! Cost: about 40 ns a deal, and 228 KB.

use quasar_cards::{Board, Card, HoldemClass};
use quasar_eval::HandKey;

use super::deck::Deck;
use super::random::Random;
use crate::FlopTableError;

const CLASSES: usize = HoldemClass::COUNT;

/// Deals on a flop: how often two classes were dealt together, and who won.
#[derive(Clone, PartialEq, Debug)]
pub struct FlopDeals {
    flop: Board,
    dealt: u64,
    counts: Vec<u32>,
    results: Vec<i32>,
}

impl FlopDeals {
    /// Ordered pairs of hands that a flop leaves: `C(49,2) * C(47,2)`.
    pub const HAND_PAIRS: u64 = 1_176 * 1_081;

    /// No deals on a flop yet.
    pub fn new(flop: Board) -> Result<FlopDeals, FlopTableError> {
        if flop.cards().len() != 3 {
            return Err(FlopTableError::NotAFlop(flop));
        }
        let cells = CLASSES * CLASSES;
        Ok(FlopDeals { flop, dealt: 0, counts: vec![0; cells], results: vec![0; cells] })
    }

    /// Removes all deals.
    pub fn clear(&mut self) {
        self.dealt = 0;
        self.counts.fill(0);
        self.results.fill(0);
    }

    /// Adds deals, which depend on the seed and the batch alone. Batches of a seed
    /// are independent of each other. Allocates nothing.
    pub fn deal(&mut self, deals: u32, seed: u64, batch: u64) {
        let mut random = Random::for_batch(seed, batch);
        let mut deck = Deck::new(self.flop.set().complement());
        let flop = self.flop.cards().iter().fold(HandKey::EMPTY, |key, &card| key.with(card));
        for _ in 0..deals {
            let [a, b, c, d, turn, river] = deck.deal().cards::<6>(&mut random);
            let board = flop.with(turn).with(river);
            let first = board.with(a).with(b).rank();
            let second = board.with(c).with(d).rank();
            let cell = class(a, b) * CLASSES + class(c, d);
            self.counts[cell] += 1;
            self.results[cell] += i32::from(first > second) - i32::from(first < second);
        }
        self.dealt += u64::from(deals);
    }

    /// The flop.
    pub fn flop(&self) -> Board {
        self.flop
    }

    /// Deals so far.
    pub fn dealt(&self) -> u64 {
        self.dealt
    }

    /// How often two classes were dealt together, the first of them as the first hand.
    pub fn count(&self, hero: HoldemClass, villain: HoldemClass) -> u32 {
        self.counts[hero.index() * CLASSES + villain.index()]
    }

    /// How often the first won then, minus how often it lost.
    pub fn result(&self, hero: HoldemClass, villain: HoldemClass) -> i32 {
        self.results[hero.index() * CLASSES + villain.index()]
    }
}

#[inline(always)]
fn class(one: Card, other: Card) -> usize {
    HoldemClass::new(one.rank(), other.rank(), one.suit() == other.suit()).index()
}
