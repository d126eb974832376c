//! `quasar solve` with spots of Omaha.

use std::fs;
use std::path::Path;

use crate::common::{number, refused, shown, solved_json as json};

/// A small river: aces full or nothing against kings full.
const SMALL: &[&str] = &[
    "solve",
    "--game",
    "plo4",
    "--board",
    "AsKd9s4c4d",
    "--pot",
    "100",
    "--stack",
    "100",
    "--oop",
    "AhAd8c7c,8h7h6s3s",
    "--ip",
    "KhQhKc5c",
    "--bet",
    "pot",
    "--iterations",
    "500",
    "--threads",
    "1",
];

fn with(more: &[&str]) -> Vec<String> {
    SMALL.iter().chain(more).map(|&argument| argument.to_owned()).collect()
}

fn quasar(more: &[&str]) -> (String, String, i32) {
    let arguments = with(more);
    crate::common::quasar(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn kinds_of_hands_take_the_place_of_the_grid() {
    let (text, errors, code) = quasar(&["--hands", "5"]);
    assert_eq!(code, 0, "{errors}");
    assert!(text.starts_with("AsKd9s4c4d: pot 100, 100 behind, 2 x 1 hands\n"), "{text}");
    for line in ["made hands", "full house", "blockers", "2+2 double-suited", "AhAd8c7c"] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}\n{text}");
    }
    let (filtered, _, _) = quasar(&["--filter", "8h7h**", "--hands", "5"]);
    assert!(!filtered.contains("full house") && filtered.contains("8h7h6s3s"), "{filtered}");
}

/// A board on which 87 is the nuts.
#[test]
fn turns_show_made_hands_by_draw_and_cards_of_the_nut_straight() {
    let turn = [
        "solve",
        "--game",
        "plo4",
        "--board",
        "Td9d6h2c",
        "--pot",
        "100",
        "--stack",
        "100",
        "--oop",
        "8h7hAsAc,8c8sAhKh,AsAcAd3d,7c7sKhKs,8cAcJsQh",
        "--ip",
        "TcThJsJh",
        "--bet",
        "pot",
        "--iterations",
        "20",
        "--threads",
        "1",
    ];
    let text = crate::common::solved(&turn);
    let after = |start: &str| -> Vec<&str> {
        let lines = text.lines().skip_while(|line| !line.starts_with(start));
        lines.take_while(|line| !line.is_empty()).collect()
    };
    let blockers = after("blockers ");
    for kind in [
        "nut straight ",
        "88, no nut straight ",
        "77, no nut straight ",
        "8, no nut straight ",
        "no blocker ",
    ] {
        assert_eq!(blockers.iter().filter(|line| line.starts_with(kind)).count(), 1, "{text}");
    }
    let crossed = after("made hands by draw ");
    let columns: Vec<&str> =
        crossed[0].split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
    assert_eq!(columns[1..], ["both", "flush draw", "straight draw", "no draw"], "{text}");
    assert!(crossed.iter().any(|line| line.starts_with("pair ")), "{text}");
    let report = json(&[&turn[..], &["--json"]].concat());
    let cells = report["node"]["made_and_draws"].as_array().expect("a list");
    let combos: f64 = cells.iter().map(|cell| number(&cell["combos"])).sum();
    assert_eq!(combos, 5.0);
    let flush = cells.iter().find(|cell| cell["draw"] == "flush draw").expect("AsAcAd3d");
    assert_eq!((flush["made"].as_str(), number(&flush["combos"])), (Some("pair"), 1.0));
}

#[test]
fn numbers_come_as_json_and_csv() {
    let (text, _, _) = quasar(&["--json"]);
    let report = crate::common::report(&text);
    assert_eq!(report["game"], "plo4");
    assert_eq!(report["node"]["groups"][0]["by"], "made");
    let (csv, _, _) = quasar(&["--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "hand,weight,equity,ev,eqr,check,bet 100,ev check,ev bet 100");
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("AhAd8c7c,1,"), "{csv}");
}

#[test]
fn samples_can_be_planned() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample_configurations");
    for (sample, hands) in [
        ("plo4_river.yaml", "178,365 x 178,365"),
        ("plo4_turn.yaml", " x "),
        ("plo5_river.yaml", " x "),
    ] {
        let path = folder.join(sample);
        let text = shown(&["solve", path.to_str().expect("UTF-8"), "--dry-run"]);
        assert!(text.contains(hands) && text.contains("memory: "), "{text}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let flop = refused(&[
        "solve", "--game", "plo4", "--board", "AsKd9s", "--pot", "100", "--stack", "100", "--oop",
        "100%", "--ip", "100%", "--memory", "1GB",
    ]);
    assert!(flop.contains("alone need at least"), "{flop}");
    let turn = ["solve", "--game", "plo4", "--board", "AsKd9s2c", "--pot", "100", "--stack", "100"];
    let turn = [&turn[..], &["--oop", "AA", "--ip", "KK", "--set"]].concat();
    for (wrong, told) in [
        ("abstraction.river.k=0", "1 to 65,000 buckets"),
        ("abstraction.k=20", "abstraction.river"),
        ("board=AsKd9s2c3d", "no other is to come"),
    ] {
        let mut arguments = turn.clone();
        arguments.push(wrong);
        if wrong.starts_with("board") {
            arguments.extend(["--set", "abstraction.river.k=20"]);
        }
        let error = refused(&arguments);
        assert!(error.contains(told), "{error}");
    }
    let (_, errors, code) = quasar(&["--filter", "A&"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--filter"), "{errors}");
}

/// The small river as a file, with its save.
fn saved() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |file: &str| folder.path().join(file).to_str().expect("UTF-8").to_owned();
    let (spec, save) = (name("river.yaml"), name("river.qsr"));
    let text = "game: plo4\nboard: AsKd9s4c4d\npot: 100\nstack: 100\noop: AhAd8c7c,8h7h6s3s\n\
        ip: KhQhKc5c\nbet: pot\niterations: 300\nthreads: 1\n";
    fs::write(&spec, text).expect("the spec");
    let (_, told, code) = crate::common::quasar(&["solve", &spec, "-o", &save]);
    assert_eq!(code, 0, "{told}");
    // A slow machine may have shown how far it was before.
    let last = told.lines().last().unwrap_or_default();
    assert!(last.starts_with(&format!("saved to {save}, ")), "{told}");
    (folder, spec, save)
}

#[test]
fn saves_are_inspected_as_those_of_holdem() {
    let (_folder, _, save) = saved();
    let text = shown(&["inspect", &save]);
    assert!(text.contains("\nspot            plo4 on AsKd9s4c4d, pot 100, 100 behind\n"), "{text}");
    assert!(text.ends_with("checksums       all match\n"), "{text}");
    let node = ["inspect", &save, "--node", "r:0"];
    let text = shown(&[&node[..], &["--hands", "1", "--sort", "ev"]].concat());
    assert!(text.starts_with("r:0 on AsKd9s4c4d: oop acts, pot 100, EV 75."), "{text}");
    for line in ["made hands", "full house", "player  combos", "AhAd8c7c"] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}\n{text}");
    }
    assert!(!text.contains("8h7h6s3s"), "{text}");
    let filtered = json(&[&node[..], &["--filter", "8h7h**", "--hands", "9", "--json"]].concat());
    let hand = &filtered["hands"][0];
    assert_eq!(
        (hand["hand"].as_str(), filtered["hands"].as_array().map(Vec::len)),
        (Some("8h7h6s3s"), Some(1))
    );
    assert!((number(&hand["frequencies"][1]) - 0.5).abs() < 0.05, "{hand}");
    let one = json(&[&node[..], &["--combo", "6s3s8h7h", "--json"]].concat());
    assert_eq!((&one["hand"], &one["evs"]), (&hand["hand"], &hand["evs"]));
    let text = shown(&[&node[..], &["--combo", "AhAd8c7c"]].concat());
    assert!(text.contains("\nAhAd8c7c: weight 1.000, equity 100.00%, EV 1"), "{text}");
    let csv = shown(&[&node[..], &["--csv"]].concat());
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let tree = &json(&["inspect", &save, "--tree", "--json"])["lines"];
    assert_eq!(tree.as_array().map(Vec::len), Some(4));
    assert!((number(&tree[0]["ev"]) - 75.0).abs() < 0.5, "{tree}");

    let absent = refused(&["inspect", &save, "--combo", "AhAd8c6c"]);
    assert_eq!(absent, "error: oop does not hold AhAd8c6c on AsKd9s4c4d\n");
    let sort = refused(&[&node[..], &["--sort", "luck"]].concat());
    assert_eq!(sort, "error: --sort luck: hands can be sorted by strength, combos, ev or equity\n");
}

#[test]
fn saves_are_gone_on_from_and_exported() {
    let (folder, spec, save) = saved();
    let gone_on = json(&["solve", &save, "--iterations", "400", "--json"]);
    assert_eq!((&gone_on["game"], &gone_on["iterations"]), (&"plo4".into(), &400.into()));
    let kept = format!("{spec}.checkpoint");
    crate::common::solved(&["solve", &spec, "--iterations", "30", "--checkpoint", &kept, "--json"]);
    let resumed = json(&["solve", &spec, "--iterations", "80", "--resume", "--json"]);
    let straight = json(&["solve", &spec, "--iterations", "80", "--json"]);
    assert_eq!(resumed["node"], straight["node"]);

    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (csv, nodes, parquet) = (file("all.csv"), file("nodes.json"), file("all.parquet"));
    for export in [&csv, &nodes, &parquet] {
        assert_eq!(shown(&["inspect", &save, "--street", "river", "--export", export]), "");
    }
    let rows = fs::read_to_string(&csv).expect("the file");
    // Two hands or one, two actions, at four decisions.
    assert_eq!(rows.lines().count(), 1 + 2 * (2 + 1 + 1 + 2), "{rows}");
    assert!(rows.contains("r:0,AsKd9s4c4d,oop,AhAd8c7c,1,bet 100,100,"), "{rows}");
    assert_eq!(&fs::read(&parquet).expect("the file")[..4], b"PAR1");
    let nodes: serde_json::Value =
        serde_json::from_slice(&fs::read(&nodes).expect("the file")).expect("JSON");
    assert_eq!(nodes[0]["hands"].as_array().map(Vec::len), Some(2));
    let some = ["--node", "r:0", "--filter", "8h7h**", "--export", &csv];
    shown(&[&["inspect", &save], &some[..]].concat());
    assert_eq!(fs::read_to_string(&csv).expect("the file").lines().count(), 3);
    let ranges = shown(&["inspect", &save, "--node", "r:0:c", "--ranges"]);
    let lines: Vec<&str> = ranges.lines().collect();
    assert!(lines[0].contains("8h7h6s3s@"), "nothings check half of the time: {ranges}");
    assert_eq!(lines[1], "KhKcQh5c");
}

#[test]
fn buckets_tell_both_exploitabilities() {
    let (text, _, code) = quasar(&["--set", "abstraction.k=50"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("AsKd9s4c4d in 50 buckets by real features"), "{text}");
    assert!(text.contains("  among buckets    "), "{text}");
    assert!(text.contains("  in the real game "), "{text}");
    let (json, _, _) = quasar(&["--set", "abstraction.k=50", "--json"]);
    let report = crate::common::report(&json);
    assert_eq!(report["buckets"], 50);
    assert!(report["exploitability_percent"].as_f64().unwrap() >= 0.0);
    // A line is looked at before memory is, and both before there are buckets.
    let line = ["--set", "abstraction.k=100000", "--line", "r:0:b7", "--memory", "1KB"];
    let (_, error, code) = quasar(&line);
    assert!(code == 2 && error.starts_with("error: r:0:b7 is not in the tree"), "{error}");
    let (_, error, code) = quasar(&["--set", "abstraction.k=100000", "--memory", "1KB"]);
    assert!(code != 0 && error.contains("; 1000 are allowed"), "{error}");
    let (_, error, code) = quasar(&["--set", "abstraction.k=50", "--csv"]);
    assert_eq!((error.contains("--csv cannot be used with buckets"), code), (true, 2), "{error}");
}
