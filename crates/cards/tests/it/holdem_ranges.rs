//! The table of Hold'em range texts, against hands expanded card by card.

use quasar_cards::{Card, Combo, Game, Range};

const TABLE: &str = include_str!("../../testdata/holdem_ranges.txt");

/// Whether two cards belong to a name: `AsKh`, `AKs`, `AKo` or `77`.
fn belongs(name: &str, high: Card, low: Card) -> bool {
    let [high_rank, high_suit, low_rank, low_suit] =
        [high.rank().to_char(), high.suit().to_char(), low.rank().to_char(), low.suit().to_char()];
    let suited = high_suit == low_suit;
    match name.chars().collect::<Vec<char>>()[..] {
        [a, b] | [a, b, 's'] if suited || a == b => (a, b) == (high_rank, low_rank),
        [a, b, 'o'] if !suited => (a, b) == (high_rank, low_rank),
        [a, s, b, t] => {
            let cards = [(high_rank, high_suit), (low_rank, low_suit)];
            cards == [(a, s), (b, t)] || cards == [(b, t), (a, s)]
        }
        _ => false,
    }
}

/// The weight of two cards in a list such as `AA AKs=0.5`; later names win.
fn listed_weight(hands: &str, high: Card, low: Card) -> f32 {
    let entries =
        hands.split_whitespace().map(|entry| entry.split_once('=').unwrap_or((entry, "1")));
    let mut weights =
        entries.filter(|(name, _)| belongs(name, high, low)).map(|(_, weight)| weight);
    weights.next_back().map_or(0.0, |weight| weight.parse().expect("a weight is a number"))
}

#[test]
fn every_text_of_the_table_means_what_it_says() {
    let cards: Vec<Card> = Card::all().collect();
    let mut cases = 0;
    for line in TABLE.lines().filter(|line| line.starts_with('`')) {
        let (text, expected) = line[1..].split_once('`').unwrap();
        let text = text.replace("\\n", "\n").replace("\\t", "\t");
        let expected = expected.trim_start().strip_prefix("=>").unwrap().trim();
        let result = Range::parse(Game::Holdem, &text);
        cases += 1;

        if let Some(expected) = expected.strip_prefix("! ") {
            let error = result.expect_err(line);
            let span = error.span();
            assert_eq!(format!("{}..{} {error}", span.start, span.end), expected, "{line}");
            continue;
        }
        let range = result.expect(line);
        for (i, &high) in cards.iter().enumerate() {
            for &low in &cards[..i] {
                let combo = Combo::new(&[high, low]).unwrap();
                let weight = listed_weight(expected, high, low);
                assert_eq!(range.weight(&combo), weight, "{combo} in {line}");
            }
        }
        assert_eq!(Range::parse(Game::Holdem, &range.to_string()), Ok(range), "{line}");
    }
    assert!(cases > 100);
}

#[test]
fn every_hand_is_1326_combos() {
    for text in ["random", "*", "Random", "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"] {
        assert_eq!(Range::parse(Game::Holdem, text), Ok(Range::full(Game::Holdem)), "{text}");
    }
}

#[test]
fn ranges_print_in_the_shortest_form() {
    for (text, printed) in [
        ("", ""),
        ("random", "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"),
        ("AA,KK,QQ,99,88,22", "QQ+,99-88,22"),
        ("A9s-A2s,A5o", "A9s-A2s,A5o"),
        ("AKs,AQs,AJs,ATs,AKo,KQ", "ATs+,AKo,KQ"),
        ("87s+", "AKs,KQs,QJs,JTs,T9s,98s,87s"),
        ("A5s,A4,A3o", "A4,A5s,A3o"),
        ("[50]AA,AKs[/50],KK,AKo:0.25", "KK,AA:0.5,AKs:0.5,AKo:0.25"),
        ("AKs,AsKs:0", "AhKh,AdKd,AcKc"),
        ("AKs,AsKs:0.1,AA:.1", "AhKh,AdKd,AcKc,AA:0.1,AsKs:0.1"),
        (
            "KK,AKo,A2s-A9s,A5o,AhKh,AsKs,[50]AA[/50],AdKd@25",
            "KK,A9s-A2s,AKo,A5o,AsKs,AhKh,AA:0.5,AdKd:0.25",
        ),
        ("AsAh,2c2d,AcKd,AcKc,QcJc", "AsAh,2d2c,AcKc,AcKd,QcJc"),
    ] {
        let range = Range::parse(Game::Holdem, text).unwrap();
        assert_eq!(range.to_string(), printed, "{text}");
    }
}
