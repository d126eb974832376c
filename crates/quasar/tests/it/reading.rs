//! What users write in specs: boards as lists, decimal chips, sizes by default, and what
//! is warned of.

use quasar::decision::{DecisionDocument, SpotFile};
use quasar::equity::EquitySpec;
use quasar::game::Chips;
use quasar::job::Control;
use quasar::request::{Document, WarningKind};
use quasar::spot::{SpotDocument, SpotSpec};

const RIVER: &str = "board: Ks7d4c9h2s\npot: 100\nstack: 100\noop: AA,QQ\nip: KK,JJ\n";

fn spot(text: &str) -> SpotSpec {
    SpotSpec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn boards_may_be_lists() {
    let plain = spot(RIVER);
    for list in ["[Ks, 7d, 4c, 9h, 2s]", "[\"K♠\", 7♦, 4♣, \"9h\", 2s]", "\"[Ks,7d 4c,9h,2s]\""]
    {
        assert_eq!(spot(&RIVER.replace("Ks7d4c9h2s", list)).board, plain.board, "{list}");
    }
    let json = r#"{"players": ["AhKh", "QQ"], "board": ["Td", "9d", "6h"], "dead": ["2c"]}"#;
    let question = EquitySpec::parse(json).unwrap();
    assert_eq!(question.question().board().to_string(), "Td9d6h");
}

#[test]
fn spots_without_sizes_get_some_and_say_so() {
    let sizes = |text: &str| {
        let spec = spot(text);
        let bet = spec.betting.street(quasar::cards::Street::River).sizes[0].bet.to_string();
        let kinds: Vec<WarningKind> =
            spec.warnings.0.iter().map(|warning| warning.kind.clone()).collect();
        (bet, kinds)
    };
    let defaults = |bet: &str, raise: &str| {
        vec![WarningKind::DefaultSizes { bet: bet.to_owned(), raise: raise.to_owned() }]
    };
    assert_eq!(sizes(RIVER), ("33%, 75%".to_owned(), defaults("33%, 75%", "3x")));
    for none in ["bet: none", "bet: []", "bet: \"\"", "bet: None", "oop: {range: AA, bet: none}"] {
        let text = match none.starts_with("oop") {
            true => RIVER.replace("oop: AA,QQ", none),
            false => format!("{RIVER}{none}\n"),
        };
        assert_eq!(sizes(&text), (String::new(), vec![]), "{none}");
        // What has no bets is written so that it has none when it is read.
        let spec = spot(&text);
        assert_eq!(spot(&spec.to_text()), spec, "{none}");
    }
    assert_eq!(sizes(&format!("{RIVER}bet: 50%\n")), ("50%".to_owned(), vec![]));
    let omaha = "{game: plo4, board: Ks7d4c9h2s, pot: 100, stack: 100, oop: AA, ip: KK}";
    let (bet, kinds) = sizes(omaha);
    assert!(!bet.is_empty() && kinds.len() == 1, "{bet} {kinds:?}");
    let mut job = spot(RIVER).plan().unwrap().job(u64::MAX).unwrap();
    let start = "r:0".parse().unwrap();
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    let report = job.report(ended, &start).unwrap();
    assert_eq!(report.warnings[0].kind, defaults("33%, 75%", "3x")[0]);
    assert_eq!(report.node.actions.len(), 3);
}

#[test]
fn texts_that_are_hardly_meant_are_warned_of_with_field_and_line() {
    let text = "game: plo4\nboard: Ks7d4c9h2s\npot: 100\nstack: 100\nbet: pot\noop: AAxx\nip: KK\n";
    let warnings = spot(text).warnings.0;
    assert_eq!(warnings.len(), 1);
    let kind = WarningKind::SuitLetters {
        written: "AAxx".to_owned(),
        hands: 5_256,
        meant: "AA".to_owned(),
        meant_hands: 6_961,
    };
    assert_eq!(warnings[0].kind, kind);
    assert!(warnings[0].message.starts_with("line 6: oop, column 1: AAxx is 5256"), "{warnings:?}");
    let json = serde_json::to_value(&warnings[0]).unwrap();
    assert_eq!((&json["kind"], &json["hands"]), (&"suit_letters".into(), &5_256.into()));
}

/// A spec in tenths of a chip is the one with ten times the chips.
#[test]
fn decimal_chips_are_scaled_by_a_power_of_ten() {
    let decimal = "board: Ks7d4c9h2s\npot: 5.5\nstack: 20\nbig_blind: 0.25\nbet: 50%, 2.5c, 2bb\n\
                   raise: 3x\nrake: {rate: 5%, cap: 1.5}\noop: AA,QQ\nip: KK,JJ\nriver: {donk: 1c}\n";
    let whole = "board: Ks7d4c9h2s\npot: 550\nstack: 2000\nbig_blind: 25\nbet: 50%, 250c, 2bb\n\
                 raise: 3x\nrake: {rate: 5%, cap: 150}\noop: AA,QQ\nip: KK,JJ\nriver: {donk: 100c}\n";
    let (decimal, whole) = (spot(decimal), spot(whole));
    assert_eq!((decimal.chip_scale, whole.chip_scale), (100, 1));
    assert_eq!(decimal.betting.start.pot, Chips(550));
    assert_eq!(SpotSpec { chip_scale: 1, ..decimal.clone() }, whole);
    // Written back, it is scaled and says so.
    let text = decimal.to_text();
    assert!(text.contains("pot: 550\n") && text.contains("chip_scale: 100\n"), "{text}");
    assert_eq!(spot(&text), decimal);
    assert_eq!(spot(&text).canonical(), decimal.canonical());
    for wrong in ["chip_scale: 20\n", "chip_scale: 0\n", "chip_scale: 10\nbig_blind: 0.5\n"] {
        assert!(SpotSpec::parse(&format!("{RIVER}{wrong}")).is_err(), "{wrong}");
    }
    let mut patched = SpotDocument::parse(RIVER).unwrap();
    patched.set("pot", "7.5").unwrap();
    assert_eq!(SpotSpec::try_from(patched).unwrap().chip_scale, 10);
}

/// Ranges of Omaha may begin with a bracket, and a text in brackets may be a list.
#[test]
fn a_field_that_takes_no_list_takes_a_text_in_brackets() {
    let base = "game: plo4\nboard: Td9d6h2cAs\npot: 100\nstack: 500\noop: '*'\nip: '*'\n";
    let set = |field: &str, text: &str| {
        let mut document = SpotDocument::parse(base).unwrap();
        document.set(field, text).map(|()| document)
    };
    let quoted = base.replacen("oop: '*'", "oop: '[AK]'", 1);
    for field in ["oop.range", "oop"] {
        let spec = SpotSpec::try_from(set(field, "[AK]").unwrap()).unwrap();
        assert_eq!(spec, SpotSpec::parse(&quoted).unwrap(), "{field}");
    }
    let listed = SpotSpec::try_from(set("board", "[Td, 9d, 6h, 2c, As]").unwrap()).unwrap();
    assert_eq!(listed, SpotSpec::parse(base).unwrap());
    for field in ["locks", "river"] {
        let wrong = set(field, "[5]").unwrap_err().to_string();
        let path = if field == "locks" { "locks[0]" } else { "river" };
        assert!(wrong.starts_with(&format!("{path} must be ")), "{wrong}");
    }
}

/// A river where the seat on the button faces a bet, in chips and in tenths.
const DECISION: &str = r#"{
  "game": "holdem", "button": 1, "to_act": 1, "bb": 2,
  "stacks": [0, 100], "committed_total": [150, 50], "committed_on_street": [100, 0],
  "last_raise_size": 100, "board": "AsKd9s4c4d", "iters": 300,
  "discretization": {"pot_fracs": [1.0], "include_pot_raise": true},
  "players": ["AhAd,8h7h", "KhQh,KcQc,JhTh"]
}"#;

#[test]
fn one_decision_is_about_the_hand_of_the_hero() {
    let solve = |text: &str| {
        let file = SpotFile::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = DecisionDocument::from(&file).to_json();
        assert_eq!(SpotFile::parse(&written).unwrap(), file);
        file.solve(1, u64::MAX, &Control::new(), |_| ()).unwrap()
    };
    let all = solve(DECISION);
    assert_eq!((all.hands.len(), all.iterations), (3, 300));
    let one = solve(&DECISION.replacen('{', "{\"hero\": \"Kh Qh\", ", 1));
    assert_eq!(one.hands.len(), 1);
    assert_eq!(one.hands[0], *all.hands.iter().find(|hand| hand.hand == "KhQh").unwrap());
    assert_eq!(one.actions, all.actions);
    // The same cards as numbers: A♠ is 12 + 39, K♦ 11 + 13, 9♠ 7 + 39, 4♣ 2, 4♦ 2 + 13.
    let numbers = DECISION.replace("\"AsKd9s4c4d\"", "[51, 24, 46, 2, 15]").replacen(
        '{',
        "{\"card_encoding\": \"rank_mod_13\", \"hero\": [37, 36], ",
        1,
    );
    assert_eq!(solve(&numbers).hands, one.hands);
    for (hero, expected) in [
        ("\"AsKh\"", "cards that are not on the board"),
        ("\"2h2d\"", "a hand of the range of the seat that acts"),
    ] {
        let text = DECISION.replacen('{', &format!("{{\"hero\": {hero}, "), 1);
        let error = SpotFile::parse(&text).unwrap_err().to_string();
        assert!(error.ends_with(expected) && error.starts_with("line 1, column"), "{error}");
    }
}

/// Calling 100 to win 200: with a rake of a tenth of the pot of 300, 30 less when the call
/// wins, half of the time.
#[test]
fn one_decision_pays_rake() {
    let value = |text: &str| {
        let file = SpotFile::parse(text).unwrap();
        file.solve(1, u64::MAX, &Control::new(), |_| ()).unwrap().hands[0].ev.unwrap()
    };
    let free = DECISION.replace("KhQh,KcQc,JhTh", "KhQh");
    let raked = free.replacen('{', "{\"rake\": {\"rate\": \"10%\"}, \"raise_cap\": 1, ", 1);
    assert!((value(&free) - 50.0).abs() < 0.5);
    assert!((value(&raked) - 35.0).abs() < 0.5, "{}", value(&raked));
    let tenths = free.replace("\"bb\": 2", "\"bb\": 0.2").replace("[0, 100]", "[0, 10]");
    let tenths = tenths.replace("[150, 50]", "[15, 5]").replace("[100, 0]", "[10, 0]");
    let tenths = tenths.replace("\"last_raise_size\": 100", "\"last_raise_size\": 10.0");
    let file = SpotFile::parse(&tenths).unwrap();
    assert_eq!((file.chip_scale, file.committed_total), (10, [150, 50]));
    assert_eq!(value(&tenths), value(&free));
}

#[test]
fn lines_that_cannot_be_are_reported_where_they_are_written() {
    let text = format!("{RIVER}bet: 50%\nremove_lines:\n  - r:0:b50\n  - r:0:b70\n");
    let error = spot(&text).plan().unwrap_err().to_string();
    assert_eq!(error, "line 9, column 5: r:0:b70 cannot be removed: the tree does not have it");
}
