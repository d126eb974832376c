//! `quasar solve-postflop`.

mod dashboard;
pub(crate) mod show;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use quasar::{Engine, PostflopReport, PostflopSpec, PostflopWatch};

use crate::error::Failure;
use crate::file::read_text;
use crate::output::Output;
use crate::progress::on_interrupt;

/// Work out what every flop is worth at every stack depth.
///
/// For each flop and stack-to-pot ratio the betting game over the 169 classes of
/// hands is solved, with the flop's equity table at showdowns. The result is a
/// folder that `quasar solve-preflop` uses. An interrupted run goes on where it
/// stopped when the command is given again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-postflop -c sample_configurations/AKQr_vs_234r_postflop.yaml -o out/
  quasar solve-postflop -c sample_configurations/postflop_exhaustive_fast.yaml -o model/
  quasar solve-postflop -c model.yaml -o model/ --set postflop_sprs=8 --no-tui

docs/MODEL.md describes the fields, and how good the model is.")]
pub(crate) struct PostflopArguments {
    /// The configuration, with a section `postflop_model`.
    #[arg(short, long, value_name = "FILE")]
    config: PathBuf,
    /// The folder of the result.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// A field of the section instead of that in the file.
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// The file of equity tables [default: cache/equity_tables.bin, or none].
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Threads to use; 0 means one for each processor. They change no result.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Lines of text instead of the dashboard.
    #[arg(long)]
    no_tui: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &PostflopArguments, output: &mut Output) -> Result<(), Failure> {
    let text = read_text(&arguments.config)?;
    let fields = overrides(&arguments.set)?;
    let spec = PostflopSpec::parse(&text, &fields)?;
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let watch = Arc::new(PostflopWatch::new());
    let cancelled = Arc::clone(&watch);
    on_interrupt(move || cancelled.cancel());
    let tui = !arguments.no_tui && !arguments.json && io::stdout().is_terminal();
    let report = solve(arguments, &spec, &engine, &watch, tui)?;
    if arguments.json {
        return output.json(&report);
    }
    show::report(&report, output)
}

/// Fields given as `FIELD=VALUE`.
pub(super) fn overrides(set: &[String]) -> Result<Vec<(&str, &str)>, Failure> {
    let field = |text| match str::split_once(text, '=') {
        Some((field, value)) => Ok((field.trim(), value.trim())),
        None => Err(Failure::Usage(format!("--set {text}: expected FIELD=VALUE"))),
    };
    set.iter().map(|text| field(text.as_str())).collect()
}

/// Solves in another thread, and shows how far it is in this one.
fn solve(
    arguments: &PostflopArguments,
    spec: &PostflopSpec,
    engine: &Engine,
    watch: &PostflopWatch,
    tui: bool,
) -> Result<PostflopReport, Failure> {
    let (folder, tables) = (arguments.output.as_path(), arguments.tables.as_deref());
    let report = thread::scope(|scope| {
        let work = scope.spawn(|| engine.solve_postflop(spec, folder, tables, watch));
        let mut shown = match tui {
            true => dashboard::Shown::full_screen(),
            false => dashboard::Shown::lines(),
        };
        while !work.is_finished() {
            shown.update(watch);
            thread::sleep(Duration::from_millis(20));
        }
        drop(shown);
        work.join()
    });
    match report {
        Ok(report) => Ok(report?),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
