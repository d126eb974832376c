//! An iteration of the model of a flop against one that walks the tree separately for every
//! pair of classes: the fastest of ten each.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../tests/it/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::PairTraversal;
use quasar_equity::FlopTable;
use quasar_preflop::{ClassTable, FlopWorker, ModelSpec, ModelTree};
use quasar_solver::{Algorithm, Settings, Updates};

const REPEATS: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let flop = FlopTable::of("AsKhQd".parse()?)?;
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
    let tree = ModelTree::new(&spec, 3.5)?;
    let mut worker = FlopWorker::new();
    worker.solve(&spec, &tree, &classes, |_, _| true)?;
    let solver = worker.solver().ok_or("a flop was solved")?;
    let mut naive = PairTraversal::new(&tree, &classes);
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..REPEATS {
        let start = Instant::now();
        solver.step()?;
        fastest[0] = fastest[0].min(start.elapsed());
        let start = Instant::now();
        naive.step();
        fastest[1] = fastest[1].min(start.elapsed());
    }
    let [together, apart] = fastest;
    println!("all pairs at once {together:.2?}, pair by pair {apart:.2?}");
    println!("{:.0} times as fast", apart.as_secs_f64() / together.as_secs_f64());
    Ok(())
}
