//! Percent ranges and profiles over made-up orders, against counting the combos
//! of one class after the other.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::select;
use quasar_cards::{
    CardSet, Combo, Game, HandOrder, HandOrders, OrderError, ParseErrorKind, Range, SuitClasses,
};

/// Orders without poker sense, by game and name: classes as numbered (the
/// default), backwards, and scattered.
fn best_first(game: Game, name: &str) -> Vec<usize> {
    let count = SuitClasses::of_game(game).count();
    match name {
        "numbered" => (0..count).collect(),
        "back-2-front" => (0..count).rev().collect(),
        // A prime that divides none of the counts.
        _ => (0..count).map(|place| place * 7_919 % count).collect(),
    }
}

const NAMES: [&str; 3] = ["numbered", "back-2-front", "scattered"];

static ORDERS: LazyLock<HandOrders> = LazyLock::new(|| {
    let orders = [Game::Holdem, Game::Plo4, Game::Plo5].into_iter().flat_map(|game| {
        NAMES.map(|name| HandOrder::new(game, name, best_first(game, name)).expect("a permutation"))
    });
    HandOrders::new(orders).expect("three names")
});

fn parse(game: Game, text: &str) -> Range {
    Range::parse_with(game, text, &ORDERS).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
}

/// The combos of a game by suit class.
fn members(game: Game) -> Vec<Vec<Combo>> {
    let mut members = vec![Vec::new(); SuitClasses::of_game(game).count()];
    for combo in Combo::all(game, CardSet::EMPTY) {
        members[combo.suit_class()].push(combo);
    }
    members
}

/// The weights if 1 is given to the classes whose middle lies above one
/// percentage, in tenths, and not above another.
fn counted(
    members: &[Vec<Combo>],
    best_first: &[usize],
    tenths_above: usize,
    tenths_up_to: usize,
) -> Vec<f32> {
    let combos = members.iter().map(Vec::len).sum();
    let mut weights = vec![0.0; combos];
    let mut before = 0;
    for &class in best_first {
        let middle = 1_000 * (2 * before + members[class].len());
        before += members[class].len();
        if middle > tenths_above * 2 * combos && middle <= tenths_up_to * 2 * combos {
            members[class].iter().for_each(|combo| weights[combo.index()] = 1.0);
        }
    }
    weights
}

#[test]
fn percentages_are_counted_in_combos() {
    let cases = [
        ("0%", 0, 0),
        ("0.1%", 0, 1),
        ("15%", 0, 150),
        ("7.5%", 0, 75),
        ("25%", 0, 250),
        ("100%", 0, 1_000),
        ("10%-20%", 100, 200),
        ("10% - 20.0%", 100, 200),
        ("0%-100%", 0, 1_000),
        ("99.9%-100%", 999, 1_000),
        ("40%-40%", 400, 400),
        ("tight", 0, 100),
        ("Normal", 0, 250),
        ("wide", 0, 500),
    ];
    for game in [Game::Holdem, Game::Plo4, Game::Plo5] {
        let members = members(game);
        for name in NAMES {
            let best_first = best_first(game, name);
            for (text, above, up_to) in cases {
                let range = parse(game, &format!("{text}@{name}"));
                let expected = counted(&members, &best_first, above, up_to);
                assert_eq!(range.weights(), expected, "{game} {text}");
                if name == "numbered" {
                    assert_eq!(range, parse(game, text), "{game} {text}: the first is the default");
                }
            }
        }
    }
}

#[test]
fn a_boundary_on_a_middle_takes_the_class_in() {
    // The first 78 classes of Hold'em are the suited ones, of 4 combos each.
    let order = ORDERS.get(Game::Holdem, "NUMBERED").unwrap();
    let percent_of = |combos: f64| 100.0 * combos / 1_326.0;
    for (class, middle) in [(0, 2.0), (1, 6.0), (77, 310.0)] {
        assert!(order.in_top(class, percent_of(middle)));
        assert!(!order.in_top(class, percent_of(middle - 0.01)));
    }
    assert!(!order.in_top(169, 100.0), "there is no such class");

    // 663 combos are exactly half: the middle of a pair that 660 combos precede,
    // 78 suited classes of 4 and 29 offsuit ones of 12.
    let size = |class: &usize| SuitClasses::of_game(Game::Holdem).size(*class).unwrap();
    let (pairs, others): (Vec<usize>, Vec<usize>) = (0..169).partition(|c| size(c) == 6);
    let (suited, offsuit): (Vec<usize>, Vec<usize>) =
        others.into_iter().partition(|c| size(c) == 4);
    let mut classes = suited;
    classes.extend(&offsuit[..29]);
    assert_eq!(classes.iter().map(size).sum::<usize>(), 660);
    classes.extend(&pairs);
    classes.extend(&offsuit[29..]);
    let orders = HandOrders::new([HandOrder::new(Game::Holdem, "x", classes).unwrap()]).unwrap();
    let total = |text| Range::parse_with(Game::Holdem, text, &orders).unwrap().total();
    assert_eq!([total("49.99%"), total("50%"), total("50%-100%")], [660.0, 666.0, 660.0]);
}

#[test]
fn six_cards_too() {
    let count = SuitClasses::of_game(Game::Plo6).count();
    let order = HandOrder::new(Game::Plo6, "numbered", 0..count).unwrap();
    let orders = HandOrders::new([order.clone()]).unwrap();
    let range = Range::parse_with(Game::Plo6, "12.5%-60%:$ds", &orders).unwrap();
    let double_suited = Range::parse(Game::Plo6, "$ds").unwrap();
    for (index, combo) in Combo::all(Game::Plo6, CardSet::EMPTY).enumerate() {
        let class = combo.suit_class();
        let inside = order.in_top(class, 60.0) && !order.in_top(class, 12.5);
        let expected = if inside { double_suited.weights()[index] } else { 0.0 };
        assert_eq!(range.weights()[index], expected, "{combo}");
    }
}

#[test]
fn weights_follow_the_order_or_stand_alone() {
    for game in [Game::Holdem, Game::Plo4] {
        let whole = parse(game, "15%@scattered");
        let half: Vec<f32> = whole.weights().iter().map(|weight| weight / 2.0).collect();
        for text in ["15%@scattered@50", "15% @ scattered @ 50%", "15%@Scattered@50.0"] {
            assert_eq!(parse(game, text).weights(), half, "{game} {text}");
        }
        assert_eq!(parse(game, "tight@50").weights(), parse(game, "10%@50%").weights());
        assert_eq!(parse(game, "random@0, tight, random@0"), Range::empty(game));
    }
    for text in ["15%@scattered:0.5", "[50]15%@scattered[/50]", "AA:0,15%@scattered : .5"] {
        let half = parse(Game::Holdem, "15%@scattered@50");
        assert_eq!(parse(Game::Holdem, text), half, "{text}");
    }
}

#[test]
fn omaha_expressions_take_shares_like_patterns() {
    let pairs = [
        ("20%!10%", "10%-20%"),
        ("(10%-60%):xxyy", "60%:$ds!10%"),
        ("60%$ds", "$ds:60%"),
        ("15%@scattered:$ds@50", "$ds:(15%@scattered)@50"),
        ("(tight@back-2-front,AA):As", "tight@back-2-front:As,AA:As"),
        ("random!wide", "50%-100%"),
        ("20%!AA,AsAhKsKh@10", "20%:(random!AA),AsAhKsKh@10"),
    ];
    for (left, right) in pairs {
        let range = parse(Game::Plo4, left);
        assert!(!range.is_empty());
        assert_eq!(range, parse(Game::Plo4, right), "{left}");
    }
}

#[test]
fn errors_point_at_the_place() {
    let known = NAMES.map(str::to_owned).to_vec();
    let unknown = ParseErrorKind::UnknownOrder { known };
    let expected = "a second percentage, like 10%-20%";
    let end = ParseErrorKind::Unexpected { found: None, expected };
    let pair = ParseErrorKind::Unexpected { found: Some('2'), expected };
    let cases = [
        ("AA, 20%-10%", "20%-10%", 4, ParseErrorKind::DescendingPercent),
        ("15%@vs-random", "vs-random", 4, unknown.clone()),
        ("AA,tight @ x@50", "x", 11, unknown),
        ("101%", "101", 0, ParseErrorKind::NumberTooLarge { most: 100 }),
        ("10%-100.1%", "100.1", 4, ParseErrorKind::NumberTooLarge { most: 100 }),
        ("1.2.3%", "1.2.3", 0, ParseErrorKind::NotANumber),
        (".%", ".", 0, ParseErrorKind::NotANumber),
        ("10%-", "", 4, end),
        ("10%-22", "2", 4, pair),
        ("15%@101", "101", 4, ParseErrorKind::NumberTooLarge { most: 100 }),
    ];
    for game in [Game::Holdem, Game::Plo4] {
        for (text, wrong, start, kind) in &cases {
            let error = Range::parse_with(game, text, &ORDERS).unwrap_err();
            assert_eq!(error.kind(), kind, "{game} {text}");
            assert_eq!((error.position(), &text[error.span()]), (*start, *wrong), "{game} {text}");
        }
        for (text, wrong) in [("15%", "15%"), ("AA,tight@x@50", "tight"), ("1%-2%", "1%-2%")] {
            let error = Range::parse(game, text).unwrap_err();
            assert_eq!(error.kind(), &ParseErrorKind::PercentRange, "{game} {text}");
            assert_eq!(&text[error.span()], wrong, "{game} {text}");
        }
    }
    for (game, text, message) in [
        (
            Game::Plo4,
            "15%@vs",
            "column 5: unknown order of hands; the orders are numbered, back-2-front, scattered",
        ),
        (
            Game::Plo4,
            "(tight@50)",
            "column 7: a weight applies to a whole item and cannot be inside parentheses",
        ),
        (Game::Holdem, "15%+", "column 4: expected a weight or a separator, found `+`"),
        (Game::Holdem, "AA@numbered", "column 4: expected a number, found `n`"),
        (
            Game::Plo6,
            "15%",
            "column 1: percent ranges and profiles need an order of hands, and none is loaded for this game",
        ),
    ] {
        let error = Range::parse_with(game, text, &ORDERS).unwrap_err();
        assert_eq!(error.to_string(), message, "{game} {text}");
    }
}

#[test]
fn only_whole_orders_are_taken() {
    let holdem = |classes: Vec<usize>| HandOrder::new(Game::Holdem, "x", classes).unwrap_err();
    let (game, count) = (Game::Holdem, 169);
    assert_eq!(holdem((0..168).collect()), OrderError::MissingClasses { listed: 168, game, count });
    assert_eq!(holdem((0..170).collect()), OrderError::NoSuchClass { class: 169, game, count });
    assert_eq!(holdem(vec![3, 4, 3]), OrderError::RepeatedClass(3));
    for name in ["", "-a", "1a", "a b", "é", "aé", "a@"] {
        let error = HandOrder::new(game, name, 0..169).unwrap_err();
        assert_eq!(error, OrderError::BadName(name.to_owned()));
    }
    let named = |name| HandOrder::new(game, name, 0..169).unwrap();
    let name = "NASH".to_owned();
    assert_eq!(
        HandOrders::new([named("nash"), named("NASH")]).unwrap_err(),
        OrderError::RepeatedName { name, game }
    );
    let orders = HandOrders::new([named("b"), named("a")]).unwrap();
    let names: Vec<&str> = orders.names(game).collect();
    assert_eq!(names, ["b", "a"]);
    assert_eq!(orders.get(Game::Plo4, "a"), None);
}

/// A text of many pieces that percent ranges are made of.
fn almost_a_range() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "15%",
        "10%",
        "20%",
        "7.5",
        "50",
        "%",
        "-",
        "@",
        "numbered",
        "back-2-front",
        "x",
        "tight",
        "normal",
        "wide",
        "random",
        ":",
        "!",
        "(",
        ")",
        ",",
        " ",
        "AA",
        "$ds",
        "0.5",
        "é",
        "[",
        "]",
    ]);
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_percentage_is_its_parts(
        game in select(vec![Game::Holdem, Game::Plo4]),
        name in select(NAMES.to_vec()),
        one in 0..=1_000u32,
        other in 0..=1_000u32,
    ) {
        let text = |tenths: u32| format!("{}.{}%", tenths / 10, tenths % 10);
        let (low, high) = (text(one.min(other)), text(one.max(other)));
        let small = parse(game, &format!("{low}@{name}"));
        let large = parse(game, &format!("{high}@{name}"));
        let between = parse(game, &format!("{low}-{high}@{name}"));
        let both = parse(game, &format!("{low}@{name},{low}-{high}@{name}"));
        prop_assert_eq!(&both, &large);
        for (index, weight) in small.weights().iter().enumerate() {
            prop_assert_eq!(large.weights()[index], weight + between.weights()[index]);
        }
        // A class, at most 24 combos, is in or out as a whole.
        let exact = f64::from(one.max(other)) / 1_000.0 * game.combos() as f64;
        prop_assert!((large.total() - exact).abs() <= 12.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn no_text_is_too_strange(
        game in select(vec![Game::Holdem, Game::Plo4]),
        text in prop_oneof![3 => almost_a_range(), 1 => any::<String>()],
    ) {
        if let Err(error) = Range::parse_with(game, &text, &ORDERS) {
            prop_assert!(text.get(error.span()).is_some(), "{error:?} in {text:?}");
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
