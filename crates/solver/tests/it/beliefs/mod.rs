//! Leaves that are a function of both players' reach, that fail, and that are not
//! zero-sum.

mod game;
mod plain;

use std::sync::atomic::Ordering;

use game::{BOARDS, Beliefs, Line, NoValues};
use plain::{Plain, Play};
use quasar_solver::{Algorithm, NodeAt, Player, Profile, Settings, Solver, SolverError, Updates};

const UPDATES: [Updates; 2] = [Updates::Alternating, Updates::Simultaneous];

fn solver(bonus: f64, updates: Updates, threads: usize) -> Solver<Beliefs> {
    let algorithm = Algorithm::Vanilla;
    let settings = Settings { algorithm, updates, threads, ..Settings::default() };
    Solver::new(Beliefs::new(bonus), settings).unwrap()
}

/// All decisions.
fn decisions(game: &Beliefs) -> Vec<(Line, NodeAt)> {
    let lines = game.lines[0].iter().enumerate();
    let decisions = lines.filter(|(_, line)| line.decision().is_some());
    decisions.map(|(node, &line)| (line, NodeAt { stage: 0, node, deals: Vec::new() })).collect()
}

fn close(found: f32, exact: f64) -> bool {
    (f64::from(found) - exact).abs() < 1e-4
}

#[test]
fn beliefs_of_both_players_reach_the_leaves() {
    for updates in UPDATES {
        let mut solver = solver(0.0, updates, 1);
        let mut plain = Plain::new(0.0, &solver.game().weights);
        for _ in 0..30 {
            // A look leaves the reach of the averages behind, which is not to be taken for
            // that of the iteration.
            solver.gap(Profile::Average).unwrap();
            if updates == Updates::Simultaneous {
                let expected = plain.root_values([Play::Watch; 2]);
                solver.step().unwrap();
                for player in Player::BOTH {
                    let found = solver.root_values(player);
                    assert_eq!(found.len(), game::HANDS);
                    for (&found, &exact) in found.iter().zip(&expected[player.index()]) {
                        assert!(close(found, exact), "{found} {exact}");
                    }
                }
            } else {
                solver.step().unwrap();
            }
            plain.step(updates == Updates::Simultaneous);
        }
        for (line, at) in decisions(solver.game()) {
            for profile in [Profile::Current, Profile::Average] {
                let found = solver.strategy(&at, profile).unwrap();
                let exact = plain.strategy(line, profile == Profile::Average);
                for (hand, exact) in exact.iter().enumerate() {
                    for action in 0..2 {
                        let found = found[action * game::HANDS + hand];
                        assert!(close(found, exact[action]), "{updates:?} {line:?} {profile:?}");
                    }
                }
            }
        }
        let worth = solver.exploitability(Profile::Average).unwrap();
        let values = plain.means([Play::Average; 2]);
        let best = plain.means([Play::Best; 2]);
        for side in 0..2 {
            assert!((worth.values[side] - values[side]).abs() < 1e-5);
            assert!((worth.best_responses[side] - best[side]).abs() < 1e-5);
        }
    }
}

#[test]
fn threads_change_nothing() {
    for updates in UPDATES {
        let [one, two] = [1, 2].map(|threads| {
            let mut solver = solver(0.25, updates, threads);
            (0..40).for_each(|_| solver.step().unwrap());
            let gap = solver.gap(Profile::Average).unwrap();
            let strategies = decisions(solver.game())
                .into_iter()
                .flat_map(|(_, at)| solver.strategy(&at, Profile::Average).unwrap());
            let strategies: Vec<u32> = strategies.map(f32::to_bits).collect();
            (gap.to_bits(), strategies, solver.checkpoint())
        });
        assert_eq!(one, two);
    }
}

#[test]
fn the_gap_of_a_game_that_is_not_zero_sum_takes_the_values_into_account() {
    let mut solver = solver(0.25, Updates::Alternating, 1);
    let mut plain = Plain::new(0.25, &solver.game().weights);
    for _ in 0..10 {
        solver.step().unwrap();
        plain.step(false);
    }
    let values: f64 = plain.means([Play::Average; 2]).iter().sum();
    let best: f64 = plain.means([Play::Best; 2]).iter().sum();
    let gap = solver.gap(Profile::Average).unwrap();
    assert!((gap - (best - values) / 2.0).abs() < 1e-5, "{gap} {best} {values}");
    assert!(values > 0.1, "best responses alone would say too much");
}

#[test]
fn a_failing_operator_ends_the_iteration_with_its_own_error() {
    for threads in [1, 2] {
        let mut solver = solver(0.0, Updates::Alternating, threads);
        (0..5).for_each(|_| solver.step().unwrap());
        let checkpoint = solver.checkpoint();
        let fails_from = |solver: &Solver<Beliefs>, board: usize| {
            solver.game().fails_from.store(board, Ordering::Relaxed);
        };
        fails_from(&solver, 1);
        let failed = solver.step().unwrap_err();
        let SolverError::Leaf(error) = &failed else { panic!("{failed}") };
        assert_eq!(error.downcast_ref(), Some(&NoValues(1)), "the first board that fails");
        assert_eq!(failed.to_string(), "no values on board 1");
        let at = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        assert!(solver.gap(Profile::Average).is_err());
        assert!(solver.exploitability(Profile::Average).is_err());
        assert!(solver.values(&at, Profile::Average).is_err());
        assert!(solver.export(Profile::Average, 1, |_, _| ()).is_err());

        fails_from(&solver, BOARDS);
        assert!(solver.gap(Profile::Average).is_ok(), "looking needs no whole iteration");
        assert_eq!(solver.step().unwrap_err(), failed, "the iteration before is half done");
        solver.restore(&checkpoint).unwrap();
        let mut whole = self::solver(0.0, Updates::Alternating, 1);
        (0..5).for_each(|_| whole.step().unwrap());
        for _ in 0..5 {
            solver.step().unwrap();
            whole.step().unwrap();
        }
        assert_eq!(solver.checkpoint(), whole.checkpoint());
    }
}
