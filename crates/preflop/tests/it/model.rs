//! The model of a flop against closed forms, symmetry and the plain traversal of
//! every pair of hands.

use crate::common::{PairTraversal, spec};
use quasar_cards::Board;
use quasar_equity::FlopTable;
use quasar_preflop::{
    CLASSES, ClassTable, FlopModel, FlopSolution, FlopWorker, ModelTree, ModelValues, PreflopError,
    solve_flops,
};
use quasar_solver::{Algorithm, Pruning, Settings, Updates};

fn flop(text: &str) -> ClassTable {
    ClassTable::of_flop(&FlopTable::of(text.parse::<Board>().unwrap()).unwrap())
}

fn solve(spec: &quasar_preflop::ModelSpec, spr: f64, classes: &ClassTable) -> FlopSolution {
    let tree = ModelTree::new(spec, spr).unwrap();
    FlopWorker::new().solve(spec, &tree, classes, |_, _| true).unwrap()
}

/// Whoever wins half of every pot at showdown cannot be made to fold or pay.
#[test]
fn even_equities_give_everyone_half_of_the_pot() {
    let even = ClassTable::new(|_, _| 1, |_, _| 0.5);
    let spec = quasar_preflop::ModelSpec { iterations: 400, target: 0.0, ..spec() };
    let solved = solve(&spec, 3.5, &even);
    assert!(solved.exploitability < 1e-3, "{}", solved.exploitability);
    for value in &solved.values {
        assert!((value - 0.5).abs() < 5e-3, "{value}");
    }
}

/// A player without anything to decide gets the equity.
#[test]
fn without_bets_values_are_equities() {
    let classes = flop("Td9d6h");
    let spec = quasar_preflop::ModelSpec { bet_sizes: Vec::new(), iterations: 1, ..spec() };
    let solved = solve(&spec, 2.0, &classes);
    for oop in 0..CLASSES {
        for ip in 0..CLASSES {
            let value = f64::from(solved.values[oop * CLASSES + ip]);
            let possible = classes.pairs(oop, ip) > 0;
            let expected = if possible { classes.equity(oop, ip) } else { 0.0 };
            assert!((value - expected).abs() < 1e-6, "{oop} {ip}: {value} {expected}");
        }
    }
}

/// A table with three kinds of classes, of which each beats the next in a circle:
/// whatever class of a kind, the values are the same.
#[test]
fn equal_classes_get_equal_values() {
    let group = |class: usize| class % 3;
    let equity = move |one: usize, other: usize| match (group(one), group(other)) {
        (one, other) if one == other => 0.5,
        (one, other) => {
            if (one + 1) % 3 == other {
                0.7
            } else {
                0.3
            }
        }
    };
    let classes = ClassTable::new(|_, _| 1, equity);
    let spec = quasar_preflop::ModelSpec { iterations: 60, target: 0.0, ..spec() };
    let solved = solve(&spec, 2.0, &classes);
    for oop in 0..CLASSES {
        for ip in 0..CLASSES {
            let value = solved.values[oop * CLASSES + ip];
            let alike = solved.values[group(oop) * CLASSES + group(ip)];
            assert!((value - alike).abs() < 1e-5, "{oop} {ip}");
        }
    }
}

/// The engine against a walk of the tree for every two classes, in double
/// precision.
#[test]
fn regrets_are_those_of_the_traversal_of_every_pair() {
    let classes = flop("7s7h2d");
    let settings = Settings {
        algorithm: Algorithm::Vanilla,
        updates: Updates::Simultaneous,
        ..Settings::default()
    };
    let spec = quasar_preflop::ModelSpec {
        bet_sizes: vec![1.0],
        max_raises: 0,
        settings,
        iterations: 3,
        target: 0.0,
        sampling: None,
    };
    let tree = ModelTree::new(&spec, 1.0).unwrap();
    let found = FlopWorker::new().solve(&spec, &tree, &classes, |_, _| true).unwrap();
    let mut naive = PairTraversal::new(&tree, &classes);
    (0..3).for_each(|_| naive.step());
    for (place, value) in naive.values().into_iter().enumerate() {
        let error = (f64::from(found.values[place]) - value).abs();
        assert!(error < 2e-4, "{place}: {} {value}", found.values[place]);
    }
}

/// Alone, after another flop, after another depth, in a batch of two workers and
/// with two threads: the same bits.
#[test]
fn a_flop_is_worth_the_same_whatever_was_solved_before() {
    let spec = spec();
    let flops = ["AhKsQd", "7s7h2d", "9h8h7h"].map(flop);
    let trees = [1.0, 2.0].map(|spr| ModelTree::new(&spec, spr).unwrap());
    let alone: Vec<FlopSolution> = flops.iter().map(|table| solve(&spec, 2.0, table)).collect();
    let mut worker = FlopWorker::new();
    for tree in [&trees[1], &trees[0], &trees[1]] {
        for (table, alone) in flops.iter().zip(&alone) {
            let solved = worker.solve(&spec, tree, table, |_, _| true).unwrap();
            assert_eq!(solved == *alone, tree.spr() == 2.0);
        }
    }
    let mut found = Vec::new();
    let mut workers = [FlopWorker::new(), FlopWorker::new()];
    let watch = |_| true;
    solve_flops::<PreflopError>(
        &spec,
        &trees[1],
        &mut workers,
        flops.len(),
        |place| flops[place].clone(),
        watch,
        |place, _, solution| {
            found.push((place, solution));
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(found, alone.iter().cloned().enumerate().collect::<Vec<_>>());
    let threads = Settings { threads: 2, ..spec.settings };
    let shared = quasar_preflop::ModelSpec { settings: threads, ..spec };
    assert_eq!(solve(&shared, 2.0, &flops[0]), alone[0]);
}

#[test]
fn a_watch_stops_the_work() {
    let spec = spec();
    let tree = ModelTree::new(&spec, 1.0).unwrap();
    let result =
        FlopWorker::new().solve(&spec, &tree, &flop("AhKsQd"), |iteration, _| iteration < 3);
    assert_eq!(result, Err(PreflopError::Stopped));
}

#[test]
fn a_target_ends_a_flop_early() {
    let spec = quasar_preflop::ModelSpec { iterations: 1_000, target: 0.02, ..spec() };
    let solved = solve(&spec, 2.0, &flop("AhKsQd"));
    assert!(solved.iterations < 1_000, "{}", solved.iterations);
    assert!(solved.exploitability <= 0.02);
}

#[test]
fn pruning_is_counted() {
    let pruning = Pruning { warmup: 5, explore: 0.1, threshold: -1.0, floor: -1e6 };
    let settings =
        Settings { pruning: Some(pruning), algorithm: Algorithm::Linear, ..Settings::default() };
    let spec = quasar_preflop::ModelSpec { settings, iterations: 60, target: 0.0, ..spec() };
    let solved = solve(&spec, 3.0, &flop("AhKsQd"));
    assert!(solved.pruned.seen > solved.pruned.pruned, "{:?}", solved.pruned);
}

/// Means weigh flops by their number and pairs by their combos, and models draw a
/// line between depths that begins at the equity before the flop.
#[test]
fn models_average_flops_and_join_depths() {
    let (one, other) = (flop("AsAhAd"), flop("7s7h2d"));
    let mut means = ModelValues::new();
    means.add(&one, 4, &vec![0.2; CLASSES * CLASSES]);
    means.add(&other, 12, &vec![0.6; CLASSES * CLASSES]);
    let aces = 0;
    assert_eq!(means.value(aces, 20).map(|v| (v * 1e6).round()), Some(600_000.0), "no aces on AAA");
    let (queens, fives) = (28, 126);
    let mixed = means.value(queens, fives).unwrap();
    assert!((mixed - (4.0 * 0.2 + 12.0 * 0.6) / 16.0).abs() < 1e-6, "{mixed}");

    let preflop = ClassTable::preflop();
    let model = FlopModel::new(vec![
        (4.0, vec![0.5; CLASSES * CLASSES]),
        (2.0, vec![f32::NAN; CLASSES * CLASSES]),
    ])
    .unwrap();
    assert_eq!(model.sprs().collect::<Vec<_>>(), [2.0, 4.0]);
    assert_eq!(model.unseen(), CLASSES * CLASSES);
    let equity = preflop.equity(queens, fives) as f32;
    let at = |spr: f64| model.at(spr)[queens * CLASSES + fives];
    for (spr, expected) in
        [(0.0, equity), (1.0, equity), (3.0, (equity + 0.5) / 2.0), (4.0, 0.5), (99.0, 0.5)]
    {
        assert!((at(spr) - expected).abs() < 1e-6, "{spr}");
    }
}

#[test]
fn models_without_sense_are_refused() {
    let values = || vec![0.5f32; CLASSES * CLASSES];
    assert_eq!(FlopModel::new(Vec::new()), Err(PreflopError::EmptyModel));
    assert_eq!(
        FlopModel::new(vec![(1.0, values()), (1.0, values())]),
        Err(PreflopError::DuplicateSpr(1.0))
    );
    assert_eq!(FlopModel::new(vec![(1.0, vec![0.5])]), Err(PreflopError::ValueCount { found: 1 }));
    assert_eq!(FlopModel::new(vec![(-1.0, values())]), Err(PreflopError::BadSpr(-1.0)));
    let tree = |sizes: &[f64], spr| {
        ModelTree::new(&quasar_preflop::ModelSpec { bet_sizes: sizes.to_vec(), ..spec() }, spr)
            .err()
    };
    assert_eq!(tree(&[0.5], 0.0), Some(PreflopError::BadSpr(0.0)));
    assert_eq!(tree(&[-0.5], 1.0), Some(PreflopError::BadBetSize(-0.5)));
}
