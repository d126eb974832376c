//! `quasar chart`.

use std::fs;

use crate::common::{json, refused, shown};

/// By the published charts (holdemresources.net), `K2s` is pushed up to 19.3 big blinds
/// and `QJo` called up to 19.5.
#[test]
fn a_hand_does_what_published_charts_say() {
    for (stack, push, call) in [("18", "100.0%", "100.0%"), ("21", "0.0%", "0.0%")] {
        let text = shown(&["chart", "--stack", stack, "--hand", "K2s"]);
        let expected = format!("K2s, {stack} big blinds, button, first to act: fold ");
        let line = text.lines().find(|line| line.starts_with(&expected)).expect("the button");
        assert!(line.ends_with(&format!("all-in {push}")), "{line}");
        let text = shown(&["chart", "--stack", stack, "--hand", "QJo"]);
        let line = text.lines().find(|line| line.contains("after an all-in")).expect("the blind");
        assert!(line.ends_with(&format!("call {call}")), "{line}");
    }
}

#[test]
fn charts_are_files_for_other_programs() {
    let csv = shown(&["chart", "--stack", "10", "--format", "csv"]);
    // Two players, 169 classes, two actions, and the names of columns.
    assert_eq!(csv.lines().count(), 1 + 2 * 169 * 2);
    assert!(csv.contains("\n10,button,first to act,AA,all-in,1.0000\n"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.svg");
    let path = file.to_str().unwrap();
    assert_eq!(shown(&["chart", "--stack", "10", "--format", "svg", "-o", path]), "");
    let svg = fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches(">AKs</text>").count(), 2);
    let report = json(&["chart", "--stack", "10", "--json"]);
    let same = json(&["solve-preflop", "--push-fold", "10", "--json"]);
    assert_eq!(report["charts"][0]["actions"][1]["range"], same["push_range"]);
    assert_eq!(report["charts"][1]["actions"][1]["range"], same["call_range"]);
    assert_eq!(report["charts"][0]["actions"][1]["classes"], same["push"]);
}

#[test]
fn mistakes_are_refused() {
    assert!(refused(&["chart", "--stack", "0.5"]).contains("stack"));
    assert!(refused(&["chart", "--stack", "10", "--hand", "K9x"]).contains("--hand, column 3"));
    assert!(refused(&["chart"]).contains("--stack"));
}
