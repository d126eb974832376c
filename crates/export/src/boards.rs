//! The report over many flops, next to their saves: `report.csv` and `report.parquet`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use quasar::files::ExportFile;
use quasar::spot::{BoardReport, BoardsReport};

use crate::ExportError;
use crate::data::{DataColumn, ParquetFile, Values, csv_heading, csv_rows};

/// What the last row has in place of a flop.
pub const MEAN: &str = "mean";

/// The report as columns: a row for each flop, then the mean.
pub fn boards_columns(report: &BoardsReport) -> Vec<DataColumn> {
    let BoardsReport { boards, mean, actions, .. } = report;
    let texts = boards.iter().map(|board| board.flop.clone()).chain([MEAN.to_owned()]);
    let doubles = |of: &dyn Fn(&BoardReport) -> Option<f64>, last: Option<f64>| {
        Values::Double(boards.iter().map(of).chain([last]).collect())
    };
    let iterations = boards.iter().map(|board| Some(board.iterations.into())).chain([None]);
    let mut columns = vec![
        DataColumn::new("flop", Values::Text(texts.collect())),
        DataColumn::new("weight", doubles(&|board| Some(board.weight), Some(mean.weight))),
        DataColumn::new("chance", doubles(&|board| Some(board.chance), Some(1.0))),
    ];
    for (side, player) in ["oop", "ip"].into_iter().enumerate() {
        let mut add = |name: &str, values| {
            columns.push(DataColumn::new(format!("{player}_{name}"), values));
        };
        add("equity", doubles(&|board| Some(board.equity[side]), Some(mean.equity[side])));
        add("ev", doubles(&|board| Some(board.ev[side]), Some(mean.ev[side])));
        add("eqr", doubles(&|board| board.eqr[side], mean.eqr[side]));
    }
    columns.extend([
        DataColumn::new(
            "exploitability",
            doubles(&|board| Some(board.exploitability), Some(mean.exploitability)),
        ),
        DataColumn::new(
            "exploitability_percent",
            doubles(&|board| Some(board.exploitability_percent), Some(mean.exploitability_percent)),
        ),
        DataColumn::new("iterations", Values::Count(iterations.collect())),
        DataColumn::new("seconds", doubles(&|board| Some(board.seconds), None)),
    ]);
    for (number, action) in actions.iter().enumerate() {
        let frequency = |board: &BoardReport| board.frequencies.get(number).copied();
        let last = mean.frequencies.get(number).copied();
        columns.push(DataColumn::new(action.clone(), doubles(&frequency, last)));
    }
    columns
}

/// Writes the report into the folder of the saves as CSV and Parquet, each whole or not at all.
pub fn write_boards(folder: &Path, report: &BoardsReport) -> Result<(), ExportError> {
    let columns = boards_columns(report);
    write_file(&folder.join("report.csv"), |file| {
        let mut output = BufWriter::new(file);
        csv_heading(&columns, &mut output)?;
        csv_rows(&columns, &mut output)?;
        Ok(output.flush()?)
    })?;
    write_file(&folder.join("report.parquet"), |file| {
        let mut parquet = ParquetFile::new(file, &columns)?;
        parquet.write(&columns)?;
        parquet.finish()
    })
}

fn write_file(
    path: &Path,
    fill: impl FnOnce(File) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let place = ExportFile::claim(path)?;
    fill(place.file()?).map_err(|error| match error {
        ExportError::Output(source) => ExportError::Write { path: path.to_owned(), source },
        other => other,
    })?;
    Ok(place.put_in_place()?)
}
