//! Public chance sampling.

use quasar_solver::{
    Algorithm, OmahaGame, Precision, Profile, Sampling, Settings, Solver, SolverGame, leduc,
};

use crate::merged::by_strength::ByStrength;
use crate::omaha::{Spot, royal};

fn settings([first, second]: [u32; 2], seed: u64) -> Settings {
    let sampling = Sampling { one_in: [first, second, 1], seed, until: None };
    Settings { sampling: Some(sampling), ..Settings::default() }
}

fn run<G: SolverGame>(solver: &mut Solver<G>, iterations: u32) -> f64 {
    (0..iterations).for_each(|_| solver.step().unwrap());
    solver.gap(Profile::Average).unwrap()
}

/// One of three cards in each iteration finds the published value of Leduc Hold'em.
#[test]
fn a_third_of_the_cards_solves_leduc() {
    let game = || leduc().unwrap().game;
    // Linear weights average what is drawn; discounts forget it faster.
    let linear = Settings { algorithm: Algorithm::Linear, ..settings([3, 1], 1) };
    let mut sampled = Solver::new(game(), linear).unwrap();
    let gap = run(&mut sampled, 10_000);
    assert!(gap < 0.02, "{gap}");
    let value = sampled.exploitability(Profile::Average).unwrap().values[0];
    assert!((value + 0.0856064).abs() < 0.02, "{value}");
    // Taking all cards is the plain solve.
    let (mut all, mut plain) =
        (Solver::new(game(), settings([1, 1], 1)), Solver::new(game(), Settings::default()));
    let (all, plain) = (all.as_mut().unwrap(), plain.as_mut().unwrap());
    assert_eq!(run(all, 50), run(plain, 50));
}

fn flop() -> Spot {
    royal("TcJdQh", [53, 41], 150)
}

fn solver(settings: Settings) -> Solver<OmahaGame> {
    Solver::new(flop().merged_game(true, Some(&ByStrength(6))).unwrap(), settings).unwrap()
}

#[test]
fn threads_and_checkpoints_change_no_draw() {
    for precision in [Precision::Full, Precision::Half] {
        let settings = Settings { precision, ..settings([4, 2], 7) };
        let mut straight = solver(settings);
        run(&mut straight, 7);
        let mut threads = solver(Settings { threads: 3, ..settings });
        run(&mut threads, 7);
        assert_eq!(straight.checkpoint(), threads.checkpoint());
        let mut first = solver(settings);
        run(&mut first, 3);
        let mut second = solver(settings);
        second.restore(&first.checkpoint()).unwrap();
        run(&mut second, 4);
        assert_eq!(straight.checkpoint(), second.checkpoint());
    }
    let first = solver(settings([4, 2], 7)).checkpoint();
    assert!(solver(settings([4, 2], 8)).restore(&first).is_err());
    assert!(solver(Settings::default()).restore(&first).is_err());
}

#[test]
fn a_flop_converges_with_some_of_its_cards() {
    let mut sampled = solver(settings([2, 2], 3));
    let before = run(&mut sampled, 4);
    let after = run(&mut sampled, 196);
    // The pot is 100.
    assert!(after < 1.0 && after < before / 4.0, "{before} {after}");
}

#[test]
fn senseless_samplings_are_refused() {
    let game = || leduc().unwrap().game;
    assert!(Solver::new(game(), settings([0, 1], 1)).is_err());
    let algorithm = Algorithm::PredictivePlus;
    assert!(Solver::new(game(), Settings { algorithm, ..settings([2, 1], 1) }).is_err());
}
