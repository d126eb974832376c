//! Buckets from spec to file, and what a strategy of buckets is worth hand by hand.

use quasar::abstraction::{FeatureSet, KMeans};
use quasar::cards::{Board, Combo, Game, Range, Rank, Street};
use quasar::game::{Chips, PlayerSizes, Rake, Rules, SizeList, StreetSpec, TreeSpec, TreeStart};
use quasar::solver::{Profile, Settings};
use quasar::{
    buckets::{BucketSpot, Buckets, BucketsError, BucketsReport, BucketsSpec, LiftedStrategy},
    job::{Control, Engine, Goal},
};

const POT: f64 = 100.0;

fn engine() -> Engine {
    Engine::new(2, Engine::DEFAULT_CACHE).unwrap()
}

fn river() -> Board {
    "AsKsQd2c7h".parse().unwrap()
}

fn buckets(features: FeatureSet, clusters: usize) -> Buckets {
    let spec = BucketsSpec { board: river(), features, clustering: KMeans::new(clusters) };
    spec.build(&engine(), &Control::new()).unwrap()
}

/// Ten to ace, so that the real game is small.
fn royal() -> Range {
    let hands = Combo::all(Game::Plo4, river().set());
    let royal = hands.filter(|hand| hand.cards().all(|card| card.rank() >= Rank::Ten));
    let hands: Vec<String> = royal.map(|hand| hand.to_string()).collect();
    Range::parse(Game::Plo4, &hands.join(",")).unwrap()
}

fn spot() -> BucketSpot {
    let sizes = PlayerSizes::new(SizeList::parse_bets("100%").unwrap(), "100%".parse().unwrap());
    let street = StreetSpec { raise_cap: Some(1), ..StreetSpec::both(sizes) };
    let start = TreeStart::street(Street::River, Chips(POT as u64), Chips(300));
    BucketSpot {
        ranges: [royal(), royal()],
        betting: TreeSpec::new(Rules::POT_LIMIT, start, street),
        rake: Rake::NONE,
        settings: Settings::default(),
    }
}

/// The exploitability of a strategy found with buckets, in percent of the pot: in
/// the game of buckets and in the real one.
fn costs(buckets: &Buckets) -> [f64; 2] {
    let goal = Goal { exploitability: Some(0.001 * POT), iterations: Some(1_000), ..Goal::NONE };
    let mut job = spot().job(buckets, goal, u64::MAX, &engine(), &Control::new()).unwrap();
    job.run(&Control::new(), |_| ()).unwrap();
    let inside = job.solver_mut().gap(Profile::Average).unwrap();
    let lifted = LiftedStrategy::new(buckets, job.solver_mut()).unwrap();
    let mut exact = spot().exact(river(), u64::MAX).unwrap();
    let found = lifted.exploitability(&mut exact).unwrap();
    assert!((found.values[0] + found.values[1]).abs() < 1e-3, "no rake, no loss");
    assert!(found.gains().iter().all(|&gain| gain > -1e-3), "{found:?}");
    [inside, found.mean()].map(|chips| 100.0 * chips / POT)
}

#[test]
fn a_bucket_for_each_hand_is_the_real_game() {
    // Buckets of equal hands lose nothing: what is found there holds hand by hand.
    // 455 hands of the ranges differ, all 178,365 get a bucket of their features.
    let [inside, real] = costs(&buckets(FeatureSet::Real, 100_000));
    assert!(inside <= 0.11, "{inside}");
    assert!(real < 0.5, "{real}");
}

#[test]
fn coarse_buckets_cost_more_and_careless_ones_most() {
    let fine = costs(&buckets(FeatureSet::Real, 300))[1];
    let coarse = costs(&buckets(FeatureSet::Real, 6))[1];
    let careless = costs(&buckets(FeatureSet::Small, 300))[1];
    assert!(fine < coarse && coarse < careless, "{fine} {coarse} {careless}");
}

#[test]
fn files_keep_everything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("river.buckets");
    let made = buckets(FeatureSet::Small, 40);
    let bytes = made.save(&path).unwrap();
    assert_eq!(bytes, std::fs::metadata(&path).unwrap().len());
    let read = Buckets::open(&path).unwrap();
    assert_eq!(read, made);
    let report = BucketsReport::of(&read);
    assert_eq!((report.buckets.len(), report.hands), (40, 178_365));
    let text = path.join("nothing");
    assert!(matches!(Buckets::open(&text), Err(BucketsError::Store(_))));
}
