//! Requests inside other formats, such as the spec in the record of a job.
//!
//! Whatever the format, its values become the tree of a request, and our reader turns that
//! into documents. So the many types of documents are compiled for one reader only, and a
//! request means the same wherever it is written. Places are those of the tree: none.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::ParsedText;
use super::tree::{Entry, PlacedValue, Value};

impl<'de> Deserialize<'de> for ParsedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ParsedText, D::Error> {
        PlacedValue::deserialize(deserializer).map(ParsedText::whole)
    }
}

impl<'de> Deserialize<'de> for PlacedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlacedValue, D::Error> {
        let value = deserializer.deserialize_any(AnyValue)?;
        Ok(PlacedValue { at: None, value })
    }
}

struct AnyValue;

/// Scalars are kept as their texts.
macro_rules! visit_scalars {
    ($($method:ident $scalar:ty)*) => {$(
        fn $method<E>(self, scalar: $scalar) -> Result<Value, E> {
            Ok(Value::Text(scalar.to_string()))
        }
    )*};
}

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a request")
    }

    visit_scalars! {
        visit_bool bool
        visit_u64 u64
        visit_i64 i64
        visit_f64 f64
        visit_str &str
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, PlacedValue>()? {
            let key = PlacedValue { at: None, value: Value::Text(name) };
            entries.push(Entry { key, value });
        }
        Ok(Value::Map(entries))
    }
}
