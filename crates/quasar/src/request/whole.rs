//! Whole specs: mistakes that are found after all fields were read have a place, too.
//!
//! A section has no place of its own, and a field that is missing cannot have one. The place
//! of such a mistake is that of the innermost part of its field that is written.

use super::{Document, FieldError, ParsedText};
use crate::buckets::BucketsError;
use crate::equity::{EquitySpecError, ShowdownSpecError};
use crate::model::PostflopError;
use crate::preflop::PreflopSolveError;
use crate::spot::{BoardsError, SpotError};
use crate::tables::TablesError;
use crate::toy::SolveError;

/// Reads a spec from YAML or JSON.
pub(crate) fn read_spec<D, S, E>(text: &str) -> Result<S, E>
where
    D: Document,
    S: TryFrom<D, Error = E>,
    E: From<FieldError> + OfFields,
{
    let source = ParsedText::parse(text)?;
    S::try_from(D::read(&source)?).map_err(|error| error.with_place(&source, ""))
}

/// An error that may be about a field of a request.
pub(crate) trait OfFields {
    /// The same with the place of its field, which is in `section`, unless it has one.
    fn with_place(self, source: &ParsedText, section: &str) -> Self;
}

impl OfFields for FieldError {
    fn with_place(self, source: &ParsedText, section: &str) -> FieldError {
        let at = match &self {
            FieldError::Missing { field, .. }
            | FieldError::Kind { field, .. }
            | FieldError::Value { field, .. }
            | FieldError::Refused { field, .. } => match section {
                "" => source.place(field),
                section => source.place(&format!("{section}.{field}")),
            },
            _ => None,
        };
        self.at(at)
    }
}

impl<E: OfFields> OfFields for Box<E> {
    fn with_place(self, source: &ParsedText, section: &str) -> Box<E> {
        Box::new((*self).with_place(source, section))
    }
}

/// Errors whose variants may be about fields.
macro_rules! of_fields {
    ($($error:ident: $($variant:ident)*;)*) => {$(
        impl OfFields for $error {
            fn with_place(self, source: &ParsedText, section: &str) -> $error {
                match self {
                    $($error::$variant(inner) => $error::$variant(inner.with_place(source, section)),)*
                    other => other,
                }
            }
        }
    )*};
}

of_fields! {
    BucketsError: Field Spot;
    EquitySpecError: Field;
    PostflopError: Field;
    PreflopSolveError: Field Lock;
    ShowdownSpecError: Field;
    SolveError: Field;
    SpotError: Field;
    TablesError: Field;
}

impl OfFields for BoardsError {
    fn with_place(self, source: &ParsedText, section: &str) -> BoardsError {
        match self {
            BoardsError::Field(inner) => BoardsError::Field(inner.with_place(source, section)),
            BoardsError::Spec(inner) => BoardsError::Spec(inner.with_place(source, "spot")),
            other => other,
        }
    }
}
