//! What users type: standard input, numbers below zero, one decision as a table.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{json, quasar, refused, shown};

/// Runs `quasar` with a text on standard input.
fn with_input(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("quasar runs");
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("quasar ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("an exit code"))
}

const RIVER: &str = "board: Ks7d4c9h2s\npot: 5.5\nstack: 10\noop: AA,QQ\nip: KK,JJ\n";

#[test]
fn specs_are_read_from_standard_input() {
    let spec = format!("{RIVER}bet: 50%, 2.5c\n");
    let (stdout, stderr, code) = with_input(&["solve", "-", "--json"], &spec);
    assert_eq!(code, 0, "{stderr}");
    let report = crate::common::report(&stdout);
    assert_eq!((&report["pot"], &report["chip_scale"]), (&55.into(), &10.into()));
    let (stdout, stderr, code) = with_input(&["solve", "-", "--dry-run"], &spec);
    assert_eq!((stderr.as_str(), code), ("", 0));
    assert!(
        stdout.contains("chips: amounts of the spec are multiplied by 10 (chip_scale)\n"),
        "{stdout}"
    );
    let (_, stderr, code) = with_input(&["solve", "-"], "board: Ks7d4c\npot: much\n");
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: line 2, column 6: pot is `much`"), "{stderr}");
    let (_, stderr, code) = with_input(&["solve", "-"], "\u{0}");
    assert_eq!(code, 2, "{stderr}");
}

#[test]
fn sizes_by_default_are_named() {
    let (stdout, stderr, code) = with_input(&["solve", "-", "--json"], RIVER);
    assert_eq!(code, 0);
    let warning = "warning: no bet sizes are given: bet 33%, 75% and raise 3x are used; \
                   bet: none plays without bets\n";
    assert!(stderr.contains(warning), "{stderr}");
    let report = crate::common::report(&stdout);
    assert_eq!(report["warnings"][0]["kind"], "default_sizes");
    assert_eq!(report["node"]["actions"].as_array().map(Vec::len), Some(3));
}

#[test]
fn odd_ranges_are_warned_of() {
    let (stdout, stderr, code) = quasar(&["range", "AKxx", "--game", "plo4", "--json"]);
    assert_eq!(code, 0);
    assert_eq!(
        stderr,
        "warning: range, column 1: AKxx is 7918 hands, because x stands for a suit here, not for any card; \
         AK is all 17316 hands with these ranks\n"
    );
    let report = crate::common::report(&stdout);
    assert_eq!(report["warnings"][0]["meant"], "AK");
    let (stdout, stderr, code) = quasar(&["equity", "AsAhKsKh", "15%6h", "--json"]);
    assert_eq!(code, 0);
    assert!(stderr.starts_with("warning: player 2, column 1: there is no order of hands for 6"));
    assert_eq!(crate::common::report(&stdout)["warnings"][0]["kind"], "players");
}

#[test]
fn one_decision_is_json_for_programs_and_a_table_on_demand() {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample_configurations/one_decision.json");
    let plain = json(&["solve-one", file]);
    let asked = json(&["solve-one", file, "--json"]);
    assert_eq!(plain["actions"], asked["actions"]);
    let text = std::fs::read_to_string(file).expect("a sample");
    let hero = text.replacen('{', "{\"hero\": \"AcKc4h2d\", ", 1);
    let (stdout, stderr, code) = with_input(&["solve-one", "-", "--table"], &hero);
    assert_eq!((stderr.as_str(), code), ("", 0));
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("seat 1 acts; every hand, dcfr, 200 iterations"), "{stdout}");
    assert!(lines.last().is_some_and(|line| line.starts_with("AcKc4h2d ")), "{stdout}");
}

#[test]
fn numbers_below_zero_are_refused_in_plain_words() {
    let message = refused(&["equity", "AhKh", "QQ", "--samples", "-1"]);
    assert!(message.starts_with("error: --samples cannot be negative, but is -1\n"), "{message}");
    let message = refused(&["buckets", "--board", "Ts9s2c2d7h", "--k", "0"]);
    assert!(message.contains("'--k <K>': expected 1 to 100,000 buckets"), "{message}");
    // Hands that begin with a dash are still a hand's mistake.
    let message = refused(&["equity", "--", "-1", "QQ"]);
    assert!(message.starts_with("error: player 1, column 1: expected a hand"), "{message}");
}

#[test]
fn six_cards_have_percentages() {
    let text = shown(&["range", "2%", "--game", "plo6", "--json"]);
    let fraction = crate::common::report(&text)["fraction"].as_f64().expect("a number");
    assert!((fraction - 0.02).abs() < 0.0001, "{fraction}");
}
