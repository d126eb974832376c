//! Heads-up play before the flop: push or fold with ten big blinds.
//!
//! ```sh
//! cargo run --release -p quasar --example preflop
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::preflop::{PushFoldOptions, push_fold};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let charts = push_fold(10.0, &PushFoldOptions::default())?;
    writeln!(out, "the button pushes {:.1}% of hands", 100.0 * charts.push_frequency)?;
    writeln!(out, "the big blind calls with {:.1}%", 100.0 * charts.call_frequency)?;
    for (name, chart) in [("pushes", &charts.push), ("calls", &charts.call)] {
        let of = |class: &str| chart.iter().find(|entry| entry.class == class);
        for entry in ["AA", "K2s", "72o"].iter().filter_map(|class| of(class)) {
            writeln!(out, "{} {name} {:.0}%", entry.class, 100.0 * entry.frequency)?;
        }
    }
    Ok(())
}
