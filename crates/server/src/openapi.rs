//! `openapi.json`: the endpoints, and the JSON Schemas of `quasar schema`.

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::schema::{self, Report};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::app;
use crate::endpoints::{Answer, Body, Endpoint, endpoints};
use crate::health::Health;
use crate::jobs::Job;
use crate::schemas::{PROBLEM, schemas};

/// The README's note on what Quasar is for.
pub(crate) const INTENDED_USE: &str = "Intended use: study and research. Quasar is not for \
    assistance during play, which practically every poker site and card room forbids.";

/// `GET /openapi.json`
pub(crate) async fn show() -> Response {
    static BYTES: OnceLock<Bytes> = OnceLock::new();
    let bytes = BYTES.get_or_init(|| serde_json::to_vec(&document()).unwrap_or_default().into());
    app::json(StatusCode::OK, bytes.clone())
}

/// The document.
pub(crate) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in endpoints() {
        let path = paths.entry(format!("/api/v1{}", endpoint.path)).or_insert_with(|| json!({}));
        path[endpoint.method] = operation(&endpoint);
    }
    paths.insert(
        "/health".to_owned(),
        json!({ "get": operation_of("health", "Whether the server is ready.", json!({
        "200": { "description": "It is.", "content": json_content(Health::NAME) },
    })) }),
    );
    paths.insert("/metrics".to_owned(), json!({ "get": operation_of("metrics", "Counts for Prometheus.", json!({
        "200": { "description": "Counts.", "content": { "text/plain": { "schema": { "type": "string" } } } },
    })) }));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quasar",
            "version": env!("CARGO_PKG_VERSION"),
            "description": INTENDED_USE,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "security": [{}, { "token": [] }],
        "paths": paths,
        "components": {
            "schemas": components(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// The schemas of the library, and those of the server itself.
fn components() -> Value {
    let all = schema::all().into_iter().chain(schemas());
    let mut components =
        schema::document_of(all).get_mut("$defs").map(Value::take).unwrap_or_default();
    refer_to_components(&mut components);
    components
}

/// References lead to where OpenAPI has schemas.
fn refer_to_components(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace("#/$defs/", "#/components/schemas/");
            }
            fields.values_mut().for_each(refer_to_components);
        }
        Value::Array(values) => values.iter_mut().for_each(refer_to_components),
        _ => {}
    }
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn json_content(schema: &str) -> Value {
    json!({ "application/json": { "schema": reference(schema) } })
}

fn operation_of(name: &str, summary: &str, responses: Value) -> Value {
    let mut responses = responses;
    responses["default"] = json!({
        "description": "Why the request was refused.",
        "content": { "application/problem+json": { "schema": reference(PROBLEM) } },
    });
    json!({ "operationId": name, "summary": summary, "responses": responses })
}

fn operation(endpoint: &Endpoint) -> Value {
    let mut operation = operation_of(&name(endpoint), endpoint.summary, responses(endpoint));
    let parameters = parameters(endpoint);
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let Some(content) = request(endpoint.body) {
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// `post_solves_id_pause`.
fn name(endpoint: &Endpoint) -> String {
    let words = endpoint.path.replace(['{', '}'], "").replace(['/', '-'], "_");
    format!("{}{words}", endpoint.method)
}

fn responses(endpoint: &Endpoint) -> Value {
    let events = || json!({ "text/event-stream": { "schema": { "type": "string" } } });
    let bytes = || json!({ "application/octet-stream": {} });
    let any = || json!({ "application/json": { "schema": { "type": "object" } } });
    let content = match endpoint.answer {
        Answer::Nothing => None,
        Answer::Json(schema) => Some(json_content(schema)),
        Answer::Either(schemas) => Some(json!({ "application/json": { "schema": {
            "anyOf": schemas.map(reference),
        } } })),
        Answer::AnyReport => Some(any()),
        Answer::Lines(schema) => Some(json!({ "application/x-ndjson": { "itemSchema": {
            "anyOf": [reference(schema), reference(PROBLEM)],
        } } })),
        Answer::Events => Some(events()),
        Answer::Bytes => Some(bytes()),
        Answer::Export => Some(json!({
            "application/json": {}, "text/csv": {}, "application/vnd.apache.parquet": {},
        })),
    };
    let mut good = json!({ "description": "Done." });
    if let Some(content) = content {
        good["content"] = content;
    }
    let mut responses = json!({ endpoint.status.to_string(): good });
    if endpoint.may_be_job {
        responses["202"] = json!({
            "description": "The job that computes it; ask again when it is done.",
            "content": json_content(Job::NAME),
        });
    }
    if endpoint.status == 202 {
        responses["200"] = json!({
            "description": "The job had already finished, or finished within the budget.",
            "content": any(),
        });
    }
    responses
}

fn parameters(endpoint: &Endpoint) -> Vec<Value> {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let mut generator: SchemaGenerator = settings.into_generator();
    let names = endpoint.path.split(['{', '}']).skip(1).step_by(2);
    let of_path = names.map(|name| {
        let schema = match name {
            "id" => json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" }),
            "line" => json!({ "type": "string", "examples": ["r:0", "r:0:c:b60"] }),
            _ => json!({ "type": "string" }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let of_query = endpoint.query.iter().map(|parameter| {
        let mut schema = (parameter.schema)(&mut generator).to_value();
        refer_to_components(&mut schema);
        json!({
            "name": parameter.name, "in": "query", "required": parameter.name == "format",
            "description": parameter.summary, "schema": schema,
        })
    });
    of_path.chain(of_query).collect()
}

fn request(body: Body) -> Option<Value> {
    match body {
        Body::None => None,
        Body::Json(schema) => Some(json_content(schema)),
        Body::Spec(schema) => {
            let mut content = json_content(schema);
            content["application/yaml"] = json!({ "schema": reference(schema) });
            content["application/octet-stream"] = json!({});
            Some(content)
        }
        Body::Bytes => Some(json!({ "application/octet-stream": {} })),
    }
}
