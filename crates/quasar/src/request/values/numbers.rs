//! Numbers with limits: in words, as a check and in a schema.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

/// A kind of number: how it is written, and its limits.
pub trait Quantity: 'static {
    /// The type that holds it.
    type Number: NumberKind;
    /// What errors say was expected.
    const EXPECTED: &'static str;
    /// What a percent sign after it means.
    const PERCENT: PercentSign = PercentSign::Refused;

    /// The allowed numbers.
    fn range() -> (Bound<Self::Number>, Bound<Self::Number>);
}

/// What a percent sign after a number means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PercentSign {
    /// There must be none.
    Refused,
    /// The number is in percent anyway: `0.5%` is `0.5`.
    Understood,
    /// The number is a fraction: `5%` is `0.05`.
    Hundredth,
}

/// A type of numbers.
pub trait NumberKind: Copy + PartialOrd + fmt::Display + fmt::Debug + 'static {
    /// The name of its type in a schema.
    const SCHEMA: &'static str;

    /// Reads one.
    fn parse(text: &str) -> Option<Self>;

    /// A hundredth of it.
    fn hundredth(self) -> Self;

    /// Writes one.
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// Whole numbers as people and programs write them: `1000`, `1_000`, `1,000`, `1e3`, `1000.0`.
pub(super) fn parse_whole(text: &str) -> Option<u64> {
    let plain = text.replace('_', "");
    let groups: Vec<&str> = plain.split(',').collect();
    let grouped = groups.len() > 1
        && (1..=3).contains(&groups[0].len())
        && groups[1..].iter().all(|group| group.len() == 3);
    let plain = if grouped { groups.concat() } else { plain };
    plain.parse().ok().or_else(|| {
        let number: f64 = plain.parse().ok()?;
        // Beyond these not every whole number is a float.
        let exact = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
        exact.then_some(number as u64)
    })
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl NumberKind for $number {
            const SCHEMA: &'static str = "integer";

            fn parse(text: &str) -> Option<$number> {
                parse_whole(text)?.try_into().ok()
            }

            fn hundredth(self) -> $number {
                self / 100
            }

            fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64(self as u64)
            }
        }
    )*};
}

whole_numbers!(u32 u64 usize);

impl NumberKind for f64 {
    const SCHEMA: &'static str = "number";

    fn parse(text: &str) -> Option<f64> {
        let number = match text {
            ".inf" | "+.inf" => f64::INFINITY,
            "-.inf" => f64::NEG_INFINITY,
            text => text.replace('_', "").parse().ok()?,
        };
        (!number.is_nan()).then_some(number)
    }

    fn hundredth(self) -> f64 {
        self / 100.0
    }

    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        // JSON has no infinity, and 25 reads better than 25.0.
        if !self.is_finite() {
            serializer.serialize_str(&self.to_string())
        } else if self.fract() == 0.0 && self.abs() < 1e15 {
            serializer.serialize_i64(self as i64)
        } else {
            serializer.serialize_f64(self)
        }
    }
}

/// A number within the limits of its quantity.
pub struct Num<Q: Quantity>(Q::Number);

impl<Q: Quantity> Num<Q> {
    /// The number, if it is within the limits.
    pub fn new(number: Q::Number) -> Option<Num<Q>> {
        Q::range().contains(&number).then_some(Num(number))
    }

    /// A number that was already checked, to be written.
    pub(crate) fn of(number: Q::Number) -> Num<Q> {
        Num(number)
    }

    /// The number.
    pub fn get(&self) -> Q::Number {
        self.0
    }

    fn parse(text: &str) -> Option<Num<Q>> {
        let text = text.trim();
        let number = match (text.strip_suffix('%'), Q::PERCENT) {
            (Some(_), PercentSign::Refused) => return None,
            (Some(number), PercentSign::Understood) => Q::Number::parse(number.trim_end())?,
            (Some(number), PercentSign::Hundredth) => {
                Q::Number::parse(number.trim_end())?.hundredth()
            }
            (None, _) => Q::Number::parse(text)?,
        };
        Num::new(number)
    }
}

/// A text that is not the number it should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}")]
pub struct NumberError {
    expected: &'static str,
}

impl<Q: Quantity> FromStr for Num<Q> {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Num<Q>, NumberError> {
        Num::parse(text).ok_or(NumberError { expected: Q::EXPECTED })
    }
}

impl<Q: Quantity> Clone for Num<Q> {
    fn clone(&self) -> Num<Q> {
        *self
    }
}

impl<Q: Quantity> Copy for Num<Q> {}

impl<Q: Quantity> PartialEq for Num<Q> {
    fn eq(&self, other: &Num<Q>) -> bool {
        self.0 == other.0
    }
}

impl<Q: Quantity> fmt::Debug for Num<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl<Q: Quantity> fmt::Display for Num<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<Q: Quantity> Serialize for Num<Q> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl<'de, Q: Quantity> Deserialize<'de> for Num<Q> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Num<Q>, D::Error> {
        deserializer.deserialize_any(NumberVisitor(PhantomData))
    }
}

struct NumberVisitor<Q>(PhantomData<Q>);

impl<Q: Quantity> Visitor<'_> for NumberVisitor<Q> {
    type Value = Num<Q>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Q::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Num<Q>, E> {
        Num::parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Num<Q>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Num<Q>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Num<Q>, E> {
        self.visit_str(&number.to_string())
    }
}

impl<Q: Quantity> JsonSchema for Num<Q> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        std::any::type_name::<Q>().into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let (least, most) = Q::range();
        let text = |limit: Bound<Q::Number>| limit.map(|number| number.to_string());
        describe(Q::Number::SCHEMA, text(least), text(most))
    }
}

/// The schema of numbers of a type. They may be written as text, with a percent sign where
/// that makes sense.
fn describe(number_type: &str, least: Bound<String>, most: Bound<String>) -> Schema {
    let mut schema = json_schema!({ "type": [number_type, "string"] });
    let bounds = [("minimum", "exclusiveMinimum", least), ("maximum", "exclusiveMaximum", most)];
    for (included, excluded, limit) in bounds {
        let (keyword, text) = match limit {
            Bound::Included(text) => (included, text),
            Bound::Excluded(text) => (excluded, text),
            Bound::Unbounded => continue,
        };
        if let Some(number) = bound(&text) {
            schema.insert(keyword.to_owned(), number);
        }
    }
    schema
}

/// A limit as a number of a schema. A limit beyond all floats is none.
fn bound(text: &str) -> Option<Value> {
    let float = || text.parse::<f64>().ok().filter(|number| number.abs() < f64::MAX);
    text.parse::<u64>().map(Value::from).ok().or_else(|| float().map(Value::from))
}
