//! Checkpoints of games before the flop: what is resumed from them, and what is not.

use std::path::Path;
use std::sync::Arc;

use quasar::files::Checkpoint;
use quasar::job::{
    CheckpointPlace, CheckpointPolicy, Finished, JobError, JobReport, JobSpec, NodeQuery,
    PreflopRun, Runtime, RuntimeOptions,
};
use quasar::preflop::{PreflopReport, PreflopSolveSpec};

/// Sizes are not named: what fits into memory decides them.
const STREETS: &str = "{stack: 4, raise: [[all-in]], leaf: streets, target: 0, \
    streets: {flops: [KsTs6s], river_buckets: 12}}";
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
    let (output, show) = (None, NodeQuery::default());
    JobSpec::Preflop(Box::new(PreflopRun { game, output, checkpoint, show }))
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
    assert!(refused.to_string().ends_with("it belongs to a different game"), "{refused}");
}
