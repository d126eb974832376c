//! How many pairs of combos of two classes can be dealt together on a flop.
//!
//! From all pairs, those that share a card are subtracted. Counted card by card,
//! they are the sum over the cards of the combos of either class that hold it;
//! a combo paired with itself is counted twice there and added back. Only classes
//! with a rank in common share cards, so the table of all pairs is a product of
//! class sizes with corrections for a quarter of it: about 10 us a flop.

use quasar_cards::{CardSet, HoldemClass, Rank};

pub(super) const CLASSES: usize = HoldemClass::COUNT;

/// The classes that have each rank, in order: its pair, and suited and offsuit with
/// each other rank.
const WITH_RANK: [[HoldemClass; 25]; Rank::COUNT] = {
    let mut classes = [[HoldemClass::new(Rank::Two, Rank::Two, false); 25]; Rank::COUNT];
    let mut rank = 0;
    while rank < Rank::COUNT {
        let (mut index, mut found) = (0, 0);
        while let Some(class) = HoldemClass::from_index(index) {
            if class.high() as usize == rank || class.low() as usize == rank {
                classes[rank][found] = class;
                found += 1;
            }
            index += 1;
        }
        rank += 1;
    }
    classes
};

/// For each suit, the combos of a class that hold the card of a given rank.
type Holders = [u8; 4];

/// The combos that a flop leaves to each class.
pub(super) struct ClassPairs {
    /// Which suits of each rank are left, as bits.
    live: [u8; Rank::COUNT],
}

impl ClassPairs {
    pub(super) fn new(dead: CardSet) -> ClassPairs {
        let live = dead.complement().bits();
        ClassPairs { live: std::array::from_fn(|rank| (live >> (4 * rank) & 0xf) as u8) }
    }

    /// How many combos the class has left.
    pub(super) fn size(&self, class: HoldemClass) -> u32 {
        let [high, low] = self.suits(class);
        let [highs, lows] = [high, low].map(u8::count_ones);
        if class.is_pair() {
            highs * highs.saturating_sub(1) / 2
        } else if class.is_suited() {
            (high & low).count_ones()
        } else {
            highs * lows - (high & low).count_ones()
        }
    }

    /// The suits left of the higher and the lower rank.
    fn suits(&self, class: HoldemClass) -> [u8; 2] {
        [class.high(), class.low()].map(|rank| self.live[rank.index()])
    }

    /// The combos of the class that hold each card of a rank that it has.
    fn holders(&self, class: HoldemClass, rank: Rank) -> Holders {
        let [high, low] = self.suits(class);
        let (own, other) = if rank == class.high() { (high, low) } else { (low, high) };
        [0, 1, 2, 3].map(|suit| {
            let mine = own >> suit & 1;
            let same = other >> suit & 1;
            if class.is_suited() { mine * same } else { mine * (other.count_ones() as u8 - same) }
        })
    }

    /// How many pairs share no card.
    pub(super) fn count(&self, one: HoldemClass, other: HoldemClass) -> u32 {
        let mut shared = 0;
        for rank in [one.high(), one.low()].into_iter().take(if one.is_pair() { 1 } else { 2 }) {
            if rank == other.high() || rank == other.low() {
                shared += meetings(self.holders(one, rank), self.holders(other, rank));
            }
        }
        let same = if one == other { self.size(one) } else { 0 };
        self.size(one) * self.size(other) + same - shared
    }

    /// The counts of classes `i < j`, row by row; at most 144 each.
    pub(super) fn triangle(&self) -> Vec<u8> {
        let sizes: Vec<u8> = HoldemClass::all().map(|class| self.size(class) as u8).collect();
        let mut counts = Vec::with_capacity(super::FLOP_TABLE_ENTRIES);
        for (one, size) in sizes.iter().enumerate() {
            counts.extend(sizes[one + 1..].iter().map(|other| size * other));
        }
        for rank in Rank::ALL {
            let classes = WITH_RANK[rank.index()];
            let holders = classes.map(|class| self.holders(class, rank));
            for (place, &one) in classes.iter().enumerate() {
                for (&other, &others) in classes[place + 1..].iter().zip(&holders[place + 1..]) {
                    counts[super::place(one, other)] -= meetings(holders[place], others) as u8;
                }
            }
        }
        counts
    }
}

/// Pairs of holders of the same card.
fn meetings(one: Holders, other: Holders) -> u32 {
    one.into_iter().zip(other).map(|(one, other)| u32::from(one * other)).sum()
}
