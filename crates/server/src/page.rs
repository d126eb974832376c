//! The page. Until it is built into the server, a line that says so.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Quasar</title><p>The page is not built into this server. The API is described at \
    <a href=\"/api/v1\">/api/v1</a>.</p></html>";

/// `GET /`
pub(crate) async fn index() -> Response {
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], PLACEHOLDER).into_response()
}
