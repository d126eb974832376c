//! Texts, and lists of values that may also be written as one text.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Unexpected, Visitor};
use serde::{Serialize, Serializer};

use crate::request::parse_time;

/// Where a text is expected, numbers and booleans are texts too: `22` is a range.
macro_rules! scalars_as_texts {
    ($value:ty) => {
        fn visit_bool<E: de::Error>(self, value: bool) -> Result<$value, E> {
            self.visit_str(&value.to_string())
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<$value, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<$value, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<$value, E> {
            self.visit_str(&number.to_string())
        }
    };
}

pub(crate) use scalars_as_texts;

/// The items of a list that is written as one text: `a, b`, `[a, b]` or `["a", "b"]`, as on
/// a command line.
pub(super) fn items(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    inside.unwrap_or(text).split(',').map(|item| {
        let item = item.trim();
        let unquoted = |mark| item.strip_prefix(mark).and_then(|item| item.strip_suffix(mark));
        unquoted('"').or_else(|| unquoted('\'')).unwrap_or(item)
    })
}

/// A text, or a number as text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Text(pub String);

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<T: ToString> From<T> for Text {
    fn from(text: T) -> Text {
        Text(text.to_string())
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Text, E> {
        Ok(Text(text.to_owned()))
    }

    scalars_as_texts!(Text);
}

impl JsonSchema for Text {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "number"] })
    }
}

/// Bet sizes: one text, or a list whose texts make one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes(pub String);

impl AsRef<str> for Sizes {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Serialize for Sizes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Sizes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sizes, D::Error> {
        deserializer.deserialize_any(SizesVisitor)
    }
}

struct SizesVisitor;

impl<'de> Visitor<'de> for SizesVisitor {
    type Value = Sizes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a list of strings")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Sizes, E> {
        match text.trim().starts_with('[') {
            true => Ok(Sizes(items(text).collect::<Vec<_>>().join(", "))),
            false => Ok(Sizes(text.to_owned())),
        }
    }

    scalars_as_texts!(Sizes);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Sizes, A::Error> {
        let mut sizes = Vec::new();
        while let Some(Text(size)) = list.next_element()? {
            sizes.push(size);
        }
        Ok(Sizes(sizes.join(", ")))
    }
}

impl JsonSchema for Sizes {
    fn schema_name() -> Cow<'static, str> {
        "Sizes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Bet sizes, such as `50%, a` or `[50, a]`: see docs/BETTING.md for every form.",
            "anyOf": [
                { "type": ["string", "number"] },
                { "type": "array", "items": { "type": ["string", "number"] } }
            ]
        })
    }
}

/// A length of time: `500ms`, `30s`, `2m`, `1h`, or seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time(pub Duration);

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match (self.0.as_secs(), self.0.subsec_nanos()) {
            (seconds, 0) => format!("{seconds}s"),
            (0, nanos) if nanos % 1_000_000 == 0 => format!("{}ms", nanos / 1_000_000),
            (seconds, nanos) => format!("{seconds}.{nanos:09}s"),
        };
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        deserializer.deserialize_any(TimeVisitor)
    }
}

struct TimeVisitor;

impl Visitor<'_> for TimeVisitor {
    type Value = Time;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time, such as 500ms, 30s, 2m or 1h")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Time, E> {
        let time = parse_time(text.trim());
        time.map(Time).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }

    scalars_as_texts!(Time);
}

impl JsonSchema for Time {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "number"],
            "minimum": 0,
            // The seconds of a `Duration` have 64 bits.
            "exclusiveMaximum": 2f64.powi(64),
            "examples": ["500ms", "30s", "2m", "1h"]
        })
    }
}

/// Several values: a list, one value, or a text with commas.
#[derive(Clone, PartialEq, Debug)]
pub struct Many<T>(pub Vec<T>);

impl<T: Serialize> Serialize for Many<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Many<T>, D::Error> {
        deserializer.deserialize_any(ManyVisitor(PhantomData))
    }
}

struct ManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ManyVisitor<T> {
    type Value = Many<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or a list of values")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Many<T>, E> {
        let one = |text: &str| T::deserialize(StrDeserializer::new(text));
        items(text).map(one).collect::<Result<_, _>>().map(Many)
    }

    scalars_as_texts!(Many<T>);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Many<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Many(values))
    }
}

impl<T: JsonSchema> JsonSchema for Many<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Many{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}

/// What errors about a list say was expected.
pub trait Listed {
    /// What is expected of the list.
    const EXPECTED: &'static str;
}

/// A list of sections.
#[derive(Clone, PartialEq, Debug)]
pub struct List<T>(pub Vec<T>);

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Listed> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<T>, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Listed> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<List<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(List(items))
    }
}

impl<T: JsonSchema> JsonSchema for List<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("List{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({ "type": "array", "items": item })
    }
}

/// A value for each of two seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair<T>(pub [T; 2]);

impl<T: Serialize> Serialize for Pair<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pair<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pair<T>, D::Error> {
        deserializer.deserialize_seq(PairVisitor(PhantomData))
    }
}

struct PairVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PairVisitor<T> {
    type Value = Pair<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list with a value for each of the two seats")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pair<T>, A::Error> {
        let (first, second) = (list.next_element()?, list.next_element()?);
        let third: Option<de::IgnoredAny> = list.next_element()?;
        match (first, second, third) {
            (Some(first), Some(second), None) => Ok(Pair([first, second])),
            _ => Err(de::Error::invalid_length(0, &self)),
        }
    }
}

impl<T: JsonSchema> JsonSchema for Pair<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Pair{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let seat = generator.subschema_for::<T>();
        json_schema!({ "type": "array", "items": seat, "minItems": 2, "maxItems": 2 })
    }
}
