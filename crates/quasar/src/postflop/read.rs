//! From the text of a spec to what it means.

use quasar_cards::{Board, CANONICAL_FLOPS};
use quasar_preflop::{ModelSpec, ModelTree, Sampling};
use quasar_solver::{Algorithm, Discounts, Pruning, Settings};

use super::spec::weighted;
use super::{ModelFlops, PostflopError, PostflopSpec};
use crate::fields::{Entry, FieldError, Fields, Given, Value};
use crate::read;

/// Thresholds of pruning are written in pots, and a model's pot has 1,000 chips.
pub(super) const THRESHOLD_UNIT: f64 = 1_000.0;

/// How far regrets may fall, in thresholds, so that an action can come back.
const FLOOR: f32 = 4.0;

/// A preset by its name: flops, depths, iterations.
fn preset(name: &str) -> Option<(usize, &'static [f64], u32)> {
    match name {
        "fast" => Some((10, &[3.5], 100)),
        "standard" => Some((100, &[1.5, 3.5, 8.0], 300)),
        "exhaustive_fast" => Some((10, &[3.5], 200)),
        "exhaustive_standard" => Some((CANONICAL_FLOPS, &[3.5], 500)),
        _ => None,
    }
}

impl PostflopSpec {
    /// Reads the section `postflop_model` of a YAML text; `docs/MODEL.md` describes
    /// its fields. `overrides` are fields of it that stand instead of those in the
    /// text.
    pub fn parse(text: &str, overrides: &[(&str, &str)]) -> Result<PostflopSpec, PostflopError> {
        let mut value = Value::parse(text)?;
        if let Some(name) = preset_name(&value) {
            value.set(&["postflop_model"], "");
            value.set(&["postflop_model", "preset"], &name);
        }
        for &(field, text) in overrides {
            value.set(&["postflop_model", field], text);
        }
        let mut top = Fields::new(Entry::new("", value))?;
        let fields = top.fields("postflop_model")?.ok_or(FieldError::Missing {
            field: "postflop_model",
            expected: "the fields of the model, or the name of a preset",
        })?;
        top.finish()?;
        PostflopSpec::from_fields(fields)
    }

    /// Reads the fields of the section.
    fn from_fields(mut fields: Fields) -> Result<PostflopSpec, PostflopError> {
        let (mut flops, mut sprs, mut iterations) = (CANONICAL_FLOPS, vec![3.5], 500);
        if let Some(given) = fields.text("preset")? {
            let expected = "fast, standard, exhaustive_fast or exhaustive_standard";
            let (count, depths, most) = given.parse(expected, preset)?;
            (flops, sprs, iterations) = (count, depths.to_vec(), most);
        }
        let sampling = sampling(&mut fields)?;
        let bet_sizes = match fields.texts("bet_sizes")? {
            Some(given) => numbers(&given, "a part of the pot, such as 0.5", |size| {
                (1e-3..=100.0).contains(size)
            })?,
            None => vec![0.5, 1.0],
        };
        if let Some(given) = fields.texts("postflop_sprs")? {
            sprs = numbers(&given, "a stack-to-pot ratio from 0.01 to 1000", |spr| {
                (0.01..=1e3).contains(spr)
            })?;
        }
        distinct(&sprs)?;
        let max_raises = match fields.text("max_raises_per_street")? {
            Some(given) => given.parse("how many raises a street may see, 0 to 20", |text| {
                text.parse().ok().filter(|raises| *raises <= 20)
            })?,
            None => 1,
        };
        if let Some(given) = fields.text("postflop_solve_iterations")? {
            iterations = given.parse("a whole number, at least 1", |text| {
                text.parse().ok().filter(|count| *count >= 1)
            })?;
        }
        let target = match fields.text("cfr_convergence_threshold")? {
            Some(given) => given.parse("a part of the pot, 0 for none, such as 0.01", |text| {
                text.parse().ok().filter(|target| (0.0..=1.0).contains(target))
            })?,
            None => 0.01,
        };
        let settings = Settings {
            algorithm: algorithm(&mut fields)?,
            pruning: pruning(&mut fields)?,
            ..Settings::default()
        };
        let flops = choice(&mut fields, flops)?;
        fields.finish()?;
        let model = ModelSpec { bet_sizes, max_raises, settings, iterations, target, sampling };
        // Trees that are too large are refused before anything runs.
        for &spr in &sprs {
            ModelTree::new(&model, spr)?;
        }
        Ok(PostflopSpec { model, sprs, flops })
    }
}

/// A section that is nothing but the name of a preset.
fn preset_name(value: &Value) -> Option<String> {
    let Value::Map(entries) = value else { return None };
    entries.iter().find_map(|entry| match &entry.value {
        Value::Text(text) if entry.name == "postflop_model" => Some(text.clone()),
        _ => None,
    })
}

fn numbers(
    given: &[Given],
    expected: &'static str,
    possible: impl Fn(&f64) -> bool,
) -> Result<Vec<f64>, FieldError> {
    let number = |given: &Given| {
        given.parse(expected, |text| text.parse().ok().filter(|number| possible(number)))
    };
    given.iter().map(number).collect()
}

fn distinct(sprs: &[f64]) -> Result<(), FieldError> {
    let twice = (1..sprs.len()).find(|&place| sprs[..place].contains(&sprs[place]));
    let text = match (twice, sprs.is_empty()) {
        (Some(place), _) => sprs[place].to_string(),
        (None, true) => String::new(),
        (None, false) => return Ok(()),
    };
    let expected = "different stack-to-pot ratios, at least one";
    Err(FieldError::Value { field: "postflop_model.postflop_sprs".to_owned(), text, expected })
}

fn algorithm(fields: &mut Fields) -> Result<Algorithm, FieldError> {
    let mut discounts = Discounts::default();
    let mut exponents = Vec::new();
    for (field, exponent) in [
        ("dcfr_alpha", &mut discounts.alpha),
        ("dcfr_beta", &mut discounts.beta),
        ("dcfr_gamma", &mut discounts.gamma),
    ] {
        if let Some(given) = fields.text(field)? {
            *exponent = given.parse("an exponent of discounted CFR", |text| {
                text.parse().ok().filter(|number: &f64| number.is_finite())
            })?;
            exponents.push(given);
        }
    }
    let Some(given) = fields.text("cfr_variant")? else {
        return Ok(Algorithm::Discounted(discounts));
    };
    let algorithm = given.parse("dcfr, linear, cfrplus or vanilla", |text| match text {
        "dcfr" => Some(Algorithm::Discounted(discounts)),
        "linear" => Some(Algorithm::Linear),
        "cfrplus" => Some(Algorithm::CfrPlus),
        "vanilla" => Some(Algorithm::Vanilla),
        _ => None,
    })?;
    match (algorithm, exponents.first()) {
        (Algorithm::Discounted(_), _) | (_, None) => Ok(algorithm),
        (_, Some(given)) => Err(FieldError::Kind {
            field: given.field.clone(),
            expected: "left out unless cfr_variant is dcfr",
        }),
    }
}

fn sampling(fields: &mut Fields) -> Result<Option<Sampling>, FieldError> {
    let sampled = match fields.text("solve_type")? {
        Some(given) => given.parse("exhaustive or mccfr", |text| match text {
            "exhaustive" => Some(false),
            "mccfr" => Some(true),
            _ => None,
        })?,
        None => false,
    };
    let share = fields.text("mccfr_sample_pct")?;
    let deals = fields.text("value_extraction_samples")?;
    let change = fields.text("ev_convergence_threshold")?;
    if !sampled {
        return match share.or(deals).or(change) {
            None => Ok(None),
            Some(given) => Err(FieldError::Kind {
                field: given.field,
                expected: "left out unless solve_type is mccfr",
            }),
        };
    }
    let mut sampling = Sampling { share: 0.01, value_deals: 1_000_000, ev_change: 0.0005 };
    if let Some(given) = share {
        let expected = "a share of all pairs of hands, above 0 and up to 1";
        let possible = |share: &f64| *share > 0.0 && *share <= 1.0;
        sampling.share = given.parse(expected, |text| text.parse().ok().filter(possible))?;
    }
    if let Some(given) = deals {
        sampling.value_deals = given.parse("a number of deals, 1 to 1000000000", |text| {
            text.parse().ok().filter(|deals| (1..=1_000_000_000).contains(deals))
        })?;
    }
    if let Some(given) = change {
        sampling.ev_change = given.parse("a part of the pot, 0 for none", |text| {
            text.parse().ok().filter(|change| (0.0..=1.0).contains(change))
        })?;
    }
    Ok(Some(sampling))
}

fn pruning(fields: &mut Fields) -> Result<Option<Pruning>, FieldError> {
    let warmup = fields.text("prune_warmup")?;
    let explore = fields.text("prune_explore_pct")?;
    let Some(threshold) = fields.text("prune_regret_threshold")? else {
        return match warmup.or(explore) {
            None => Ok(None),
            Some(given) => Err(FieldError::Kind {
                field: given.field,
                expected: "left out unless prune_regret_threshold is there",
            }),
        };
    };
    let threshold: f64 = threshold.parse("a negative number of pots", |text| {
        text.parse().ok().filter(|pots| (-1e6..0.0).contains(pots))
    })?;
    let warmup = match warmup {
        Some(given) => given.parse("a number of iterations", |text| text.parse().ok())?,
        None => 100,
    };
    let explore = match explore {
        Some(given) => given.parse("a share of iterations, 0 to 1", |text| {
            text.parse().ok().filter(|share| (0.0..=1.0).contains(share))
        })?,
        None => 0.05,
    };
    let threshold = (THRESHOLD_UNIT * threshold) as f32;
    Ok(Some(Pruning { warmup, explore, threshold, floor: FLOOR * threshold }))
}

/// Flops in canonical suits, each once and at least one.
pub(crate) fn read_boards(given: &[Given], field: &str) -> Result<Vec<Board>, FieldError> {
    let mut boards: Vec<Board> = Vec::new();
    for given in given {
        let board = read(&given.field, &given.text, Board::parse_flop)?;
        let canonical = weighted(board).map_or(board, |flop| flop.board);
        if boards.contains(&canonical) {
            let (field, text) = (given.field.clone(), given.text.clone());
            let expected = "flops that differ by more than suits";
            return Err(FieldError::Value { field, text, expected });
        }
        boards.push(canonical);
    }
    match boards.is_empty() {
        true => Err(FieldError::Kind { field: field.to_owned(), expected: "at least one flop" }),
        false => Ok(boards),
    }
}

fn choice(fields: &mut Fields, flops: usize) -> Result<ModelFlops, FieldError> {
    let most = fields.text("max_flop_boards")?;
    if let Some(given) = fields.texts("fixed_flops")? {
        if let Some(most) = most {
            let expected = "left out where fixed_flops is there";
            return Err(FieldError::Kind { field: most.field, expected });
        }
        return Ok(ModelFlops::Fixed(read_boards(&given, "postflop_model.fixed_flops")?));
    }
    let count = match most {
        Some(given) => given.parse("a number of flops, 0 for all", |text| {
            text.parse().ok().map(|count: usize| if count == 0 { CANONICAL_FLOPS } else { count })
        })?,
        None => flops,
    };
    Ok(ModelFlops::Sample(count.min(CANONICAL_FLOPS)))
}
