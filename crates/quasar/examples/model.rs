//! The value of a hand on a flop in the model over 169 classes: equity, and what betting
//! makes of it in each position.
//!
//! ```sh
//! cargo run --release -p quasar --example model
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::model::PostflopSpec;
use quasar::prelude::*;

const MODEL: &str = "{flops: [AhKsQd], spr: 1, bet: 100%, raise_cap: 0, iterations: 100}";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new(RuntimeOptions::default())?;
    let spec = PostflopSpec::parse(MODEL)?;
    let report = runtime.questions().trace_hands(&spec, None, None, None)?;
    writeln!(out, "{} at SPR {}", report.flop, report.spr)?;
    for hand in report.hands.iter().filter(|hand| ["JTs", "AA", "72o"].contains(&&*hand.class)) {
        if let (Some(equity), Some(oop), Some(ip)) = (hand.equity, hand.oop.ev, hand.ip.ev) {
            writeln!(out, "{:<3}  {equity:.2}  {oop:.2}  {ip:.2}", hand.class)?;
        }
    }
    Ok(())
}
