//! From the text of a spec to what it means.

use std::path::PathBuf;

use quasar_game::{Chips, SizeList};
use quasar_preflop::PreflopSpec;
use quasar_solver::Discounts;

use super::exact::read_exact;
use super::spec::BLIND;
use super::{PreflopSolveError, PreflopSolveSpec};
use crate::fields::{Entry, FieldError, Fields, Given, Value};
use crate::read;

impl PreflopSolveSpec {
    /// Reads a spec from YAML or JSON; `docs/MODEL.md` describes its fields.
    /// `overrides` are fields that stand instead of those in the text.
    pub fn parse(
        text: &str,
        overrides: &[(&str, &str)],
    ) -> Result<PreflopSolveSpec, PreflopSolveError> {
        let mut value = Value::parse(text)?;
        for &(field, text) in overrides {
            value.set(&field.split('.').collect::<Vec<_>>(), text);
        }
        let mut top = Fields::new(Entry::new("", value))?;
        let spec = read_spec(&mut top)?;
        top.finish()?;
        // A tree that cannot be built is refused before anything runs.
        spec.betting.betting().map_err(quasar_preflop::PreflopError::from)?;
        Ok(spec)
    }
}

fn read_spec(top: &mut Fields) -> Result<PreflopSolveSpec, PreflopSolveError> {
    let positions = positions(top)?;
    let blinds = amounts(top, "blinds", "the small and the big blind, such as [0.5, 1]", 2)?;
    let [small, big] = blinds.map_or([0.5, 1.0], |blinds| [blinds[0], blinds[1]]);
    if !(small > 0.0 && small <= big && big == 1.0) {
        let (field, text) = ("blinds".to_owned(), format!("[{small}, {big}]"));
        let expected = "a small blind up to 1, and 1: amounts are in big blinds";
        return Err(FieldError::Value { field, text, expected }.into());
    }
    let antes = amounts(top, "antes", "what each puts in, such as 0.125", 2)?;
    let ante = even(antes, "antes", 0.0)?;
    let stacks = amounts(top, "stacks", "what each brings in big blinds, such as 100", 2)?;
    let stack = stacks.map_or(100.0, |stacks| stacks.iter().copied().fold(f64::INFINITY, f64::min));
    if !(stack > 1.0 + ante && stack <= 1_000.0) {
        return Err(PreflopSolveError::BadStack(stack));
    }
    let (raises, raise_texts) = raise_sizes(top)?;
    let raise_cap = match top.text("raise_cap")? {
        Some(given) => Some(given.parse("how many raises there may be, 0 to 20", |text| {
            text.parse().ok().filter(|raises| *raises <= 20)
        })?),
        None => Some(4),
    };
    let limp = match top.text("limp")? {
        Some(given) => given.parse("true or false", |text| text.parse().ok())?,
        None => true,
    };
    let betting = PreflopSpec {
        small_blind: chips(small),
        big_blind: chips(big),
        ante: chips(ante),
        stack: chips(stack),
        raises,
        raise_cap,
        limp,
    };
    let exploration = match top.text("exploration")? {
        Some(given) => given.parse("a part of the time, from 0 to below 1", |text| {
            text.parse().ok().filter(|part| (0.0..1.0).contains(part))
        })?,
        None => 0.0,
    };
    let model = top.text("postflop_model_path")?.map(|given| PathBuf::from(given.text));
    let exact = read_exact(top, model.is_some())?;
    let checkpoint_every = count(top, "checkpoint_every", 0)?;
    if exact.is_some() && checkpoint_every > 0 {
        let field = "checkpoint_every".to_owned();
        let expected = "0 where leaf is exact: rounds cannot go on from a checkpoint";
        return Err(FieldError::Kind { field, expected }.into());
    }
    Ok(PreflopSolveSpec {
        positions,
        betting,
        raise_texts,
        iterations: count(top, "iterations", 2_000)?.max(1),
        target_mbb: amount(top, "preflop_exploitability_threshold_mbb", 0.1)?,
        checkpoint_every,
        print_every: count(top, "print_every", 100)?.max(1),
        discounts: Discounts {
            alpha: exponent(top, "dcfr_alpha", 1.5)?,
            beta: exponent(top, "dcfr_beta", 0.0)?,
            gamma: exponent(top, "dcfr_gamma", 2.0)?,
            reset: false,
        },
        exploration,
        model,
        exact,
    })
}

fn positions(top: &mut Fields) -> Result<[String; 2], FieldError> {
    let Some(given) = top.texts("positions")? else { return Ok(["SB", "BB"].map(str::to_owned)) };
    let plain = |name: &str| {
        (1..=12).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    match given.as_slice() {
        [button, other] if plain(&button.text) && plain(&other.text) => {
            Ok([button.text.clone(), other.text.clone()])
        }
        _ => Err(FieldError::Kind {
            field: "positions".to_owned(),
            expected: "two names: the button, who posts the small blind, and the big blind",
        }),
    }
}

/// One or `count` amounts; one stands for all.
fn amounts(
    top: &mut Fields,
    field: &'static str,
    expected: &'static str,
    count: usize,
) -> Result<Option<Vec<f64>>, FieldError> {
    let Some(given) = top.texts(field)? else { return Ok(None) };
    let number = |given: &Given| {
        given.parse(expected, |text| {
            text.parse().ok().filter(|amount: &f64| (0.0..=1e6).contains(amount))
        })
    };
    let numbers = given.iter().map(number).collect::<Result<Vec<f64>, _>>()?;
    match numbers.len() {
        1 if field != "blinds" => Ok(Some(vec![numbers[0]; count])),
        len if len == count => Ok(Some(numbers)),
        _ => Err(FieldError::Kind { field: field.to_owned(), expected }),
    }
}

/// Amounts that must be the same for both.
fn even(amounts: Option<Vec<f64>>, field: &'static str, default: f64) -> Result<f64, FieldError> {
    match amounts.as_deref() {
        None => Ok(default),
        Some([one, other]) if one == other => Ok(*one),
        Some(_) => {
            Err(FieldError::Kind { field: field.to_owned(), expected: "the same for both players" })
        }
    }
}

/// Lists of sizes by depth; a list of texts is one list for every depth.
fn raise_sizes(top: &mut Fields) -> Result<(Vec<SizeList>, Vec<String>), PreflopSolveError> {
    let lists = match top.take("raise_sizes").map(|entry| entry.value) {
        None => vec!["2.5bb".to_owned(), "1.0p, a".to_owned()],
        Some(Value::Text(text)) => vec![text],
        Some(Value::List(values)) => match values.iter().any(|v| matches!(v, Value::List(_))) {
            true => values.iter().map(joined).collect::<Result<_, _>>()?,
            false => vec![joined(&Value::List(values))?],
        },
        Some(_) => return Err(bad_sizes().into()),
    };
    let mut raises = Vec::new();
    let mut texts = Vec::new();
    for text in lists {
        let text = text.replace("all-in", "a").replace("allin", "a");
        raises.push(read("raise_sizes", &text, str::parse::<SizeList>)?);
        texts.push(text);
    }
    Ok((raises, texts))
}

fn joined(value: &Value) -> Result<String, FieldError> {
    match value {
        Value::Text(text) => Ok(text.clone()),
        Value::List(values) => {
            let texts = values.iter().map(|value| match value {
                Value::Text(text) => Ok(text.clone()),
                _ => Err(bad_sizes()),
            });
            Ok(texts.collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        _ => Err(bad_sizes()),
    }
}

fn bad_sizes() -> FieldError {
    let expected = "lists of sizes by depth, such as [[2.5bb], [1.0p, all-in]]";
    FieldError::Kind { field: "raise_sizes".to_owned(), expected }
}

fn chips(blinds: f64) -> Chips {
    Chips((BLIND * blinds).round() as u64)
}

fn count(top: &mut Fields, field: &'static str, default: u32) -> Result<u32, FieldError> {
    match top.text(field)? {
        Some(given) => given.parse("a whole number", |text| text.parse().ok()),
        None => Ok(default),
    }
}

fn amount(top: &mut Fields, field: &'static str, default: f64) -> Result<f64, FieldError> {
    match top.text(field)? {
        Some(given) => given.parse("a number, 0 for none", |text| {
            text.parse().ok().filter(|number| (0.0..=1e6).contains(number))
        }),
        None => Ok(default),
    }
}

fn exponent(top: &mut Fields, field: &'static str, default: f64) -> Result<f64, FieldError> {
    match top.text(field)? {
        Some(given) => given.parse("an exponent of discounted CFR", |text| {
            text.parse().ok().filter(|number: &f64| number.is_finite())
        }),
        None => Ok(default),
    }
}
