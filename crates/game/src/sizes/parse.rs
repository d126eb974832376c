//! The text of bet sizes.
//!
//! ```text
//! list  = [ size { (spaces | comma) size } ]
//! size  = number [ "%" | "p" | "x" | "c" | "bb" ]
//!       | [ count ] "e" [ number "%" ]
//!       | "pot" | "min" | "a"
//! ```
//!
//! A number is written in plain decimals, letters in either case.

use std::str::FromStr;

use super::{BetSize, MOST_FACTOR, SizeList};
use crate::Chips;
use crate::error::{TextError, TextErrorKind};

/// The numbers up to [`MOST_FACTOR`], in words.
const FACTOR: &str = "more than 0 and at most 1,000,000";

impl FromStr for SizeList {
    type Err = TextError;

    /// Reads sizes separated by commas, spaces or both.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        words(text)?.into_iter().map(Word::size).collect()
    }
}

impl SizeList {
    /// Reads the sizes of first bets, which have no previous bet to multiply.
    pub fn parse_bets(text: &str) -> Result<SizeList, TextError> {
        let bet = |word: Word<'_>| match word.size()? {
            BetSize::Multiple(_) => Err(word.error(TextErrorKind::NoPreviousBet)),
            size => Ok(size),
        };
        words(text)?.into_iter().map(bet).collect()
    }
}

/// A part of the text, and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    start: usize,
    text: &'a str,
}

/// The words of a list. Each comma stands between two of them.
fn words(text: &str) -> Result<Vec<Word<'_>>, TextError> {
    let mut words = Vec::new();
    let mut start = 0;
    for part in text.split(',') {
        let before = words.len();
        let mut rest = part.trim_start();
        while !rest.is_empty() {
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let offset = start + part.len() - rest.len();
            words.push(Word { start: offset, text: &rest[..length] });
            rest = rest[length..].trim_start();
        }
        let end = start + part.len();
        if words.len() == before && !text.trim().is_empty() {
            let comma = usize::from(end < text.len());
            return Err(TextError::new(end, comma, TextErrorKind::MissingSize));
        }
        start = end + 1;
    }
    Ok(words)
}

impl<'a> Word<'a> {
    fn error(self, kind: TextErrorKind) -> TextError {
        TextError::new(self.start, self.text.len(), kind)
    }

    fn size(self) -> Result<BetSize, TextError> {
        let lower = self.text.to_ascii_lowercase();
        match lower.as_str() {
            "pot" => return Ok(BetSize::Percent(100.0)),
            "min" => return Ok(BetSize::Min),
            "a" => return Ok(BetSize::AllIn),
            _ => {}
        }
        if let Some((streets, most)) = lower.split_once('e') {
            return self.geometric(streets, most);
        }
        let digits = lower.trim_end_matches(|c: char| !c.is_ascii_digit() && c != '.');
        if digits.is_empty() {
            return Err(self.error(TextErrorKind::NotASize));
        }
        match &lower[digits.len()..] {
            "" | "%" => self.percent(digits).map(BetSize::Percent),
            "p" => {
                // Scaled before it is rounded, so that `0.07p` is `7%`.
                self.number(digits, "e2", "a percentage", FACTOR).map(BetSize::Percent)
            }
            "x" => {
                let (what, range) = ("a multiple of the bet", "more than 1 and at most 1,000,000");
                match self.number(digits, "", what, range)? {
                    factor if factor > 1.0 => Ok(BetSize::Multiple(factor)),
                    _ => Err(self.error(TextErrorKind::OutOfRange { what, range })),
                }
            }
            "bb" => self.number(digits, "", "big blinds", FACTOR).map(BetSize::BigBlinds),
            "c" => self.chips(digits),
            _ => Err(self.error(TextErrorKind::NotASize)),
        }
    }

    fn geometric(self, streets: &str, most: &str) -> Result<BetSize, TextError> {
        let streets = match streets {
            "" => None,
            digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
                let streets = digits.parse::<u8>().ok().filter(|n| (1..=99).contains(n));
                let (what, range) = ("streets of a geometric size", "1 to 99");
                Some(streets.ok_or(self.error(TextErrorKind::OutOfRange { what, range }))?)
            }
            _ => return Err(self.error(TextErrorKind::NotASize)),
        };
        let most = match most.strip_suffix('%') {
            Some(digits) => Some(self.percent(digits)?),
            None if most.is_empty() => None,
            None => return Err(self.error(TextErrorKind::NotASize)),
        };
        Ok(BetSize::Geometric { streets, most })
    }

    fn percent(self, digits: &str) -> Result<f64, TextError> {
        self.number(digits, "", "a percentage", FACTOR)
    }

    /// Reads a plain decimal number with a power of ten of our own.
    fn number(
        self,
        digits: &str,
        power: &str,
        what: &'static str,
        range: &'static str,
    ) -> Result<f64, TextError> {
        if !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return Err(self.error(TextErrorKind::NotASize));
        }
        match format!("{digits}{power}").parse::<f64>() {
            Ok(number) if number > 0.0 && number <= MOST_FACTOR => Ok(number),
            Ok(_) => Err(self.error(TextErrorKind::OutOfRange { what, range })),
            Err(_) => Err(self.error(TextErrorKind::NotANumber)),
        }
    }

    fn chips(self, digits: &str) -> Result<BetSize, TextError> {
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.error(TextErrorKind::NotANumber));
        }
        match digits.parse::<u64>().map(Chips) {
            Ok(Chips::ZERO) => {
                let (what, range) = ("a bet in chips", "1 or more");
                Err(self.error(TextErrorKind::OutOfRange { what, range }))
            }
            Ok(chips) if chips <= Chips::MOST => Ok(BetSize::Chips(chips)),
            _ => Err(self.error(TextErrorKind::TooManyChips)),
        }
    }
}
