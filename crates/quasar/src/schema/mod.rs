//! JSON Schemas (draft 2020-12) of everything that goes in and comes out as JSON.
//!
//! These are the only ones: `quasar schema` prints them, and other descriptions of the
//! interface are assembled from them. A schema is derived from the type that is
//! serialised, so the two cannot drift apart.
//!
//! Units are the same in every report: equities, frequencies and probabilities are 0 to 1,
//! chips are chips, and fields in percent have `percent` in their name. The one exception
//! is [`EquitySummary`](crate::equity::EquitySummary), which is for people and says so.

mod json;
pub mod names;
mod reports;
mod requests;

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use json::Layout;
pub use reports::Report;

/// The version of all reports. It increases when a field is renamed, is removed or changes
/// its unit; a new field does not change it.
pub const SCHEMA_VERSION: u32 = 2;

/// The name of the field with the version.
const VERSION_FIELD: &str = "schema_version";

/// A report as it is serialised: with the schema version as its first field.
#[derive(Clone, Copy, Debug, Serialize)]
struct Versioned<'a, R> {
    schema_version: u32,
    #[serde(flatten)]
    report: &'a R,
}

/// A schema with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedSchema {
    /// Such as `equity-report`.
    pub name: &'static str,
    /// The schema, complete with all its definitions.
    pub schema: Schema,
}

impl NamedSchema {
    /// The schema of a request.
    pub fn of_request<D: JsonSchema>(name: &'static str) -> NamedSchema {
        requests::schema::<D>(name)
    }

    /// The schema of a report with its version.
    pub fn of_report<R: Report>() -> NamedSchema {
        reports::schema::<R>()
    }

    /// The schema of anything else that is serialised.
    pub fn of_answer<T: JsonSchema>(name: &'static str) -> NamedSchema {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        NamedSchema { name, schema: settings.into_generator().into_root_schema_for::<T>() }
    }

    /// What it describes, in one line.
    pub fn summary(&self) -> String {
        let text = self.schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let first = text.split("\n\n").next().unwrap_or_default();
        first.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Every schema, in the order of `quasar schema`.
pub fn all() -> Vec<NamedSchema> {
    requests::all().chain(reports::all()).collect()
}

/// One document with these schemas: each is under its name in `$defs`, next to the types that it
/// uses.
pub fn document_of(schemas: impl IntoIterator<Item = NamedSchema>) -> Value {
    let mut defs: BTreeMap<String, Value> = BTreeMap::new();
    for NamedSchema { name, schema } in schemas {
        let mut schema = schema.to_value();
        refer_to(name, &mut schema);
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("$schema");
            if let Some(Value::Object(own)) = fields.remove("$defs") {
                defs.extend(own);
            }
        }
        defs.insert(name.to_owned(), schema);
    }
    let defs: Map<String, Value> = defs.into_iter().collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Quasar",
        "$defs": defs,
    })
}

/// Makes references of a schema to itself as a whole lead to its place in a document.
fn refer_to(name: &str, schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("$ref").is_some_and(|reference| reference == "#") {
                fields.insert("$ref".to_owned(), json!(format!("#/$defs/{name}")));
            }
            fields.values_mut().for_each(|value| refer_to(name, value));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| refer_to(name, value)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_schema_says_what_it_is() {
        let schemas = all();
        let mut names: Vec<&str> = schemas.iter().map(|schema| schema.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), schemas.len());
        for schema in &schemas {
            assert!(schema.summary().ends_with('.'), "{}: {}", schema.name, schema.summary());
        }
    }

    /// The document merges the types of all schemas by name, so a name must not stand
    /// for two types.
    #[test]
    fn a_type_name_stands_for_one_type() {
        let mut seen: BTreeMap<String, Value> = BTreeMap::new();
        for NamedSchema { name, schema } in all() {
            let Some(Value::Object(defs)) = schema.get("$defs") else { continue };
            for (of, schema) in defs {
                let known = seen.entry(of.clone()).or_insert_with(|| schema.clone());
                assert_eq!(known, schema, "{of} in {name}");
            }
        }
        assert!(all().iter().all(|schema| !seen.contains_key(schema.name)));
    }

    /// Every `$ref` of the document leads to one of its definitions.
    #[test]
    fn the_document_stands_alone() {
        fn references(value: &Value, found: &mut Vec<String>) {
            match value {
                Value::Object(fields) => {
                    found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                    fields.values().for_each(|value| references(value, found));
                }
                Value::Array(values) => values.iter().for_each(|value| references(value, found)),
                _ => {}
            }
        }
        let document = document_of(all());
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 20);
        for reference in found {
            let pointer = reference.strip_prefix('#').expect("a place in the document");
            assert!(pointer.starts_with("/$defs/"), "{reference} is the whole document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }
}
