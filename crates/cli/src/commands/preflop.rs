//! `quasar solve-preflop`.

pub(crate) mod show;
mod tell;

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use quasar::game::Line;
use quasar::{
    job::{
        CheckpointPlace, Engine, FileWritten, JobReport, JobSpec, NodeQuery, PreflopRun,
        RuntimeOptions,
    },
    preflop::{PreflopPatch, PreflopSolveSpec, PushFoldOptions, push_fold},
    request::values::quantities::{AnyCount, Blinds, TargetMbb},
    request::values::{Many, Num, Text},
    request::{At, read},
};

use self::tell::Teller;
use crate::error::Failure;
use crate::fields::set_fields;
use crate::file::read_text;
use crate::output::{Output, tell};
use crate::progress::run_job;
use crate::solve_progress::done;

/// What is solved when nothing is asked for.
const EXAMPLE: &str = include_str!("../../../../sample_configurations/preflop_25bb.yaml");

/// Solve heads-up Hold'em before the flop.
///
/// Exact over the 169 classes: all-ins by the exact equities of all boards, and
/// flops by the bundle of `quasar solve-postflop` that the configuration names, at
/// the pot and stacks of each line. Without a bundle a flop is worth the equity,
/// and the output says so. With `leaf: exact` flops are solved exactly at the ranges
/// that get there, by turns with the game before the flop.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-preflop --push-fold 10
  quasar solve-preflop -c sample_configurations/preflop_25bb.yaml
  quasar solve-preflop -c preflop.yaml --model model/ --stack-depth 40 -o strategy/
  quasar solve-preflop -c preflop.yaml --line r:0:b2000 --json
  quasar solve-preflop -c preflop.yaml --set leaf=exact --set exact.flops=2
  quasar inspect strategy/ --line r:0:b2000

Lines are those of PioSOLVER, in thousandths of a big blind: r:0:b2000 is a raise to
2 big blinds. docs/MODEL.md describes the fields.")]
pub(crate) struct PreflopArguments {
    /// The configuration [default: an example with 25 big blinds].
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the charts of all-in or fold at this stack in big blinds.
    #[arg(
        long, value_name = "STACK",
        conflicts_with_all = ["config", "output", "set", "stack_depth", "model", "checkpoint"]
    )]
    push_fold: Option<f64>,
    /// The folder of the result.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// What each player brings, in big blinds.
    #[arg(long, value_name = "STACK")]
    stack_depth: Option<Num<Blinds>>,
    /// Most iterations.
    #[arg(long, value_name = "N")]
    iterations: Option<Num<AnyCount>>,
    /// The exploitability to reach, in thousandths of a big blind a hand.
    #[arg(long, value_name = "MBB")]
    target: Option<Num<TargetMbb>>,
    /// The bundle that says what flops are worth.
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
    /// Any other field, such as raise_cap=3.
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// The decision to show.
    #[arg(long, value_name = "LINE", default_value = "r:0")]
    line: String,
    /// A file for checkpoints; an unfinished solve in it goes on.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Threads for exact solves of flops; 0 means one for each processor.
    #[arg(
        long, default_value_t = 0, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(..=Engine::MOST_THREADS as u64)
    )]
    threads: usize,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &PreflopArguments, output: &mut Output) -> Result<(), Failure> {
    if let Some(stack) = arguments.push_fold {
        let default = PushFoldOptions::default();
        let options = PushFoldOptions {
            iterations: arguments.iterations.map_or(default.iterations, |count| count.get()),
            target: arguments.target.map_or(default.target, |target| target.get()),
        };
        let report = push_fold(stack, &options)?;
        return match arguments.json {
            true => output.json(&report),
            false => show::push_fold(&report, output),
        };
    }
    read("--line", &arguments.line, str::parse::<Line>)?;
    let checkpoint = match &arguments.checkpoint {
        Some(path) => CheckpointPlace::Kept(path.clone()),
        None => CheckpointPlace::Automatic,
    };
    let run = PreflopRun {
        game: spec(arguments)?,
        output: arguments.output.clone(),
        checkpoint,
        show: NodeQuery::at(&arguments.line),
    };
    let options = RuntimeOptions { threads: arguments.threads, ..RuntimeOptions::default() };
    let mut teller = Teller::new(arguments.json);
    let finished = run_job(options, JobSpec::Preflop(Box::new(run)), |event, _| {
        teller.tell(event);
        Ok(())
    })?;
    let JobReport::Preflop(report) = &finished.report else { return Err(Failure::Cancelled) };
    match arguments.json {
        true => output.json(&**report)?,
        false => show::report(report, output)?,
    }
    for file in finished.files.iter().filter(|file| file.what == FileWritten::Checkpoint) {
        if arguments.checkpoint.is_none() {
            let path = file.path.display();
            tell(format_args!("checkpoint written to {path}; --checkpoint {path} resumes from it"));
        }
    }
    done(&finished)
}

fn spec(arguments: &PreflopArguments) -> Result<PreflopSolveSpec, Failure> {
    let text = match &arguments.config {
        Some(path) => read_text(path)?,
        None => EXAMPLE.to_owned(),
    };
    let mut patch = PreflopPatch {
        stack: arguments.stack_depth.map(|stack| Many(vec![stack]).into()),
        iterations: arguments.iterations.map(At::from),
        target: arguments.target.map(At::from),
        model: arguments.model.as_ref().map(|path| Text::from(path.display()).into()),
        ..PreflopPatch::default()
    };
    set_fields(&mut patch, &arguments.set, "")?;
    Ok(PreflopSolveSpec::parse_with(&text, &patch)?)
}
