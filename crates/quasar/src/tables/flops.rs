//! The canonical flops as a report.

use quasar_cards::{CANONICAL_FLOPS, CanonicalFlop, canonical_flop_index, canonical_flops};
use quasar_equity::flop_subset;
use schemars::JsonSchema;
use serde::Serialize;

use super::TablesError;
use crate::schema::names::{FlopRankNames, FlopRanks, FlopSuitNames, FlopSuits, Name};

/// The flops that differ by more than suits.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct FlopsReport {
    /// All 1,755, or a subset of them, in their documented order.
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
    /// In a subset: how many of the 22,100 flops it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// `rainbow`, `two-tone` or `monotone`.
    pub suits: Name<FlopSuitNames>,
    /// `unpaired`, `paired` or `trips`.
    pub ranks: Name<FlopRankNames>,
}

/// All canonical flops in their documented order.
pub fn flops() -> FlopsReport {
    let flops = canonical_flops().iter().enumerate();
    FlopsReport { flops: flops.map(|(index, flop)| report(index, flop, None)).collect() }
}

/// So many flops that stand for all, with their weights.
pub fn flop_subset_report(count: usize) -> Result<FlopsReport, TablesError> {
    if !(1..=CANONICAL_FLOPS).contains(&count) {
        return Err(TablesError::BadSubset { found: count });
    }
    let flops = flop_subset(count).into_iter().filter_map(|flop| {
        let (index, _) = canonical_flop_index(flop.board.set()).ok()?;
        Some(report(index, &canonical_flops()[index], Some(flop.weight)))
    });
    Ok(FlopsReport { flops: flops.collect() })
}

fn report(index: usize, flop: &CanonicalFlop, weight: Option<u32>) -> FlopReport {
    FlopReport {
        index,
        flop: flop.board.to_string(),
        multiplicity: flop.multiplicity,
        weight,
        suits: Name(FlopSuits::of(flop.board.set())),
        ranks: Name(FlopRanks::of(flop.board.set())),
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
        assert_eq!(total(&|f| f.suits.0 == FlopSuits::Monotone), 1_144);
        assert_eq!(total(&|f| f.suits.0 == FlopSuits::TwoTone), 12_168);
        assert_eq!(total(&|f| f.suits.0 == FlopSuits::Rainbow), 8_788);
        // 13 x 4; 13 x 6 x 48; the rest.
        assert_eq!(total(&|f| f.ranks.0 == FlopRanks::Trips), 52);
        assert_eq!(total(&|f| f.ranks.0 == FlopRanks::Paired), 3_744);
        assert_eq!(total(&|f| f.ranks.0 == FlopRanks::Unpaired), 18_304);
    }
}
