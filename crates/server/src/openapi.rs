//! `openapi.json`: the endpoints, and the JSON Schemas of `quasar schema`.

use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use quasar::spot::HandSort;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::app;
use crate::endpoints::{Answer, Body, Endpoint, endpoints};
use crate::health::Health;
use crate::jobs::{Job, JobList};
use crate::limits;
use crate::problem::Details;
use crate::solves::RangesReport;
use crate::tables::TableReport;

/// The README's note on what Quasar is for.
pub(crate) const INTENDED_USE: &str = "Intended use: study and research. Quasar is not for \
    assistance during play, which the rules of practically every poker site and card room forbid.";

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
        json!({ "get": operation_of("health", "Whether the server works.", json!({
        "200": { "description": "It does.", "content": json_content("Health") },
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
            "schemas": schemas(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// The schemas of the library, and those of the server itself.
pub(crate) fn schemas() -> Value {
    let mut schemas = match quasar::schema::document().get_mut("$defs").map(Value::take) {
        Some(Value::Object(schemas)) => schemas,
        _ => Map::new(),
    };
    add::<Details>(&mut schemas);
    add::<Job>(&mut schemas);
    add::<JobList>(&mut schemas);
    add::<Health>(&mut schemas);
    add::<HandSort>(&mut schemas);
    add::<RangesReport>(&mut schemas);
    add::<TableReport>(&mut schemas);
    schemas.insert(
        "EquityBatch".to_owned(),
        json!({
            "description": "Equity questions.",
            "type": "object",
            "properties": { "questions": {
                "type": "array",
                "items": { "$ref": "#/$defs/equity-request" },
                "maxItems": limits::BATCH,
            } },
            "required": ["questions"],
            "additionalProperties": false,
        }),
    );
    schemas.insert("SolveRequest".to_owned(), solve_request(&schemas));
    schemas.insert(
        "PlanReport".to_owned(),
        json!({
            "description": "How large a spot is; of many flops, which there are to solve.",
            "anyOf": [{ "$ref": "#/$defs/spot-size-report" }, { "$ref": "#/$defs/BoardsOutline" }],
        }),
    );
    let mut schemas = Value::Object(schemas);
    refer_to_components(&mut schemas);
    schemas
}

/// A spot, or a spot with flops; where files go is not for clients to say.
fn solve_request(schemas: &Map<String, Value>) -> Value {
    let mut boards = schemas.get("boards-request").cloned().unwrap_or_default();
    if let Some(properties) = boards.get_mut("properties").and_then(Value::as_object_mut) {
        properties.remove("output");
    }
    if let Some(required) = boards.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|field| field != "output");
    }
    json!({
        "description": "A spot, or a spot with flops.",
        "anyOf": [{ "$ref": "#/$defs/spot-request" }, boards],
    })
}

/// Adds the schema of a type of the server, and of the types in it that are new.
fn add<T: JsonSchema>(schemas: &mut Map<String, Value>) {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$schema");
        fields.remove("title");
        if let Some(Value::Object(own)) = fields.remove("$defs") {
            for (name, schema) in own {
                schemas.entry(name).or_insert(schema);
            }
        }
    }
    schemas.insert(T::schema_name().into_owned(), schema);
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
        "content": { "application/problem+json": { "schema": reference("Problem") } },
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
        Answer::AnyReport => Some(any()),
        Answer::Lines(schema) => Some(json!({ "application/x-ndjson": { "itemSchema": {
            "anyOf": [reference(schema), reference("Problem")],
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
            "content": json_content("Job"),
        });
    }
    if endpoint.status == 202 {
        responses["200"] = json!({
            "description": "The job was done before, or its report came within the budget.",
            "content": any(),
        });
    }
    responses
}

fn parameters(endpoint: &Endpoint) -> Vec<Value> {
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
        let schema: Value = serde_json::from_str(parameter.schema).unwrap_or_default();
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
