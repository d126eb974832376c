//! `quasar solve-one`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use quasar::{
    decision::{OneHandReport, OneReport, SpotFile},
    job::{JobReport, JobSpec, RuntimeOptions},
};

use crate::error::Failure;
use crate::file::{read_matrix_text, read_text};
use crate::node_text;
use crate::output::{Output, left, right, right_owned, tell_warnings};
use crate::progress::run_job;
use crate::solve_progress::done;
use crate::units::{duration, fixed, percent};

/// Solve one decision of a hand.
///
/// The file describes the state of a hand between two players in JSON: chips of each
/// seat, board, ranges, bet sizes and when to stop. The answer has legal actions with
/// amounts, their frequencies for the range and for each hand, EV, exploitability and
/// method: as tables on a terminal, as JSON where the output goes to a file or a program.
/// Ranges may also be weights of buckets, with a matrix of the buckets' equities against
/// each other.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar solve-one sample_configurations/one_decision.json
  quasar solve-one sample_configurations/one_decision_buckets.json
  quasar solve-one spot.json --json
  cat spot.json | quasar solve-one -

See docs/SOLVER.md for the fields of the file.")]
pub(crate) struct SolveOneArguments {
    /// The file that describes the spot; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the report as JSON [default if the output is not a terminal].
    #[arg(long)]
    json: bool,
    /// Print tables [default on a terminal].
    #[arg(long, conflicts_with = "json")]
    table: bool,
    /// Number of threads [default: one per processor].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(arguments: &SolveOneArguments, output: &mut Output) -> Result<(), Failure> {
    let path = &arguments.file;
    let mut file = SpotFile::parse(&read_text(path)?)?;
    if let Some(matrix) = file.matrix_path() {
        // The path is relative to the file, not to the current folder.
        let matrix = path.parent().unwrap_or(Path::new("")).join(matrix);
        file.set_matrix(read_matrix_text(&matrix)?);
    }
    let threads = arguments.threads.unwrap_or(0);
    let options = RuntimeOptions { threads, ..RuntimeOptions::default() };
    let finished = run_job(options, JobSpec::Decision(Box::new(file)), |_, _| Ok(()))?;
    let JobReport::Decision(report) = &finished.report else { return Err(Failure::Cancelled) };
    tell_warnings(&report.warnings);
    // Programs have always got JSON without asking for it.
    let tables = arguments.table || (!arguments.json && io::stdout().is_terminal());
    if tables {
        show(report, output)?
    } else {
        output.json(&**report)?
    }
    done(&finished)
}

/// Most hands of a table; JSON has all.
const MOST_HANDS: usize = 50;

fn show(report: &OneReport, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "seat {} acts; {}", report.to_act, report.method)?;
    if report.chip_scale > 1 {
        writeln!(output, "chips: 1 in the request is {} here (chip_scale)", report.chip_scale)?;
    }
    writeln!(
        output,
        "EV {}, exploitability {} chips, {}% of the pot, {}\n",
        node_text::chips(report.ev),
        fixed(report.exploitability, 3),
        fixed(report.exploitability_percent, 3),
        duration(report.seconds).trim_end(),
    )?;
    node_text::actions(&report.actions, output)?;
    let names = report.actions.iter().map(|action| right_owned(action.action.clone()));
    let mut columns = vec![left("hand"), right("weight")];
    columns.extend(names);
    columns.push(right("EV"));
    let row = |hand: &OneHandReport| {
        let frequencies = hand.frequencies.iter().map(|&part| percent(f64::from(part), 1));
        let first = [hand.hand.clone(), fixed(f64::from(hand.weight), 3)];
        first.into_iter().chain(frequencies).chain([node_text::chips(hand.ev)]).collect()
    };
    let rows: Vec<Vec<String>> = report.hands.iter().take(MOST_HANDS).map(row).collect();
    writeln!(output)?;
    output.table(&columns, &rows)?;
    if report.hands.len() > MOST_HANDS {
        writeln!(output, "… {} more; --json has all", report.hands.len() - MOST_HANDS)?;
    }
    Ok(())
}
