//! The fields `leaf` and `exact`.

use quasar_cards::CANONICAL_FLOPS;

use super::ExactSpec;
use crate::model::{ModelFlops, pot_parts, read_boards, read_count};
use crate::preflop::FlopLeaf;
use crate::preflop::document::{ExactDocument, FlopLeaves, PreflopDocument};
use crate::request::values::{
    Flops, Many, Names, Num, part_of, percent_of, write_parts, write_pot_sizes,
};
use crate::request::{At, FieldError, LeftOut};

/// The default number of flops.
const FLOPS: usize = 3;

/// Reads both fields; `modelled` says whether the spec names a model.
pub(in crate::preflop) fn read_exact(
    document: &PreflopDocument,
    modelled: bool,
) -> Result<Option<ExactSpec>, FieldError> {
    let leaf = document.leaf.as_deref().map(|name| name.0);
    let expected = match (leaf, modelled) {
        (Some(FlopLeaf::Equity), true) => "model or exact: the field model names a model",
        (Some(FlopLeaf::Streets), true) => "model or exact: the field model names a model",
        (Some(FlopLeaf::Model), false) => "equity, exact or streets; model needs the field model",
        _ => "",
    };
    if let (Some(given), false) = (&document.leaf, expected.is_empty()) {
        return Err(given.wrong("leaf", FlopLeaves::name(given.0), expected));
    }
    match (leaf == Some(FlopLeaf::Exact), &document.exact) {
        (false, None) => Ok(None),
        (false, Some(section)) => {
            let expected = "left out unless leaf is exact".into();
            let at = section.position();
            Err(FieldError::Kind { field: "exact".to_owned(), expected }.at(at))
        }
        (true, section) => {
            read_section(section.as_ref().unwrap_or(&ExactDocument::default())).map(Some)
        }
    }
}

impl ExactDocument {
    /// Where its first field is.
    fn position(&self) -> Option<crate::request::Position> {
        let first = [
            self.flops.as_ref().and_then(At::position),
            self.iterations.as_ref().and_then(At::position),
            self.rounds.as_ref().and_then(At::position),
            self.bet.as_ref().and_then(At::position),
        ];
        first.into_iter().flatten().min_by_key(|at| (at.line, at.column))
    }
}

fn read_section(section: &ExactDocument) -> Result<ExactSpec, FieldError> {
    let flops = match &section.flops {
        None => ModelFlops::Sample(FLOPS),
        Some(given) => match &**given {
            Flops::All => ModelFlops::Sample(CANONICAL_FLOPS),
            Flops::Count(text) => ModelFlops::Sample(read_count(given, text, "exact.flops")?),
            Flops::List(items) => ModelFlops::Fixed(read_boards(given, items, "exact.flops")?),
        },
    };
    let accuracy = match (&section.target, &section.accuracy) {
        (Some(_), Some(old)) => return Err(old.same_as("exact.accuracy", "exact.target")),
        (Some(percent), None) => part_of(percent.get()),
        (None, Some(part)) => part.get(),
        (None, None) => 0.005,
    };
    let names = ["exact.bet", "exact.bet_sizes"];
    Ok(ExactSpec {
        flops,
        bet_sizes: pot_parts(section.bet.as_ref(), section.bet_sizes.as_ref(), names)?,
        max_raises: section.raise_cap.as_deref().map(|cap| cap.get()),
        iterations: section.iterations.as_deref().map_or(200, |count| count.get()),
        accuracy,
        rounds: section.rounds.as_deref().map_or(4, |count| count.get()),
        change: section.change.as_deref().map_or(0.05, |change| change.get()),
        least_frequency: section.least_frequency.as_deref().map_or(0.01, |share| share.get()),
        memory_mb: section.memory_mb.as_deref().map_or(8_000, |memory| memory.get()),
    })
}

impl From<&ExactSpec> for ExactDocument {
    fn from(spec: &ExactSpec) -> ExactDocument {
        let flops = match &spec.flops {
            ModelFlops::Sample(count) => Flops::Count(count.to_string()),
            ModelFlops::Fixed(boards) => Flops::list(boards),
        };
        let sizes = spec.bet_sizes.as_deref();
        let bet = sizes.and_then(write_pot_sizes);
        let percent = percent_of(spec.accuracy);
        ExactDocument {
            flops: Some(flops.into()),
            // Sizes that no percentage gives exactly are written as fractions.
            bet_sizes: sizes.filter(|_| bet.is_none()).map(|parts| Many(write_parts(parts)).into()),
            bet: bet.map(At::from),
            raise_cap: spec.max_raises.map(|cap| Num::of(cap).into()),
            iterations: Some(Num::of(spec.iterations).into()),
            accuracy: percent.is_none().then(|| Num::of(spec.accuracy).into()),
            target: percent.map(|percent| Num::of(percent).into()),
            rounds: Some(Num::of(spec.rounds).into()),
            change: Some(Num::of(spec.change).into()),
            least_frequency: Some(Num::of(spec.least_frequency).into()),
            memory_mb: Some(Num::of(spec.memory_mb).into()),
            left_out: LeftOut::default(),
        }
    }
}
