//! The page, built into the server by its build script, or a line that says how to get it.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// A file of the page.
struct Asset {
    path: &'static str,
    bytes: &'static [u8],
    /// The same, compressed when the server was built.
    gzip: &'static [u8],
}

/// The files of the page.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
    <title>Quasar</title><p>The page is not built into this server. Install Node.js 20 or newer \
    and run <code>QUASAR_PAGE=on cargo run --release -- serve --open</code>. The API is \
    described at <a href=\"/api/v1\">/api/v1</a>.</p></html>";

/// Names of files in `assets` contain a hash of what they hold.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const CHECK: HeaderValue = HeaderValue::from_static("no-cache");

/// `GET /`
pub(crate) async fn index(headers: HeaderMap) -> Response {
    match find("index.html") {
        Some(asset) => answer(asset, &headers, CHECK),
        None => {
            let html = HeaderValue::from_static("text/html; charset=utf-8");
            let about = [(header::CONTENT_TYPE, html), (header::CACHE_CONTROL, CHECK)];
            (about, PLACEHOLDER).into_response()
        }
    }
}

/// `GET /icon.svg`
pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Problem> {
    let asset = find("icon.svg").ok_or_else(|| missing("icon.svg"))?;
    Ok(answer(asset, &headers, CHECK))
}

/// `GET /assets/{name}`
pub(crate) async fn asset(
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let path = format!("assets/{name}");
    let asset = find(&path).ok_or_else(|| missing(&path))?;
    Ok(answer(asset, &headers, FOR_EVER))
}

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

fn missing(path: &str) -> Problem {
    Problem::not_found(format!("there is nothing at /{path}"))
}

/// Whether a client reads gzip (RFC 9110, 12.5.3).
fn reads_gzip(headers: &HeaderMap) -> bool {
    let encodings = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut encodings =
        encodings.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    encodings.any(|encoding| {
        let (name, quality) = encoding.split_once(';').unwrap_or((encoding, ""));
        let quality = quality.trim().strip_prefix("q=").and_then(|text| text.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && quality.unwrap_or(1.0_f32) > 0.0
    })
}

fn answer(asset: &'static Asset, headers: &HeaderMap, keep: HeaderValue) -> Response {
    let kind = match asset.path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let about = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, keep),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    match reads_gzip(headers) {
        true => {
            let gzip = HeaderValue::from_static("gzip");
            (about, [(header::CONTENT_ENCODING, gzip)], asset.gzip).into_response()
        }
        false => (about, asset.bytes).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// Everything that the first file names is there, and nothing comes from elsewhere.
    #[test]
    fn the_page_needs_only_what_is_in_the_server() {
        let Some(index) = find("index.html") else {
            assert!(ASSETS.is_empty(), "a page without its first file");
            return;
        };
        let index = std::str::from_utf8(index.bytes).unwrap();
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

    #[test]
    fn what_is_compressed_is_the_same() {
        for asset in ASSETS {
            let mut bytes = Vec::new();
            GzDecoder::new(asset.gzip).read_to_end(&mut bytes).unwrap();
            assert!(bytes == asset.bytes, "{}", asset.path);
        }
    }

    #[test]
    fn gzip_is_for_those_who_ask_for_it() {
        let reads = |text: &'static str| {
            let value = HeaderValue::from_static(text);
            reads_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        assert!(reads("gzip") && reads("br, GZIP;q=0.5") && reads("deflate,gzip ; q=1"));
        assert!(!reads("br") && !reads("gzip;q=0") && !reads("identity") && !reads("xgzip"));
        assert!(!reads_gzip(&HeaderMap::new()));
    }
}
