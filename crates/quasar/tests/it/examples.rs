//! The examples of every room run, and print what their readers should find.

use std::error::Error;
use std::io::Write;

macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(
            #[path = $path]
            #[allow(dead_code, reason = "the test calls `run`, not `main`")]
            mod $name;
        )*

        /// The names of the examples.
        const EXAMPLES: &[&str] = &[$(stringify!($name)),*];
    };
}

examples! {
    bench "../../examples/bench.rs"
    buckets "../../examples/buckets.rs"
    decision "../../examples/decision.rs"
    equity "../../examples/equity.rs"
    model "../../examples/model.rs"
    nets "../../examples/nets.rs"
    preflop "../../examples/preflop.rs"
    range "../../examples/range.rs"
    spot "../../examples/spot.rs"
    tables "../../examples/tables.rs"
    toy "../../examples/toy.rs"
}

type Example = fn(&mut dyn Write) -> Result<(), Box<dyn Error>>;

fn output(run: Example) -> String {
    let mut bytes = Vec::new();
    run(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn prints(run: Example, expected: &[&str]) {
    let output = output(run);
    let missing: Vec<_> = expected.iter().filter(|line| !output.contains(*line)).collect();
    assert!(missing.is_empty(), "{missing:?} in\n{output}");
}

#[test]
fn equity_knows_aces_against_kings() {
    prints(equity::run, &["AsAh", "82.6", "KsKh", "17.3"]);
}

/// 13 pairs of 6 combos, 12 suited aces of 4, and 12 combos of KQo.
#[test]
fn range_counts_combos() {
    prints(range::run, &["138 of 1326 combos, 10.4%", "AKs: 4 of 4", "AKs: 2 of 2"]);
}

/// Aces and kings are sets, so aces lose only to quads; two pairs of aces cannot be dealt.
#[test]
fn tables_are_written_and_read() {
    prints(tables::run, &["1 table", "AA vs KK: 9", "AA vs AA: Some("]);
}

/// The closed form of a polar range: 1.5 bluffs for 3 value bets, and every second bet is
/// called.
#[test]
fn spot_finds_the_closed_form() {
    let output = output(spot::run);
    let percent = |start: &str| -> f64 {
        let line = output.lines().find_map(|line| line.strip_prefix(start));
        line.and_then(|rest| rest.trim_end_matches('%').parse().ok()).expect(&output)
    };
    assert!(output.starts_with("last phase: Some(Ended)\nexploitability 0."), "{output}");
    assert!(percent("oop KK: bet 100 ") >= 99.0, "{output}");
    assert!((percent("oop 65s: bet 100 ") - 37.5).abs() < 3.0, "{output}");
    assert!((percent("ip 99: call ") - 50.0).abs() < 5.0, "{output}");
}

/// 4.5 combos bet, of which 1.5 are bluffs: calling 100 wins 200 every third time and is
/// worth nothing, like a fold.
#[test]
fn decision_is_indifferent_at_the_closed_form() {
    prints(decision::run, &["seat 1 acts", "fold, EV 0", "call, EV 0"]);
}

/// Broadway straights are the nuts, with more than their equity in position.
#[test]
fn model_values_hands_by_position() {
    prints(model::run, &["AsKhQd at SPR 1", "JTs", "72o"]);
}

/// The chart of ten big blinds is widely published: 58.3 % push, 37.4 % call.
#[test]
fn preflop_prints_the_published_chart() {
    prints(preflop::run, &["pushes 58.", "calls with 37.", "AA pushes 100%", "72o calls 0%"]);
}

#[test]
fn buckets_hold_every_hand() {
    prints(buckets::run, &["178365 hands in", "hands like"]);
}

/// The rooms are those of the table in the documentation of the library.
#[test]
fn every_room_has_an_example() {
    let table = include_str!("../../src/lib.rs").lines();
    let rooms = table.filter_map(|line| line.strip_prefix("//! | [`")?.split('`').next());
    let mut rooms: Vec<&str> = rooms.collect();
    rooms.sort_unstable();
    assert_eq!(rooms, EXAMPLES);
}

/// The network is several times better than a guess that knows nothing.
#[test]
fn nets_know_more_than_half_of_the_pot() {
    let output = output(nets::run);
    let error = |start: &str| -> f64 {
        let rest = output.lines().find_map(|line| line.strip_prefix(start));
        let number = rest.and_then(|rest| rest.strip_suffix(" pots"));
        number.and_then(|number| number.parse().ok()).expect(&output)
    };
    assert!(output.starts_with("4 states\n"), "{output}");
    let (network, zero) = (error("network: mean error "), error("zero: mean error "));
    assert!(network < zero / 3.0, "{output}");
}

/// Signatures are the same on every machine; those of all workloads are pinned in `signature.rs`.
#[test]
fn bench_ranks_hands_as_everywhere() {
    prints(bench::run, &["eval/seven cards: ", "signature d8d20531611b79e0"]);
}

#[test]
fn toy_finds_the_value_of_kuhn_poker() {
    prints(toy::run, &["value -0.056", "published Some(-0.056)", "check", "call"]);
}
