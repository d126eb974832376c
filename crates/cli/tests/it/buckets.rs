//! `quasar buckets` and `quasar matrix` as a user sees them.

use std::fs;

use crate::common::{json, quasar, refused, shown};

/// A folder with a file of twelve buckets of a river.
fn twelve() -> (tempfile::TempDir, String) {
    twelve_by("real", "15.7 MB")
}

/// The same with one of the sets of features, and how large the file is.
fn twelve_by(features: &str, size: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("river.buckets").to_str().expect("UTF-8").to_owned();
    let board = ["buckets", "--board", "Ts9s2c2d7h", "--features", features];
    let (stdout, stderr, code) = quasar(&[&board[..], &["--k", "12", "-o", &file]].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.starts_with(&format!("{file}: 12 buckets made in ")), "{stderr}");
    assert!(stderr.ends_with(&format!(" s, {size}\n")), "{stderr}");
    assert!(stdout.starts_with("12 buckets of 178,365 hands on Ts9s2c2d7h\n"), "{stdout}");
    (folder, file)
}

#[test]
fn buckets_are_made_saved_and_shown_again() {
    let (_folder, file) = twelve();
    let text = shown(&["buckets", &file]);
    assert_eq!(text.lines().count(), 4 + 12, "{text}");
    assert_eq!(text.lines().nth(1), Some("features real, version 1; seed 1, starts 2"));
    let report = json(&["buckets", &file, "--json"]);
    let buckets = report["buckets"].as_array().expect("a list");
    let hands = |bucket: &serde_json::Value| bucket["hands"].as_u64().expect("a number");
    assert_eq!(buckets.iter().map(hands).sum::<u64>(), 178_365);
    assert_eq!(buckets[3]["centre"][8]["feature"], "nut rank");
    let one = shown(&["buckets", &file, "--bucket", "3"]);
    let head = format!("bucket 3: {} hands, ", hands(&buckets[3]));
    assert!(one.replace(',', "").starts_with(&head.replace(',', "")), "{one}");
    let refusal = refused(&["buckets", &file, "--bucket", "12"]);
    assert_eq!(refusal, "error: there is no bucket 12; the buckets are 0 to 11\n");
}

/// Hands to buckets, ranges to weights, and everything as data: three ways to the same
/// labels.
#[test]
fn hands_and_ranges_are_looked_up() {
    let (folder, file) = twelve_by("small", "6.4 MB");
    let csv = folder.path().join("labels.csv").to_str().expect("UTF-8").to_owned();
    assert_eq!(shown(&["buckets", &file, "--export", &csv]), "");
    let text = fs::read_to_string(&csv).expect("the labels");
    let columns = |line: &str| line.bytes().filter(|&byte| byte == b',').count();
    assert!(text.starts_with("hand,bucket,suit_1,"), "{}", &text[..200]);
    assert_eq!(text.lines().count(), 178_366);
    assert!(text.lines().all(|line| columns(line) == 1 + 8));
    let row = |hand: &str| -> Vec<&str> {
        let row = text.lines().find(|line| line.split(',').next() == Some(hand));
        row.expect("the hand").split(',').collect()
    };
    let label = |hand: &str| -> usize { row(hand)[1].parse().expect("a bucket") };
    let report = json(&["buckets", &file, "--hand", "AhAdKhKd", "--json"]);
    assert_eq!(report["bucket"], label("AhAdKhKd"));
    let first = report["features"][0]["value"].as_f64().expect("a number");
    let row = row("AhAdKhKd");
    assert!((row[2].parse::<f64>().expect("a number") - first).abs() < 1e-6, "{row:?}");
    let said = shown(&["buckets", &file, "--hand", "AhAdKhKd"]);
    assert!(said.starts_with(&format!("AhAdKhKd: bucket {}\n", label("AhAdKhKd"))), "{said}");

    let range = ["buckets", &file, "--range", "AhAdKhKd@50,8c8d7c7d"];
    let weights = &json(&[&range[..], &["--json"]].concat())["weights"];
    let mut expected = vec![0.0; 12];
    expected[label("AhAdKhKd")] += 0.5;
    expected[label("8d8c7d7c")] += 1.0;
    assert_eq!(*weights, serde_json::json!(expected));
    let table = shown(&range);
    assert!(table.starts_with("1.50 combos on Ts9s2c2d7h in "), "{table}");

    let parquet = folder.path().join("labels.parquet").to_str().expect("UTF-8").to_owned();
    assert_eq!(shown(&["buckets", &file, "--export", &parquet]), "");
    assert!(fs::read(&parquet).expect("the labels").starts_with(b"PAR1"));
    let refusal = refused(&["buckets", &file, "--hand", "TsAhKdQc"]);
    let why = "AhKdQcTs is not a four-card hand that is possible on Ts9s2c2d7h";
    assert_eq!(refusal, format!("error: {why}\n"));
    assert!(refused(&["buckets", &file, "--export", "labels.txt"]).contains(".csv or .parquet"));
}

#[test]
fn few_different_hands_make_few_buckets() {
    let text = shown(&["buckets", "--board", "Ts9s2c2d7h", "--features", "small", "--k", "5000"]);
    let head =
        "366 buckets of 178,365 hands on Ts9s2c2d7h: there are no more distinct sets of features\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.ends_with("\n… and 346 smaller buckets\n"), "{text}");
}

#[test]
fn a_matrix_goes_to_a_file_and_comes_back() {
    let (folder, file) = twelve();
    let csv = folder.path().join("matrix.csv").to_str().expect("UTF-8").to_owned();
    let text = shown(&["matrix", &file, "--board", "9sTs2c2d7h", "--csv", &csv]);
    assert!(text.starts_with("12 x 12 equities on Ts9s2c2d7h\n"), "{text}");
    let made = json(&["matrix", &file, "--json"]);
    let read = json(&["matrix", "--read", &csv, "--json"]);
    assert_eq!(made["equities"], read["equities"]);
    let entry =
        |row: usize, column: usize| read["equities"][row][column].as_f64().expect("a number");
    for row in 0..12 {
        for column in 0..12 {
            assert!((entry(row, column) + entry(column, row) - 1.0).abs() < 1e-12);
        }
    }
    assert_eq!(shown(&["matrix", "--read", &csv, "--csv"]), fs::read_to_string(&csv).expect("CSV"));
}

#[test]
fn matrices_of_others_are_read_with_care() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.csv").to_str().expect("UTF-8").to_owned();
    fs::write(&file, "# three\n1.0 0.25 none\n\n0.75, 1.0, 0.4\nnone 0.6 1.0\n").expect("a file");
    let (stdout, stderr, code) = quasar(&["matrix", "--read", &file]);
    assert_eq!(code, 0);
    let warning = "3 of 3 entries on the diagonal are 1 and were read as 0.5";
    assert_eq!(stderr, format!("warning: {file}: {warning}\n"));
    let expected = "3 x 3 equities\n2 of them are none: their hands always share a card\n\n\
                    bucket     v 0     v 1     v 2\n\
                    0       50.00%  25.00%    none\n\
                    1       75.00%  50.00%  40.00%\n\
                    2         none  60.00%  50.00%\n";
    assert_eq!(stdout, expected);
    fs::write(&file, "0.5 0.25\n0.7 0.5\n").expect("a file");
    let place = "0.7 and 0.25 in row 1, column 2 do not add up to 1";
    let refusal = refused(&["matrix", "--read", &file]);
    assert_eq!(refusal, format!("error: {file}, row 2, column 1: {place}\n"));
}

#[test]
fn mistakes_are_told() {
    let (folder, file) = twelve();
    for (arguments, expected) in [
        (["--board", "Ts9s2c", "--k", "5"], "error: `Ts9s2c` is neither a turn nor a river\n"),
        (
            ["--board", "Ts9s2c2d7h", "--k", "0"],
            "error: invalid value '0' for '--k <K>': expected 1 to 100,000 buckets\n\n\
             For more information, try '--help'.\n",
        ),
        (
            ["--board", "Ts9s2c2d7h", "--features", "big"],
            "error: invalid value 'big' for '--features <SET>'\n  [possible values: small, real]\n\n\
             For more information, try '--help'.\n",
        ),
    ] {
        assert_eq!(refused(&[&["buckets"][..], &arguments].concat()), expected);
    }
    assert_eq!(
        refused(&["matrix", &file, "--board", "AsKsQsJsTs"]),
        format!("error: {file}: these are the buckets of Ts9s2c2d7h, not of AsKsQsJsTs\n")
    );
    let other = folder.path().join("thesis").to_str().expect("UTF-8").to_owned();
    fs::write(&other, "my thesis").expect("a file");
    let (stdout, stderr, code) = quasar(&["buckets", &other]);
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert_eq!(stderr, format!("error: {other}: not a file of buckets\n"));
    // Another meaning of features: nothing is to be made of the file.
    let mut bytes = fs::read(&file).expect("the file");
    bytes[20] = 9;
    let checksum = crc32fast::hash(&bytes[..52]);
    bytes[52..56].copy_from_slice(&checksum.to_le_bytes());
    fs::write(&file, bytes).expect("the file");
    let (_, stderr, code) = quasar(&["matrix", &file]);
    assert_eq!(code, 1);
    let versions = "made with version 9 of the features; this program has version 1";
    assert_eq!(stderr, format!("error: {file}: {versions}. Make the buckets again\n"));
}
