//! Values that remember where they were written.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::reader::PLACED;
use super::{FieldError, Located, Position, read};

/// A value of a request with its field and position, for errors that are found only
/// when several fields are checked together. Values that a program made have no place.
#[derive(Clone, Debug)]
pub struct At<T> {
    value: T,
    place: Option<Box<Origin>>,
}

/// The full name of a field as written, and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Origin {
    field: String,
    at: Option<Position>,
}

impl<T> At<T> {
    /// The value alone.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Another value in the same place.
    pub(crate) fn map<V>(self, change: impl FnOnce(T) -> V) -> At<V> {
        At { value: change(self.value), place: self.place }
    }

    /// The field as written, or else `field`.
    pub(crate) fn field(&self, field: &str) -> String {
        self.place.as_ref().map_or(field, |place| &place.field).to_owned()
    }

    /// The same at the place of its list, unless it has its own place.
    pub(crate) fn within<L>(mut self, list: &At<L>) -> At<T> {
        self.place = self.place.or_else(|| list.place.clone());
        self
    }

    /// Where it was written.
    pub fn position(&self) -> Option<Position> {
        self.place.as_ref()?.at
    }

    /// An error: the field must be something else.
    pub(crate) fn must_be(&self, field: &str, expected: &'static str) -> FieldError {
        let field = self.field(field);
        FieldError::Kind { field, expected: expected.into() }.at(self.position())
    }

    /// An error: it is `text`, and something else was expected.
    pub(crate) fn wrong(
        &self,
        field: &str,
        text: impl Into<String>,
        expected: &'static str,
    ) -> FieldError {
        let (field, text) = (self.field(field), text.into());
        FieldError::Value { field, text, expected: expected.into() }.at(self.position())
    }

    /// An error: another field already says the same.
    pub(crate) fn same_as(&self, field: &str, other: &str) -> FieldError {
        let field = self.field(field);
        FieldError::Same { field, other: other.to_owned() }.at(self.position())
    }
}

impl<T: AsRef<str>> At<T> {
    /// Reads the text with a parser whose errors have a position.
    pub(crate) fn read<V, E: Located>(
        &self,
        field: &str,
        parse: impl FnOnce(&str) -> Result<V, E>,
    ) -> Result<V, FieldError> {
        read(&self.field(field), self.value.as_ref(), parse)
            .map_err(|error| FieldError::from(error).at(self.position()))
    }
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> From<T> for At<T> {
    fn from(value: T) -> At<T> {
        At { value, place: None }
    }
}

/// Equality ignores the place.
impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &At<T>) -> bool {
        self.value == other.value
    }
}

impl<T: Serialize> Serialize for At<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At<T>, D::Error> {
        deserializer.deserialize_newtype_struct(PLACED, PlacedVisitor(PhantomData))
    }
}

struct PlacedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PlacedVisitor<T> {
    type Value = At<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    /// From another format, without places.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<At<T>, D::Error> {
        Ok(T::deserialize(deserializer)?.into())
    }

    /// From a text in the place of a list of one.
    fn visit_str<E: de::Error>(self, text: &str) -> Result<At<T>, E> {
        Ok(T::deserialize(StrDeserializer::new(text))?.into())
    }

    /// From our reader: the field, the line, the column and the value.
    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<At<T>, A::Error> {
        let origin = origin(&mut parts)?;
        let value = parts.next_element()?.ok_or_else(missing_part)?;
        Ok(At { value, place: Some(Box::new(origin)) })
    }
}

/// The first three parts of a placed value, whatever its type.
fn origin<'de, A: SeqAccess<'de>>(parts: &mut A) -> Result<Origin, A::Error> {
    let field = parts.next_element()?.ok_or_else(missing_part)?;
    let line = parts.next_element()?.ok_or_else(missing_part)?;
    let column = parts.next_element()?.ok_or_else(missing_part)?;
    let at = (line > 0).then_some(Position { line, column });
    Ok(Origin { field, at })
}

fn missing_part<E: de::Error>() -> E {
    E::invalid_length(0, &"a placed value")
}

/// The value of a required field.
pub(crate) fn needed<'a, T>(
    given: Option<&'a T>,
    field: &str,
    expected: &'static str,
) -> Result<&'a T, FieldError> {
    given.ok_or_else(|| FieldError::missing(field, expected))
}
