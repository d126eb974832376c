//! Deals from a small deterministic generator.

use quasar_cards::Card;

/// SplitMix64: every seed gives a fixed, well mixed sequence.
pub(crate) struct Dealer(pub(crate) u64);

impl Dealer {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// `N` distinct cards in random order.
    pub(crate) fn deal<const N: usize>(&mut self) -> [Card; N] {
        let mut deck: Vec<Card> = Card::all().collect();
        std::array::from_fn(|place| {
            let left = (deck.len() - place) as u64;
            let chosen = place + (self.next() % left) as usize;
            deck.swap(place, chosen);
            deck[place]
        })
    }
}
