//! The command as a user sees it: exact output, exit codes, files.

use std::process::Command;

use crate::common::{json, quasar, refused, shown};

#[test]
fn a_range_is_shown_as_a_grid() {
    let text = shown(&["range", "QQ+,AKs:0.5"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "range   QQ+,AKs:0.5");
    assert_eq!(lines[1], "combos  20 of 1,326 (1.51% of all hands), 22 combos with nonzero weight");
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
        "error: game, column 1: unknown game; use holdem, plo4, plo5 or plo6\n  plo7\n  ^^^^\n"
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
    assert_eq!(list, json(&["flops", "--json"]));
    let total: u64 = list["flops"]
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
    assert_eq!(code, 2);
    assert!(stderr.ends_with(": there is no such folder\n"), "{stderr}");
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
    let slow = refused(&["bench", "--filter", "plo4 flop, every"]);
    assert!(slow.ends_with("named in full: --filter \"equity/plo4 flop, every hand\"\n"), "{slow}");
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

#[test]
fn equity_without_a_question_answers_the_example() {
    let text = shown(&["equity", "--method", "exact"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "example: quasar equity \"AhKh\" \"QQ-88,AJs+\" --board Td9d6h");
    assert_eq!(lines[4], "player      equity     win    tie  combos");
    assert_eq!(lines[5], "AhKh        33.40%  28.99%  8.81%       1");
    assert!(text.contains("\nexact, 32,670 deals, "), "{text}");
    assert!(text.contains("overcards: 6 outs, AsAdAcKsKdKc"), "{text}");
}

#[test]
fn equity_of_published_questions() {
    let omaha = json(&["equity", "AsAhKsKh", "8c7c6d5d", "--method", "exact", "--json"]);
    assert_eq!(omaha["game"], "plo4");
    assert_eq!(omaha["players"][0]["counts"]["win"], 635_566);
    assert_eq!(omaha["players"][0]["counts"]["deals"], 1_086_008);
    assert_eq!(omaha["equity"]["method"], "exact");
    let holdem = json(&["equity", "AcAd", "KhKs", "--method", "exact", "--json"]);
    assert_eq!(holdem["players"][1]["counts"]["tie"], 6_538);
}

#[test]
fn every_game_is_answered_with_the_default_budget() {
    for players in [["AhKh", "15%"], ["AsAhKsKh", "tight"], ["AsAhKsKhQd", "random"]] {
        let report = json(&["equity", players[0], players[1], "--json"]);
        let equity = report["equity"]["estimated"].as_f64().expect("a number");
        assert!((40.0..90.0).contains(&equity), "{players:?} {equity}");
    }
}

#[test]
fn hands_in_a_list_are_a_range() {
    let report = json(&["equity", "AhKh,AsKs", "QdQc", "--board", "Td9d6h", "--json"]);
    assert_eq!(report["game"], "holdem");
    assert_eq!(report["players"][0]["combos"], 2.0);
}

#[test]
fn equal_seeds_give_equal_samples() {
    let ask = |threads| {
        let sampled = ["--method", "sampled", "--samples", "50000", "--seed", "7", "--json"];
        let mut arguments = vec!["equity", "AA", "KK", "76s", "--threads", threads];
        arguments.extend(sampled);
        json(&arguments)["players"].clone()
    };
    assert_eq!(ask("1"), ask("2"));
}

#[test]
fn every_hand_is_shown_on_request() {
    let text = shown(&["equity", "QQ+,AK", "22+", "--board", "Ks7s2d", "--per-combo"]);
    assert_eq!(text.lines().filter(|line| line.starts_with("A  ")).count(), 2, "{text}");
    let report = json(&["equity", "QQ+", "22+", "--board", "Ks7s2d", "--per-combo", "--json"]);
    assert_eq!(report["hands"][0].as_array().map(Vec::len), Some(15));
}

#[test]
fn equity_questions_without_sense_are_refused() {
    for (arguments, message) in [
        (vec!["AhKh"], "error: equity needs 2 to 10 players, found 1\n"),
        (
            vec!["AhKh", "AhQd"],
            "error: player 2: Ah is already on the board, dead or in another hand\n",
        ),
        (
            vec!["AhKh", "QQ", "--board", "QhQdQc"],
            "error: player 2: no hand of this range is possible with the board and the dead cards\n",
        ),
        (
            vec!["AA", "KK", "--method", "heuristic"],
            "error: the heuristic compares one hand with one range from the flop on\n",
        ),
        (vec!["AA", "KK", "--error", "0"], "error: --error 0: must be above 0\n"),
        (
            vec!["AA", "KK", "--threads", "100000"],
            "error: 100000 threads are too many; the most is 512\n",
        ),
    ] {
        let mut whole = vec!["equity"];
        whole.extend(&arguments);
        assert_eq!(refused(&whole), message, "{arguments:?}");
    }
    let message = refused(&["equity", "AhKh", "QQ+,A?", "--board", "Td9d6h"]);
    assert!(message.starts_with("error: player 2, column 6: "), "{message}");
}

#[test]
fn a_range_of_another_game_gets_a_hint() {
    let message = refused(&["equity", "AhKh", "AA:$ds"]);
    assert!(message.ends_with("hint: this is valid with --game plo4\n"), "{message}");
    let message = refused(&["equity", "AhKh", "QQ+,A?"]);
    assert!(!message.contains("hint"), "{message}");
}

#[test]
fn limits_of_samples_are_refused_where_nothing_is_sampled() {
    for limit in [["--budget", "100"], ["--samples", "10"], ["--error", "1"]] {
        let message = refused(&["equity", "AA", "KK", "--method", "exact", limit[0], limit[1]]);
        let expected = format!(
            "error: {} limits sampling, which --method exact does not use; use --method auto or sampled\n",
            limit[0]
        );
        assert_eq!(message, expected);
    }
}

/// An exact answer of hours says so at once and can be stopped.
#[cfg(unix)]
#[test]
fn a_long_exact_answer_is_announced() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(["equity", "random", "random", "random", "--game", "plo4"])
        .args(["--board", "Td9d6h2c3s", "--method", "exact"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("quasar runs");
    let mut errors = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line");
    assert!(line.starts_with("the exact answer takes about "), "{line}");
    assert!(line.ends_with(" on an idle machine; --method sampled is faster\n"), "{line}");
    // Lines of progress, though standard error is not a terminal. They are written after
    // signals are listened to.
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line");
    assert!(line.contains(" done, ") || line.contains(" deals, "), "{line}");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let mut rest = String::new();
    errors.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("the end").code(), Some(130), "{rest}");
}

/// With --json a failure is one object, the last line on standard error.
#[test]
fn failures_are_json_on_request() {
    let failure = |arguments: &[&str], code: i32| {
        let (stdout, stderr, found) = quasar(arguments);
        assert_eq!((stdout.as_str(), found), ("", code), "{arguments:?}");
        let report: serde_json::Value = serde_json::from_str(&stderr).expect("one JSON object");
        crate::common::schema::find(&report);
        report
    };
    let report = failure(&["equity", "AhKh", "QQ+,A?", "--json"], 2);
    assert_eq!((&report["kind"], &report["field"]), (&"input".into(), &"player 2".into()));
    assert_eq!((&report["line"], &report["column"]), (&serde_json::Value::Null, &6.into()));
    assert!(report["message"].as_str().expect("a text").starts_with("player 2, column 6: "));

    let folder = tempfile::tempdir().expect("a folder");
    let spec = folder.path().join("spot.yaml");
    std::fs::write(&spec, "board: Ks7d4c9h2s\npot: 100\nstak: 300\n").expect("a spec");
    let report = failure(&["solve", spec.to_str().expect("UTF-8"), "--json"], 2);
    assert_eq!(report["field"], "stak");
    assert_eq!((&report["line"], &report["column"]), (&3.into(), &1.into()));
    let message = report["message"].as_str().expect("a text");
    assert!(message.contains("did you mean stack?"), "{report}");

    let report = failure(&["equity", "AhKh", "AA:$ds", "--json"], 2);
    assert_eq!(report["hint"], "this is valid with --game plo4");
    let report = failure(&["equity", "--method", "magic", "--json"], 2);
    assert!(report["field"].as_str().expect("a text").starts_with("--method"), "{report}");
    let missing = folder.path().join("no.qsr");
    let report = failure(&["inspect", missing.to_str().expect("UTF-8"), "--json"], 2);
    assert_eq!((&report["kind"], &report["field"]), (&"input".into(), &serde_json::Value::Null));
    let damaged = folder.path().join("empty.qsr");
    std::fs::write(&damaged, "").expect("a file");
    let report = failure(&["inspect", damaged.to_str().expect("UTF-8"), "--json"], 1);
    assert_eq!((&report["kind"], &report["field"]), (&"failed".into(), &serde_json::Value::Null));
}

/// A path at which nothing is, or something else, is a mistake in the input for every command.
#[test]
fn a_wrong_path_is_wrong_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (missing, other) = (path("missing"), path("thesis"));
    std::fs::write(&other, "my thesis").expect("a file");
    let spec = path("spot.yaml");
    let text = "{board: Ks7d4c9h2s, pot: 9, stack: 9, oop: KK, ip: AA, bet: 50%, iterations: 1}";
    std::fs::write(&spec, text).expect("a spec");
    let preflop = "sample_configurations/preflop_25bb.yaml";
    let preflop = format!("{}/../../{preflop}", env!("CARGO_MANIFEST_DIR"));
    for file in [&missing, &other] {
        let network = format!("cut.values={file}");
        let commands: [&[&str]; 16] = [
            &["inspect", file],
            &["inspect", file, "--node", "r:0"],
            &["browse", file],
            &["buckets", file],
            &["matrix", file],
            &["solve", file],
            &["solve", &spec, "--set", "cut.at=river", "--set", &network],
            &["solve", &spec, "--resume", "--checkpoint", file],
            &["solve", "--toy", "kuhn", "--resume", "--checkpoint", file],
            &["solve-one", file],
            &["solve-postflop", "-c", file],
            &["solve-preflop", "-c", file],
            &["solve-preflop", "-c", &preflop, "--model", file],
            &["solve-preflop", "-c", &preflop, "--resume", "--checkpoint", file],
            &["trace-hand", "-c", file],
            &["nets", "search", "--model", file],
        ];
        for command in commands {
            let (stdout, stderr, code) = quasar(command);
            assert_eq!((stdout.as_str(), code), ("", 2), "{command:?}: {stderr}");
        }
    }
}

#[test]
fn rare_deals_are_sampled_within_a_budget() {
    let mut arguments = vec!["equity", "--json", "--budget", "300"];
    arguments.extend(["99+,AT+,KTs+,QJs"; 8]);
    let report = json(&arguments);
    assert_eq!(report["equity"]["method"], "sampled");
    assert!(report["equity"]["samples"].as_u64().expect("a number") >= 2);
}

#[test]
fn an_existing_file_keeps_its_permissions_and_links_are_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("flops"), folder.path().join("link"));
    std::fs::write(&file, "old").expect("a file");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).expect("permissions");
    symlink(&file, &link).expect("a link");
    shown(&["flops", "--format", "csv", "--output", link.to_str().expect("UTF-8")]);
    assert!(link.is_symlink());
    let mode = std::fs::metadata(&file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(std::fs::read_to_string(&file).expect("the file").starts_with("index,flop"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 2);
}
