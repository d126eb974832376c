//! Jobs of every other kind.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{Server, fresh, sample};
use super::jobs::id;
use super::questions::timeless;
use crate::common::{self, schema};

fn run(server: &Server, path: &str, spec: &str) -> (String, Value) {
    let job = server.post_as("application/yaml", path, spec.as_bytes());
    let id = id(&job.json(202));
    server.wait(&id, &["done"]);
    let report = server.get(&format!("/api/v1/solves/{id}/report")).json(200);
    (id, report)
}

#[test]
fn many_flops_have_a_table_and_decisions() {
    let (folder, server) = fresh();
    let spec = "flops: [AhKsQd, Td9d6h]\nspot:\n  pot: 100\n  stack: 60\n  oop: AA:0.5,QQ,87s\n  \
        ip: KK,JJ:0.75\n  flop: { bet: a }\n  turn: { bet: a }\n  iterations: 4\n  threads: 1\n";
    let plan = server.post_as("application/yaml", "/api/v1/solves/plan", spec.as_bytes());
    let plan = plan.json(200);
    schema::check("boards-size-report", &plan);
    assert_eq!(plan["pending"], 2);
    let (id, report) = run(&server, "/api/v1/solves", spec);
    schema::check("boards-report", &report);
    let name = |name: &str| folder.path().join(name).display().to_string();
    let (file, saves) = (name("spot.yaml"), name("saves"));
    let spot = spec.split_once("spot:\n").unwrap().1.replace("\n  ", "\n");
    fs::write(&file, spot.trim_start()).unwrap();
    let flops = "AhKsQd,Td9d6h";
    let command = common::solved_json(&["solve", &file, "--flops", flops, "-o", &saves, "--json"]);
    assert_eq!(timeless(report.clone()), timeless(command));
    // The same tables are next to the saves, whoever has made them.
    let of_job = folder.path().join("data/jobs").join(&id).join("flops");
    let csv = |path: &Path| {
        let text = fs::read_to_string(path.join("report.csv")).unwrap();
        let rows = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
        let mut rows: Vec<Vec<String>> = rows.collect();
        let seconds = rows[0].iter().position(|name| name == "seconds").unwrap();
        rows.iter_mut().for_each(|row| drop(row.remove(seconds)));
        rows
    };
    assert_eq!(csv(&of_job), csv(Path::new(&saves)));
    assert!(of_job.join("report.parquet").exists());
    let table = server.get(&format!("/api/v1/solves/{id}/flops")).json(200);
    assert_eq!(table, report);
    assert_eq!(table["boards"].as_array().unwrap().len(), 2);
    let node = server.get(&format!("/api/v1/solves/{id}/nodes/r:0?flop=Td9d6h")).json(200);
    // Where suits do not matter, the flop that stands for all that are equal up to suits.
    let solved = node["node"]["board"].as_str().unwrap();
    assert!(table["boards"].as_array().unwrap().iter().any(|board| board["flop"] == solved));
    assert!(solved.starts_with('T'), "{solved}");
    server.get(&format!("/api/v1/solves/{id}/nodes/r:0")).problem(422);
    server.get(&format!("/api/v1/solves/{id}/nodes/r:0?flop=2c2d2h")).problem(409);
    let outside = "nodes/r:0?flop=..%2F..%2Fjournal";
    server.get(&format!("/api/v1/solves/{id}/{outside}")).problem(422);
}

#[test]
fn models_of_flops_and_play_before_the_flop() {
    let (folder, server) = fresh();
    let name = |name: &str| folder.path().join(name).display().to_string();
    let sample = sample("AKQr_vs_234r_postflop.yaml");
    let model = fs::read_to_string(&sample).unwrap();
    let (model, report) = run(&server, "/api/v1/solve-postflop", &model);
    schema::check("model-report", &report);
    assert_eq!(report["folder"], "model", "clients do not learn where files are");
    let (sample, bundle) = (sample.display().to_string(), name("bundle"));
    let command = common::solved_json(&[
        "solve-postflop",
        "-c",
        &sample,
        "-o",
        &bundle,
        "--no-tui",
        "--json",
    ]);
    assert_eq!(timeless(report), timeless(command));
    let spec = "stack: 8\niterations: 20\ntarget: 0\n";
    let (plain, report) = run(&server, "/api/v1/solve-preflop", spec);
    schema::check("preflop-report", &report);
    let file = name("preflop.yaml");
    fs::write(&file, spec).unwrap();
    let command = common::solved_json(&["solve-preflop", "-c", &file, "--json"]);
    assert_eq!(timeless(report), timeless(command));
    let node = server.get(&format!("/api/v1/solves/{plain}/nodes/r:0")).json(200);
    schema::check("node-answer", &node);
    let (with_model, report) =
        run(&server, "/api/v1/solve-preflop", &format!("{spec}model: {model}\n"));
    assert_ne!(with_model, plain);
    let command = ["solve-preflop", "-c", &file, "--model", &bundle, "--json"];
    assert_eq!(timeless(report), timeless(common::solved_json(&command)));
    for path in ["/etc", "../model", &plain] {
        let spec = format!("{spec}model: {path}\n");
        let answer = server.post_as("application/yaml", "/api/v1/solve-preflop", spec.as_bytes());
        assert_eq!(answer.problem(422)["field"], "model", "{path}");
    }
}

#[test]
fn buckets_and_single_decisions() {
    let (folder, server) = fresh();
    let spec = "board: Ts9s2c2d7h\nk: 4\n";
    let (id, report) = run(&server, "/api/v1/buckets", spec);
    schema::check("buckets-report", &report);
    let buckets = folder.path().join("river.buckets").display().to_string();
    let command = ["buckets", "--board", "Ts9s2c2d7h", "--k", "4", "-o", &buckets, "--json"];
    assert_eq!(report, common::solved_json(&command));
    let matrix = server.get(&format!("/api/v1/solves/{id}/matrix")).json(200);
    schema::check("matrix-report", &matrix);
    assert_eq!(matrix, common::solved_json(&["matrix", &buckets, "--json"]));
    // Both in one job.
    let (_, report) = run(&server, "/api/v1/matrix", spec);
    assert_eq!(report, matrix);
    let turn = server.post_as("application/yaml", "/api/v1/matrix", b"board: Ts9s2c2d\n");
    assert_eq!(turn.problem(422)["field"], "board");
    let small = Server::with(&folder.path().join("small"), &["--memory", "100MB"]);
    let large = small.post("/api/v1/matrix", "{\"board\": \"Ts9s2c2d7h\", \"k\": 100000}");
    assert_eq!(large.problem(422)["type"], "urn:quasar:problem:does-not-fit");

    let decision = fs::read_to_string(sample("one_decision.json")).unwrap();
    let (id, report) = run(&server, "/api/v1/solve-one", &decision);
    schema::check("decision-report", &report);
    server.get(&format!("/api/v1/solves/{id}/matrix")).problem(409);
    server.get(&format!("/api/v1/solves/{id}/save")).problem(409);
    let file = sample("one_decision.json").display().to_string();
    let command: Value = serde_json::from_str(&common::solved(&["solve-one", &file])).unwrap();
    assert_eq!(timeless(report), timeless(command));
    let secret = json!({ "matrix": "/etc/passwd" });
    let mut document: Value = serde_json::from_str(&decision).unwrap();
    document["matrix"] = secret["matrix"].clone();
    server.post("/api/v1/solve-one", &document.to_string()).problem(422);
    let cut = json!({
        "board": "Ks7d4c9h", "pot": 100, "stack": 100, "oop": "KK", "ip": "AA", "bet": "50%",
        "cut": { "at": "river", "values": "/etc/passwd" },
    });
    let refused = server.post("/api/v1/solves", &cut.to_string()).problem(422);
    assert_eq!(refused["field"], "cut.values");
}

#[test]
fn tables_that_take_too_long_become_jobs() {
    let (_folder, server) = fresh();
    // Nothing is computed in no time.
    let job = server.get("/api/v1/tables/Td9d6h/AKs/QQ?budget_ms=0").json(202);
    assert_eq!((&job["kind"], &job["title"]), (&json!("tables"), &json!("equity table of Ts9s6h")));
    let id = id(&job);
    server.wait(&id, &["done"]);
    let report = server.get(&format!("/api/v1/solves/{id}/report")).json(200);
    assert_eq!((&report["path"], &report["computed"]), (&json!("tables.bin"), &json!(1)));
    // Now it is there, in all suits, and the same as one that was computed at once.
    let found = server.get("/api/v1/tables/Td9d6h/AKs/QQ?budget_ms=0").json(200);
    let (_other, at_once) = fresh();
    assert_eq!(found, at_once.get("/api/v1/tables/Td9d6h/AKs/QQ").json(200));
    let grid = server.get("/api/v1/tables/Tc9c6s/AKs?budget_ms=0").json(200);
    assert_eq!(grid, at_once.get("/api/v1/tables/Tc9c6s/AKs").json(200));
    server.get("/api/v1/tables/Td9d6h?budget_ms=soon").problem(422);
    server.get("/api/v1/tables/Td9d/AKs?budget_ms=0").problem(422);
}
