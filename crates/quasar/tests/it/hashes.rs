//! Files that decide a game count in its hash by what is in them, not by where they are.

use std::fs;
use std::path::Path;

use quasar::cards::{Game, Street};
use quasar::files::Checkpoint;
use quasar::job::{JobSpec, Runtime, RuntimeOptions};
use quasar::nets::Model;
use serde_json::{Value, json};

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
    let why = "it belongs to a different game";
    assert_eq!(solved(&first, 7), Err(format!("{}: {why}", checkpoint.display())));
}
