//! Spot files: one decision of a hand.

use crate::common::patched::by_line;
use quasar::{
    decision::{OneReport, SpotFile},
    job::Control,
};

/// Aces full or nothing have bet the pot into a bluff-catcher, who is to act.
const OMAHA: &str = r#"{
  "game": "plo4", "street": "river", "sb": 1, "bb": 2, "button": 1, "to_act": 1,
  "stacks": [0, 100], "committed_total": [150, 50], "committed_on_street": [100, 0],
  "last_raise_size": 100, "board": "AsKd9s4c4d",
  "discretization": {"pot_fracs": [1.0], "include_all_in": true},
  "solver": {"iterations": 300},
  "players": [{"range": "AhAd8c7c,8h7h6s3s"}, {"range": "KhQhKc5c"}]
}"#;

fn solved(text: &str) -> OneReport {
    let file = SpotFile::parse(text).unwrap();
    file.solve(1, u64::MAX, &Control::new(), |_| ()).unwrap()
}

fn refused(text: &str) -> String {
    let file = SpotFile::parse(text);
    match file.and_then(|file| file.spec(1).map(|_| ())) {
        Ok(()) => panic!("accepted"),
        Err(error) => by_line(&error.to_string()),
    }
}

/// Half of the bets are bluffs, and 100 chips win 200 more: calling is worth 50.
#[test]
fn a_caller_gets_what_the_odds_say() {
    let report = solved(OMAHA);
    let names: Vec<&str> = report.actions.iter().map(|action| action.action.as_str()).collect();
    assert_eq!(names, ["fold", "call"]);
    assert!(report.actions[1].frequency.unwrap() > 0.99, "{report:?}");
    assert!((report.ev.unwrap() - 50.0).abs() < 0.5, "{report:?}");
    assert!(report.exploitability < 0.5, "{report:?}");
    assert_eq!((report.to_act, report.hands.len()), (1, 1));
    assert_eq!(report.hands[0].hand, "KhKcQh5c");
    assert!(report.method.contains("dcfr, 300 iterations"), "{}", report.method);
}

/// The same in Hold'em: a set or nothing against a pair.
#[test]
fn holdem_is_answered_alike() {
    let holdem = OMAHA
        .replace("plo4", "holdem")
        .replace("AhAd8c7c,8h7h6s3s", "AhAd,8h7h")
        .replace("KhQhKc5c", "KhQh");
    let report = solved(&holdem);
    assert!((report.ev.unwrap() - 50.0).abs() < 0.5, "{report:?}");
    assert_eq!(report.hands[0].hand, "KhQh");
}

/// Of a bet of 100, forty chips can be called. Two of three hands are bluffs: the
/// caller wins 140 twice and loses 40 once.
#[test]
fn a_bet_larger_than_the_stack_can_be_called_for_less() {
    let omaha = OMAHA.replace("\"stacks\": [0, 100]", "\"stacks\": [30, 40]");
    let more_bluffs = omaha.replace("8h7h6s3s", "8h7h6s3s,8d7d6h3h");
    let holdem = more_bluffs
        .replace("plo4", "holdem")
        .replace("AhAd8c7c,8h7h6s3s,8d7d6h3h", "AhAd,8h7h,8d7d")
        .replace("KhQhKc5c", "KhQh");
    let buckets = BUCKETS.replace("[0, 100]", "[30, 40]").replace("[1, 0, 1]", "[2, 0, 1]");
    for text in [more_bluffs, holdem, buckets] {
        let report = solved(&text);
        let names: Vec<&str> = report.actions.iter().map(|action| action.action.as_str()).collect();
        assert_eq!(names, ["fold", "call"]);
        assert!((report.ev.unwrap() - 80.0).abs() < 0.5, "{report:?}");
    }
}

#[test]
fn files_that_make_no_sense_are_refused() {
    assert!(refused(&OMAHA.replace("river", "turn")).starts_with("line 2: street is `turn`"));
    assert!(refused(&OMAHA.replace("\"sb\"", "\"small\"")).contains("small"));
    assert!(refused(&OMAHA.replace("\"to_act\": 1", "\"to_act\": 2")).contains("seat"));
    assert!(
        refused(&OMAHA.replace("\"button\": 1", "\"button\": 7"))
            .contains("button is `7`; expected a seat")
    );
    assert!(
        refused(&OMAHA.replace("KhQhKc5c", "KhQ&"))
            .starts_with("line 7: players[1].range, column ")
    );
    for (from, to, message) in [
        ("\"sb\": 1", "\"sb\": -1", "line 2: sb is `-1`; expected a number of chips"),
        ("[0, 100]", "[0, much]", "line 3: stacks[1] is `much`; expected a number of chips"),
        ("[0, 100]", "[0]", "line 3: stacks must be a list with a value for each of the two"),
        ("[150, 50]", "[18446744073709551615, 50]", "line 3: committed_total[0] is `1844"),
        (
            "[1.0]",
            "[0]",
            "line 5: discretization.pot_fracs[0] is `0`; expected a fraction of the pot",
        ),
        ("[1.0]", "\"none\"", "line 5: discretization.pot_fracs is `none`"),
        ("\"include_all_in\": true", "\"include_all_in\": 1", "line 5: discretization.include_all"),
        (
            "300",
            "0",
            "line 6: solver.iterations is `0`; expected a whole number from 1 to 4,294,967,295",
        ),
        ("{\"range\": \"KhQhKc5c\"}", "{}", "line 7: the spec needs players[1].range: a range, or"),
        ("\"board\"", "\"bord\"", "line 4: unknown field bord; did you mean board?"),
        ("\"bb\": 2", "\"sb\": 2", "line 2: sb is given twice"),
        ("\"stacks\": [0, 100], ", "", "the spec needs stacks: the chips of each of the two"),
    ] {
        let text = OMAHA.replace(from, to);
        assert_ne!(text, OMAHA, "{from}");
        let found = refused(&text);
        assert!(found.starts_with(message), "{found}");
    }
    let rule = OMAHA.replace("\"sb\": 1", "\"min_bet_rule\": \"none\"");
    assert!(refused(&rule).contains("big_blind or one_chip"));
}

/// The same with buckets: one that always wins and one that never does have bet the
/// pot into one between them.
const BUCKETS: &str = r#"{
  "game": "plo4", "button": 1, "to_act": 1,
  "stacks": [0, 100], "committed_total": [150, 50], "committed_on_street": [100, 0],
  "last_raise_size": 100,
  "solver": {"iterations": 300},
  "matrix": [[0.5, 0, 0], [1, 0.5, 0], [1, 1, 0.5]],
  "players": [{"range": [1, 0, 1]}, {"range": [0, 2, 0]}]
}"#;

#[test]
fn buckets_are_answered_like_hands() {
    let report = solved(BUCKETS);
    let names: Vec<&str> = report.actions.iter().map(|action| action.action.as_str()).collect();
    assert_eq!(names, ["fold", "call"]);
    assert!(report.actions[1].frequency.unwrap() > 0.99, "{report:?}");
    assert!((report.ev.unwrap() - 50.0).abs() < 0.5, "{report:?}");
    assert!((report.actions[1].ev.unwrap() - 50.0).abs() < 0.5, "{report:?}");
    assert_eq!(report.hands.len(), 3);
    let held = &report.hands[1];
    assert_eq!((held.hand.as_str(), held.weight), ("bucket 1", 2.0));
    assert!((held.ev.unwrap() - 50.0).abs() < 0.5, "{held:?}");
    assert!(report.method.starts_with("3 buckets by their matrix, dcfr, 300"), "{}", report.method);
    assert!(report.warnings.is_empty(), "{report:?}");
}

/// A player with the nuts or nothing, as often, bets the pot with all of the one and
/// half of the other; the pot and half of it is what the bets take.
#[test]
fn a_game_of_buckets_has_its_known_value() {
    let text = BUCKETS
        .replace("\"to_act\": 1", "\"to_act\": 0")
        .replace("[0, 100]", "[100, 100]")
        .replace("[150, 50]", "[50, 50]")
        .replace("[100, 0]", "[0, 0]")
        .replace("\"last_raise_size\": 100", "\"discretization\": {\"pot_fracs\": [1.0]}")
        .replace("300", "2000");
    let report = solved(&text);
    assert!((report.ev.unwrap() - 75.0).abs() < 0.3, "{report:?}");
    let bet = |bucket: usize| 1.0 - report.hands[bucket].frequencies[0];
    assert!(bet(2) > 0.95 && (bet(0) - 0.5).abs() < 0.05, "{report:?}");
    assert!(report.exploitability_percent < 0.2, "{report:?}");
}

#[test]
fn a_matrix_may_be_a_file() {
    let inline = solved(BUCKETS);
    let rows = "[[0.5, 0, 0], [1, 0.5, 0], [1, 1, 0.5]]";
    let mut file = SpotFile::parse(&BUCKETS.replace(rows, "\"river.csv\"")).unwrap();
    assert_eq!(file.matrix_path(), Some("river.csv"));
    let solve = |file: &SpotFile| file.solve(1, u64::MAX, &Control::new(), |_| ());
    assert!(solve(&file).unwrap_err().to_string().starts_with("matrix is `river.csv`"));
    file.set_matrix("# weakest first\n1 0 0\n1 1 0\n1 1 1\n".to_owned());
    let report = solve(&file).unwrap();
    assert_eq!((report.ev, &report.hands), (inline.ev, &inline.hands));
    assert!(report.warnings[0].message.contains("diagonal"), "{:?}", report.warnings);
    file.set_matrix("0.5 0 0\n1 0.5 0\n1 0.7 0.5\n".to_owned());
    let error = solve(&file).unwrap_err().to_string();
    assert!(error.starts_with("matrix river.csv, row 3, column 2: 0.7 and 0"), "{error}");
}

#[test]
fn buckets_that_make_no_sense_are_refused() {
    let refused = |from: &str, to: &str| {
        let text = BUCKETS.replace(from, to);
        assert_ne!(text, BUCKETS, "{from}");
        let solved = SpotFile::parse(&text)
            .and_then(|file| file.solve(1, u64::MAX, &Control::new(), |_| ()));
        by_line(&solved.unwrap_err().to_string())
    };
    assert!(refused("[1, 0, 1]", "[1, 1]").starts_with("players[0].range is `2 weights`"));
    assert!(refused("[0, 2, 0]", "\"AA\"").starts_with("players[1].range must be a list"));
    assert!(refused("[0, 2, 0]", "[0, -2, 0]").contains("players[1].range must be weights"));
    assert!(refused("[0, 2, 0]", "[0, 0, 0]").contains("players[1].range"));
    assert!(refused("[1, 0.5, 0]", "[0.9, 0.5, 0]").starts_with("matrix, row 2, column 1"));
    assert!(
        refused("\"button\"", "\"street\": \"turn\", \"button\"")
            .starts_with("line 2: street is `turn`")
    );
    assert!(
        refused("\"button\"", "\"board\": \"AsKd9s4c\", \"button\"")
            .starts_with("line 2: board is")
    );
    assert!(refused("[[0.5, 0, 0], [1, 0.5, 0], [1, 1, 0.5]]", "7").contains("matrix"));
    let alone = BUCKETS.replace("\"matrix\": [[0.5, 0, 0], [1, 0.5, 0], [1, 1, 0.5]],", "");
    let solved = SpotFile::parse(&alone).unwrap().solve(1, u64::MAX, &Control::new(), |_| ());
    assert!(solved.unwrap_err().to_string().contains("needs matrix"));
}

#[test]
fn the_sample_with_buckets_is_solved() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../sample_configurations/one_decision_buckets.json"
    );
    let report = solved(&std::fs::read_to_string(path).unwrap());
    assert_eq!((report.actions[0].action.as_str(), report.hands.len()), ("check", 3));
    assert!(report.exploitability_percent < 0.05, "{report:?}");
}

#[test]
fn the_sample_is_solved() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample_configurations/one_decision.json");
    let report = solved(&std::fs::read_to_string(path).unwrap());
    assert_eq!(report.actions[0].action, "fold");
    let sum: f64 = report.actions.iter().filter_map(|action| action.frequency).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
}
