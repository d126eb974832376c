//! The equity of two hands before the flop, then of a draw against a range on the flop.
//!
//! ```sh
//! cargo run --release -p quasar --example equity
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new(RuntimeOptions::default())?;
    for question in [
        "{players: [AsAh, KsKh]}",
        "{players: [AhKh, 'QQ,JJ'], board: Th9h2c}",
        "{game: plo4, players: [AsAhKsKh, 8c7c6d5d], board: 9c8d2h}",
    ] {
        let spec = EquitySpec::parse(question)?;
        let report = runtime.questions().equity(&spec, &Control::new(), &mut |_| ())?;
        for player in &report.players {
            writeln!(out, "{:<10} {:.2}%", player.holding, 100.0 * player.equity)?;
        }
        if let Some(draws) = &report.draws {
            writeln!(out, "  {}, {} outs", draws.current, draws.outs)?;
        }
    }
    Ok(())
}
