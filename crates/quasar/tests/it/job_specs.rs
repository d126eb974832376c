//! Specs of jobs: written and read, told apart, and what they take.

use std::path::Path;

use quasar::job::{CheckpointPlace, Goal, JobSpec, NodeQuery, Resume, SaveTo, SpotRun};
use quasar::request::Position;
use quasar::spot::{SaveSize, SpotSpec};

use super::common::jobs::{KINDS, TURN, endless, iterations, spot};

/// What is read has the same hash and is written in the same words as what was written,
/// in YAML, in JSON, and inside other JSON.
#[test]
fn a_spec_of_every_kind_reads_back() {
    let folder = Path::new("results");
    for kind in KINDS {
        let spec = endless(kind, folder);
        let (yaml, json) = (spec.to_yaml().unwrap(), spec.to_json().unwrap());
        let within = serde_json::from_str(&json).unwrap();
        for read in [JobSpec::parse(&yaml).unwrap(), JobSpec::parse(&json).unwrap(), within] {
            assert_eq!(read.kind(), kind);
            assert_eq!(read.hash(), spec.hash(), "{kind}");
            assert_eq!(read.to_json().unwrap(), json);
        }
    }
}

/// Everything that a run says beside its spec.
#[test]
fn a_run_reads_back_with_its_files() {
    let run = SpotRun {
        resume: Some(Resume::Checkpoint("old.checkpoint".into())),
        output: Some(SaveTo { path: "turn: \"1\".qsr".into(), keep: Some(SaveSize::NoRivers) }),
        checkpoint: CheckpointPlace::Kept("new.checkpoint".into()),
        show: NodeQuery { filter: Some("AA".to_owned()), hands: Some(3), ..NodeQuery::at("r:0:c") },
        measure: true,
        sampled: true,
        ..SpotRun::new(spot(TURN))
    };
    let spec = JobSpec::Spot(Box::new(run.clone()));
    for text in [spec.to_yaml().unwrap(), spec.to_json().unwrap()] {
        match JobSpec::parse(&text).unwrap() {
            JobSpec::Spot(read) => assert_eq!(*read, run, "{text}"),
            other => panic!("{other:?}"),
        }
    }
    let nowhere = SpotRun { checkpoint: CheckpointPlace::Nowhere, ..SpotRun::new(spot(TURN)) };
    let spec = JobSpec::Spot(Box::new(nowhere.clone()));
    match JobSpec::parse(&spec.to_yaml().unwrap()).unwrap() {
        JobSpec::Spot(read) => assert_eq!(*read, nowhere),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_mistake_in_the_spec_of_a_job_has_its_place() {
    let text = "kind: spot\nspot:\n  board: Ks7d4c9h\n  pot: much\n";
    let error = JobSpec::parse(text).unwrap_err();
    let mistake = error.mistake();
    assert_eq!(mistake.field.as_deref(), Some("spot.pot"));
    assert_eq!(mistake.position, Some(Position { line: 4, column: 8 }));
    let error = JobSpec::parse("kind: spot\nspot: { pot: 5 }\n").unwrap_err();
    let mistake = error.mistake();
    assert_eq!(mistake.field.as_deref(), Some("spot.board"));
    assert_eq!(mistake.position, Some(Position { line: 2, column: 7 }));
}

/// Every kind of job is written as JSON with its kind and read back as the same job; the
/// hash tells games apart, and nothing else.
#[test]
fn specs_are_written_and_read_back_with_their_kind() {
    let folder = tempfile::tempdir().unwrap();
    let mut hashes = Vec::new();
    for kind in KINDS {
        let spec = endless(kind, folder.path());
        let written = serde_json::to_value(&spec).unwrap();
        assert_eq!(written["kind"], kind.to_string());
        let read: JobSpec = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), written, "{kind}");
        assert_eq!(read.hash(), spec.hash(), "{kind}");
        hashes.push(spec.hash());
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), KINDS.len());
    let hash =
        |text: &str, count| JobSpec::Spot(Box::new(SpotRun::new(iterations(text, count)))).hash();
    assert_eq!(hash(TURN, 10), hash(&TURN.replace("threads: 1", "threads: 2"), 20));
    assert_ne!(hash(TURN, 10), hash(&TURN.replace("pot: 100", "pot: 101"), 10));
}

/// What a job takes is what its plan says, and a better goal is told from a worse one.
#[test]
fn jobs_tell_what_they_take_and_which_asks_for_more() {
    let job = |spot: SpotSpec| JobSpec::Spot(Box::new(SpotRun::new(spot)));
    let plan = spot(TURN).plan().unwrap();
    let size = job(spot(TURN)).size(u64::MAX).unwrap();
    assert_eq!(size.memory, plan.size().memory.total);
    assert!(size.disk >= 2 * plan.save_size(SaveSize::Full).unwrap());
    assert!(job(spot(TURN)).size(1_000).unwrap_err().is_input());

    let goal = |exploitability, iterations| {
        job(SpotSpec { goal: Goal { exploitability, iterations, ..Goal::NONE }, ..spot(TURN) })
    };
    for (more, less) in [
        (goal(Some(0.1), None), goal(Some(0.2), None)),
        (goal(None, Some(20)), goal(None, Some(10))),
        (goal(Some(0.1), None), goal(Some(0.1), Some(10))),
    ] {
        assert!(more.asks_more_than(&less) && !less.asks_more_than(&more));
        assert!(!more.asks_more_than(&more));
        assert_eq!(more.id(), less.id());
    }
    let change = goal(Some(0.5), Some(7)).goal_change().unwrap();
    // A pot of 100 chips: half a chip is half a percent.
    assert_eq!((change.target, change.iterations), (Some(0.5), Some(7)));
}
