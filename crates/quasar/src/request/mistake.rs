//! A mistake in a request as plain data, for programs that mark it where it was made.

use schemars::JsonSchema;
use serde::Serialize;

use super::{FieldError, InputError, Position};
use crate::buckets::BucketsError;
use crate::equity::EquitySpecError;
use crate::job::{AskError, JobError};
use crate::model::PostflopError;
use crate::preflop::PreflopSolveError;
use crate::spot::{BoardsError, ImportError, SpotError};
use crate::tables::TablesError;
use crate::toy::SolveError;

/// What is wrong with a request, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Mistake {
    /// In a sentence.
    pub message: String,
    /// The field, such as `oop.range` or `players[1].range`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Where the field's value is written in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The text that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes of `text` that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// What was expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// Bytes of a text, from `start` to before `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last; equal to `start` where more text was expected.
    pub end: usize,
}

impl Mistake {
    /// A mistake without a place.
    pub fn new(message: impl ToString) -> Mistake {
        Mistake {
            message: message.to_string(),
            field: None,
            position: None,
            text: None,
            span: None,
            expected: None,
        }
    }

    /// A mistake in a field.
    pub fn in_field(field: impl Into<String>, message: impl ToString) -> Mistake {
        Mistake { field: Some(field.into()), ..Mistake::new(message) }
    }

    fn with_message(self, message: impl ToString) -> Mistake {
        Mistake { message: message.to_string(), ..self }
    }
}

impl From<&InputError> for Mistake {
    fn from(error: &InputError) -> Mistake {
        let span = error.span();
        Mistake {
            text: Some(error.text().to_owned()),
            span: Some(Span { start: span.start, end: span.end }),
            expected: error.expected().map(str::to_owned),
            ..Mistake::in_field(error.subject(), error)
        }
    }
}

impl From<&FieldError> for Mistake {
    fn from(error: &FieldError) -> Mistake {
        match error {
            FieldError::At { at, error: inner } => {
                let found = Mistake::from(&**inner).with_message(error);
                Mistake { position: found.position.or(Some(*at)), ..found }
            }
            FieldError::Input(inner) => Mistake::from(inner),
            FieldError::Missing { field, expected } | FieldError::Kind { field, expected } => {
                let expected = Some(expected.to_string());
                Mistake { expected, ..Mistake::in_field(field, error) }
            }
            FieldError::Value { field, text, expected } => Mistake {
                text: Some(text.clone()),
                expected: Some(expected.to_string()),
                ..Mistake::in_field(field, error)
            },
            FieldError::UnknownField { field, known, .. } => {
                let expected = Some(format!("one of {known}"));
                Mistake { expected, ..Mistake::in_field(field, error) }
            }
            FieldError::Twice { field }
            | FieldError::Same { field, .. }
            | FieldError::Refused { field, .. } => Mistake::in_field(field, error),
            FieldError::Yaml(_) | FieldError::TooLong { .. } | FieldError::NoFields => {
                Mistake::new(error)
            }
        }
    }
}

impl From<&SpotError> for Mistake {
    fn from(error: &SpotError) -> Mistake {
        match error {
            SpotError::At { at, error: inner } => {
                let found = Mistake::from(&**inner).with_message(error);
                Mistake { position: found.position.or(Some(*at)), ..found }
            }
            SpotError::Field(inner) => inner.into(),
            SpotError::Input(inner) => inner.into(),
            SpotError::Rake(_) => Mistake::in_field("rake", error),
            SpotError::NoHand { player } => Mistake::in_field(format!("{player}.range"), error),
            SpotError::Lock(_) => Mistake::in_field("locks", error),
            other => Mistake::new(other),
        }
    }
}

impl From<&EquitySpecError> for Mistake {
    fn from(error: &EquitySpecError) -> Mistake {
        match error {
            EquitySpecError::Field(inner) => inner.into(),
            EquitySpecError::Question(inner) => Mistake::in_field("players", inner),
        }
    }
}

impl From<&BoardsError> for Mistake {
    fn from(error: &BoardsError) -> Mistake {
        match error {
            BoardsError::Field(inner) => inner.into(),
            BoardsError::Flop(inner) => inner.into(),
            BoardsError::Spec(inner) => Mistake::from(inner).with_message(error),
            BoardsError::Spot { source, .. } => Mistake::from(&**source).with_message(error),
            BoardsError::NoFlops | BoardsError::Subset { .. } | BoardsError::Weight { .. } => {
                Mistake::in_field("flops", error)
            }
            other => Mistake::new(other),
        }
    }
}

impl From<&PreflopSolveError> for Mistake {
    fn from(error: &PreflopSolveError) -> Mistake {
        match error {
            PreflopSolveError::At { at, error: inner } => {
                let found = Mistake::from(&**inner).with_message(error);
                Mistake { position: found.position.or(Some(*at)), ..found }
            }
            PreflopSolveError::Lock(inner) => (&**inner).into(),
            PreflopSolveError::LockedClasses { .. } | PreflopSolveError::LockedSuits { .. } => {
                Mistake::in_field("locks", error)
            }
            PreflopSolveError::Field(inner) => inner.into(),
            PreflopSolveError::Input(inner) => inner.into(),
            PreflopSolveError::Model(inner) => {
                Mistake { field: Some("model".to_owned()), ..Mistake::from(inner) }
                    .with_message(error)
            }
            PreflopSolveError::BadStack(_) => Mistake::in_field("stack", error),
            other => Mistake::new(other),
        }
    }
}

impl From<&PostflopError> for Mistake {
    fn from(error: &PostflopError) -> Mistake {
        match error {
            PostflopError::Field(inner) => inner.into(),
            PostflopError::Input(inner) => inner.into(),
            other => Mistake::new(other),
        }
    }
}

impl From<&BucketsError> for Mistake {
    fn from(error: &BucketsError) -> Mistake {
        match error {
            BucketsError::Field(inner) => inner.into(),
            BucketsError::Spot(inner) => inner.into(),
            other => Mistake::new(other),
        }
    }
}

impl From<&TablesError> for Mistake {
    fn from(error: &TablesError) -> Mistake {
        match error {
            TablesError::Field(inner) => inner.into(),
            other => Mistake::new(other),
        }
    }
}

impl From<&SolveError> for Mistake {
    fn from(error: &SolveError) -> Mistake {
        match error {
            SolveError::Field(inner) => inner.into(),
            SolveError::UnknownGame { .. } | SolveError::BadDice { .. } => {
                Mistake::in_field("game", error)
            }
            SolveError::BadTarget(_) => Mistake::in_field("target", error),
            SolveError::Solver(_) => Mistake::new(error),
        }
    }
}

impl From<&ImportError> for Mistake {
    fn from(error: &ImportError) -> Mistake {
        let found = error.input().map_or_else(|| Mistake::new(error), Mistake::from);
        let position = match error {
            ImportError::Line { line, .. } => Some(Position { line: *line as u64, column: 1 }),
            _ => None,
        };
        Mistake { position, ..found.with_message(error) }
    }
}

impl From<&JobError> for Mistake {
    fn from(error: &JobError) -> Mistake {
        match error {
            JobError::Input(inner) => inner.into(),
            JobError::Spot(inner) => inner.into(),
            JobError::Boards(inner) => inner.into(),
            JobError::Model(inner) => inner.into(),
            JobError::Preflop(inner) => inner.into(),
            JobError::Buckets(inner) => inner.into(),
            JobError::Tables(inner) => inner.into(),
            JobError::Toy(inner) => inner.into(),
            other => Mistake::new(other),
        }
    }
}

impl From<&AskError> for Mistake {
    fn from(error: &AskError) -> Mistake {
        match error {
            AskError::Input(inner) => inner.into(),
            AskError::Node(_) => Mistake::in_field("line", error),
            AskError::NoFlop(_) | AskError::OneBoard => Mistake::in_field("flop", error),
            other => Mistake::new(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::EquitySpec;
    use crate::spot::SpotSpec;

    /// The places were counted by hand.
    #[test]
    fn a_mistake_in_a_range_has_its_field_its_bytes_and_what_was_expected() {
        let text = "{\"players\": [\"AhKh\",\n  \"QQ+,AK?\"]}";
        let mistake = Mistake::from(&EquitySpec::parse(text).unwrap_err());
        assert_eq!(mistake.field.as_deref(), Some("players[1]"));
        assert_eq!(mistake.position, Some(Position { line: 2, column: 3 }));
        assert_eq!(mistake.text.as_deref(), Some("QQ+,AK?"));
        assert_eq!(mistake.span, Some(Span { start: 6, end: 7 }));
        assert_eq!(mistake.expected.as_deref(), Some("s, o, +, -, a weight or a separator"));
    }

    #[test]
    fn fields_that_are_missing_or_unknown_are_named() {
        let mistake = Mistake::from(&SpotSpec::parse("board: Td9d6h2c3s\npott: 5\n").unwrap_err());
        assert_eq!(mistake.field.as_deref(), Some("pott"));
        assert_eq!(mistake.position, Some(Position { line: 2, column: 1 }));
        let mistake = Mistake::from(&EquitySpec::parse("board: Td9d6h").unwrap_err());
        assert_eq!(mistake.field.as_deref(), Some("players"));
        assert!(mistake.expected.is_some());
    }
}
