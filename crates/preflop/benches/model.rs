//! An iteration of the model against one that walks the tree separately for every
//! pair of classes: `cargo bench -p quasar-preflop`.
#![allow(missing_docs, reason = "criterion generates the entry point")]

#[path = "../tests/it/common/mod.rs"]
mod common;

use common::PairTraversal;
use criterion::{Criterion, criterion_group, criterion_main};
use quasar_equity::FlopTable;
use quasar_preflop::{ClassTable, FlopWorker, ModelSpec, ModelTree};
use quasar_solver::{Algorithm, Settings, Updates};

fn iterations(criterion: &mut Criterion) {
    let flop = FlopTable::of("AsKhQd".parse().expect("a flop")).expect("a table");
    let classes = ClassTable::of_flop(&flop);
    let settings = Settings {
        algorithm: Algorithm::Vanilla,
        updates: Updates::Simultaneous,
        ..Settings::default()
    };
    let spec = ModelSpec {
        bet_sizes: vec![0.5, 1.0],
        max_raises: 1,
        settings,
        iterations: 1,
        target: 0.0,
        sampling: None,
    };
    let tree = ModelTree::new(&spec, 3.5).expect("a tree");
    let mut group = criterion.benchmark_group("iteration");
    group.sample_size(10);
    let mut worker = FlopWorker::new();
    worker.solve(&spec, &tree, &classes, |_, _| true).expect("a solution");
    let solver = worker.solver().expect("a flop was solved");
    group.bench_function("all pairs at once", |bencher| {
        bencher.iter(|| solver.step().expect("no leaf fails"))
    });
    let mut naive = PairTraversal::new(&tree, &classes);
    group.bench_function("pair by pair", |bencher| bencher.iter(|| naive.step()));
    group.finish();
}

criterion_group!(benches, iterations);
criterion_main!(benches);
