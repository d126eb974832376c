//! `quasar solve` as a user meets it.

use std::process::{Command, Output};

/// Runs `quasar solve` and returns standard output, standard error and the exit
/// code.
fn solve(arguments: &[&str]) -> (String, String, i32) {
    let Output { stdout, stderr, status } = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .arg("solve")
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("quasar runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(stdout), text(stderr), status.code().expect("an exit code"))
}

fn shown(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = solve(arguments);
    assert_eq!((stderr.as_str(), code), ("", 0), "{arguments:?}");
    stdout
}

fn refused(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = solve(arguments);
    assert_eq!((stdout.as_str(), code), ("", 2), "{arguments:?}");
    stderr
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&shown(arguments)).expect("JSON")
}

/// A king always calls and a jack never: rows that no rounding changes.
#[test]
fn kuhn_is_shown_with_its_value_and_every_decision() {
    let text = shown(&["--toy", "kuhn", "--iterations", "10000"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("kuhn: dcfr, alternating updates, full precision, "), "{text}");
    assert!(lines[2].starts_with("value for player 1  -0.0555"), "{text}");
    assert!(lines[2].ends_with("  (known: -1/18 = -0.055556)"), "{text}");
    assert!(lines[3].starts_with("exploitability       0.0000"), "{text}");
    assert!(lines[4].starts_with("done: 10,000 iterations, "), "{text}");
    assert_eq!(lines[6], "line     player  hand   check     bet");
    assert!(lines[7].starts_with("(start)  1       J     "), "{text}");
    assert_eq!(lines[13], "");
    assert_eq!(lines[14], "line       player  hand    fold    call");
    assert_eq!(lines[15], "bet        2       J     100.0%    0.0%");
    assert_eq!(lines[17], "bet        2       K       0.0%  100.0%");
    assert_eq!(lines[18], "check bet  1       J     100.0%    0.0%");
    assert_eq!(lines.len(), 21);
}

#[test]
fn large_games_show_their_first_decisions() {
    let few = ["--toy", "leduc", "--iterations", "20"];
    let text = shown(&few);
    assert!(text.ends_with("\nthe first 6 of 96 decisions; --all shows every one\n"), "{text}");
    let all = shown(&[&few[..], &["--all"]].concat());
    assert!(!all.contains("--all"));
    assert!(all.contains("board  player  hand   check     bet\n"), "{all}");
}

#[test]
fn a_target_ends_the_solve() {
    let report = json(&["--toy", "liars-dice-1x4", "--target", "0.01", "--json"]);
    assert_eq!(report["ended"], "goal_reached");
    assert_eq!(report["known_value"], 0.0625);
    let number = |name: &str| report[name].as_f64().expect("a number");
    assert!(number("exploitability") <= 0.01);
    assert!((number("value") - 0.0625).abs() <= 0.02);
    assert_eq!(number("iterations") % 10.0, 0.0);
    assert_eq!(report["decisions"][0]["actions"][7], "2x4");
    assert_eq!(report["decisions"].as_array().map(Vec::len), Some(256));
    let bytes = |name: &str| report["memory"][name].as_u64().expect("bytes");
    assert_eq!(bytes("total"), bytes("storage") + bytes("scratch"));
}

#[test]
fn time_ends_the_solve() {
    let report = json(&["--toy", "kuhn", "--time", "20ms", "--json"]);
    assert_eq!(report["ended"], "time");
    assert!(report["seconds"].as_f64().expect("a number") >= 0.02);
}

#[test]
fn every_choice_is_taken_up() {
    for algorithm in ["dcfr", "linear", "cfrplus", "vanilla", "pcfrplus", "fp"] {
        let choices = ["--toy", "kuhn", "--updates", "simultaneous", "--json"];
        let report = json(&[&choices[..], &["--algorithm", algorithm]].concat());
        assert_eq!(report["algorithm"], algorithm);
        assert_eq!(report["updates"], "simultaneous");
        let value = report["value"].as_f64().expect("a number");
        assert!((value + 1.0 / 18.0).abs() < 0.02, "{algorithm} {value}");
    }
    let half = json(&["--toy", "kuhn", "--precision", "half", "--json"]);
    assert_eq!(half["precision"], "half");
}

#[test]
fn threads_change_nothing() {
    let ask = |threads| {
        let report =
            json(&["--toy", "leduc", "--iterations", "50", "--threads", threads, "--json"]);
        (report["decisions"].clone(), report["value"].clone())
    };
    assert_eq!(ask("1"), ask("2"));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, message) in [
        (
            vec![],
            "error: solve needs a game; what works today is --toy kuhn, --toy leduc and --toy liars-dice-1x4\n",
        ),
        (
            vec!["--toy", "khun"],
            "error: unknown game `khun`; did you mean kuhn? Known are kuhn, leduc and liars-dice-DxF with D dice of F faces each\n",
        ),
        (
            vec!["--toy", "liars-dice-4"],
            "error: `liars-dice-4`: after liars-dice- the dice and faces of each player are expected, as in liars-dice-1x4\n",
        ),
        (
            vec!["--toy", "liars-dice-9x9"],
            "error: dice is 9x9; the number of possible bids, 2 x dice x faces, is between 2 and 16\n",
        ),
        (
            vec!["--toy", "kuhn", "--target", "0"],
            "error: a target of 0 cannot be reached: exploitability is a number above 0\n",
        ),
        (vec!["--toy", "kuhn", "--threads", "0"], "error: threads is 0; 1 to 512 are possible\n"),
        (
            vec!["--toy", "kuhn", "--precision", "half", "--algorithm", "fp"],
            "error: 16-bit storage works with vanilla, CFR+, linear and discounted CFR only\n",
        ),
    ] {
        assert_eq!(refused(&arguments), message, "{arguments:?}");
    }
    let message = refused(&["--toy", "kuhn", "--time", "5d"]);
    assert!(message.contains("unknown unit `d`; known are ms, s, m and h"), "{message}");
}
