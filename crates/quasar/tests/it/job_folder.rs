//! Jobs with a folder of their own: interrupted there, they are resumed there.

use std::fs;
use std::sync::Arc;

use quasar::files::Checkpoint;
use quasar::job::{
    FileWritten, Finished, JobError, JobFolder, JobSpec, NodeQuery, Runtime, RuntimeOptions,
};
use serde_json::{Value, json};

fn runtime() -> Runtime {
    Runtime::new(RuntimeOptions { threads: 1, ..RuntimeOptions::default() }).unwrap()
}

fn job(value: Value) -> JobSpec {
    serde_json::from_value(value).unwrap()
}

/// Jobs that write checkpoints, with a number of iterations.
fn resumable(kind: &str, iterations: u32) -> JobSpec {
    let spot = |more: Value| {
        let mut spot = json!({ "pot": 100, "stack": 100, "bet": "100%", "threads": 1 });
        spot["iterations"] = json!(iterations);
        spot.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "kind": "spot", "spot": spot })
    };
    job(match kind {
        "spot" => spot(json!({ "board": "Ks7d4c9h", "oop": "KK,QQ", "ip": "AA,99" })),
        "buckets" => spot(json!({
            "game": "plo4", "board": "Ts9s2c2d7h", "oop": "AKQJ", "ip": "KQJT",
            "abstraction": { "k": 4, "features": "small" },
        })),
        "preflop" => json!({ "kind": "preflop", "game": {
            "stack": 12, "raise": [["2bb", "all-in"], ["all-in"]], "target": 0,
            "iterations": iterations,
        } }),
        toy => json!({ "kind": "toy", "game": toy, "iterations": iterations }),
    })
}

fn iterations(finished: &Finished) -> u64 {
    let report: Value = serde_json::from_slice(&finished.report.to_json().unwrap()).unwrap();
    let found = report.get("iterations").unwrap_or(&report["progress"]["iteration"]);
    found.as_u64().unwrap()
}

fn run(runtime: &Runtime, spec: JobSpec) -> Result<Arc<Finished>, Arc<JobError>> {
    runtime.submit(spec).report()
}

#[test]
fn what_was_interrupted_is_resumed() {
    let runtime = runtime();
    for kind in ["spot", "buckets", "preflop", "leduc"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = JobFolder::new(folder.path().to_owned());
        let first = runtime.submit(folder.place(&resumable(kind, 100_000_000)));
        while first.ask(NodeQuery::default()).unwrap().iteration < 2 {}
        first.control().suspend();
        let error = first.report().unwrap_err();
        assert!(matches!(*error, JobError::Suspended), "{kind}: {error}");
        let done = Checkpoint::open(&folder.checkpoint()).unwrap().header().iterations;
        // One that starts from scratch would stop here.
        let finished = run(&runtime, folder.place(&resumable(kind, 1))).unwrap();
        assert_eq!(iterations(&finished), u64::from(done), "{kind}");
        let results = finished.files.iter().filter(|file| file.what == FileWritten::Result);
        let path = match kind {
            "spot" => Some(folder.save()),
            "preflop" => Some(folder.strategy()),
            _ => None,
        };
        assert_eq!(results.map(|file| file.path.clone()).collect::<Vec<_>>(), Vec::from_iter(path));
    }
}

/// Without a checkpoint, a spot is resumed from its save, which is full.
#[test]
fn a_spot_is_resumed_from_its_save() {
    let folder = tempfile::tempdir().unwrap();
    let (runtime, folder) = (runtime(), JobFolder::new(folder.path().to_owned()));
    run(&runtime, folder.place(&resumable("spot", 10))).unwrap();
    assert!(!folder.checkpoint().exists());
    let finished = run(&runtime, folder.place(&resumable("spot", 1))).unwrap();
    assert_eq!(iterations(&finished), 10);
}

/// Exact solves cannot be resumed, so a checkpoint of an earlier build is not in their way.
#[test]
fn a_checkpoint_of_exact_solves_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let (runtime, folder) = (runtime(), JobFolder::new(folder.path().to_owned()));
    let game = json!({
        "blinds": [0.1, 1], "stack": 3, "raise": [["a"]], "raise_cap": 0, "leaf": "exact",
        "iterations": 5, "target": 0,
        "exact": { "flops": ["9s8s7s"], "bet": [], "iterations": 2, "rounds": 1 },
    });
    let spec = job(json!({ "kind": "preflop", "game": game }));
    fs::write(folder.checkpoint(), "of an earlier build").unwrap();
    let finished = run(&runtime, folder.place(&spec)).unwrap();
    assert_eq!(iterations(&finished), 5);
}

/// The flops of a model are those of one goal.
#[test]
fn a_model_of_another_goal_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let (runtime, folder) = (runtime(), JobFolder::new(folder.path().to_owned()));
    let model = |iterations: u32| {
        job(json!({ "kind": "model", "output": "", "model": {
            "bet": "100%", "spr": [2], "flops": ["AhKsQd"], "iterations": iterations,
            "target": 1e-6,
        } }))
    };
    folder.make_room(&model(2)).unwrap();
    run(&runtime, folder.place(&model(2))).unwrap();
    folder.make_room(&model(2)).unwrap();
    assert!(folder.model().exists(), "nothing has changed");
    folder.make_room(&model(3)).unwrap();
    assert!(!folder.model().exists());
    run(&runtime, folder.place(&model(3))).unwrap();
}
