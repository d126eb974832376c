//! What buckets cost: the exploitability, in the real game, of strategies that were
//! found with buckets, for both feature sets and growing K. Prints the rows that
//! `docs/OMAHA.md` plots, as CSV.
//!
//! ```sh
//! cargo run --release -p quasar --example abstraction_cost -- Ts9s2c2d7h Ks9s4s2d7h > costs.csv
//! ```

use std::error::Error;
use std::io::Write;

use quasar::abstraction::{FeatureSet, KMeans};
use quasar::cards::{Board, Game, Range};
use quasar::game::{Chips, PlayerSizes, Rake, Rules, SizeList, StreetSpec, TreeSpec, TreeStart};
use quasar::solver::{Profile, Settings};
use quasar::{
    buckets::{BucketSpot, BucketsSpec, LiftedStrategy},
    job::{Control, Engine, Goal},
};

const BUCKETS: [usize; 8] = [5, 10, 20, 50, 100, 200, 500, 1_000];
const POT: Chips = Chips(1_000);

fn main() -> Result<(), Box<dyn Error>> {
    let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "board,features,asked,buckets,in the game of buckets,in the real game")?;
    for text in std::env::args().skip(1) {
        let board: Board = text.parse()?;
        let spot = spot(engine.threads())?;
        let mut exact = spot.exact(board, u64::MAX)?;
        for features in FeatureSet::ALL {
            for asked in BUCKETS {
                let spec = BucketsSpec { board, features, clustering: KMeans::new(asked) };
                let buckets = spec.build(&engine, &Control::new())?;
                let goal = Goal {
                    exploitability: Some(0.0001 * POT.as_f64()),
                    iterations: Some(2_000),
                    ..Goal::NONE
                };
                let mut job = spot.job(&buckets, goal, u64::MAX, &engine, &Control::new())?;
                job.run(&Control::new(), |_| ())?;
                let inside = job.solver_mut().gap(Profile::Average)?;
                let lifted = LiftedStrategy::new(&buckets, job.solver_mut())?;
                let found = lifted.exploitability(&mut exact)?.mean();
                let percent = |chips: f64| 100.0 * chips / POT.as_f64();
                writeln!(
                    out,
                    "{board},{},{asked},{},{:.4},{:.4}",
                    features.name(),
                    buckets.len(),
                    percent(inside),
                    percent(found)
                )?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Every hand against every hand: pot 1,000, three pots behind, half or full pot, one raise.
fn spot(threads: usize) -> Result<BucketSpot, Box<dyn Error>> {
    let all = Range::parse(Game::Plo4, "random")?;
    let sizes = PlayerSizes::new(SizeList::parse_bets("50%,100%")?, "100%".parse()?);
    let street = StreetSpec { raise_cap: Some(1), ..StreetSpec::both(sizes) };
    let start = TreeStart::street(quasar::cards::Street::River, POT, Chips(3_000));
    Ok(BucketSpot {
        ranges: [all.clone(), all],
        betting: TreeSpec::new(Rules::POT_LIMIT, start, street),
        rake: Rake::NONE,
        settings: Settings { threads, ..Settings::default() },
    })
}
