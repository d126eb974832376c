//! An exported solution, and a solve resumed from it.

use std::collections::HashMap;
use std::sync::Mutex;

use quasar_solver::{
    Algorithm, BoardAt, DecisionExport, Discounts, MatrixGame, NodeAt, Precision, Profile,
    Settings, Solver, SolverError, SolverGame, StoredNumbers, leduc,
};

fn settings(algorithm: Algorithm) -> Settings {
    Settings { algorithm, ..Settings::default() }
}

fn solved(settings: Settings, iterations: u32) -> Solver<MatrixGame> {
    let mut solver = Solver::new(leduc().unwrap().game, settings).unwrap();
    (0..iterations).for_each(|_| solver.step().unwrap());
    solver
}

/// Decisions by stage, node and board.
type Shown = HashMap<(usize, usize, BoardAt), DecisionExport>;

fn shown(solver: &mut Solver<MatrixGame>, levels: usize) -> Shown {
    let shown = Mutex::new(HashMap::new());
    solver
        .export(Profile::Average, levels, |_, stage| {
            let mut shown = shown.lock().unwrap();
            for decision in stage.decisions {
                let key = (stage.stage, decision.node, stage.place);
                assert!(shown.insert(key, decision).is_none(), "each decision once");
            }
        })
        .unwrap();
    shown.into_inner().unwrap()
}

#[test]
fn an_export_agrees_with_queries() {
    for threads in [1, 2] {
        let mut solver = solved(Settings { threads, ..Settings::default() }, 40);
        let shown = shown(&mut solver, 2);
        assert_eq!(shown.len(), solver.decisions());
        for ((stage, node, place), decision) in shown {
            // A board of Leduc is the deal of the same number.
            let deals = if place.level == 0 { Vec::new() } else { vec![place.board] };
            let at = NodeAt { stage, node, deals };
            assert_eq!(decision.strategy, solver.strategy(&at, Profile::Average).unwrap());
            let values = solver.values(&at, Profile::Average).unwrap();
            assert_eq!(values.place, place);
            assert_eq!(decision.action_values, values.action_values);
            assert_eq!(decision.other_values, values.values[1 - decision.player.index()]);
            // The value of a hand is the mean of the values of its actions.
            let hands = solver.game().hands(place, decision.player);
            for hand in 0..hands {
                let cells = (0..decision.actions).map(|action| action * hands + hand);
                let mean: Option<f32> = cells
                    .map(|cell| Some(decision.strategy[cell] * decision.action_values[cell]?))
                    .sum();
                let value = values.values[decision.player.index()][hand];
                assert_eq!(mean.is_some(), value.is_some());
                assert!((mean.unwrap_or(0.0) - value.unwrap_or(0.0)).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn an_export_has_only_the_requested_levels() {
    let mut solver = solved(Settings::default(), 5);
    assert!(shown(&mut solver, 1).keys().all(|(_, _, place)| place.level == 0));
    assert!(shown(&mut solver, 0).is_empty());
}

fn resumed(
    settings: Settings,
    iteration: u32,
    shown: &Shown,
) -> Result<Solver<MatrixGame>, SolverError> {
    let solver = Solver::new(leduc().unwrap().game, settings).unwrap();
    solver.resumed(iteration, |_, at, what| {
        let decision = &shown[&(at.stage, at.node, at.place)];
        Ok(match what {
            StoredNumbers::Strategy => decision.strategy.clone(),
            StoredNumbers::Regrets => decision.regrets.clone(),
        })
    })
}

/// Sums are rebuilt from averages, whatever the weights of the iterations; the only
/// difference is rounding.
#[test]
fn a_solve_resumes_from_averages_and_regrets() {
    let discounted =
        |gamma, reset| Algorithm::Discounted(Discounts { gamma, reset, ..Discounts::default() });
    for algorithm in [
        Algorithm::Vanilla,
        Algorithm::CfrPlus,
        Algorithm::Linear,
        discounted(2.0, false),
        discounted(5.0, false),
        discounted(3.0, true),
        Algorithm::FictitiousPlay { linear: true, optimistic: true },
    ] {
        let settings = settings(algorithm);
        let mut never_stopped = solved(settings, 30);
        let before = shown(&mut never_stopped, 2);
        let mut gone_on = resumed(settings, 30, &before).unwrap();
        assert_eq!(gone_on.iteration(), 30);
        for steps in [0, 1, 10] {
            for _ in 0..steps {
                never_stopped.step().unwrap();
                gone_on.step().unwrap();
            }
            let [one, other] = [&mut never_stopped, &mut gone_on].map(|s| shown(s, 2));
            for (key, decision) in &one {
                let pairs = decision.strategy.iter().zip(&other[key].strategy);
                let most = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(most < 2e-3, "{algorithm:?} after {steps}: {most}");
            }
            let gaps = [&mut never_stopped, &mut gone_on].map(|s| s.gap(Profile::Average).unwrap());
            assert!((gaps[0] - gaps[1]).abs() < 1e-4, "{algorithm:?} after {steps}: {gaps:?}");
        }
    }
}

#[test]
fn either_precision_can_be_resumed() {
    let full = Settings::default();
    let half = Settings { precision: Precision::Half, ..full };
    for (from, to) in [(full, half), (half, full)] {
        let mut first = solved(from, 50);
        let numbers = shown(&mut first, 2);
        let mut second = resumed(to, 50, &numbers).unwrap();
        let gaps = [&mut first, &mut second].map(|solver| solver.gap(Profile::Average).unwrap());
        assert!((gaps[0] - gaps[1]).abs() < 1e-3, "{gaps:?}");
        (0..100).for_each(|_| second.step().unwrap());
        assert!(second.gap(Profile::Average).unwrap() < 0.5 * gaps[0]);
    }
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let settings = Settings::default();
    let good = shown(&mut solved(settings, 3), 2);
    let key = *good.keys().next().unwrap();
    type Change = fn(&mut DecisionExport);
    let changes: &[(Change, &str)] = &[
        (|d| d.strategy.truncate(1), "a decision has different actions or hands"),
        (|d| d.regrets.push(0.0), "a decision has different actions or hands"),
        (|d| d.strategy[0] = -0.1, "a number is negative, infinite or NaN"),
        (|d| d.regrets[0] = f32::NAN, "a number is negative, infinite or NaN"),
    ];
    for (change, why) in changes {
        let mut bad = good.clone();
        change(bad.get_mut(&key).unwrap());
        let refused = resumed(settings, 3, &bad).err().unwrap().to_string();
        assert_eq!(refused, format!("the checkpoint cannot be used: {why}"));
    }
    let refused = resumed(settings, u32::MAX, &good).err().unwrap().to_string();
    assert_eq!(refused, "the checkpoint cannot be used: it has too many iterations");
}
