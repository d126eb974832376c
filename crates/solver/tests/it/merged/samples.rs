//! Some rivers without buckets: all-ins from the flop on, and bounds from samples.

use quasar_solver::{
    BoardAt, Measured, OmahaGame, Player, Profile, RiverSamples, Settings, Solver, SolverGame,
};

use super::by_strength::ByStrength;
use super::{merged, solve};
use crate::omaha::{Spot, royal};

fn samples(solver: &mut Solver<OmahaGame>, one_in: u32, samples: u32) -> Vec<Measured> {
    let rivers = RiverSamples { one_in, samples, seed: 5 };
    solver.measure_samples(Profile::Average, rivers).unwrap()
}

fn mean(samples: &[Measured], part: impl Fn(&Measured) -> f64) -> f64 {
    samples.iter().map(part).sum::<f64>() / samples.len() as f64
}

/// Boards without suits that change nothing have 16 rivers each, in four equal groups.
#[test]
fn samples_that_have_every_river_once_are_right_in_the_mean() {
    for (board, steps, stack) in [("TcJdQhKs", [3, 4], 250), ("TcJdQh", [53, 41], 150)] {
        let spot = royal(board, steps, stack);
        let game = spot.merged_game(false, Some(&ByStrength(4))).unwrap();
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut solver = Solver::new(game, settings).unwrap();
        solve(&mut solver, 8);
        let exact = solver.measure(Profile::Average).unwrap();
        let one = samples(&mut solver, 1, 3);
        assert_eq!(one.len(), 1, "there is one sample of all rivers");
        let four = samples(&mut solver, 4, 4);
        assert_ne!(four[0], four[1]);
        for side in 0..2 {
            let near = |found: f64, expected: f64| assert!((found - expected).abs() < 5e-3);
            near(one[0].values[side], exact.values[side]);
            near(one[0].best_responses[side], exact.best_responses[side]);
            near(mean(&four, |sample| sample.values[side]), exact.values[side]);
            // Deviating on rivers alone is linear in the rivers, too.
            near(mean(&four, |sample| sample.on_merged[side]), exact.on_merged[side]);
        }
        // Whoever may deviate before the river does better against a sample than against all.
        assert!(mean(&four, Measured::mean) > exact.mean(), "{four:?} {exact:?}");
        assert_eq!(samples(&mut solver, 4, 4), four);
        let mut alone = merged(&spot, 4, Settings::default());
        solve(&mut alone, 8);
        assert!((samples(&mut alone, 4, 1)[0].mean() - four[0].mean()).abs() < 5.0);
    }
}

/// With a single bucket on every river nothing is known there; but who is all-in on the flop
/// gets what every hand is worth.
#[test]
fn all_ins_on_the_flop_are_valued_hand_by_hand() {
    let spot: Spot = royal("TcJdQh", [53, 41], 100);
    let worth = |game: OmahaGame, threads: usize| {
        let hands = Player::BOTH.map(|player| game.hands(BoardAt::START, player));
        let mut solver = Solver::new(game, Settings { threads, ..Settings::default() }).unwrap();
        // All-in, and a call.
        for (node, hands) in [(0, hands[0]), (2, hands[1])] {
            let never = std::iter::repeat_n(Some(0.0), hands);
            let always = std::iter::repeat_n(Some(1.0), hands);
            let at = quasar_solver::NodeAt { stage: 0, node, deals: vec![] };
            solver.lock(&at, never.chain(always).collect()).unwrap();
        }
        solver.gap(Profile::Average).unwrap();
        Player::BOTH.map(|player| solver.root_values(player).to_vec())
    };
    let exact = worth(spot.game(true), 1);
    let buckets = worth(spot.merged_game(true, Some(&ByStrength(1))).unwrap(), 2);
    for (found, expected) in buckets.iter().zip(&exact) {
        let most = expected.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        let close = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-4 * most;
        assert!(most > 0.0 && found.iter().zip(expected).all(close));
    }
}
