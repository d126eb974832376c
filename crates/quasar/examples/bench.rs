//! How fast this machine ranks hands of seven cards, and that it ranks them as others do.
//!
//! ```sh
//! cargo run --release -p quasar --example bench
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use quasar::bench::BenchSpec;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let spec = BenchSpec { filter: "eval/seven cards".to_owned(), time: Duration::from_millis(1) };
    for workload in spec.run(|_| ()).workloads {
        let millions = workload.per_second / 1e6;
        let (name, operation) = (workload.name, workload.operation);
        writeln!(out, "{name}: {millions:.0} million a second, each {operation}")?;
        writeln!(out, "signature {}", workload.signature)?;
    }
    Ok(())
}
