//! Why a request was refused, as RFC 9457 problem details.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quasar::request::{Mistake, Position, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// Why a request was refused: problem details of RFC 9457. Mistakes in a request also
/// have the field, the place and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct Details {
    /// What kind of problem it is: `urn:quasar:problem:` and its name.
    #[serde(rename = "type")]
    kind: String,
    /// The kind in words.
    title: &'static str,
    /// The status code of the answer.
    status: u16,
    /// What happened, in a sentence.
    detail: String,
    /// The field that is wrong, such as `oop.range`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// Where the value of the field is in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    /// The text that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The bytes of `text` that are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<Span>,
    /// What was expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    /// Seconds after which the request may be tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

/// Why a request was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Problem(Box<Details>);

macro_rules! kinds {
    ($($(#[$doc:meta])* $function:ident: $status:ident, $name:literal, $title:literal;)*) => {
        impl Problem {$(
            $(#[$doc])*
            pub(crate) fn $function(detail: impl ToString) -> Problem {
                Problem::new(StatusCode::$status, $name, $title, detail)
            }
        )*}
    };
}

kinds! {
    /// A body, a path or a query that cannot be read.
    invalid: UNPROCESSABLE_ENTITY, "invalid", "The request cannot be understood";
    /// Bytes that are no request.
    malformed: BAD_REQUEST, "malformed", "The request is malformed";
    /// No token, or another one.
    unauthorized: UNAUTHORIZED, "unauthorized", "A token is needed";
    /// A request from another site.
    forbidden: FORBIDDEN, "forbidden", "The request comes from another site";
    /// Nothing there.
    not_found: NOT_FOUND, "not-found", "Not found";
    /// A method that the resource does not have.
    method: METHOD_NOT_ALLOWED, "method", "The method is not allowed here";
    /// Something that does not fit the state it is in.
    conflict: CONFLICT, "conflict", "Not possible in the current state";
    /// A body that is too long.
    too_large: PAYLOAD_TOO_LARGE, "too-large", "The request is too long";
    /// A body of another kind.
    media_type: UNSUPPORTED_MEDIA_TYPE, "media-type", "The content type is not accepted here";
    /// A body that came too slowly.
    slow: REQUEST_TIMEOUT, "slow", "The request took too long to arrive";
    /// A question that takes longer than allowed.
    too_long: UNPROCESSABLE_ENTITY, "too-long", "The question takes too long";
    /// Work that never fits in memory or on the disk.
    does_not_fit: UNPROCESSABLE_ENTITY, "does-not-fit", "Not enough memory or disk space";
    /// A disk that is full.
    no_space: INSUFFICIENT_STORAGE, "no-space", "The disk is full";
    /// A server that takes no more requests.
    stopping: SERVICE_UNAVAILABLE, "stopping", "The server is stopping";
    /// Something that is not the client's fault.
    internal: INTERNAL_SERVER_ERROR, "internal", "Something went wrong";
}

impl Problem {
    fn new(status: StatusCode, name: &str, title: &'static str, detail: impl ToString) -> Problem {
        Problem(Box::new(Details {
            kind: format!("urn:quasar:problem:{name}"),
            title,
            status: status.as_u16(),
            detail: detail.to_string(),
            field: None,
            position: None,
            text: None,
            span: None,
            expected: None,
            retry_after: None,
        }))
    }

    /// A limit is reached; the same request may succeed later.
    pub(crate) fn busy(detail: impl ToString) -> Problem {
        let status = StatusCode::TOO_MANY_REQUESTS;
        let mut problem = Problem::new(status, "busy", "Too many requests at once", detail);
        problem.0.retry_after = Some(1);
        problem
    }

    /// A mistake in a field of the path or the query.
    pub(crate) fn in_field(field: &str, detail: impl ToString) -> Problem {
        let mut problem = Problem::invalid(detail);
        problem.0.field = Some(field.to_owned());
        problem
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<Mistake> for Problem {
    fn from(mistake: Mistake) -> Problem {
        let Mistake { message, field, position, text, span, expected } = mistake;
        let Problem(details) = Problem::invalid(message);
        Problem(Box::new(Details { field, position, text, span, expected, ..*details }))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        let json = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, json);
        if let Some(seconds) = self.0.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status() == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
