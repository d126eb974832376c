//! Goals that change while a job runs.

use std::path::Path;

use quasar::job::{
    CheckpointPlace, CheckpointPolicy, Goal, GoalChange, JobHandle, JobReport, JobSpec, NodeQuery,
    Phase, PreflopRun, Runtime, RuntimeOptions, SaveTo, SpotRun,
};
use quasar::preflop::PreflopSolveSpec;
use quasar::spot::SpotSpec;
use quasar::toy::{ToyGame, ToySpec};

const TURN: &str = "{board: Ks7d4c9h, pot: 100, stack: 200, oop: \"KK,QQ,AJs,87s\", \
    ip: \"AA,99,KJs,T9s\", bet: \"50%, 100%\", raise: 60%, threads: 1, iterations: 3}";
const PREFLOP: &str = "{stacks: 20, raise_sizes: [[2.5bb], [a]], iterations: 3, target: 0}";

fn runtime(folder: &Path) -> Runtime {
    let checkpoints =
        CheckpointPolicy { folder: folder.join("checkpoints"), ..CheckpointPolicy::default() };
    Runtime::new(RuntimeOptions { threads: 1, checkpoints, ..RuntimeOptions::default() }).unwrap()
}

fn iterations(count: u32) -> GoalChange {
    GoalChange { iterations: Some(count), ..GoalChange::default() }
}

/// Jobs of three iterations.
fn short(folder: &Path) -> Vec<JobSpec> {
    let output = Some(SaveTo { path: folder.join("turn.qsr"), keep: None });
    let goal = Goal { iterations: Some(3), ..Goal::NONE };
    vec![
        JobSpec::Spot(Box::new(SpotRun { output, ..SpotRun::new(SpotSpec::parse(TURN).unwrap()) })),
        JobSpec::Preflop(Box::new(PreflopRun {
            game: PreflopSolveSpec::parse(PREFLOP).unwrap(),
            output: Some(folder.join("preflop")),
            checkpoint: CheckpointPlace::Automatic,
            show: NodeQuery::default(),
        })),
        JobSpec::Toy(Box::new(ToySpec { goal, ..ToySpec::new(ToyGame::Leduc) }.into())),
    ]
}

/// The iterations that a job has reported.
fn done(job: &JobHandle) -> u32 {
    match &job.report().unwrap().report {
        JobReport::Spot(report) => report.iterations,
        JobReport::Preflop(report) => report.progress.iteration,
        JobReport::Toy(report) => report.iterations,
        other => panic!("{other:?}"),
    }
}

/// A solve that measures or saves takes no more iterations, and says that it has missed a goal.
#[test]
fn a_goal_that_comes_after_the_solve_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    for spec in short(folder.path()) {
        let kind = spec.kind();
        let job = runtime.submit(spec.clone());
        assert!(job.events().any(|event| event.phase == Phase::Measuring), "{kind}");
        // Now, or once the job has ended.
        job.control().change_goal(iterations(7));
        assert_eq!((done(&job), job.missed_goal()), (3, true), "{kind}");

        let job = runtime.submit(spec.clone());
        job.report().unwrap();
        assert!(!job.missed_goal(), "{kind}");
        job.control().change_goal(iterations(7));
        assert!(job.missed_goal(), "{kind}");
    }
}

/// A goal that comes in time is the one that is reached.
#[test]
fn a_goal_that_comes_before_the_end_of_the_solve_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    for mut spec in short(folder.path()) {
        let most = 100_000_000;
        match &mut spec {
            JobSpec::Spot(run) => run.spot.goal.iterations = Some(most),
            JobSpec::Preflop(run) => run.game.iterations = most,
            JobSpec::Toy(run) => run.game.goal.iterations = Some(most),
            other => panic!("{other:?}"),
        }
        let job = runtime.submit(spec);
        job.control().pause();
        let reached = job.ask(NodeQuery::default()).unwrap().iteration + 5;
        job.control().change_goal(iterations(reached));
        job.control().resume();
        assert_eq!((done(&job), job.missed_goal()), (reached, false));
    }
}
