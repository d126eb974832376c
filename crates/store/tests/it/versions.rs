//! Files of every version that was ever written can be read.

use std::fs;
use std::path::Path;

use quasar_cards::{Combo, Game};
use quasar_store::{
    BucketsHeader, Bundle, Checkpoint, CheckpointKind, DecisionShape, EquityTables,
    ExploitabilityCheck, Save, StoredBuckets, StrategyBundle,
};

/// Classes `AKs` (1) and `QQ` (28): twice the wins plus the ties among their
/// 23,760 deals on `Td9d6h` are 15,105, as an equity of 31.787 % says.
#[test]
fn version_1_of_equity_tables_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/equity_tables_v1.bin");
    let tables = EquityTables::open(&path).unwrap();
    assert!(tables.verify().all(|checked| checked.is_ok()));
    assert_eq!(tables.flops(), ["Ts9s6h".parse().unwrap()]);
    let table = tables.table("Td9d6h".parse().unwrap()).unwrap().unwrap();
    // 168 pairs begin with class 0; those of class 1 begin with class 2.
    assert_eq!(table[168 + 28 - 2], 15_105);
}

/// `KK,QQ` against `AA` on `Ks7d4c9h2s`, with a pot of 100 and one bet of as much:
/// facing it, AA calls so often that bluffs win nothing, half of the time.
#[test]
fn version_1_of_saves_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/save_v1.qsr");
    let save = Save::open(&path).unwrap();
    assert_eq!((save.version(), save.layout().game), (1, Game::Holdem));
    assert!(save.verify().all(|checked| checked.is_ok()));
    assert!(save.spec().starts_with("board: Ks7d4c9h2s\npot: 100\nstack: 100\n"));
    assert_eq!(save.layout().hands.each_ref().map(Vec::len), [9, 6]);
    let shape = |player| DecisionShape { player, actions: 2 };
    assert_eq!(save.layout().streets[0].rounds, [[0, 1, 1, 0].map(shape)]);
    assert!(save.results().evs.iter().all(|ev| (ev - 50.0).abs() < 0.5), "{:?}", save.results());
    let facing_a_bet = save.block(0, 0, 0).unwrap().decision(2).unwrap();
    let strategy = facing_a_bet.strategy();
    let calls: f32 = strategy[6..].iter().sum::<f32>() / 6.0;
    assert!((calls - 0.5).abs() < 0.02, "{calls}");
    assert_eq!(facing_a_bet.evs()[..6], [Some(0.0); 6], "folding is worth nothing");
    assert!(facing_a_bet.regrets().is_some());
}

/// Two hands of four cards against one, a pot of 100 and one bet of as much: the one
/// gets a quarter of the pot.
#[test]
fn version_2_of_saves_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/save_v2.qsr");
    let save = Save::open(&path).unwrap();
    assert!(save.verify().all(|checked| checked.is_ok()));
    assert_eq!((save.version(), save.layout().game), (2, Game::Plo4));
    assert!(save.spec().starts_with("game: plo4\nboard: AsKd9s4c4d\npot: 100\nstack: 100\n"));
    let hands = save.layout().hands.each_ref().map(|hands| {
        let combo = |&hand: &u32| Combo::from_index(Game::Plo4, hand as usize).unwrap();
        hands.iter().map(|hand| combo(hand).to_string()).collect::<Vec<_>>()
    });
    assert_eq!(hands, [vec!["8h7h6s3s", "AhAd8c7c"], vec!["KhKcQh5c"]]);
    let [oop, ip] = save.results().evs;
    assert!((oop - 75.0).abs() < 0.5 && (ip - 25.0).abs() < 0.5, "{oop} {ip}");
    let facing_a_bet = save.block(0, 0, 0).unwrap().decision(2).unwrap();
    assert!((facing_a_bet.strategy()[1] - 0.5).abs() < 0.02, "half of the bets are called");
}

/// Ten iterations of `KK,QQ` against `AA`. The file was written by another program from
/// `docs/FORMATS.md`, with the state of a solver of the time.
#[test]
fn version_1_of_checkpoints_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/checkpoint_v1.bin");
    let checkpoint = Checkpoint::open(&path).unwrap();
    let header = checkpoint.header();
    assert_eq!((header.kind, header.iterations), (CheckpointKind::Spot, 10));
    assert_eq!((header.seconds, header.engine.as_str()), (1.5, "quasar 0.1.0"));
    assert!(header.spec.starts_with("board: Ks7d4c9h2s\npot: 100\nstack: 100\n"));
    let checks = [(5, 0.75, 12.5), (10, 1.5, 3.25)].map(|(iteration, seconds, exploitability)| {
        ExploitabilityCheck { iteration, seconds, exploitability }
    });
    assert_eq!(header.checks, checks);
    assert!(checkpoint.state().unwrap().starts_with(b"QSCP"));
}

/// Three buckets of the hands on a river. The file was written by another program from
/// `docs/FORMATS.md`; as it has two megabytes of few different bytes, it is kept as
/// lines of how often some bytes come.
#[test]
fn version_1_of_buckets_is_read() {
    let mut bytes = Vec::new();
    for line in include_str!("../../testdata/buckets_v1.txt").lines() {
        let (times, digits) = line.split_once(' ').unwrap();
        let pairs = digits.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap());
        let run: Vec<u8> = pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
        (0..times.parse().unwrap()).for_each(|_: u32| bytes.extend(&run));
    }
    let buckets = StoredBuckets::from_bytes(Path::new("sample"), &bytes).unwrap();
    let BucketsHeader { game, board, buckets: count, dims, seed, .. } = buckets.header;
    assert_eq!((game, board.to_string().as_str()), (Game::Plo4, "Ts9s2c2d7h"));
    assert_eq!((count, dims, seed), (3, 2, u64::MAX - 5));
    assert_eq!((buckets.header.asked, buckets.header.starts), (4, 2));
    assert_eq!((buckets.header.feature_set, buckets.header.feature_version), (1, 1));
    assert_eq!((buckets.labels.len(), &buckets.labels[..4]), (178_365, &[0, 1, 2, 0][..]));
    assert_eq!(buckets.centres, [0.0, 1.0, -2.5, 1e-30, 4.0, 5.0]);
    assert_eq!(buckets.features[5..7], [0.625, 0.0]);
}

/// The folders were written by another program from `docs/FORMATS.md`.
#[test]
fn bundles_of_version_1_are_read() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    check_model(&testdata.join("bundle_v1"), 1);
    check_strategy(&testdata.join("strategy_v1"), 1);
}

/// A model of version 2 differs from version 1 in the manifest only.
#[test]
fn bundles_of_version_2_are_read() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spr_3.5")).unwrap();
    for name in ["config.yaml", "spr_3.5/solve.bin"] {
        fs::copy(testdata.join("bundle_v1").join(name), folder.path().join(name)).unwrap();
    }
    let manifest = "manifest.txt";
    fs::copy(testdata.join("bundle_v2").join(manifest), folder.path().join(manifest)).unwrap();
    check_model(folder.path(), 2);
    check_strategy(&testdata.join("strategy_v2"), 2);
}

/// A strategy of three classes of hands. The folder was written by another program from
/// `docs/FORMATS.md`.
#[test]
fn strategies_with_any_number_of_classes_are_read() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let bundle = StrategyBundle::open(&testdata.join("strategy_classes")).unwrap();
    let strategy = bundle.strategy();
    assert_eq!((strategy.classes(), strategy.iterations, strategy.value), (3, 500, -45.5));
    let decision = &strategy.decisions[0];
    assert_eq!(decision.frequencies, [0.25, 0.5, 1.0, 0.75, 0.5, 0.0]);
    assert_eq!((decision.values[0], decision.values[5].is_nan()), (-500.0, true));
    assert_eq!(decision.reach, [vec![1.0; 3], vec![1.0, 0.5, 0.0]]);
}

fn check_model(folder: &Path, version: u32) {
    let bundle = Bundle::open(folder).unwrap();
    bundle.verify().unwrap();
    assert_eq!(bundle.version(), version);
    let [depth] = bundle.depths() else { panic!("one depth") };
    assert_eq!((depth.spr(), depth.flops().len()), (3.5, 1));
    let flop = depth.flops()[0];
    assert_eq!((flop.board.to_string().as_str(), flop.weight), ("AsKhQd", 24));
    assert_eq!((flop.iterations, flop.exploitability), (100, 0.0078125));
    assert_eq!((flop.seen, flop.pruned), (1_000, 10));
    let values = depth.values(0).unwrap();
    assert_eq!((values[0], values[169 * 169 - 1]), (0.25, -1.5));
    assert!(depth.means()[169 * 169 - 1].is_nan());
    assert_eq!(depth.class_means().map(|means| means[0]), [0.25, 0.75]);
}

fn check_strategy(folder: &Path, version: u32) {
    let bundle = StrategyBundle::open(folder).unwrap();
    assert_eq!(bundle.version(), version);
    assert_eq!(bundle.config(), "stacks: 10\n");
    let strategy = bundle.strategy();
    assert_eq!((strategy.iterations, strategy.modelled), (500, true));
    assert_eq!((strategy.exploitability, strategy.value), (0.125, -45.5));
    let decision = &strategy.decisions[0];
    assert_eq!((decision.frequencies[0], decision.frequencies[337]), (0.25, 0.75));
    assert_eq!(decision.values[0], -500.0);
    assert!(decision.values[337].is_nan());
}
