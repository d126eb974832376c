//! Push or fold before the flop, against the published Nash charts (holdemresources.net,
//! heads-up push/fold: the largest stack in big blinds at which a hand is played).

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quasar_cards::HoldemClass;
use quasar_game::{Chips, NodeId};
use quasar_preflop::{CLASSES, ClassTable, FlopValue, PreflopGame, PreflopSpec};
use quasar_solver::{Profile, Settings, Solver};

/// Chips of a big blind.
const BLIND: f64 = 1_000.0;

/// How often each class pushes and calls at a stack in big blinds.
fn charts(stack: f64) -> [Vec<f32>; 2] {
    let stack = Chips((stack * BLIND).round() as u64);
    let spec = PreflopSpec::push_fold(Chips(500), Chips(1_000), Chips::ZERO, stack);
    let game = PreflopGame::new(&spec, FlopValue::Equity).unwrap();
    let mut solver = Solver::new(game.game().clone(), Settings::default()).unwrap();
    (0..1_000).for_each(|_| solver.step());
    let gap = solver.gap(Profile::Average);
    assert!(gap < 0.0005 * BLIND, "{gap}");
    [NodeId(0), NodeId(2)].map(|node| {
        solver.strategy(&PreflopGame::at(node), Profile::Average).unwrap()[CLASSES..].to_vec()
    })
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
