//! `quasar solve` with spots of Omaha.

mod common;

use std::path::Path;

/// A small river: aces full or nothing against kings full.
const SMALL: &[&str] = &[
    "solve",
    "--game",
    "plo4",
    "--board",
    "AsKd9s4c4d",
    "--pot",
    "100",
    "--stack",
    "100",
    "--oop",
    "AhAd8c7c,8h7h6s3s",
    "--ip",
    "KhQhKc5c",
    "--bet",
    "pot",
    "--iterations",
    "500",
    "--threads",
    "1",
];

fn with(more: &[&str]) -> Vec<String> {
    SMALL.iter().chain(more).map(|&argument| argument.to_owned()).collect()
}

fn quasar(more: &[&str]) -> (String, String, i32) {
    let arguments = with(more);
    common::quasar(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn kinds_of_hands_take_the_place_of_the_grid() {
    let (text, errors, code) = quasar(&["--hands", "5"]);
    assert_eq!(code, 0, "{errors}");
    assert!(text.starts_with("AsKd9s4c4d: pot 100, 100 behind, 2 x 1 hands\n"), "{text}");
    for line in ["made hands", "full house", "blockers", "2+2 double-suited", "AhAd8c7c"] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}\n{text}");
    }
    let (filtered, _, _) = quasar(&["--filter", "8h7h**", "--hands", "5"]);
    assert!(!filtered.contains("full house") && filtered.contains("8h7h6s3s"), "{filtered}");
}

#[test]
fn numbers_come_as_json_and_csv() {
    let (text, _, _) = quasar(&["--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["game"], "plo4");
    assert_eq!(report["node"]["groups"][0]["by"], "made");
    let (csv, _, _) = quasar(&["--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "hand,weight,ev,equity,check,bet 100");
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("AhAd8c7c,1,"), "{csv}");
}

#[test]
fn samples_can_be_planned() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample_configurations");
    for (sample, hands) in [
        ("plo4_river.yaml", "178,365 x 178,365"),
        ("plo4_turn.yaml", " x "),
        ("plo5_river.yaml", " x "),
    ] {
        let path = folder.join(sample);
        let text = common::shown(&["solve", path.to_str().expect("UTF-8"), "--dry-run"]);
        assert!(text.contains(hands) && text.contains("memory: "), "{text}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let flop = common::refused(&[
        "solve", "--game", "plo4", "--board", "AsKd9s", "--pot", "100", "--stack", "100", "--oop",
        "AA", "--ip", "KK",
    ]);
    assert!(flop.contains("plo4 is solved from the turn on"), "{flop}");
    let holdem = common::refused(&["solve", "--filter", "AA"]);
    assert!(holdem.contains("--filter, --hands and --sort are for spots of Omaha"), "{holdem}");
    let (_, errors, code) = quasar(&["--filter", "A&"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--filter"), "{errors}");
}

#[test]
fn buckets_tell_both_exploitabilities() {
    let (text, _, code) = quasar(&["--set", "abstraction.k=50"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("AsKd9s4c4d in 50 buckets by real features"), "{text}");
    assert!(text.contains("  among buckets    "), "{text}");
    assert!(text.contains("  in the real game "), "{text}");
    let (json, _, _) = quasar(&["--set", "abstraction.k=50", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["buckets"], 50);
    assert!(report["exploitability_percent"].as_f64().unwrap() >= 0.0);
    let (_, error, code) = quasar(&["--set", "abstraction.k=50", "--csv"]);
    assert_eq!((error.contains("--csv does not go with buckets"), code), (true, 2), "{error}");
}
