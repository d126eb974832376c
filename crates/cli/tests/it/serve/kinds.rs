//! Jobs of every other kind.

use std::fs;

use serde_json::{Value, json};

use super::client::{Server, fresh, sample};
use super::jobs::id;
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
    let (_folder, server) = fresh();
    let spec = "flops: [AhKsQd, Td9d6h]\nspot:\n  pot: 100\n  stack: 60\n  oop: AA:0.5,QQ,87s\n  \
        ip: KK,JJ:0.75\n  flop: { bet: a }\n  turn: { bet: a }\n  iterations: 4\n  threads: 1\n";
    let plan = server.post_as("application/yaml", "/api/v1/solves/plan", spec.as_bytes());
    assert_eq!(plan.json(200)["pending"], 2);
    let (id, report) = run(&server, "/api/v1/solves", spec);
    schema::check("boards-report", &report);
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
    let (_folder, server) = fresh();
    let model = fs::read_to_string(sample("AKQr_vs_234r_postflop.yaml")).unwrap();
    let (model, report) = run(&server, "/api/v1/solve-postflop", &model);
    schema::check("model-report", &report);
    let spec = "stack: 8\niterations: 20\ntarget: 0\n";
    let (plain, report) = run(&server, "/api/v1/solve-preflop", spec);
    schema::check("preflop-report", &report);
    let node = server.get(&format!("/api/v1/solves/{plain}/nodes/r:0")).json(200);
    schema::check("node-answer", &node);
    let (with_model, _) = run(&server, "/api/v1/solve-preflop", &format!("{spec}model: {model}\n"));
    assert_ne!(with_model, plain);
    for path in ["/etc", "../model", &plain] {
        let spec = format!("{spec}model: {path}\n");
        let answer = server.post_as("application/yaml", "/api/v1/solve-preflop", spec.as_bytes());
        assert_eq!(answer.problem(422)["field"], "model", "{path}");
    }
}

#[test]
fn buckets_and_single_decisions() {
    let (_folder, server) = fresh();
    let (id, report) = run(&server, "/api/v1/buckets", "board: Ts9s2c2d7h\nk: 4\n");
    schema::check("buckets-report", &report);
    let matrix = server.get(&format!("/api/v1/solves/{id}/matrix")).json(200);
    schema::check("matrix-report", &matrix);
    assert_eq!(matrix["equities"].as_array().unwrap().len(), 4);

    let decision = fs::read_to_string(sample("one_decision.json")).unwrap();
    let (id, report) = run(&server, "/api/v1/solve-one", &decision);
    schema::check("decision-report", &report);
    server.get(&format!("/api/v1/solves/{id}/matrix")).problem(409);
    server.get(&format!("/api/v1/solves/{id}/save")).problem(409);
    let file = sample("one_decision.json").display().to_string();
    let command: Value = serde_json::from_str(&common::solved(&["solve-one", &file])).unwrap();
    assert_eq!(report["actions"], command["actions"]);
    let secret = json!({ "matrix": "/etc/passwd" });
    let mut document: Value = serde_json::from_str(&decision).unwrap();
    document["matrix"] = secret["matrix"].clone();
    server.post("/api/v1/solve-one", &document.to_string()).problem(422);
}
