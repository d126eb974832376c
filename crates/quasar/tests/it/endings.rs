//! What is requested of a job when its goal is reached, and what an end leaves behind.

use std::path::PathBuf;
use std::time::Duration;

use quasar::files::Checkpoint;
use quasar::job::{
    CheckpointPlace, Clock, Detail, Event, FileWritten, Finished, Goal, GoalChange, JobError,
    JobHandle, JobKind, JobReport, JobSpec, NodeQuery, Phase, Resume, Runtime, SaveTo, SpotRun,
    ToyRun, Waited,
};
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize};
use quasar::toy::{ToyGame, ToySpec};

use super::common::jobs::{FLOP, TURN, endless, iterations, runtime, solving, spot};

const ENDLESS: u32 = 100_000_000;

fn endless_spot(save: Option<PathBuf>, checkpoint: CheckpointPlace) -> JobSpec {
    let output = save.map(|path| SaveTo { path, keep: Some(SaveSize::Full) });
    let spot = iterations(TURN, ENDLESS);
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
    let runtime = runtime(folder.path(), Clock::system());
    let (save, path) = (folder.path().join("turn.qsr"), folder.path().join("a.checkpoint"));
    for place in [CheckpointPlace::Beside(path.clone()), CheckpointPlace::Kept(path.clone())] {
        for spec in [endless_spot(Some(save.clone()), place.clone()), toy(place)] {
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
    let runtime = runtime(folder.path(), Clock::system());
    let save = folder.path().join("turn.qsr");
    let job = runtime.submit(endless_spot(Some(save.clone()), CheckpointPlace::Automatic));
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
    let runtime = runtime(folder.path(), Clock::system());
    let spot = iterations(FLOP, ENDLESS);
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
    let runtime = runtime(folder.path(), Clock::system());
    let path = folder.path().join("a.checkpoint");
    let save = folder.path().join("turn.qsr");
    let place = CheckpointPlace::Beside(path.clone());
    for spec in [endless_spot(Some(save), place.clone()), toy(place)] {
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

fn run(runtime: &Runtime, run: SpotRun) -> std::sync::Arc<Finished> {
    runtime.submit(JobSpec::Spot(Box::new(run))).report().unwrap()
}

/// The strategy of the first decision, as bits.
fn bits(finished: &Finished) -> Vec<u32> {
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    let hands = report.node.hands.iter();
    hands.flat_map(|hand| hand.frequencies.iter().map(|part| part.to_bits())).collect()
}

/// Interrupted at a checkpoint and resumed, a solve ends with the bits of one that was not.
#[test]
fn a_solve_resumes_from_the_checkpoint_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let whole = run(&runtime, SpotRun::new(iterations(TURN, 40)));
    assert!(whole.files.is_empty(), "short solves leave nothing: {:?}", whole.files);

    let job = runtime.submit(endless(JobKind::Spot, folder.path()));
    let path = job.checkpoint().unwrap();
    let resume = Some(Resume::Checkpoint(path.clone()));
    let other = SpotRun { resume, ..SpotRun::new(iterations(FLOP, 10)) };
    let refused = runtime.submit(JobSpec::Spot(Box::new(other))).report().unwrap_err();
    assert!(refused.is_input(), "{refused}");
    job.control().cancel();
    let finished = job.report().unwrap();
    let kept: Vec<_> = finished.files.iter().map(|file| (file.what, &file.path)).collect();
    assert_eq!(kept, [(FileWritten::Checkpoint, &path)]);
    let JobReport::Spot(report) = &finished.report else { panic!("{finished:?}") };
    let total = report.iterations + 40;

    let resume = Some(Resume::Checkpoint(path.clone()));
    let resumed = run(&runtime, SpotRun { resume, ..SpotRun::new(iterations(TURN, total)) });
    let straight = run(&runtime, SpotRun::new(iterations(TURN, total)));
    assert_eq!(bits(&resumed), bits(&straight));
    assert!(!path.exists() && resumed.files.is_empty());
}

/// Suspended, a solve leaves a checkpoint and no save; resumed from it, it ends with the
/// bits of one that was not.
#[test]
fn a_suspended_solve_leaves_a_checkpoint_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let (save, path) = (folder.path().join("spot.qsr"), folder.path().join("spot.checkpoint"));
    let suspended = SpotRun {
        output: Some(SaveTo { path: save.clone(), keep: Some(SaveSize::Full) }),
        checkpoint: CheckpointPlace::Beside(path.clone()),
        ..SpotRun::new(iterations(TURN, u32::MAX))
    };
    let job = runtime.submit(JobSpec::Spot(Box::new(suspended)));
    job.ask(NodeQuery::default()).unwrap();
    job.control().suspend();
    let error = job.report().unwrap_err();
    assert!(matches!(*error, JobError::Suspended) && error.is_cancelled(), "{error}");
    assert!(path.exists() && !save.exists());

    let done = Checkpoint::open(&path).unwrap().header().iterations;
    let resume = Some(Resume::Checkpoint(path));
    let resumed = run(&runtime, SpotRun { resume, ..SpotRun::new(iterations(TURN, done + 10)) });
    let straight = run(&runtime, SpotRun::new(iterations(TURN, done + 10)));
    assert_eq!(bits(&resumed), bits(&straight));
}

/// By a clock that is moved by hand: the first checkpoint after a minute, the next ones
/// half a minute apart, and none of them left when the goal is reached.
#[test]
fn long_solves_write_checkpoints_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let runtime = runtime(folder.path(), clock.clone());
    let job = runtime.submit(endless(JobKind::Spot, folder.path()));
    let mut written = Vec::new();
    let mut events = job.events();
    for seconds in [59, 1, 29, 1, 30] {
        job.ask(NodeQuery::default()).unwrap();
        clock.advance(Duration::from_secs(seconds));
        // Two iterations later what was due is done.
        job.ask(NodeQuery::default()).unwrap();
        let before = job.ask(NodeQuery::default()).unwrap().iteration;
        while job.ask(NodeQuery::default()).unwrap().iteration < before + 2 {}
        let mut count = 0;
        while let Waited::Event(event) = events.next_within(Duration::from_millis(50)) {
            count += usize::from(matches!(event.detail, Some(Detail::Written { .. })));
        }
        written.push(count);
    }
    assert_eq!(written, [0, 1, 0, 1, 1]);
    let kept = || std::fs::read_dir(folder.path().join("checkpoints")).unwrap().count();
    assert_eq!(kept(), 2, "the last one, and the place of the next");
    job.change_goal(GoalChange { iterations: Some(1), ..GoalChange::default() }).unwrap();
    assert!(!job.report().unwrap().cancelled);
    assert_eq!(kept(), 0, "what is solved needs no checkpoint");
}

/// What cannot be saved is noticed before the solve, and leaves things as they are.
#[test]
fn a_place_that_cannot_be_written_is_refused_before_solving() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let foreign = folder.path().join("notes.txt");
    std::fs::write(&foreign, "mine").unwrap();
    for (output, checkpoint) in [
        (Some(foreign.clone()), CheckpointPlace::Automatic),
        (Some(folder.path().to_owned()), CheckpointPlace::Automatic),
        (None, CheckpointPlace::Kept(foreign.clone())),
        (None, CheckpointPlace::Kept(folder.path().to_owned())),
    ] {
        let output = output.map(|path| SaveTo { path, keep: Some(SaveSize::Full) });
        let spec = SpotRun { output, checkpoint, ..SpotRun::new(spot(TURN)) };
        let job = runtime.submit(JobSpec::Spot(Box::new(spec)));
        assert!(job.report().is_err());
        assert!(job.events().all(|event| event.phase != Phase::Solving));
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "mine");
}

#[test]
fn stacks_that_are_cancelled_before_a_measurement_leave_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime(folder.path(), Clock::system());
    let job = runtime.submit(endless(JobKind::OmahaStacks, folder.path()));
    solving(&job);
    assert!(folder.path().join("omaha_stacks").is_dir());
    job.control().cancel();
    assert!(job.report().is_err_and(|error| error.is_cancelled()));
    assert!(!folder.path().join("omaha_stacks").exists());
}
