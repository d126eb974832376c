//! `openapi.json` is made of the schemas of `quasar schema`, and says what there is.

use serde_json::Value;

use super::client::fresh;
use crate::common::shown;

/// Schemas with references as OpenAPI has them.
fn referring(text: &str) -> Value {
    serde_json::from_str(&text.replace("#/$defs/", "#/components/schemas/")).unwrap()
}

#[test]
fn the_schemas_are_those_of_the_command() {
    let (_folder, server) = fresh();
    let document = server.get("/openapi.json").json(200);
    assert_eq!(document["openapi"], "3.1.0");
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let command = referring(&shown(&["schema", "--all"]));
    assert_eq!(schemas, command["$defs"].as_object().unwrap());
    let note = document["info"]["description"].as_str().unwrap();
    assert!(note.contains("not for assistance during play"), "{note}");
    check_references(&document, &document);
}

/// Every reference leads somewhere.
fn check_references(value: &Value, document: &Value) {
    match value {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').expect("a place in the document");
                assert!(document.pointer(pointer).is_some(), "{reference}");
            }
            fields.values().for_each(|value| check_references(value, document));
        }
        Value::Array(values) => values.iter().for_each(|value| check_references(value, document)),
        _ => {}
    }
}

#[test]
fn every_endpoint_of_the_document_is_there() {
    let (_folder, server) = fresh();
    let document = server.get("/openapi.json").json(200);
    let reference = server.get("/api/v1");
    let page = reference.text();
    assert!(page.contains("not for assistance during play"));
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing from elsewhere");
    assert_eq!(server.get("/api/v1/style.css").header("content-type"), Some("text/css"));
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let listed = format!("{} {path}", method.to_uppercase());
            assert!(page.contains(&listed), "{listed} is not in the reference");
            let filled = path
                .replace("{id}", "00000000000000000000000000000000")
                .replace("{line}", "r:0")
                .replace("{flop}", "Td9d6h")
                .replace("{hero}", "AKs")
                .replace("{villain}", "QQ");
            let json = [("content-type", "application/json")];
            // A body that nobody reads may cost the answer: the connection is reset when it closes.
            let body: &[u8] = if method == "get" || method == "delete" { b"" } else { b"{}" };
            let answer = server.send(&method.to_uppercase(), &filled, &json, body);
            assert_ne!(answer.status, 405, "{listed}");
            assert!(answer.status < 500, "{listed}: {}", answer.text());
            let text = answer.text();
            assert!(!text.contains("there is nothing at"), "{listed}: {text}");
        }
    }
}
