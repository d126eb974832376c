//! Names of choices, declared once for the reader, the schema and the command line.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::{Serialize, Serializer};
use serde_json::json;
use thiserror::Error;

/// A set of names and their values.
pub trait Names: 'static {
    /// The type of the values.
    type Value: Copy + PartialEq + fmt::Debug + Send + Sync + 'static;
    /// Each name, its value, and its description.
    const NAMES: &'static [(&'static str, Self::Value, &'static str)];

    /// The value of a name, whatever its case.
    fn value(name: &str) -> Option<Self::Value> {
        let known = Self::NAMES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name.trim()));
        known.map(|(_, value, _)| *value)
    }

    /// The name of a value.
    fn name(value: Self::Value) -> &'static str {
        let known = Self::NAMES.iter().find(|(_, known, _)| *known == value);
        known.map_or("", |(name, ..)| name)
    }

    /// All names, as a list in a sentence: `a, b or c`.
    fn listed() -> String {
        let names: Vec<&str> = Self::NAMES.iter().map(|(name, ..)| *name).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, first)) => format!("{} or {last}", first.join(", ")),
            None => String::new(),
        }
    }
}

/// A value that is written as one of some names.
pub struct Name<N: Names>(pub N::Value);

/// A text that is none of the names.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown name `{text}`; use {known}")]
pub struct NameError {
    text: String,
    known: String,
}

impl<N: Names> Name<N> {
    /// The name itself.
    pub fn text(&self) -> &'static str {
        N::name(self.0)
    }
}

impl<N: Names> Clone for Name<N> {
    fn clone(&self) -> Name<N> {
        *self
    }
}

impl<N: Names> Copy for Name<N> {}

impl<N: Names> PartialEq for Name<N> {
    fn eq(&self, other: &Name<N>) -> bool {
        self.0 == other.0
    }
}

impl<N: Names<Value: Eq>> Eq for Name<N> {}

impl<N: Names> fmt::Debug for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl<N: Names> fmt::Display for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(N::name(self.0))
    }
}

impl<N: Names> FromStr for Name<N> {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name<N>, NameError> {
        let unknown = || NameError { text: text.to_owned(), known: N::listed() };
        N::value(text).map(Name).ok_or_else(unknown)
    }
}

impl<N: Names> Serialize for Name<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(N::name(self.0))
    }
}

impl<'de, N: Names> Deserialize<'de> for Name<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<N>, D::Error> {
        deserializer.deserialize_str(NameVisitor(PhantomData))
    }
}

struct NameVisitor<N>(PhantomData<N>);

impl<N: Names> Visitor<'_> for NameVisitor<N> {
    type Value = Name<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&N::listed())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Name<N>, E> {
        N::value(text).map(Name).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl<N: Names> JsonSchema for Name<N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        std::any::type_name::<N>().into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut names = Vec::with_capacity(N::NAMES.len());
        for (name, _, meaning) in N::NAMES {
            names.push((*name, *meaning));
        }
        describe(&names)
    }
}

/// The schema of names with their meanings.
fn describe(names: &[(&str, &str)]) -> Schema {
    let name = |(name, meaning): &(&str, &str)| json!({"const": name, "description": meaning});
    let names: Vec<_> = names.iter().map(name).collect();
    json_schema!({ "oneOf": names })
}
