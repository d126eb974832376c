//! The canonical flops as a report.

use quasar_cards::{CardSet, Rank, Suit, canonical_flops};
use schemars::JsonSchema;
use serde::Serialize;

/// The flops that differ by more than suits.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct FlopsReport {
    /// All 1,755, in their documented order.
    pub flops: Vec<FlopReport>,
}

/// One of the 1,755 flops that differ by more than suits.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct FlopReport {
    /// Place in the documented order, from 0.
    pub index: usize,
    /// The flop in canonical suits, such as `AsKsQh`.
    pub flop: String,
    /// How many of the 22,100 flops are equal to it up to suits.
    pub multiplicity: u32,
    /// `rainbow`, `two-tone` or `monotone`.
    pub suits: &'static str,
    /// `unpaired`, `paired` or `trips`.
    pub ranks: &'static str,
}

/// All canonical flops in their documented order.
pub fn flops() -> FlopsReport {
    let flops = canonical_flops()
        .iter()
        .enumerate()
        .map(|(index, flop)| FlopReport {
            index,
            flop: flop.board.to_string(),
            multiplicity: flop.multiplicity,
            suits: suits(flop.board.set()),
            ranks: ranks(flop.board.set()),
        })
        .collect();
    FlopsReport { flops }
}

fn suits(flop: CardSet) -> &'static str {
    match Suit::ALL.into_iter().map(|suit| flop.ranks_of_suit(suit).count_ones()).max() {
        Some(3) => "monotone",
        Some(2) => "two-tone",
        _ => "rainbow",
    }
}

fn ranks(flop: CardSet) -> &'static str {
    match Rank::ALL.into_iter().map(|rank| flop.count_of_rank(rank)).max() {
        Some(3) => "trips",
        Some(2) => "paired",
        _ => "unpaired",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_have_the_known_numbers_of_flops() {
        let total = |wanted: &dyn Fn(&FlopReport) -> bool| -> u32 {
            flops().flops.iter().filter(|flop| wanted(flop)).map(|flop| flop.multiplicity).sum()
        };
        // 4 x C(13,3); 12 x C(13,2) x 13; C(4,3) x 13^3.
        assert_eq!(total(&|f| f.suits == "monotone"), 1_144);
        assert_eq!(total(&|f| f.suits == "two-tone"), 12_168);
        assert_eq!(total(&|f| f.suits == "rainbow"), 8_788);
        // 13 x 4; 13 x 6 x 48; the rest.
        assert_eq!(total(&|f| f.ranks == "trips"), 52);
        assert_eq!(total(&|f| f.ranks == "paired"), 3_744);
        assert_eq!(total(&|f| f.ranks == "unpaired"), 18_304);
    }
}
