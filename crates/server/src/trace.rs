//! Logs each request through `tracing`, if a subscriber is installed.

use axum::extract::Request;
use tower_http::LatencyUnit;
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

/// What surrounds a request: its number, method and path. Queries and headers are not
/// written down: they may hold what is nobody's business.
fn span(request: &Request) -> Span {
    let id = request.headers().get("x-request-id").and_then(|value| value.to_str().ok());
    let (id, method, path) = (id.unwrap_or_default(), request.method(), request.uri().path());
    tracing::info_span!("request", %method, path, id)
}

/// Says how each request was answered and how long that took.
pub(crate) type Trace = TraceLayer<
    SharedClassifier<ServerErrorsAsFailures>,
    fn(&Request) -> Span,
    (),
    DefaultOnResponse,
    (),
    (),
    (),
>;

pub(crate) fn layer() -> Trace {
    let answered = DefaultOnResponse::new().level(Level::INFO).latency_unit(LatencyUnit::Micros);
    TraceLayer::new_for_http()
        .make_span_with(span as fn(&Request) -> Span)
        .on_request(())
        .on_response(answered)
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}
