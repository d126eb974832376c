//! Buckets of similar Omaha hands on a river, and how often they beat each other.
//!
//! ```sh
//! cargo run --release -p quasar --example buckets
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::buckets::{BucketsReport, BucketsSpec};
use quasar::job::Control;
use quasar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new(RuntimeOptions::default())?;
    let spec = BucketsSpec::parse("{board: Ts9s2c2d7h, k: 5, features: small, starts: 1}")?;
    let buckets = spec.build(runtime.questions(), &Control::new())?;
    let report = BucketsReport::of(&buckets);
    let matrix = buckets.matrix(runtime.questions(), &Control::new())?;
    writeln!(out, "{} hands in {} buckets", report.hands, report.buckets.len())?;
    for bucket in &report.buckets {
        let equity = |other| matrix.equity(bucket.bucket, other);
        let shown = |equity: Option<f64>| equity.map_or("-".to_owned(), |e| format!("{e:.2}"));
        let row: Vec<String> = (0..buckets.len()).map(equity).map(shown).collect();
        writeln!(out, "{:>6} hands like {}: {}", bucket.hands, bucket.examples[0], row.join(" "))?;
    }
    Ok(())
}
