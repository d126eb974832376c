//! Omaha range text: how many hands each text stands for, and the errors of bad
//! text.
//!
//! Counts are closed forms: products of binomials over ranks and suits, explained
//! next to the case where they are not obvious.

use proptest::prelude::*;
use quasar_cards::{Combo, Game, HandOrders, ParseErrorKind, Range, SuitPermutation};

fn parse(game: Game, text: &str) -> Range {
    Range::parse(game, text).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
}

/// `C(52,4)`, `C(52,5)`, `C(52,6)`.
const ALL: [u64; 3] = [270_725, 2_598_960, 20_358_520];

/// Game, text, number of hands.
const COUNTS: &[(Game, &str, u64)] = &[
    // Every hand, no hand.
    (Game::Plo4, "", 0),
    (Game::Plo4, " \t\n", 0),
    (Game::Plo4, "*", ALL[0]),
    (Game::Plo4, "****", ALL[0]),
    (Game::Plo4, "random", ALL[0]),
    (Game::Plo4, "AA!AA", 0),
    // Ranks.
    (Game::Plo4, "AA", 6_961),
    (Game::Plo4, "aA", 6_961),
    (Game::Plo4, "AA!AAA", 6_768),
    (Game::Plo4, "AAAA", 1),
    (Game::Plo4, "AK", 17_316),
    (Game::Plo4, "AKQJ", 256),
    (Game::Plo4, "AA,KK", 13_886),
    (Game::Plo4, "AA:KK", 36),
    // Suits: two spades and two hearts, four spades, some spade.
    (Game::Plo4, "sshh", 78 * 78),
    (Game::Plo4, "ssss", 715),
    (Game::Plo4, "s", ALL[0] - 82_251),
    (Game::Plo4, "*s", ALL[0] - 82_251),
    (Game::Plo4, "As", 20_825),
    (Game::Plo4, "AsKhJd2c", 1),
    (Game::Plo4, "As Kh Jd 2c", 1),
    // Suit variables: shapes 4, 3+1 or 4, 2+2, 2+1+1, 1+1+1+1.
    (Game::Plo4, "xxxx", 4 * 715),
    (Game::Plo4, "zzz", 4 * (286 * 39 + 715)),
    (Game::Plo4, "xxyy", 36_504),
    (Game::Plo4, "wxyz", 28_561),
    (Game::Plo4, "wxy", 158_184 + 28_561),
    (Game::Plo4, "AxAyxy", 864),
    (Game::Plo4, "Ax Ay *x *y", 864),
    // Two spades and two of another suit.
    (Game::Plo4, "ssxx", 3 * 78 * 78),
    // Rank variables: pair, two pairs, one pair, aces and another pair.
    (Game::Plo4, "RR", ALL[0] - 183_040),
    (Game::Plo4, "RROO", 78 * 36),
    (Game::Plo4, "RRON", 82_368),
    (Game::Plo4, "RONP", 183_040),
    (Game::Plo4, "AARR", 12 * 36),
    (Game::Plo4, "RxRyOxOy", 78 * 6),
    // A suit belongs to the rank before it. `A Kx x`, by how many aces and
    // kings: AK 16 * 418, AAK 660, AKK 528, AAAK 12, AAKK 30.
    (Game::Plo4, "AKxx", 7_918),
    // An ace, a king and two more cards of one suit: 3,520 + 528 + 528 + 30.
    (Game::Plo4, "AK*x*x", 4_606),
    (Game::Plo4, "AK xx", 4_606),
    // Lists.
    (Game::Plo4, "[AK]", ALL[0] - 135_751),
    (Game::Plo4, "[A-K]", ALL[0] - 135_751),
    (Game::Plo4, "[ A , K ]", ALL[0] - 135_751),
    (Game::Plo4, "[8-T][T-8][8,9,T][89T]", 495),
    (Game::Plo4, "[AsKhQd]", ALL[0] - 211_876),
    (Game::Plo4, "[As,Kh][Kh,As]", 1_225),
    (Game::Plo4, "[hs]", ALL[0] - 14_950),
    (Game::Plo4, "A[hs]", ALL[0] - 230_300),
    (Game::Plo4, "Ah[hs]", 20_825 - 2_600),
    (Game::Plo4, "[K-J]h", ALL[0] - 211_876),
    // Each member of a list stands for itself: ARR, KRR.
    (Game::Plo4, "[AK]RR!(ARR,KRR)", 0),
    (Game::Plo4, "(ARR,KRR)![AK]RR", 0),
    // Spans.
    (Game::Plo4, "KK+", 13_886),
    (Game::Plo4, "AA+", 6_961),
    (Game::Plo4, "KK-AA", 13_886),
    (Game::Plo4, "AA - KK", 13_886),
    (Game::Plo4, "JT98+", 4 * 256),
    (Game::Plo4, "JT98-8765", 4 * 256),
    (Game::Plo4, "5432-", 256),
    (Game::Plo4, "T987-", 6 * 256),
    (Game::Plo4, "A-K", ALL[0] - 135_751),
    // No pair of nines or lower: up to four of the 32 low cards, all of
    // different ranks, with any of the 20 high ones.
    (Game::Plo4, "99-", ALL[0] - (4_845 + 32 * 1_140 + 448 * 190 + 3_584 * 20 + 17_920)),
    // An ace suited with K, Q, J or T: 4 * 4,610, less 6 * 16 with two such.
    (Game::Plo4, "AxKx-AxTx", 18_344),
    (Game::Plo4, "Ax[K-T]x", 18_344),
    (Game::Plo4, "AsKs-AsTs", 4_610),
    // Macros.
    (Game::Plo4, "$ds", 36_504),
    (Game::Plo4, "AA:$ds", 864),
    (Game::Plo4, "AA$ds", 864),
    (Game::Plo4, "(AA,KK)$ds", 2 * 864 - 6),
    (Game::Plo4, "$ss", 158_184),
    (Game::Plo4, "$s", ALL[0] - 28_561),
    (Game::Plo4, "$o", ALL[0] - 2_860),
    (Game::Plo4, "$np", 183_040),
    (Game::Plo4, "$nt", ALL[0] - 2_509),
    (Game::Plo4, "$R$R$R$R", 4_845),
    (Game::Plo4, "$B$B$B$B", 1_820),
    (Game::Plo4, "$F$F$F$F", 495),
    (Game::Plo4, "$N$N$N$N", 4_845),
    (Game::Plo4, "$M$M$M$M", 1_820),
    (Game::Plo4, "$Z$Z$Z$Z", 4_845),
    (Game::Plo4, "$L$L$L$L", 35_960),
    (Game::Plo4, "$W$W$W$W", 4_845),
    (Game::Plo4, "$Bs$Bs$Bs$Bs", 1),
    // Precedence: `:` and `!` from left to right, before `,`.
    (Game::Plo4, "AA,KK:$ds", 6_961 + 864 - 6),
    (Game::Plo4, "(AA,KK):$ds", 2 * 864 - 6),
    (Game::Plo4, "AA!AAA:$ds", 864),
    (Game::Plo4, "AA!(AAA:$ds)", 6_961),
    // Aces that are not rainbow: 864 + 48 + 1 are.
    (Game::Plo4, "AA,AA:wxyz@0", 6_961 - 913),
    // Five cards: shapes 2+2+1 and 3+2; 2+1+1+1 and 3+1+1.
    (Game::Plo5, "*****", ALL[1]),
    (Game::Plo5, "AA", 108_336),
    (Game::Plo5, "$ds", 949_104 + 267_696),
    (Game::Plo5, "$ss", 685_464 + 580_008),
    (Game::Plo5, "$ss:$ds", 0),
    (Game::Plo5, "wxyz", 685_464),
    (Game::Plo5, "xxxxx", 5_148),
    (Game::Plo5, "$np", 1_317_888),
    (Game::Plo5, "RROON", 123_552),
    (Game::Plo5, "RRROO", 3_744),
    (Game::Plo5, "AsKsQsJsTs", 1),
    (Game::Plo5, "AKQJT-65432", 9 * 1_024),
    // Six cards: shapes 3+1+1+1 and 4+1+1; 3+1+1+1 and 2+2+1+1.
    (Game::Plo6, "*", ALL[2]),
    (Game::Plo6, "AA", 1_237_792),
    (Game::Plo6, "$np", 7_028_736),
    (Game::Plo6, "$ss", 2_513_368 + 1_450_020),
    (Game::Plo6, "wxyz", 2_513_368 + 6_169_176),
    (Game::Plo6, "xxyyzz", 1_898_208),
    (Game::Plo6, "RROONN", 61_776),
    (Game::Plo6, "sshhdd", 474_552),
    (Game::Plo6, "ssssss", 1_716),
    (Game::Plo6, "As Kh Qd Jc Ts 9s", 1),
];

#[test]
fn texts_stand_for_as_many_hands_as_counting_says() {
    for &(game, text, count) in COUNTS {
        assert_eq!(parse(game, text).total(), count as f64, "{game} {text}");
    }
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

/// Text, the part of it that is wrong, and what is wrong with it.
#[test]
fn errors_point_at_the_place() {
    let too_many = ParseErrorKind::TooManyCards { most: 4 };
    let duplicate = ParseErrorKind::DuplicateCard("As".parse().unwrap());
    let cases: &[(&str, &str, usize, ParseErrorKind)] = &[
        ("AAKK Qs", "Qs", 5, too_many.clone()),
        ("*****", "*", 4, too_many.clone()),
        ("AA,(AKQJ[T-8]x)", "[T-8]x", 8, too_many),
        ("AsKhAs", "As", 4, duplicate),
        ("[AKs]", "Ks", 2, ParseErrorKind::MixedList),
        ("[A,s]", "s", 3, ParseErrorKind::MixedList),
        ("AA-KKx", "KKx", 3, ParseErrorKind::SpanMismatch),
        ("AK-QT", "QT", 3, ParseErrorKind::SpanMismatch),
        ("AxKx - AxTy ,KK", "AxTy", 7, ParseErrorKind::SpanMismatch),
        ("RR+", "+", 2, ParseErrorKind::SpanWithoutRank),
        ("x -", "-", 2, ParseErrorKind::SpanWithoutRank),
        ("AA:$foo", "$foo", 3, ParseErrorKind::UnknownMacro),
        ("$dsx", "$dsx", 0, ParseErrorKind::UnknownMacro),
        ("$Q", "$Q", 0, ParseErrorKind::UnknownMacro),
        ("$", "$", 0, ParseErrorKind::UnknownMacro),
        ("(AA@50,KK)", "@", 3, ParseErrorKind::WeightInParentheses),
        ("AA, 15%", "15%", 4, ParseErrorKind::PercentRange),
        ("2.5%", "2.5%", 0, ParseErrorKind::PercentRange),
        ("AA@101", "101", 3, ParseErrorKind::NumberTooLarge { most: 100 }),
        ("AA@1.2.3", "1.2.3", 3, ParseErrorKind::NotANumber),
        ("AA:(KK,QQ", "(", 3, ParseErrorKind::Unclosed('(')),
        ("AA[KQ", "[", 2, ParseErrorKind::Unclosed('[')),
        ("[", "[", 0, ParseErrorKind::Unclosed('[')),
    ];
    for (text, wrong, start, kind) in cases {
        let error = Range::parse(Game::Plo4, text).unwrap_err();
        assert_eq!(error.kind(), kind, "{text}");
        assert_eq!((error.position(), &text[error.span()]), (*start, *wrong), "{text}");
    }
}

#[test]
fn errors_say_what_was_expected() {
    let cases = [
        (
            "AA,",
            "column 4: expected a rank, a suit, a variable, `*`, `[`, `$` or `(`, found the end",
        ),
        ("AS", "column 2: expected a card, `,`, `:`, `!`, `@` or the end, found `S`"),
        ("(AA KK)QQ", "column 8: expected a card, `,`, `:`, `!`, `@` or the end, found `Q`"),
        ("AA@50:KK", "column 6: expected `,` or the end, found `:`"),
        ("(AA;KK)", "column 4: expected a card, `,`, `:`, `!` or `)`, found `;`"),
        ("[]", "column 2: expected a rank, a suit or a card, found `]`"),
        ("[8-s]", "column 4: expected a rank (2-9, T, J, Q, K, A), found `s`"),
        ("A★", "column 2: expected a card, `,`, `:`, `!`, `@` or the end, found `★`"),
        ("AA@", "column 4: expected a number, found the end"),
    ];
    for (text, message) in cases {
        assert_eq!(Range::parse(Game::Plo4, text).unwrap_err().to_string(), message, "{text}");
    }
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
