//! How far the model of a flop is from the exact game: `cargo run --release -p
//! quasar-preflop --example compare_exact [SPR [FLOP...]]`.
//!
//! Both are solved on the same betting tree with every hand on both sides; the
//! exact game deals turns and rivers and knows suits. What is compared is the mean
//! value of each class, in percent of the pot. Takes minutes and up to two
//! gigabytes.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;

use quasar_cards::{Board, HoldemClass};
use quasar_equity::FlopTable;
use quasar_game::Player;
use quasar_preflop::{
    CLASSES, ClassTable, ExactSettings, FlopWorker, LineRanges, LineValues, ModelSpec, ModelTree,
    class_means, solve_flop,
};
use quasar_solver::Settings;

/// What both solutions may give away, as a fraction of the pot.
const TARGET: f64 = 0.003;

/// How the exact game is solved: in 16-bit numbers where 32 would take more than two
/// gigabytes, and compared after this many iterations anyway.
const EXACT: ExactSettings =
    ExactSettings { iterations: 300, target: TARGET, threads: 1, memory: 2 << 30 };

/// A class, its compatible pairs of combos, and what it gets: in the model, exactly, and
/// without betting.
type Row = (HoldemClass, f64, f64, f64, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let spec = ModelSpec {
        bet_sizes: vec![1.0],
        max_raises: 0,
        settings: Settings::default(),
        iterations: 1_000,
        target: TARGET,
        sampling: None,
    };
    println!("flop    SPR  player  mean off  worst  which  class means correlate  equity off");
    let mut arguments = std::env::args().skip(1);
    let sprs = match arguments.next() {
        Some(spr) => vec![spr.parse()?],
        None => vec![1.0, 3.0],
    };
    let mut flops: Vec<String> = arguments.collect();
    if flops.is_empty() {
        flops =
            ["AsKhQd", "Ts9s6h", "9s8s7s", "7s7h2d", "Js5h3d", "KsKh8s"].map(str::to_owned).into();
    }
    for flop in &flops {
        for &spr in &sprs {
            compare(&spec, flop.parse()?, spr)?;
        }
    }
    Ok(())
}

fn compare(spec: &ModelSpec, flop: Board, spr: f64) -> Result<(), Box<dyn Error>> {
    let tree = ModelTree::new(spec, spr)?;
    let classes = ClassTable::of_flop(&FlopTable::of(flop)?);
    let model = FlopWorker::new().solve(spec, &tree, &classes, |_, _| true)?;
    let everybody = [1.0; CLASSES];
    let ranges = LineRanges::new(&classes, [&everybody, &everybody]).ok_or("no hand is left")?;
    let means = class_means(&classes, &model.values, &ranges);
    let found = solve_flop(&tree, flop, &ranges, &EXACT, |_, _| true)?;
    println!(
        "  exact game: {} iterations, exploitability {:.2}% of the pot",
        found.iterations,
        100.0 * found.exploitability
    );
    let mut exact = LineValues::default();
    exact.add(1, &found);
    for player in Player::BOTH {
        let side = player.index();
        let mut rows: Vec<Row> = Vec::new();
        for class in HoldemClass::all() {
            let hero = class.index();
            let pairs = (0..CLASSES).map(|other| f64::from(classes.pairs(hero, other))).sum();
            let equity = classes.equity_against_all(hero);
            if let (Some(model), Some(exact), Some(equity)) =
                (means[side][hero], exact.share(side, hero), equity)
            {
                rows.push((class, pairs, model, exact, equity));
            }
        }
        let total: f64 = rows.iter().map(|row| row.1).sum();
        let mean =
            |of: &dyn Fn(&Row) -> f64| rows.iter().map(|row| row.1 * of(row)).sum::<f64>() / total;
        let off = mean(&|row| (row.2 - row.3).abs());
        let equity_off = mean(&|row| (row.4 - row.3).abs());
        let (model_mean, exact_mean) = (mean(&|row| row.2), mean(&|row| row.3));
        let covariance = mean(&|row| (row.2 - model_mean) * (row.3 - exact_mean));
        let spread = mean(&|row| (row.2 - model_mean).powi(2)).sqrt()
            * mean(&|row| (row.3 - exact_mean).powi(2)).sqrt();
        let worst = rows
            .iter()
            .max_by(|a, b| (a.2 - a.3).abs().total_cmp(&(b.2 - b.3).abs()))
            .ok_or("no class can be held")?;
        println!(
            "{flop}  {spr:<3}  {player:<6?}  {:>7.1}%  {:>4.1}%  {:<5}  {:>21.3}  {:>9.1}%",
            100.0 * off,
            100.0 * (worst.2 - worst.3),
            worst.0.to_string(),
            covariance / spread,
            100.0 * equity_off,
        );
    }
    Ok(())
}
