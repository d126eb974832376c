//! Lengths of time as people write them.

use std::time::Duration;

use thiserror::Error;

/// Why a text is not a length of time.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeError {
    /// An unknown unit.
    #[error("unknown unit `{0}`; use ms, s, m or h")]
    Unit(String),
    /// No number before the unit.
    #[error("a time is a number, such as 5s")]
    Number,
    /// Negative or too long.
    #[error("a time must not be negative or too long")]
    Range,
}

/// Reads `500ms`, `5s`, `2m`, `1h` or plain seconds.
pub fn parse_time(text: &str) -> Result<Duration, TimeError> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match &text[digits.len()..] {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3_600.0,
        unit => return Err(TimeError::Unit(unit.to_owned())),
    };
    let number: f64 = digits.trim().parse().map_err(|_| TimeError::Number)?;
    Duration::try_from_secs_f64(number * scale).map_err(|_| TimeError::Range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit() {
        for (text, milliseconds) in
            [("500ms", 500), ("5s", 5_000), ("1.5", 1_500), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "5d", "-1s", "1e99", "nan", "inf"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
