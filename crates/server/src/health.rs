//! Whether the server is ready.

use axum::http::StatusCode;
use axum::response::Response;
use quasar::schema::Report;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::answer_report;

/// Whether the server is ready.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of Quasar.
    version: &'static str,
}

impl Report for Health {
    const NAME: &'static str = "health-answer";
}

/// `GET /health`
pub(crate) async fn health() -> Response {
    let health = Health { status: "ok", version: env!("CARGO_PKG_VERSION") };
    answer_report(StatusCode::OK, &health)
}
