//! `quasar buckets FILE --hand`, `--range` and `--export`: from hands to buckets.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use quasar::buckets::Buckets;
use quasar::cards::{Combo, Game, Range};
use quasar::equity::hand_orders;
use quasar::request::read;
use quasar_export::{DataColumn, ParquetFile, Values, csv_heading, csv_rows};

use crate::error::Failure;
use crate::file::{fill_file, write_file};
use crate::output::{Output, decimal, left, right};
use crate::units::{fixed, percent};

/// The bucket of a hand.
pub(super) fn hand(
    buckets: &Buckets,
    text: &str,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let report = buckets.hand(&read("--hand", text, str::parse::<Combo>)?)?;
    if json {
        return output.json(&report);
    }
    writeln!(output, "{}: bucket {}\n", report.hand, report.bucket)?;
    let row = |feature: &quasar::buckets::FeatureReport| {
        vec![feature.feature.to_owned(), fixed(feature.value.into(), 4)]
    };
    let rows: Vec<Vec<String>> = report.features.iter().map(row).collect();
    Ok(output.table(&[left("feature"), right("value")], &rows)?)
}

/// The weights of a range, the largest first.
pub(super) fn range(
    buckets: &Buckets,
    text: &str,
    rows: usize,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let parse = |text: &str| Range::parse_with(Game::Plo4, text, hand_orders());
    let report = buckets.weights(&read("--range", text, parse)?);
    if json {
        return output.json(&report);
    }
    let mut order: Vec<(usize, f64)> = report.weights.iter().copied().enumerate().collect();
    order.retain(|(_, weight)| *weight > 0.0);
    order.sort_by(|one, other| other.1.total_cmp(&one.1));
    writeln!(
        output,
        "{} combos on {} in {} of {} buckets\n",
        decimal(report.combos),
        report.board,
        order.len(),
        report.weights.len(),
    )?;
    let row = |(bucket, weight): &(usize, f64)| {
        vec![bucket.to_string(), decimal(*weight), percent(weight / report.combos, 2)]
    };
    let shown: Vec<Vec<String>> = order.iter().take(rows).map(row).collect();
    output.table(&[left("bucket"), right("combos"), right("share")], &shown)?;
    if order.len() > rows {
        writeln!(output, "… and {} with fewer combos", order.len() - rows)?;
    }
    Ok(())
}

/// Every hand with its bucket and features, by the ending of the file's name.
pub(super) fn export(buckets: &Buckets, path: &Path) -> Result<(), Failure> {
    match path.extension().and_then(OsStr::to_str) {
        Some("csv") => write_file(path, |output| {
            let columns = columns(buckets);
            csv_heading(&columns, output)?;
            Ok(csv_rows(&columns, output)?)
        }),
        Some("parquet") => fill_file(path, |file| {
            let columns = columns(buckets);
            let mut parquet = ParquetFile::new(file, &columns)?;
            parquet.write(&columns)?;
            Ok(parquet.finish()?)
        }),
        _ => Err(Failure::Usage(format!(
            "--export {}: the file must end with .csv or .parquet",
            path.display()
        ))),
    }
}

fn columns(buckets: &Buckets) -> Vec<DataColumn> {
    let set = buckets.spec().features;
    let hands = buckets.hands().map(|hand| hand.to_string()).collect();
    let labels = buckets.labels().iter().map(|&label| Some(label.into())).collect();
    let mut columns = vec![
        DataColumn::new("hand", Values::Text(hands)),
        DataColumn::new("bucket", Values::Count(labels)),
    ];
    for (place, name) in set.columns().iter().enumerate() {
        let rows = buckets.features().chunks_exact(set.dims());
        let values = rows.map(|row| Some(row[place])).collect();
        columns.push(DataColumn::new(name.replace([' ', ','], "_"), Values::Single(values)));
    }
    columns
}
