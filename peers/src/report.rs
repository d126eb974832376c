//! Results as text and as data.

use std::fmt;

use serde::Serialize;

use crate::contender::Contender;
use crate::measure::Timing;

/// The result of one workload, Quasar first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Report {
    workload: &'static str,
    contenders: Vec<Row>,
}

/// The result of one contender.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Row {
    contender: String,
    /// Operations of one pass.
    operations: u64,
    stretches: usize,
    /// Of one pass, in the fastest stretch.
    fastest_seconds: f64,
    /// Of one pass, in the median stretch.
    median_seconds: f64,
    /// In the fastest stretch.
    millions_per_second: f64,
    /// Quasar's speed over this one's, both in their fastest stretches.
    quasar_ratio: f64,
}

impl Report {
    pub(crate) fn new(
        workload: &'static str,
        contenders: &[Box<dyn Contender>],
        timings: &[Timing],
    ) -> Report {
        let mut rows: Vec<Row> = contenders.iter().zip(timings).map(row).collect();
        let quasar = rows[0].millions_per_second;
        for row in &mut rows {
            row.quasar_ratio = quasar / row.millions_per_second;
        }
        Report { workload, contenders: rows }
    }
}

fn row((contender, timing): (&Box<dyn Contender>, &Timing)) -> Row {
    let operations = contender.operations();
    Row {
        contender: contender.label().to_owned(),
        operations,
        stretches: timing.stretches,
        fastest_seconds: timing.fastest,
        median_seconds: timing.median,
        millions_per_second: operations as f64 / timing.fastest / 1e6,
        quasar_ratio: 1.0,
    }
}

/// A report for people.
pub(crate) struct Table<'a>(pub(crate) &'a Report);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<42}{:>10}{:>10}{:>9}", self.0.workload, "million/s", "median", "Quasar")?;
        for row in &self.0.contenders {
            let slower = 100.0 * (row.median_seconds / row.fastest_seconds - 1.0);
            let places = if row.quasar_ratio < 100.0 { 2 } else { 0 };
            let ratio = format!("{:.places$}", row.quasar_ratio);
            writeln!(
                f,
                "  {:<40}{:>10.1}{:>+9.0}%{:>8}x",
                row.contender, row.millions_per_second, slower, ratio
            )?;
        }
        writeln!(f)
    }
}
