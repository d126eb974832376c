//! `quasar solve --cut`: trees that end after the next card.

use crate::common::{number, refused, solved, solved_json as json};

/// A small turn.
const TURN: &[&str] = &[
    "solve",
    "--board",
    "Ks7s2d9h",
    "--pot",
    "100",
    "--stack",
    "200",
    "--oop",
    "99+,AQs+,T9s,76s",
    "--ip",
    "22-88,ATs+,KTs+,QJs",
    "--bet",
    "75%",
    "--iterations",
    "40",
    "--threads",
    "1",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TURN.iter().chain(more).copied().collect()
}

#[test]
fn a_gap_is_told_as_a_gap_and_exploitability_only_if_measured() {
    let cut = with(&["--cut", "river", "--values", "equity", "--json"]);
    let report = json(&cut);
    assert!(report["exploitability"].is_null() && report["players"][0]["gain"].is_null());
    assert_eq!(report["cut"]["at"], "river");
    assert_eq!(report["cut"]["values"], "equity");
    assert!(number(&report["cut"]["gap_percent"]) < 5.0);
    assert!(report["cut"].get("measured").is_none());
    let measured = json(&[&cut[..], &["--measure"]].concat());
    let percent = number(&measured["exploitability_percent"]);
    assert!(percent > 1.0, "equities miss the bets of the river: {percent}");
    assert!(number(&measured["cut"]["measured"]["rest_percent"]) <= 0.05);
    let text = solved(&with(&["--cut", "river", "--values", "equity"]));
    assert!(text.contains("exploitability not measured in the exact game (--measure)"), "{text}");
    assert!(text.contains("boards, valued by equity\nconvergence gap of the cut tree: "), "{text}");
}

#[test]
fn wrong_cuts_are_refused_with_their_place() {
    let told = refused(&with(&["--cut", "turn", "--values", "equity"]));
    assert!(told.contains("cut.at is `turn`; expected river: the board is a turn"), "{told}");
    let told = refused(&with(&["--cut", "river", "--values", "equity", "--target", "1"]));
    assert!(told.contains("target") && told.contains("do not measure exploitability"), "{told}");
    let told = refused(&with(&["--cut", "river", "--values", "equity", "--line", "r:0:c:c:5h"]));
    assert!(told.contains("beyond the river"), "{told}");
    let told = refused(&with(&["--cut", "river", "--values", "no/such/file"]));
    assert!(told.contains("cut.values"), "{told}");
}
