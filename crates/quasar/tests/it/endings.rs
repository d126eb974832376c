//! What is requested of a job when its goal is reached, and what an end leaves behind.

use std::path::{Path, PathBuf};

use quasar::job::{
    CheckpointPlace, CheckpointPolicy, Event, FileWritten, Goal, GoalChange, JobError, JobHandle,
    JobReport, JobSpec, NodeQuery, Phase, Runtime, RuntimeOptions, SaveTo, SpotRun, ToyRun,
};
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotSpec};
use quasar::toy::{ToyGame, ToySpec};

const ENDLESS: u32 = 100_000_000;
const TURN: &str = "{board: Ks7d4c9h, pot: 100, stack: 200, oop: \"KK,QQ,AJs,87s\", \
    ip: \"AA,99,KJs,T9s\", bet: \"50%, 100%\", raise: 60%, threads: 1, iterations: 100000000}";
const FLOP: &str = "{board: Ks7d4c, pot: 100, stack: 60, oop: \"KK,QQ\", ip: \"AA,99\", \
    bet: 100%, threads: 1, iterations: 100000000}";

fn runtime(folder: &Path) -> Runtime {
    let checkpoints =
        CheckpointPolicy { folder: folder.join("checkpoints"), ..CheckpointPolicy::default() };
    Runtime::new(RuntimeOptions { threads: 1, checkpoints, ..RuntimeOptions::default() }).unwrap()
}

fn spot(save: Option<PathBuf>, checkpoint: CheckpointPlace) -> JobSpec {
    let output = save.map(|path| SaveTo { path, keep: Some(SaveSize::Full) });
    let spot = SpotSpec::parse(TURN).unwrap();
    JobSpec::Spot(Box::new(SpotRun { output, checkpoint, ..SpotRun::new(spot) }))
}

fn toy(checkpoint: CheckpointPlace) -> JobSpec {
    let goal = Goal { iterations: Some(ENDLESS), ..Goal::NONE };
    let game = ToySpec { goal, ..ToySpec::new(ToyGame::Leduc) };
    JobSpec::Toy(Box::new(ToyRun { checkpoint, ..game.into() }))
}

/// Pauses a job at an iteration that is its goal from now on: it ends as soon as it goes on.
fn pause_at_the_goal(job: &JobHandle) -> u32 {
    job.control().pause();
    let done = job.ask(NodeQuery::default()).unwrap().iteration;
    job.change_goal(GoalChange { iterations: Some(done), ..GoalChange::default() }).unwrap();
    done
}

/// A server that stops does not wait until a solve that has just reached its goal is measured and
/// saved: the solve leaves a checkpoint, whatever kind.
#[test]
fn a_solve_that_is_suspended_at_its_goal_leaves_a_checkpoint_only() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    let (save, path) = (folder.path().join("turn.qsr"), folder.path().join("a.checkpoint"));
    for place in [CheckpointPlace::Beside(path.clone()), CheckpointPlace::Kept(path.clone())] {
        for spec in [spot(Some(save.clone()), place.clone()), toy(place)] {
            let job = runtime.submit(spec);
            pause_at_the_goal(&job);
            job.control().suspend();
            let error = job.report().unwrap_err();
            assert!(matches!(*error, JobError::Suspended), "{error}");
            assert!(job.events().all(|event| event.phase != Phase::Measuring));
            assert!(path.exists() && !save.exists());
            std::fs::remove_file(&path).unwrap();
        }
    }
}

/// Cancelled in its last iteration, a solve has reached its goal and is saved.
#[test]
fn a_solve_that_is_cancelled_at_its_goal_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    let save = folder.path().join("turn.qsr");
    let job = runtime.submit(spot(Some(save.clone()), CheckpointPlace::Automatic));
    let done = pause_at_the_goal(&job);
    job.control().cancel();
    let finished = job.report().unwrap();
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    assert_eq!((report.iterations, finished.cancelled), (done, false));
    assert!(finished.unsaved.is_none() && save.exists());
}

/// A run over many flops that is suspended keeps the flops that it has saved, and makes no report.
#[test]
fn a_suspended_run_over_many_flops_makes_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    let spot = SpotSpec::parse(FLOP).unwrap();
    let flops = FlopChoice::parse("AhKsQd,Td9d6h").unwrap().flops(&spot).unwrap();
    let (output, keep) = (folder.path().join("flops"), SaveSize::NoRivers);
    let spec = JobSpec::Boards(Box::new(BoardsSpec { spot, flops, folder: output, keep }));
    let job = runtime.submit(spec);
    job.ask(NodeQuery::default()).unwrap();
    job.control().suspend();
    let error = job.report().unwrap_err();
    assert!(matches!(*error, JobError::Suspended), "{error}");
    assert!(job.events().all(|event| event.phase != Phase::Measuring));
}

/// Checkpoints that were requested too late for the solve are written, and removed as well.
#[test]
fn a_checkpoint_that_is_requested_while_a_job_saves_does_not_stay() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path());
    let path = folder.path().join("a.checkpoint");
    let save = folder.path().join("turn.qsr");
    let place = CheckpointPlace::Beside(path.clone());
    for spec in [spot(Some(save), place.clone()), toy(place)] {
        let job = runtime.submit(spec);
        pause_at_the_goal(&job);
        std::thread::scope(|scope| {
            let late = |event: &Event| event.phase == Phase::Measuring;
            let mut events = job.events();
            job.control().resume();
            assert!(events.any(|event| late(&event)));
            // Written if it comes before the end.
            scope.spawn(|| job.checkpoint());
            let finished = job.report().unwrap();
            assert!(finished.files.iter().all(|file| file.what == FileWritten::Result));
        });
        assert!(!path.exists());
    }
}
