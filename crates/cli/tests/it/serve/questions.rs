//! Short questions: the reports are those of the command.

use serde_json::{Value, json};

use super::client::{Server, fresh};
use crate::common::{self, schema};

/// A report without what differs from run to run: times, and the places of files.
pub(super) fn timeless(mut report: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["elapsed_ms", "seconds", "folder", "path"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut report);
    report
}

fn compare(server: &Server, path: &str, body: Value, command: &[&str]) {
    let answer = server.post(path, &body.to_string());
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let answered = answer.json(200);
    schema::find(&answered);
    assert_eq!(timeless(answered), timeless(common::json(command)), "{command:?}");
}

/// The arguments that ask the command what a request asks the server.
fn arguments(question: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut arguments = vec!["equity".to_owned()];
    arguments.extend(question["players"].as_array().unwrap().iter().map(text));
    for (field, value) in question.as_object().unwrap() {
        match field.as_str() {
            "players" => {}
            // Nothing is said by leaving it out.
            _ if value == "" => {}
            "per_combo" => arguments.push("--per-combo".to_owned()),
            _ => arguments.extend([format!("--{field}"), text(value)]),
        }
    }
    arguments.push("--json".to_owned());
    arguments
}

/// Questions whose answers depend on nothing but the question: counted, or of so many deals.
fn fixed_questions() -> Vec<Value> {
    let exact = |game: &str, players: &[&str], board: &str| json!({ "players": players, "game": game, "board": board, "method": "exact" });
    let sampled = |game: &str, players: &[&str], board: &str| {
        json!({
            "players": players, "game": game, "board": board, "method": "sampled",
            "samples": 20_000, "seed": 7,
        })
    };
    vec![
        exact("holdem", &["AhKh", "QQ-88,AJs+"], "Td9d6h"),
        exact("holdem", &["AhKh", "QQ-88,AJs+"], ""),
        exact("holdem", &["22+,AJs+:0.5", "random"], "Td9d6h2c"),
        exact("holdem", &["AhKh", "QdQc", "7s6s"], "Td9d6h2c"),
        exact("holdem", &["AhKh", "QdQc", "7s6s", "random"], "Td9d6h2c3s"),
        exact("plo4", &["AsAhKsKh", "QdJdTd9d"], "9c8d2h"),
        exact("plo4", &["AsAhKsKh", "15%"], "9c8d2h3s"),
        exact("plo5", &["AsAhKsKh2c", "QdJdTd9d3d"], "9c8d2h"),
        exact("plo6", &["AsAhKsKh2c3c", "QdJdTd9d3d4d"], "9c8d2h5s"),
        sampled("holdem", &["AA", "KK", "76s"], ""),
        sampled("holdem", &["AhKh", "random", "random"], "Td9d6h"),
        sampled("plo4", &["AsAhKsKh", "15%"], "9c8d2h"),
        sampled("plo4", &["AsAhKsKh", "AA", "KK"], ""),
        sampled("plo5", &["AsAhKsKh2c", "random"], "9c8d2h"),
        json!({
            "players": ["AsAhKsKh", "QdJdTd9d"], "game": "plo4", "board": "9c8d2h", "dead": "2c",
            "method": "exact",
        }),
        json!({ "players": ["AA", "KK"], "method": "sampled", "error": 0.5, "seed": 3 }),
        json!({ "players": ["AhKh", "QQ-88,AJs+"], "board": "Td9d6h", "method": "heuristic" }),
    ]
}

#[test]
fn answers_are_what_the_command_prints() {
    let (folder, server) = fresh();
    let questions = fixed_questions();
    for question in &questions {
        let command = arguments(question);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        compare(&server, "/api/v1/equity", question.clone(), &command);
    }
    // The same in a batch, answered one by one.
    let answer =
        server.post("/api/v1/equity/batch", &json!({ "questions": questions }).to_string());
    let lines: Vec<Value> =
        answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), questions.len());
    for (line, question) in lines.into_iter().zip(questions) {
        let alone = server.post("/api/v1/equity", &question.to_string()).json(200);
        assert_eq!(timeless(line), timeless(alone), "{question}");
    }
    for (players, board) in [(["AK", "22+"], "Ks7s2d"), (["AhKh,7c6c:0.25", "random"], "")] {
        let mut question = json!({ "players": players, "board": board, "per_combo": true });
        let command = arguments(&question);
        question.as_object_mut().unwrap().remove("per_combo");
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        compare(&server, "/api/v1/equity/per-combo", question, &command);
    }
    compare(
        &server,
        "/api/v1/range",
        json!({ "range": "QQ+,AKs:0.5", "board": "Td9d6h" }),
        &["range", "QQ+,AKs:0.5", "--board", "Td9d6h", "--json"],
    );
    compare(
        &server,
        "/api/v1/eval",
        json!({ "hands": ["AhKh", "QdQc"], "board": "Td9d6h2c3s" }),
        &["eval", "AhKh", "QdQc", "--board", "Td9d6h2c3s", "--json"],
    );
    compare(
        &server,
        "/api/v1/push-fold",
        json!({ "stack": 10 }),
        &["solve-preflop", "--push-fold", "10", "--json"],
    );
    assert_eq!(server.get("/api/v1/flops").json(200), common::json(&["flops", "--json"]));
    let games = server.get("/api/v1/charts").json(200);
    assert_eq!(games, common::json(&["chart", "--list", "--json"]));
    let stack = games["games"][0]["stack"].to_string();
    let node = server.get(&format!("/api/v1/charts/{stack}?line=r:0")).json(200);
    let chart = common::json(&["chart", "--stack", &stack, "--line", "r:0", "--json"]);
    let actions = chart["charts"][0]["actions"].as_array().unwrap();
    for (found, expected) in node["actions"].as_array().unwrap().iter().zip(actions) {
        assert_eq!(found["frequency"], expected["frequency"]);
    }

    let tables = folder.path().join("tables.bin").display().to_string();
    common::solved(&["precompute-equity", "-o", &tables, "--flops", "Td9d6h"]);
    let hero = ["inspect", &tables, "--flop", "Td9d6h", "--hero", "AKs", "--json"];
    let found = server.get("/api/v1/tables/Td9d6h/AKs").json(200);
    assert_eq!(found, common::json(&hero));
    let entry = [&hero[..6], &["--villain", "QQ", "--json"]].concat();
    let found = server.get("/api/v1/tables/Td9d6h/AKs/QQ").json(200);
    assert_eq!(found, common::json(&entry));
    let table = server.get("/api/v1/tables/Td9d6h").json(200);
    schema::check("table-report", &table);
    let place = |class: &str| {
        let classes = table["classes"].as_array().unwrap();
        classes.iter().position(|found| found == class).unwrap()
    };
    assert_eq!(table["equities"][place("AKs")][place("QQ")], found["equity"]);
}

#[test]
fn the_budget_is_kept_and_says_so() {
    let (_folder, server) = fresh();
    let body = json!({
        "players": ["AsAhKsKh", "15%"], "game": "plo4", "board": "9c8d2h", "dead": "",
        "method": "auto", "budget_ms": 80,
    });
    let answer = server.post("/api/v1/equity", &body.to_string()).json(200);
    for part in ["equity", "breakdown", "draws", "players"] {
        assert!(answer.get(part).is_some(), "{part}");
    }
    // The same request again: the same answer, but for the time.
    let again = server.post("/api/v1/equity", &body.to_string()).json(200);
    schema::find(&again);
    assert_eq!(timeless(again), timeless(answer.clone()));
    let sampled = answer["equity"]["method"] == "sampled";
    assert_eq!(answer["equity"].get("standard_error").is_some(), sampled);
    // As many deals as there are: the server ends it.
    let body = json!({ "players": ["AA", "KK"], "method": "sampled", "budget_ms": 1 });
    server.post("/api/v1/equity", &body.to_string()).json(200);
}

#[test]
fn a_batch_is_answered_line_by_line_in_order() {
    let (_folder, server) = fresh();
    let question = |hand: &str| json!({ "players": [hand, "QQ"], "board": "Td9d6h2c3s" });
    let body = json!({ "questions": [question("AhKh"), question("Ah?h"), question("TsTc")] });
    let answer = server.post("/api/v1/equity/batch", &body.to_string());
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let text = answer.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["equity"]["estimated"], 0.0);
    assert_eq!(lines[1]["status"], 422);
    assert_eq!(lines[1]["span"], json!({ "start": 2, "end": 3 }));
    assert_eq!(lines[2]["equity"]["estimated"], 100.0);
    let many = json!({ "questions": vec![question("AhKh"); 1_001] });
    let problem = server.post("/api/v1/equity/batch", &many.to_string()).problem(422);
    assert_eq!(problem["field"], "questions");
    assert_eq!(problem["position"], json!({ "line": 1, "column": 14 }));
    // A question that cannot be read has its place in the whole batch.
    let text = "{\"questions\": [{\"players\": [\"AA\", \"KK\"]},\n {\"player\": []}]}";
    let problem = server.post("/api/v1/equity/batch", text).problem(422);
    assert_eq!(problem["field"], "questions[1].player");
    assert_eq!(problem["position"], json!({ "line": 2, "column": 3 }));
    assert_eq!(server.post("/api/v1/equity/batch", "{}").problem(422)["field"], "questions");
}

#[test]
fn mistakes_name_the_field_the_place_and_what_was_expected() {
    let (_folder, server) = fresh();
    let ask = |path: &str, body: &str| server.post(path, body).problem(422);
    let problem = ask("/api/v1/equity", "{\"players\": [\"AhKh\",\n \"QQ+,AK?\"]}");
    assert_eq!(problem["type"], "urn:quasar:problem:invalid");
    assert_eq!(problem["field"], "players[1]");
    assert_eq!(problem["position"], json!({ "line": 2, "column": 2 }));
    assert_eq!(problem["text"], "QQ+,AK?");
    assert_eq!(problem["span"], json!({ "start": 6, "end": 7 }));
    assert!(problem["expected"].as_str().unwrap().starts_with("s, o, +"), "{problem}");
    let problem = ask("/api/v1/equity", "{\"player\": [\"AhKh\", \"QQ\"]}");
    assert_eq!(problem["field"], "player");
    assert!(problem["detail"].as_str().unwrap().contains("did you mean players?"), "{problem}");
    assert_eq!(ask("/api/v1/equity", "{}")["field"], "players");
    assert_eq!(ask("/api/v1/range", "{\"range\": \"AhAh\"}")["field"], "range");
    assert_eq!(
        ask("/api/v1/eval", "{\"hands\": [\"AhKh\", \"AhQd\"], \"board\": \"2c3c4c\"}")["field"],
        "hands[1]"
    );
    assert_eq!(ask("/api/v1/push-fold", "{\"stack\": 0.5}")["field"], "stack");
    assert!(ask("/api/v1/equity", "[1, 2").get("field").is_none());
    assert_eq!(server.get("/api/v1/tables/Td9d6x").problem(422)["field"], "flop");
    assert_eq!(server.get("/api/v1/tables/Td9d6h/AKx").problem(422)["field"], "hero");
    assert_eq!(server.get("/api/v1/charts/many").problem(422)["field"], "stack");
    server.get("/api/v1/charts/33").problem(404);
    server.get("/api/v1/charts/25?line=r:0:b1").problem(422);
}

#[test]
fn the_server_says_that_it_works_and_what_it_has_done() {
    let (_folder, server) = fresh();
    let health = server.get("/health").json(200);
    schema::check("health-answer", &health);
    assert_eq!(health["status"], "ok");
    server.post("/api/v1/eval", "{}");
    let metrics = server.get("/metrics");
    let text = metrics.text();
    for line in [
        "quasar_requests_total{path=\"/api/v1/eval\",method=\"POST\",status=\"422\"} 1",
        "quasar_request_seconds_count{path=\"/health\",method=\"GET\"} 1",
        "quasar_jobs{state=\"running\"} 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
}
