//! `quasar inspect --export` and `--ranges` as a user sees them.

use std::fs::{self, File};

use crate::common::{number, quasar, refused, solved as shown, solved_json as json};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value;

const TURN: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA:0.5,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs:0.75,T8s\nbet: 60%\nraise: 2.5x\nraise_cap: 1\niterations: 30\nthreads: 1\n";

/// A folder with the save of a turn, the save's name, and a name for an export.
fn saved(export: &str, more: &[&str]) -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).to_str().expect("UTF-8").to_owned();
    let (spec, save, export) = (name("turn.yaml"), name("turn.qsr"), name(export));
    fs::write(&spec, TURN).expect("the spec");
    let (_, stderr, code) = quasar(&[&["solve", &spec, "-o", &save], more].concat());
    assert_eq!(code, 0, "{stderr}");
    (folder, save, export)
}

#[test]
fn parquet_has_a_row_for_each_line_hand_and_action() {
    let (_folder, save, file) = saved("lines.parquet", &[]);
    let lines = ["r:0:c", "r:0:c:c:8h"];
    assert_eq!(shown(&["inspect", &save, "--lines", &lines.join(","), "--export", &file]), "");
    let reader = SerializedFileReader::new(File::open(&file).expect("the file")).expect("Parquet");
    let names: Vec<String> = reader
        .metadata()
        .file_metadata()
        .schema()
        .get_fields()
        .iter()
        .map(|field| field.name().to_owned())
        .collect();
    let columns =
        ["line", "board", "player", "hand", "weight", "action", "amount", "frequency", "ev"];
    assert_eq!(names, columns);
    let rows: Vec<_> =
        reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    let mut expected = 0;
    for line in lines {
        let node = json(&["inspect", &save, "--node", line, "--json"]);
        let actions = node["actions"].as_array().expect("a list");
        for hand in node["hands"].as_array().expect("a list") {
            for (place, action) in actions.iter().enumerate() {
                let row = rows
                    .iter()
                    .find(|row| {
                        row.get_string(0).expect("a text") == line
                            && hand["hand"] == row.get_string(3).expect("a text").as_str()
                            && action["action"] == row.get_string(5).expect("a text").as_str()
                    })
                    .expect("a row for each");
                assert_eq!(node["board"], row.get_string(1).expect("a text").as_str());
                assert_eq!(node["player"], row.get_string(2).expect("a text").as_str());
                let close =
                    |found: f32, value: &Value| (f64::from(found) - number(value)).abs() < 1e-5;
                assert!(close(row.get_float(4).expect("a weight"), &hand["weight"]));
                assert_eq!(row.get_long(6).ok(), action["amount"].as_i64());
                assert!(close(row.get_float(7).expect("a part"), &hand["frequencies"][place]));
                match &hand["evs"][place] {
                    Value::Null => assert!(row.get_float(8).is_err()),
                    ev => assert!(close(row.get_float(8).expect("an EV"), ev)),
                }
                expected += 1;
            }
        }
    }
    assert_eq!(rows.len(), expected);
}

#[test]
fn a_street_is_exported_whole() {
    let (folder, save, csv) = saved("river.csv", &[]);
    assert_eq!(shown(&["inspect", &save, "--street", "turn", "--export", &csv]), "");
    let text = fs::read_to_string(&csv).expect("the file");
    let mut lines: Vec<&str> =
        text.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    lines.dedup();
    let tree = &json(&["inspect", &save, "--tree", "--json"])["lines"];
    let mut decisions: Vec<&str> =
        tree.as_array().expect("a list").iter().filter_map(|line| line["line"].as_str()).collect();
    lines.sort_unstable();
    decisions.sort_unstable();
    assert_eq!(lines, decisions);

    // The river has as many rows as the save has frequencies there, more than a part
    // of a file; those of a hand add up to 1.
    let parquet = folder.path().join("river.parquet");
    let parquet = parquet.to_str().expect("UTF-8");
    shown(&["inspect", &save, "--street", "river", "--export", parquet]);
    let reader =
        SerializedFileReader::new(File::open(parquet).expect("the file")).expect("Parquet");
    let mut sum = 0.0;
    let mut hands = 0;
    let mut last = (String::new(), String::new());
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let hand = (
            row.get_string(0).expect("a line").clone(),
            row.get_string(3).expect("a hand").clone(),
        );
        if hand != last {
            hands += 1;
            last = hand;
        }
        sum += f64::from(row.get_float(7).expect("a frequency"));
    }
    assert!((sum - f64::from(hands)).abs() < 1e-3 * f64::from(hands), "{sum} {hands}");

    let list = folder.path().join("turn.json");
    let list = list.to_str().expect("UTF-8");
    shown(&["inspect", &save, "--street", "turn", "--export", list]);
    let nodes: Value =
        serde_json::from_str(&fs::read_to_string(list).expect("the file")).expect("JSON");
    assert_eq!(nodes.as_array().map(Vec::len), Some(decisions.len()));
    assert_eq!(nodes[0], json(&["inspect", &save, "--node", "r:0", "--json"]));
    shown(&["inspect", &save, "--node", "r:0:c", "--export", list]);
    let node: Value =
        serde_json::from_str(&fs::read_to_string(list).expect("the file")).expect("JSON");
    assert_eq!(node, json(&["inspect", &save, "--node", "r:0:c", "--json"]));
}

/// PioSOLVER's order: 2d2c, 2h2c, 2h2d, 2s2c, …, AsAh; the hand of cards b > a has the
/// place b (b - 1) / 2 + a.
#[test]
fn ranges_are_the_1326_weights_of_piosolver() {
    let (_folder, save, file) = saved("ranges.txt", &[]);
    let text = shown(&["inspect", &save, "--node", "r:0:b60", "--ranges"]);
    let ranges: Vec<Vec<f64>> = text
        .lines()
        .map(|line| line.split(' ').map(|weight| weight.parse().expect("a weight")).collect())
        .collect();
    assert_eq!(ranges.iter().map(Vec::len).collect::<Vec<_>>(), [1_326, 1_326]);
    let card = |text: &str| {
        let place =
            |all: &str, letter: Option<char>| all.find(letter.expect("a letter")).expect("a card");
        let mut letters = text.chars();
        4 * place("23456789TJQKA", letters.next()) + place("cdhs", letters.next())
    };
    let place = |hand: &str| {
        let (one, other) = (card(&hand[..2]), card(&hand[2..]));
        let (high, low) = (one.max(other), one.min(other));
        high * (high - 1) / 2 + low
    };
    // Those of ip are in the report of its decision, those of oop follow from the bet.
    let node = json(&["inspect", &save, "--node", "r:0:b60", "--json"]);
    let hands = node["hands"].as_array().expect("a list");
    for hand in hands {
        let weight = ranges[1][place(hand["hand"].as_str().expect("a hand"))];
        assert!((weight - number(&hand["weight"])).abs() < 1e-6, "{hand}");
    }
    let total: f64 = hands.iter().map(|hand| number(&hand["weight"])).sum();
    assert!((ranges[1].iter().sum::<f64>() - total).abs() < 1e-4);
    let start = json(&["inspect", &save, "--node", "r:0", "--json"]);
    for hand in start["hands"].as_array().expect("a list") {
        let expected = number(&hand["weight"]) * number(&hand["frequencies"][1]);
        let weight = ranges[0][place(hand["hand"].as_str().expect("a hand"))];
        assert!((weight - expected).abs() < 1e-6, "{hand}");
    }
    let ip = shown(&["inspect", &save, "--node", "r:0:b60", "--ranges", "ip"]);
    assert_eq!(Some(ip.trim_end()), text.lines().nth(1));
    shown(&["inspect", &save, "--node", "r:0:b60", "--ranges", "--export", &file]);
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);
}

#[test]
fn mistakes_leave_no_file() {
    let (folder, save, file) = saved("river.csv", &["--save", "no-rivers"]);
    let ask = |more: &[&str]| refused(&[&["inspect", &save, "--export"], more].concat());
    let message = ask(&[&file, "--street", "river"]);
    assert_eq!(
        message,
        format!("error: {save}: the river was not saved; a full save has every street\n")
    );
    assert!(ask(&[&file, "--street", "flop"]).contains("this spot has no flop"));
    assert!(ask(&[&file, "--lines", "r:0,r:0:c:c:8h"]).contains("the river was not saved"));
    assert!(ask(&["hands.xlsx"]).contains("must end with .json, .csv or .parquet"));
    assert!(ask(&[&file, "--lines", "r:0:b61"]).contains("is not in the tree"));
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
}
