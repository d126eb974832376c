//! The report next to the saves of many flops: `report.csv` and `report.parquet`.

use std::path::Path;

use quasar::spot::BoardsReport;
use quasar_export::{ParquetFile, csv_heading, csv_rows};

use crate::boards_table::columns;
use crate::error::Failure;
use crate::file::{fill_file, write_file};

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
        Ok(parquet.finish()?)
    })
}
