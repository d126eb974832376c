//! Continual re-solving of no-limit Leduc, measured exactly.

use quasar_equity::Progress;
use quasar_nets::limit::{Constant, LeafValues, LimitError, OracleSettings};
use quasar_nets::resolve::{
    ExactRounds, LeducNetwork, LeducTraining, ResolveSettings, Resolved, Rounds,
};
use quasar_solver::no_limit_leduc;

/// Stacks of three antes: one line is bet after the card. Uniform play loses 57 chips.
fn shallow() -> Rounds {
    Rounds::leduc(no_limit_leduc(100, 300).unwrap())
}

fn exact(rounds: &Rounds) -> ExactRounds<'_> {
    ExactRounds { rounds, settings: OracleSettings::default() }
}

/// Exploitability in chips.
fn resolved(rounds: &Rounds, values: &dyn LeafValues, iterations: u32) -> f64 {
    let settings = ResolveSettings { iterations, last_iterations: 1_000 };
    let played = Resolved::new(rounds, values, settings, &Progress::new());
    played.unwrap().exploitability(rounds).unwrap()
}

#[test]
fn with_exact_leaves_re_solving_plays_the_whole_game() {
    let rounds = shallow();
    let found = resolved(&rounds, &exact(&rounds), 200);
    assert!((0.0..0.5).contains(&found), "{found}");
    // Leaves that are worth nothing.
    let nothing = resolved(&rounds, &Constant(0.0), 200);
    assert!(nothing > 4.0 * found, "{nothing} {found}");
}

#[test]
fn more_iterations_of_every_solve_leave_less_to_exploit() {
    let rounds = shallow();
    let few = resolved(&rounds, &exact(&rounds), 10);
    let many = resolved(&rounds, &exact(&rounds), 100);
    assert!(many < few / 2.0, "{few} {many}");
}

#[test]
fn a_network_learns_leaves_well_enough_to_re_solve_with() {
    let rounds = shallow();
    let settings =
        LeducTraining { samples: 1_000, rounds: 2, one_in: 7, steps: 800, rate: 2e-3, seed: 1 };
    let resolve = ResolveSettings { iterations: 200, last_iterations: 1_000 };
    let (exact, progress) = (exact(&rounds), Progress::new());
    let trained = LeducNetwork::trained(&rounds, 32, &exact, &settings, resolve, &progress);
    let (network, _, compatible_weight) = trained.unwrap();
    // States that are asked about, before they are learned and afterwards.
    let [first, .., last] = &compatible_weight[..] else { panic!("{compatible_weight:?}") };
    assert!(last.mean < first.mean, "{compatible_weight:?}");
    let found = resolved(&rounds, &network, 200);
    let nothing = resolved(&rounds, &Constant(0.0), 200);
    assert!(found < 1.5 && nothing > 2.0 * found, "{found} {nothing} {compatible_weight:?}");
}

#[test]
fn a_network_refuses_pots_that_it_does_not_know() {
    let network = LeducNetwork::new(&shallow(), 8, 1).unwrap();
    let deeper = Rounds::leduc(no_limit_leduc(100, 1_200).unwrap());
    let settings = ResolveSettings { iterations: 1, last_iterations: 1 };
    let error = Resolved::new(&deeper, &network, settings, &Progress::new()).unwrap_err();
    assert!(error.to_string().contains("pot"), "{error}");
}

#[test]
fn learning_and_re_solving_can_be_stopped() {
    let (rounds, stopped) = (shallow(), Progress::new());
    stopped.cancel();
    let settings =
        LeducTraining { samples: 9, rounds: 1, one_in: 7, steps: 1, rate: 2e-3, seed: 1 };
    let resolve = ResolveSettings { iterations: 1, last_iterations: 1 };
    let trained = LeducNetwork::trained(&rounds, 8, &exact(&rounds), &settings, resolve, &stopped);
    assert!(matches!(trained, Err(LimitError::Stopped)));
    let played = Resolved::new(&rounds, &Constant(0.0), resolve, &stopped);
    assert!(matches!(played, Err(LimitError::Stopped)));
}
