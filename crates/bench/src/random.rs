//! The fixed random sequence from which workloads make their inputs.

use quasar_cards::Card;

/// SplitMix64 (Steele, Lea and Flood, 2014): a counter through a mixing
/// function.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// `N` different cards.
    pub(super) fn cards<const N: usize>(&mut self) -> [Card; N] {
        let mut deck: Vec<Card> = Card::all().collect();
        std::array::from_fn(|_| deck.swap_remove(self.below(deck.len())))
    }
}
