//! Omaha range text: the table of how many hands each text stands for and of the errors of bad
//! text, and laws that hold for every text.

use proptest::prelude::*;
use quasar_cards::{Combo, Game, HandOrders, ParseErrorKind, Range, SuitPermutation};

const TABLE: &str = include_str!("../../testdata/omaha_ranges.txt");

fn parse(game: Game, text: &str) -> Range {
    Range::parse(game, text).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
}

/// The value of a closed form such as `all - 82_251` or `2 * 864 - 6`.
fn count(game: Game, form: &str) -> f64 {
    let factor = |text: &str| match text {
        "all" => game.combos() as f64,
        number => number.replace('_', "").parse().expect(form),
    };
    let terms = form.replace(" - ", " + -");
    terms.split(" + ").map(|term| term.split(" * ").map(factor).product::<f64>()).sum()
}

#[test]
fn every_text_of_the_table_means_what_it_says() {
    let (mut game, mut cases) = (Game::Plo4, 0);
    for line in TABLE.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            game = name.parse().expect(line);
        }
        let Some(row) = line.strip_prefix('`') else { continue };
        let (text, expected) = row.split_once("` ").expect(line);
        let text = text.replace("\\n", "\n").replace("\\t", "\t");
        let expected = expected.trim_start().strip_prefix("=> ").expect(line);
        cases += 1;
        match expected.strip_prefix("! ") {
            None => assert_eq!(parse(game, &text).total(), count(game, expected), "{line}"),
            Some(expected) => {
                let error = Range::parse(game, &text).expect_err(line);
                let span = error.span();
                assert_eq!(format!("{}..{} {error}", span.start, span.end), expected, "{line}");
            }
        }
    }
    assert!(cases > 130);
}

#[test]
fn abbreviations_are_what_they_stand_for() {
    let pairs = [
        ("KK-TT", "KK,QQ,JJ,TT"),
        ("TT-KK", "KK,QQ,JJ,TT"),
        ("99-", "99,88,77,66,55,44,33,22"),
        ("JT98+", "JT98,QJT9,KQJT,AKQJ"),
        ("AxKx-AxTx", "AxKx,AxQx,AxJx,AxTx"),
        ("A5-A2", "A5,A4,A3,A2"),
        ("A-T", "[A-T]"),
        ("[AK]RR", "ARR,KRR"),
        ("[hs]xx", "hxx,sxx"),
        ("[K-J]h", "Kh,Qh,Jh"),
        ("$L$W", "[A,8-2][A,5-2]"),
        ("$Bx$Bx", "[A-J]x[A-J]x"),
        ("$ss", "xxyz!xxyy"),
        ("$np", "random!RR"),
        ("AA!AAA$ds", "(AA!AAA):$ds"),
        ("AKxx", "A Kx x"),
        ("AK xx", "AK*x*x"),
    ];
    for (short, long) in pairs {
        for game in [Game::Plo4, Game::Plo5] {
            assert_eq!(parse(game, short), parse(game, long), "{game} {short}");
        }
    }
}

#[test]
fn the_last_item_that_holds_a_hand_sets_its_weight() {
    let hand = |text: &str| text.parse::<Combo>().unwrap();
    let range = parse(Game::Plo4, "AA@50, KK:$ds@25, AsAhKsKh @ 12.5");
    assert_eq!(range.weight(&hand("AsAhKsKh")), 0.125);
    assert_eq!(range.weight(&hand("AcAdKcKd")), 0.25);
    assert_eq!(range.weight(&hand("AcAdKcKs")), 0.5);
    assert_eq!(range.weight(&hand("KcKdQc2d")), 0.25);
    assert_eq!(range.weight(&hand("KcKdQc2s")), 0.0);
    let range = parse(Game::Plo4, "As@50, AsKsQsJs, AAs@0, Ts@100, AsKs!Ts@75");
    assert_eq!(range.weight(&hand("AsKsQsJs")), 0.75);
    assert_eq!(range.weight(&hand("AsKdQsJs")), 0.5);
    assert_eq!(range.weight(&hand("AsAdKcJs")), 0.0);
    assert_eq!(range.weight(&hand("AsAdKcTs")), 1.0);
    assert_eq!(parse(Game::Plo4, "AA, random@0"), Range::empty(Game::Plo4));
    assert_eq!(parse(Game::Plo6, "AA@0, random"), Range::full(Game::Plo6));
}

#[test]
fn nesting_and_size_are_limited() {
    let nested = |depth: usize| "(".repeat(depth) + "AA" + &")".repeat(depth);
    assert_eq!(parse(Game::Plo4, &nested(64)), parse(Game::Plo4, "AA"));
    for depth in [65, 1_000_000] {
        let error = Range::parse(Game::Plo4, &nested(depth)).unwrap_err();
        assert_eq!((error.kind(), error.position()), (&ParseErrorKind::TooDeep { most: 64 }, 64));
    }
    let error = Range::parse(Game::Plo4, &"AA,".repeat(1 << 17)).unwrap_err();
    assert_eq!(error.kind(), &ParseErrorKind::TooManyPatterns { most: 32_768 });
    assert_eq!(error.position(), 3 * 32_768);
    // Long chains are not deep, and written hands are not patterns.
    let chain = "AA".to_owned() + &":A".repeat(10_000);
    assert_eq!(parse(Game::Plo4, &chain), parse(Game::Plo4, "AA"));
    let hands: Vec<String> =
        parse(Game::Plo4, "$np:$ds").iter().map(|(hand, _)| hand.to_string()).collect();
    assert_eq!(parse(Game::Plo4, &hands.join(",")), parse(Game::Plo4, "$np:$ds"));
}

/// Texts of one game's patterns, for laws that hold whatever they are.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "AA",
        "AK",
        "As",
        "s",
        "xx",
        "xxyy",
        "RR",
        "RRO",
        "[A-T]x[A-T]x",
        "AxKx",
        "$ds",
        "$np",
        "KK-TT",
        "JT98+",
        "A[hs]",
        "RsRx",
        "wxyz",
        "hs",
        "$Bx$Bx",
        "RxRyOx",
        "*",
        "AsKsQsJs",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 8, 2, |inner| {
        (inner.clone(), prop::sample::select(vec![",", ":", "!"]), inner)
            .prop_map(|(left, operator, right)| format!("({left}{operator}{right})"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn operators_are_those_of_sets(left in expression(), right in expression()) {
        let parse = |text: String| parse(Game::Plo4, &text);
        let (a, b) = (parse(left.clone()), parse(right.clone()));
        let union = parse(format!("{left},{right}"));
        let both = parse(format!("{left}:{right}"));
        let difference = parse(format!("{left}!{right}"));
        for index in 0..Game::Plo4.combos() {
            let in_a = a.weights()[index] == 1.0;
            let in_b = b.weights()[index] == 1.0;
            prop_assert_eq!(union.weights()[index] == 1.0, in_a || in_b);
            prop_assert_eq!(both.weights()[index] == 1.0, in_a && in_b);
            prop_assert_eq!(difference.weights()[index] == 1.0, in_a && !in_b);
        }
    }

    #[test]
    fn items_are_applied_in_order(
        items in prop::collection::vec((expression(), 0..=100u32), 1..5),
    ) {
        let text: Vec<String> = items.iter().map(|(e, weight)| format!("{e}@{weight}")).collect();
        let whole = parse(Game::Plo4, &text.join(","));
        let mut expected = vec![0.0; Game::Plo4.combos()];
        for (expression, weight) in items {
            let holds = parse(Game::Plo4, &expression);
            for (expected, holds) in expected.iter_mut().zip(holds.weights()) {
                if *holds > 0.0 {
                    *expected = weight as f32 / 100.0;
                }
            }
        }
        prop_assert_eq!(whole.weights(), &expected[..]);
    }

    #[test]
    fn what_is_printed_reads_back_unchanged(
        hands in prop::collection::vec((0..Game::Plo5.combos(), 1..=1000u32), 0..20),
    ) {
        let text: Vec<String> = hands
            .into_iter()
            .filter_map(|(index, weight)| Some((Combo::from_index(Game::Plo5, index)?, weight)))
            .map(|(hand, weight)| format!("{hand}@{}", f64::from(weight) / 10.0))
            .collect();
        let range = parse(Game::Plo5, &text.join(","));
        prop_assert_eq!(parse(Game::Plo5, &range.to_string()), range);
    }

    #[test]
    fn without_named_suits_relabelling_changes_nothing(
        text in expression().prop_filter("suits are named", |text| {
            !text.replace("$ds", "").contains(['s', 'h', 'd', 'c'])
        }),
        relabel in 0..24usize,
    ) {
        let range = parse(Game::Plo4, &text);
        let permutation = SuitPermutation::all().nth(relabel).unwrap();
        for (hand, weight) in range.iter() {
            prop_assert_eq!(range.weight(&hand.permute(permutation)), weight);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn no_text_is_too_strange(
        text in "([AKTt92xyshRO*+,:!()\\[\\]@$%. -]|ds|np|random|♠|\\PC){0,12}",
    ) {
        // Most texts are wrong; a whole range for those that are not would take most of the time.
        if let Err(error) = Range::check(Game::Plo4, &text, &HandOrders::default()) {
            let span = error.span();
            prop_assert!(text.get(span.clone()).is_some(), "{span:?} in {text:?}");
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
