//! What river buckets cost: the exploitability in the exact game of a spot that begins on the
//! flop or turn, by number of buckets and iterations. Prints the rows that `docs/OMAHA.md`
//! shows, as CSV.
//!
//! ```sh
//! cargo run --release -p quasar --example river_buckets_cost -- \
//!     sample_configurations/plo4_turn.yaml exact,50,200,200/0 20,40,60
//! ```
//!
//! The second argument has numbers of buckets, or `exact`; after a slash, one in how many rivers
//! is played without buckets, 0 for none. The third says after how many iterations to measure.
//! Further arguments such as `board=Ks8d3h` replace fields of the spec. Seconds are processor
//! time of all threads where the system tells it, and else time on the clock.

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
    let clock = Clock(Instant::now());
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "board,buckets,one river by hand in,iterations,exact game,on rivers,among buckets,\
         set-up seconds,solving seconds,measuring seconds,megabytes"
    )?;
    for asked in buckets.split(',') {
        let start = clock.seconds();
        let mut spec = SpotSpec::parse(&text)?;
        let (buckets, by_hand) = match asked.split_once('/') {
            Some((buckets, one_in)) => (buckets, Some(one_in.parse()?)),
            None => (asked, Some(48)),
        };
        spec.river_buckets = match buckets {
            "exact" => None,
            k => Some(RiverBucketing { k: k.parse()?, method: RiverMethod::Blockers }),
        };
        spec.settings.by_hand = by_hand.filter(|&one_in| one_in > 0 && buckets != "exact");
        let (board, pot) = (spec.board, spec.betting.start.pot.as_f64());
        let one_in = spec.settings.by_hand.unwrap_or(0);
        let plan = spec.plan()?;
        let bytes = plan.size().memory.total;
        let mut job = plan.job(u64::MAX)?;
        let set_up = clock.seconds() - start;
        let solver = job.job().solver_mut();
        let mut solving = 0.0;
        for &stop in &stops {
            let start = clock.seconds();
            while solver.iteration() < stop {
                solver.step()?;
            }
            solving += clock.seconds() - start;
            let among = solver.gap(Profile::Average)?;
            let start = clock.seconds();
            let measured = solver.measure(Profile::Average)?;
            let measuring = clock.seconds() - start;
            let percent = |chips: f64| 100.0 * chips / pot;
            writeln!(
                out,
                "{board},{buckets},{one_in},{stop},{:.4},{:.4},{:.4},{set_up:.2},{solving:.2},\
                 {measuring:.2},{:.0}",
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

/// Tells time.
struct Clock(Instant);

impl Clock {
    /// Processor time of this process, from the file system of Linux: the fields `utime` and
    /// `stime`, in hundredths of a second.
    fn seconds(&self) -> f64 {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks: Vec<f64> =
            after_name.split_whitespace().skip(11).take(2).flat_map(str::parse).collect();
        match ticks[..] {
            [user, system] => (user + system) / 100.0,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}
