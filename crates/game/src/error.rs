//! Errors of the text readers.

use std::ops::Range;

use quasar_cards::ParseErrorKind;
use thiserror::Error;

use crate::Chips;

/// Why a text is not a list of bet sizes or a line, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {}: {kind}", .start + 1)]
pub struct TextError {
    start: usize,
    length: usize,
    kind: TextErrorKind,
}

impl TextError {
    pub(crate) fn new(start: usize, length: usize, kind: TextErrorKind) -> Self {
        TextError { start, length, kind }
    }

    /// Byte offset of the first character that is wrong. Equal to the length of
    /// the text when more was expected.
    pub fn position(&self) -> usize {
        self.start
    }

    /// The bytes that are wrong; empty when more text was expected.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.length
    }

    /// What is wrong, without the place.
    pub fn kind(&self) -> &TextErrorKind {
        &self.kind
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A word that is not a bet size.
    #[error("expected a bet size such as 50%, 2.5x, 100c, 3bb, e, 3e200%, pot, min or a")]
    NotASize,
    /// A comma with no size before or after it.
    #[error("expected a bet size between commas")]
    MissingSize,
    /// Digits and points that do not make a number.
    #[error("this is not a number")]
    NotANumber,
    /// A size that is zero, or too large to be meant.
    #[error("{what} must be {range}")]
    OutOfRange {
        /// What the number is.
        what: &'static str,
        /// Which numbers are allowed, in words.
        range: &'static str,
    },
    /// A multiple of the previous bet where there is none.
    #[error("a first bet cannot be a multiple such as 2.5x: there is no bet to multiply")]
    NoPreviousBet,
    /// A line that does not begin at the root.
    #[error("a line begins with r:0")]
    NoRoot,
    /// A word that is not a step of a line.
    #[error("expected f, c, b with a number of chips, or cards")]
    NotAStep,
    /// An amount beyond [`Chips::MOST`].
    #[error("there are at most {} chips", Chips::MOST)]
    TooManyChips,
    /// Text that is not cards.
    #[error(transparent)]
    Cards(ParseErrorKind),
}
