//! The page, built into the server by its build script, or a line that says how to get it.

use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The files of the page, by path.
static ASSETS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Quasar</title><p>The page is not built into this server. Install Node.js 20 or newer \
    and run <code>QUASAR_PAGE=on cargo run --release -- serve --open</code>. The API is \
    described at <a href=\"/api/v1\">/api/v1</a>.</p></html>";

/// Names of files in `assets` contain a hash of what they hold.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const CHECK: HeaderValue = HeaderValue::from_static("no-cache");

/// `GET /`
pub(crate) async fn index() -> Response {
    match find("index.html") {
        Some(bytes) => answer("index.html", bytes, CHECK),
        None => answer("index.html", PLACEHOLDER.as_bytes(), CHECK),
    }
}

/// `GET /icon.svg`
pub(crate) async fn icon() -> Result<Response, Problem> {
    let bytes = find("icon.svg").ok_or_else(|| missing("icon.svg"))?;
    Ok(answer("icon.svg", bytes, CHECK))
}

/// `GET /assets/{name}`
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, Problem> {
    let path = format!("assets/{name}");
    let bytes = find(&path).ok_or_else(|| missing(&path))?;
    Ok(answer(&path, bytes, FOR_EVER))
}

fn find(path: &str) -> Option<&'static [u8]> {
    ASSETS.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

fn missing(path: &str) -> Problem {
    Problem::not_found(format!("there is nothing at /{path}"))
}

fn answer(path: &str, bytes: &'static [u8], keep: HeaderValue) -> Response {
    let kind = match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let kind = HeaderValue::from_static(kind);
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)], bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that the first file names is there, and nothing comes from elsewhere.
    #[test]
    fn the_page_needs_only_what_is_in_the_server() {
        let Some(index) = find("index.html") else {
            assert!(ASSETS.is_empty(), "a page without its first file");
            return;
        };
        let index = std::str::from_utf8(index).unwrap();
        let named: Vec<&str> = index
            .split(['"', '\''])
            .filter(|text| {
                text.ends_with(".js") || text.ends_with(".css") || text.ends_with(".svg")
            })
            .collect();
        assert!(named.len() >= 3, "{named:?}");
        for path in named {
            assert!(find(path.trim_start_matches(['.', '/'])).is_some(), "{path} is missing");
        }
    }
}
