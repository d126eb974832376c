//! Failures of commands as data, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Mistake, Position};

/// Why a command failed.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct ErrorReport {
    /// What kind of failure it is.
    pub kind: ErrorKind,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The field or argument that is wrong: `board`, `oop.range`, `--memory <SIZE>`.
    pub field: Option<String>,
    /// The line of the input, from 1, if the input has lines.
    pub line: Option<u64>,
    /// The column in that line or in the field's text, in characters from 1.
    pub column: Option<u64>,
    /// What may help.
    pub hint: Option<String>,
}

/// Kinds of failures, each with the exit code of the command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The input is wrong: exit code 2.
    Input,
    /// The work failed: exit code 1.
    Failed,
    /// The work was interrupted: exit code 130.
    Interrupted,
}

impl ErrorReport {
    /// A failure because of a mistake. The place is that in the request, if it is known,
    /// else that in the text that could not be read.
    pub fn new(kind: ErrorKind, mistake: Mistake) -> ErrorReport {
        let Mistake { message, field, position, text, span, expected } = mistake;
        let text = text.unwrap_or_default();
        let before = span.and_then(|span| text.get(..span.start));
        let in_text = before.map(|before| Position {
            line: before.matches('\n').count() as u64 + 1,
            column: before.rsplit('\n').next().unwrap_or_default().chars().count() as u64 + 1,
        });
        let place = position.or(in_text);
        let has_lines = position.is_some() || text.contains('\n');
        ErrorReport {
            kind,
            message,
            field,
            line: place.filter(|_| has_lines).map(|place| place.line),
            column: place.map(|place| place.column),
            hint: expected.map(|expected| format!("expected {expected}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spot::SpotSpec;

    #[test]
    fn a_mistake_in_a_spec_has_field_line_and_column() {
        let text = "board: Ks7d4c9h2s\npot: 100\nstak: 300\n";
        let error = SpotSpec::parse(text).unwrap_err();
        let report = ErrorReport::new(ErrorKind::Input, Mistake::from(&error));
        assert_eq!(report.field.as_deref(), Some("stak"));
        assert_eq!((report.line, report.column), (Some(3), Some(1)));
        assert!(report.message.contains("did you mean stack?"), "{report:?}");
    }
}
