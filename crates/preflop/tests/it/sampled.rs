//! Learning from sampled deals against learning from the whole table.

use crate::common::spec;
use quasar_equity::FlopTable;
use quasar_preflop::{
    CLASSES, ClassTable, DealSampling, FlopSolution, FlopWorker, ModelSpec, ModelTree, PreflopError,
};
use quasar_solver::Settings;

const SAMPLING: DealSampling = DealSampling { share: 0.02, value_deals: 1_000_000, ev_change: 0.0 };

fn flop(text: &str) -> ClassTable {
    ClassTable::of_flop(&FlopTable::of(text.parse().unwrap()).unwrap())
}

fn solve(spec: &ModelSpec, classes: &ClassTable) -> FlopSolution {
    let tree = ModelTree::new(spec, 2.0).unwrap();
    FlopWorker::new().solve(spec, &tree, classes, |_, _| true).unwrap()
}

/// What the player out of position gets of the pot.
fn value(classes: &ClassTable, solution: &FlopSolution) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for oop in 0..CLASSES {
        for ip in 0..CLASSES {
            let pairs = f64::from(classes.pairs(oop, ip));
            sum += pairs * f64::from(solution.values[oop * CLASSES + ip]);
            all += pairs;
        }
    }
    sum / all
}

/// Whatever the strategies, if best responses gain g each on average, the value is
/// within 2 g of that of the game; reading it off deals adds their error.
#[test]
fn sampling_converges_to_the_whole_table() {
    let classes = flop("Td9d6h");
    let whole = solve(&ModelSpec { iterations: 200, ..spec() }, &classes);
    let sampled = ModelSpec { iterations: 200, sampling: Some(SAMPLING), ..spec() };
    let found = solve(&sampled, &classes);
    assert!(found.exploitability < 0.02, "{}", found.exploitability);
    let early = solve(&ModelSpec { iterations: 20, ..sampled.clone() }, &classes);
    assert!(early.exploitability > 2.0 * found.exploitability, "more deals, less error");
    let error = found.standard_error.unwrap();
    assert!((1e-3..2e-2).contains(&error), "{error}");
    // The mean over all classes is more exact than that of one by the root of their number.
    let bound = 2.0 * (whole.exploitability + found.exploitability) + 4.0 * error / 13.0;
    let difference = value(&classes, &whole) - value(&classes, &found);
    assert!(difference.abs() < bound, "{difference} {bound}");
    assert_eq!(whole.standard_error, None);
}

/// Read off as many deals as there are pairs of classes, or more: the error falls with
/// the root of the deals.
#[test]
fn more_deals_for_values_mean_less_error() {
    let classes = flop("7s7h2d");
    let with = |value_deals: u32| {
        let sampling = DealSampling { value_deals, ..SAMPLING };
        solve(&ModelSpec { sampling: Some(sampling), ..spec() }, &classes)
    };
    let (few, many) = (with(100_000), with(1_600_000));
    let ratio = few.standard_error.unwrap() / many.standard_error.unwrap();
    assert!((ratio - 4.0).abs() < 0.2, "{ratio}");
    // The same strategies, computed from sixteen times as many deals.
    let off = |solution: &FlopSolution| (value(&classes, solution) - value(&classes, &many)).abs();
    assert!(off(&few) < 4.0 * few.standard_error.unwrap());
    assert_eq!(few.exploitability, many.exploitability);
}

#[test]
fn deals_do_not_depend_on_threads_or_on_what_was_solved_before() {
    let (first, second) = (flop("AsKhQd"), flop("9h8h7h"));
    let spec = ModelSpec { sampling: Some(SAMPLING), ..spec() };
    let alone = solve(&spec, &second);
    let tree = ModelTree::new(&spec, 2.0).unwrap();
    let mut worker = FlopWorker::new();
    worker.solve(&spec, &tree, &first, |_, _| true).unwrap();
    assert_eq!(worker.solve(&spec, &tree, &second, |_, _| true).unwrap(), alone);
    let threads = Settings { threads: 2, ..spec.settings };
    assert_eq!(solve(&ModelSpec { settings: threads, ..spec }, &second), alone);
}

#[test]
fn settled_values_end_a_flop_early() {
    let classes = flop("AsKhQd");
    let sampling = DealSampling { ev_change: 0.01, ..SAMPLING };
    let spec = ModelSpec { iterations: 1_000, sampling: Some(sampling), ..spec() };
    let found = solve(&spec, &classes);
    assert!(found.iterations < 1_000, "{}", found.iterations);
    let strict = DealSampling { ev_change: 0.002, ..SAMPLING };
    let later = solve(&ModelSpec { sampling: Some(strict), ..spec }, &classes);
    assert!(later.iterations > found.iterations, "{}", later.iterations);
}

#[test]
fn nothing_can_be_dealt_without_a_flop() {
    let spec = ModelSpec { sampling: Some(SAMPLING), ..spec() };
    let tree = ModelTree::new(&spec, 2.0).unwrap();
    let even = ClassTable::new(|_, _| 1, |_, _| 0.5);
    let refused = FlopWorker::new().solve(&spec, &tree, &even, |_, _| true);
    assert_eq!(refused, Err(PreflopError::NothingToDeal));
}
