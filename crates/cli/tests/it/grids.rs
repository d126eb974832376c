//! The grids of Hold'em as they are drawn.

use std::fs;

use crate::common::{json, number, shown, solved};

const TURN: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA:0.5,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs:0.75,T8s\nbet: 60%\nraise_cap: 1\niterations: 20\nthreads: 1\n";

/// A text without its colours.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, style)) = rest.split_once("\u{1b}[") {
        plain += before;
        rest = style.split_once('m').expect("the end of a style").1;
    }
    plain + rest
}

/// The save of a small turn.
fn saved() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).display().to_string();
    let (spec, save) = (name("turn.yaml"), name("turn.qsr"));
    fs::write(&spec, TURN).expect("the spec");
    solved(&["solve", &spec, "-o", &save]);
    (folder, save)
}

/// The lines of a text from the one that begins so.
fn lines_from<'a>(text: &'a str, start: &str, count: usize) -> Vec<&'a str> {
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with(start)).collect();
    assert!(lines.len() >= count, "{start}\n{text}");
    lines[..count].to_vec()
}

/// The names of the classes in a line of the grid, by their column; `.` for what is left
/// out.
fn names(line: &str) -> Vec<String> {
    let cells: Vec<char> = line.chars().collect();
    cells.chunks(6).map(|cell| cell.iter().take(3).collect::<String>().trim().to_owned()).collect()
}

const RANKS: &str = "AKQJT98765432";

/// The name that belongs to a row and a column.
fn class(row: usize, column: usize) -> String {
    let rank = |place: usize| RANKS.chars().nth(place).expect("a rank");
    match row.cmp(&column) {
        std::cmp::Ordering::Less => format!("{}{}s", rank(row), rank(column)),
        std::cmp::Ordering::Equal => format!("{0}{0}", rank(row)),
        std::cmp::Ordering::Greater => format!("{}{}o", rank(column), rank(row)),
    }
}

/// Classes that nobody holds are as wide as the others: every class stands in its column.
#[test]
fn a_coloured_strategy_is_straight() {
    let (_folder, save) = saved();
    let text = shown(&["inspect", &save, "--node", "r:0", "--color", "always"]);
    assert!(text.contains("\u{1b}["), "{text}");
    let plain = without_colours(&text);
    for (row, line) in lines_from(&plain, "AA", 13).into_iter().enumerate() {
        assert_eq!(line.chars().count(), 77, "{line}");
        let expected: Vec<String> = (0..13).map(|column| class(row, column)).collect();
        assert_eq!(names(line), expected);
    }
}

/// Without colour the second line of a cell has a letter for each fifth of the time.
#[test]
fn a_plain_strategy_shows_every_action() {
    let (_folder, save) = saved();
    let node = ["inspect", &save, "--node", "r:0"];
    let report = json(&[&node[..], &["--json"]].concat());
    let text = shown(&node);
    let lines = lines_from(&text, "AA", 26);
    let mut mixed = 0;
    for (place, of) in report["classes"].as_array().expect("a list").iter().enumerate() {
        let (row, column) = (place / 13, place % 13);
        let cell = |line: &str| -> String {
            let letters: Vec<char> = line.chars().collect();
            letters.iter().skip(6 * column).take(5).collect::<String>().trim().to_owned()
        };
        let [name, letters] = [0, 1].map(|line| cell(lines[2 * row + line]));
        let frequencies: Vec<f64> =
            of["frequencies"].as_array().expect("a list").iter().map(number).collect();
        if frequencies.is_empty() {
            assert_eq!((name.as_str(), letters.as_str()), (".", ""));
            continue;
        }
        assert!(name.starts_with(of["class"].as_str().expect("a name")), "{name} {of}");
        assert_eq!(letters.len(), 5, "{of}");
        // Check and bet: each letter is a fifth, so the count is off by half a letter.
        for (key, part) in ['X', 'a'].into_iter().zip(frequencies) {
            let count = letters.matches(key).count() as f64;
            assert!((count - 5.0 * part).abs() <= 0.5 + 1e-9, "{letters} {of}");
        }
        mixed += usize::from(letters.contains('X') && letters.contains('a'));
    }
    assert!(mixed > 0, "{text}");
}

/// Every grid fits a terminal of 80 columns, in colour and without.
#[test]
fn grids_fit_80_columns() {
    let (folder, save) = saved();
    let tables = folder.path().join("tables.bin").display().to_string();
    solved(&["precompute-equity", "-o", &tables, "--flops", "Td9d6h"]);
    let commands: &[(&[&str], &str)] = &[
        (&["inspect", &save, "--node", "r:0"], "AA"),
        (&["range", "QQ+,AKs:0.5,A2s"], "AA"),
        (&["equity", "QQ+,AK", "22+", "--board", "Ks7s2d", "--per-combo"], "A "),
        (&["solve-preflop", "--push-fold", "10"], "A "),
        (&["solve-preflop", "--stack-depth", "200", "--iterations", "5"], "A "),
        (&["inspect", &tables, "--flop", "Td9d6h", "--hero", "AKs"], "A "),
    ];
    for (arguments, start) in commands {
        for colour in ["always", "never"] {
            let text = without_colours(&solved(&[arguments, &["--color", colour][..]].concat()));
            for line in lines_from(&text, start, 13) {
                assert!(line.chars().count() <= 80, "{arguments:?}\n{line}");
            }
        }
    }
}
