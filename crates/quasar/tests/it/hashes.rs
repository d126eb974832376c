//! Files that decide a game count in its hash by what is in them, not by where they are.

use std::fs;
use std::path::Path;

use quasar::cards::{Game, Street};
use quasar::files::Checkpoint;
use quasar::job::{CheckpointPolicy, JobHandle, JobReport, JobSpec, Runtime, RuntimeOptions};
use quasar::nets::Model;
use quasar::spot::SpotSpec;
use serde_json::{Value, json};

use crate::common::checkpoints;

fn hash(job: Value) -> String {
    serde_json::from_value::<JobSpec>(job).unwrap().hash()
}

fn cut_spot(values: &Path) -> String {
    hash(json!({ "kind": "spot", "spot": {
        "board": "Ks7d4c9h", "pot": 100, "stack": 100, "oop": "KK", "ip": "AA", "bet": "50%",
        "cut": { "at": "river", "values": values },
    } }))
}

#[test]
fn a_network_may_be_moved_but_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [first, moved, missing] = ["a", "b", "c"].map(|name| folder.path().join(name));
    let network = Model::shipped(Street::River, Game::Holdem).unwrap();
    network.write(&first).unwrap();
    let before = cut_spot(&first);
    fs::rename(&first, &moved).unwrap();
    assert_eq!(cut_spot(&moved), before);
    network.in_bytes("rounded").unwrap().write(&first).unwrap();
    let replaced = cut_spot(&first);
    assert_ne!(replaced, before);
    fs::rename(&first, &moved).unwrap();
    assert_eq!(cut_spot(&moved), replaced, "the same path with other contents");
    // What is no network counts by its path.
    fs::write(&first, "no network").unwrap();
    let hashes = [&first, &missing, Path::new("/dev/zero")].map(cut_spot);
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    assert_eq!(cut_spot(&missing), hashes[1]);
}

/// Solves a flop into a folder.
fn model(folder: &Path, iterations: u32) {
    let job = json!({ "kind": "model", "output": folder, "model": {
        "bet": "100%", "spr": [2], "flops": ["AhKsQd"], "iterations": iterations, "target": 1e-6,
    } });
    let runtime = Runtime::new(RuntimeOptions { threads: 1, ..RuntimeOptions::default() }).unwrap();
    runtime.submit(serde_json::from_value(job).unwrap()).report().unwrap();
}

#[test]
fn a_model_may_be_moved_but_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [first, moved] = ["a", "b"].map(|name| folder.path().join(name));
    let game =
        |model: &Path| hash(json!({ "kind": "preflop", "game": { "stack": 8, "model": model } }));
    assert_ne!(game(&first), game(&moved), "paths of nothing");
    model(&first, 2);
    let before = game(&first);
    fs::rename(&first, &moved).unwrap();
    assert_eq!(game(&moved), before);
    model(&first, 4);
    let other = game(&first);
    assert_ne!(other, before, "the same path with other contents");
    assert_ne!(other, hash(json!({ "kind": "preflop", "game": { "stack": 8 } })));
    fs::remove_dir_all(&moved).unwrap();
    fs::rename(&first, &moved).unwrap();
    assert_eq!(game(&moved), other);
}

/// What is solved with a model is resumed with that model, wherever it is, and with no other.
#[test]
fn a_checkpoint_belongs_to_the_contents_of_a_model() {
    let folder = tempfile::tempdir().unwrap();
    let [first, moved] = ["a", "b"].map(|name| folder.path().join(name));
    let checkpoint = folder.path().join("checkpoint");
    let runtime = Runtime::new(RuntimeOptions { threads: 1, ..RuntimeOptions::default() }).unwrap();
    let solved = |model: &Path, iterations: u32| {
        let job = json!({ "kind": "preflop", "checkpoint": { "kept": checkpoint }, "game": {
            "stack": 8, "target": 0, "iterations": iterations, "model": model,
        } });
        let job = runtime.submit(serde_json::from_value(job).unwrap());
        job.report().map_err(|error| error.to_string())?;
        Ok::<u32, String>(Checkpoint::open(&checkpoint).unwrap().header().iterations)
    };
    model(&first, 2);
    assert_eq!(solved(&first, 3), Ok(3));
    fs::rename(&first, &moved).unwrap();
    assert_eq!(solved(&moved, 5), Ok(5));
    model(&first, 4);
    let why = "the checkpoint belongs to a different game or to different settings";
    assert_eq!(solved(&first, 7), Err(format!("{}: {why}", checkpoint.display())));
}

/// The same holds for a network, and the same spot finds its checkpoint.
#[test]
fn a_checkpoint_belongs_to_the_contents_of_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let [first, moved] = ["a", "b"].map(|name| folder.path().join(name));
    let checkpoints = folder.path().join("checkpoints");
    let checkpoints = CheckpointPolicy { folder: checkpoints, ..CheckpointPolicy::default() };
    let options = RuntimeOptions { threads: 1, checkpoints, ..RuntimeOptions::default() };
    let runtime = Runtime::new(options).unwrap();
    let spot = |values: &Path, iterations: u32| {
        json!({
            "board": "Ks7s2d9h", "pot": 100, "stack": 200, "oop": "KK", "ip": "AA",
            "bet": "50%, 100%", "raise": "100%", "threads": 1, "iterations": iterations,
            "cut": { "at": "river", "values": values },
        })
    };
    let submit = |spot: Value, resume: Value| {
        let job = json!({ "kind": "spot", "spot": spot, "resume": resume });
        runtime.submit(serde_json::from_value(job).unwrap())
    };
    let network = Model::shipped(Street::River, Game::Holdem).unwrap();
    network.write(&first).unwrap();
    let cancelled = |values: &Path| {
        let job = submit(spot(values, 100_000_000), Value::Null);
        job.checkpoint().unwrap();
        job.control().cancel();
        let path = job.report().unwrap().files[0].path.clone();
        let done = Checkpoint::open(&path).unwrap().header().iterations;
        (path, done)
    };
    let iterations = |job: JobHandle| match &job.report().unwrap().report {
        JobReport::Spot(report) => report.iterations,
        other => panic!("{other:?}"),
    };
    let (_, done) = cancelled(&first);
    fs::rename(&first, &moved).unwrap();
    assert_eq!(iterations(submit(spot(&moved, done + 1), json!("own"))), done + 1);

    // Programs of before wrote the path.
    let (path, done) = cancelled(&moved);
    let text = SpotSpec::parse(&spot(&moved, 1).to_string()).unwrap().to_text();
    checkpoints::edit(&path, |header| header.spec = text);
    assert_eq!(iterations(submit(spot(&moved, done + 1), json!({ "checkpoint": path }))), done + 1);
}
