//! What is wrong with a request: the field, the place, and what was expected.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{self, Unexpected};
use thiserror::Error;

use super::InputError;
use super::spelling::distance;
use super::tree::MOST_TEXT;

/// A place in the text of a request, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
}

/// What is wrong with the fields of a request.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A mistake and its place.
    #[error("{}: {error}", shown(.at, error))]
    At {
        /// Where it is.
        at: Position,
        /// What is wrong there.
        error: Box<FieldError>,
    },
    /// A text that is neither YAML nor JSON.
    #[error("the spec is not YAML: {0}")]
    Yaml(String),
    /// A field that is given twice.
    #[error("{field} is given twice")]
    Twice {
        /// The field.
        field: String,
    },
    /// A field that is given under two of its names.
    #[error("{field} and {other} are the same setting; give only one")]
    Same {
        /// The field.
        field: String,
        /// Its other name.
        other: String,
    },
    /// A spec that is too long.
    #[error("the spec has {bytes} bytes; at most {MOST_TEXT} are allowed")]
    TooLong {
        /// Its bytes.
        bytes: usize,
    },
    /// A spec that is a text or a list.
    #[error("a spec must have fields, such as board: QsJh2h")]
    NoFields,
    /// A field that does not exist.
    #[error("unknown field {field}; {}", meant(.suggestion.as_deref(), known))]
    UnknownField {
        /// The full path of the field.
        field: String,
        /// The known field with the closest spelling.
        suggestion: Option<String>,
        /// The fields that are allowed there.
        known: String,
    },
    /// A field that a spec must have.
    #[error("the spec needs {field}: {expected}")]
    Missing {
        /// The field.
        field: String,
        /// What it holds, with an example.
        expected: Cow<'static, str>,
    },
    /// A field that holds a list where a text is expected, or the like.
    #[error("{field} must be {expected}")]
    Kind {
        /// The field.
        field: String,
        /// What it should hold.
        expected: Cow<'static, str>,
    },
    /// An invalid value.
    #[error("{field} is `{text}`; expected {expected}")]
    Value {
        /// The field.
        field: String,
        /// What it holds.
        text: String,
        /// What it should hold.
        expected: Cow<'static, str>,
    },
    /// A field that is refused for another reason.
    #[error("{field}: {why}")]
    Refused {
        /// The field.
        field: String,
        /// The reason.
        why: String,
    },
    /// A text that cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
}

impl FieldError {
    /// The text that could not be read, if this is such an error.
    pub fn input(&self) -> Option<&InputError> {
        match self {
            FieldError::At { error, .. } => error.input(),
            FieldError::Input(error) => Some(error),
            _ => None,
        }
    }

    /// Where the mistake is, if it is in a text.
    pub fn position(&self) -> Option<Position> {
        match self {
            FieldError::At { at, .. } => Some(*at),
            _ => None,
        }
    }

    /// Whether a field holds a list where a text is expected, or the like.
    pub(super) fn is_kind_of(&self, name: &str) -> bool {
        matches!(self, FieldError::Kind { field, .. } if field == name)
    }

    /// A required field that is missing.
    pub(crate) fn missing(field: impl Into<String>, expected: &'static str) -> FieldError {
        FieldError::Missing { field: field.into(), expected: expected.into() }
    }

    /// The same at a position, if one is known.
    pub(crate) fn at(self, at: Option<Position>) -> FieldError {
        match at {
            Some(at) => FieldError::At { at, error: Box::new(self) },
            None => self,
        }
    }

    /// The same with its field and position, unless it has them.
    pub(super) fn placed(mut self, field: &dyn fmt::Display, at: Option<Position>) -> FieldError {
        let unnamed = match &mut self {
            FieldError::Twice { field }
            | FieldError::Missing { field, .. }
            | FieldError::Kind { field, .. }
            | FieldError::Value { field, .. }
            | FieldError::Refused { field, .. } => Some(field).filter(|field| field.is_empty()),
            _ => None,
        };
        let Some(name) = unnamed else { return self };
        *name = field.to_string();
        match self {
            FieldError::Kind { field, .. } if field.is_empty() => FieldError::NoFields,
            placed => placed.at(at),
        }
    }
}

/// A place in words. Without the column if the error has one within the text.
fn shown(at: &Position, error: &FieldError) -> String {
    match error {
        FieldError::Input(_) => format!("line {}", at.line),
        _ => format!("line {}, column {}", at.line, at.column),
    }
}

fn meant(suggestion: Option<&str>, known: &str) -> String {
    match suggestion {
        Some(field) => format!("did you mean {field}? Valid fields here: {known}"),
        None => format!("valid fields here: {known}"),
    }
}

/// A field that is not among the `known` of its map, which is written at `path`.
pub(super) fn unknown(path: &str, found: &str, known: &str) -> FieldError {
    let name = |field: &str| match path {
        "" => field.to_owned(),
        path => format!("{path}.{field}"),
    };
    let closest = known.split(", ").min_by_key(|known| distance(known, found));
    let letters = found.chars().count();
    // A word that shares less than half of its letters was hardly meant.
    let alike = |known: &&str| distance(known, found) <= 3.min(letters / 2);
    FieldError::UnknownField {
        field: name(found),
        suggestion: closest.filter(alike).map(name),
        known: known.to_owned(),
    }
}

/// Errors of deserialisation get their field and position from the reader.
impl de::Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> FieldError {
        FieldError::Refused { field: String::new(), why: message.to_string() }
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn de::Expected) -> FieldError {
        FieldError::Kind { field: String::new(), expected: expected.to_string().into() }
    }

    fn invalid_length(_: usize, expected: &dyn de::Expected) -> FieldError {
        FieldError::Kind { field: String::new(), expected: expected.to_string().into() }
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn de::Expected) -> FieldError {
        let text = match found {
            Unexpected::Str(text) => text.to_owned(),
            Unexpected::Bool(value) => value.to_string(),
            Unexpected::Unsigned(number) => number.to_string(),
            Unexpected::Signed(number) => number.to_string(),
            Unexpected::Float(number) => number.to_string(),
            other => other.to_string(),
        };
        FieldError::Value { field: String::new(), text, expected: expected.to_string().into() }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> FieldError {
        let (field, known) = (field.to_owned(), known.join(", "));
        FieldError::UnknownField { field, suggestion: None, known }
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> FieldError {
        let (text, expected) = (found.to_owned(), format!("one of {}", known.join(", ")));
        FieldError::Value { field: String::new(), text, expected: expected.into() }
    }

    fn missing_field(field: &'static str) -> FieldError {
        FieldError::Missing { field: field.to_owned(), expected: "a value".into() }
    }

    fn duplicate_field(field: &'static str) -> FieldError {
        FieldError::Twice { field: field.to_owned() }
    }
}
