//! What a range holds: combos, its part of all hands, and one cell of the grid.
//!
//! ```sh
//! cargo run --release -p quasar --example range
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::range::RangeSpec;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    for text in ["{range: '22+,A2s+,KQo'}", "{range: '22+,A2s+,KQo', board: AhKsQd}"] {
        let report = RangeSpec::parse(text)?.report();
        let (combos, possible) = (report.combos, report.possible);
        writeln!(out, "{combos} of {possible} combos, {:.1}%", 100.0 * report.fraction)?;
        let ace_king = report.classes.iter().find(|cell| cell.class == "AKs");
        if let Some(cell) = ace_king {
            writeln!(out, "  AKs: {} of {} combos", cell.combos, cell.possible)?;
        }
    }
    Ok(())
}
