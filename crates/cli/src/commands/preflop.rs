//! `quasar solve-preflop`.

pub(crate) mod show;
mod tell;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use quasar::game::Line;
use quasar::{
    Ended, Engine, JobControl, PreflopBundle, PreflopJob, PreflopSolveSpec, push_fold, read,
};

use self::tell::Teller;
use super::postflop::overrides;
use super::solve::limit;
use crate::error::Failure;
use crate::file::{read_text, write_file};
use crate::output::Output;
use crate::progress::on_interrupt;

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
    #[arg(long, value_name = "STACK", conflicts_with_all = ["config", "output", "set"])]
    push_fold: Option<f64>,
    /// The folder of the result.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// What each player brings, in big blinds.
    #[arg(long, value_name = "STACK")]
    stack_depth: Option<f64>,
    /// Most iterations.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// The exploitability to reach, in thousandths of a big blind a hand.
    #[arg(long, value_name = "MBB")]
    target: Option<f64>,
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
        let report = push_fold(stack)?;
        return match arguments.json {
            true => output.json(&report),
            false => show::push_fold(&report, output),
        };
    }
    let line = read("--line", &arguments.line, str::parse::<Line>)?;
    let spec = spec(arguments)?;
    if arguments.checkpoint.is_some() && spec.exact.is_some() {
        let text = "--checkpoint does not go with leaf: exact: rounds cannot go on from one";
        return Err(Failure::Usage(text.to_owned()));
    }
    let mut job = PreflopJob::new(spec, arguments.threads)?;
    job.limit_memory(limit::available().unwrap_or(u64::MAX));
    // A line that is not there is told before a long solve.
    job.report(Ended::Cancelled, &line)?;
    if let Some(bytes) = arguments.checkpoint.as_ref().and_then(|path| fs::read(path).ok()) {
        job.restore(&bytes)?;
    }
    let control = Arc::new(JobControl::new());
    let cancelled = Arc::clone(&control);
    on_interrupt(move || cancelled.cancel());
    let mut failed = None;
    let keep = |bytes: Vec<u8>| {
        if let Some(path) = &arguments.checkpoint
            && let Err(error) = write_file(path, |file| Ok(file.write_all(&bytes)?))
        {
            failed = Some(error);
            control.cancel();
        }
    };
    let mut teller = Teller::new(arguments.json);
    let ended = job.run(&control, |event| teller.tell(event), keep)?;
    if let Some(error) = failed {
        return Err(error);
    }
    if let Some(path) = &arguments.checkpoint {
        let bytes = job.checkpoint();
        write_file(path, |file| Ok(file.write_all(&bytes)?))?;
    }
    if let Some(folder) = &arguments.output {
        PreflopBundle::write(folder, &mut job)?;
    }
    let report = job.report(ended, &line)?;
    match arguments.json {
        true => output.json(&report),
        false => show::report(&report, output),
    }
}

fn spec(arguments: &PreflopArguments) -> Result<PreflopSolveSpec, Failure> {
    let text = match &arguments.config {
        Some(path) => read_text(path)?,
        None => EXAMPLE.to_owned(),
    };
    let stack = arguments.stack_depth.map(|stack| stack.to_string());
    let iterations = arguments.iterations.map(|iterations| iterations.to_string());
    let target = arguments.target.map(|target| target.to_string());
    let model = arguments.model.as_ref().map(|path| path.display().to_string());
    let mut fields = overrides(&arguments.set)?;
    for (field, value) in [
        ("stacks", &stack),
        ("iterations", &iterations),
        ("preflop_exploitability_threshold_mbb", &target),
        ("postflop_model_path", &model),
    ] {
        fields.extend(value.as_ref().map(|value| (field, value.as_str())));
    }
    Ok(PreflopSolveSpec::parse(&text, &fields)?)
}
