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
    passes: usize,
    fastest_seconds: f64,
    median_seconds: f64,
    /// Of the fastest pass.
    millions_per_second: f64,
    /// Quasar's speed over this one's, both of the fastest pass.
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
    let fastest_seconds = timing.fastest.as_secs_f64();
    Row {
        contender: contender.label().to_owned(),
        operations,
        passes: timing.passes,
        fastest_seconds,
        median_seconds: timing.median.as_secs_f64(),
        millions_per_second: operations as f64 / fastest_seconds / 1e6,
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
            writeln!(
                f,
                "  {:<40}{:>10.1}{:>+9.0}%{:>8.2}x",
                row.contender, row.millions_per_second, slower, row.quasar_ratio
            )?;
        }
        writeln!(f)
    }
}
