//! A job of every kind, and what tests of jobs need.

use std::path::Path;
use std::time::Duration;

use quasar::abstraction::{FeatureSet, KMeans};
use quasar::buckets::BucketsSpec;
use quasar::cards::{CardSet, Game};
use quasar::decision::SpotFile;
use quasar::equity::{EquityPlayer, EquitySpec, Method, hand_orders};
use quasar::job::{
    BucketsRun, CheckpointPlace, CheckpointPolicy, Clock, Event, Goal, JobHandle, JobKind, JobSpec,
    ModelRun, NodeQuery, OmahaPreflopRun, OmahaStacksRun, Phase, PreflopRun, Runtime,
    RuntimeOptions, SpotRun,
};
use quasar::model::PostflopSpec;
use quasar::preflop::{OmahaPreflopSpec, PreflopSolveSpec};
use quasar::spot::{BoardsSpec, FlopChoice, SaveSize, SpotSpec};
use quasar::tables::PrecomputeSpec;
use quasar::toy::{ToyGame, ToySpec};

pub(crate) const TURN: &str = "{board: Ks7d4c9h, pot: 100, stack: 200, oop: \"KK,QQ,AJs,87s\", \
    ip: \"AA,99,KJs,T9s\", bet: \"50%, 100%\", raise: 60%, threads: 1, time: 1h}";
pub(crate) const FLOP: &str = "{board: Ks7d4c, pot: 100, stack: 60, oop: \"KK,QQ\", ip: \"AA,99\", \
    bet: 100%, threads: 1, time: 1h}";
pub(crate) const RIVER_BUCKETS: &str = "{game: plo4, board: Ts9s2c2d7h, pot: 100, stack: 100, \
    oop: \"AKQJ\", ip: \"KQJT\", bet: 100%, abstraction: {k: 4, features: small}, threads: 1, \
    time: 1h}";
pub(crate) const MODEL: &str = "
postflop_model:
  bet_sizes: [0.5, 1.0]
  postflop_sprs: [3]
  postflop_solve_iterations: 100000000
  cfr_convergence_threshold: 0
  fixed_flops: ['AhKsQd']
";
pub(crate) const PREFLOP: &str = "{stacks: 20, raise_sizes: [[2.5bb], [a]], iterations: 100000000, \
    preflop_exploitability_threshold_mbb: 0}";
pub(crate) const DECISION: &str =
    include_str!("../../../../../sample_configurations/one_decision.json");

/// Patience for what must happen at once; only a failing test waits so long.
pub(crate) const SOON: Duration = Duration::from_secs(60);

pub(crate) fn runtime(folder: &Path, clock: Clock) -> Runtime {
    let checkpoints =
        CheckpointPolicy { folder: folder.join("checkpoints"), ..CheckpointPolicy::default() };
    let options = RuntimeOptions { threads: 1, clock, checkpoints, ..RuntimeOptions::default() };
    Runtime::new(options).unwrap()
}

pub(crate) fn spot(text: &str) -> SpotSpec {
    SpotSpec::parse(text).unwrap()
}

pub(crate) fn iterations(text: &str, count: u32) -> SpotSpec {
    let goal = Goal { iterations: Some(count), ..Goal::NONE };
    SpotSpec { goal, ..spot(text) }
}

fn equity() -> JobSpec {
    let player = |text| EquityPlayer::parse(Game::Plo4, text, hand_orders()).unwrap();
    let players = vec![player("AsAhKsKh"), player("15%"), player("random")];
    let mut spec = EquitySpec::new(players, "".parse().unwrap(), CardSet::EMPTY).unwrap();
    // Deals without end.
    (spec.method, spec.standard_error) = (Method::Sampled, Some(1e-12));
    JobSpec::Equity(Box::new(spec))
}

/// All-in or fold, never good enough.
fn omaha(stack: u32) -> String {
    format!("{{stack: {stack}, tree: push_fold, target: 0, rounds: 1000000}}")
}

/// A job of every kind that would not end by itself for a long time.
pub(crate) fn endless(kind: JobKind, folder: &Path) -> JobSpec {
    match kind {
        JobKind::Equity => equity(),
        JobKind::Tables => {
            JobSpec::Tables(PrecomputeSpec::first(&folder.join("tables.bin"), 1_755).unwrap())
        }
        JobKind::Spot => JobSpec::Spot(Box::new(SpotRun::new(spot(TURN)))),
        JobKind::Boards => {
            let spot = spot(FLOP);
            let flops = FlopChoice::parse("AhKsQd,Td9d6h").unwrap().flops(&spot).unwrap();
            let (folder, keep) = (folder.join("flops"), SaveSize::NoRivers);
            JobSpec::Boards(Box::new(BoardsSpec { spot, flops, folder, keep }))
        }
        JobKind::Model => JobSpec::Model(Box::new(ModelRun {
            model: PostflopSpec::parse(MODEL).unwrap(),
            output: folder.join("model"),
            tables: None,
        })),
        JobKind::Preflop => JobSpec::Preflop(Box::new(PreflopRun {
            game: PreflopSolveSpec::parse(PREFLOP).unwrap(),
            resume: None,
            output: Some(folder.join("preflop")),
            checkpoint: CheckpointPlace::Automatic,
            show: NodeQuery::default(),
        })),
        JobKind::OmahaPreflop => JobSpec::OmahaPreflop(Box::new(OmahaPreflopRun {
            game: OmahaPreflopSpec::parse(&omaha(8)).unwrap(),
            output: Some(folder.join("omaha_preflop")),
            show: NodeQuery::default(),
        })),
        JobKind::OmahaStacks => JobSpec::OmahaStacks(Box::new(OmahaStacksRun {
            games: vec![
                OmahaPreflopSpec::parse(&omaha(4)).unwrap(),
                OmahaPreflopSpec::parse(&omaha(8)).unwrap(),
            ],
            output: Some(folder.join("omaha_stacks")),
            show: NodeQuery::default(),
        })),
        JobKind::Toy => {
            let goal = Goal { iterations: Some(100_000_000), ..Goal::NONE };
            let game = ToySpec { goal, ..ToySpec::new(ToyGame::Leduc) };
            JobSpec::Toy(Box::new(game.into()))
        }
        JobKind::Buckets => JobSpec::Buckets(BucketsRun {
            buckets: BucketsSpec {
                board: "Ts9s2c2d".parse().unwrap(),
                features: FeatureSet::Real,
                clustering: KMeans { clusters: 500, seed: 1, starts: 1_000, iterations: 1_000 },
            },
            output: Some(folder.join("turn.buckets")),
        }),
        JobKind::Matrix => JobSpec::Matrix(BucketsSpec {
            board: "Ts9s2c2d7h".parse().unwrap(),
            features: FeatureSet::Real,
            clustering: KMeans { clusters: 500, seed: 1, starts: 1_000, iterations: 1_000 },
        }),
        JobKind::Decision => {
            let mut file = SpotFile::parse(DECISION).unwrap();
            file.goal = Goal { iterations: Some(100_000_000), ..Goal::NONE };
            JobSpec::Decision(Box::new(file))
        }
    }
}

pub(crate) const KINDS: [JobKind; 12] = [
    JobKind::Equity,
    JobKind::Tables,
    JobKind::Spot,
    JobKind::Boards,
    JobKind::Model,
    JobKind::Preflop,
    JobKind::OmahaPreflop,
    JobKind::OmahaStacks,
    JobKind::Toy,
    JobKind::Buckets,
    JobKind::Matrix,
    JobKind::Decision,
];

/// Whether running jobs of a kind show decisions, write checkpoints and have a goal.
pub(crate) fn abilities(kind: JobKind) -> [bool; 3] {
    match kind {
        JobKind::Spot | JobKind::Preflop | JobKind::Toy => [true, true, true],
        JobKind::Boards | JobKind::Decision => [true, false, true],
        JobKind::OmahaPreflop => [true, false, true],
        JobKind::OmahaStacks => [false, false, true],
        JobKind::Equity | JobKind::Tables | JobKind::Model | JobKind::Buckets | JobKind::Matrix => {
            [false; 3]
        }
    }
}

/// Waits until the job computes.
pub(crate) fn solving(job: &JobHandle) {
    let solves = |event: &Event| event.phase == Phase::Solving;
    let found = job.events().find(solves);
    assert!(found.is_some(), "{}: {:?}", job.spec().kind(), job.report());
}
