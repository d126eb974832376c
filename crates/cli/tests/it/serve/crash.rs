//! A server that is killed at any moment loses no job and no finished work.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use super::client::Server;
use super::jobs::id;

/// How often a server is killed; `QUASAR_CRASHES` asks for more.
const CRASHES: u64 = 4;

fn spot(number: u64) -> String {
    format!(
        "board: Ks7s4h9h\npot: {}\nstack: 150\noop: AA,QQ-TT,AKs,87s\nip: KK,JJ,KQs,T8s\n\
         bet: 60%\nraise_cap: 1\niterations: 30\nthreads: 1\n",
        100 + number
    )
}

/// Pseudo-random numbers, so that a failure can be repeated.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn state(server: &Server, job: &str) -> String {
    let job = server.get(&format!("/api/v1/solves/{job}")).json(200);
    job["state"].as_str().unwrap().to_owned()
}

/// The node of a job that is done, which must not change.
fn root(server: &Server, job: &str) -> Value {
    server.get(&format!("/api/v1/solves/{job}/nodes/r:0")).json(200)
}

/// No half-written file passes for a save.
fn check_files(data: &Path) {
    for job in std::fs::read_dir(data.join("jobs")).unwrap() {
        let save = job.unwrap().path().join("solution.qsr");
        if save.exists() {
            let save = quasar::spot::SpotSave::open(&save).expect("a save is whole");
            save.verify(&quasar::job::Progress::new()).expect("all checksums match");
        }
    }
}

#[test]
fn a_killed_server_loses_nothing() {
    let crashes = std::env::var("QUASAR_CRASHES").ok().and_then(|text| text.parse().ok());
    let crashes = crashes.unwrap_or(CRASHES);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut seed = 1;
    let mut asked: Vec<String> = Vec::new();
    let mut cancelled: Vec<String> = Vec::new();
    let mut done: Vec<(String, Value)> = Vec::new();
    for crash in 0..crashes {
        let server = Server::start(&data);
        for job in &asked {
            // Whatever was promised is still there, and what was done stays done.
            let state = state(&server, job);
            assert!(["queued", "running", "done", "cancelled"].contains(&&*state), "{state}");
            assert_eq!(state == "cancelled", cancelled.contains(job), "{job}: {state}");
        }
        for (job, node) in &done {
            assert_eq!(root(&server, job), *node, "{job}");
        }
        for number in 0..2 {
            let spec = spot(10 * crash + number);
            let kind = "application/yaml";
            let job = server.post_as(kind, "/api/v1/solves", spec.as_bytes()).json(202);
            asked.push(id(&job));
        }
        if let Some(job) = asked.last().filter(|_| crash % 2 == 1).cloned() {
            let answer = server.send("POST", &format!("/api/v1/solves/{job}/cancel"), &[], b"");
            if answer.json(200)["state"] != "done" {
                cancelled.push(job);
            }
        }
        sleep(Duration::from_millis(next(&mut seed) % 400));
        for job in &asked {
            if state(&server, job) == "done" && !done.iter().any(|(known, _)| known == job) {
                done.push((job.clone(), root(&server, job)));
            }
        }
        server.kill();
        check_files(&data);
    }
    let server = Server::start(&data);
    for job in &asked {
        let ended = server.wait(job, &["done", "cancelled", "failed"]);
        let expected = if cancelled.contains(job) { "cancelled" } else { "done" };
        assert_eq!(ended["state"], expected, "{ended}");
        if expected == "done" {
            assert_eq!(root(&server, job)["iteration"], 30);
        }
    }
    check_files(&data);
}
