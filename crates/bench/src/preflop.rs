//! Workloads of the preflop crate. Signatures hash results cut to a few digits, so that
//! rounding does not change them.

use quasar_cards::HoldemClass;
use quasar_equity::FlopTable;
use quasar_preflop::{ClassTable, FlopWorker, ModelSpec, ModelTree, PushFoldGame};
use quasar_solver::Settings;

use super::{Signature, Workload};

/// Iterations of a run.
const ITERATIONS: u32 = 20;

pub(super) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "preflop/flop model",
        operation: "an iteration of a flop at SPR 3.5, 630 (line, action) pairs, in 1 thread",
        operations: ITERATIONS as u64,
        prepare: flop_model,
    },
    Workload {
        name: "preflop/push or fold",
        operation: "the charts of ten big blinds",
        operations: 1,
        prepare: || Box::new(push_or_fold),
    },
];

/// How many percent of all combos push, and how many call.
fn push_or_fold() -> Signature {
    let game = PushFoldGame::new(&ClassTable::preflop(), 500.0, 1_000.0, 10_000.0);
    let (charts, _, _) = game.solve(0.001, 50_000);
    let percent = |frequencies: &[f64]| {
        let combos =
            HoldemClass::all().map(|class| class.size() as f64 * frequencies[class.index()]);
        (combos.sum::<f64>() / 13.26).round() as u64
    };
    Signature::EMPTY.with(percent(&charts.push)).with(percent(&charts.call))
}

/// One flop after the other in the same memory, values of all pairs included.
fn flop_model() -> Box<dyn FnMut() -> Signature> {
    let table = FlopTable::of("AsKhQd".parse().expect("a flop")).expect("a table");
    let classes = ClassTable::of_flop(&table);
    let spec = ModelSpec {
        bet_sizes: vec![0.5, 1.0],
        max_raises: 1,
        settings: Settings::default(),
        iterations: ITERATIONS,
        target: 0.0,
        sampling: None,
    };
    let tree = ModelTree::new(&spec, 3.5).expect("a tree");
    let mut worker = FlopWorker::new();
    Box::new(move || {
        let solved = worker.solve(&spec, &tree, &classes, |_, _| true).expect("a solution");
        let aces: f32 = solved.values[..169].iter().sum();
        Signature::EMPTY.with(tree.actions() as u64).with((aces / 10.0).round() as u64)
    })
}
