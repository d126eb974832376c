//! Exact solves of flops as values of the game before the flop.

use crate::common::spec;
use quasar_cards::{Board, HoldemClass};
use quasar_equity::FlopTable;
use quasar_game::{BetSize, Chips};
use quasar_preflop::{
    CLASSES, ClassTable, ExactFlop, ExactSettings, FlopValue, LineRanges, LineValues, ModelSpec,
    ModelTree, PreflopError, PreflopGame, PreflopSpec, fit_shares, flop_memory, solve_flop,
};
use quasar_solver::{Profile, Settings, Solver};

const LIMITS: ExactSettings =
    ExactSettings { iterations: 10, target: 0.005, threads: 1, memory: 1 << 30 };

/// Suits that the flop makes equal keep the exact game small.
fn monotone() -> Board {
    "9s8s7s".parse().unwrap()
}

/// Pairs often, the others as often as they are suited or not.
fn ranges(classes: &ClassTable) -> LineRanges {
    let oop: Vec<f32> =
        HoldemClass::all().map(|class| if class.is_pair() { 1.0 } else { 0.3 }).collect();
    let ip: Vec<f32> =
        HoldemClass::all().map(|class| if class.is_suited() { 0.8 } else { 0.0 }).collect();
    LineRanges::new(classes, [&oop, &ip]).unwrap()
}

fn solved(tree: &ModelTree, ranges: &LineRanges) -> ExactFlop {
    solve_flop(tree, monotone(), ranges, &LIMITS, |_, _| true).unwrap()
}

fn tree(bet_sizes: &[f64], spr: f64) -> ModelTree {
    let spec = ModelSpec { bet_sizes: bet_sizes.to_vec(), max_raises: 0, ..spec() };
    ModelTree::new(&spec, spr).unwrap()
}

/// Without bets a class gets its equity against the range, which the table of the
/// flop knows as well.
#[test]
fn without_bets_exact_values_are_equities() {
    let ranges = ranges(&ClassTable::preflop());
    let mut values = LineValues::default();
    values.add(4, &solved(&tree(&[], 1.0), &ranges));
    let classes = ClassTable::of_flop(&FlopTable::of(monotone()).unwrap());
    for hero in 0..CLASSES {
        let (mut won, mut met) = (0.0, 0.0);
        for villain in 0..CLASSES {
            let weight = f64::from(classes.pairs(hero, villain)) * ranges.weights(1)[villain];
            won += weight * classes.equity(hero, villain);
            met += weight;
        }
        let found = values.share(0, hero).unwrap();
        assert!((found - won / met).abs() < 1e-4, "{hero}: {found} {}", won / met);
    }
}

/// Whatever the solves say, the fit gives every class its mean, moved by what the
/// flop's proportions leave over, and the pot is shared.
#[test]
fn fitted_values_have_the_means_of_the_exact_solve() {
    let classes = ClassTable::preflop();
    let ranges = ranges(&classes);
    let mut values = LineValues::default();
    values.add(4, &solved(&tree(&[], 1.0), &ranges));
    let base: Vec<f32> = (0..CLASSES * CLASSES)
        .map(|place| classes.equity(place / CLASSES, place % CLASSES) as f32)
        .collect();
    let fitted = fit_shares(&classes, &base, &ranges, &values);
    assert!(fitted.moved.abs() < 0.05, "{}", fitted.moved);
    for class in 0..CLASSES {
        for side in 0..2 {
            let (mut sum, mut met) = (0.0, 0.0);
            for other in 0..CLASSES {
                let (oop, ip) = if side == 0 { (class, other) } else { (other, class) };
                let share = f64::from(fitted.shares[oop * CLASSES + ip]);
                let weight = f64::from(classes.pairs(oop, ip)) * ranges.weights(1 - side)[other];
                sum += weight * if side == 0 { share } else { 1.0 - share };
                met += weight;
            }
            let wanted = values.share(side, class).unwrap() + fitted.moved;
            assert!((sum / met - wanted).abs() < 1e-6, "{side} {class}: {} {wanted}", sum / met);
        }
    }
    // What is right already is not changed.
    let again = fit_shares(&classes, &fitted.shares, &ranges, &values);
    for (one, other) in fitted.shares.iter().zip(&again.shares) {
        assert!((one - other).abs() < 1e-5, "{one} {other}");
    }
}

/// Limp or fold with one and a half big blinds and one flop: after some rounds of half steps
/// the values at the ranges that they lead to are the values that they were solved
/// with. A small blind of a tenth makes folding worth a thought.
#[test]
fn alternating_solves_come_to_rest() {
    let betting = PreflopSpec {
        small_blind: Chips(100),
        big_blind: Chips(1_000),
        straddle: Chips::ZERO,
        ante: Chips::ZERO,
        stack: Chips(1_500),
        raises: vec![[BetSize::AllIn].into_iter().collect()],
        raise_cap: Some(0),
        limp: true,
        limit: quasar_game::Limit::NoLimit,
    };
    let mut game = PreflopGame::new(&betting, FlopValue::Equity).unwrap();
    let [seen] = game.flops_seen() else { panic!("limped pots only") };
    let (seen, base) = (*seen, game.shares()[0].clone());
    let tree = tree(&[1.0], seen.spr());
    let mut changes = Vec::new();
    for round in 0..2 {
        let mut solver = Solver::new(game.game().clone(), Settings::default()).unwrap();
        (0..200).for_each(|_| solver.step().unwrap());
        let reach = solver.values(&PreflopGame::at(seen.node), Profile::Average).unwrap().reach;
        let ranges = LineRanges::new(game.classes(), [&reach[0], &reach[1]]).unwrap();
        assert!(ranges.frequency() > 0.02, "{}", ranges.frequency());
        let mut values = LineValues::default();
        values.add(4, &solved(&tree, &ranges));
        let fitted = fit_shares(game.classes(), &base, &ranges, &values).shares;
        let before = &game.shares()[0];
        let step = if round == 0 { 1.0 } else { 0.5 };
        let mixed: Vec<f32> =
            before.iter().zip(&fitted).map(|(old, new)| old + step * (new - old)).collect();
        // What changes for the classes that get there, as a fraction of the pot.
        let (mut change, mut all) = (0.0, 0.0);
        for (place, (old, new)) in before.iter().zip(&mixed).enumerate() {
            let (oop, ip) = (place / CLASSES, place % CLASSES);
            let weight = f64::from(game.classes().pairs(oop, ip))
                * ranges.weights(0)[oop]
                * ranges.weights(1)[ip];
            change += weight * f64::from((new - old).abs());
            all += weight;
        }
        changes.push(change / all);
        game = PreflopGame::new(&betting, FlopValue::Shares(&[mixed])).unwrap();
    }
    assert!(changes[0] > 0.01, "{changes:?}");
    assert!(changes[1] < changes[0] / 4.0, "{changes:?}");
}

#[test]
fn solves_can_be_stopped_and_refused() {
    let ranges = ranges(&ClassTable::preflop());
    let tree = tree(&[], 1.0);
    let stopped = solve_flop(&tree, monotone(), &ranges, &LIMITS, |iteration, _| iteration < 2);
    assert_eq!(stopped, Err(PreflopError::Stopped));
    let needed = flop_memory(&tree, monotone(), &ranges, &ExactSettings { memory: 1, ..LIMITS })
        .unwrap()
        .total();
    let little = ExactSettings { memory: needed - 1, ..LIMITS };
    let refused = solve_flop(&tree, monotone(), &ranges, &little, |_, _| true).unwrap_err();
    assert!(refused.to_string().contains("are allowed"), "{refused}");
    let nobody = vec![0.0; CLASSES];
    assert_eq!(LineRanges::new(&ClassTable::preflop(), [&nobody, &nobody]), None);
}
