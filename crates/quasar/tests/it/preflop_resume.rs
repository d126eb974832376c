//! Checkpoints of games before the flop: what is resumed from them, and what is not.

use std::path::Path;
use std::sync::Arc;

use quasar::files::Checkpoint;
use quasar::job::{
    AskError, CheckpointPlace, CheckpointPolicy, Clock, FileWritten, Finished, GoalChange,
    JobError, JobReport, JobSpec, NodeQuery, PreflopRun, Resume, Runtime, RuntimeOptions,
};
use quasar::preflop::{PreflopReport, PreflopSolveSpec};

use crate::common::checkpoints;

/// Sizes are not named: what fits into memory decides them.
const STREETS: &str = "{stack: 4, raise: [[all-in]], leaf: streets, target: 0, \
    streets: {flops: [KsTs6s], river_buckets: 12}}";
const EQUITY: &str = "{stack: 12, raise: [[2bb, all-in], [all-in]], target: 0}";
/// The exact solves go on for long.
const EXACT: &str = "{blinds: [0.1, 1], stack: 3, raise: [[all-in]], raise_cap: 0, target: 0, \
    leaf: exact, exact: {flops: [9s8s7s], bet: [], iterations: 100000000, target: 0}}";
const MANY: u32 = 100_000_000;

fn runtime(folder: &Path, memory: Option<u64>) -> Runtime {
    let checkpoints =
        CheckpointPolicy { folder: folder.join("checkpoints"), ..CheckpointPolicy::default() };
    let options = RuntimeOptions { threads: 1, memory, checkpoints, ..RuntimeOptions::default() };
    Runtime::new(options).unwrap()
}

fn game(text: &str, iterations: u32) -> PreflopSolveSpec {
    PreflopSolveSpec { iterations, ..PreflopSolveSpec::parse(text).unwrap() }
}

fn job(game: PreflopSolveSpec, checkpoint: CheckpointPlace) -> JobSpec {
    resuming(game, checkpoint, None)
}

fn resuming(
    game: PreflopSolveSpec,
    checkpoint: CheckpointPlace,
    resume: Option<Resume>,
) -> JobSpec {
    let (output, show) = (None, NodeQuery::default());
    JobSpec::Preflop(Box::new(PreflopRun { game, resume, output, checkpoint, show }))
}

fn run(runtime: &Runtime, spec: JobSpec) -> Result<Arc<Finished>, Arc<JobError>> {
    runtime.submit(spec).report()
}

/// The outcome of a job that is cancelled once it steps.
fn cancelled(runtime: &Runtime, spec: JobSpec) -> Arc<Finished> {
    let job = runtime.submit(spec);
    job.ask(NodeQuery::default()).unwrap();
    job.control().cancel();
    job.report().unwrap()
}

fn report(finished: &Finished) -> &PreflopReport {
    let JobReport::Preflop(report) = &finished.report else { panic!("{finished:?}") };
    report
}

/// The memory that is free later chooses nothing anew.
#[test]
fn play_to_the_river_resumes_with_the_sizes_that_it_began_with() {
    let folder = tempfile::tempdir().unwrap();
    let plan = |memory| game(STREETS, 4).streets_plan(1, memory).unwrap().unwrap();
    let rich = plan(u64::MAX);
    let poor = plan(rich.total() - 1);
    assert_ne!(rich.bet, poor.bet);
    let path = folder.path().join("streets.checkpoint");
    let kept = |iterations| job(game(STREETS, iterations), CheckpointPlace::Kept(path.clone()));

    let little = runtime(folder.path(), Some(poor.total()));
    cancelled(&little, kept(MANY));
    let done = Checkpoint::open(&path).unwrap().header().iterations;
    assert_eq!(kept(1).size(u64::MAX).unwrap().memory, poor.total());
    let resumed = run(&runtime(folder.path(), None), kept(done + 2)).unwrap();
    let straight = job(game(STREETS, done + 2), CheckpointPlace::Nowhere);
    let straight = run(&little, straight).unwrap();
    let [resumed, straight] = [&resumed, &straight].map(|finished| report(finished));
    assert_eq!(resumed.streets.as_ref().unwrap().plan.bet, poor.bet);
    assert_eq!((resumed.progress, &resumed.node), (straight.progress, &straight.node));

    // What a spec names is what it wants.
    let named = STREETS.replace("river_buckets", "bet: 30%, river_buckets");
    let named = job(game(&named, done + 2), CheckpointPlace::Kept(path));
    let refused = run(&little, named).unwrap_err();
    assert!(refused.to_string().contains("belongs to a different game"), "{refused}");
}

/// Rounds of exact solves cannot be resumed, so nothing is written that only looks as if they
/// could.
#[test]
fn exact_solves_leave_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), None);
    let beside = folder.path().join("exact.checkpoint");
    for place in [CheckpointPlace::Automatic, CheckpointPlace::Beside(beside.clone())] {
        let exact = runtime.submit(job(game(EXACT, 20), place));
        exact.ask(NodeQuery::default()).unwrap();
        let refused = exact.checkpoint().unwrap_err();
        assert_eq!(refused, AskError::NoCheckpoint("a game with exact solves"));
        exact.control().cancel();
        let finished = exact.report().unwrap();
        assert!(finished.cancelled && finished.files.is_empty(), "{:?}", finished.files);
    }
    assert!(!folder.path().join("checkpoints").exists() && !beside.exists());
    let own = resuming(game(EXACT, 20), CheckpointPlace::Automatic, Some(Resume::Own));
    for refused in [own, job(game(EXACT, 20), CheckpointPlace::Kept(beside))] {
        let refused = run(&runtime, refused).unwrap_err();
        assert!(refused.to_string().contains("leaf: exact cannot use a checkpoint"), "{refused}");
    }
}

/// Whoever resumes need not know where the checkpoint is; a file that is kept needs no word.
#[test]
fn a_game_is_resumed_as_a_spot_is() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), None);
    let [beside, kept] = ["beside", "kept"].map(|name| folder.path().join(name));
    for (place, resume) in [
        (CheckpointPlace::Automatic, Some(Resume::Own)),
        (CheckpointPlace::Beside(beside.clone()), Some(Resume::Own)),
        (CheckpointPlace::Beside(beside.clone()), Some(Resume::Checkpoint(beside))),
        (CheckpointPlace::Kept(kept), None),
    ] {
        let stopped = cancelled(&runtime, job(game(EQUITY, MANY), place.clone()));
        let path = &stopped.files[0].path;
        let done = Checkpoint::open(path).unwrap().header().iterations;
        let resumed = || {
            let spec = resuming(game(EQUITY, done + 3), place.clone(), resume.clone());
            // Written and read, as a queue of jobs would.
            let text = serde_json::to_string(&spec).unwrap();
            run(&runtime, serde_json::from_str(&text).unwrap())
        };
        let straight = job(game(EQUITY, done + 3), CheckpointPlace::Nowhere);
        let straight = run(&runtime, straight).unwrap();
        let found = resumed().unwrap();
        let [found, straight] = [&found, &straight].map(|finished| report(finished));
        assert_eq!(
            (found.progress.iteration, &found.node),
            (done + 3, &straight.node),
            "{place:?}"
        );
        let _ = std::fs::remove_file(path);
        if resume.is_some() {
            let gone = resumed().unwrap_err();
            assert!(matches!(&*gone, JobError::Store(_)), "{place:?}: {gone}");
        }
    }
    let save = Resume::Save(folder.path().join("save"));
    let save = resuming(game(EQUITY, 3), CheckpointPlace::Automatic, Some(save));
    let refused = run(&runtime, save).unwrap_err();
    assert!(matches!(&*refused, JobError::Checkpoint { .. }), "{refused}");
}

/// A clock that stands still adds nothing to the time that a checkpoint states.
#[test]
fn the_working_time_before_a_checkpoint_counts() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        RuntimeOptions { threads: 1, clock: Clock::manual(), ..RuntimeOptions::default() };
    let runtime = Runtime::new(options).unwrap();
    let path = folder.path().join("a.checkpoint");
    let kept = |iterations| job(game(EQUITY, iterations), CheckpointPlace::Kept(path.clone()));
    run(&runtime, kept(10)).unwrap();
    checkpoints::edit(&path, |header| header.seconds = 1_000.0);
    run(&runtime, kept(20)).unwrap();
    let checkpoint = Checkpoint::open(&path).unwrap();
    assert_eq!((checkpoint.header().iterations, checkpoint.header().seconds), (20, 1_000.0));
}

/// What could not be saved is not lost.
#[test]
fn a_checkpoint_of_a_game_that_could_not_be_saved_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), None);
    let [around, path] = ["around", "a.checkpoint"].map(|name| folder.path().join(name));
    std::fs::create_dir(&around).unwrap();
    let run = PreflopRun {
        game: game(EQUITY, MANY),
        resume: None,
        output: Some(around.join("strategy")),
        checkpoint: CheckpointPlace::Beside(path.clone()),
        show: NodeQuery::default(),
    };
    let job = runtime.submit(JobSpec::Preflop(Box::new(run)));
    job.ask(NodeQuery::default()).unwrap();
    std::fs::remove_dir_all(&around).unwrap();
    job.control().change_goal(GoalChange { iterations: Some(1), ..GoalChange::default() }).unwrap();
    let finished = job.report().unwrap();
    assert!(finished.unsaved.is_some() && !finished.cancelled);
    let [file] = &finished.files[..] else { panic!("{:?}", finished.files) };
    assert_eq!((file.what, &file.path), (FileWritten::Checkpoint, &path));
}
