//! Counting every deal against looking at every deal.
use crate::common::{brute_force, equities, question};
use quasar_cards::{Board, Card, Game, Range, parse_cards};
use quasar_equity::{DealError, Holding, Multiway, MultiwayCount, Progress, Question};

fn count(question: &Question) -> Result<MultiwayCount, DealError> {
    Multiway::new(question)?.run(&Progress::new())
}

/// Whole numbers, so equal to the last unit.
fn assert_exact(question: &Question) {
    let count = count(question).unwrap();
    let slow = brute_force(question);
    assert_eq!(count.splits(), slow, "{question:?}");
    for (player, equity) in count.players().iter().zip(equities(&slow)) {
        assert!((player.equity - equity).abs() < 1e-14);
        assert_eq!(player.standard_error, None);
    }
}

#[test]
fn ranges_on_the_river_and_the_turn() {
    for players in [
        &["r:22+,A2s+,KTs+", "r:TT+,AQ+", "r:22+,AT+,KQ,76s"][..],
        &["r:QQ+,AK", "r:22+,ATs+,KQ"],
        &["r:55+,AJ+", "r:66+,KQ", "r:JTs,QQ+", "r:AKs,22"],
        &["AsKs", "r:66+,KQ", "r:JTs,QQ+,AQ", "r:AK,22,98s"],
        &["AsKs", "9h8h", "r:66+,KQ", "r:JTs,QQ+,AQ", "r:AK,22,76s"],
        &["AsKs", "AhKh", "AcKc", "r:66+,QJ", "r:AdKd,QQ+", "r:55-22,QJ"],
    ] {
        assert_exact(&question(Game::Holdem, players, "Td9d6h2cJs", ""));
        assert_exact(&question(Game::Holdem, players, "TdTh6h2c6d", "3d4d"));
        // Everyone plays the board, or has a share in its straight.
        assert_exact(&question(Game::Holdem, players, "TdJdQh2c9s", "3d"));
    }
    for players in [&["r:88+,AJs+", "r:TT+,AQ", "r:AT+,KQ"][..], &["r:QQ+,AK", "r:QQ+,A5s"]] {
        assert_exact(&question(Game::Holdem, players, "Td9d6h2c", ""));
        assert_exact(&question(Game::Holdem, players, "TdTs6d2d", "Ks"));
    }
}

#[test]
fn narrow_ranges_on_the_flop() {
    let players = &["r:AA,KQs", "r:KK,JTs", "r:AK"];
    assert_exact(&question(Game::Holdem, players, "Td9d6h", ""));
    assert_exact(&question(Game::Holdem, players, "TsTd9s", "2c"));
    // Suits matter to one player: no class of boards stands for another.
    let players = &["r:AA,KQs", "r:KK,9c8c", "JsTs"];
    assert_exact(&question(Game::Holdem, players, "Td7d6h", ""));
}

#[test]
fn ten_known_hands_and_omaha() {
    let ten = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h", "5s5h"];
    assert_exact(&question(Game::Holdem, &ten, "Td7d2h", ""));
    assert_exact(&question(Game::Holdem, &ten, "2c2d2h3c3d", ""));
    let plo4 = ["AsAhKsKh", "QsQhJsJh", "Tc9c8d7d"];
    assert_exact(&question(Game::Plo4, &plo4, "Td7h2h", "2c"));
    let plo5 = ["AsAhKsKh2c", "QsQhJsJh3c", "Tc9c8d7d3d"];
    assert_exact(&question(Game::Plo5, &plo5, "Td7h2h", ""));
    let plo6 = ["AsAhKsKh2c2s", "QsQhJsJh3c3h", "Tc9c8d7d3d5d"];
    assert_exact(&question(Game::Plo6, &plo6, "Td7h2h", ""));
}

#[test]
fn all_boards_before_the_flop() {
    let question = question(Game::Holdem, &["AsAh", "KdKc"], "", "");
    assert_exact(&question);
    assert_eq!(count(&question).unwrap().deals(), 1_712_304.0);
}

#[test]
fn weighted_ranges() {
    let players = &["r:QQ+:0.5,AK,76s:0.1", "r:22+:0.3,AT+:0.7", "r:AK:0.25,55:0.9,KQs"];
    for board in ["Td9d6h2cJs", "Td9d6hKc"] {
        let question = question(Game::Holdem, players, board, "3c");
        let count = count(&question).unwrap();
        for (splits, slow) in count.splits().iter().zip(brute_force(&question)) {
            for (found, expected) in splits.iter().zip(slow) {
                assert!((found - expected).abs() < 1e-9 * count.deals(), "{found} {expected}");
            }
        }
    }
}

#[test]
fn impossible_deals_are_told() {
    let aces = &["r:AA", "r:AA", "r:AA"];
    assert_eq!(count(&question(Game::Holdem, aces, "Td9d6h2cJs", "")), Err(DealError::NoDeal));
    // Rounding of fractional weights must not look like deals: all hands of the
    // first two players hold the ace of hearts.
    let with_ace = |step: usize| -> String {
        let others = Card::all().filter(|card| card.to_string() != "Ah");
        let hands =
            others.enumerate().map(|(i, card)| format!("Ah{card}:0.{:03}", 1 + (i * step) % 997));
        format!("r:{}", hands.collect::<Vec<_>>().join(","))
    };
    let (first, second) = (with_ace(317), with_ace(571));
    let players = &[first.as_str(), second.as_str(), "r:random"];
    assert_eq!(count(&question(Game::Holdem, players, "2c3d4s", "")), Err(DealError::NoDeal));
    let full = vec![Holding::Range(Range::full(Game::Plo4)); 10];
    let dead = parse_cards("2c3c4c5c6c7c8c9c").unwrap().into_iter().collect();
    let question = Question::new(full, Board::EMPTY, dead).unwrap();
    let error = Multiway::new(&question).err();
    assert_eq!(error, Some(DealError::TooFewCards { needed: 45, left: 44 }));
}

#[test]
fn threads_change_nothing_and_cancelling_stops() {
    let players = &["r:QQ+:0.5,AK,76s:0.1", "r:22+:0.3,AT+:0.7", "r:AK:0.25,55:0.9,KQs"];
    let question = question(Game::Holdem, players, "Td9d6h", "");
    let multiway = Multiway::new(&question).unwrap();
    let results: Vec<_> = [1, 2, 3]
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let progress = Progress::new();
            let count = pool.install(|| multiway.run(&progress)).unwrap();
            assert_eq!(progress.done(), progress.total());
            count
        })
        .into_iter()
        .collect();
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]));

    let progress = Progress::new();
    progress.cancel();
    assert_eq!(multiway.run(&progress), Err(DealError::Stopped));
}
