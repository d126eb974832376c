//! `quasar solve-postflop`.

mod dashboard;
pub(crate) mod show;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use quasar::{
    job::{Detail, JobReport, JobSpec, ModelRun, RuntimeOptions},
    model::{PostflopPatch, PostflopSpec},
};

use crate::error::Failure;
use crate::fields::set_fields;
use crate::file::read_text;
use crate::output::Output;
use crate::progress::run_job;

/// Compute the value of every flop at every stack depth.
///
/// For each flop and stack-to-pot ratio, the betting game over the 169 classes is
/// solved, with the flop's equity table at showdowns. The result is a folder that
/// `quasar solve-preflop` uses. To resume an interrupted run, repeat the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-postflop -c sample_configurations/AKQr_vs_234r_postflop.yaml -o out/
  quasar solve-postflop -c sample_configurations/postflop_exhaustive_fast.yaml -o model/
  quasar solve-postflop -c model.yaml -o model/ --set spr=8 --no-tui

See docs/MODEL.md for the fields and the accuracy of the model.")]
pub(crate) struct PostflopArguments {
    /// The configuration of the model.
    #[arg(short, long, value_name = "FILE")]
    config: PathBuf,
    /// The folder for the result.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Override a field of the configuration.
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// The file of equity tables [default: cache/equity_tables.bin, if it exists].
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Number of threads; 0 means one per processor. It does not change results.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Show progress as lines of text instead of the dashboard.
    #[arg(long)]
    no_tui: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &PostflopArguments, output: &mut Output) -> Result<(), Failure> {
    let text = read_text(&arguments.config)?;
    let mut patch = PostflopPatch::default();
    set_fields(&mut patch, &arguments.set, "")?;
    let run = ModelRun {
        model: PostflopSpec::parse_with(&text, &patch)?,
        output: arguments.output.clone(),
        tables: arguments.tables.clone(),
    };
    let tui = !arguments.no_tui && !arguments.json && io::stdout().is_terminal();
    let mut shown = match tui {
        true => dashboard::Shown::full_screen(),
        false => dashboard::Shown::lines(),
    };
    let options = RuntimeOptions { threads: arguments.threads, ..RuntimeOptions::default() };
    let finished = run_job(options, JobSpec::Model(Box::new(run)), |event, control| {
        if let Some(Detail::Model(snapshot)) = &event.detail {
            shown.update(snapshot, control);
        }
        Ok(())
    });
    drop(shown);
    let finished = finished?;
    let JobReport::Model(report) = &finished.report else { return Err(Failure::Cancelled) };
    if arguments.json {
        return output.json(&**report);
    }
    show::report(report, output)
}
