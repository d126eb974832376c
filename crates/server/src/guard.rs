//! Access control by token, host and origin, and security headers for browsers.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::app::App;
use crate::problem::Problem;

/// A secret that clients send as `Authorization: Bearer`.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// The fewest characters of a token.
    pub const SHORTEST: usize = 16;

    /// A token, without the white space around it; none if it is too short, or holds
    /// what a header cannot.
    pub fn new(text: &str) -> Option<Token> {
        let text = text.trim();
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        (plain && text.len() >= Token::SHORTEST).then(|| Token(text.to_owned()))
    }

    /// Compares in a time that does not depend on where the texts differ.
    fn matches(&self, given: &str) -> bool {
        self.0.as_bytes().ct_eq(given.as_bytes()).into()
    }
}

/// A secret is not printed.
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// Which requests are let through.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) token: Option<Token>,
    /// Host names besides `localhost` and addresses.
    pub(crate) hosts: Vec<String>,
    /// Origins of other sites that may ask.
    pub(crate) origins: Vec<String>,
}

impl Guard {
    /// Lets a request through, or says why not.
    fn check(&self, request: &Request) -> Result<(), Problem> {
        let headers = request.headers();
        let host = host(headers, request.uri())?;
        if !self.is_known(host) {
            return Err(Problem::forbidden(format!(
                "{host} is not a name of this server; --allow-host adds one"
            )));
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            let same = origin.strip_prefix("http://").or(origin.strip_prefix("https://"));
            let allowed = self.origins.iter().any(|known| known == origin);
            if same != Some(host) && !allowed {
                return Err(Problem::forbidden(format!(
                    "requests from {origin} are not allowed; --allow-origin adds one"
                )));
            }
        }
        let path = request.uri().path();
        let open = matches!(path, "/api/v1/style.css");
        let api = (path.starts_with("/api/v1/") && !open) || path == "/metrics";
        match &self.token {
            Some(token) if api && !bearer(headers).is_some_and(|given| token.matches(given)) => {
                Err(Problem::unauthorized("send the token as `Authorization: Bearer TOKEN`"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a host cannot have been made up by another site: an address, or a name
    /// that is ours.
    fn is_known(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let address = bare.unwrap_or(name).parse::<IpAddr>().is_ok();
        let named = |known: &str| known.eq_ignore_ascii_case(name);
        address || named("localhost") || self.hosts.iter().any(|known| named(known))
    }
}

/// The host that a request is for.
fn host<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Result<&'a str, Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next(), uri.authority()) {
        (Some(host), None, _) => {
            host.to_str().map_err(|_| Problem::malformed("the Host header is not valid text"))
        }
        (None, None, Some(authority)) => Ok(authority.as_str()),
        _ => Err(Problem::malformed("a request needs exactly one Host header")),
    }
}

/// The token that a request has.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Whether a server on this address may be without a token.
pub(crate) fn is_private(address: SocketAddr) -> bool {
    address.ip().is_loopback()
}

/// What browsers are told about every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Checks every request, and adds headers to every answer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let guard = &app.0.guard;
    let origin = request.headers().get(header::ORIGIN).cloned();
    let allowed = origin.filter(|origin| guard.origins.iter().any(|known| known == origin));
    let preflight = request.method() == axum::http::Method::OPTIONS;
    let mut response = match guard.check(&request) {
        Err(problem) => problem.into_response(),
        Ok(()) if preflight && allowed.is_some() => ().into_response(),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(origin) = allowed {
        allow_origin(headers, origin);
    }
    response
}

/// Lets pages of another origin ask.
fn allow_origin(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    let methods = HeaderValue::from_static("GET, POST, DELETE");
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    let names = HeaderValue::from_static("authorization, content-type, last-event-id");
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names);
    let cross = HeaderValue::from_static("cross-origin");
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), cross);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        let hosts = vec!["solver.home".to_owned()];
        Guard { token: None, hosts, origins: vec!["http://localhost:5173".to_owned()] }
    }

    fn checked(headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri("/api/v1/flops");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard().check(&request.body(axum::body::Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn hosts_that_another_site_can_make_up_are_refused() {
        for host in ["localhost:7711", "127.0.0.1", "[::1]:7711", "10.0.0.3:80", "SOLVER.home"] {
            assert!(checked(&[("host", host)]), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7711", "127.0.0.1.nip.io", ""] {
            assert!(!checked(&[("host", host)]), "{host}");
        }
        assert!(!checked(&[]));
        assert!(!checked(&[("host", "localhost"), ("host", "evil.example")]));
    }

    #[test]
    fn other_origins_are_refused_unless_they_are_allowed() {
        let host = ("host", "localhost:7711");
        assert!(checked(&[host, ("origin", "http://localhost:7711")]));
        assert!(checked(&[host, ("origin", "http://localhost:5173")]));
        for origin in ["http://evil.example", "null", "http://localhost:77110", "file://"] {
            assert!(!checked(&[host, ("origin", origin)]), "{origin}");
        }
    }

    #[test]
    fn tokens_are_compared_whole() {
        let token = Token::new(" 0123456789abcdef\n").unwrap();
        assert!(token.matches("0123456789abcdef"));
        assert!(!token.matches("0123456789abcdeg") && !token.matches("0123456789abcdef0"));
        assert!(Token::new("short").is_none() && Token::new("0123456789 abcdef").is_none());
    }
}
