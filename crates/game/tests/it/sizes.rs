//! Bet-size texts, and the levels they stand for.

use proptest::prelude::*;
use quasar_game::{BetSize, Chips, Levels, PotGrid, SizeList, Sizing, TextErrorKind, Thresholds};

fn list(text: &str) -> SizeList {
    text.parse().unwrap()
}

#[test]
fn every_notation_reads_as_meant() {
    let geometric = |streets, most| BetSize::Geometric { streets, most };
    let cases: &[(&str, &[BetSize])] = &[
        ("", &[]),
        ("  ", &[]),
        ("50%", &[BetSize::Percent(50.0)]),
        ("50", &[BetSize::Percent(50.0)]),
        ("33.3", &[BetSize::Percent(33.3)]),
        ("pot POT", &[BetSize::Percent(100.0), BetSize::Percent(100.0)]),
        ("0.07p,1.0p", &[BetSize::Percent(7.0), BetSize::Percent(100.0)]),
        ("2.5x", &[BetSize::Multiple(2.5)]),
        ("100c", &[BetSize::Chips(Chips(100))]),
        ("2.5bb", &[BetSize::BigBlinds(2.5)]),
        ("e", &[geometric(None, None)]),
        ("3e", &[geometric(Some(3), None)]),
        ("3e200%", &[geometric(Some(3), Some(200.0))]),
        ("e75.5%", &[geometric(None, Some(75.5))]),
        ("min, a", &[BetSize::Min, BetSize::AllIn]),
        ("60%, e, a", &[BetSize::Percent(60.0), geometric(None, None), BetSize::AllIn]),
        (" 60 e,a ", &[BetSize::Percent(60.0), geometric(None, None), BetSize::AllIn]),
    ];
    for (text, sizes) in cases {
        assert_eq!(list(text).sizes(), *sizes, "{text}");
    }
}

#[test]
fn errors_point_at_the_word() {
    let cases = [
        ("50%, 12y", 5..8, "column 6: expected a bet size such as"),
        ("50,,60", 3..4, "column 4: expected a bet size between commas"),
        ("50, ", 4..4, "column 5: expected a bet size between commas"),
        (",50", 0..1, "column 1: expected a bet size between commas"),
        ("1.2.3%", 0..6, "column 1: this is not a number"),
        (".", 0..1, "column 1: this is not a number"),
        ("0", 0..1, "column 1: a percentage must be more than 0"),
        ("20000p", 0..6, "column 1: a percentage must be more than 0"),
        ("1x", 0..2, "column 1: a multiple of the bet must be more than 1"),
        ("0c", 0..2, "column 1: a bet in chips must be 1 or more"),
        ("1.5c", 0..4, "column 1: this is not a number"),
        ("9000000000000c", 0..14, "column 1: there are at most 1000000000000 chips"),
        ("0e", 0..2, "column 1: streets of a geometric size must be 1 to 99"),
        ("300e", 0..4, "column 1: streets of a geometric size must be 1 to 99"),
        ("3e200", 0..5, "column 1: expected a bet size"),
        ("3e2e2%", 0..6, "column 1: expected a bet size"),
        ("1.5e", 0..4, "column 1: expected a bet size"),
        ("half", 0..4, "column 1: expected a bet size"),
        ("50 ½", 3..5, "column 4: expected a bet size"),
        ("1e9999999%", 0..10, "column 1: a percentage must be more than 0"),
    ];
    for (text, span, message) in cases {
        let error = text.parse::<SizeList>().unwrap_err();
        assert_eq!(error.span(), span, "{text}");
        assert!(error.to_string().starts_with(message), "{text}: {error}");
    }
    let error = SizeList::parse_bets("50, 2.5x").unwrap_err();
    assert_eq!((error.span(), error.kind()), (4..8, &TextErrorKind::NoPreviousBet));
}

fn sizes() -> impl Strategy<Value = BetSize> {
    let number = || prop_oneof![1e-3..1e6_f64, (1_u32..1_000_000).prop_map(f64::from)];
    prop_oneof![
        number().prop_map(BetSize::Percent),
        (1.001..1e6_f64).prop_map(BetSize::Multiple),
        (1..=Chips::MOST.0).prop_map(|chips| BetSize::Chips(Chips(chips))),
        number().prop_map(BetSize::BigBlinds),
        (prop::option::of(1_u8..=99), prop::option::of(number()))
            .prop_map(|(streets, most)| BetSize::Geometric { streets, most }),
        Just(BetSize::Min),
        Just(BetSize::AllIn),
    ]
}

/// A first bet into `pot` with `stack` behind, on the flop.
fn bet_into(pot: u64, stack: u64) -> Sizing {
    Sizing {
        legal: Levels { smallest: Chips(1), largest: Chips(stack) },
        all_in: Chips(stack),
        current_bet: Chips::ZERO,
        pot: Chips(pot),
        big_blind: Chips(2),
        streets_left: 3,
        raises: 0,
    }
}

/// A raise of a bet of `bet` into a pot that was `pot` before it.
fn raise_of(bet: u64, pot: u64, stack: u64) -> Sizing {
    Sizing {
        legal: Levels { smallest: Chips(2 * bet), largest: Chips(stack) },
        current_bet: Chips(bet),
        pot: Chips(pot + 2 * bet),
        ..bet_into(pot, stack)
    }
}

fn levels(sizing: Sizing, text: &str, thresholds: Thresholds) -> Vec<u64> {
    sizing.levels(list(text).sizes(), thresholds).into_iter().map(|chips| chips.0).collect()
}

fn plain(sizing: Sizing, text: &str) -> Vec<u64> {
    levels(sizing, text, Thresholds::default())
}

#[test]
fn first_bets_are_parts_of_the_pot() {
    let flop = bet_into(180, 910);
    assert_eq!(plain(flop, "52"), [94]); // 93.6
    assert_eq!(plain(flop, "pot, 25%, 25c, 20bb, a, min"), [1, 25, 40, 45, 180, 910]);
    assert_eq!(plain(flop, "1000%, 5000c"), [910], "more than the stack is all-in, once");
    assert_eq!(plain(flop, "0.1%"), [1], "less than the smallest bet is that");
}

#[test]
fn raises_are_parts_of_the_pot_after_calling() {
    // 94 into 180, call 94: 368; 45 % of it is 165.6.
    assert_eq!(plain(raise_of(94, 180, 910), "45%"), [94 + 166]);
    assert_eq!(plain(raise_of(94, 180, 910), "2.5x, 100c, 200bb"), [194, 235, 400]);
    assert_eq!(plain(raise_of(94, 180, 910), "10%, 1.5x, 5c"), [188], "the smallest raise");
}

#[test]
fn geometric_bets_put_the_stack_in_on_the_last_street() {
    // 26 pots in the end are three bets of the pot: 3^3 = 1 + 2 * 13.
    assert_eq!(plain(bet_into(100, 1300), "e"), [100]);
    assert_eq!(plain(bet_into(100, 1300), "3e"), [100]);
    assert_eq!(plain(bet_into(100, 400), "2e"), [100]); // 3^2 = 1 + 2 * 4
    assert_eq!(plain(bet_into(100, 400), "1e"), [400]);
    assert_eq!(plain(bet_into(100, 400), "1e200%"), [200]);
    // Facing 100 into 100: the pot after calling is 300, 1200 are left behind.
    assert_eq!(plain(raise_of(100, 100, 1300), "2e"), [400]);
    // A raise before counts as one of the bets: 3e is 2e then, and 1e stays 1e.
    let again = Sizing { raises: 1, ..raise_of(100, 100, 1300) };
    assert_eq!(plain(again, "3e"), [400]);
    assert_eq!(plain(again, "1e"), [1300]);
    // Bet and called street after street, rounding aside, the stack goes in.
    for stack in [57, 300, 910, 4001] {
        let (mut pot, mut left) = (180, stack);
        for streets in ["3e", "2e", "1e"] {
            let bet = plain(bet_into(pot, left), streets)[0];
            (pot, left) = (pot + 2 * bet, left - bet);
        }
        assert_eq!(left, 0, "{stack}");
    }
}

#[test]
fn all_in_is_added_when_it_is_not_much_more_than_the_pot() {
    let add = Thresholds { add_all_in: 1.5, ..Thresholds::default() };
    assert_eq!(levels(bet_into(100, 150), "50", add), [50, 150]);
    assert_eq!(levels(bet_into(100, 151), "50", add), [50]);
    // Over the call: 200 into a pot of 140 is less than 1.5 pots.
    assert_eq!(levels(raise_of(20, 100, 220), "3x", add), [60, 220]);
    assert_eq!(levels(raise_of(20, 100, 231), "3x", add), [60]);
}

#[test]
fn a_bet_that_leaves_little_behind_is_all_in() {
    let force = Thresholds { force_all_in: 0.15, ..Thresholds::default() };
    // 100 into 100 makes 300; 45 behind is 15 % of it.
    assert_eq!(levels(bet_into(100, 145), "50, pot", force), [50, 145]);
    assert_eq!(levels(bet_into(100, 146), "50, pot", force), [50, 100]);
}

#[test]
fn close_sizes_merge_into_the_larger() {
    let merge = |merge| Thresholds { merge, ..Thresholds::default() };
    let pot = bet_into(1000, 10_000);
    // (100 + 75) / (100 + 60) = 1.09; (100 + 75) / (100 + 50) = 1.17.
    assert_eq!(levels(pot, "33, 50, 60, 75", merge(0.1)), [330, 500, 750]);
    // 175 / 133 = 1.32; the next kept is measured from 33, not from 75.
    assert_eq!(levels(pot, "20, 33, 50, 60, 75", merge(0.2)), [330, 750]);
    // A ratio that equals the threshold is kept: 220 / 200 = 1.1.
    assert_eq!(levels(pot, "100, 120", merge(0.1)), [1000, 1200]);
    assert_eq!(levels(pot, "100, 119.9", merge(0.1)), [1199]);
    assert_eq!(levels(pot, "99.9, 100", merge(0.0)), [999, 1000]);
    // Raises are measured over the call: 40 and 50 into 120 after calling 10.
    assert_eq!(levels(raise_of(10, 100, 1000), "40c, 50c", merge(0.06)), [50, 60]);
    assert_eq!(levels(raise_of(10, 100, 1000), "40c, 50c", merge(0.07)), [60]);
}

#[test]
fn pot_limit_takes_the_place_of_all_in() {
    let sizing =
        Sizing { legal: Levels { smallest: Chips(2), largest: Chips(100) }, ..bet_into(100, 145) };
    let thresholds = Thresholds { add_all_in: 2.0, force_all_in: 0.15, merge: 0.0 };
    assert_eq!(levels(sizing, "50", thresholds), [50], "all-in is not allowed");
    assert_eq!(levels(sizing, "50, pot, a", thresholds), [50, 100]);
}

#[test]
fn a_grid_has_four_fractions_and_three_switches() {
    let grid = PotGrid::default();
    assert_eq!(SizeList::from_grid(&grid).to_string(), "33%, 50%, 75%, 100%");
    let grid = PotGrid {
        fractions: vec![0.5],
        include_min: true,
        include_pot: true,
        include_all_in: true,
    };
    assert_eq!(SizeList::from_grid(&grid), list("min, 50, pot, a"));
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(sizes in prop::collection::vec(sizes(), 0..6)) {
        let list: SizeList = sizes.into_iter().collect();
        prop_assert_eq!(list.to_string().parse::<SizeList>(), Ok(list));
    }

    #[test]
    fn no_text_panics_and_errors_are_inside(text in "[0-9.,%xcbpemina ½]{0,12}") {
        if let Err(error) = text.parse::<SizeList>() {
            prop_assert!(text.get(error.span()).is_some());
        }
    }

    #[test]
    fn levels_ascend_and_are_legal(
        sizes in prop::collection::vec(sizes(), 0..6),
        (pot, bet, more) in (1_u64..5000, 0_u64..500, 1_u64..9000),
        thresholds in (0.0..3.0, 0.0..1.0, 0.0..0.5),
    ) {
        let sizing = raise_of(bet, pot, 2 * bet + more);
        let (add_all_in, force_all_in, merge) = thresholds;
        let levels = sizing.levels(&sizes, Thresholds { add_all_in, force_all_in, merge });
        prop_assert!(levels.is_sorted_by(|a, b| a < b));
        prop_assert!(levels.iter().all(|&level| sizing.legal.contains(level)));
        prop_assert!(levels.is_empty() <= sizes.is_empty());
    }
}
