//! Equity through the facade: methods, budgets, the cache, reports.

use std::time::Duration;

use quasar::cards::{Board, CardSet, Game};
use quasar::{
    equity::{EquityError, EquityPlayer, EquityReport, EquitySpec, Method, hand_orders},
    job::{Control, Engine},
};

fn engine() -> Engine {
    Engine::new(2, Engine::DEFAULT_CACHE).expect("threads")
}

fn spec(game: Game, players: &[&str], board: &str) -> EquitySpec {
    let players = players
        .iter()
        .map(|text| EquityPlayer::parse(game, text, hand_orders()).expect("a hand or range"))
        .collect();
    let board: Board = board.parse().expect("a board");
    EquitySpec::new(players, board, CardSet::EMPTY).expect("a question")
}

fn ask(engine: &Engine, spec: &EquitySpec) -> EquityReport {
    engine.equity(spec, &Control::new(), &mut |_| ()).expect("an answer")
}

#[test]
fn exact_counts_are_the_published_ones() {
    let engine = engine();
    for (game, players, board, win, tie, deals) in [
        (Game::Holdem, ["AcAd", "KhKs"], "", 1_388_072, 6_538, 1_712_304),
        (Game::Plo4, ["AsAhKsKh", "8c7c6d5d"], "", 635_566, 0, 1_086_008),
        (Game::Plo4, ["AsAhKsKh", "random"], "9c8d2h", 69_531_629, 495_097, 122_175_900),
    ] {
        let mut spec = spec(game, &players, board);
        spec.method = Method::Exact;
        let report = ask(&engine, &spec);
        let counts = report.players[0].counts.expect("whole numbers");
        assert_eq!((counts.win, counts.tie, counts.deals), (win, tie, deals));
        assert_eq!(report.equity.method.text(), "exact");
    }
}

#[test]
fn methods_agree_within_their_errors() {
    let engine = engine();
    for (game, players, board) in [
        (Game::Holdem, vec!["AhKh", "QQ-88,AJs+"], "Td9d6h"),
        (Game::Holdem, vec!["AA", "KK", "76s"], "Td9d2h"),
        (Game::Plo4, vec!["AsAhKsKh", "QJT9+"], "9c8d2h3s"),
    ] {
        let mut spec = spec(game, &players, board);
        spec.method = Method::Exact;
        let exact = ask(&engine, &spec);
        spec.method = Method::Sampled;
        spec.samples = Some(200_000);
        for seed in 1..=5 {
            spec.seed = seed;
            let sampled = ask(&engine, &spec);
            assert_eq!(sampled.equity.samples, Some(200_000));
            for (exact, sampled) in exact.players.iter().zip(&sampled.players) {
                let error = sampled.standard_error.expect("a sampled answer has an error");
                assert!((exact.equity - sampled.equity).abs() < 4.5 * error, "{players:?}");
            }
        }
        let sum: f64 = exact.players.iter().map(|player| player.equity).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}

#[test]
fn equal_questions_in_other_suits_have_the_same_answer() {
    let engine = engine();
    let mut first = spec(Game::Holdem, &["AhKh", "QQ-88,AJs+,7h6h"], "Td9d6h");
    let mut second = spec(Game::Holdem, &["AcKc", "QQ-88,AJs+,7c6c"], "Ts9s6c");
    for method in [Method::Auto, Method::Exact, Method::Sampled] {
        first.method = method;
        second.method = method;
        (first.samples, second.samples) = (Some(30_000), Some(30_000));
        let (first, second) = (ask(&engine, &first), ask(&engine, &second));
        for (one, other) in first.players.iter().zip(&second.players) {
            assert_eq!(one.equity.to_bits(), other.equity.to_bits());
        }
        assert_eq!(first.equity.samples, second.equity.samples);
    }
}

#[test]
fn a_hit_returns_what_the_miss_returned() {
    let engine = engine();
    let mut spec = spec(Game::Plo4, &["AsAhKsKh", "15%"], "");
    spec.method = Method::Sampled;
    spec.samples = Some(500_000);
    let miss = ask(&engine, &spec);
    let hit = ask(&engine, &spec);
    assert_eq!(miss.players, hit.players);
    // Another engine has another cache, and the same numbers from the same seed.
    assert_eq!(
        ask(&Engine::new(1, Engine::DEFAULT_CACHE).expect("threads"), &spec).players,
        hit.players
    );
}

#[test]
fn a_budget_ends_in_a_sample_where_nothing_exact_fits() {
    let engine = engine();
    let mut spec = spec(Game::Plo4, &["AA", "KK", "random"], "");
    spec.budget = Some(Duration::from_millis(200));
    let report = ask(&engine, &spec);
    assert_eq!(report.equity.method.text(), "sampled");
    assert!(report.equity.standard_error.is_some());
}

#[test]
fn refinements_come_before_the_answer() {
    let engine = engine();
    let mut spec = spec(Game::Plo4, &["AsAhKsKh", "15%"], "9c8d2h");
    spec.method = Method::Sampled;
    spec.samples = Some(200_000);
    let mut methods = Vec::new();
    let answer = engine.equity(&spec, &Control::new(), &mut |report| {
        methods.push((report.equity.method.text(), report.equity.samples));
    });
    assert_eq!(methods.first(), Some(&("heuristic", None)));
    assert!(methods.len() > 2);
    assert!(methods.is_sorted_by_key(|(_, samples)| *samples));
    assert_eq!(answer.expect("an answer").equity.samples, Some(200_000));
}

#[test]
fn every_hand_of_two_ranges_is_reported_on_request() {
    let engine = engine();
    let mut spec = spec(Game::Holdem, &["QQ+,AKs:0.5", "22+"], "Ks7s2d");
    spec.per_combo = true;
    let report = ask(&engine, &spec);
    let hands = report.hands.as_ref().expect("hands");
    // Kings have one card on the board; of four suited combos one is gone.
    assert_eq!(hands[0].len(), 3 + 6 + 6 + 3);
    let mean = |hands: &[quasar::equity::HandEquityReport]| {
        hands.iter().filter_map(|hand| hand.equity).fold(0.0, f64::max)
    };
    assert!(mean(&hands[0]) > 0.9);
    let ace_king = hands[0].iter().find(|hand| hand.hand == "AhKh").expect("AhKh");
    assert_eq!(ace_king.weight, 0.5);
}

#[test]
fn draws_and_breakdown_explain_a_hand() {
    let engine = engine();
    let report = ask(&engine, &spec(Game::Holdem, &["AhKh", "QQ-88,AJs+"], "Th9h2c"));
    let draws = report.draws.expect("draws");
    assert_eq!(draws.outs, 9 + 6);
    assert!(draws.list.iter().any(|draw| draw.name == "nut flush draw" && draw.outs == 9));
    let breakdown = report.breakdown.expect("a breakdown");
    let sum = breakdown.vs_weaker + breakdown.vs_similar + breakdown.vs_stronger;
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn what_a_method_cannot_do_is_refused() {
    let engine = engine();
    let mut question = spec(Game::Holdem, &["AA", "KK"], "");
    question.method = Method::Heuristic;
    let refused = engine.equity(&question, &Control::new(), &mut |_| ());
    assert_eq!(refused, Err(EquityError::NoHeuristic));
    let mut question = spec(Game::Holdem, &["AA", "KK", "QQ"], "");
    question.per_combo = true;
    let refused = engine.equity(&question, &Control::new(), &mut |_| ());
    assert_eq!(refused, Err(EquityError::NoPerCombo));
}

#[test]
fn a_cancelled_count_of_one_heavy_board_stops() {
    let engine = engine();
    let mut question = spec(Game::Plo4, &["random", "random", "random"], "Td9d6h2c3s");
    question.method = Method::Exact;
    let control = Control::new();
    let refused = std::thread::scope(|scope| {
        scope.spawn(|| {
            // Once the board is being counted, which would take hours.
            while control.total() == 0 {
                std::thread::sleep(Duration::from_millis(5));
            }
            control.cancel();
        });
        engine.equity(&question, &control, &mut |_| ())
    });
    assert_eq!(refused, Err(EquityError::Deal(quasar::equity::DealError::Stopped)));
}

#[test]
fn limits_of_samples_are_ignored_where_nothing_is_sampled() {
    let mut asked = spec(Game::Holdem, &["AhKh", "QQ"], "Td9d6h");
    assert_eq!(asked.ignored_limit(), None);
    asked.standard_error = Some(0.01);
    for (method, ignored) in [
        (Method::Auto, None),
        (Method::Sampled, None),
        (Method::Exact, Some("error")),
        (Method::Heuristic, Some("error")),
    ] {
        asked.method = method;
        assert_eq!(asked.ignored_limit(), ignored, "{method:?}");
    }
    (asked.method, asked.per_combo, asked.samples) = (Method::Auto, true, Some(5));
    assert_eq!(asked.ignored_limit(), Some("samples"));
}

#[test]
fn the_first_complete_hand_says_which_game_it_is() {
    let game = EquityPlayer::game_of;
    assert_eq!(game(&["QQ+", "15%"]), Game::Holdem);
    assert_eq!(game(&["15%", "AsAhKsKh", "AhKd"]), Game::Plo4);
    assert_eq!(game(&["AhKh,AsKs", "AhKd"]), Game::Holdem);
}
