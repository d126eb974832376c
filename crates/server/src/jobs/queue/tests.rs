use std::time::{Duration, Instant};

use quasar::job::{Goal, RuntimeOptions};
use quasar::toy::{ToyGame, ToySpec};

use super::*;

/// Only a failing test waits so long.
const SOON: Duration = Duration::from_secs(60);

fn runtime() -> Arc<Runtime> {
    let options = RuntimeOptions { threads: 1, ..RuntimeOptions::default() };
    Arc::new(Runtime::new(options).unwrap())
}

fn one_iteration() -> JobSpec {
    let goal = Goal { iterations: Some(1), ..Goal::NONE };
    let game = ToySpec { goal, ..ToySpec::new(ToyGame::Kuhn) };
    JobSpec::Toy(Box::new(game.into()))
}

const ONE_AT_A_TIME: JobsOptions = JobsOptions { jobs: NonZeroUsize::MIN, memory: None };

/// Others look at the table meanwhile.
#[test]
fn what_a_job_leaves_is_written_while_the_table_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = runtime();
    let outcome = runtime.submit(one_iteration()).report();
    let data = Data::open(folder.path()).unwrap();
    let jobs = Jobs::open(data, ONE_AT_A_TIME, runtime).unwrap();
    let files = jobs.files("job");
    files.make().unwrap();
    let table = jobs.table();
    thread::scope(|scope| {
        scope.spawn(|| jobs.ended("job", &outcome));
        let start = Instant::now();
        while !files.report().exists() && start.elapsed() < SOON {
            thread::sleep(Duration::from_millis(1));
        }
        let written = files.report().exists();
        drop(table);
        assert!(written);
    });
}

/// Someone may have made room on the disk meanwhile.
#[test]
fn a_result_that_could_not_be_saved_is_computed_again_when_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let data = Data::open(folder.path()).unwrap();
    let jobs = Jobs::open(data, ONE_AT_A_TIME, runtime()).unwrap();
    let id = Jobs::submit(&jobs, one_iteration(), Vec::new()).unwrap().job.id;
    let wait = || {
        let start = Instant::now();
        while jobs.job(&id).unwrap().state != JobState::Done && start.elapsed() < SOON {
            thread::sleep(Duration::from_millis(1));
        }
    };
    wait();
    assert!(!Jobs::submit(&jobs, one_iteration(), Vec::new()).unwrap().started);
    let unsaved = Some("no space is left".to_owned());
    jobs.table().entries.get_mut(&id).unwrap().record.error = unsaved;
    assert!(Jobs::submit(&jobs, one_iteration(), Vec::new()).unwrap().started);
    wait();
    let job = jobs.job(&id).unwrap();
    assert_eq!((job.state, job.error), (JobState::Done, None));
}
