//! Specs with some fields instead of those in their text.

use quasar::model::{PostflopError, PostflopPatch, PostflopSpec};
use quasar::preflop::{PreflopPatch, PreflopSolveError, PreflopSolveSpec};
use quasar::request::{Document, FieldError};
use quasar::spot::{SpotError, SpotPatch, SpotSpec};

fn patch<D: Document>(fields: &[(&str, &str)]) -> Result<D, FieldError> {
    let mut patch = D::default();
    for (field, value) in fields {
        patch.set(field, value)?;
    }
    Ok(patch)
}

pub(crate) fn spot(text: &str, fields: &[(&str, &str)]) -> Result<SpotSpec, SpotError> {
    SpotSpec::parse_with(text, &patch::<SpotPatch>(fields)?)
}

pub(crate) fn model(text: &str, fields: &[(&str, &str)]) -> Result<PostflopSpec, PostflopError> {
    PostflopSpec::parse_with(text, &patch::<PostflopPatch>(fields)?)
}

pub(crate) fn preflop(
    text: &str,
    fields: &[(&str, &str)],
) -> Result<PreflopSolveSpec, PreflopSolveError> {
    PreflopSolveSpec::parse_with(text, &patch::<PreflopPatch>(fields)?)
}

/// A message with the line of its place and without the column, which `spec_mistakes.yaml`
/// pins.
pub(crate) fn by_line(message: &str) -> String {
    let place = message.split_once(": ").and_then(|(place, rest)| {
        let line = place.strip_prefix("line ")?.split_once(", column ")?.0;
        Some(format!("line {line}: {rest}"))
    });
    place.unwrap_or_else(|| message.to_owned())
}
