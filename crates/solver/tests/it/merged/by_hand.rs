//! Rivers in buckets that are corrected by rivers without buckets while strategies are learned.

use quasar_solver::{Player, Precision, Profile, Sampling, Settings, Solver, SolverError, Updates};

use super::by_strength::ByStrength;
use super::{agree, merged, solve};
use crate::omaha::royal;

fn by_hand(one_in: u32) -> Settings {
    Settings { by_hand: Some(one_in), ..Settings::default() }
}

/// With one bucket for every hand there is nothing to correct.
#[test]
fn one_bucket_for_every_hand_is_corrected_by_nothing() {
    for (board, steps, stack) in [("TcJdQhKs", [5, 4], 250), ("TcJdQh", [37, 29], 150)] {
        let spot = royal(board, steps, stack);
        let worth = [None, Some(1), Some(5)].map(|one_in| {
            let settings = Settings { by_hand: one_in, ..Settings::default() };
            let mut solver = merged(&spot, usize::MAX, settings);
            // Later, ties that rounding breaks lead to other strategies.
            let worth = solve(&mut solver, 1);
            (Player::BOTH.map(|player| solver.root_values(player).to_vec()), worth)
        });
        for (values, corrected) in &worth[1..] {
            agree(corrected, &worth[0].1, 0.02);
            for (found, expected) in values.iter().flatten().zip(worth[0].0.iter().flatten()) {
                assert!((found - expected).abs() < 0.02 * expected.abs().max(10.0));
            }
        }
    }
}

/// Turns learn what they lose to players who see every card.
#[test]
fn corrected_strategies_lose_less_in_the_game_itself() {
    let spot = royal("TcJdQhKs", [3, 4], 250);
    let lost = |one_in: Option<u32>| {
        let settings = Settings { by_hand: one_in, ..Settings::default() };
        let mut solver = merged(&spot, 4, settings);
        solve(&mut solver, 200);
        let measured = solver.measure(Profile::Average).unwrap();
        (measured.mean(), measured.mean() - measured.mean_on_merged())
    };
    let (plain, before_rivers) = lost(None);
    for one_in in [1, 4] {
        let (corrected, before) = lost(Some(one_in));
        assert!(corrected < 0.9 * plain, "{corrected} {plain}");
        assert!(before < 0.8 * before_rivers, "{before} {before_rivers}");
    }
}

#[test]
fn threads_change_nothing_and_checkpoints_continue_bit_for_bit() {
    for (board, steps, stack) in [("TcJdQhKs", [2, 3], 300), ("TcJdQh", [53, 41], 150)] {
        let spot = royal(board, steps, stack);
        for precision in [Precision::Full, Precision::Half] {
            let solver = |threads: usize, one_in: u32| {
                let settings = Settings { threads, precision, ..by_hand(one_in) };
                merged(&spot, 12, settings)
            };
            let mut straight = solver(1, 5);
            solve(&mut straight, 7);
            let mut first = solver(3, 5);
            solve(&mut first, 4);
            let mut second = solver(2, 5);
            second.restore(&first.checkpoint()).unwrap();
            solve(&mut second, 3);
            assert!(straight.checkpoint() == second.checkpoint());
            assert!(solver(1, 6).restore(&first.checkpoint()).is_err());
            let reordered = Settings { by_hand_seed: 2, precision, ..by_hand(5) };
            assert!(merged(&spot, 12, reordered).restore(&first.checkpoint()).is_err());
            let without = Settings { precision, ..Settings::default() };
            assert!(merged(&spot, 12, without).restore(&first.checkpoint()).is_err());
        }
    }
}

#[test]
fn rivers_by_hand_go_with_samples_and_simultaneous_updates() {
    let spot = royal("TcJdQhKs", [3, 4], 250);
    let settings = [
        Settings { updates: Updates::Simultaneous, ..by_hand(4) },
        Settings {
            sampling: Some(Sampling { one_in: [2; 3], seed: 3, until: None }),
            ..by_hand(4)
        },
        Settings { exploration: 0.05, ..by_hand(4) },
    ];
    for settings in settings {
        let mut solver = merged(&spot, 6, settings);
        solve(&mut solver, 10);
        let early = solver.measure(Profile::Average).unwrap().mean();
        solve(&mut solver, 60);
        let late = solver.measure(Profile::Average).unwrap().mean();
        assert!(late < early, "{late} {early} {settings:?}");
    }
    let game = spot.merged_game(true, Some(&ByStrength(6))).unwrap();
    let none = Solver::new(game, Settings { by_hand: Some(0), ..Settings::default() });
    assert!(matches!(none.err(), Some(SolverError::BadSetting { name: "by_hand", .. })));
}
