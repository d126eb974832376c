use std::time::{Duration, Instant};

use quasar::job::{Goal, RuntimeOptions};
use quasar::toy::{ToyGame, ToySpec};

use super::*;

/// Only a failing test waits so long.
const SOON: Duration = Duration::from_secs(60);

/// Others look at the table meanwhile.
#[test]
fn what_a_job_leaves_is_written_while_the_table_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = Runtime::new(RuntimeOptions { threads: 1, ..RuntimeOptions::default() });
    let runtime = Arc::new(runtime.unwrap());
    let goal = Goal { iterations: Some(1), ..Goal::NONE };
    let game = ToySpec { goal, ..ToySpec::new(ToyGame::Kuhn) };
    let outcome = runtime.submit(JobSpec::Toy(Box::new(game.into()))).report();
    let options = JobsOptions { jobs: NonZeroUsize::MIN, memory: None };
    let data = Data::open(folder.path()).unwrap();
    let jobs = Jobs::open(data, options, runtime).unwrap();
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
