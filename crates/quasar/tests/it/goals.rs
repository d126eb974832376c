//! Goals that change while a job runs.

use std::path::Path;

use quasar::job::{
    AskError, CheckpointPlace, Clock, Detail, Event, Goal, GoalChange, JobHandle, JobKind,
    JobReport, JobSpec, NodeQuery, Phase, PreflopRun, SaveTo, SpotRun,
};
use quasar::preflop::PreflopSolveSpec;
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotSpec};
use quasar::toy::{ToyGame, ToySpec};

use super::common::jobs::{FLOP, KINDS, TURN, abilities, endless, iterations, runtime, solving};

const PREFLOP: &str = "{stacks: 20, raise_sizes: [[2.5bb], [a]], iterations: 3, target: 0}";

fn at(count: u32) -> GoalChange {
    GoalChange { iterations: Some(count), ..GoalChange::default() }
}

/// Jobs of three iterations.
fn short(folder: &Path) -> Vec<JobSpec> {
    let output = Some(SaveTo { path: folder.join("turn.qsr"), keep: None });
    let goal = Goal { iterations: Some(3), ..Goal::NONE };
    vec![
        JobSpec::Spot(Box::new(SpotRun { output, ..SpotRun::new(iterations(TURN, 3)) })),
        JobSpec::Preflop(Box::new(PreflopRun {
            game: PreflopSolveSpec::parse(PREFLOP).unwrap(),
            resume: None,
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

/// Another goal ends a running job of every kind that has one, and no other. Omaha before the
/// flop ends after a measurement over all boards, which takes long; `preflop/omaha/steps.rs`
/// tests it with fewer cards.
#[test]
fn another_goal_ends_a_running_job_of_every_kind_that_has_one() {
    for kind in KINDS {
        if matches!(kind, JobKind::OmahaPreflop | JobKind::OmahaStacks) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime(folder.path(), Clock::system());
        let job = runtime.submit(endless(kind, folder.path()));
        solving(&job);
        let changed = job.change_goal(GoalChange { iterations: Some(1), ..GoalChange::default() });
        let [.., has_goal] = abilities(kind);
        if has_goal {
            changed.unwrap();
            let finished = job.report().unwrap();
            assert!(!finished.cancelled, "{kind}: {finished:?}");
        } else {
            assert!(matches!(changed, Err(AskError::NoGoal(_))), "{kind}: {changed:?}");
            job.control().cancel();
            let cancelled = match job.report() {
                Ok(finished) => finished.cancelled,
                Err(error) => error.is_cancelled(),
            };
            assert!(cancelled, "{kind}: {:?}", job.report());
        }
    }
}

/// A target is in percent of the pot, and the solve ends as soon as it is reached.
#[test]
fn a_running_solve_ends_at_another_target() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let job = runtime.submit(endless(JobKind::Spot, folder.path()));
    job.change_goal(GoalChange { target: Some(0.4), ..GoalChange::default() }).unwrap();
    let finished = job.report().unwrap();
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    assert!(report.exploitability_percent.unwrap() <= 0.4 && !finished.cancelled, "{report:?}");
}

/// A solve that measures or saves takes no more iterations, and says that it has missed a goal.
#[test]
fn a_goal_that_comes_after_the_solve_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    for spec in short(folder.path()) {
        let kind = spec.kind();
        let job = runtime.submit(spec.clone());
        assert!(job.events().any(|event| event.phase == Phase::Measuring), "{kind}");
        // Now, or once the job has ended.
        job.change_goal(at(7)).unwrap();
        assert_eq!((done(&job), job.missed_goal()), (3, true), "{kind}");

        let job = runtime.submit(spec.clone());
        job.report().unwrap();
        assert!(!job.missed_goal(), "{kind}");
        job.change_goal(at(7)).unwrap();
        assert!(job.missed_goal(), "{kind}");
    }
}

/// A goal that comes in time is the one that is reached.
#[test]
fn a_goal_that_comes_before_the_end_of_the_solve_is_reached() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
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
        job.change_goal(at(reached)).unwrap();
        job.control().resume();
        assert_eq!((done(&job), job.missed_goal()), (reached, false));
    }
}

/// A change that a job cannot follow is refused, and not dropped: before the flop there is no time,
/// a cut spot has no target, and a limit is a number.
#[test]
fn a_goal_that_a_job_cannot_follow_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let target = GoalChange { target: Some(1.0), ..GoalChange::default() };
    let seconds = GoalChange { seconds: Some(1.0), ..GoalChange::default() };
    let mut specs = short(folder.path()).into_iter();
    let cut = "{board: Ks7d4c9h, pot: 100, stack: 50, oop: \"AA,QQ\", ip: \"KK,JJ\", bet: 100%, \
        iterations: 5, cut: {at: river, values: equity}, threads: 1}";
    let cut = JobSpec::Spot(Box::new(SpotRun::new(SpotSpec::parse(cut).unwrap())));
    for (spec, refused) in [
        (specs.next().unwrap(), [None, None]),
        (specs.next().unwrap(), [None, Some("seconds")]),
        (specs.next().unwrap(), [None, None]),
        (cut, [Some("target"), None]),
    ] {
        let job = runtime.submit(spec);
        for (change, refused) in [target, seconds].into_iter().zip(refused) {
            let field = match job.change_goal(change) {
                Ok(()) => None,
                Err(AskError::NoLimit { field, .. }) => Some(field),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(field, refused, "{} {change:?}", job.spec().kind());
        }
        for wrong in [f64::NAN, f64::INFINITY, -1.0] {
            for (target, seconds) in [(Some(wrong), None), (None, Some(wrong))] {
                let change = GoalChange { target, seconds, iterations: None };
                assert!(job.change_goal(change).is_err(), "{change:?}");
                assert!(job.control().change_goal(change).is_err(), "{change:?}");
            }
        }
    }
}

/// A goal that comes while the first of many flops is solved holds for all of them. Later, the flops
/// that are saved keep the goal that they were solved to, and the job says that they have missed one.
#[test]
fn flops_that_are_solved_have_missed_another_goal() {
    let runtime = runtime(Path::new(""), Clock::system());
    let spot = iterations(FLOP, 100);
    for late in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let flops = FlopChoice::parse("AhKsQd,Td9d6h,7c5c2h").unwrap().flops(&spot).unwrap();
        let (output, keep) = (folder.path().join("flops"), SaveSize::NoRivers);
        let spec = BoardsSpec { spot: spot.clone(), flops, folder: output, keep };
        let job = runtime.submit(JobSpec::Boards(Box::new(spec)));
        let mut events = job.events();
        let second = |event: Event| match event.detail {
            Some(Detail::Flop(progress)) => progress.done == 1,
            _ => false,
        };
        assert!(!late || events.any(second));
        job.change_goal(at(101)).unwrap();
        let finished = job.report().unwrap();
        let JobReport::Boards(report) = &finished.report else { panic!("{finished:?}") };
        let boards = &report.boards.as_ref().unwrap().boards;
        let done: Vec<u32> = boards.iter().map(|board| board.iterations).collect();
        assert_eq!((done[0], job.missed_goal()), (if late { 100 } else { 101 }, late), "{done:?}");
    }
}
