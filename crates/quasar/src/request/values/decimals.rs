//! Chips as people write them: decimal numbers, and the power of ten that makes all of a
//! spec's whole.

use std::cmp::Ordering;
use std::fmt;

use quasar_game::Chips;
use serde::Serializer;

use super::numbers::{NumberKind, Quantity, parse_whole};
use super::{Num, Sizes};
use crate::request::{At, FieldError};

/// A decimal number that is not negative, exactly as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// All digits; the last is not 0 if there are decimals.
    digits: u64,
    decimals: u32,
}

/// The most decimals.
const MOST_DECIMALS: u32 = 6;

impl Decimal {
    /// The smallest number above 0.
    pub const SMALLEST: Decimal = Decimal { digits: 1, decimals: MOST_DECIMALS };

    /// A whole number.
    pub const fn whole(number: u64) -> Decimal {
        Decimal { digits: number, decimals: 0 }
    }

    /// How many digits it has after the point.
    pub fn decimals(self) -> u32 {
        self.decimals
    }

    /// The number times a power of ten, if that is whole and can be chips.
    fn scaled(self, scale: u64) -> Option<u64> {
        let part = 10u64.pow(self.decimals);
        let whole = scale.is_multiple_of(part);
        let chips = self.digits.checked_mul(scale / part).filter(|_| whole);
        chips.filter(|chips| *chips <= Chips::MOST.0)
    }

    /// The number, rounded down.
    pub fn floor(self) -> u64 {
        self.digits / 10u64.pow(self.decimals)
    }
}

impl From<u64> for Decimal {
    fn from(number: u64) -> Decimal {
        Decimal::whole(number)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        let common = self.decimals.max(other.decimals);
        let scaled =
            |number: &Decimal| u128::from(number.digits) * 10u128.pow(common - number.decimals);
        Some(scaled(self).cmp(&scaled(other)))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = 10u64.pow(self.decimals);
        write!(f, "{}", self.digits / part)?;
        match self.decimals {
            0 => Ok(()),
            decimals => write!(f, ".{:0width$}", self.digits % part, width = decimals as usize),
        }
    }
}

impl NumberKind for Decimal {
    const SCHEMA: &'static str = "number";

    fn parse(text: &str) -> Option<Decimal> {
        if let Some(number) = parse_whole(text) {
            return Some(Decimal::whole(number));
        }
        let plain = text.replace('_', "");
        let (whole, fraction) = plain.split_once('.')?;
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        let decimals = fraction.len() as u32;
        let possible =
            digits.bytes().all(|digit| digit.is_ascii_digit()) && decimals <= MOST_DECIMALS;
        let digits = digits.parse().ok().filter(|_| possible)?;
        Some(Decimal { digits, decimals })
    }

    fn hundredth(self) -> Decimal {
        Decimal { digits: self.digits, decimals: self.decimals + 2 }
    }

    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.decimals {
            0 => serializer.serialize_u64(self.digits),
            _ => serializer.serialize_f64(self.to_string().parse().unwrap_or(f64::NAN)),
        }
    }
}

/// The power of ten by which all chips of a spec are multiplied, so that they are whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChipScale {
    pub(crate) factor: u64,
    /// Whether chips are already written in this unit.
    given: bool,
}

impl ChipScale {
    /// The scale that a spec gives, or else the smallest that makes its amounts whole.
    pub(crate) fn new(given: Option<u64>, amounts: impl Iterator<Item = Decimal>) -> ChipScale {
        let decimals = amounts.map(Decimal::decimals).max().unwrap_or(0);
        let factor = given.unwrap_or_else(|| 10u64.pow(decimals));
        ChipScale { factor, given: given.is_some() }
    }

    /// By how much amounts are multiplied.
    fn multiplier(self) -> u64 {
        if self.given { 1 } else { self.factor }
    }

    /// The chips of a field.
    pub(crate) fn chips<Q: Quantity<Number = Decimal>>(
        self,
        given: &At<Num<Q>>,
        field: &str,
    ) -> Result<u64, FieldError> {
        self.amount(given.get())
            .ok_or_else(|| given.wrong(field, given.get().to_string(), self.expected()))
    }

    /// The chips of an amount.
    pub(crate) fn amount(self, amount: Decimal) -> Option<u64> {
        amount.scaled(self.multiplier())
    }

    /// What an amount should be that cannot be counted in chips.
    pub(crate) fn expected(self) -> &'static str {
        match self.given {
            true => {
                "a whole number of chips, because chip_scale says that chips are already scaled"
            }
            false => "at most 1,000,000,000,000 chips once scaled to whole numbers",
        }
    }

    /// A cap in chips, which need not be whole.
    pub(crate) fn cap(self, cap: f64) -> f64 {
        cap * self.multiplier() as f64
    }

    /// Sizes with those in chips multiplied.
    pub(crate) fn sizes(self, sizes: &At<Sizes>) -> At<Sizes> {
        if self.multiplier() == 1 {
            return sizes.clone();
        }
        let word = |word: &str| match chips_of(word).and_then(|chips| self.amount(chips)) {
            Some(chips) => format!("{chips}c"),
            None => word.to_owned(),
        };
        let scaled = sizes.0.split(' ').map(|words| words.split(',').map(word).collect::<Vec<_>>());
        let scaled: Vec<String> = scaled.map(|words| words.join(",")).collect();
        sizes.clone().map(|_| Sizes(scaled.join(" ")))
    }
}

/// The amounts of sizes in chips, such as `2.5c`.
pub(crate) fn chip_sizes(sizes: &Sizes) -> impl Iterator<Item = Decimal> {
    sizes.0.split([',', ' ', '\t', '\n']).filter_map(chips_of)
}

fn chips_of(word: &str) -> Option<Decimal> {
    let digits = word.strip_suffix(['c', 'C'])?;
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '.').then(|| Decimal::parse(digits))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (text, shown, decimals) in [
            ("5.5", "5.5", 1),
            ("5.50", "5.5", 1),
            ("1_000.25", "1000.25", 2),
            ("0.05", "0.05", 2),
            (".5", "0.5", 1),
            ("7", "7", 0),
            ("7.0", "7", 0),
            ("1,000", "1000", 0),
            ("1e3", "1000", 0),
        ] {
            let number = Decimal::parse(text).unwrap();
            assert_eq!((number.to_string().as_str(), number.decimals()), (shown, decimals));
        }
        for wrong in ["", ".", "5.5.5", "-5.5", "5,5", "5.5x", "nan", "0.0000001", "5.-5"] {
            assert_eq!(Decimal::parse(wrong), None, "{wrong}");
        }
        assert!(Decimal::parse("5.5") < Decimal::parse("5.51"));
        assert!(Decimal::parse("5.5") > Decimal::parse("5"));
        assert_eq!(Decimal::parse("5.5").and_then(|n| n.scaled(100)), Some(550));
        assert_eq!(Decimal::parse("5.55").and_then(|n| n.scaled(10)), None);
        assert_eq!(Decimal::whole(Chips::MOST.0).scaled(10), None);
    }

    #[test]
    fn sizes_in_chips_are_scaled_and_others_are_not() {
        let scale = ChipScale::new(None, [Decimal::parse("5.5").unwrap()].into_iter());
        let sizes = At::from(Sizes("33.3%, 2.5c  10C,2.5x a, 3bb 2e200%".to_owned()));
        assert_eq!(scale.sizes(&sizes).0, "33.3%, 25c  100c,2.5x a, 3bb 2e200%");
        let decimals: Vec<u32> = chip_sizes(&sizes).map(Decimal::decimals).collect();
        assert_eq!(decimals, [1, 0]);
    }
}
