//! `quasar solve --toy`: toy games with known values.

use quasar::job::{JobReport, JobSpec, RuntimeOptions, ToyRun};
use quasar::request::values::{Name, Num, Text, Time};
use quasar::request::{AlgorithmDocument, At};
use quasar::toy::{ToyDocument, ToyGame, ToySpec};

use super::checkpoint::{checkpoint, resume};
use super::{SolveArguments, show_toy};
use crate::error::Failure;
use crate::output::Output;
use crate::progress::run_job;
use crate::solve_progress::{SolveShown, SolveWatch, done, tell_files};

pub(super) fn run(
    arguments: &SolveArguments,
    toy: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let game: ToyGame = toy.parse()?;
    let mut watch = SolveWatch::new(SolveShown::Toy);
    let spec = spec(arguments, game)?;
    let run = ToyRun { resume: resume(arguments), checkpoint: checkpoint(arguments), game: spec };
    let spec = JobSpec::Toy(Box::new(run));
    let finished = run_job(RuntimeOptions::default(), spec, |event, _| {
        watch.event(event);
        Ok(())
    })?;
    tell_files(&finished.files);
    let JobReport::Toy(report) = &finished.report else { return Err(Failure::Cancelled) };
    match arguments.json {
        true => output.json(&**report)?,
        false => show_toy::report(report, game.known_value(), arguments.all, output)?,
    }
    done(&finished)
}

fn spec(arguments: &SolveArguments, game: ToyGame) -> Result<ToySpec, Failure> {
    let document = ToyDocument {
        game: Some(Text::from(game).into()),
        target: arguments.target.and_then(|target| Num::new(target.get())).map(At::from),
        iterations: arguments.iterations.map(At::from),
        time: arguments.time.map(|time| Time(time).into()),
        check_every: arguments.check_every.map(At::from),
        algorithm: arguments.algorithm.map(|name| AlgorithmDocument {
            name: Some(Name(name).into()),
            ..AlgorithmDocument::default()
        }),
        updates: arguments.updates.map(|updates| Name(updates).into()),
        precision: arguments.precision.map(|precision| Name(precision).into()),
        threads: arguments.threads.map(At::from),
        ..ToyDocument::default()
    };
    Ok(ToySpec::try_from(document)?)
}
