//! What river buckets cost: the exploitability in the exact game of a spot that begins on the
//! flop or turn, by number of buckets and iterations. Prints the rows that `docs/OMAHA.md`
//! shows, as CSV.
//!
//! ```sh
//! cargo run --release -p quasar --example river_buckets_cost -- \
//!     sample_configurations/plo4_turn.yaml exact,50,200 20,40,60
//! ```
//!
//! The second argument has numbers of buckets, or `exact`; the third says after how many
//! iterations to measure. Further arguments such as `board=Ks8d3h` replace fields of the spec.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use quasar::abstraction::{RiverBucketing, RiverMethod};
use quasar::solver::Profile;
use quasar::spot::SpotSpec;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, buckets, stops, fields @ ..] = &arguments[..] else {
        return Err("expected a spec, numbers of buckets and numbers of iterations".into());
    };
    let mut text = std::fs::read_to_string(file)?;
    for field in fields {
        let (name, value) = field.split_once('=').ok_or("expected field=value")?;
        let key = format!("{name}:");
        let kept = text.lines().filter(|line| !line.starts_with(&key));
        text = kept.collect::<Vec<_>>().join("\n") + &format!("\n{key} {value}\n");
    }
    let stops = stops.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "buckets,iterations,exact game,on rivers,among buckets,set-up seconds,solving seconds,\
         measuring seconds,megabytes"
    )?;
    for buckets in buckets.split(',') {
        let start = Instant::now();
        let mut spec = SpotSpec::parse(&text)?;
        spec.river_buckets = match buckets {
            "exact" => None,
            k => Some(RiverBucketing { k: k.parse()?, method: RiverMethod::Blockers }),
        };
        let pot = spec.betting.start.pot.as_f64();
        let plan = spec.plan()?;
        let bytes = plan.size().memory.total;
        let mut job = plan.job(u64::MAX)?;
        let set_up = start.elapsed().as_secs_f64();
        let solver = job.job().solver_mut();
        let mut solving = 0.0;
        for &stop in &stops {
            let start = Instant::now();
            while solver.iteration() < stop {
                solver.step()?;
            }
            solving += start.elapsed().as_secs_f64();
            let among = solver.gap(Profile::Average)?;
            let start = Instant::now();
            let measured = solver.measure(Profile::Average)?;
            let measuring = start.elapsed().as_secs_f64();
            let percent = |chips: f64| 100.0 * chips / pot;
            writeln!(
                out,
                "{buckets},{stop},{:.4},{:.4},{:.4},{set_up:.2},{solving:.2},{measuring:.2},{:.0}",
                percent(measured.mean()),
                percent(measured.mean_on_merged()),
                percent(among),
                bytes as f64 / 1e6,
            )?;
            out.flush()?;
        }
    }
    Ok(())
}
