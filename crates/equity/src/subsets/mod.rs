//! Subsets of flops that represent all of them.
//!
//! A subset of N flops with weights is chosen so that its weighted mean reproduces what
//! all 22,100 flops say: the equity of every class of hands against every other, the chance
//! that each class is dealt, how much equities spread from flop to flop, ranks, suits and
//! pairs ([`features`]). Flops are chosen by exchange, weights by least squares
//! ([`exchange`]).
//!
//! The subsets of 1 to 200 flops ship as pairs of a flop's number and its weight, 16 bits
//! each, size after size; `cargo run --release -p quasar-equity --example flop_subsets
//! build` computes them again. Larger subsets are
//! the middles of equal parts of all flops, sorted by texture ([`middles`]).

mod build;
mod error;
mod exchange;
mod features;
mod stratified_medians;

use quasar_cards::{Board, CANONICAL_FLOPS, canonical_flops};

pub use build::build_flop_subsets;
pub use error::SubsetError;

/// The size of the largest subset that is chosen by exchange.
pub const LARGEST_SUBSET: usize = 200;

/// All flops, those that differ by suits only included.
const ALL_FLOPS: u32 = 22_100;

static SHIPPED: &[u8] = include_bytes!("../../data/flop_subsets.bin");

/// A flop and how many of the 22,100 it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubsetFlop {
    /// The flop, canonical.
    pub board: Board,
    /// Flops that it stands for.
    pub weight: u32,
}

/// A subset of `count` flops that stands for all of them, in the order of
/// [`canonical_flops`]; all flops if there are no more than that. Weights add up to 22,100.
///
/// ```
/// let flops = quasar_equity::flop_subset(25);
/// assert_eq!(flops.len(), 25);
/// assert_eq!(flops.iter().map(|flop| flop.weight).sum::<u32>(), 22_100);
/// ```
pub fn flop_subset(count: usize) -> Vec<SubsetFlop> {
    let count = count.clamp(1, CANONICAL_FLOPS);
    if count > LARGEST_SUBSET {
        return stratified_medians::stratified_medians(count);
    }
    let (entries, _) = SHIPPED.as_chunks::<4>();
    let first = count * (count - 1) / 2;
    let flop = |&[low, high, weight_low, weight_high]: &[u8; 4]| SubsetFlop {
        board: canonical_flops()[usize::from(u16::from_le_bytes([low, high]))].board,
        weight: u32::from(u16::from_le_bytes([weight_low, weight_high])),
    };
    entries[first..first + count].iter().map(flop).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn subsets_of_any_size_are_distinct_and_stand_for_all_flops() {
        assert_eq!(SHIPPED.len(), 4 * LARGEST_SUBSET * (LARGEST_SUBSET + 1) / 2);
        for count in (1..=LARGEST_SUBSET).chain([201, 500, 1_000, 1_700, 1_754, 1_755, 9_999]) {
            let flops = flop_subset(count);
            let distinct: HashSet<Board> = flops.iter().map(|flop| flop.board).collect();
            assert_eq!(distinct.len(), count.min(CANONICAL_FLOPS), "{count}");
            assert_eq!(flops.iter().map(|flop| flop.weight).sum::<u32>(), ALL_FLOPS, "{count}");
            assert!(flops.iter().all(|flop| flop.weight > 0), "{count}");
            assert!(flops.is_sorted_by(|one, other| one.board.cards() > other.board.cards()));
        }
        let all = flop_subset(CANONICAL_FLOPS);
        let multiplicities = canonical_flops().iter().map(|flop| flop.multiplicity);
        assert!(all.iter().map(|flop| flop.weight).eq(multiplicities));
    }
}
