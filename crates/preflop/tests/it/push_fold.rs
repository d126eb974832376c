//! Push or fold before the flop, against the published Nash charts (holdemresources.net,
//! heads-up push/fold: the largest stack in big blinds at which a hand is played).

use quasar_cards::HoldemClass;
use quasar_game::{Chips, NodeId};
use quasar_preflop::{
    CLASSES, ClassTable, FlopValue, PreflopGame, PreflopSpec, PushFoldCharts, PushFoldGame,
};
use quasar_solver::{Profile, Settings, Solver};

/// Chips of a big blind.
const BLIND: f64 = 1_000.0;

/// Push or fold at a stack in big blinds, in double precision.
fn game(stack: f64) -> PushFoldGame {
    PushFoldGame::new(&ClassTable::preflop(), BLIND / 2.0, BLIND, stack * BLIND)
}

/// How often each class pushes and calls at a stack in big blinds. A hand that is nearly
/// indifferent settles late: J2s with 8.6 big blinds is still pushed by two thirds at
/// 0.001 mbb.
fn charts(stack: f64) -> [Vec<f64>; 2] {
    let (charts, worth, _) = game(stack).solve(0.00001, 50_000);
    assert!(worth.exploitability <= 0.00001, "{worth:?}");
    [charts.push, charts.call]
}

/// At 0.1 big blinds less than published a hand is played, at 0.1 more it is not.
fn check(player: usize, published: &[(&str, f64)]) {
    for &(name, stack) in published {
        let class: HoldemClass = name.parse().unwrap();
        let frequency = |stack: f64| charts(stack)[player][class.index()];
        let (below, above) = (frequency(stack - 0.1), frequency(stack + 0.1));
        assert!(below > 0.5, "{name} is played at {stack} - 0.1: {below}");
        assert!(above < 0.5, "{name} is not played at {stack} + 0.1: {above}");
    }
}

#[test]
fn hands_are_pushed_up_to_the_published_stacks() {
    check(
        0,
        &[
            ("K2s", 19.3),
            ("Q2s", 12.7),
            ("J2s", 8.5),
            ("K2o", 11.6),
            ("Q2o", 7.0),
            ("87o", 14.7),
            ("J8o", 13.3),
        ],
    );
}

#[test]
fn hands_are_called_up_to_the_published_stacks() {
    check(1, &[("K2s", 10.7), ("QJo", 19.5), ("JTo", 12.7), ("Q2o", 5.6)]);
}

/// The general solver, which stores 32-bit floats, plays the same game: its charts are
/// worth the same by either measure.
#[test]
fn the_general_solver_agrees_as_far_as_its_floats_go() {
    let stack = Chips(10_000);
    let spec = PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips::ZERO, stack);
    let general = PreflopGame::new(&spec, FlopValue::Equity).unwrap();
    let mut solver = Solver::new(general.game().clone(), Settings::default()).unwrap();
    (0..200).for_each(|_| solver.step().unwrap());
    let by_solver = solver.exploitability(Profile::Average).unwrap();
    let [push, call] = [NodeId(0), NodeId(2)].map(|node| {
        let strategy = solver.strategy(&PreflopGame::at(node), Profile::Average).unwrap();
        strategy[CLASSES..].iter().map(|&part| f64::from(part)).collect()
    });
    let exact = game(10.0);
    let worth = exact.value_of(&PushFoldCharts { push, call });
    assert!((by_solver.mean() - worth.exploitability).abs() < 0.01, "{by_solver:?} {worth:?}");
    assert!((by_solver.values[1] - worth.value).abs() < 0.01, "{by_solver:?} {worth:?}");
    assert!((exact.solve(0.001, 50_000).1.value - worth.value).abs() < worth.exploitability * 2.0);
}

/// What charts give away, summed up over all pairs of combos: every class of either
/// player may change its mind.
#[test]
fn exploitability_is_what_the_best_changes_of_mind_gain() {
    let table = ClassTable::preflop();
    let (small, big, stack) = (BLIND / 2.0, BLIND, 7.0 * BLIND);
    let (charts, worth, _) = game(7.0).solve(0.0, 3);
    let won = |push: &dyn Fn(usize) -> f64, call: &dyn Fn(usize) -> f64| {
        let mut won = 0.0;
        for ip in 0..CLASSES {
            for oop in 0..CLASSES {
                let showdown = stack * (2.0 * table.equity(ip, oop) - 1.0);
                let pushed = call(oop) * showdown + (1.0 - call(oop)) * big;
                let played = push(ip) * pushed - (1.0 - push(ip)) * small;
                won += f64::from(table.pairs(ip, oop)) * played;
            }
        }
        won / (1_326.0 * 1_225.0)
    };
    let (push, call) = (|class: usize| charts.push[class], |class: usize| charts.call[class]);
    let value = won(&push, &call);
    assert!((value - worth.value).abs() < 1e-9, "{value} {worth:?}");
    let mut gained = 0.0;
    for class in 0..CLASSES {
        let with =
            |part: f64| move |other: usize, given: f64| if other == class { part } else { given };
        let pushes = [0.0, 1.0].map(|part| won(&|c| with(part)(c, push(c)), &call) - value);
        let calls = [0.0, 1.0].map(|part| value - won(&push, &|c| with(part)(c, call(c))));
        gained += pushes.into_iter().fold(0.0, f64::max) + calls.into_iter().fold(0.0, f64::max);
    }
    assert!((gained / 2.0 - worth.exploitability).abs() < 1e-9, "{gained} {worth:?}");
}

/// Tallied hand against hand on all boards; the published value of AA v KK is
/// 81.95 %, that of AKs v QQ 46.05 %.
#[test]
fn equities_before_the_flop_are_the_known_ones() {
    let table = ClassTable::preflop();
    let class = |name: &str| name.parse::<HoldemClass>().unwrap().index();
    for (hero, villain, percent, pairs) in [
        ("AA", "KK", 81.946, 36),
        ("AKs", "QQ", 46.049, 24),
        ("22", "AKo", 52.65, 72),
        ("AKs", "AKs", 50.0, 12),
    ] {
        let (hero, villain) = (class(hero), class(villain));
        let equity = 100.0 * table.equity(hero, villain);
        assert!((equity - percent).abs() < 0.02, "{hero} {villain}: {equity}");
        assert!((table.equity(hero, villain) + table.equity(villain, hero) - 1.0).abs() < 1e-12);
        assert_eq!(table.pairs(hero, villain), pairs);
        assert_eq!(table.pairs(villain, hero), pairs);
    }
    let all: u32 = (0..CLASSES)
        .flat_map(|i| (0..CLASSES).map(move |j| (i, j)))
        .map(|(i, j)| table.pairs(i, j))
        .sum();
    assert_eq!(all, 1_326 * 1_225, "pairs of combos without a common card");
}
