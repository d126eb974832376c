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
//! iterations to measure. Further arguments are fields, as `--set` of `quasar solve` has them.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use quasar::spot::SpotSpec;
use quasar::solver::Profile;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, buckets, stops, fields @ ..] = &arguments[..] else {
        return Err("expected a spec, numbers of buckets and numbers of iterations".into());
    };
    let text = std::fs::read_to_string(file)?;
    let stops = stops.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "buckets,iterations,exact game,on rivers,among buckets,set-up seconds,solving seconds,\
         measuring seconds,megabytes"
    )?;
    for buckets in buckets.split(',') {
        let mut text = text.clone();
        for field in fields {
            text += &format!("\n{}\n", field.replacen('=', ": ", 1));
        }
        if buckets != "exact" {
            text += &format!("\nabstraction: {{river: {{k: {buckets}}}}}\n");
        }
        let start = Instant::now();
        let spec = SpotSpec::parse(&text)?;
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
