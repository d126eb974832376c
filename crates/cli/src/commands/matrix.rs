//! `quasar matrix`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use quasar::cards::Board;
use quasar::{
    buckets::{Buckets, BucketsError, EquityMatrix, MatrixReport, read_matrix},
    job::Engine,
    request::read,
};

use crate::error::Failure;
use crate::file::{read_matrix_text, write_file};
use crate::output::{Output, left, right, right_owned, tell, thousands};
use crate::progress::{Shown, with_progress};

/// Compute the equities of buckets against each other on a river, or check a matrix.
///
/// An entry is the exact equity of a hand from the row's bucket against a hand from the
/// column's, over all pairs of hands that can be held together: 1 for a win, 1/2 for a
/// tie. If there is no such pair, it is `none`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quasar matrix river.buckets
  quasar matrix river.buckets --board Ts9s2c2d7h --csv matrix.csv
  quasar matrix --read matrix.csv --json")]
pub(crate) struct MatrixArguments {
    /// A file of buckets from `quasar buckets`.
    #[arg(required_unless_present = "read", conflicts_with = "read")]
    buckets: Option<PathBuf>,
    /// Check that the buckets are those of this river.
    #[arg(long, value_name = "CARDS", conflicts_with = "read")]
    board: Option<String>,
    /// Read a matrix from CSV instead: K rows of K numbers.
    #[arg(long, value_name = "FILE")]
    read: Option<PathBuf>,
    /// Write the matrix as CSV to a file, or to standard output.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    csv: Option<PathBuf>,
    /// Number of threads; 0 means one per processor.
    #[arg(long, default_value_t = 0, value_name = "N")]
    threads: usize,
    /// Print the report, with all entries, as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &MatrixArguments, output: &mut Output) -> Result<(), Failure> {
    let (matrix, board) = match (&arguments.read, &arguments.buckets) {
        (Some(path), _) => (read_csv(path)?, None),
        (None, path) => build(path.as_deref().unwrap_or(Path::new("")), arguments)?,
    };
    match &arguments.csv {
        Some(path) if path.as_os_str() == "-" => {
            return Ok(output.write_all(matrix.to_csv().as_bytes())?);
        }
        Some(path) => {
            write_file(path, |file| Ok(file.write_all(matrix.to_csv().as_bytes())?))?;
        }
        None => {}
    }
    let report = MatrixReport::of(&matrix, board);
    if arguments.json { output.json(&report) } else { Ok(write_report(&report, output)?) }
}

/// The matrix of the buckets of a file, and their board.
fn build(
    path: &Path,
    arguments: &MatrixArguments,
) -> Result<(EquityMatrix, Option<String>), Failure> {
    let wanted = match &arguments.board {
        Some(text) => Some(read("board", text, str::parse::<Board>)?),
        None => None,
    };
    let buckets = Buckets::open(path)?;
    let found = buckets.board();
    if let Some(wanted) = wanted.filter(|wanted| wanted.set() != found.set()) {
        let path = path.to_owned();
        return Err(BucketsError::OtherBoard { path, found, wanted }.into());
    }
    let engine = Engine::new(arguments.threads, Engine::DEFAULT_CACHE)?;
    let matrix =
        with_progress(Shown::Count("buckets"), |control| buckets.matrix(&engine, control))?;
    Ok((EquityMatrix::from(&matrix), Some(found.to_string())))
}

/// A matrix from a file; a warning says which entries were corrected.
fn read_csv(path: &Path) -> Result<EquityMatrix, Failure> {
    let (matrix, warning) = read_matrix(path, &read_matrix_text(path)?)?;
    if let Some(warning) = warning {
        tell(format_args!("warning: {}: {warning}", path.display()));
    }
    Ok(matrix)
}

/// Most buckets of a matrix that is shown in full.
const SHOWN: usize = 12;

fn write_report(report: &MatrixReport, output: &mut Output) -> io::Result<()> {
    let buckets = report.buckets;
    write!(output, "{0} x {0} equities", thousands(buckets as u64))?;
    match &report.board {
        Some(board) => writeln!(output, " on {board}")?,
        None => writeln!(output)?,
    }
    if report.none > 0 {
        let none = thousands(report.none as u64);
        writeln!(output, "{none} of them are none: their hands always share a card")?;
    }
    writeln!(output)?;
    let percent = |equity: &Option<f64>| match equity {
        Some(equity) => format!("{:.2}%", 100.0 * equity),
        None => "none".to_owned(),
    };
    if buckets > SHOWN {
        let rows: Vec<Vec<String>> = report.equities.iter().enumerate().map(spread).collect();
        let columns = [left("bucket"), right("lowest"), right("median"), right("highest")];
        return output.table(&columns, &rows);
    }
    let names = (0..buckets).map(|column| right_owned(format!("v {column}")));
    let columns: Vec<_> = [left("bucket")].into_iter().chain(names).collect();
    let row = |(row, entries): (usize, &Vec<Option<f64>>)| {
        [row.to_string()].into_iter().chain(entries.iter().map(percent)).collect()
    };
    let rows: Vec<Vec<String>> = report.equities.iter().enumerate().map(row).collect();
    output.table(&columns, &rows)
}

/// The lowest, median and highest entry of a row.
fn spread((bucket, entries): (usize, &Vec<Option<f64>>)) -> Vec<String> {
    let mut known: Vec<f64> = entries.iter().flatten().copied().collect();
    known.sort_by(f64::total_cmp);
    let show = |equity: Option<&f64>| match equity {
        Some(equity) => format!("{:.2}%", 100.0 * equity),
        None => "none".to_owned(),
    };
    let middle = known.get(known.len() / 2);
    vec![bucket.to_string(), show(known.first()), show(middle), show(known.last())]
}
