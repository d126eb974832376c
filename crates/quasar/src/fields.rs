//! A spec as it is written: fields, lists and texts, before they mean anything.
//!
//! Every scalar is kept as its text, so that `52`, `52%` and `"52"` are the same
//! bet size, and a command line can put its arguments in the place of fields. Each
//! field remembers the line it is written on, so that an error can name it.
//! [`Fields`] hands out the fields of a map and knows which nobody asked for.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

use thiserror::Error;

use crate::spelling::distance;
use crate::{InputError, Located, read};

/// Most bytes of a spec; the reader of YAML takes as many in all texts and numbers
/// together.
pub(crate) const MOST_TEXT: usize = 64 << 20;

/// What is wrong with the fields of a spec.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A mistake and the line of the spec it is on.
    #[error("line {line}: {error}")]
    OnLine {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong there.
        error: Box<FieldError>,
    },
    /// A text that is neither YAML nor JSON.
    #[error("the spec is not YAML: {0}")]
    Yaml(String),
    /// A field that stands in the same place once more.
    #[error("{field} is given twice")]
    Twice {
        /// The field.
        field: String,
    },
    /// A spec that is longer than any is read.
    #[error("the spec has {bytes} bytes; at most {MOST_TEXT} are read")]
    TooLong {
        /// Its bytes.
        bytes: usize,
    },
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
    /// A text that cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
}

impl FieldError {
    /// The text that could not be read, if that is what is wrong.
    pub fn input(&self) -> Option<&InputError> {
        match self {
            FieldError::OnLine { error, .. } => error.input(),
            FieldError::Input(error) => Some(error),
            _ => None,
        }
    }

    /// The same, on a line of the spec if one is known.
    pub(crate) fn on(self, line: Option<u64>) -> FieldError {
        match line {
            Some(line) => FieldError::OnLine { line, error: Box::new(self) },
            None => self,
        }
    }
}

/// What is wrong with a text that is no spec. Where the library's message is about its
/// own options and limits, ours is about the text.
fn in_our_words(error: &serde_saphyr::Error) -> FieldError {
    use serde_saphyr::Error;
    let line = error.location().map(|location| location.line()).filter(|&line| line > 0);
    let yaml = |why: &str| FieldError::Yaml(why.to_owned()).on(line);
    match error {
        Error::DuplicateMappingKey { key: Some(field), .. } => {
            FieldError::Twice { field: field.clone() }.on(line)
        }
        Error::NullIntoString { .. } => yaml("a field has no name"),
        Error::MultipleDocuments { .. } => yaml("a second document begins"),
        // Limits come in several kinds of errors, some of them inside others.
        other => match other.to_string() {
            limit if LIMITS.iter().any(|words| limit.contains(words)) => {
                yaml("it is nested deeper, or repeats more by anchors, than any spec needs")
            }
            text => FieldError::Yaml(text),
        },
    }
}

/// What the messages of the reader of YAML say where a text goes beyond its limits.
const LIMITS: [&str; 4] = ["budget breached", "recursion limit", "alias replay", "alias expansion"];

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
    Map(Vec<Entry>),
}

/// A field and what it holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The line of the spec that it is written on; none if a command line or a
    /// program gave it.
    pub(crate) line: Option<u64>,
    pub(crate) value: Value,
}

impl Entry {
    /// A field that no text has.
    pub(crate) fn new(name: &str, value: Value) -> Entry {
        Entry { name: name.to_owned(), line: None, value }
    }

    /// The text that the field holds, or an error that it is not `expected`.
    pub(crate) fn text(self, expected: &'static str) -> Result<Given, FieldError> {
        match self.value {
            Value::Text(text) => Ok(Given { field: self.name, text, line: self.line }),
            _ => Err(FieldError::Kind { field: self.name, expected }.on(self.line)),
        }
    }
}

impl Value {
    /// Reads YAML, and JSON with it.
    pub(crate) fn parse(yaml: &str) -> Result<Value, FieldError> {
        if yaml.len() > MOST_TEXT {
            return Err(FieldError::TooLong { bytes: yaml.len() });
        }
        serde_saphyr::from_str(yaml).map_err(|error| in_our_words(error.without_snippet()))
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
        match entries.iter_mut().find(|entry| entry.name == *first) {
            Some(entry) => {
                if rest.is_empty() {
                    entry.line = None;
                }
                entry.value.set(rest, text);
            }
            None => {
                let mut value = Value::Nothing;
                value.set(rest, text);
                entries.push(Entry::new(first, value));
            }
        }
    }

    /// Removes a field here and in all maps below.
    pub(crate) fn remove_everywhere(&mut self, field: &str) {
        if let Value::Map(entries) = self {
            entries.retain(|entry| entry.name != field);
            entries.iter_mut().for_each(|entry| entry.value.remove_everywhere(field));
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
        while let Some((name, value)) = map.next_entry::<Spanned<String>, Value>()? {
            let line = Some(name.referenced.line()).filter(|&line| line > 0);
            entries.push(Entry { name: name.value, line, value });
        }
        Ok(Value::Map(entries))
    }
}

/// A text and the field it stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    pub(crate) field: String,
    pub(crate) text: String,
    pub(crate) line: Option<u64>,
}

impl Given {
    /// The value, or an error that says what was `expected`.
    pub(crate) fn parse<T>(
        &self,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, FieldError> {
        let wrong =
            || FieldError::Value { field: self.field.clone(), text: self.text.clone(), expected };
        parse(self.text.trim()).ok_or_else(|| wrong().on(self.line))
    }

    /// The value by a reader that knows where a text is wrong.
    pub(crate) fn read<T, E: Located>(
        &self,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, FieldError> {
        read(&self.field, &self.text, parse).map_err(|error| FieldError::from(error).on(self.line))
    }
}

/// The fields of a map that were not asked for yet.
pub(crate) struct Fields {
    path: String,
    line: Option<u64>,
    entries: Vec<Entry>,
    known: Vec<&'static str>,
}

impl Fields {
    /// The fields that a field holds; the name of the whole spec is empty.
    pub(crate) fn new(field: Entry) -> Result<Fields, FieldError> {
        let Entry { name: path, line, value } = field;
        let entries = match value {
            Value::Map(entries) => entries,
            Value::Nothing => Vec::new(),
            _ if path.is_empty() => return Err(FieldError::NoFields),
            _ => return Err(FieldError::Kind { field: path, expected: "fields" }.on(line)),
        };
        Ok(Fields { path, line, entries, known: Vec::new() })
    }

    /// The line that the map is written on.
    pub(crate) fn line(&self) -> Option<u64> {
        self.line
    }

    /// The full name of a field.
    pub(crate) fn name(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    /// A field with its full name, if it is there and not empty.
    pub(crate) fn take(&mut self, field: &'static str) -> Option<Entry> {
        self.known.push(field);
        let place = self.entries.iter().position(|entry| entry.name == field)?;
        let Entry { line, value, .. } = self.entries.remove(place);
        (value != Value::Nothing).then(|| Entry { name: self.name(field), line, value })
    }

    /// All fields of a map whose names are no fixed words.
    pub(crate) fn take_all(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// A field that holds fields.
    pub(crate) fn fields(&mut self, field: &'static str) -> Result<Option<Fields>, FieldError> {
        self.take(field).map(Fields::new).transpose()
    }

    /// A field that holds a text or a number.
    pub(crate) fn text(&mut self, field: &'static str) -> Result<Option<Given>, FieldError> {
        self.take(field).map(|entry| entry.text("a text or a number")).transpose()
    }

    /// A field that holds texts: one, or a list of them.
    pub(crate) fn texts(&mut self, field: &'static str) -> Result<Option<Vec<Given>>, FieldError> {
        let Some(Entry { name, line, value }) = self.take(field) else { return Ok(None) };
        let values = match value {
            Value::List(values) => values,
            value => vec![value],
        };
        let one =
            |value| Entry { name: name.clone(), line, value }.text("a text or a list of texts");
        values.into_iter().map(one).collect::<Result<_, _>>().map(Some)
    }

    /// Fails if a field is left that nobody asked for.
    pub(crate) fn finish(self) -> Result<(), FieldError> {
        let Some(Entry { name: found, line, .. }) = self.entries.first() else { return Ok(()) };
        let closest = self.known.iter().min_by_key(|known| distance(known, found));
        let letters = found.chars().count();
        // What shares less than half of its letters was hardly meant.
        let alike = |known: &&str| distance(known, found) <= 3.min(letters / 2);
        let suggestion = closest.copied().filter(alike);
        let unknown = FieldError::UnknownField {
            field: self.name(found),
            suggestion: suggestion.map(|known| self.name(known)),
            known: self.known.join(", "),
        };
        Err(unknown.on(*line))
    }
}
