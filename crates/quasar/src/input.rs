//! Reading what a user typed, with errors that remember the whole text.

use quasar_cards::ParseError;
use thiserror::Error;

/// A text that could not be read, what it was meant to be, and where it fails.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what}, {error}")]
pub struct InputError {
    what: String,
    text: String,
    error: ParseError,
}

impl InputError {
    /// What the text was meant to be: `board`, `range`, `hand 2`.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is wrong and where.
    pub fn error(&self) -> &ParseError {
        &self.error
    }
}

/// Reads `text` with `parse`; an error remembers the text and `what` it was
/// meant to be.
///
/// ```
/// use quasar::{cards::Board, read};
/// let error = read("board", "Td9x6h", str::parse::<Board>).unwrap_err();
/// assert_eq!(error.to_string(), "board, column 4: expected a suit (c, d, h, s), found `x`");
/// ```
pub fn read<T>(
    what: &str,
    text: &str,
    parse: impl FnOnce(&str) -> Result<T, ParseError>,
) -> Result<T, InputError> {
    parse(text).map_err(|error| InputError { what: what.to_owned(), text: text.to_owned(), error })
}
