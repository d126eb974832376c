//! Solves a river as a job, follows its events, and asks a decision of the solution.
//!
//! A set of kings or six high bets the pot into a set of nines. At equilibrium one bluff
//! goes with two value bets, and half of the bets are called.
//!
//! ```sh
//! cargo run --release -p quasar --example spot
//! ```

use std::error::Error;
use std::io::{self, Write};

use quasar::job::{NodeReport, SaveTo};
use quasar::prelude::*;
use quasar::spot::SpotNodeReport;

const SPOT: &str = "
board: Ks7d4c9h2s
pot: 100
stack: 100
oop: KK,65s
ip: 99
bet: 100%
target: 0.1
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let output = SaveTo { path: folder.path().join("river.qsr"), keep: None };
    let runtime = Runtime::new(RuntimeOptions::default())?;
    let spec = SpotRun { output: Some(output), ..SpotRun::new(SpotSpec::parse(SPOT)?) };
    let job = runtime.submit(JobSpec::Spot(Box::new(spec)));
    let phases = job.events().map(|event| event.phase);
    writeln!(out, "last phase: {:?}", phases.last())?;
    if let JobReport::Spot(report) = &job.report()?.report
        && let Some(percent) = report.exploitability_percent
    {
        writeln!(out, "exploitability {percent:.2}% of the pot")?;
    }
    // The save answers once the job has ended; while it runs, the solve itself does.
    for line in ["r:0", "r:0:b100"] {
        if let NodeReport::Spot(node) = job.ask(NodeQuery::at(line))?.node {
            show(out, &node)?;
        }
    }
    Ok(())
}

fn show(out: &mut dyn Write, node: &SpotNodeReport) -> io::Result<()> {
    for class in node.classes.iter().filter(|class| class.combos > 0.0) {
        for (action, part) in node.actions.iter().zip(&class.frequencies) {
            let percent = 100.0 * part;
            writeln!(out, "{} {}: {} {percent:.0}%", node.player, class.class, action.action)?;
        }
    }
    Ok(())
}
