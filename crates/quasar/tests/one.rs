//! Spot files: one decision of a hand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quasar::{JobControl, OneReport, SpotFile};

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
    file.solve(1, u64::MAX, &JobControl::new(), |_| ()).unwrap()
}

fn refused(text: &str) -> String {
    let file = SpotFile::parse(text);
    match file.and_then(|file| file.spec(1).map(|_| ())) {
        Ok(()) => panic!("accepted"),
        Err(error) => error.to_string(),
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

#[test]
fn files_that_make_no_sense_are_refused() {
    assert!(refused(&OMAHA.replace("river", "turn")).starts_with("street is `turn`"));
    assert!(refused(&OMAHA.replace("\"sb\"", "\"small\"")).contains("small"));
    assert!(refused(&OMAHA.replace("\"to_act\": 1", "\"to_act\": 2")).contains("seat"));
    assert!(refused(&OMAHA.replace("\"button\": 1", "\"button\": 7")).contains("seat 7"));
    assert!(refused(&OMAHA.replace("KhQhKc5c", "KhQ&")).starts_with("ip.range"));
    let rule = OMAHA.replace("\"sb\": 1", "\"min_bet_rule\": \"none\"");
    assert!(refused(&rule).contains("big_blind or one_chip"));
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
