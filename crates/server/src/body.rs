//! Reading bodies: of the right kind, not too long, not too slowly.

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::limits;
use crate::problem::Problem;

/// The text of a JSON body.
pub(crate) struct JsonText(pub(crate) String);

/// The text of a spec in JSON or YAML, or of a file of another program.
pub(crate) struct SpecText(pub(crate) String);

/// Nothing, or a JSON object without fields.
pub(crate) struct NoBody;

/// The content type of a request, in small letters and without parameters.
pub(crate) fn content_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

fn is_json(kind: &str) -> bool {
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// None of these can be sent by a form of another site.
fn is_spec(kind: &str) -> bool {
    is_json(kind)
        || matches!(
            kind,
            "application/yaml" | "application/x-yaml" | "text/yaml" | "application/octet-stream"
        )
}

/// All of a body as text.
async fn text(body: Body) -> Result<String, Problem> {
    let read = timeout(limits::BODY_TIME, Limited::new(body, limits::BODY).collect()).await;
    let seconds = limits::BODY_TIME.as_secs();
    let read = read
        .map_err(|_| Problem::slow(format!("the body was not complete after {seconds} seconds")))?;
    let bytes = read.map_err(|error| match error.downcast_ref::<LengthLimitError>() {
        Some(_) => Problem::too_large(format!("a request has at most {} bytes", limits::BODY)),
        None => Problem::malformed("the body ended too early"),
    })?;
    String::from_utf8(bytes.to_bytes().into())
        .map_err(|error| Problem::malformed(format!("the body is not UTF-8: {error}")))
}

/// The body of a request, if its content type is accepted.
async fn accepted(
    request: Request,
    accepts: fn(&str) -> bool,
    expected: &str,
) -> Result<String, Problem> {
    match content_type(request.headers()) {
        Some(kind) if accepts(&kind) => text(request.into_body()).await,
        Some(kind) => Err(Problem::media_type(format!("{kind}: expected {expected}"))),
        None => Err(Problem::media_type(format!("no content type: expected {expected}"))),
    }
}

impl<S: Sync> FromRequest<S> for JsonText {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<JsonText, Problem> {
        accepted(request, is_json, "application/json").await.map(JsonText)
    }
}

impl<S: Sync> FromRequest<S> for SpecText {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<SpecText, Problem> {
        let expected = "application/json, application/yaml, or application/octet-stream for a \
                        file of another program";
        accepted(request, is_spec, expected).await.map(SpecText)
    }
}

impl<S: Sync> FromRequest<S> for NoBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<NoBody, Problem> {
        let kind = content_type(request.headers());
        if let Some(kind) = kind.filter(|kind| !is_json(kind)) {
            return Err(Problem::media_type(format!(
                "{kind}: expected application/json or no body"
            )));
        }
        let body = text(request.into_body()).await?;
        let fields = match body.trim() {
            "" => Some(0),
            body => serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(body)
                .ok()
                .map(|fields| fields.len()),
        };
        match fields {
            Some(0) => Ok(NoBody),
            _ => Err(Problem::invalid("this request takes no fields")),
        }
    }
}

/// The fields of the query.
pub(crate) struct Fields<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Fields<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Fields<T>, Problem> {
        let read = Query::<T>::try_from_uri(&parts.uri);
        read.map(|Query(fields)| Fields(fields)).map_err(|error| {
            let text = error.body_text();
            Problem::invalid(
                text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text),
            )
        })
    }
}

/// What a request has in place of the braces of its endpoint's path.
pub(crate) struct PathValue<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathValue<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathValue<T>, Problem> {
        let read = Path::<T>::from_request_parts(parts, state).await;
        read.map(|Path(value)| PathValue(value))
            .map_err(|error| Problem::malformed(error.body_text()))
    }
}
