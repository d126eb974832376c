//! What to do at one decision of a hand, given as a program that follows the hand knows it.
//!
//! ```sh
//! cargo run --release -p quasar --example decision
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::decision::SpotFile;
use quasar::prelude::*;

/// Seat 1 faces a bet of the pot with a hand that beats only bluffs.
const DECISION: &str = r#"{
    "board": "Ks7d4c9h2s", "button": 1, "to_act": 1,
    "stacks": [0, 100], "committed_total": [150, 50], "committed_on_street": [100, 0],
    "last_raise": 100,
    "players": [{"range": "KK,65s:0.375"}, {"range": "99"}],
    "iterations": 200
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new(RuntimeOptions::default())?;
    let file = SpotFile::parse(DECISION)?;
    let job = runtime.submit(JobSpec::Decision(Box::new(file)));
    let finished = job.report()?;
    if let JobReport::Decision(report) = &finished.report {
        writeln!(out, "seat {} acts: {}", report.to_act, report.method)?;
        for action in &report.actions {
            let ev = action.ev.map_or(String::new(), |ev| format!(", EV {:.0}", ev.abs()));
            writeln!(out, "{}{ev}", action.action)?;
        }
    }
    Ok(())
}
