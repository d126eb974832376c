//! A representative subset of flops.
//!
//! The canonical flops are sorted so that neighbours play similarly: by
//! suits, then by pairs, then from high to low. The flops in the middle of
//! equal parts of all 22,100 are chosen, and each of the others counts towards
//! the nearest chosen one. So every texture is represented, the same
//! flops are chosen every time, and weights add up to 22,100.

use quasar_cards::{Board, CanonicalFlop, Suit, canonical_flops};

/// A flop and how many of the 22,100 it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightedFlop {
    /// The flop, canonical.
    pub board: Board,
    /// Flops that it stands for.
    pub weight: u32,
}

/// A representative subset of `count` flops; all of them if there are no more.
pub fn sample_flops(count: usize) -> Vec<WeightedFlop> {
    let mut flops: Vec<&CanonicalFlop> = canonical_flops().iter().collect();
    let whole =
        |flop: &&CanonicalFlop| WeightedFlop { board: flop.board, weight: flop.multiplicity };
    if count >= flops.len() {
        return flops.iter().map(whole).collect();
    }
    flops.sort_by_key(|flop| texture(flop.board));
    let chosen = choose(&flops, count);
    let mut sample: Vec<WeightedFlop> =
        chosen.iter().map(|&place| WeightedFlop { weight: 0, ..whole(&flops[place]) }).collect();
    for (place, flop) in flops.iter().enumerate() {
        let nearest = chosen.iter().enumerate().min_by_key(|(_, other)| other.abs_diff(place));
        if let Some((nearest, _)) = nearest {
            sample[nearest].weight += flop.multiplicity;
        }
    }
    sample
}

/// The places in the middle of equal parts, each once.
fn choose(flops: &[&CanonicalFlop], count: usize) -> Vec<usize> {
    let total: u64 = flops.iter().map(|flop| u64::from(flop.multiplicity)).sum();
    let mut chosen = Vec::with_capacity(count);
    let (mut place, mut before) = (0, 0);
    for part in 0..count {
        let middle = (2 * part as u64 + 1) * total / (2 * count as u64);
        while before + u64::from(flops[place].multiplicity) <= middle {
            before += u64::from(flops[place].multiplicity);
            place += 1;
        }
        // Where parts are smaller than flops, the next that are free, and not so
        // far on that too few are left.
        let least = chosen.last().map_or(0, |last| last + 1);
        chosen.push(place.max(least).min(flops.len() - (count - part)));
    }
    chosen
}

/// Suits in play, then whether ranks repeat; the sort keeps the order of ranks.
fn texture(board: Board) -> (usize, bool) {
    let suits = Suit::ALL.iter().filter(|suit| board.cards().iter().any(|c| c.suit() == **suit));
    let cards = board.cards();
    let paired = cards.windows(2).any(|two| two[0].rank() == two[1].rank());
    (suits.count(), paired)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn samples_of_any_size_are_distinct_and_stand_for_all_flops() {
        for count in [1, 2, 10, 49, 200, 1_000, 1_700, 1_754, 1_755, 9_999] {
            let sample = sample_flops(count);
            let distinct: HashSet<Board> = sample.iter().map(|flop| flop.board).collect();
            assert_eq!(distinct.len(), count.min(1_755), "{count}");
            assert_eq!(sample.iter().map(|flop| flop.weight).sum::<u32>(), 22_100, "{count}");
            assert!(sample.iter().all(|flop| flop.weight > 0), "{count}");
        }
    }

    /// 8,788 rainbow, 12,168 two-tone and 1,144 monotone flops of 22,100.
    #[test]
    fn textures_have_their_shares() {
        let sample = sample_flops(100);
        for (suits, flops) in [(3, 8_788), (2, 12_168), (1, 1_144)] {
            let of_suits = sample.iter().filter(|flop| texture(flop.board).0 == suits);
            let weight: u32 = of_suits.map(|flop| flop.weight).sum();
            assert!(weight.abs_diff(flops) < 22_100 / 100, "{suits}: {weight}");
        }
    }
}
