//! The text of a request as a tree of fields, lists and texts, each with its place.
//!
//! Every scalar is kept as its text, so that `52`, `52%` and `"52"` are the same bet
//! size. JSON is YAML, so one parser reads both. Input is never trusted:
//! nesting and repetition by anchors are limited, and anything after the document is
//! an error.

use std::collections::{HashMap, HashSet};

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, StrInput};

use super::{FieldError, Position};

/// The most bytes of a request.
pub(crate) const MOST_TEXT: usize = 64 << 20;

/// The most lists and maps inside each other.
const MOST_DEPTH: usize = 32;

/// The most values that anchors may repeat.
const MOST_COPIES: usize = 100_000;

/// A value and its place in the text; none if a command line or a program gave it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlacedValue {
    pub(super) at: Option<Position>,
    pub(super) value: Value,
}

/// What a value can be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Nothing,
    Text(String),
    List(Vec<PlacedValue>),
    Map(Vec<Entry>),
}

/// A field and what it holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    /// Always a text.
    pub(super) key: PlacedValue,
    pub(super) value: PlacedValue,
}

impl Entry {
    pub(super) fn name(&self) -> &str {
        match &self.key.value {
            Value::Text(name) => name,
            _ => "",
        }
    }
}

impl PlacedValue {
    /// Reads YAML, and JSON with it.
    pub(crate) fn parse(text: &str) -> Result<PlacedValue, FieldError> {
        if text.len() > MOST_TEXT {
            return Err(FieldError::TooLong { bytes: text.len() });
        }
        let options = granit_parser::options! { emit_comments: false };
        let parser = Parser::new_from_str_with_options(text, options);
        Builder { parser, anchors: HashMap::new(), copies: 0 }.document()
    }

    /// The value at a path such as `oop.range`, with maps around it.
    pub(super) fn at_path(self, path: &str) -> PlacedValue {
        path.rsplit('.').fold(self, |value, name| {
            let key = PlacedValue::literal(name.trim());
            PlacedValue { at: None, value: Value::Map(vec![Entry { key, value }]) }
        })
    }

    /// A text and nothing else, whatever it begins with. Without a place.
    pub(super) fn literal(text: &str) -> PlacedValue {
        PlacedValue { at: None, value: Value::Text(text.to_owned()) }
    }

    /// What a text is that stands alone: null, a list in brackets, fields in braces, or just
    /// the text. Without places.
    pub(super) fn of_text(text: &str) -> PlacedValue {
        if text == "null" {
            return PlacedValue { at: None, value: Value::Nothing };
        }
        let listed = text.starts_with(['[', '{']).then(|| PlacedValue::parse(text));
        match listed {
            Some(Ok(value)) => value.without_places(),
            // Such as the range `[50]AA[/50]`.
            _ => PlacedValue::literal(text),
        }
    }

    fn without_places(self) -> PlacedValue {
        let value = match self.value {
            Value::List(items) => {
                Value::List(items.into_iter().map(PlacedValue::without_places).collect())
            }
            Value::Map(entries) => {
                let entry = |entry: Entry| Entry {
                    key: entry.key.without_places(),
                    value: entry.value.without_places(),
                };
                Value::Map(entries.into_iter().map(entry).collect())
            }
            scalar => scalar,
        };
        PlacedValue { at: None, value }
    }

    /// Where the innermost part of a path is, none if that is this value.
    pub(super) fn place(&self, path: &str) -> Option<Position> {
        let (inner, rest) = match &self.value {
            Value::Map(entries) => entries.iter().find_map(|entry| {
                let rest = path.strip_prefix(entry.name())?;
                let ends = rest.is_empty() || rest.starts_with(['.', '[']);
                ends.then_some((&entry.value, rest))
            }),
            Value::List(items) => {
                let index = path.strip_prefix('[').and_then(|path| path.split_once(']'));
                index.and_then(|(index, rest)| {
                    Some((items.get(index.parse::<usize>().ok()?)?, rest))
                })
            }
            _ => None,
        }?;
        inner.place(rest.strip_prefix('.').unwrap_or(rest)).or(inner.at)
    }

    /// How many values there are, this one included.
    fn count(&self) -> usize {
        1 + match &self.value {
            Value::Nothing | Value::Text(_) => 0,
            Value::List(items) => items.iter().map(PlacedValue::count).sum(),
            Value::Map(entries) => entries.iter().map(|entry| entry.value.count()).sum(),
        }
    }
}

/// Builds the tree from the events of the parser.
struct Builder<'a> {
    parser: Parser<'a, StrInput<'a>>,
    anchors: HashMap<usize, PlacedValue>,
    /// Values that anchors have repeated.
    copies: usize,
}

type Spanned<'a> = (Event<'a>, Position);

impl<'a> Builder<'a> {
    /// The one document of the text; nothing if it is empty.
    fn document(mut self) -> Result<PlacedValue, FieldError> {
        let mut root = PlacedValue { at: None, value: Value::Nothing };
        let mut found = false;
        loop {
            let (event, at) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(root),
                Event::DocumentStart(..) if found => {
                    return Err(not_yaml("there is a second document", at));
                }
                Event::DocumentStart(..) => {
                    found = true;
                    let (event, at) = self.next()?;
                    root = self.node(event, at, 0)?;
                }
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Result<Spanned<'a>, FieldError> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, position(&span.start))),
            Some(Err(error)) => Err(in_our_words(&error)),
            None => Ok((Event::StreamEnd, Position { line: 1, column: 1 })),
        }
    }

    fn node(
        &mut self,
        event: Event<'a>,
        at: Position,
        depth: usize,
    ) -> Result<PlacedValue, FieldError> {
        if depth > MOST_DEPTH {
            return Err(too_much(at));
        }
        let (value, anchor) = match event {
            Event::Alias(anchor) => return self.copy(anchor, at),
            Event::Scalar(text, style, anchor, tag) => {
                let nothing = style == ScalarStyle::Plain && tag.is_none() && is_null(&text);
                let value = if nothing { Value::Nothing } else { Value::Text(text.into_owned()) };
                (value, anchor)
            }
            Event::SequenceStart(_, anchor, _) => (self.list(depth)?, anchor),
            Event::MappingStart(_, anchor, _) => (self.map(depth)?, anchor),
            _ => (Value::Nothing, 0),
        };
        let node = PlacedValue { at: Some(at), value };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    /// The value of an anchor, as if it were written here.
    fn copy(&mut self, anchor: usize, at: Position) -> Result<PlacedValue, FieldError> {
        let Some(node) = self.anchors.get(&anchor) else {
            return Err(not_yaml("an alias stands inside its own anchor", at));
        };
        self.copies += node.count();
        if self.copies > MOST_COPIES {
            return Err(too_much(at));
        }
        Ok(PlacedValue { at: Some(at), value: node.value.clone() })
    }

    fn list(&mut self, depth: usize) -> Result<Value, FieldError> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd | Event::StreamEnd, _) => return Ok(Value::List(items)),
                (event, at) => items.push(self.node(event, at, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, FieldError> {
        let mut names: HashSet<String> = HashSet::new();
        let mut entries: Vec<Entry> = Vec::new();
        let mut merged: Vec<Entry> = Vec::new();
        loop {
            let (event, at) = match self.next()? {
                (Event::MappingEnd | Event::StreamEnd, _) => break,
                event => event,
            };
            let merges =
                matches!(&event, Event::Scalar(text, ScalarStyle::Plain, ..) if text == "<<");
            let key = self.node(event, at, depth + 1)?;
            let Value::Text(name) = &key.value else {
                let why = match key.value {
                    Value::Nothing => "a field has no name",
                    _ => "the name of a field is a list or a map",
                };
                return Err(not_yaml(why, at));
            };
            if !names.insert(name.clone()) {
                return Err(FieldError::Twice { field: name.clone() }.at(Some(at)));
            }
            let (event, at) = self.next()?;
            let value = self.node(event, at, depth + 1)?;
            match (merges, &value.value) {
                (true, Value::Map(_)) => merged.extend(fields(value)),
                (true, Value::List(maps)) => merged.extend(maps.iter().cloned().flat_map(fields)),
                _ => entries.push(Entry { key, value }),
            }
        }
        // A field of the map takes precedence over one that is merged in.
        entries.extend(merged.into_iter().filter(|entry| names.insert(entry.name().to_owned())));
        Ok(Value::Map(entries))
    }
}

/// The fields of a map; none of anything else.
fn fields(node: PlacedValue) -> Vec<Entry> {
    match node.value {
        Value::Map(entries) => entries,
        _ => Vec::new(),
    }
}

fn is_null(text: &str) -> bool {
    ["", "~", "null", "Null", "NULL"].contains(&text)
}

fn position(marker: &Marker) -> Position {
    Position { line: marker.line() as u64, column: marker.col() as u64 + 1 }
}

fn not_yaml(why: impl Into<String>, at: Position) -> FieldError {
    FieldError::Yaml(why.into()).at(Some(at))
}

fn too_much(at: Position) -> FieldError {
    not_yaml("it is nested too deeply, or its anchors repeat too much", at)
}

fn in_our_words(error: &ScanError) -> FieldError {
    let at = position(error.marker());
    match error.kind() {
        ErrorKind::RecursionLimitExceeded => too_much(at),
        ErrorKind::ExpectedDocumentStart => not_yaml("text follows the end of the document", at),
        _ => not_yaml(error.info(), at),
    }
}
