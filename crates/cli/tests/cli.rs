//! The command as a user meets it: exact output, exit codes, files.

use std::process::{Command, Output};

/// Runs `quasar` and returns standard output, standard error and the exit code.
fn quasar(arguments: &[&str]) -> (String, String, i32) {
    let Output { stdout, stderr, status } = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("quasar runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(stdout), text(stderr), status.code().expect("an exit code"))
}

/// Standard output of a command that must succeed and stay silent on errors.
fn shown(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!((stderr.as_str(), code), ("", 0), "{arguments:?}");
    stdout
}

/// Standard error of a command that must refuse its input and print nothing.
fn refused(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!((stdout.as_str(), code), ("", 2), "{arguments:?}");
    stderr
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&shown(arguments)).expect("JSON")
}

#[test]
fn a_range_is_shown_as_a_grid() {
    let text = shown(&["range", "QQ+,AKs:0.5"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "range   QQ+,AKs:0.5");
    assert_eq!(lines[1], "combos  20 of 1,326 (1.51% of all hands), 22 hands with a weight");
    assert_eq!(lines.len(), 16);
    assert!(lines[3].starts_with("AA    AKs50   ."), "{}", lines[3]);
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
}

#[test]
fn colour_is_there_when_asked_for() {
    assert!(shown(&["range", "AA", "--color", "always"]).contains("\u{1b}["));
}

#[test]
fn board_cards_leave_the_range() {
    let report = json(&["range", "AA", "--board", "AsKd2c", "--json"]);
    assert_eq!(report["hands"], 3);
    assert_eq!(report["possible"], 49 * 48 / 2);
    assert_eq!(report["board"], "AsKd2c");
}

#[test]
fn omaha_ranges_are_counted_by_shape() {
    let report = json(&["range", "AA:$ds", "--game", "plo4", "--json"]);
    assert_eq!(report["combos"], 864.0);
    let shapes = report["shapes"].as_array().expect("a list");
    assert!(shapes.iter().all(|shape| shape["suits"] == "2+2 double-suited"));
    let hands: u64 = shapes.iter().filter_map(|shape| shape["hands"].as_u64()).sum();
    assert_eq!(hands, 864);
}

#[test]
fn wrong_text_gets_a_caret_under_the_place() {
    assert_eq!(
        refused(&["range", "QQ+,AKs", "--board", "Td9x6h"]),
        "error: board, column 4: expected a suit (c, d, h, s), found `x`\n  Td9x6h\n     ^\n"
    );
    assert_eq!(
        refused(&["range", "AA", "--game", "plo7"]),
        "error: game, column 1: unknown game; known are holdem, plo4, plo5 and plo6\n  plo7\n  ^^^^\n"
    );
    let message = refused(&["range", "QQ+,A?"]);
    assert!(message.ends_with("\n  QQ+,A?\n       ^\n"), "{message}");
}

#[test]
fn flops_come_as_table_json_and_csv() {
    let table = shown(&["flops"]);
    assert_eq!(table.lines().count(), 1_756);
    assert_eq!(table.lines().nth(1), Some("    0  AsAhAd             4  rainbow   trips"));
    let list = json(&["flops", "--format", "json"]);
    let total: u64 = list
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|flop| flop["multiplicity"].as_u64())
        .sum();
    assert_eq!(total, 22_100);
    let csv = shown(&["flops", "--format", "csv"]);
    assert_eq!(csv.lines().nth(1), Some("0,AsAhAd,4,rainbow,trips"));
}

#[test]
fn flops_are_written_to_a_file_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flops.csv");
    let path = path.to_str().expect("UTF-8");
    assert_eq!(shown(&["flops", "--format", "csv", "--output", path]), "");
    let written = std::fs::read_to_string(path).expect("the file");
    assert_eq!(written, shown(&["flops", "--format", "csv"]));

    let missing = folder.path().join("no/such/folder.csv");
    let (_, stderr, code) = quasar(&["flops", "--output", missing.to_str().expect("UTF-8")]);
    assert_eq!(code, 1);
    assert!(stderr.starts_with("error: cannot write "), "{stderr}");
}

#[test]
fn a_showdown_names_the_winner() {
    let text = shown(&["eval", "AhKhQsJd", "8c8d3s4s", "--board", "Ts9s2c"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "plo4 on Ts9s2c");
    assert!(lines[3].starts_with("AhKhQsJd  high card"), "{}", lines[3]);
    assert!(lines[4].starts_with("8d8c4s3s  pair"), "{}", lines[4]);
    assert!(lines[4].ends_with("wins") && !lines[3].ends_with("wins"));
}

#[test]
fn whole_hands_need_no_board() {
    let report = json(&["eval", "AhKhQhJhTh", "9c9d9h9s2c", "--json"]);
    assert_eq!(report["hands"][0]["description"], "royal flush");
    assert_eq!(report["hands"][0]["rank"], 7_462);
    assert_eq!(report["hands"][1]["category"], "four of a kind");
    assert_eq!(report["hands"][1]["winner"], false);
}

#[test]
fn impossible_showdowns_are_refused() {
    assert_eq!(
        refused(&["eval", "AhKh", "AhQd", "--board", "2c3c4c"]),
        "error: hand 2: Ah is already on the board or in another hand\n"
    );
    assert_eq!(
        refused(&["eval", "AhKh", "--board", "2c3c4c", "--game", "plo4"]),
        "error: hand 1 has 2 cards where 4 are needed\n"
    );
    assert_eq!(
        refused(&["eval", "AhKh"]),
        "error: hands are ranked from the flop on: give a board of 3, 4 or 5 cards\n"
    );
    assert!(refused(&["eval", "AhK"]).ends_with("\n  AhK\n     ^\n"));
}

#[test]
fn a_benchmark_reports_rates_and_signatures() {
    let report = json(&["bench", "--filter", "cards/combo", "--time", "0", "--json"]);
    let workload = &report["workloads"][0];
    assert_eq!(workload["name"], "cards/combo index");
    assert!(workload["per_second"].as_f64().expect("a number") > 0.0);
    assert_eq!(workload["signature"].as_str().map(str::len), Some(16));
    assert!(refused(&["bench", "--filter", "nothing"]).contains("nothing"));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .arg("flops")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("quasar runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("quasar ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}
