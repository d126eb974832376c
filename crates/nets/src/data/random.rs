//! Random numbers of a sample: xoshiro256++, as elsewhere in Quasar.

use quasar_cards::Card;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A sequence for each pair of seed and number. Hashing the seed first keeps neighbouring
    /// seeds from sharing sequences.
    pub(crate) fn new(seed: u64, number: u64) -> Random {
        let hashed = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        Random(Xoshiro256PlusPlus::seed_from_u64(hashed ^ number))
    }

    /// A number from 0 to below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number between two.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number between two positive ones whose logarithm is uniform.
    pub(crate) fn log_between(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// A normal number, as the sum of twelve uniform ones.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// The first `count` of the items in a random order.
    pub(crate) fn choose<T: Copy>(&mut self, items: &mut [T], count: usize) {
        for place in 0..count.min(items.len()) {
            let other = place + self.below(items.len() - place);
            items.swap(place, other);
        }
    }

    /// Different cards of a deck.
    pub(crate) fn cards(&mut self, deck: impl Iterator<Item = Card>, count: usize) -> Vec<Card> {
        let mut deck: Vec<Card> = deck.collect();
        self.choose(&mut deck, count);
        deck.truncate(count);
        deck
    }
}
