//! A spec as it is written: fields, lists and texts, before they mean anything.
//!
//! Every scalar is kept as its text, so that `52`, `52%` and `"52"` are the same
//! bet size, and a command line can put its arguments in the place of fields.
//! [`Fields`] hands out the fields of a map and knows which nobody asked for.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use thiserror::Error;

use crate::spelling::distance;

/// What is wrong with the fields of a spec.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A text that is neither YAML nor JSON.
    #[error("the spec is not YAML: {0}")]
    Yaml(String),
    /// A spec that is a text or a list.
    #[error("a spec has fields, such as board: QsJh2h")]
    NoFields,
    /// A field that does not exist.
    #[error("unknown field {field}; {}", meant(.suggestion.as_deref(), known))]
    UnknownField {
        /// The field, with all it stands in.
        field: String,
        /// The field that is written most alike.
        suggestion: Option<String>,
        /// The fields that may stand there.
        known: String,
    },
    /// A field that a spec must have.
    #[error("the spec needs {field}: {expected}")]
    Missing {
        /// The field.
        field: &'static str,
        /// What it holds, with an example.
        expected: &'static str,
    },
    /// A field that holds a list where a text is expected, or the like.
    #[error("{field} must be {expected}")]
    Kind {
        /// The field.
        field: String,
        /// What it should hold.
        expected: &'static str,
    },
    /// A value that makes no sense.
    #[error("{field} is `{text}`; expected {expected}")]
    Value {
        /// The field.
        field: String,
        /// What it holds.
        text: String,
        /// What it should hold.
        expected: &'static str,
    },
}

fn meant(suggestion: Option<&str>, known: &str) -> String {
    match suggestion {
        Some(field) => format!("did you mean {field}? Known there are {known}"),
        None => format!("known there are {known}"),
    }
}

/// What a field can be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Nothing,
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Reads YAML, and JSON with it.
    pub(crate) fn parse(yaml: &str) -> Result<Value, FieldError> {
        serde_saphyr::from_str(yaml)
            .map_err(|error| FieldError::Yaml(error.without_snippet().to_string()))
    }

    /// Puts a text at a path such as `["oop", "range"]`, making maps on the way.
    pub(crate) fn set(&mut self, path: &[&str], text: &str) {
        let Some((first, rest)) = path.split_first() else {
            *self = Value::Text(text.to_owned());
            return;
        };
        if !matches!(self, Value::Map(_)) {
            *self = Value::Map(Vec::new());
        }
        let Value::Map(entries) = self else { return };
        match entries.iter_mut().find(|(name, _)| name == first) {
            Some((_, value)) => value.set(rest, text),
            None => {
                let mut value = Value::Nothing;
                value.set(rest, text);
                entries.push(((*first).to_owned(), value));
            }
        }
    }

    /// Removes a field here and in all maps below.
    pub(crate) fn remove_everywhere(&mut self, field: &str) {
        if let Value::Map(entries) = self {
            entries.retain(|(name, _)| name != field);
            entries.iter_mut().for_each(|(_, value)| value.remove_everywhere(field));
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a list or fields")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }
}

/// A text and the field it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    pub(crate) field: String,
    pub(crate) text: String,
}

impl Given {
    /// The value, or an error that says what was `expected`.
    pub(crate) fn parse<T>(
        &self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, FieldError> {
        parse(self.text.trim()).ok_or_else(|| FieldError::Value {
            field: self.field.clone(),
            text: self.text.clone(),
            expected,
        })
    }
}

/// The fields of a map that were not asked for yet.
pub(crate) struct Fields {
    path: String,
    entries: Vec<(String, Value)>,
    known: Vec<&'static str>,
}

impl Fields {
    /// The fields of the map at `path`, which is empty at the top.
    pub(crate) fn new(path: &str, value: Value) -> Result<Fields, FieldError> {
        let entries = match value {
            Value::Map(entries) => entries,
            Value::Nothing => Vec::new(),
            _ if path.is_empty() => return Err(FieldError::NoFields),
            _ => return Err(FieldError::Kind { field: path.to_owned(), expected: "fields" }),
        };
        Ok(Fields { path: path.to_owned(), entries, known: Vec::new() })
    }

    /// The full name of a field.
    pub(crate) fn name(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    /// A field, if it is there and not empty.
    pub(crate) fn take(&mut self, field: &'static str) -> Option<Value> {
        self.known.push(field);
        let place = self.entries.iter().position(|(name, _)| name == field)?;
        Some(self.entries.remove(place).1).filter(|value| *value != Value::Nothing)
    }

    /// A field that holds fields.
    pub(crate) fn fields(&mut self, field: &'static str) -> Result<Option<Fields>, FieldError> {
        let name = self.name(field);
        self.take(field).map(|value| Fields::new(&name, value)).transpose()
    }

    /// A field that holds a text or a number.
    pub(crate) fn text(&mut self, field: &'static str) -> Result<Option<Given>, FieldError> {
        let name = self.name(field);
        match self.take(field) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(Given { field: name, text })),
            Some(_) => Err(FieldError::Kind { field: name, expected: "a text or a number" }),
        }
    }

    /// A field that holds texts: one, or a list of them.
    pub(crate) fn texts(&mut self, field: &'static str) -> Result<Option<Vec<Given>>, FieldError> {
        let name = self.name(field);
        let one = |value| match value {
            Value::Text(text) => Ok(Given { field: name.clone(), text }),
            _ => {
                Err(FieldError::Kind { field: name.clone(), expected: "a text or a list of texts" })
            }
        };
        match self.take(field) {
            None => Ok(None),
            Some(Value::List(values)) => {
                values.into_iter().map(one).collect::<Result<_, _>>().map(Some)
            }
            Some(value) => Ok(Some(vec![one(value)?])),
        }
    }

    /// Fails if a field is left that nobody asked for.
    pub(crate) fn finish(self) -> Result<(), FieldError> {
        let Some((found, _)) = self.entries.first() else { return Ok(()) };
        let closest = self.known.iter().min_by_key(|known| distance(known, found));
        let suggestion = closest.copied().filter(|known| distance(known, found) <= 3);
        Err(FieldError::UnknownField {
            field: self.name(found),
            suggestion: suggestion.map(|known| self.name(known)),
            known: self.known.join(", "),
        })
    }
}
