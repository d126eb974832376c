//! Which handler answers what.

use axum::Router;
use axum::http::{Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};

use crate::app::App;
use crate::endpoints::endpoints;
use crate::problem::Problem;
use crate::{guard, health, metrics, openapi, page, reference, trace};

/// Every endpoint, with what surrounds all of them.
pub(crate) fn router(app: App) -> Router {
    let mut api = Router::new();
    for endpoint in endpoints() {
        api = api.route(endpoint.path, endpoint.handler);
    }
    // What is small or comes piece by piece is not compressed. The rest is while somebody waits, so
    // speed counts more than a tenth of the size.
    let compressed = SizeAbove::new(1_024)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new("application/octet-stream"))
        .and(NotForContentType::const_new("application/x-ndjson"));
    Router::new()
        .route("/", get(page::index))
        .route("/icon.svg", get(page::icon))
        .route("/assets/{name}", get(page::asset))
        .route("/health", get(health::health))
        .route("/metrics", get(metrics::show))
        .route("/openapi.json", get(openapi::show))
        .route("/api/v1", get(reference::show))
        .route("/api/v1/style.css", get(reference::style))
        .nest("/api/v1", api)
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(compressed))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .layer(trace::layer())
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .with_state(app)
}

async fn nothing(uri: Uri) -> Problem {
    Problem::not_found(format!("there is nothing at {}", uri.path()))
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::method(format!("{} does not support {method}", uri.path()))
}
