//! Exploration converges to an equilibrium among players who sometimes act at random.

use quasar_solver::{
    Algorithm, MatrixTables, NodeAt, PairTable, Player, Profile, Pruning, Settings, Solver,
    SolverError, half_street,
};

const HANDS: usize = 20;

/// Half a street in which the higher hand wins.
fn solver(settings: Settings) -> Result<Solver<quasar_solver::MatrixGame>, SolverError> {
    let compare = |first: usize, second: usize| match first.cmp(&second) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    };
    let weights = || vec![1.0; HANDS];
    Solver::new(half_street([weights(), weights()], 2.0, 2.0, compare)?, settings)
}

/// Everybody decides once, so it can be seen from the values of the two actions that
/// each hand takes the better one as often as it may, and errs as often as it must.
#[test]
fn every_hand_does_its_best_and_errs_its_part() {
    let part = 0.2;
    let mut solver = solver(Settings { exploration: part, ..Settings::default() }).unwrap();
    (0..3_000).for_each(|_| solver.step().unwrap());
    let mut settled = 0;
    for (node, player) in [(0, Player::Oop), (2, Player::Ip)] {
        let at = NodeAt { stage: 0, node, deals: Vec::new() };
        let strategy = solver.strategy(&at, Profile::Average).unwrap();
        let values = solver.values(&at, Profile::Average).unwrap().action_values;
        for hand in 0..HANDS {
            let [first, second] = [0, 1].map(|action| strategy[action * HANDS + hand]);
            let better = values[hand].unwrap() - values[HANDS + hand].unwrap();
            let least = part as f32 / 2.0;
            assert!((first + second - 1.0).abs() < 1e-5);
            assert!(first > least - 1e-3 && second > least - 1e-3, "{player:?} {hand}");
            let other = if better > 0.0 { second } else { first };
            if better.abs() > 0.05 {
                assert!(other < least + 0.01, "{player:?} {hand}: {other} {better}");
                settled += 1;
            }
        }
    }
    assert!(settled > HANDS, "{settled}");
}

#[test]
fn exploration_that_makes_no_sense_is_refused() {
    for part in [-0.1, 1.0, f64::NAN] {
        let refused = solver(Settings { exploration: part, ..Settings::default() }).err().unwrap();
        assert!(matches!(refused, SolverError::BadSetting { name: "exploration", .. }));
    }
    let pruning = Pruning { warmup: 1, explore: 0.1, threshold: -1.0, floor: -2.0 };
    let fictitious = Algorithm::FictitiousPlay { linear: true, optimistic: false };
    for settings in [
        Settings { pruning: Some(pruning), ..Settings::default() },
        Settings { algorithm: fictitious, ..Settings::default() },
    ] {
        let refused = solver(Settings { exploration: 0.1, ..settings }).err().unwrap();
        assert!(matches!(refused, SolverError::Conflict(_)), "{refused}");
    }
}

/// Where everybody always ties, no bet wins anything from those who call; the tables
/// that were there come back.
#[test]
fn tables_are_swapped_for_others_of_their_size() {
    let mut solver = solver(Settings::default()).unwrap();
    let before = solver.exploitability(Profile::Current).unwrap();
    let zeros = |hands: usize| PairTable::shared([hands; 2], |_, _| 0.0);
    let mut wrong = MatrixTables { together: zeros(HANDS + 1), tests: vec![zeros(HANDS + 1)] };
    assert!(matches!(solver.swap_tables(&mut wrong), Err(SolverError::Conflict(_))));
    let mut ties = MatrixTables { together: zeros(HANDS), tests: vec![zeros(HANDS)] };
    ties.together.refill_shared(|_, _| 1.0);
    solver.swap_tables(&mut ties).unwrap();
    // Half of the pot is won whenever a bet, made half of the time, is folded to.
    let tied = solver.exploitability(Profile::Current).unwrap();
    assert!((tied.values[0] - 0.25).abs() < 1e-6, "{tied:?}");
    solver.swap_tables(&mut ties).unwrap();
    assert_eq!(solver.exploitability(Profile::Current).unwrap(), before);
}
