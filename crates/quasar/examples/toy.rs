//! Kuhn poker, whose value for the first player is -1/18.
//!
//! ```sh
//! cargo run --release -p quasar --example toy
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::prelude::*;
use quasar::toy::ToySpec;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new(RuntimeOptions::default())?;
    let spec = ToySpec::parse("{game: kuhn, iterations: 2000, algorithm: cfrplus}")?;
    let finished = runtime.submit(JobSpec::Toy(Box::new(spec.into()))).report()?;
    if let JobReport::Toy(report) = &finished.report {
        writeln!(out, "value {:.3}, published {:.3?}", report.value, report.known_value)?;
        for decision in &report.decisions {
            for hand in &decision.hands {
                let part = 100.0 * hand.frequencies[1];
                let (line, action) = (&decision.line, &decision.actions[1]);
                writeln!(
                    out,
                    "player {} {} [{line}] {action} {part:.0}%",
                    decision.player, hand.hand
                )?;
            }
        }
    }
    Ok(())
}
