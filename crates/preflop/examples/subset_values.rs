//! What the model of flops says of every class on a subset of flops, compared with all
//! 1,755: the mean and the largest error of the class's value, in percent of the pot.
//! One bet size of the pot and no raises, at a stack-to-pot ratio of 3.5, each flop to
//! 0.5 % of the pot. Takes some minutes.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use quasar_cards::{HoldemClass, canonical_flop_index, canonical_flops};
use quasar_equity::{FlopTable, flop_subset};
use quasar_preflop::{
    ClassTable, FlopSolution, FlopWorker, ModelSpec, ModelTree, ModelValues, PreflopError,
    solve_flops,
};
use quasar_solver::Settings;

const SIZES: [usize; 10] = [5, 10, 15, 25, 49, 75, 95, 125, 184, 200];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = ModelSpec {
        bet_sizes: vec![1.0],
        max_raises: 0,
        settings: Settings::default(),
        iterations: 200,
        target: 0.005,
        sampling: None,
    };
    let tree = ModelTree::new(&model, 3.5)?;
    let flops = canonical_flops();
    let tables: Vec<ClassTable> = flops
        .iter()
        .map(|flop| Ok(ClassTable::of_flop(&FlopTable::of(flop.board)?)))
        .collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let mut workers = [FlopWorker::new()];
    let mut solved: Vec<Vec<f32>> = Vec::new();
    solve_flops(
        &model,
        &tree,
        &mut workers,
        flops.len(),
        |flop| tables[flop].clone(),
        |_| true,
        |_, _, solution: FlopSolution| -> Result<(), PreflopError> {
            solved.push(solution.values);
            Ok(())
        },
    )?;
    let means = |chosen: &mut dyn Iterator<Item = (usize, u32)>| {
        let mut means = ModelValues::new();
        for (flop, weight) in chosen {
            means.add(&tables[flop], weight, &solved[flop]);
        }
        means.class_means()
    };
    let all = means(&mut flops.iter().map(|flop| flop.multiplicity).enumerate());
    println!("| flops | mean error, oop | ip | worst, oop | ip |\n|---|---|---|---|---|");
    for size in SIZES {
        let subset = flop_subset(size);
        let places = subset.iter().map(|flop| {
            let place = canonical_flop_index(flop.board.set()).map_or(0, |(place, _)| place);
            (place, flop.weight)
        });
        let some = means(&mut places.into_iter());
        let errors = [0, 1].map(|player| {
            let (mut sum, mut worst) = (0.0, 0.0_f64);
            for class in HoldemClass::all() {
                let [found, expected] = [&some, &all].map(|means| means[player][class.index()]);
                let off = 100.0 * (found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs();
                sum += off * class.size() as f64 / 1_326.0;
                worst = worst.max(off);
            }
            (sum, worst)
        });
        let [(oop, worst_oop), (ip, worst_ip)] = errors;
        println!("| {size} | {oop:.2} | {ip:.2} | {worst_oop:.1} | {worst_ip:.1} |");
    }
    Ok(())
}
