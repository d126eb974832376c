//! The reference of the API as a page that needs nothing from the internet.

use std::fmt::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::endpoints::{Answer, Body, Endpoint, endpoints};
use crate::openapi::INTENDED_USE;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color:#1b1b1f;background:#fff}h2{font-size:1rem;margin:2rem 0 0}\
code,pre{font-family:ui-monospace,monospace}pre{background:#f2f2f4;padding:.75rem;overflow:auto}\
.note{border-left:4px solid #b4540a;padding:.25rem 1rem;background:#fdf3e7}dl{margin:.25rem 0}\
dd{margin:0 0 0 1.5rem}@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#16161a}\
pre{background:#24242b}.note{background:#33270f}a{color:#8ab4f8}}";

const EXAMPLE: &str = "curl localhost:7711/api/v1/equity -H 'content-type: application/json' \\\n  \
    -d '{\"players\": [\"AsAhKsKh\", \"15%\"], \"game\": \"plo4\", \"board\": \"9c8d2h\", \"budget_ms\": 80}'";

/// `GET /api/v1`
pub(crate) async fn show() -> Response {
    static PAGE: OnceLock<Bytes> = OnceLock::new();
    let page = PAGE.get_or_init(|| {
        let mut text = String::new();
        // A text takes all that is written to it.
        let _ = write_page(&mut text);
        text.into()
    });
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], page.clone()).into_response()
}

/// `GET /api/v1/style.css`
pub(crate) async fn style() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("text/css"))], STYLE).into_response()
}

fn write_page(text: &mut String) -> std::fmt::Result {
    write!(
        text,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Quasar API</title>\
         <link rel=\"stylesheet\" href=\"/api/v1/style.css\"><h1>Quasar API, version 1</h1>\
         <p class=\"note\">{INTENDED_USE}</p>\
         <p>Requests and answers are JSON, with the schemas of <code>quasar schema</code>; \
         <a href=\"/openapi.json\">openapi.json</a> has all of them. Specs may also be YAML. \
         What is refused is answered with problem details (RFC 9457) that name the field, the \
         place and what was expected.</p><pre>{}</pre>",
        escaped(EXAMPLE)
    )?;
    for endpoint in endpoints() {
        write_endpoint(&endpoint, text)?;
    }
    write!(
        text,
        "<h2><code>GET /health</code></h2><p>Whether the server is ready.</p>\
         <h2><code>GET /metrics</code></h2><p>Counts for Prometheus.</p></html>"
    )
}

fn write_endpoint(endpoint: &Endpoint, text: &mut String) -> std::fmt::Result {
    let method = endpoint.method.to_uppercase();
    let path = escaped(endpoint.path);
    write!(text, "<h2><code>{method} /api/v1{path}</code></h2>")?;
    write!(text, "<p>{}</p><dl>", escaped(endpoint.summary))?;
    match endpoint.body {
        Body::None => {}
        Body::Json(schema) | Body::Spec(schema) => {
            write!(text, "<dt>takes</dt><dd><code>{schema}</code></dd>")?;
        }
        Body::Bytes => write!(text, "<dt>takes</dt><dd>the bytes of a save</dd>")?,
    }
    for parameter in endpoint.query {
        let summary = escaped(parameter.summary);
        write!(text, "<dt><code>?{}=</code></dt><dd>{summary}</dd>", parameter.name)?;
    }
    let answer = match endpoint.answer {
        Answer::Nothing => "nothing".to_owned(),
        Answer::Json(schema) => format!("<code>{schema}</code>"),
        Answer::Either([one, other]) => {
            format!("<code>{one}</code> or <code>{other}</code>")
        }
        Answer::AnyReport => "the report of the kind of the job".to_owned(),
        Answer::Lines(schema) => format!("lines of <code>{schema}</code>"),
        Answer::Events => "server-sent events".to_owned(),
        Answer::Bytes => "the bytes of a save".to_owned(),
        Answer::Export => "a file".to_owned(),
    };
    write!(text, "<dt>answers {}</dt><dd>{answer}</dd></dl>", endpoint.status)
}

/// A text that stands for itself in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
