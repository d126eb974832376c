//! The middles of equal parts of all flops.
//!
//! All 22,100 flops are laid in a row, sorted by how many suits and ranks they have and
//! then from high cards to low. The row is cut into equal parts, and the flop in the
//! middle of a part stands for it. Where parts are smaller than flops, the next free flop
//! is taken. So every texture is represented, and nothing is random.

use quasar_cards::{CardSet, Rank, Suit, canonical_flops};

use super::{ALL_FLOPS, SubsetFlop};

/// The flops of `count` parts, at most as many as there are flops, in the order of
/// [`canonical_flops`].
pub(super) fn stratified_medians(count: usize) -> Vec<SubsetFlop> {
    let flops = canonical_flops();
    let mut row: Vec<usize> = (0..flops.len()).collect();
    row.sort_by_key(|&place| texture(flops[place].board.set()));
    let chosen = choose(&row, count);
    let mut weights = vec![0; count];
    let mut nearest = 0;
    for (place, &flop) in row.iter().enumerate() {
        while nearest + 1 < count
            && chosen[nearest + 1].abs_diff(place) < chosen[nearest].abs_diff(place)
        {
            nearest += 1;
        }
        weights[nearest] += flops[flop].multiplicity;
    }
    let mut subset: Vec<(usize, u32)> =
        chosen.iter().map(|&place| row[place]).zip(weights).collect();
    subset.sort_unstable();
    let flop = |(flop, weight): (usize, u32)| SubsetFlop { board: flops[flop].board, weight };
    subset.into_iter().map(flop).collect()
}

/// The places in the row of the middles of `count` parts, each once.
fn choose(row: &[usize], count: usize) -> Vec<usize> {
    let size = |place: usize| u64::from(canonical_flops()[row[place]].multiplicity);
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    let (mut place, mut before) = (0, 0);
    for part in 0..count {
        let middle = (2 * part as u64 + 1) * u64::from(ALL_FLOPS) / (2 * count as u64);
        while before + size(place) <= middle {
            before += size(place);
            place += 1;
        }
        // Not so far that too few are left.
        let least = chosen.last().map_or(0, |last| last + 1);
        chosen.push(place.max(least).min(row.len() - (count - part)));
    }
    chosen
}

/// How many suits and ranks a flop has.
fn texture(flop: CardSet) -> (usize, usize) {
    let suits = Suit::ALL.into_iter().filter(|suit| flop.ranks_of_suit(*suit) != 0).count();
    let ranks = Rank::ALL.into_iter().filter(|rank| flop.count_of_rank(*rank) != 0).count();
    (suits, ranks)
}
