//! The fields `leaf` and `exact`.

use quasar_cards::CANONICAL_FLOPS;

use super::ExactSpec;
use crate::ModelFlops;
use crate::fields::{FieldError, Fields, Given};
use crate::postflop::read_boards;

/// Flops that are solved unless told.
const FLOPS: usize = 3;

/// Reads both fields; `modelled` says whether a bundle is named.
pub(in crate::preflop) fn read_exact(
    top: &mut Fields,
    modelled: bool,
) -> Result<Option<ExactSpec>, FieldError> {
    let leaf = top.text("leaf")?;
    let section = top.fields("exact")?;
    let expected = match modelled {
        true => "model or exact: postflop_model_path names a model",
        false => "equity or exact; model needs postflop_model_path",
    };
    let exact = match &leaf {
        None => false,
        Some(given) => given.parse(expected, |text| match text {
            "exact" => Some(true),
            "model" if modelled => Some(false),
            "equity" if !modelled => Some(false),
            _ => None,
        })?,
    };
    match (exact, section) {
        (false, None) => Ok(None),
        (false, Some(section)) => {
            let expected = "left out unless leaf is exact";
            Err(FieldError::Kind { field: "exact".to_owned(), expected }.on(section.line()))
        }
        (true, Some(section)) => read_section(section).map(Some),
        (true, None) => Ok(Some(defaults())),
    }
}

fn defaults() -> ExactSpec {
    ExactSpec {
        flops: ModelFlops::Sample(FLOPS),
        bet_sizes: None,
        max_raises: None,
        iterations: 200,
        accuracy: 0.005,
        rounds: 4,
        change: 0.05,
        least_frequency: 0.01,
        memory_mb: 8_000,
    }
}

fn read_section(mut fields: Fields) -> Result<ExactSpec, FieldError> {
    let mut spec = defaults();
    if let Some(given) = fields.texts("flops")? {
        spec.flops = flops(&given)?;
    }
    if let Some(given) = fields.texts("bet_sizes")? {
        let size = |given: &Given| number(given, "a part of the pot, such as 0.5", 1e-3..=100.0);
        spec.bet_sizes = Some(given.iter().map(size).collect::<Result<_, _>>()?);
    }
    if let Some(given) = fields.text("max_raises_per_street")? {
        let expected = "how many raises a street may see, 0 to 20";
        let parse = |text: &str| text.parse().ok().filter(|raises| *raises <= 20);
        spec.max_raises = Some(given.parse(expected, parse)?);
    }
    for (field, count) in [("iterations", &mut spec.iterations), ("rounds", &mut spec.rounds)] {
        if let Some(given) = fields.text(field)? {
            let parse = |text: &str| text.parse().ok().filter(|count| *count >= 1);
            *count = given.parse("a whole number, at least 1", parse)?;
        }
    }
    if let Some(given) = fields.text("accuracy")? {
        spec.accuracy = number(&given, "a part of the pot, such as 0.005", 0.0..=1.0)?;
    }
    if let Some(given) = fields.text("change")? {
        spec.change = number(&given, "a number of big blinds, 0 for none", 0.0..=1e3)?;
    }
    if let Some(given) = fields.text("least_frequency")? {
        spec.least_frequency = number(&given, "a share of hands, 0 to 1", 0.0..=1.0)?;
    }
    if let Some(given) = fields.text("memory_mb")? {
        let expected = "a number of megabytes, 1 to 1000000";
        let parse = |text: &str| text.parse().ok().filter(|mb| (1..=1_000_000).contains(mb));
        spec.memory_mb = given.parse(expected, parse)?;
    }
    fields.finish()?;
    Ok(spec)
}

/// A number of flops, or flops.
fn flops(given: &[Given]) -> Result<ModelFlops, FieldError> {
    match given {
        [one] if one.text.trim().parse::<usize>().is_ok() => {
            let parse = |text: &str| {
                text.parse().ok().filter(|count| (1..=CANONICAL_FLOPS).contains(count))
            };
            Ok(ModelFlops::Sample(one.parse("a number of flops, 1 to 1755", parse)?))
        }
        boards => Ok(ModelFlops::Fixed(read_boards(boards, "exact.flops")?)),
    }
}

fn number(
    given: &Given,
    expected: &'static str,
    possible: std::ops::RangeInclusive<f64>,
) -> Result<f64, FieldError> {
    given.parse(expected, |text| text.parse().ok().filter(|number| possible.contains(number)))
}
