//! What it costs to merge hands on the turn as well as on the river, as programs do that
//! cannot afford every hand: the exploitability in the exact game of a spot that begins on the
//! turn. Prints the rows that `docs/OMAHA.md` shows, as CSV.
//!
//! ```sh
//! cargo run --release -p quasar --example turn_merging_cost -- \
//!     sample_configurations/plo4_turn.yaml 200 none,50,200,1000,5000 90
//! ```
//!
//! The second argument is the number of buckets on each river, the third has numbers of buckets
//! on the turn, by k-means of the real features, and the fourth says after how many iterations
//! to measure. Hands of a turn bucket have one strategy; they are dealt, reach rivers and are
//! measured each for itself.

use std::collections::HashMap;
use std::error::Error;
use std::io::Write;

use quasar::abstraction::{FeatureSet, KMeans, RiverBucketing, RiverMethod};
use quasar::buckets::BucketsSpec;
use quasar::job::{Control, Engine};
use quasar::solver::{
    BoardAt, Deal, Folds, LeafError, LeafOperator, Lifted, Player, Precision, Profile, PublicTree,
    RunOuts, Settings, Solver, SolverGame,
};
use quasar::spot::{CardGame, SpotSpec};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, river, turns, iterations] = &arguments[..] else {
        return Err("expected a spec, river buckets, turn buckets and iterations".into());
    };
    let iterations: u32 = iterations.parse()?;
    let engine = Engine::new(0, Engine::DEFAULT_CACHE)?;
    let mut spec = SpotSpec::parse(&std::fs::read_to_string(file)?)?;
    spec.river_buckets = Some(RiverBucketing { k: river.parse()?, method: RiverMethod::Blockers });
    let (board, pot) = (spec.board, spec.betting.start.pot.as_f64());
    // Means of regrets are not rounded.
    let settings = Settings { precision: Precision::Full, ..spec.settings };
    let mut out = std::io::stdout().lock();
    writeln!(out, "turn buckets,hands,exact game,on rivers,in the merged game")?;
    let mut job = spec.plan()?.job(u64::MAX)?;
    let game = job.job().solver().game();
    for asked in turns.split(',') {
        let groups = match asked {
            "none" => None,
            asked => {
                let clustering = KMeans::new(asked.parse()?);
                let spec = BucketsSpec { board, features: FeatureSet::Real, clustering };
                Some(spec.build(&engine, &Control::new())?)
            }
        };
        let groups = groups.map(|buckets| {
            let labels = buckets.labels().iter().copied();
            let found: HashMap<usize, u32> =
                buckets.hands().map(|combo| combo.index()).zip(labels).collect();
            Player::BOTH.map(|player| {
                let combos = game.combos(BoardAt::START, player);
                combos.iter().map(|combo| found[&combo.index()]).collect::<Vec<u32>>()
            })
        });
        let hands = game.hands(BoardAt::START, Player::Oop);
        let mut solver = Solver::new(Alike { game, groups }, settings)?;
        for _ in 0..iterations {
            solver.step()?;
        }
        let among = solver.gap(Profile::Average)?;
        let measured = solver.measure(Profile::Average)?;
        let percent = |chips: f64| 100.0 * chips / pot;
        writeln!(
            out,
            "{asked},{hands},{:.4},{:.4},{:.4}",
            percent(measured.mean()),
            percent(measured.mean_on_merged()),
            percent(among),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// A game whose first board has groups of hands that are played alike.
struct Alike<'a> {
    game: &'a CardGame,
    groups: Option<[Vec<u32>; 2]>,
}

impl SolverGame for Alike<'_> {
    fn tree(&self) -> &PublicTree {
        self.game.tree()
    }

    fn weights(&self, player: Player) -> &[f32] {
        self.game.weights(player)
    }

    fn boards(&self, level: usize) -> usize {
        self.game.boards(level)
    }

    fn hands(&self, at: BoardAt, player: Player) -> usize {
        self.game.hands(at, player)
    }

    fn deals(&self, at: BoardAt) -> &[Deal] {
        self.game.deals(at)
    }

    fn leaf_operator(&self, at: BoardAt) -> &dyn LeafOperator {
        self.game.leaf_operator(at)
    }

    fn run_outs(&self, at: BoardAt) -> Option<&dyn RunOuts> {
        self.game.run_outs(at)
    }

    fn folds(&self) -> Folds {
        self.game.folds()
    }

    fn alike(&self, at: BoardAt, player: Player) -> Option<&[u32]> {
        let groups = self.groups.as_ref().filter(|_| at == BoardAt::START)?;
        Some(&groups[player.index()])
    }

    fn lifted(&self, at: BoardAt, player: Player) -> Option<Lifted<'_>> {
        self.game.lifted(at, player)
    }

    fn by_hand(&self, at: BoardAt) -> Option<&dyn SolverGame> {
        self.game.by_hand(at)
    }

    fn unmerged(&self, at: BoardAt) -> Option<Result<Box<dyn SolverGame + '_>, LeafError>> {
        self.game.unmerged(at)
    }
}
