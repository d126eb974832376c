//! Checking JSON against the schemas that `quasar schema` prints.
//!
//! As a validator does it, but stricter: a field that no schema of an object has is a mistake,
//! and so is a keyword of a schema that this file does not know.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::Value;

use super::shown;

/// The document of `quasar schema --all`.
fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        serde_json::from_str(&shown(&["schema", "--all"])).expect("the document is JSON")
    })
}

/// The names of the schemas of reports.
pub(crate) fn report_names() -> BTreeSet<&'static str> {
    let defs = document()["$defs"].as_object().expect("definitions");
    defs.keys().map(String::as_str).filter(|name| name.ends_with("-report")).collect()
}

/// Fails unless a report is what the schema of this name says.
pub(crate) fn check(name: &str, report: &Value) {
    if let Err(mistake) = fits(name, report) {
        panic!("{name}: {mistake}");
    }
}

/// Whether a value is what the schema of this name says.
pub(crate) fn fits(name: &str, value: &Value) -> Result<(), String> {
    let schema = &document()["$defs"][name];
    assert!(schema.is_object(), "there is no schema {name}");
    matches(value, schema, "")
}

/// The schema that a report is of; fails if it is of none.
pub(crate) fn find(report: &Value) -> &'static str {
    let mut mistakes = String::new();
    for name in report_names() {
        match matches(report, &document()["$defs"][name], "") {
            Ok(()) => return name,
            Err(mistake) => mistakes += &format!("{name}: {mistake}\n"),
        }
    }
    panic!("no schema has this report:\n{mistakes}{report:#}");
}

/// What is wrong with a value, and where. Of an object, every field must be one that some
/// schema of it has.
fn matches(value: &Value, schema: &Value, at: &str) -> Result<(), String> {
    let known = evaluate(value, schema, at)?;
    let unknown = value.as_object().and_then(|fields| fields.keys().find(|&f| !known.contains(f)));
    unknown.map_or(Ok(()), |field| Err(format!("{at}/{field}: no such field")))
}

/// What is wrong with a value, as a validator says. Else the fields of an object that the schema
/// has, be it in a part that the schema refers to or chooses.
fn evaluate(value: &Value, schema: &Value, at: &str) -> Result<BTreeSet<String>, String> {
    let any = || value.as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect();
    let Value::Object(keywords) = schema else {
        return if *schema == Value::Bool(true) {
            Ok(any())
        } else {
            Err(format!("{at}: {schema}"))
        };
    };
    // A schema that says nothing about fields allows them all.
    let about_fields = ["$ref", "anyOf", "oneOf", "properties", "additionalProperties"];
    let open = about_fields.iter().all(|keyword| !keywords.contains_key(*keyword));
    let mut known: BTreeSet<String> = if open { any() } else { BTreeSet::new() };
    let fields = || value.as_object().into_iter().flatten();
    let number = |limit: &Value| (value.as_f64(), limit.as_f64().expect("a number"));
    let length = |limit: &Value| {
        (value.as_array().map(|items| items.len() as u64), limit.as_u64().expect("a number"))
    };
    for (keyword, says) in keywords {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "default" | "examples"
            | "deprecated" => true,
            "$ref" => {
                let pointer = says.as_str().and_then(|text| text.strip_prefix('#'));
                let target = pointer.and_then(|pointer| document().pointer(pointer));
                let target = target.ok_or(format!("{at}: {says} leads nowhere"))?;
                known.extend(evaluate(value, target, at)?);
                true
            }
            "type" => match says {
                Value::Array(kinds) => kinds.iter().any(|kind| is(value, kind)),
                kind => is(value, kind),
            },
            "const" => value == says,
            "enum" => list(says).contains(value),
            "minimum" => matches!(number(says), (found, least) if found.is_none_or(|n| n >= least)),
            "maximum" => matches!(number(says), (found, most) if found.is_none_or(|n| n <= most)),
            "exclusiveMinimum" => {
                matches!(number(says), (found, least) if found.is_none_or(|n| n > least))
            }
            "exclusiveMaximum" => {
                matches!(number(says), (found, most) if found.is_none_or(|n| n < most))
            }
            "minItems" => {
                matches!(length(says), (found, least) if found.is_none_or(|n| n >= least))
            }
            "maxItems" => matches!(length(says), (found, most) if found.is_none_or(|n| n <= most)),
            "anyOf" | "oneOf" => {
                let fitting: Vec<_> =
                    list(says).iter().filter_map(|one| evaluate(value, one, at).ok()).collect();
                let count = fitting.len();
                known.extend(fitting.into_iter().flatten());
                if keyword == "anyOf" { count > 0 } else { count == 1 }
            }
            "required" => {
                let missing =
                    list(says).iter().find(|field| value.get(field.as_str().unwrap()).is_none());
                if let Some(field) = missing {
                    return Err(format!("{at}: {field} is missing"));
                }
                true
            }
            "properties" => {
                for (field, own) in fields() {
                    if let Some(says) = says.get(field) {
                        matches(own, says, &format!("{at}/{field}"))?;
                        known.insert(field.clone());
                    }
                }
                true
            }
            "additionalProperties" => {
                let listed = schema.get("properties").and_then(Value::as_object);
                for (field, own) in fields() {
                    if !listed.is_some_and(|listed| listed.contains_key(field)) {
                        matches(own, says, &format!("{at}/{field}"))?;
                        known.insert(field.clone());
                    }
                }
                true
            }
            // Fields that no schema has are refused anyway.
            "unevaluatedProperties" => *says == Value::Bool(false),
            "items" => {
                let before = schema.get("prefixItems").map_or(0, |before| list(before).len());
                for (place, own) in value.as_array().into_iter().flatten().enumerate().skip(before)
                {
                    matches(own, says, &format!("{at}/{place}"))?;
                }
                true
            }
            "prefixItems" => {
                for (place, (own, says)) in
                    value.as_array().into_iter().flatten().zip(list(says)).enumerate()
                {
                    matches(own, says, &format!("{at}/{place}"))?;
                }
                true
            }
            unknown => return Err(format!("{at}: the checker does not know {unknown}")),
        };
        if !holds {
            return Err(format!("{at}: {value} is not {keyword} {says}"));
        }
    }
    Ok(known)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn is(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}
