//! Rivers in buckets under turns and flops that are played without buckets.

mod by_hand;
pub(crate) mod by_strength;
mod lift;
mod samples;

use std::collections::HashMap;
use std::sync::Mutex;

use quasar_cards::{CardSet, Combo, Game, Street};
use quasar_solver::{
    BoardAt, BoardBuckets, Exploitability, MergeError, MergeRivers, OmahaGame, Player, Precision,
    Profile, RiverHands, Settings, Solver, SolverGame,
};

use crate::omaha::{Spot, parse, royal, royal_deck, worth};
use by_strength::ByStrength;

fn merged(spot: &Spot, buckets: usize, settings: Settings) -> Solver<OmahaGame> {
    let game = spot.merged_game(true, Some(&ByStrength(buckets))).unwrap();
    Solver::new(game, settings).unwrap()
}

fn solve(solver: &mut Solver<OmahaGame>, iterations: u32) -> Exploitability {
    (0..iterations).for_each(|_| solver.step().unwrap());
    solver.exploitability(Profile::Average).unwrap()
}

fn agree(one: &Exploitability, other: &Exploitability, bound: f64) {
    for player in 0..2 {
        let values = one.values[player] - other.values[player];
        let best = one.best_responses[player] - other.best_responses[player];
        assert!(values.abs() < bound && best.abs() < bound, "{one:?} {other:?}");
    }
}

#[test]
fn one_bucket_for_every_hand_is_the_turn_itself() {
    for (board, steps) in [("TcJdQhKs", [5, 4]), ("AsKsQsTd", [3, 7])] {
        let spot = royal(board, steps, 250);
        let mut solver = merged(&spot, usize::MAX, Settings::default());
        assert_eq!(solver.game().boards(1), spot.game(true).boards(1));
        let (exact, worth) = spot.solve(true, 25);
        agree(&solve(&mut solver, 25), &worth, 0.02);
        let start = quasar_solver::NodeAt { stage: 0, node: 0, deals: vec![] };
        let mut exact = exact;
        let strategies = [&mut solver, &mut exact]
            .map(|solver| solver.strategy(&start, Profile::Average).unwrap());
        let differences = strategies[0].iter().zip(&strategies[1]).map(|(a, b)| (a - b).abs());
        assert!(differences.sum::<f32>() < 1e-2 * strategies[0].len() as f32);
    }
}

#[test]
fn threads_change_nothing_and_half_precision_little() {
    let spot = royal("TcJdQhKs", [2, 3], 300);
    let solved = |precision, threads| {
        let settings = Settings { precision, threads, ..Settings::default() };
        solve(&mut merged(&spot, 20, settings), 30)
    };
    let full = solved(Precision::Full, 1);
    assert_eq!(full, solved(Precision::Full, 3));
    agree(&full, &solved(Precision::Half, 2), 0.2);
}

#[test]
fn a_checkpoint_of_merged_rivers_continues_bit_for_bit() {
    let spot = royal("TcJdQhKs", [2, 3], 300);
    let mut straight = merged(&spot, 15, Settings::default());
    solve(&mut straight, 6);
    let mut first = merged(&spot, 15, Settings::default());
    solve(&mut first, 3);
    let mut second = merged(&spot, 15, Settings::default());
    second.restore(&first.checkpoint()).unwrap();
    solve(&mut second, 3);
    assert_eq!(straight.checkpoint(), second.checkpoint());
    let mut other = merged(&spot, 16, Settings::default());
    assert!(other.restore(&first.checkpoint()).is_err());
    assert!(straight.game().hands(BoardAt { level: 1, board: 0 }, Player::Oop) == 15);
}

/// The bucket of each hand.
type Buckets = Vec<(Combo, usize)>;

/// Merges by strength, and remembers the bucket of every hand: by the cards of the river and
/// the player.
#[derive(Debug)]
struct Remembered {
    by_strength: ByStrength,
    buckets: Mutex<HashMap<(u64, usize), Buckets>>,
}

impl MergeRivers for Remembered {
    fn merge(&self, river: RiverHands<'_>) -> Result<BoardBuckets, MergeError> {
        let buckets = self.by_strength.merge(river)?;
        for side in 0..2 {
            let hands = river.hands[side].iter().map(|&hand| {
                Combo::from_index(Game::Plo4, hand as usize).expect("a combo of the range")
            });
            let labels = buckets.labels[side].iter().map(|&label| usize::from(label));
            let found = (river.board.set().bits(), side);
            self.buckets.lock().unwrap().insert(found, hands.zip(labels).collect());
        }
        Ok(buckets)
    }
}

/// Rivers of a small deck under turns and flops, and those of a whole deck under few hands.
#[test]
fn the_exact_measure_is_what_plain_evaluation_says() {
    let few = ["AsKsQd*,TT99", "AsAh*Jd,9s8s7d6d"].map(parse);
    let spots = [
        (royal("TcJdQhKs", [3, 4], 250), 9),
        (royal("TcTdJcJd", [5, 2], 250), 1),
        (royal("TcJdQh", [53, 41], 150), 5),
        (Spot::new("Ts9d6s2c", CardSet::DECK, few, 250, "pot"), 7),
    ];
    for (spot, buckets) in spots {
        let merge =
            Remembered { by_strength: ByStrength(buckets), buckets: Mutex::new(HashMap::new()) };
        let game = spot.merged_game(false, Some(&merge)).unwrap();
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut solver = Solver::new(game, settings).unwrap();
        let among_buckets = solve(&mut solver, 20);
        let numbers = |game: &OmahaGame, place: BoardAt, player: Player| {
            let board = game.board(place);
            if board.street() == Street::River {
                return merge.buckets.lock().unwrap()[&(board.set().bits(), player.index())]
                    .clone();
            }
            game.combos(place, player).enumerate().map(|(hand, combo)| (combo, hand)).collect()
        };
        let mut plain = spot.plain();
        plain.adopt_by(&mut solver, &numbers);
        let measured = solver.measure(Profile::Average).unwrap();
        let found = [measured.values, measured.best_responses].concat();
        for (found, plain) in found.into_iter().zip(worth(&mut plain)) {
            assert!((found - plain).abs() < 2e-3, "{measured:?} {plain}");
        }
        // Buckets hide something, rivers are a part of it, and whoever may deviate
        // everywhere gains no less.
        assert!(measured.mean() > among_buckets.mean(), "{measured:?} {among_buckets:?}");
        assert!(measured.mean_on_merged() > 0.0 && measured.mean_on_merged() < measured.mean());
    }
}

/// A plain solver brackets the value of the game. Whoever plays against buckets and sees every
/// card gets no less than it, and what buckets lose bounds how far they are from it.
#[test]
fn buckets_are_as_far_from_the_plain_solution_as_they_say() {
    for (board, steps, stack) in [("TcJdQhKs", [11, 9], 250), ("TcJdQh", [149, 127], 150)] {
        let spot = royal(board, steps, stack);
        let mut plain = spot.plain();
        (1..=100).for_each(|iteration| plain.step(iteration));
        let [_, _, most, least] = worth(&mut plain);
        let [least, most] = [-least - 1e-3, most + 1e-3];
        assert!(most - least < 0.6, "{least} {most}");
        for (buckets, bound) in [(2, f64::MAX), (usize::MAX, 0.5)] {
            let mut solver = merged(&spot, buckets, Settings::default());
            solve(&mut solver, 100);
            let measured = solver.measure(Profile::Average).unwrap();
            let (gains, value) = (measured.gains(), measured.values[0]);
            assert!(measured.best_responses[0] > least && measured.best_responses[1] > -most);
            assert!(value > least - gains[0] && value < most + gains[1], "{value} {gains:?}");
            assert!(measured.mean() < bound, "{measured:?}");
        }
    }
}

#[test]
fn more_buckets_lose_less_and_one_for_every_hand_nothing() {
    let spot = royal("TcJdQhKs", [3, 4], 250);
    let lost = [1, 4, 30, usize::MAX].map(|buckets| {
        let mut solver = merged(&spot, buckets, Settings::default());
        let among_buckets = solve(&mut solver, 60).mean();
        solver.measure(Profile::Average).unwrap().mean() - among_buckets
    });
    assert!(lost[0] > lost[1] && lost[1] > lost[2], "{lost:?}");
    assert!(lost[3].abs() < 0.02, "{lost:?}");
}

#[test]
fn flops_are_worth_the_same_with_and_without_suits_and_buckets() {
    for board in ["TcJcQc", "TcTdQh"] {
        let ranges = [parse("AA"), parse("KK")];
        let spot = Spot::new(board, royal_deck(), ranges, 150, "pot");
        // After one iteration averages are even and nothing hangs on rounding.
        let exact = |merge_suits: bool| {
            let mut solver = Solver::new(spot.game(merge_suits), Settings::default()).unwrap();
            let worth = solve(&mut solver, 1);
            (solver, worth)
        };
        let (every_card, without) = exact(false);
        let (mut merged_suits, with) = exact(true);
        assert!(merged_suits.game().boards(2) < every_card.game().boards(2));
        agree(&with, &without, 2e-3);
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut buckets = merged(&spot, usize::MAX, settings);
        agree(&solve(&mut buckets, 1), &without, 0.02);
        for solver in [&mut buckets, &mut merged_suits] {
            let measured = solver.measure(Profile::Average).unwrap();
            assert!((measured.mean() - without.mean()).abs() < 0.02, "{measured:?} {without:?}");
        }
    }
}

#[test]
fn a_flop_is_solved_with_one_bucket_for_every_hand_as_without() {
    let spot = royal("TcJdQh", [37, 29], 150);
    let (mut exact, worth) = spot.solve(true, 12);
    let mut solver = merged(&spot, usize::MAX, Settings::default());
    let among_buckets = solve(&mut solver, 12);
    // Ties are broken by rounding, so strategies need not be the same; but each is worth the
    // same in both games.
    assert!((among_buckets.values[0] - worth.values[0]).abs() < 0.5, "{among_buckets:?}");
    for (solver, worth) in [(&mut exact, worth), (&mut solver, among_buckets)] {
        let measured = solver.measure(Profile::Average).unwrap();
        let (values, best) = (measured.values, measured.best_responses);
        agree(&Exploitability { values, best_responses: best }, &worth, 5e-3);
    }
}

/// With a single bucket on every river nothing is known there; but who is all-in on the turn
/// gets what every hand is worth, exactly where nothing is learned, and on average over the
/// iterations that take every river once.
#[test]
fn all_ins_on_the_turn_are_valued_hand_by_hand() {
    let spot = royal("TcJdQhKs", [3, 4], 100);
    let locked = |game: OmahaGame, threads: usize| {
        let hands = Player::BOTH.map(|player| game.hands(BoardAt::START, player));
        let mut solver = Solver::new(game, Settings { threads, ..Settings::default() }).unwrap();
        // All-in, and a call.
        for (node, hands) in [(0, hands[0]), (2, hands[1])] {
            let never = std::iter::repeat_n(Some(0.0), hands);
            let always = std::iter::repeat_n(Some(1.0), hands);
            let at = quasar_solver::NodeAt { stage: 0, node, deals: vec![] };
            solver.lock(&at, never.chain(always).collect()).unwrap();
        }
        solver
    };
    let near = |found: &[f32], expected: &[f32]| {
        let most = expected.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        let close = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-4 * most;
        most > 0.0 && found.iter().zip(expected).all(close)
    };
    let values =
        |solver: &Solver<OmahaGame>| Player::BOTH.map(|player| solver.root_values(player).to_vec());
    let mut exact = locked(spot.game(true), 1);
    exact.gap(Profile::Average).unwrap();
    let expected = values(&exact);
    let mut merged = locked(spot.merged_game(true, Some(&ByStrength(1))).unwrap(), 2);
    merged.gap(Profile::Average).unwrap();
    let found = values(&merged);
    (0..2).for_each(|side| assert!(near(&found[side], &expected[side])));
    // Sixteen rivers are four groups, and the second round begins with the fourth iteration.
    let learned = [1, 2, 3, 4, 5, 6, 7].map(|_| {
        merged.step().unwrap();
        values(&merged)
    });
    for side in 0..2 {
        let round = &learned[3..];
        let mean = |hand: usize| round.iter().map(|values| values[side][hand]).sum::<f32>() / 4.0;
        let means: Vec<f32> = (0..expected[side].len()).map(mean).collect();
        assert!(near(&means, &expected[side]));
        assert!(!near(&round[0][side], &expected[side]), "an iteration takes only some rivers");
    }
}
