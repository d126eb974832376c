//! How a spot is to be solved: algorithm, updates, precision, threads.

use quasar_solver::{Algorithm, Discounts, Precision, Settings, Updates};

use crate::engine::thread_count;
use crate::fields::{Entry, FieldError, Fields, Value};

/// The settings of a spec.
pub(super) fn settings(top: &mut Fields) -> Result<Settings, FieldError> {
    let mut settings = Settings { threads: thread_count(0), ..Settings::default() };
    settings.algorithm = algorithm(top)?;
    if let Some(given) = top.text("updates")? {
        settings.updates = given.parse("alternating or simultaneous", |text| match text {
            "alternating" => Some(Updates::Alternating),
            "simultaneous" => Some(Updates::Simultaneous),
            _ => None,
        })?;
    }
    if let Some(given) = top.text("precision")? {
        settings.precision = given.parse("full or half", |text| match text {
            "full" => Some(Precision::Full),
            "half" => Some(Precision::Half),
            _ => None,
        })?;
    }
    if let Some(given) = top.text("threads")? {
        let possible = |threads: &usize| *threads <= quasar_solver::MOST_THREADS;
        let expected = "up to 512 threads, 0 for one on each processor";
        let threads = given.parse(expected, |text| text.parse().ok().filter(possible))?;
        settings.threads = thread_count(threads);
    }
    Ok(settings)
}

/// What reaches a target soonest on Hold'em spots. Compared with the paper the average
/// and positive regrets forget faster, and negative regrets slower and slower: actions
/// that were given up long ago come back one by one, and not in a rush that has to be
/// unlearned.
fn discounted() -> Algorithm {
    Algorithm::Discounted(Discounts { alpha: 1.4, beta: 0.25, gamma: 4.0, reset: false })
}

/// A name, or fields with the name and the exponents of discounted CFR.
fn algorithm(top: &mut Fields) -> Result<Algorithm, FieldError> {
    let (name, exponents) = match top.take("algorithm") {
        None => return Ok(discounted()),
        Some(entry @ Entry { value: Value::Text(_), .. }) => (Some(entry.text("a name")?), None),
        Some(entry) => {
            let mut fields = Fields::new(entry)?;
            (fields.text("name")?, Some(fields))
        }
    };
    let mut algorithm = match name {
        None => discounted(),
        Some(name) => {
            name.parse("dcfr, linear, cfrplus, vanilla, pcfrplus or fp", |text| match text {
                "dcfr" => Some(discounted()),
                "linear" => Some(Algorithm::Linear),
                "cfrplus" => Some(Algorithm::CfrPlus),
                "vanilla" => Some(Algorithm::Vanilla),
                "pcfrplus" => Some(Algorithm::PredictivePlus),
                "fp" => Some(Algorithm::FictitiousPlay { linear: true, optimistic: true }),
                _ => None,
            })?
        }
    };
    let Some(mut fields) = exponents else { return Ok(algorithm) };
    if let Algorithm::Discounted(discounts) = &mut algorithm {
        for (field, exponent) in [
            ("alpha", &mut discounts.alpha),
            ("beta", &mut discounts.beta),
            ("gamma", &mut discounts.gamma),
        ] {
            if let Some(given) = fields.text(field)? {
                *exponent = given.parse("an exponent of discounted CFR", |text| {
                    text.parse().ok().filter(|number: &f64| !number.is_nan())
                })?;
            }
        }
        if let Some(given) = fields.text("reset")? {
            discounts.reset = given.parse("true or false", |text| text.parse().ok())?;
        }
    }
    fields.finish()?;
    Ok(algorithm)
}
