//! Turns the tree of a request into typed documents, with serde.
//!
//! The reader knows the path and the place of every value, so that every error of a
//! document has both. [`At`](super::At) requests them.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::error::unknown;
use super::tree::{Entry, PlacedValue, Value};
use super::{Document, FieldError, Position};

/// The name with which a value requests its place.
pub(super) const PLACED: &str = "quasar placed value";

/// The name with which a document declares its short form.
pub(crate) const SHORT: &str = "quasar document with a short form";

/// The text of a request, parsed but not yet checked.
#[derive(Clone, PartialEq, Debug)]
pub struct ParsedText {
    root: PlacedValue,
    /// The field that it was taken out of; none if it is a whole request.
    field: Option<String>,
}

impl ParsedText {
    /// Parses YAML or JSON.
    pub fn parse(text: &str) -> Result<ParsedText, FieldError> {
        Ok(ParsedText::whole(PlacedValue::parse(text)?))
    }

    pub(super) fn whole(root: PlacedValue) -> ParsedText {
        ParsedText { root, field: None }
    }

    /// A text at a path such as `oop.range`; in brackets or braces it is a list or fields.
    pub(crate) fn of_field(path: &str, text: &str) -> ParsedText {
        ParsedText::whole(PlacedValue::of_text(text).at_path(path))
    }

    /// A text at a path, whatever it begins with.
    pub(crate) fn of_literal(path: &str, text: &str) -> ParsedText {
        ParsedText::whole(PlacedValue::literal(text).at_path(path))
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.root.value == Value::Nothing
    }

    /// Whether the outermost map has a field.
    pub fn has(&self, field: &str) -> bool {
        let Value::Map(entries) = &self.root.value else { return false };
        entries.iter().any(|entry| entry.name() == field)
    }

    /// The field of the outermost map, taken out: such as the `kind` of a job.
    pub fn take(&mut self, field: &str) -> Option<ParsedText> {
        let Value::Map(entries) = &mut self.root.value else { return None };
        let place = entries.iter().position(|entry| entry.name() == field)?;
        let root = entries.remove(place).value;
        Some(ParsedText { root, field: Some(field.to_owned()) })
    }

    /// Drops the fields that are null from the outermost map and from a section of it: they
    /// mean the same as fields that are left out.
    pub(crate) fn drop_nulls(&mut self, section: &str) {
        let Value::Map(entries) = &mut self.root.value else { return };
        entries.retain(|entry| entry.value.value != Value::Nothing);
        let section = entries.iter_mut().find(|entry| entry.name() == section);
        if let Some(Value::Map(entries)) = section.map(|entry| &mut entry.value.value) {
            entries.retain(|entry| entry.value.value != Value::Nothing);
        }
    }

    /// Forgets the fields of the outermost map that a patch replaces.
    pub(crate) fn forget(&mut self, patch: &impl Document) {
        if let Value::Map(entries) = &mut self.root.value {
            entries.retain(|entry| !patch.changes(entry.name()));
        }
    }

    /// Where the innermost part of a field such as `locks[0].line` is that is written: none if
    /// that is the whole request.
    pub(crate) fn place(&self, field: &str) -> Option<Position> {
        self.root.place(field)
    }

    /// Converts it to a document.
    pub fn read<D: DeserializeOwned>(&self) -> Result<D, FieldError> {
        let path = match &self.field {
            None => Path::Root,
            Some(field) => Path::Field(&Path::Root, field),
        };
        let reader = NodeReader { node: &self.root, path: &path };
        D::deserialize(reader).map_err(|error| reader.place(error))
    }
}

/// Where a value is, from the outside in.
enum Path<'a> {
    Root,
    Field(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Field(Path::Root, name) => f.write_str(name),
            Path::Field(within, name) => write!(f, "{within}.{name}"),
            Path::Item(list, index) => write!(f, "{list}[{index}]"),
        }
    }
}

/// A value and its path.
#[derive(Clone, Copy)]
struct NodeReader<'a> {
    node: &'a PlacedValue,
    path: &'a Path<'a>,
}

impl<'a> NodeReader<'a> {
    fn place(&self, error: FieldError) -> FieldError {
        error.placed(self.path, self.node.at)
    }

    /// The text of a scalar, or an error that something else is `expected`.
    fn text(&self, expected: &str) -> Result<&'a str, FieldError> {
        match &self.node.value {
            Value::Text(text) => Ok(text.trim()),
            _ => Err(de::Error::invalid_type(Unexpected::Other("no scalar"), &expected)),
        }
    }

    fn map<'de, V: Visitor<'de>>(
        &self,
        entries: &'a [Entry],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        let (path, at) = (self.path, self.node.at);
        let mut map = MapReader { path, at, entries: entries.iter(), current: None };
        visitor.visit_map(&mut map).map_err(|error| map.place(error))
    }

    fn list<'de, V: Visitor<'de>>(
        &self,
        items: &'a [PlacedValue],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_seq(ListReader { path: self.path, items: items.iter().enumerate() })
    }
}

/// Numbers come from texts; `None` where the text is not of that type.
macro_rules! read_numbers {
    ($($method:ident $visit:ident $expected:literal)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
            let text = self.text($expected)?;
            match text.parse() {
                Ok(number) => visitor.$visit(number),
                Err(_) => Err(de::Error::invalid_value(Unexpected::Str(text), &$expected)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for NodeReader<'_> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match &self.node.value {
            Value::Nothing => visitor.visit_unit(),
            Value::Text(text) => visitor.visit_str(text),
            Value::List(items) => self.list(items, visitor),
            Value::Map(entries) => self.map(entries, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.node.value {
            Value::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.text("true or false")? {
            "true" | "True" | "TRUE" => visitor.visit_bool(true),
            "false" | "False" | "FALSE" => visitor.visit_bool(false),
            other => Err(de::Error::invalid_value(Unexpected::Str(other), &"true or false")),
        }
    }

    read_numbers! {
        deserialize_u8 visit_u8 "a whole number"
        deserialize_u16 visit_u16 "a whole number"
        deserialize_u32 visit_u32 "a whole number"
        deserialize_u64 visit_u64 "a whole number"
        deserialize_i8 visit_i8 "a whole number"
        deserialize_i16 visit_i16 "a whole number"
        deserialize_i32 visit_i32 "a whole number"
        deserialize_i64 visit_i64 "a whole number"
        deserialize_f32 visit_f32 "a number"
        deserialize_f64 visit_f64 "a number"
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match &self.node.value {
            Value::Text(text) => visitor.visit_str(text),
            _ => self.text("a string or a number").and_then(|text| visitor.visit_str(text)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match (name, &self.node.value) {
            (PLACED, _) => visitor.visit_seq(PlacedReader { value: self, given: 0 }),
            (SHORT, Value::Text(_)) => visitor.visit_some(self),
            (SHORT, _) => self.deserialize_map(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match &self.node.value {
            Value::Nothing => self.map(&[], visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        if let Value::Map(entries) = &self.node.value
            && let [entry] = entries.as_slice()
        {
            return visitor.visit_enum(VariantReader { path: self.path, entry });
        }
        let name: StrDeserializer<'_, FieldError> = self.text("a name")?.into_deserializer();
        visitor.visit_enum(name)
    }

    serde::forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct seq tuple tuple_struct identifier ignored_any
    }
}

/// The fields of a map, one after the other.
struct MapReader<'a> {
    path: &'a Path<'a>,
    at: Option<Position>,
    entries: std::slice::Iter<'a, Entry>,
    current: Option<&'a Entry>,
}

impl MapReader<'_> {
    /// The place of an error that a document raises itself: the current field.
    fn place(&self, error: FieldError) -> FieldError {
        let Some(entry) = self.current else { return error.placed(self.path, self.at) };
        match error {
            FieldError::Twice { field: other } if other != entry.name() => {
                let field = Path::Field(self.path, entry.name()).to_string();
                FieldError::Same { field, other }.at(entry.key.at)
            }
            // An error of a map within this one already has its whole path.
            FieldError::UnknownField { field, known, .. } if field == entry.name() => {
                unknown(&self.path.to_string(), &field, &known).at(entry.key.at)
            }
            error => error.placed(self.path, entry.key.at),
        }
    }
}

impl<'de> MapAccess<'de> for &mut MapReader<'_> {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldError> {
        self.current = self.entries.next();
        let Some(entry) = self.current else { return Ok(None) };
        let path = Path::Field(self.path, entry.name());
        let key = seed.deserialize(NodeReader { node: &entry.key, path: &path });
        key.map(Some).map_err(|error| error.placed(self.path, entry.key.at))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, FieldError> {
        let Some(entry) = self.current else {
            return Err(de::Error::custom("a value was asked for before its field"));
        };
        let path = Path::Field(self.path, entry.name());
        let reader = NodeReader { node: &entry.value, path: &path };
        seed.deserialize(reader).map_err(|error| reader.place(error))
    }
}

/// The values of a list, one after the other.
struct ListReader<'a> {
    path: &'a Path<'a>,
    items: std::iter::Enumerate<std::slice::Iter<'a, PlacedValue>>,
}

impl<'de> SeqAccess<'de> for ListReader<'_> {
    type Error = FieldError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, FieldError> {
        let Some((index, node)) = self.items.next() else { return Ok(None) };
        let path = Path::Item(self.path, index);
        let reader = NodeReader { node, path: &path };
        seed.deserialize(reader).map(Some).map_err(|error| reader.place(error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// A choice with what belongs to it, written as a map with one field: `save: spot.qsr`.
struct VariantReader<'a> {
    path: &'a Path<'a>,
    entry: &'a Entry,
}

impl VariantReader<'_> {
    /// Reads the value of the field.
    fn value<T>(
        self,
        read: impl FnOnce(NodeReader<'_>) -> Result<T, FieldError>,
    ) -> Result<T, FieldError> {
        let path = Path::Field(self.path, self.entry.name());
        let reader = NodeReader { node: &self.entry.value, path: &path };
        read(reader).map_err(|error| reader.place(error))
    }
}

impl<'de> EnumAccess<'de> for VariantReader<'_> {
    type Error = FieldError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self), FieldError> {
        let key = NodeReader { node: &self.entry.key, path: self.path };
        Ok((seed.deserialize(key).map_err(|error| key.place(error))?, self))
    }
}

impl<'de> VariantAccess<'de> for VariantReader<'_> {
    type Error = FieldError;

    fn unit_variant(self) -> Result<(), FieldError> {
        self.value(|value| match value.node.value {
            Value::Nothing => Ok(()),
            _ => Err(de::Error::invalid_type(Unexpected::Other("a value"), &"left out")),
        })
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, FieldError> {
        self.value(|value| seed.deserialize(value))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, FieldError> {
        self.value(|value| value.deserialize_any(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        self.value(|value| value.deserialize_map(visitor))
    }
}

/// The path, the line and the column of a value (0 where there are none), and the value.
struct PlacedReader<'a> {
    value: NodeReader<'a>,
    given: usize,
}

impl<'de> SeqAccess<'de> for PlacedReader<'_> {
    type Error = FieldError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, FieldError> {
        let Position { line, column } =
            self.value.node.at.unwrap_or(Position { line: 0, column: 0 });
        self.given += 1;
        let element = match self.given {
            1 => seed.deserialize(self.value.path.to_string().into_deserializer()),
            2 => seed.deserialize(line.into_deserializer()),
            3 => seed.deserialize(column.into_deserializer()),
            4 => {
                let reader = self.value;
                seed.deserialize(reader).map_err(|error| reader.place(error))
            }
            _ => return Ok(None),
        };
        element.map(Some)
    }
}
