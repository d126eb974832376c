//! Processes that are killed while a job works: what they leave is what the next run begins with.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use quasar::files::Checkpoint;
use quasar::job::{
    CheckpointPlace, Clock, Detail, Event, Goal, JobHandle, JobKind, JobReport, JobSpec, ModelRun,
    NodeQuery, PreflopRun, Resume, SpotRun, ToyRun,
};
use quasar::model::PostflopSpec;
use quasar::preflop::PreflopSolveSpec;
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotSpec};
use quasar::toy::{ToyGame, ToySpec};

use super::common::jobs::{
    FLOP, KINDS, MODEL, PREFLOP, RIVER_BUCKETS, TURN, endless, iterations, runtime, solving,
};

/// Iterations without end.
const MANY: u32 = 100_000_000;

/// Jobs that leave something before they end.
const LEAVING: [&str; 7] = ["spot", "bucketed", "preflop", "toy", "boards", "model", "tables"];

/// The job and the folder of [`runs_until_it_is_killed`].
const KILLED_JOB: &str = "QUASAR_TEST_KILLED_JOB";

/// A job that writes what it has done into a folder. Solves end after so many iterations.
fn leaving(name: &str, folder: &Path, most: u32, resume: Option<Resume>) -> JobSpec {
    let path = folder.join("checkpoint");
    let place = CheckpointPlace::Beside(path.clone());
    let spot = |text| {
        let run = SpotRun::new(iterations(text, most));
        JobSpec::Spot(Box::new(SpotRun {
            resume: resume.clone(),
            checkpoint: place.clone(),
            ..run
        }))
    };
    match name {
        "spot" => spot(TURN),
        "bucketed" => spot(RIVER_BUCKETS),
        "preflop" => {
            let game = PreflopSolveSpec::parse(PREFLOP).unwrap();
            JobSpec::Preflop(Box::new(PreflopRun {
                game: PreflopSolveSpec { iterations: most, ..game },
                resume: None,
                output: None,
                checkpoint: CheckpointPlace::Kept(path),
                show: NodeQuery::default(),
            }))
        }
        "toy" => {
            let goal = Goal { iterations: Some(most), ..Goal::NONE };
            let game = ToySpec { goal, ..ToySpec::new(ToyGame::Leduc) };
            JobSpec::Toy(Box::new(ToyRun { game, resume, checkpoint: place }))
        }
        "boards" => {
            let spot: SpotSpec = iterations(FLOP, 40);
            let flops = FlopChoice::parse("AhKsQd,Td9d6h,7c5c2h,8c8d2c").unwrap();
            let flops = flops.flops(&spot).unwrap();
            let (folder, keep) = (folder.join("flops"), SaveSize::NoRivers);
            JobSpec::Boards(Box::new(BoardsSpec { spot, flops, folder, keep }))
        }
        "model" => {
            let few = MODEL.replace("100000000", "100");
            let flops = "['AhKsQd', 'Td9d6h', '7c5c2h', '8c8d2c']";
            JobSpec::Model(Box::new(ModelRun {
                model: PostflopSpec::parse(&few.replace("['AhKsQd']", flops)).unwrap(),
                output: folder.join("model"),
                tables: None,
            }))
        }
        "tables" => endless(JobKind::Tables, folder),
        other => panic!("{other}"),
    }
}

/// Waits until a job has left something, and says how much.
fn left(job: &JobHandle) -> usize {
    match job.spec().kind() {
        JobKind::Spot | JobKind::Preflop | JobKind::Toy => {
            while job.ask(NodeQuery::default()).unwrap().iteration < 3 {}
            let header = Checkpoint::open(&job.checkpoint().unwrap()).unwrap().header().clone();
            header.iterations as usize
        }
        JobKind::Boards | JobKind::Model => {
            let done = |event: Event| match event.detail {
                Some(Detail::Flop(progress)) => Some(progress.done),
                Some(Detail::Model(progress)) => Some(progress.solved),
                _ => None,
            };
            job.events().filter_map(done).find(|done| *done > 0).unwrap()
        }
        JobKind::Tables => {
            solving(job);
            // Tables are computed in batches of 64 and written in order: the first batch is there.
            while job.control().done() <= 64 {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            64
        }
        other => panic!("{other}"),
    }
}

/// How much of it another run begins with.
fn reused(job: &JobHandle) -> usize {
    let begins = |event: Event| match event.detail {
        Some(Detail::Boards(outline)) => Some(outline.solved),
        Some(Detail::Tables(outline)) => Some(outline.reused),
        Some(Detail::Model(progress)) => Some(progress.flops - progress.to_solve),
        _ => None,
    };
    match job.spec().kind() {
        JobKind::Boards | JobKind::Model | JobKind::Tables => {
            let reused = job.events().find_map(begins).unwrap();
            job.control().cancel();
            let _ = job.report();
            reused
        }
        _ => match &job.report().unwrap().report {
            JobReport::Spot(report) => report.iterations as usize,
            JobReport::BucketedSpot(report) => report.iterations as usize,
            JobReport::Preflop(report) => report.progress.iteration as usize,
            JobReport::Toy(report) => report.iterations as usize,
            other => panic!("{other:?}"),
        },
    }
}

/// Runs a job in a process of its own, and kills that process once it has left something; says how
/// much.
fn kill(name: &str, folder: &Path) -> usize {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::runs_until_it_is_killed", "--nocapture"])
        .env(KILLED_JOB, format!("{name} {}", folder.display()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let left = lines.find_map(|line| line.split_once("the job has left ")?.1.parse().ok());
    child.kill().unwrap();
    child.wait().unwrap();
    left.unwrap_or_else(|| panic!("{name} was killed at work"))
}

/// The other process of [`kill`]; without one there is nothing to run.
#[test]
fn runs_until_it_is_killed() {
    let Ok(text) = std::env::var(KILLED_JOB) else { return };
    let (name, folder) = text.split_once(' ').unwrap();
    let folder = Path::new(folder);
    let runtime = runtime(folder, Clock::system());
    let leaves = LEAVING.contains(&name);
    let job = runtime.submit(match leaves {
        true => leaving(name, folder, MANY, None),
        false => endless(kind_of(name), folder),
    });
    let left = if leaves { left(&job) } else { 0 };
    solving(&job);
    writeln!(std::io::stdout(), "the job has left {left}").unwrap();
    job.report().unwrap();
    // What has ended meanwhile is killed, too.
    std::thread::park();
}

fn kind_of(name: &str) -> JobKind {
    KINDS.into_iter().find(|kind| kind.to_string() == name).unwrap()
}

/// Solves go on from their checkpoint, runs over many flops and models keep the flops that they have
/// solved, and a file of tables keeps its tables.
#[test]
fn what_a_killed_job_has_left_is_where_the_next_one_begins() {
    for name in LEAVING {
        let folder = tempfile::tempdir().unwrap();
        let left = kill(name, folder.path());
        assert!(left > 0, "{name}");
        let runtime = runtime(folder.path(), Clock::system());
        // A solve that begins with more than it needs ends where it begins.
        let next = leaving(name, folder.path(), 1, Some(Resume::Own));
        let exact = matches!(next.kind(), JobKind::Spot | JobKind::Preflop | JobKind::Toy);
        let reused = reused(&runtime.submit(next));
        assert!(if exact { reused == left } else { reused >= left }, "{name}: {reused} of {left}");
    }
}

/// Jobs that leave nothing are started again in the same place.
#[test]
fn a_killed_job_that_has_left_nothing_is_started_again() {
    for kind in KINDS.into_iter().filter(|kind| !LEAVING.contains(&&*kind.to_string())) {
        let folder = tempfile::tempdir().unwrap();
        kill(&kind.to_string(), folder.path());
        let runtime = runtime(folder.path(), Clock::system());
        let job = runtime.submit(endless(kind, folder.path()));
        solving(&job);
        job.control().cancel();
        let cancelled = match job.report() {
            Ok(finished) => finished.cancelled,
            Err(error) => error.is_cancelled(),
        };
        assert!(cancelled, "{kind}: {:?}", job.report());
    }
}
