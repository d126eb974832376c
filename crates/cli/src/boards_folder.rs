//! The files beside the saves of many flops.
//!
//! `flops.txt` lists which flops were asked for and how much each counts, in the form
//! that `--flops @FILE` reads; `report.csv` and `report.parquet` are the report.

use std::fs;
use std::io::Write;
use std::path::Path;

use quasar::{BoardsReport, FlopChoice, WeightedFlop};

use crate::boards_table::columns;
use crate::data::{ParquetFile, csv_heading, csv_rows};
use crate::error::Failure;
use crate::file::{fill_file, read_text, write_file};

const FLOPS: &str = "flops.txt";

/// Writes the list of flops, and the folder if it is missing.
pub(crate) fn write_flops(folder: &Path, flops: &[WeightedFlop]) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|source| Failure::File { path: folder.to_owned(), source })?;
    write_file(&folder.join(FLOPS), |output| {
        for flop in flops {
            writeln!(output, "{}:{}", flop.board, flop.weight)?;
        }
        Ok(())
    })
}

/// The flops that a folder is about.
pub(crate) fn read_flops(folder: &Path) -> Result<Vec<WeightedFlop>, Failure> {
    let path = folder.join(FLOPS);
    match FlopChoice::parse(&read_text(&path)?)? {
        FlopChoice::List(list) => {
            let flop = |(board, weight): (_, Option<f64>)| WeightedFlop {
                board,
                weight: weight.unwrap_or(1.0),
            };
            Ok(list.into_iter().map(flop).collect())
        }
        _ => Err(Failure::Usage(format!("{}: is not a list of flops", path.display()))),
    }
}

/// Writes the report as CSV and Parquet.
pub(crate) fn write_reports(folder: &Path, report: &BoardsReport) -> Result<(), Failure> {
    let columns = columns(report);
    write_file(&folder.join("report.csv"), |output| {
        csv_heading(&columns, output)?;
        Ok(csv_rows(&columns, output)?)
    })?;
    fill_file(&folder.join("report.parquet"), |file| {
        let mut parquet = ParquetFile::new(file, &columns)?;
        parquet.write(&columns)?;
        parquet.finish()
    })
}
