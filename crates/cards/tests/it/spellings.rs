//! Ways to write the same range, and texts that are hardly ever meant.

use proptest::prelude::*;
use quasar_cards::{
    Board, Card, Combo, Game, HandOrder, HandOrders, ParseErrorKind, Range, RangeWarning,
    RangeWarningKind, SuitClasses,
};

const SAME: &str = include_str!("../../testdata/spellings.txt");

fn parse(game: Game, text: &str) -> Range {
    Range::parse(game, text).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
}

#[test]
fn spellings_of_a_range_are_equal() {
    let cases = SAME.lines().filter(|line| !line.starts_with('#'));
    for line in cases {
        let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [game, text, plain] = parts[..] else { panic!("{line}") };
        let game: Game = game.parse().unwrap();
        let (range, plain) = (parse(game, text), parse(game, plain));
        assert!(!range.is_empty() && range == plain, "{line}");
    }
}

/// Two ranks twice: each of the six pairs of suits for both; or one shared suit of the two
/// pairs. Four ranks: six pairs of suits, and two of the four ranks in the first.
#[test]
fn suited_marks_hold_as_many_hands_as_counting_says() {
    for (text, hands) in
        [("AAKKds", 6), ("AAKKss", 6 * 4), ("JT98ds", 6 * 6), ("JT98ds+", 4 * 6 * 6)]
    {
        assert_eq!(parse(Game::Plo4, text).hands(), hands, "{text}");
    }
}

#[test]
fn marks_that_cannot_be_read_are_refused() {
    let too_many = ParseErrorKind::TooManyCards { most: 4 };
    for (text, start, kind) in [
        ("AAKKdss", 5, too_many.clone()),
        ("AAKhKds", 6, too_many),
        ("JT98ds-8765ss", 7, ParseErrorKind::SpanMismatch),
        ("JT98ds-8765", 7, ParseErrorKind::SpanMismatch),
    ] {
        let error = Range::parse(Game::Plo4, text).unwrap_err();
        assert_eq!((error.position(), error.kind()), (start, &kind), "{text}");
    }
    let single = Range::parse(Game::Holdem, "Ah,Kh").unwrap_err();
    assert_eq!(single.to_string(), "column 3: expected a rank (2-9, T, J, Q, K, A), found `,`");
}

fn orders() -> HandOrders {
    let order = |game| {
        let classes = 0..SuitClasses::of_game(game).count();
        HandOrder::new(game, "any", classes).expect("every class once")
    };
    HandOrders::new([order(Game::Holdem), order(Game::Plo4)]).expect("one name for each game")
}

fn warnings(game: Game, text: &str) -> Vec<RangeWarning> {
    Range::parse_with_warnings(game, text, &orders()).expect("a legal text").1
}

#[test]
fn orders_for_a_number_of_players_are_replaced_with_a_warning() {
    let orders = orders();
    let parse = |game, text: &str| Range::parse_with(game, text, &orders).unwrap();
    for game in [Game::Holdem, Game::Plo4] {
        for (text, plain, players) in
            [("15%6h", "15%", 6), ("10%-20%10h", "10%-20%", 10), ("5%3H-10%3h@50", "5%-10%@50", 3)]
        {
            assert_eq!(parse(game, text), parse(game, plain), "{text}");
            let warnings = warnings(game, text);
            let kind = RangeWarningKind::Players { players, order: "any".to_owned() };
            assert_eq!((warnings.len(), warnings[0].kind()), (1, &kind), "{text}");
            assert_eq!(warnings[0].span().start, 0);
        }
        for wrong in ["15%1h", "15%11h", "15%h"] {
            assert!(Range::parse_with(game, wrong, &orders).is_err(), "{wrong}");
        }
    }
    // A hand after a percentage keeps its heart.
    assert!(Range::parse_with(Game::Holdem, "15%6h5h", &orders).is_err());
    assert_eq!(parse(Game::Plo4, "15%:6h5h"), parse(Game::Plo4, "6h5h:15%"));
}

/// Two aces, one with a third card of its suit. Of the 6,768 hands with two aces, C(24,2)
/// for each pair have both other cards in the other suits; of the 192 with three, 12 for
/// each three.
#[test]
fn any_card_written_as_a_suit_is_warned_of() {
    let suited_aces = 6_768 - 6 * 276 + 192 - 4 * 12;
    let cases = [
        (Game::Plo4, "AAxx", 0..4, 'x', suited_aces, "AA", 6_961),
        (Game::Plo4, "KK, AKxx@50", 4..8, 'x', 7_918, "AK", 17_316),
        (Game::Plo4, "(KK,AAyy)!hh", 4..8, 'y', suited_aces, "AA", 6_961),
    ];
    for (game, text, span, letter, hands, meant, meant_hands) in cases {
        let found = warnings(game, text);
        let kind = RangeWarningKind::SuitVariable {
            text: text[span.clone()].to_owned(),
            letter,
            hands,
            meant: meant.to_owned(),
            meant_hands,
        };
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!((found[0].span(), found[0].kind()), (span, &kind), "{text}");
    }
    assert_eq!(
        warnings(Game::Plo4, "AKxx")[0].to_string(),
        "column 1: AKxx is 7918 hands, because x stands for a suit here, not for any card; \
         AK is all 17316 hands with these ranks"
    );
    let suits = &warnings(Game::Plo4, "AAds")[0];
    let RangeWarningKind::SuitLetters { meant, meant_hands, .. } = suits.kind() else {
        panic!("{suits}")
    };
    assert_eq!((meant.as_str(), *meant_hands), ("AA$ds", 864));
}

#[test]
fn what_is_meant_is_not_warned_of() {
    for (game, text) in [
        (Game::Plo4, "AA,AK xx,A Kx x,AxAyxy,xxyy,AxKx,AKQx,AxKxxx,AAxy,sshh,AAKKds,$ds"),
        (Game::Plo4, "RRxx,[A-J]xx,Asxx,AAs,*xx"),
        (Game::Plo5, "AAxx,AKQJx"),
        (Game::Holdem, "AA,AKs,15%"),
    ] {
        assert_eq!(warnings(game, text), [], "{text}");
    }
    // However long a text is, only the first few are counted.
    assert!(warnings(Game::Plo4, "AAxx,".repeat(5_000).trim_end_matches(',')).len() <= 8);
}

/// A card in one of its spellings.
fn spelled(card: Card, rank: usize, suit: usize) -> String {
    let ranks = [card.rank().to_string(), card.rank().to_string().replace('T', "10")];
    let place = card.suit().index();
    let symbol = |symbols: &str| symbols.chars().nth(place).expect("four suits");
    let suits = [symbol("cdhs"), symbol("♣♦♥♠"), symbol("♧♢♡♤")];
    format!("{}{}", ranks[rank % 2], suits[suit % 3])
}

proptest! {
    #[test]
    fn every_spelling_of_a_hand_or_board_is_read(
        index in 0..Game::Plo5.combos(),
        ranks in prop::collection::vec(0..2usize, 5),
        suits in prop::collection::vec(0..3usize, 5),
        separator in prop::sample::select(vec!["", " ", "  "]),
    ) {
        let combo = Combo::from_index(Game::Plo5, index).unwrap();
        let cards: Vec<Card> = combo.cards().collect();
        let texts = cards.iter().zip(ranks.iter().zip(&suits));
        let texts: Vec<String> = texts.map(|(&card, (&r, &s))| spelled(card, r, s)).collect();
        let text = texts.join(separator);
        prop_assert_eq!(text.parse(), Ok(combo));
        prop_assert_eq!(text.parse(), Ok(Board::new(&cards).unwrap()));
        let holdem = Range::parse(Game::Holdem, &texts[..2].join(separator)).unwrap();
        prop_assert_eq!(holdem.hands(), 1);
        prop_assert_eq!(holdem.weight(&Combo::new(&cards[..2]).unwrap()), 1.0);
        let omaha = Range::parse(Game::Plo4, &texts[..4].join(separator)).unwrap();
        prop_assert_eq!(omaha.hands(), 1);
        prop_assert_eq!(omaha.weight(&Combo::new(&cards[..4]).unwrap()), 1.0);
    }
}
