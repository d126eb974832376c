//! Bets as fractions of the pot, the only sizes of models, and percentages that
//! read back as exactly the same fractions.

use super::numbers::{NumberKind, Quantity};
use super::quantities::ModelPart;
use super::{Num, Sizes};
use crate::request::{At, FieldError};

/// A percentage as a fraction: 33.3 is 0.333, correctly rounded.
pub(crate) fn part_of(percent: f64) -> f64 {
    format!("{percent}e-2").parse().unwrap_or(percent / 100.0)
}

/// The percentage that reads back as exactly this fraction, if there is one.
pub(crate) fn percent_of(part: f64) -> Option<f64> {
    let percent: f64 = format!("{part}e2").parse().ok()?;
    (part_of(percent) == part).then_some(percent)
}

/// Sizes such as `50%, 100` or `pot`, as fractions of the pot.
pub(crate) fn read_pot_sizes(sizes: &At<Sizes>, field: &str) -> Result<Vec<f64>, FieldError> {
    let words = sizes.0.split([',', ' ', '\t', '\n']).filter(|word| !word.is_empty());
    let part = |word: &str| {
        let part = match word.strip_suffix('%').unwrap_or(word) {
            pot if pot.eq_ignore_ascii_case("pot") => Some(1.0),
            percent => f64::parse(percent).map(part_of),
        };
        let possible = part.and_then(Num::<ModelPart>::new).map(|part| part.get());
        let expected = "sizes in percent of the pot, such as 50% or pot";
        possible.ok_or_else(|| sizes.wrong(field, word, expected))
    };
    words.map(part).collect()
}

/// Fractions of the pot as sizes in percent; none if percentages would not be exact.
pub(crate) fn write_pot_sizes(parts: &[f64]) -> Option<Sizes> {
    let sizes = parts.iter().map(|&part| percent_of(part).map(|percent| format!("{percent}%")));
    Some(Sizes(sizes.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// Fractions of the pot as a list of numbers, which is always exact.
pub(crate) fn write_parts<Q: Quantity<Number = f64>>(parts: &[f64]) -> Vec<Num<Q>> {
    parts.iter().map(|&part| Num::of(part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_say_the_part_that_is_written() {
        for (percent, part) in
            [(50.0, 0.5), (33.3, 0.333), (29.0, 0.29), (0.7, 0.007), (110.0, 1.1)]
        {
            assert_eq!(part_of(percent), part);
            assert_eq!(percent_of(part), Some(percent));
        }
        let sizes = |text: &str| read_pot_sizes(&Sizes(text.to_owned()).into(), "bet");
        assert_eq!(sizes("33%, 75 pot"), Ok(vec![0.33, 0.75, 1.0]));
        assert_eq!(sizes(""), Ok(vec![]));
        assert_eq!(write_pot_sizes(&[0.33, 1.0]), Some(Sizes("33%, 100%".to_owned())));
        for wrong in ["2x", "a", "0", "-5", "nan", "1e9%"] {
            let message = sizes(wrong).unwrap_err().to_string();
            assert!(message.starts_with(&format!("bet is `{wrong}`; expected sizes")), "{message}");
        }
    }
}
