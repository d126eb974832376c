//! `quasar solve-preflop`.

pub(crate) mod omaha;
pub(crate) mod show;
mod tell;

use std::io::Write;
use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use quasar::game::Line;
use quasar::{
    job::{
        CheckpointPlace, Engine, FileWritten, JobReport, JobSpec, NodeQuery, PreflopRun, Resume,
        RuntimeOptions, WrittenFile,
    },
    preflop::{OmahaTree, PreflopPatch, PreflopSolveSpec, PushFoldOptions, Stacks, push_fold},
    request::values::quantities::{AnyCount, Blinds, TargetMbb},
    request::values::{Many, Num, Text},
    request::{At, read},
};

use self::tell::Teller;
use crate::error::Failure;
use crate::fields::set_fields;
use crate::file::read_text;
use crate::output::Output;
use crate::progress::run_job;
use crate::solve_progress::{done, tell_file};
use crate::units::parse_bytes;

/// The configuration that is solved by default.
const EXAMPLE: &str = include_str!("../../../../sample_configurations/preflop_25bb.yaml");

/// Solve heads-up play before the flop, in Hold'em or four-card Omaha.
///
/// Hold'em is solved over the 169 classes. All-ins use exact equities over all boards.
/// Flops are valued by the bundle of `quasar solve-postflop` that the configuration
/// names, at the pot and stacks of each line. Without a bundle, a flop is valued by
/// equity alone, and the output says so. With `leaf: exact`, flops are solved exactly at
/// the ranges that reach them, alternating with the preflop game. With `leaf: streets`,
/// every line is played to the river on a subset of flops, in one solve that takes
/// gigabytes; its size is printed first.
///
/// Do not use equity or the model of flops for stacks above 25 big blinds: neither knows
/// turns and rivers, so the solution defends too little there, and with the wrong hands.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-preflop --push-fold 10
  quasar solve-preflop --game plo4 --push-fold 8 -o plo4/
  quasar solve-preflop --game plo4 --push-fold 2-10,12,15 -o plo4/
  quasar solve-preflop --game plo4 --pot-tree 8
  quasar solve-preflop -c sample_configurations/preflop_25bb.yaml
  quasar solve-preflop -c preflop.yaml --model model/ --stack-depth 40 -o strategy/
  quasar solve-preflop -c preflop.yaml --line r:0:b2000 --json
  quasar solve-preflop -c preflop.yaml --set leaf=exact --set exact.flops=2
  quasar solve-preflop -c sample_configurations/preflop_streets.yaml --memory 16GB
  quasar inspect strategy/ --line r:0:b2000

Lines are written as in PioSOLVER, in thousandths of a big blind: r:0:b2000 is a raise
to 2 big blinds. See docs/MODEL.md for the fields.")]
pub(crate) struct PreflopArguments {
    /// The configuration [default: an example with 25 big blinds].
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print push-or-fold charts for this stack in big blinds. With --game plo4 several stacks,
    /// such as 2,4,8 or 2-10,12, are solved together.
    #[arg(
        long, value_name = "STACK",
        conflicts_with_all = ["config", "set", "stack_depth", "model", "checkpoint", "resume"]
    )]
    push_fold: Option<Stacks>,
    /// Solve four-card Omaha with pot-size raises until all-in, for this stack in big
    /// blinds or for several; calls before that are checked down.
    #[arg(
        long, value_name = "STACK",
        conflicts_with_all =
            ["push_fold", "config", "set", "stack_depth", "model", "checkpoint", "resume"]
    )]
    pot_tree: Option<Stacks>,
    /// The game; plo4 works with --push-fold and --pot-tree.
    #[arg(long, value_enum, default_value_t = GameName::Holdem)]
    game: GameName,
    /// The folder for the result; with several stacks, one subfolder each, such as 8bb.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// The stack of each player in big blinds.
    #[arg(long, value_name = "STACK")]
    stack_depth: Option<Num<Blinds>>,
    /// Maximum number of iterations.
    #[arg(long, value_name = "N")]
    iterations: Option<Num<AnyCount>>,
    /// The exploitability to reach, in thousandths of a big blind per hand.
    #[arg(long, value_name = "MBB")]
    target: Option<Num<TargetMbb>>,
    /// The bundle that values flops.
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
    /// Any other field, such as raise_cap=3.
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// The decision to show.
    #[arg(long, value_name = "LINE", default_value = "r:0")]
    line: String,
    /// The checkpoint file; an unfinished solve in it is resumed.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Resume from the checkpoint.
    #[arg(long)]
    resume: bool,
    /// Memory limit for play to the river, such as 16GB. If the configuration names no flops or
    /// sizes, the largest subset and the richest sizes that fit are solved [default: what the
    /// system has available].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Print what play to the river would solve and the memory it would take, and exit.
    #[arg(long, conflicts_with_all = ["push_fold", "output", "checkpoint", "resume", "json"])]
    dry_run: bool,
    /// Number of threads for exact solves of flops and play to the river; 0 means one per
    /// processor.
    #[arg(
        long, default_value_t = 0, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(..=Engine::MOST_THREADS as u64)
    )]
    threads: usize,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GameName {
    /// No-limit Hold'em.
    Holdem,
    /// Omaha with four cards.
    Plo4,
}

impl PreflopArguments {
    /// The runtime of a solve.
    fn runtime(&self) -> RuntimeOptions {
        RuntimeOptions { threads: self.threads, memory: self.memory, ..RuntimeOptions::default() }
    }
}

pub(crate) fn run(arguments: &PreflopArguments, output: &mut Output) -> Result<(), Failure> {
    match (arguments.game, &arguments.push_fold, &arguments.pot_tree) {
        (GameName::Plo4, Some(stacks), None) => {
            return omaha::run(arguments, stacks, OmahaTree::PushFold, output);
        }
        (GameName::Plo4, None, Some(stacks)) => {
            return omaha::run(arguments, stacks, OmahaTree::Pot, output);
        }
        (GameName::Plo4, ..) => {
            return Err(Failure::Usage("--game plo4 needs --push-fold or --pot-tree".to_owned()));
        }
        (GameName::Holdem, _, Some(_)) => {
            return Err(Failure::Usage("--pot-tree needs --game plo4".to_owned()));
        }
        (GameName::Holdem, Some(_), None) if arguments.output.is_some() => {
            return Err(Failure::Usage("--push-fold with --output needs --game plo4".to_owned()));
        }
        _ => {}
    }
    if let Some(stacks) = &arguments.push_fold {
        let one = || Failure::Usage("several stacks need --game plo4".to_owned());
        let stack = stacks.single().ok_or_else(one)?;
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
    if arguments.dry_run {
        let allowed = arguments.runtime().memory_limit().bytes;
        let plan = spec(arguments)?.streets_plan(arguments.threads, allowed)?;
        match plan {
            Some(plan) => writeln!(output, "{}", tell::streets(&plan))?,
            None => writeln!(output, "no game to the river: a few megabytes")?,
        }
        return Ok(());
    }
    read("--line", &arguments.line, str::parse::<Line>)?;
    let checkpoint = match &arguments.checkpoint {
        Some(path) => CheckpointPlace::Kept(path.clone()),
        None => CheckpointPlace::Automatic,
    };
    let run = PreflopRun {
        game: spec(arguments)?,
        resume: arguments.resume.then_some(Resume::Own),
        output: arguments.output.clone(),
        checkpoint,
        show: NodeQuery::at(&arguments.line),
    };
    let mut teller = Teller::new(arguments.json);
    let finished = run_job(arguments.runtime(), JobSpec::Preflop(Box::new(run)), |event, _| {
        teller.tell(event);
        Ok(())
    })?;
    let JobReport::Preflop(report) = &finished.report else { return Err(Failure::Cancelled) };
    match arguments.json {
        true => output.json(&**report)?,
        false => show::report(report, output)?,
    }
    if arguments.checkpoint.is_none() {
        let is_checkpoint = |file: &&WrittenFile| file.what == FileWritten::Checkpoint;
        finished.files.iter().filter(is_checkpoint).for_each(tell_file);
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
