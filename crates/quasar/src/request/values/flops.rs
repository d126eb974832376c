//! A choice of flops: all, a number of them, or a list.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::texts::{Text, items, scalars_as_texts};
use crate::request::At;

/// Flops of a request.
#[derive(Clone, PartialEq, Debug)]
pub enum Flops {
    /// All that differ by more than suits.
    All,
    /// A number, as text: its limits depend on the request.
    Count(String),
    /// A list of flops.
    List(Vec<At<Text>>),
}

impl Flops {
    /// A list of flops.
    pub(crate) fn list(flops: impl IntoIterator<Item = impl ToString>) -> Flops {
        Flops::List(flops.into_iter().map(|flop| Text::from(flop.to_string()).into()).collect())
    }
}

impl Serialize for Flops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Flops::All => serializer.serialize_str("all"),
            Flops::Count(text) => match text.parse() {
                Ok(count) => serializer.serialize_u64(count),
                Err(_) => serializer.serialize_str(text),
            },
            Flops::List(flops) => flops.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Flops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flops, D::Error> {
        deserializer.deserialize_any(FlopsVisitor)
    }
}

struct FlopsVisitor;

impl<'de> Visitor<'de> for FlopsVisitor {
    type Value = Flops;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all, a number of flops, or flops such as [AhKsQd, Td9d6h]")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Flops, E> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("all") {
            return Ok(Flops::All);
        }
        // A flop has letters.
        if !text.is_empty() && !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            return Ok(Flops::Count(text.to_owned()));
        }
        let flops = items(text).flat_map(str::split_ascii_whitespace);
        Ok(Flops::list(flops))
    }

    scalars_as_texts!(Flops);

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Flops, A::Error> {
        let mut flops = Vec::new();
        while let Some(flop) = list.next_element()? {
            flops.push(flop);
        }
        Ok(Flops::List(flops))
    }
}

impl JsonSchema for Flops {
    fn schema_name() -> Cow<'static, str> {
        "Flops".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "`all` flops that differ by more than suits, a number of flops that represent all, or a list of flops.",
            "anyOf": [
                { "type": "integer", "minimum": 0 },
                { "type": "string", "examples": ["all", "AhKsQd, Td9d6h"] },
                {
                    "type": "array",
                    "items": { "type": "string", "examples": ["AhKsQd"] },
                    "minItems": 1
                }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    #[test]
    fn lists_on_a_command_line_may_have_brackets_and_quotes() {
        let read = |text| Flops::deserialize(StrDeserializer::<Error>::new(text)).unwrap();
        let two = Flops::list(["AsKhQd", "Td9d6h"]);
        for text in [
            "AsKhQd,Td9d6h",
            "AsKhQd Td9d6h",
            "[AsKhQd, Td9d6h]",
            " [ \"AsKhQd\",'Td9d6h' ] ",
            "AsKhQd,\nTd9d6h,",
        ] {
            assert_eq!(read(text), two, "{text}");
        }
        assert_eq!(read("ALL"), Flops::All);
        assert_eq!(read("25"), Flops::Count("25".to_owned()));
    }
}
