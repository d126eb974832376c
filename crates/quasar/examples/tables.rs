//! Equity tables: computes the table of a flop into a file and reads an entry of it.
//!
//! ```sh
//! cargo run --release -p quasar --example tables
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::prelude::*;
use quasar::tables::{PrecomputeSpec, TableEntryReport, TablesFile};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("equity_tables.bin");
    let flop = "AhKsQd".parse()?;
    let runtime = Runtime::new(RuntimeOptions::default())?;
    let job = runtime.submit(JobSpec::Tables(PrecomputeSpec::new(&path, &[flop])?));
    if let JobReport::Tables(report) = &job.report()?.report {
        writeln!(out, "{} table, {} bytes", report.flops, report.bytes)?;
    }
    // Any flop with these ranks and suits has the same table.
    let table = TablesFile::open(&path)?.table("QcKhAd".parse()?)?;
    for (hero, villain) in [("AA", "KK"), ("JTs", "AKo"), ("AA", "AA")] {
        let entry = TableEntryReport::of(&table, hero.parse()?, villain.parse()?);
        match (entry.equity, entry.reason) {
            (Some(equity), _) => writeln!(out, "{hero} vs {villain}: {:.2}%", 100.0 * equity)?,
            (None, reason) => writeln!(out, "{hero} vs {villain}: {reason:?}")?,
        }
    }
    Ok(())
}
