//! How far the model of a flop is from the exact game: `cargo run --release -p
//! quasar-preflop --example compare_exact [SPR [FLOP...]]`.
//!
//! Both are solved on the same betting tree with every hand on both sides; the
//! exact game deals turns and rivers and knows suits. What is compared is the mean
//! value of each class, in percent of the pot. Takes minutes and a gigabyte.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;

use quasar_cards::{Board, Game, HoldemClass, Range};
use quasar_equity::FlopTable;
use quasar_game::{Player, Rake};
use quasar_preflop::{CLASSES, ClassTable, FlopWorker, ModelSpec, ModelTree};
use quasar_solver::{HoldemGame, HoldemSpec, NodeAt, Place, Precision, Profile, Settings, Solver};

/// What both solutions may give away, as a part of the pot.
const TARGET: f64 = 0.003;

/// Iterations of the exact game after which it is compared anyway.
const MOST_ITERATIONS: u32 = 300;

/// A class, the pairs of combos it meets, and what it gets: in the model, exactly, and
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
    let exact = exact(&tree, flop)?;
    for player in Player::BOTH {
        let mut rows: Vec<Row> = Vec::new();
        for class in HoldemClass::all() {
            let hero = class.index();
            let (mut sum, mut pairs) = (0.0, 0.0);
            for other in 0..CLASSES {
                let count = f64::from(classes.pairs(hero, other));
                let value = match player {
                    Player::Oop => f64::from(model.values[hero * CLASSES + other]),
                    Player::Ip => 1.0 - f64::from(model.values[other * CLASSES + hero]),
                };
                sum += count * value;
                pairs += count;
            }
            let equity = classes.equity_against_all(hero);
            if let (Some(exact), Some(equity)) = (exact[player.index()][hero], equity) {
                rows.push((class, pairs, sum / pairs, exact, equity));
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

/// The mean value of each class in the exact game, as a part of the pot.
fn exact(tree: &ModelTree, flop: Board) -> Result<[Vec<Option<f64>>; 2], Box<dyn Error>> {
    let ranges = [Range::full(Game::Holdem), Range::full(Game::Holdem)];
    let game = HoldemGame::new(&HoldemSpec {
        board: flop,
        ranges: &ranges,
        betting: tree.betting(),
        rake: Rake::NONE,
        merge_suits: true,
    })?;
    let settings = Settings { precision: Precision::Half, ..Settings::default() };
    let mut solver = Solver::new(game, settings)?;
    let mut gap = f64::INFINITY;
    while gap > TARGET && solver.iteration() < MOST_ITERATIONS {
        (0..20).for_each(|_| solver.step());
        gap = solver.gap(Profile::Average) / tree.pot();
    }
    println!(
        "  exact game: {} iterations, exploitability {:.2}% of the pot",
        solver.iteration(),
        100.0 * gap
    );
    let root = NodeAt { stage: 0, node: 0, deals: Vec::new() };
    let values = solver.values(&root, Profile::Average)?;
    Ok(Player::BOTH.map(|player| {
        let side = player.index();
        let (mut sums, mut weights) = (vec![0.0; CLASSES], vec![0.0; CLASSES]);
        for (hand, combo) in solver.game().combos(Place::START, player).enumerate() {
            let (Some(class), Some(value)) = (HoldemClass::of(&combo), values.values[side][hand])
            else {
                continue;
            };
            let weight = f64::from(values.meets[side][hand]);
            weights[class.index()] += weight;
            sums[class.index()] += weight * (0.5 + f64::from(value) / tree.pot());
        }
        let mean = |(sum, weight): (f64, f64)| (weight > 0.0).then(|| sum / weight);
        sums.into_iter().zip(weights).map(mean).collect()
    }))
}
