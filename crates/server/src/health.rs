//! Whether the server works.

use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::plain_json;

/// Whether the server works.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of Quasar.
    version: &'static str,
    /// The version of all reports.
    schema_version: u32,
}

/// `GET /health`
pub(crate) async fn health() -> Response {
    let health = Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        schema_version: quasar::schema::SCHEMA_VERSION,
    };
    plain_json(StatusCode::OK, &health)
}
