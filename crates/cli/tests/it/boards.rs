//! `quasar solve --flops` and `quasar inspect` of its folder as a user sees them.

use std::fs::{self, File};
use std::path::Path;

use crate::common::{number, refused, solved as shown, solved_json as json};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

/// Small ranges and trees: a flop takes milliseconds.
const SPOT: &str = "board: Ks7s4h9h\npot: 100\nstack: 60\noop: AA:0.5,QQ,87s\nip: KK,JJ:0.75\n\
    flop: { bet: a }\nturn: { bet: a }\niterations: 6\nthreads: 1\n";

const FLOPS: &str = "AhKsQd,Td9d6h,7h7c2d";

/// A folder with a spec, and the names of both and of the folder for saves.
fn prepared() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).to_str().expect("UTF-8").to_owned();
    let (spec, saves) = (name("spot.yaml"), name("flops"));
    fs::write(&spec, SPOT).expect("the spec");
    (folder, spec, saves)
}

#[test]
fn means_weigh_flops_by_how_often_they_come() {
    let (_folder, spec, saves) = prepared();
    let report = json(&["solve", &spec, "--flops", FLOPS, "-o", &saves, "--json"]);
    let boards = report["boards"].as_array().expect("a list");
    let flops: Vec<&str> = boards.iter().filter_map(|board| board["flop"].as_str()).collect();
    assert_eq!(flops, ["AsKhQd", "Ts9s6h", "7s7h2d"]);
    // Ways to choose the suits: 4 x 3 x 2; 4 x 3; C(4,2) x 2.
    let weights: Vec<f64> = boards.iter().map(|board| number(&board["weight"])).collect();
    assert_eq!(weights, [24.0, 12.0, 12.0]);
    // Pairs of hands by counting. AsKhQd: 3 aces of 6, 3 queens, 4 suited 87 against 3
    // kings, 6 jacks. The others block nothing of ip; Ts9s6h leaves all, 7s7h2d two 87s.
    let pairs = [(1.5 + 3.0 + 4.0) * (3.0 + 4.5), (3.0 + 6.0 + 4.0) * 10.5, 11.0 * 10.5];
    let comes: Vec<f64> = weights.iter().zip(pairs).map(|(weight, pairs)| weight * pairs).collect();
    let all: f64 = comes.iter().sum();
    let mean = |of: &dyn Fn(&Value) -> f64| -> f64 {
        boards.iter().zip(&comes).map(|(board, comes)| comes / all * of(board)).sum()
    };
    for (board, comes) in boards.iter().zip(&comes) {
        assert!((number(&board["chance"]) - comes / all).abs() < 1e-9, "{board}");
        assert!((number(&board["ev"][0]) + number(&board["ev"][1]) - 100.0).abs() < 1e-3);
        let eqr = number(&board["ev"][1]) / number(&board["equity"][1]) / 100.0;
        assert!((number(&board["eqr"][1]) - eqr).abs() < 1e-9, "{board}");
    }
    for field in ["ev", "equity"] {
        for side in 0..2 {
            let expected = mean(&|board| number(&board[field][side]));
            assert!((number(&report["mean"][field][side]) - expected).abs() < 1e-9, "{field}");
        }
    }
    assert_eq!(report["actions"][0], "check");
    let expected = mean(&|board| number(&board["frequencies"][0]));
    assert!((number(&report["mean"]["frequencies"][0]) - expected).abs() < 1e-9);
    // What a flop's row says is what its save says.
    let save = format!("{saves}/Ts9s6h.qsr");
    let alone = json(&["inspect", &save, "--json"]);
    assert_eq!(alone["players"][0]["ev"], boards[1]["ev"][0]);
    let node = json(&["inspect", &save, "--node", "r:0", "--json"]);
    let frequency = number(&node["actions"][0]["frequency"]);
    assert!((frequency - number(&boards[1]["frequencies"][0])).abs() < 1e-9);
}

/// Omaha with river buckets: a row says what the save of its flop says, and nothing is solved
/// twice, even if saves cannot keep all that is asked for.
#[test]
fn flops_of_omaha_are_solved_into_a_folder() {
    let (folder, _, saves) = prepared();
    let spec = folder.path().join("omaha.yaml");
    // Flops that leave suits alike have the fewest turns and rivers.
    let text = "game: plo4\nboard: Ks7s4h\npot: 100\nstack: 60\noop: QQJJ,AAKK\nip: JJTT\n\
        bet: a\nabstraction: { river: { k: 8 } }\niterations: 3\nthreads: 2\n";
    fs::write(&spec, text).expect("the spec");
    let spec = spec.to_str().expect("UTF-8");
    let solve = ["solve", spec, "--flops", "Td9d6d,7h7c7d", "-o", &saves, "--save", "full"];
    let report = json(&[&solve[..], &["--json"]].concat());
    let boards = report["boards"].as_array().expect("a list");
    let flops: Vec<&str> = boards.iter().filter_map(|board| board["flop"].as_str()).collect();
    assert_eq!(flops, ["Ts9s6s", "7s7h7d"]);
    for (board, flop) in boards.iter().zip(flops) {
        let alone = json(&["inspect", &format!("{saves}/{flop}.qsr"), "--json"]);
        assert_eq!(alone["players"][0]["ev"], board["ev"][0]);
        assert!((number(&board["ev"][0]) + number(&board["ev"][1]) - 100.0).abs() < 0.01);
        assert!(number(&board["exploitability"]) > 0.0);
    }
    let planned = shown(&[&solve[..], &["--dry-run"]].concat());
    assert!(planned.starts_with("2 flops with a total weight of 8: 2 already solved"), "{planned}");
    let river =
        ["inspect", &format!("{saves}/Ts9s6s.qsr"), "--street", "river", "--export", "r.csv"];
    let refused = refused(&river);
    assert!(refused.ends_with("the river was not saved; its hands are in buckets\n"), "{refused}");
}

#[test]
fn flops_solved_at_the_same_time_are_the_same() {
    let (_folder, spec, saves) = prepared();
    let alone = json(&["solve", &spec, "--flops", FLOPS, "-o", &saves, "--json"]);
    let (_folder, spec, saves) = prepared();
    let together =
        json(&["solve", &spec, "--flops", FLOPS, "-o", &saves, "--json", "--threads", "3"]);
    let boards = |report: &Value| report["boards"].as_array().expect("a list").clone();
    assert_eq!((boards(&alone).len(), boards(&together).len()), (3, 3));
    for (one, other) in boards(&alone).iter().zip(&boards(&together)) {
        for field in ["flop", "ev", "frequencies", "exploitability", "iterations"] {
            assert_eq!(one[field], other[field], "{field}");
        }
    }
    assert_eq!(alone["mean"]["ev"], together["mean"]["ev"]);
}

#[test]
fn the_report_is_kept_as_csv_and_parquet() {
    let (_folder, spec, saves) = prepared();
    let text = shown(&["solve", &spec, "--flops", FLOPS, "-o", &saves, "--sort", "-ev"]);
    let says = "3 flops with a total weight of 48: 0 already solved, 3 to solve, 0 without hands\n";
    assert!(text.starts_with(says), "{text}");
    assert!(
        text.contains("\neach flop takes up to ") || text.contains("; in total at most "),
        "{text}"
    );
    let csv = fs::read_to_string(format!("{saves}/report.csv")).expect("the report");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["flop", "weight", "chance", "oop_equity"]);
    assert_eq!(rows[0][13..], ["check", "bet 60"]);
    assert_eq!(rows.len(), 5);
    assert_eq!(rows[4][..3], ["mean", "48", "1"]);

    let file = File::open(format!("{saves}/report.parquet")).expect("the report");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let read: Vec<_> =
        reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(read.len(), 4);
    for (row, cells) in read.iter().zip(&rows[1..]) {
        for ((name, field), (heading, cell)) in row.get_column_iter().zip(rows[0].iter().zip(cells))
        {
            assert_eq!(name, heading);
            match field {
                Field::Str(text) => assert_eq!(text, cell),
                Field::Long(number) => assert_eq!(number.to_string(), *cell),
                Field::Double(number) => assert_eq!(number.to_string(), *cell),
                Field::Null => assert_eq!(*cell, ""),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    // The table of the folder is the same, in any order.
    let again = shown(&["inspect", &saves, "--sort", "-ev"]);
    assert!(text.ends_with(&again), "{text}\n{again}");
    let report = json(&["inspect", &saves, "--sort", "ip_equity", "--json"]);
    let equities: Vec<f64> = report["boards"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|board| number(&board["equity"][1]))
        .collect();
    assert!(equities.is_sorted(), "{equities:?}");
    let message = refused(&["inspect", &saves, "--sort", "luck"]);
    assert!(message.contains("no such column; the columns are flop, weight, chance"), "{message}");
}

#[test]
fn locks_of_the_flop_hold_on_every_flop() {
    let (_folder, spec, saves) = prepared();
    let locked = |lock: &str| fs::write(&spec, format!("{SPOT}locks: [{lock}]\n")).expect("a spec");
    let solve = |flops| ["solve", &spec, "--flops", flops, "-o", &saves, "--json"];
    // Aces are blocked on the second flop, and nothing is left there to be locked.
    locked("{line: 'r:0', hands: {AA: {check: 1}, QQ: {allin: 1}}}");
    json(&solve("Td9d6h,AsAhAd"));
    for (flop, aces) in [("Ts9s6h", 6), ("AsAhAd", 0)] {
        let save = format!("{saves}/{flop}.qsr");
        let node = json(&["inspect", &save, "--node", "r:0", "--json"]);
        let hands = node["hands"].as_array().expect("hands");
        let checks = |rank: &str| -> Vec<f64> {
            let held = |hand: &&Value| {
                hand["hand"].as_str().is_some_and(|hand| hand.matches(rank).count() == 2)
            };
            hands.iter().filter(held).map(|hand| number(&hand["frequencies"][0])).collect()
        };
        assert_eq!(checks("A"), vec![1.0; aces]);
        assert_eq!(checks("Q"), [0.0; 6]);
    }
    // A lock of single suits needs a list of flops, and one on a card cannot be.
    locked("{line: 'r:0', hands: {AhAd: {check: 1}}}");
    assert!(refused(&solve("25")).starts_with("error: ranges or locks treat suits differently"));
    locked("{line: 'r:0:c:c:8h', frequencies: {check: 1}}");
    for flops in ["25", "Td9d6h"] {
        let message = refused(&solve(flops));
        assert!(message.starts_with("error: the lock of r:0:c:c:8h names a card"), "{message}");
    }
}

#[test]
fn what_is_done_is_not_done_again() {
    let (_folder, spec, saves) = prepared();
    let all = ["solve", &spec, "--flops", FLOPS, "-o", &saves];
    shown(&["solve", &spec, "--flops", "AhKsQd", "-o", &saves]);
    let first = fs::read(format!("{saves}/AsKhQd.qsr")).expect("the save");
    let text = shown(&all);
    assert!(text.contains(": 1 already solved, 2 to solve, 0 without hands\n"), "{text}");
    assert_eq!(fs::read(format!("{saves}/AsKhQd.qsr")).expect("the save"), first);
    // Better or larger saves are other wishes.
    let asked = |more: &[&str]| shown(&[&all[..], more, &["--dry-run"]].concat());
    assert!(asked(&[]).contains(": 3 already solved, 0 to solve"));
    assert!(asked(&["--iterations", "30"]).contains(": 0 already solved, 3 to solve"));
    assert!(asked(&["--save", "full"]).contains(": 0 already solved, 3 to solve"));
    assert!(asked(&["--save", "no-turns"]).contains(": 3 already solved, 0 to solve"));
    let message = refused(&[&all[..], &["--pot", "120"]].concat());
    assert!(message.ends_with("AsKhQd.qsr: is a save of another spot; choose another folder\n"));
}

#[test]
fn flops_without_hands_are_left_out_and_named() {
    let (_folder, spec, saves) = prepared();
    let report = json(&[
        "solve",
        &spec,
        "--oop",
        "AA",
        "--flops",
        "AcAdAh:5 2c2d2h",
        "-o",
        &saves,
        "--json",
    ]);
    assert_eq!(report["boards"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["missing"][0]["flop"], "AsAhAd");
    let why = report["missing"][0]["why"].as_str().expect("a text");
    assert!(why.contains("no two hands"), "{why}");
    assert_eq!(report["mean"]["ev"], report["boards"][0]["ev"]);
    let text = shown(&["inspect", &saves]);
    assert!(
        text.ends_with(
            "left out: AsAhAd, the flop leaves no two hands that can be held together\n"
        )
    );
    let list = fs::read_to_string(format!("{saves}/flops.txt")).expect("the list");
    assert_eq!(list, "AsAhAd:5\n2s2h2d:4\n");
}

#[test]
fn mistakes_are_told_before_anything_is_solved() {
    let (_folder, spec, saves) = prepared();
    let ask = |more: &[&str]| refused(&[&["solve", &spec, "-o", &saves, "--flops"], more].concat());
    assert_eq!(
        ask(&["AhKs"]),
        "error: flop 1, column 1: expected a flop of 3 cards, found 2 cards\n  AhKs\n  ^^^^\n"
    );
    assert!(ask(&["2000"]).starts_with("error: a subset has 1 to 1755 flops, not 2000"));
    assert!(ask(&["@missing.txt"]).starts_with("error: cannot read missing.txt: "));
    assert!(
        ask(&["25", "--oop", "AhKh"]).starts_with("error: ranges or locks treat suits differently")
    );
    assert!(ask(&["25", "--memory", "1KB", "--json"]).contains("--memory allows only 1.0 KB"));
    assert!(refused(&["solve", &spec, "--flops", "25"]).contains("--flops needs -o FOLDER"));
    let sorted = ask(&["AhKsQd", "--sort", "luck"]);
    assert!(sorted.starts_with("error: --sort luck: no such column; "), "{sorted}");
    assert!(ask(&["@missing.txt", "--sort", "luck"]).starts_with("error: cannot read "));
    let nobody = ask(&["AsAhAd", "--oop", "AA", "--ip", "AsAc"]);
    assert!(
        nobody.starts_with(
            "error: on none of these flops can both players hold a hand of their range"
        )
    );
    assert!(!Path::new(&saves).exists());
}

/// Ctrl-C as a terminal sends it.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_saves_only_and_goes_on() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let (_folder, spec, saves) = prepared();
    shown(&["solve", &spec, "--flops", "AhKsQd", "-o", &saves]);
    let first = fs::read(format!("{saves}/AsKhQd.qsr")).expect("the save");
    let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(["solve", &spec, "--flops", FLOPS, "-o", &saves, "--iterations", "4000000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("quasar runs");
    let mut errors = BufReader::new(child.stderr.take().expect("standard error"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line");
    assert!(line.starts_with("0 of 3 flops, ") && line.contains(": iteration "), "{line}");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let mut rest = String::new();
    errors.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("the end").code(), Some(130));
    let says = "error: stopped with 0 of 3 flops solved; repeat the command to resume\n";
    assert!(rest.ends_with(says), "{rest}");
    let mut files: Vec<String> = fs::read_dir(&saves)
        .expect("the folder")
        .map(|file| file.expect("a file").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    assert_eq!(files, ["AsKhQd.qsr", "flops.txt", "report.csv", "report.parquet"]);
    assert_eq!(fs::read(format!("{saves}/AsKhQd.qsr")).expect("the save"), first);
    let text = shown(&["solve", &spec, "--flops", FLOPS, "-o", &saves]);
    assert!(text.contains(": 1 already solved, 2 to solve"), "{text}");
}

/// The other flops are shown, and the exit code says that one is missing.
#[test]
fn a_damaged_save_does_not_hide_the_others() {
    let (_folder, spec, saves) = prepared();
    json(&["solve", &spec, "--flops", FLOPS, "-o", &saves, "--json"]);
    let whole = json(&["inspect", &saves, "--json"]);
    assert_eq!(whole["damaged"].as_array().map(Vec::len), Some(0));
    let path = format!("{saves}/Ts9s6h.qsr");
    let bytes = fs::read(&path).expect("the save");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("half of it");
    let (text, errors, code) = crate::common::quasar(&["inspect", &saves]);
    assert_eq!(code, 1, "{errors}");
    assert!(errors.contains("error: 1 of 3 saves are damaged"), "{errors}");
    let rows = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((rows("AsKhQd "), rows("7s7h2d "), rows("mean ")), (1, 1, 1), "{text}");
    let damaged = text.lines().find(|line| line.starts_with("Ts9s6h ")).expect("its row");
    assert!(damaged.contains(" damaged "), "{damaged}");
    assert!(text.contains(&format!("\ndamaged: {path}: ")), "{text}");
    let (text, _, code) = crate::common::quasar(&["inspect", &saves, "--json"]);
    let report = crate::common::report(&text);
    assert_eq!((code, &report["damaged"][0]["flop"]), (1, &"Ts9s6h".into()));
    assert_eq!(report["boards"][0]["ev"], whole["boards"][0]["ev"]);
}
