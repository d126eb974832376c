//! Checking JSON against the schemas that `quasar schema` prints.
//!
//! Stricter than a validator: a field that the schema does not have is a mistake, and so
//! is a keyword of a schema that this file does not know.

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

/// What is wrong with a value, and where.
fn matches(value: &Value, schema: &Value, at: &str) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if *schema == Value::Bool(true) { Ok(()) } else { Err(format!("{at}: {schema}")) };
    };
    for (keyword, says) in keywords {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" | "default" | "examples"
            | "deprecated" => true,
            "$ref" => {
                let pointer = says.as_str().and_then(|text| text.strip_prefix('#'));
                let target = pointer.and_then(|pointer| document().pointer(pointer));
                let target = target.ok_or(format!("{at}: {says} leads nowhere"))?;
                // Fields beside the reference, such as the kind of an event, are not of its type.
                matches(&without(value, schema.get("properties")), target, at)?;
                true
            }
            "type" => match says {
                Value::Array(kinds) => kinds.iter().any(|kind| is(value, kind)),
                kind => is(value, kind),
            },
            "const" => value == says,
            "enum" => list(says).contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= says.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= says.as_f64().unwrap()),
            "exclusiveMinimum" => {
                value.as_f64().is_none_or(|number| number > says.as_f64().unwrap())
            }
            "exclusiveMaximum" => {
                value.as_f64().is_none_or(|number| number < says.as_f64().unwrap())
            }
            "minItems" => {
                value.as_array().is_none_or(|all| all.len() as u64 >= says.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|all| all.len() as u64 <= says.as_u64().unwrap())
            }
            "anyOf" => list(says).iter().any(|one| matches(value, one, at).is_ok()),
            "oneOf" => {
                // Fields beside the choice belong to all of its cases.
                let value = without(value, schema.get("properties"));
                list(says).iter().filter(|one| matches(&value, one, at).is_ok()).count() == 1
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
                for (field, own) in value.as_object().into_iter().flatten() {
                    let at = format!("{at}/{field}");
                    let known = says.get(field).or_else(|| schema.get("additionalProperties"));
                    let elsewhere = ["oneOf", "$ref"].iter().any(|of| schema.get(of).is_some());
                    if known.is_none() && elsewhere {
                        continue;
                    }
                    matches(own, known.ok_or(format!("{at}: no such field"))?, &at)?;
                }
                true
            }
            "additionalProperties" => true,
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
    Ok(())
}

/// An object without the fields of these properties.
fn without(value: &Value, properties: Option<&Value>) -> Value {
    let (Value::Object(fields), Some(Value::Object(known))) = (value, properties) else {
        return value.clone();
    };
    let others = fields.iter().filter(|(name, _)| !known.contains_key(*name));
    Value::Object(others.map(|(name, field)| (name.clone(), field.clone())).collect())
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
