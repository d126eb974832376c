//! Reading what a user typed, with errors that keep the whole text.

use std::fmt::Display;
use std::ops::Range;

use quasar_cards::{ParseError, ParseErrorKind};
use quasar_game::TextError;
use thiserror::Error;

/// An error of a parser, with its position in the text.
pub trait Located: Display {
    /// The bytes that are wrong; empty when more text was expected.
    fn span(&self) -> Range<usize>;

    /// What was expected there, if the error says so.
    fn expected(&self) -> Option<&'static str> {
        None
    }
}

impl Located for ParseError {
    fn span(&self) -> Range<usize> {
        ParseError::span(self)
    }

    fn expected(&self) -> Option<&'static str> {
        match self.kind() {
            ParseErrorKind::Unexpected { expected, .. }
            | ParseErrorKind::CardCount { expected, .. } => Some(expected),
            _ => None,
        }
    }
}

impl Located for TextError {
    fn span(&self) -> Range<usize> {
        TextError::span(self)
    }
}

/// A text that could not be read, what it was meant to be, and where it fails.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what}, {error}")]
pub struct InputError {
    what: String,
    text: String,
    span: Range<usize>,
    expected: Option<&'static str>,
    error: String,
}

impl InputError {
    /// What the text was meant to be: `board`, `range`, `hand 2`.
    pub fn subject(&self) -> &str {
        &self.what
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text that are wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What was expected there, if that is known.
    pub fn expected(&self) -> Option<&'static str> {
        self.expected
    }
}

/// Reads `text` with `parse`; an error keeps the text and `what` it was
/// meant to be.
///
/// ```
/// use quasar::{request::{read}, cards::Board};
/// let error = read("board", "Td9x6h", str::parse::<Board>).unwrap_err();
/// assert_eq!(error.to_string(), "board, column 4: expected a suit (c, d, h, s), found `x`");
/// ```
pub fn read<T, E: Located>(
    what: &str,
    text: &str,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, InputError> {
    parse(text).map_err(|error| InputError {
        what: what.to_owned(),
        text: text.to_owned(),
        span: error.span(),
        expected: error.expected(),
        error: error.to_string(),
    })
}
