//! Omaha ranges as short text: they read back unchanged, whatever the board takes away.

use proptest::prelude::*;
use proptest::sample::select;
use quasar_cards::{CardSet, Combo, Game, Range, parse_cards};

fn parse(game: Game, text: &str) -> Range {
    Range::parse(game, text).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
}

fn dead(text: &str) -> CardSet {
    parse_cards(text).expect("cards").into_iter().collect()
}

/// What is written for texts that are as short as can be, or nearly.
#[test]
fn texts_come_back_as_they_are_written() {
    for text in [
        "*",
        "*@50",
        "AA",
        "AK",
        "AA,KQJ@50",
        "$ds",
        "AA$ds",
        "KK-TT",
        "A[K-T]",
        "AAKK",
        "AxKxQyJy",
        "AsKsQsJs",
        "AA$ss",
        "AK:wxyz",
        "AA,AsKsQsJs@25",
    ] {
        let range = parse(Game::Plo4, text);
        let expected = if text == "$ds" { "*$ds" } else { text };
        assert_eq!(range.compact(CardSet::EMPTY), expected);
    }
    assert_eq!(Range::empty(Game::Plo4).compact(CardSet::EMPTY), "");
    // Four aces are always rainbow, so they need no suits.
    assert_eq!(parse(Game::Plo4, "AA:wxyz").compact(CardSet::EMPTY), "AAAA,AA:wxyz");
    let five = parse(Game::Plo5, "AA,KQ$ds");
    let text = five.compact(CardSet::EMPTY);
    assert!(text.len() < 200 && parse(Game::Plo5, &text) == five, "{text}");
}

/// A board takes hands away, but no pattern.
#[test]
fn a_board_breaks_no_pattern() {
    let board = dead("AsKd9s");
    let mut range = parse(Game::Plo4, "AAK,QQ$ds@50");
    range.remove(board);
    assert_eq!(range.compact(board), "AAK,QQ$ds@50");
    assert!(range.compact(CardSet::EMPTY).len() > 1_000);
}

/// Texts that overlap, remove and weigh, and hands.
fn text() -> impl Strategy<Value = String> {
    let item = select(vec![
        "AA", "AK", "KK-TT", "$ds", "AA$ds", "JT98+", "[A-J]RR", "AxKx", "RROO", "sshh", "As",
        "AAA", "$np:wxyz", "AsKsQsJs", "2c2d3h4s", "AxAyKxKy", "QQ!$ss", "xxxx", "*",
    ]);
    let weight = select(vec!["", "@50", "@0", "@33.3", "@12.5"]);
    prop::collection::vec((item, weight), 0..6).prop_map(|items| {
        let items: Vec<String> = items.iter().map(|(item, w)| format!("{item}{w}")).collect();
        items.join(",")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_printed_reads_back(text in text(), board in select(vec!["", "AsKd9s", "Td9d6h2c"])) {
        let board = dead(board);
        let mut range = parse(Game::Plo4, &text);
        range.remove(board);
        let printed = range.compact(board);
        let mut back = parse(Game::Plo4, &printed);
        back.remove(board);
        prop_assert_eq!(back, range, "{} as {}", text, printed);
    }

    #[test]
    fn scattered_hands_read_back(
        hands in prop::collection::vec((0..Game::Plo4.combos(), select(vec![0.25, 0.333, 1.0f32])), 0..100),
    ) {
        let mut weights = vec![0.0; Game::Plo4.combos()];
        for (index, weight) in hands {
            weights[index] = weight;
        }
        let range = Range::from_weights(Game::Plo4, weights).expect("weights up to 1");
        let printed = range.compact(CardSet::EMPTY);
        prop_assert_eq!(parse(Game::Plo4, &printed), range);
    }
}

/// A pattern for each class of suits, and a hand where a class is not whole.
#[test]
fn parts_of_classes_are_hands() {
    let hand: Combo = "AsKsQsJs".parse().expect("a hand");
    let mut range = parse(Game::Plo4, "AAKK,AxKxQxJx");
    assert_eq!(range.compact(CardSet::EMPTY), "AAKK,AxKxQxJx");
    range.remove(hand.cards().next().expect("a card").into());
    assert_eq!(range.compact(CardSet::EMPTY), "AAKK,AcKcQcJc,AdKdQdJd,AhKhQhJh");
}
