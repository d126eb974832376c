//! The cursor that every parser of this crate reads through.
//!
//! Positions are byte offsets into the original text, always on a character
//! boundary, so that a front end can put a caret under them.

use std::str::FromStr;

use crate::{Card, ParseError, ParseErrorKind, Rank, Suit};

/// A position in a text, moving forward one character at a time.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { text, position: 0 }
    }

    /// Byte offset of the next character.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The text not read yet.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// The next character, without moving.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves past the next character and returns it.
    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.position += c.len_utf8();
        Some(c)
    }

    /// Moves past `expected` if it comes next, and says whether it did.
    pub(crate) fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.position += expected.len_utf8();
        }
        found
    }

    /// Moves past the ASCII `word` if it comes next, in either case, and says
    /// whether it did.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let next = self.rest().get(..word.len());
        let found = next.is_some_and(|next| next.eq_ignore_ascii_case(word));
        if found {
            self.position += word.len();
        }
        found
    }

    /// Moves past white space.
    pub(crate) fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Moves past `expected` and the white space around it if it comes next, and
    /// says whether it did.
    pub(crate) fn eat_spaced(&mut self, expected: char) -> bool {
        let mut ahead = self.clone();
        ahead.skip_spaces();
        let found = ahead.eat(expected);
        if found {
            ahead.skip_spaces();
            *self = ahead;
        }
        found
    }

    /// Reads a rank and a suit.
    pub(crate) fn card(&mut self) -> Result<Card, ParseError> {
        let rank = self.rank()?;
        match self.eat_suit() {
            Some(suit) => Ok(Card::new(rank, suit)),
            None => Err(self.unexpected("a suit (c, d, h, s)")),
        }
    }

    /// Reads a rank.
    pub(crate) fn rank(&mut self) -> Result<Rank, ParseError> {
        self.eat_rank().ok_or_else(|| self.unexpected("a rank (2-9, T, J, Q, K, A)"))
    }

    /// The rank that comes next, without moving. `10` is a ten.
    pub(crate) fn peek_rank(&self) -> Option<Rank> {
        self.clone().eat_rank()
    }

    /// Moves past the rank that comes next, if one does.
    pub(crate) fn eat_rank(&mut self) -> Option<Rank> {
        if self.rest().starts_with("10") {
            self.position += 2;
            return Some(Rank::Ten);
        }
        let rank = self.peek().and_then(Rank::from_char)?;
        self.next();
        Some(rank)
    }

    /// Moves past the suit that comes next, if one does, and past the invisible
    /// character after a suit symbol that says how it is drawn.
    pub(crate) fn eat_suit(&mut self) -> Option<Suit> {
        let letter = self.peek()?;
        let suit = Suit::from_char(letter)?;
        self.next();
        if !letter.is_ascii() && matches!(self.peek(), Some('\u{fe0e}' | '\u{fe0f}')) {
            self.next();
        }
        Some(suit)
    }

    /// Reads a plain decimal number, `0.5`, `.5` or `82`, and checks that it is
    /// at most `most`.
    pub(crate) fn number<T>(&mut self, most: u8) -> Result<T, ParseError>
    where
        T: FromStr + PartialOrd + From<u8>,
    {
        let start = self.position;
        while self.peek().is_some_and(|c| c.is_ascii_digit() || c == '.') {
            self.next();
        }
        if self.position == start {
            return Err(self.unexpected("a number"));
        }
        let digits = &self.text[start..self.position];
        let kind = match digits.parse::<T>() {
            Ok(number) if number <= T::from(most) => return Ok(number),
            Ok(_) => ParseErrorKind::NumberTooLarge { most: most.into() },
            Err(_) => ParseErrorKind::NotANumber,
        };
        Err(ParseError::new(start, digits.len(), kind))
    }

    /// Reads a percentage, `50`, `12.5` or `50%`, as a part of 1. It is rounded
    /// once, so that `12.3` gives the same number as [`number`](Self::number)
    /// does for `0.123`.
    pub(crate) fn percent(&mut self) -> Result<f32, ParseError> {
        let start = self.position;
        self.number::<f32>(100)?;
        let digits = &self.text[start..self.position];
        self.eat('%');
        format!("{digits}e-2")
            .parse()
            .map_err(|_| ParseError::new(start, digits.len(), ParseErrorKind::NotANumber))
    }

    /// The error for what stands at the cursor now.
    pub(crate) fn unexpected(&self, expected: &'static str) -> ParseError {
        let found = self.peek();
        let length = found.map_or(0, char::len_utf8);
        ParseError::new(self.position, length, ParseErrorKind::Unexpected { found, expected })
    }
}
