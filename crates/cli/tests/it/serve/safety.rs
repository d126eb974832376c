//! Who may ask, how much, and what browsers are told.

use std::fs;

use super::client::{Server, fresh};
use crate::common::quasar;

const QUESTION: &str = "{\"hands\": [\"AhKhQhJhTh\"]}";

#[test]
fn a_token_is_required_where_others_can_ask() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data").display().to_string();
    let (_, stderr, code) = quasar(&["serve", "--listen", "0.0.0.0:0", "--data", &data]);
    assert_eq!(code, 2);
    assert!(stderr.contains("a token is required"), "{stderr}");
    let token = folder.path().join("token").display().to_string();
    fs::write(&token, "short\n").unwrap();
    let (_, stderr, code) = quasar(&["serve", "--token-file", &token, "--data", &data]);
    assert_eq!((code, stderr.contains("at least 16")), (2, true), "{stderr}");
    assert!(!std::path::Path::new(&data).exists(), "nothing is left of what was refused");

    fs::write(&token, "correct-horse-battery\n").unwrap();
    let server = Server::with(data.as_ref(), &["--token-file", &token]);
    let ask = |headers: &[(&str, &str)]| server.send("GET", "/api/v1/flops", headers, b"");
    let refused = ask(&[]);
    assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
    refused.problem(401);
    for wrong in ["Bearer correct-horse-batterz", "Bearer ", "Basic correct-horse-battery", "x"] {
        ask(&[("authorization", wrong)]).problem(401);
    }
    ask(&[("authorization", "Bearer correct-horse-battery")]).json(200);
    server.get("/metrics").problem(401);
    server.get("/health").json(200);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn requests_of_other_sites_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--allow-origin", "http://localhost:5173", "--allow-host", "solver.home"];
    let server = Server::with(&folder.path().join("data"), &options);
    let address = server.address.to_string();
    let ask = |host: &str, origin: Option<&str>| {
        let mut headers =
            vec![("host", host.to_owned()), ("content-type", "application/json".to_owned())];
        headers.extend(origin.map(|origin| ("origin", origin.to_owned())));
        server.send_raw("POST", "/api/v1/eval", headers, QUESTION.as_bytes())
    };
    let own = format!("http://{address}");
    ask(&address, Some(&own)).json(200);
    ask("localhost:7711", None).json(200);
    ask("solver.home", None).json(200);
    let allowed = ask(&address, Some("http://localhost:5173"));
    assert_eq!(allowed.header("access-control-allow-origin"), Some("http://localhost:5173"));
    allowed.json(200);
    ask("evil.example", None).problem(403);
    let refused = ask(&address, Some("http://evil.example"));
    assert_eq!(refused.header("access-control-allow-origin"), None);
    refused.problem(403);
    ask(&address, Some("null")).problem(403);
    let preflight = server.send(
        "OPTIONS",
        "/api/v1/eval",
        &[("origin", "http://localhost:5173"), ("access-control-request-method", "POST")],
        b"",
    );
    assert_eq!(preflight.status, 200);
    server.send("OPTIONS", "/api/v1/eval", &[("origin", "http://evil.example")], b"").problem(403);
}

#[test]
fn only_json_changes_anything_and_browsers_are_told_to_be_careful() {
    let (_folder, server) = fresh();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        server.post_as(kind, "/api/v1/eval", QUESTION.as_bytes()).problem(415);
        server.post_as(kind, "/api/v1/solves", b"board: Td9d6h").problem(415);
        server.post_as(kind, "/api/v1/saves", b"x").problem(415);
    }
    server.send("POST", "/api/v1/eval", &[], QUESTION.as_bytes()).problem(415);
    let pause = "/api/v1/solves/00000000000000000000000000000000/pause";
    server.post_as("text/plain", pause, b"x").problem(415);
    server.post(pause, "{\"now\": true}").problem(422);
    server.post(pause, "{}").problem(404);
    let answer = server.get("/");
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }
    assert!(answer.header("x-request-id").is_some());
    // Answers of the API are kept by nobody.
    let answer = server.get("/api/v1/flops");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[test]
fn what_is_not_there_and_what_is_too_much() {
    let (_folder, server) = fresh();
    server.get("/api/v1/nothing").problem(404);
    server.get("/api/v1/equity").problem(405);
    server.send("PUT", "/api/v1/solves", &[], b"").problem(405);
    for id in ["x", "..%2F..%2Fetc", "0000000000000000000000000000000Z", "%00"] {
        server.get(&format!("/api/v1/solves/{id}")).problem(404);
        server.get(&format!("/api/v1/solves/{id}/save")).problem(404);
        server.delete(&format!("/api/v1/solves/{id}")).problem(404);
    }
    let long = format!("{{\"players\": [\"{}\"]}}", "A".repeat(2_100_000));
    server.post("/api/v1/equity", &long).problem(413);
    server.post_as("application/json", "/api/v1/eval", b"\xff\xfe").problem(400);
    // Nothing exact about three ranges of Omaha fits the time.
    let endless = "{\"players\": [\"100%\", \"100%\", \"100%\"], \"game\": \"plo4\", \
        \"method\": \"exact\", \"budget_ms\": 100}";
    let problem = server.post("/api/v1/equity", endless).problem(422);
    assert_eq!(problem["type"], "urn:quasar:problem:too-long");
}

#[test]
fn requests_are_logged_if_asked_for_and_secrets_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let file = fs::File::create(&log).unwrap();
    let server = Server::telling(&folder.path().join("data"), &["--log"], file.into());
    let headers = [("authorization", "Bearer correct-horse"), ("x-request-id", "question-7")];
    server.send("GET", "/api/v1/flops?secret=1", &headers, b"").json(200);
    server.terminate();
    let text = fs::read_to_string(&log).unwrap();
    let line = text.lines().find(|line| line.contains("question-7")).expect("a line");
    for part in ["method=GET", "path=\"/api/v1/flops\"", "status=200", "latency="] {
        assert!(line.contains(part), "{line}");
    }
    assert!(!text.contains("secret") && !text.contains("horse"), "{text}");
}
