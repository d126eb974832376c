//! Games with known values and strategies, solved by every algorithm.

use quasar_solver::{
    Algorithm, Discounts, Exploitability, MatrixGame, NodeAt, Precision, Profile, Settings, Solver,
    SolverGame, Updates, half_street, kuhn, leduc, liars_dice, no_limit_leduc,
};

fn solve<G: SolverGame>(
    game: G,
    settings: Settings,
    iterations: u32,
) -> (Solver<G>, Exploitability) {
    let mut solver = Solver::new(game, settings).unwrap();
    for _ in 0..iterations {
        solver.step().unwrap();
    }
    let exploitability = solver.exploitability(Profile::Average).unwrap();
    (solver, exploitability)
}

fn with(algorithm: Algorithm) -> Settings {
    Settings { algorithm, ..Settings::default() }
}

/// Each algorithm with the exploitability after 1,000 iterations on the small games, with
/// alternating and simultaneous updates; the test allows twice as much. Discounts are made
/// for alternating updates; predictions and optimism help without.
fn algorithms() -> Vec<(Algorithm, [f64; 2])> {
    let restarting = Discounts { gamma: 5.0, reset: true, ..Discounts::default() };
    let play = |linear, optimistic| Algorithm::FictitiousPlay { linear, optimistic };
    vec![
        (Algorithm::Vanilla, [0.001, 0.01]),
        (Algorithm::CfrPlus, [0.0001, 0.003]),
        (Algorithm::Linear, [0.0005, 0.01]),
        (Algorithm::default(), [0.0002, 0.005]),
        (Algorithm::Discounted(restarting), [0.0005, 0.01]),
        (Algorithm::PredictivePlus, [0.0001, 0.001]),
        (play(false, false), [0.01, 0.04]),
        (play(true, false), [0.01, 0.04]),
        (play(true, true), [0.005, 0.01]),
    ]
}

/// Name, game, value for the first player, and factor of the exploitability that
/// is allowed.
fn games() -> Vec<(&'static str, MatrixGame, f64, f64)> {
    let ladder = half_street([vec![1.0; 18], vec![1.0; 18]], 1.0, 1.0, higher).unwrap();
    vec![
        ("kuhn", kuhn().unwrap().game, -1.0 / 18.0, 1.0),
        ("leduc", leduc().unwrap().game, -0.085_606_4, 8.0),
        ("liars dice 1x4", liars_dice(1, 4).unwrap().game, 1.0 / 16.0, 1.0),
        ("ladder", ladder, 1.0 / 18.0, 1.0),
    ]
}

fn higher(first: usize, second: usize) -> f32 {
    (i32::from(first > second) - i32::from(first < second)) as f32
}

#[test]
fn every_algorithm_finds_the_value_of_every_game() {
    for (name, game, value, factor) in games() {
        for (algorithm, reached) in algorithms() {
            for (updates, reached) in
                [Updates::Alternating, Updates::Simultaneous].into_iter().zip(reached)
            {
                let settings = Settings { updates, ..with(algorithm) };
                let (_, found) = solve(game.clone(), settings, 1_000);
                let allowed = 2.0 * reached * factor;
                let context = format!("{name}, {algorithm:?}, {updates:?}: {found:?}");
                assert!(found.mean() >= -1e-6 && found.mean() <= allowed, "{context}");
                assert!((found.values[0] - value).abs() <= 2.0 * allowed, "{context}");
                assert!((found.values[0] + found.values[1]).abs() < 1e-5, "{context}");
            }
        }
    }
}

/// The public DeepStack for Leduc states "a bit over 175 chips" for uniform strategies and
/// "about 1.0" after 1,000 iterations. It weights each of 36 pairs of cards by 1/36, though only
/// 30 can be dealt. Its regrets are those of CFR+, updated simultaneously.
#[test]
fn leduc_without_a_limit_is_the_published_one() {
    let game = no_limit_leduc(100, 1_200).unwrap().toy.game;
    let counted_as_there = |found: Exploitability| found.mean() * 30.0 / 36.0;
    let settings = Settings { updates: Updates::Simultaneous, ..with(Algorithm::CfrPlus) };
    let (_, uniform) = solve(game.clone(), settings, 0);
    assert!((175.0..176.0).contains(&counted_as_there(uniform)), "{uniform:?}");
    let (_, solved) = solve(game, settings, 1_000);
    assert!((0.7..1.3).contains(&counted_as_there(solved)), "{solved:?}");
    assert!(no_limit_leduc(100, 100).is_err());
}

/// A player who may take what its hands are worth anyway gains nothing by the choice; with a chip
/// more for one hand that hand takes it.
#[test]
fn a_choice_to_take_values_is_worth_the_larger_of_both() {
    for player in quasar_solver::Player::BOTH {
        let game = leduc().unwrap().game;
        let (mut solver, _) = solve(game.clone(), with(Algorithm::CfrPlus), 2_000);
        let start = NodeAt { stage: 0, node: 0, deals: Vec::new() };
        let found = solver.values(&start, Profile::Average).unwrap();
        let means = &found.values[player.index()];
        let met = &found.compatible_weight[player.index()];
        let value = |hand: usize, extra: f32| (means[hand].unwrap() + extra) * met[hand];
        let mut offered: Vec<f32> = (0..6).map(|hand| value(hand, -1.0)).collect();
        offered[2] = value(2, 1.0);
        let choice = game.or_take(player, &offered);
        let (mut solver, _) = solve(choice, with(Algorithm::CfrPlus), 2_000);
        let taken = solver.strategy(&start, Profile::Average).unwrap();
        assert!(taken[2] > 0.99, "{player:?}: {taken:?}");
        // The opponent changes its play, since the third hand is gone: others keep at most a
        // little of what they had, and those that go on are still better off than by taking.
        assert!(taken[..6].iter().enumerate().all(|(hand, part)| hand == 2 || *part < 0.05));
        let after = solver.values(&start, Profile::Average).unwrap();
        let worth = after.values[player.index()][2].unwrap();
        assert!((worth - means[2].unwrap() - 1.0).abs() < 0.02, "{player:?}: {worth}");
    }
}

#[test]
fn kuhn_strategies_belong_to_the_known_family() {
    let toy = kuhn().unwrap();
    let lines = toy.lines[0].clone();
    let (mut solver, _) = solve(toy.game, Settings::default(), 20_000);
    let mut frequency = |line: &str, action: usize, hand: usize| {
        let node = lines.iter().position(|known| known == line).unwrap();
        let at = NodeAt { stage: 0, node, deals: Vec::new() };
        solver.strategy(&at, Profile::Average).unwrap()[action * 3 + hand]
    };
    let near =
        |found: f32, expected: f32| assert!((found - expected).abs() < 0.01, "{found} {expected}");
    let bluff = frequency("", 1, 0);
    assert!((0.0..=0.34).contains(&bluff));
    near(frequency("", 1, 1), 0.0);
    near(frequency("", 1, 2), 3.0 * bluff);
    near(frequency("check bet", 1, 1), bluff + 1.0 / 3.0);
    near(frequency("check bet", 1, 2), 1.0);
    near(frequency("bet", 1, 0), 0.0);
    near(frequency("bet", 1, 1), 1.0 / 3.0);
    near(frequency("check", 1, 0), 1.0 / 3.0);
    near(frequency("check", 1, 1), 0.0);
    near(frequency("check", 1, 2), 1.0);
}

/// Exact values, and the exploitability that ReBeL (Brown et al. 2020) reports for
/// linear CFR with alternating updates after 1,024 iterations.
#[test]
fn liars_dice_has_its_published_values() {
    let cases = [
        (1, 4, 1.0 / 16.0, 0.0006),
        (1, 5, 1.0 / 125.0, 0.0016),
        (1, 6, -7.0 / 258.0, 0.0020),
        (2, 3, 5.0 / 81.0, 0.0016),
    ];
    for (dice, faces, value, exploitability) in cases {
        let game = liars_dice(dice, faces).unwrap().game;
        let (_, found) = solve(game, with(Algorithm::Linear), 1_024);
        assert!((found.values[0] - value).abs() < 2.0 * exploitability, "{dice}x{faces} {found:?}");
        assert!(found.mean() < 1.5 * exploitability, "{dice}x{faces} {found:?}");
    }
}

#[test]
fn leduc_has_its_known_value() {
    let (_, found) = solve(leduc().unwrap().game, Settings::default(), 4_000);
    assert!((found.values[0] + 0.085_606_4).abs() < 2e-4, "{found:?}");
    assert!(found.mean() < 5e-4, "{found:?}");
}

/// Pot 1, bet 1: 1/2 of the pot, and 1/18 for being allowed to bet.
#[test]
fn the_ladder_is_worth_five_ninths() {
    for hands in [9, 18, 90] {
        let game = half_street([vec![1.0; hands], vec![1.0; hands]], 1.0, 1.0, higher).unwrap();
        let (_, found) = solve(game, Settings::default(), 3_000);
        assert!((0.5 + found.values[0] - 5.0 / 9.0).abs() < 1e-4, "{hands} {found:?}");
    }
}

/// The nuts and air against a bluff-catcher: bluffs are b/(1+b) of value bets,
/// and 1/(1+b) of bets are called.
#[test]
fn a_polar_range_bluffs_and_is_called_as_it_should() {
    for bet in [0.5f32, 1.0, 2.0] {
        let compare = |first: usize, _: usize| if first == 0 { -1.0 } else { 1.0 };
        let game = half_street([vec![3.0, 1.0], vec![1.0]], 1.0, bet, compare).unwrap();
        let (mut solver, found) = solve(game, Settings::default(), 20_000);
        assert!(found.mean() < 1e-4, "{found:?}");
        let mut at = |node| {
            solver.strategy(&NodeAt { stage: 0, node, deals: vec![] }, Profile::Average).unwrap()
        };
        let (bets, calls) = (at(0), at(2));
        assert!((bets[3] - 1.0).abs() < 1e-3, "the nuts bet: {bets:?}");
        assert!((3.0 * bets[2] - bet / (1.0 + bet)).abs() < 0.01, "{bets:?}");
        assert!((calls[1] - 1.0 / (1.0 + bet)).abs() < 0.01, "{calls:?}");
    }
}

#[test]
fn half_precision_reaches_the_same_values() {
    for (name, game, value, _) in games() {
        for algorithm in [Algorithm::CfrPlus, Algorithm::default()] {
            let settings = Settings { precision: Precision::Half, ..with(algorithm) };
            let (_, found) = solve(game.clone(), settings, 1_000);
            assert!(found.mean() < 0.005, "{name} {algorithm:?} {found:?}");
            assert!((found.values[0] - value).abs() < 0.002, "{name} {algorithm:?} {found:?}");
        }
    }
}
