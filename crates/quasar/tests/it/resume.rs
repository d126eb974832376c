//! Checkpoints of small games and of spots with buckets: a solve resumed from one ends with the
//! bits of a solve that never stopped.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quasar::files::Checkpoint;
use quasar::job::{
    CheckpointPlace, CheckpointPolicy, Clock, Control, Finished, Goal, JobError, JobReport,
    JobSpec, NodeQuery, Resume, ResumeError, Runtime, RuntimeOptions, SpotRun, ToyRun,
};
use quasar::spot::{SaveError, SpotError, SpotSpec};
use quasar::toy::ToySpec;

use crate::common::checkpoints;

const BUCKETS: &str = "{game: plo4, board: Ts9s2c2d7h, pot: 100, stack: 100, oop: \"AKQJ\", \
    ip: \"KQJT\", bet: 100%, abstraction: {k: 4, features: small}, threads: 1}";
const TURN: &str = "{board: Ks7d4c9h, pot: 100, stack: 200, oop: \"KK,QQ\", ip: \"AA,99\", \
    bet: 50%, threads: 1}";
const MANY: u32 = 100_000_000;

fn runtime(folder: &Path) -> Runtime {
    let checkpoints =
        CheckpointPolicy { folder: folder.join("checkpoints"), ..CheckpointPolicy::default() };
    Runtime::new(RuntimeOptions { threads: 1, checkpoints, ..RuntimeOptions::default() }).unwrap()
}

fn limit(iterations: u32) -> Goal {
    Goal { iterations: Some(iterations), ..Goal::NONE }
}

/// A job of one of the kinds.
fn job(kind: &str, iterations: u32, from: Option<&Path>, checkpoint: CheckpointPlace) -> JobSpec {
    let resume = from.map(|path| Resume::Checkpoint(path.to_owned()));
    match kind {
        "turn" => {
            let spot = SpotSpec { goal: limit(iterations), ..SpotSpec::parse(TURN).unwrap() };
            JobSpec::Spot(Box::new(SpotRun { resume, checkpoint, ..SpotRun::new(spot) }))
        }
        "buckets" => {
            let spot = SpotSpec::parse(BUCKETS).unwrap();
            let spot = SpotSpec { goal: limit(iterations), ..spot };
            JobSpec::Spot(Box::new(SpotRun { resume, checkpoint, ..SpotRun::new(spot) }))
        }
        game => {
            let game = ToySpec::parse(game).unwrap();
            let game = ToySpec { goal: limit(iterations), ..game };
            JobSpec::Toy(Box::new(ToyRun { game, resume, checkpoint }))
        }
    }
}

/// What a solve found, without what a clock says.
fn found(finished: &Finished) -> String {
    match &finished.report {
        JobReport::Toy(report) => format!("{:?}", (report.iterations, &report.decisions)),
        JobReport::BucketedSpot(report) => {
            format!("{:?}", (report.iterations, report.exploitability, &report.node))
        }
        other => panic!("{other:?}"),
    }
}

fn run(runtime: &Runtime, spec: JobSpec) -> Result<Arc<Finished>, Arc<JobError>> {
    runtime.submit(spec).report()
}

const KINDS: [&str; 4] = [
    "buckets",
    "{game: leduc}",
    "{game: kuhn, algorithm: pcfrplus}",
    "{game: leduc, precision: half, updates: simultaneous}",
];

#[test]
fn a_cancelled_solve_leaves_a_checkpoint_from_which_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    for kind in KINDS {
        let cancelled = runtime.submit(job(kind, MANY, None, CheckpointPlace::Automatic));
        cancelled.ask(NodeQuery { line: "r:0".to_owned(), ..NodeQuery::default() }).unwrap();
        cancelled.control().cancel();
        let finished = cancelled.report().unwrap();
        assert!(finished.cancelled && finished.unsaved.is_none(), "{kind}");
        let [file] = &finished.files[..] else { panic!("{kind}: {:?}", finished.files) };
        assert_eq!(file.bytes, std::fs::metadata(&file.path).unwrap().len());
        let done = Checkpoint::open(&file.path).unwrap().header().iterations;

        let resumed = job(kind, done + 7, Some(&file.path), CheckpointPlace::Automatic);
        // Written and read, as a queue of jobs would.
        let text = serde_json::to_string(&resumed).unwrap();
        let resumed = run(&runtime, serde_json::from_str(&text).unwrap()).unwrap();
        let straight = run(&runtime, job(kind, done + 7, None, CheckpointPlace::Nowhere)).unwrap();
        assert_eq!(found(&resumed), found(&straight), "{kind}");
        assert!(resumed.files.is_empty(), "{kind}: {:?}", resumed.files);
    }
}

/// Whoever resumes need not know where the checkpoint is.
#[test]
fn a_solve_is_resumed_from_where_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    let beside = CheckpointPlace::Beside(folder.path().join("beside"));
    for kind in &KINDS[..2] {
        for place in [CheckpointPlace::Automatic, beside.clone()] {
            let cancelled = runtime.submit(job(kind, MANY, None, place.clone()));
            cancelled.ask(NodeQuery::default()).unwrap();
            cancelled.control().cancel();
            let finished = cancelled.report().unwrap();
            let path = &finished.files[0].path;
            let done = Checkpoint::open(path).unwrap().header().iterations;
            let resumed = |iterations| {
                let own = with_resume(job(kind, iterations, None, place.clone()), Resume::Own);
                run(&runtime, own)
            };
            let straight = job(kind, done + 3, None, CheckpointPlace::Nowhere);
            let straight = run(&runtime, straight).unwrap();
            assert_eq!(found(&resumed(done + 3).unwrap()), found(&straight), "{kind}, {place:?}");
            assert!(!path.exists(), "{kind}, {place:?}");
            let gone = resumed(done + 3).unwrap_err();
            assert!(matches!(&*gone, JobError::Store(_)), "{kind}, {place:?}: {gone}");
        }
    }
}

fn with_resume(mut spec: JobSpec, resume: Resume) -> JobSpec {
    match &mut spec {
        JobSpec::Spot(run) => run.resume = Some(resume),
        JobSpec::Toy(run) => run.resume = Some(resume),
        other => panic!("{other:?}"),
    }
    spec
}

/// A suspended one leaves no report; one that is kept stays when the goal is reached.
#[test]
fn checkpoints_are_left_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    for kind in &KINDS[..2] {
        let path: PathBuf = folder.path().join("a.checkpoint");
        let place = CheckpointPlace::Beside(path.clone());
        let suspended = runtime.submit(job(kind, MANY, None, place.clone()));
        suspended.ask(NodeQuery::default()).unwrap();
        suspended.control().suspend();
        let error = suspended.report().unwrap_err();
        assert!(matches!(*error, JobError::Suspended), "{kind}: {error}");
        let done = Checkpoint::open(&path).unwrap().header().iterations;
        let kept = CheckpointPlace::Kept(path.clone());
        let finished = run(&runtime, job(kind, done + 3, Some(&path), kept)).unwrap();
        assert_eq!(finished.files.len(), 1, "{kind}");
        assert_eq!(Checkpoint::open(&path).unwrap().header().iterations, done + 3);
        // The next one begins where it ended, and removes what it does not need any more.
        let finished = run(&runtime, job(kind, done + 5, Some(&path), place)).unwrap();
        let straight = run(&runtime, job(kind, done + 5, None, CheckpointPlace::Nowhere)).unwrap();
        assert_eq!(found(&finished), found(&straight), "{kind}");
        assert!(!path.exists(), "{kind}");
        // One that is not where it writes belongs to whoever resumes from it.
        let other = folder.path().join("other");
        let kept = CheckpointPlace::Kept(other.clone());
        run(&runtime, job(kind, 3, None, kept)).unwrap();
        let beside = CheckpointPlace::Beside(path);
        run(&runtime, job(kind, 5, Some(&other), beside)).unwrap();
        assert!(other.exists(), "{kind}");
    }
}

/// A clock that stands still adds nothing to the time that a checkpoint states.
#[test]
fn the_working_time_before_a_checkpoint_counts() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        RuntimeOptions { threads: 1, clock: Clock::manual(), ..RuntimeOptions::default() };
    let runtime = Runtime::new(options).unwrap();
    let path = folder.path().join("a.checkpoint");
    for kind in ["buckets", "{game: leduc}", "turn"] {
        let kept = CheckpointPlace::Kept(path.clone());
        run(&runtime, job(kind, 10, None, kept.clone())).unwrap();
        checkpoints::edit(&path, |header| header.seconds = 1_000.0);
        let finished = run(&runtime, job(kind, 20, Some(&path), kept)).unwrap();
        let seconds = match &finished.report {
            JobReport::Toy(report) => report.seconds,
            JobReport::BucketedSpot(report) => report.seconds,
            JobReport::Spot(report) => report.seconds,
            other => panic!("{other:?}"),
        };
        assert_eq!(seconds, 1_000.0, "{kind}");
        let checkpoint = Checkpoint::open(&path).unwrap();
        let checks = checkpoint.header().checks.iter();
        let times: Vec<(u32, f64)> = checks.map(|check| (check.iteration, check.seconds)).collect();
        assert_eq!(times, [(10, 0.0), (20, 1_000.0)], "{kind}");
        assert_eq!(checkpoint.header().seconds, 1_000.0, "{kind}");
        std::fs::remove_file(&path).unwrap();
    }
}

/// What is left is the rest of the limit, whatever was done before.
#[test]
fn a_time_limit_is_one_of_the_resumed_part() {
    let goal = Goal { time: Some(Duration::from_secs(500)), ..Goal::NONE };
    let leduc = ToySpec { goal, ..ToySpec::parse("{game: leduc}").unwrap() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.checkpoint");
    let mut first = leduc.job().unwrap();
    first.job().step().unwrap();
    std::fs::write(&path, first.checkpoint()).unwrap();
    checkpoints::edit(&path, |header| header.seconds = 500.0);
    let mut resumed = leduc.job().unwrap();
    resumed.resume(&Checkpoint::open(&path).unwrap()).unwrap();
    resumed.job().set_clock(Clock::manual());
    let progress = resumed.job().progress();
    assert_eq!((progress.share, progress.eta()), (Some(0.5), Some(500.0)));
    assert_eq!(resumed.job().step().unwrap(), None);
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    let written = |kind: &str| {
        let path = folder.path().join(format!("{}.checkpoint", kind.len()));
        run(&runtime, job(kind, 3, None, CheckpointPlace::Kept(path.clone()))).unwrap();
        path
    };
    let (buckets, leduc) = (written("buckets"), written("{game: leduc}"));
    let damaged = folder.path().join("damaged");
    let mut bytes = std::fs::read(&leduc).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    let different = "the checkpoint belongs to a different game or to different settings";
    for (kind, path, why) in [
        ("buckets", &leduc, different),
        ("{game: leduc}", &buckets, different),
        ("{game: kuhn}", &leduc, different),
        ("{game: leduc, precision: half}", &leduc, different),
        ("{game: leduc, algorithm: cfrplus}", &leduc, different),
        (
            "{game: leduc}",
            &damaged,
            "the checkpoint cannot be read: the checksum of the state is wrong",
        ),
    ] {
        let refused = run(&runtime, job(kind, 5, Some(path), CheckpointPlace::Nowhere));
        let refused = refused.unwrap_err();
        assert!(refused.is_input(), "{kind}");
        assert_eq!(refused.to_string(), format!("{}: {why}", path.display()), "{kind}");
    }
    let missing = folder.path().join("missing");
    let refused = run(&runtime, job("buckets", 5, Some(&missing), CheckpointPlace::Nowhere));
    assert!(matches!(*refused.unwrap_err(), JobError::Store(_)));
    let from_save = |kind| {
        let save = Resume::Save(missing.clone());
        run(&runtime, with_resume(job(kind, 5, None, CheckpointPlace::Nowhere), save)).unwrap_err()
    };
    let refused = from_save("{game: leduc}");
    assert!(matches!(&*refused, JobError::Checkpoint { .. }), "{refused:?}");
    let refused = from_save("buckets");
    let JobError::Save(SaveError::Spot(SpotError::Abstraction)) = &*refused else {
        panic!("{refused:?}")
    };
}

/// Programs without jobs keep the bytes themselves.
#[test]
fn checkpoints_are_bytes_too() {
    let control = Control::new();
    let leduc = |iterations| {
        let spec = ToySpec::parse("{game: leduc}").unwrap();
        ToySpec { goal: limit(iterations), ..spec }.job().unwrap()
    };
    let mut first = leduc(4);
    first.run(&control, |_| ()).unwrap();
    let bytes = first.checkpoint();
    let mut resumed = leduc(9);
    resumed.restore(&bytes).unwrap();
    let mut straight = leduc(9);
    let decisions = [&mut resumed, &mut straight].map(|job| job.run(&control, |_| ()).unwrap());
    assert_eq!(decisions[0].decisions, decisions[1].decisions);
    assert_eq!(resumed.checkpoint().len(), straight.checkpoint().len());

    let spot = SpotSpec { goal: limit(3), ..SpotSpec::parse(BUCKETS).unwrap() };
    let mut job = spot.abstracted_job(u64::MAX, &Control::new()).unwrap().unwrap();
    assert_eq!(job.restore(&bytes), Err(ResumeError::Other));
    assert!(matches!(job.restore(&bytes[1..]), Err(ResumeError::Unreadable(_))));
    job.run(&control, |_| ()).unwrap();
    let bytes = job.checkpoint();
    job.restore(&bytes).unwrap();
    assert_eq!(leduc(1).restore(&bytes), Err(ResumeError::Other));
}
