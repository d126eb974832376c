//! `quasar solve -o` and `quasar inspect` of saves as a user sees them.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{json, quasar, refused, shown};
use serde_json::Value;

const TURN: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA:0.5,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs:0.75,T8s\nbet: 60%\nraise: 2.5x\nraise_cap: 1\niterations: 50\nthreads: 1\n";

/// A folder with the spec of a turn, its save, and the save's name.
fn saved(more: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = folder.path().join("turn.yaml");
    fs::write(&spec, TURN).expect("the spec");
    let file = folder.path().join("turn.qsr").to_str().expect("UTF-8").to_owned();
    let spec = spec.to_str().expect("UTF-8");
    let (stdout, stderr, code) = quasar(&[&["solve", spec, "-o", &file], more].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("exploitability "), "{stdout}");
    // A slow machine may have shown how far it was before.
    let last = stderr.lines().last().unwrap_or_default();
    assert!(last.starts_with(&format!("saved to {file}, ")), "{stderr}");
    assert!(!Path::new(&format!("{file}.partial")).exists());
    (folder, file)
}

/// Standard error of a command that fails, though its input is right.
fn failed(arguments: &[&str]) -> String {
    let (_, stderr, code) = quasar(arguments);
    assert_eq!(code, 1, "{arguments:?}");
    stderr
}

#[test]
fn a_save_says_what_it_is_and_is_verified() {
    let (_folder, file) = saved(&[]);
    let text = shown(&["inspect", &file]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("file            {file}"));
    assert_eq!(lines[1..3], ["kind            save of a spot", "version         2"]);
    assert_eq!(lines[4], "spot            Ks7s4h9h, pot 100, 150 behind");
    assert!(lines[5].starts_with("turn            1 board, "), "{text}");
    assert!(lines[6].starts_with("river           35 boards, "), "{text}");
    assert!(lines[7].contains("% of the pot, after 50 iterations, "), "{text}");
    assert_eq!(lines[8], "can be resumed  yes");
    assert_eq!(lines.last(), Some(&"checksums       all match"));
    let report = json(&["inspect", &file, "--json"]);
    assert_eq!(report["iterations"], 50);
    assert_eq!(report["bytes"], fs::metadata(&file).expect("the file").len());
    let ev = |side: usize| report["players"][side]["ev"].as_f64().expect("a number");
    assert!((ev(0) + ev(1) - 100.0).abs() < 1e-3);

    let mut bytes = fs::read(&file).expect("the file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).expect("the file");
    let message = failed(&["inspect", &file]);
    assert!(
        message.starts_with(&format!("error: {file}: the checksum of river board 34")),
        "{message}"
    );
    // Decisions elsewhere can still be read.
    shown(&["inspect", &file, "--node", "r:0:c"]);
}

#[test]
fn a_decision_is_shown_in_full() {
    let (folder, file) = saved(&[]);
    let node = ["inspect", &file, "--node", "r:0:c:c:8h"];
    let text = shown(&node);
    assert!(text.starts_with("r:0:c:c:8h on Ks7s4h9h8h: oop acts, pot 100, EV "), "{text}");
    assert!(text.contains(" X  check "), "{text}");
    assert!(text.contains("\nplayer  combos  equity"), "{text}");
    assert!(text.contains("\nhand  weight"), "{text}");
    let report = json(&[&node[..], &["--json"]].concat());
    assert_eq!(report["classes"].as_array().map(Vec::len), Some(169));
    let hand = &report["hands"][0];
    assert_eq!(hand["hand"], "AdAc");
    for field in ["weight", "equity", "ev", "eqr"] {
        assert!(hand[field].is_number(), "{field}: {hand}");
    }
    let one = json(&[&node[..], &["--combo", "AcAd", "--json"]].concat());
    assert_eq!(one["schema_version"], 2);
    assert_eq!((&one["hand"], &one["evs"]), (&hand["hand"], &hand["evs"]));
    let text = shown(&[&node[..], &["--combo", "AcAd"]].concat());
    assert!(text.contains("\nAdAc: weight 0."), "{text}");
    assert!(text.contains("\naction  frequency"), "{text}");

    let csv = shown(&[&node[..], &["--csv"]].concat());
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "hand,weight,equity,ev,eqr,check,bet 60,ev check,ev bet 60");
    assert_eq!(rows.len(), report["hands"].as_array().map_or(0, Vec::len) + 1);
    let path = folder.path().join("hands.csv");
    let path = path.to_str().expect("UTF-8");
    assert_eq!(shown(&[&node[..], &["--csv", path]].concat()), "");
    assert_eq!(fs::read_to_string(path).expect("the file"), csv);
    // Suits that make no difference are looked up in each other.
    let [club, diamond] = ["r:0:c:c:2c", "r:0:c:c:2d"]
        .map(|line| json(&["inspect", &file, "--node", line, "--json"]));
    assert_eq!(club["ev"], diamond["ev"]);
    assert_ne!(club["solved_as"], diamond["solved_as"]);
}

#[test]
fn hands_of_holdem_are_chosen_and_ordered() {
    let (_folder, file) = saved(&[]);
    let node = ["inspect", &file, "--node", "r:0"];
    let hands = |more: &[&str]| -> Vec<Value> {
        let report = json(&[&node[..], more, &["--json"]].concat());
        report["hands"].as_array().expect("a list").clone()
    };
    let name = |hand: &Value| hand["hand"].as_str().expect("a hand").to_owned();
    let number = |hand: &Value, field: &str| hand[field].as_f64().expect("a number");
    let kings = hands(&["--filter", "QQ,AKs"]);
    // Six queens, and three suited ace-kings: the fourth king of spades is on the board.
    assert_eq!(kings.len(), 6 + 3, "{kings:?}");
    let all = hands(&["--sort", "ev"]);
    let held = all.iter().filter(|hand| number(hand, "weight") > 0.0);
    let evs: Vec<f64> = held.map(|hand| number(hand, "ev")).collect();
    assert!(evs.is_sorted_by(|one, other| one >= other), "{evs:?}");
    let first: Vec<String> = hands(&["--sort", "ev", "--hands", "3"]).iter().map(name).collect();
    assert_eq!(first, all[..3].iter().map(name).collect::<Vec<_>>());
    // On Ks7s4h9h aces are the best that is held, a pair of kings is next, and the
    // eights and sevens are the worst pair.
    let by_strength: Vec<String> = hands(&["--sort", "strength"]).iter().map(name).collect();
    let place = |hand: &str| by_strength.iter().position(|other| other == hand).expect(hand);
    assert!(place("AhAd") < place("AdKd") && place("AdKd") < place("QhQd"));
    assert!(place("QhQd") < place("TdTc") && place("TdTc") < place("8d7d"));
    let text = shown(&[&node[..], &["--filter", "QQ", "--hands", "2"]].concat());
    assert_eq!(text.lines().filter(|line| line.starts_with("Q") && line.contains('%')).count(), 2);
    let refusal = refused(&[&node[..], &["--sort", "luck"]].concat());
    assert!(refusal.contains("hands can be sorted by strength, combos, ev or equity"), "{refusal}");

    let class = [&node[..], &["--combo", "AKs"]].concat();
    let report = json(&[&class[..], &["--json"]].concat());
    assert_eq!(report["class"], "AKs");
    assert_eq!(report["hands"].as_array().map(Vec::len), Some(3));
    let mean: f64 = ["frequency"]
        .iter()
        .flat_map(|field| {
            report["actions"].as_array().expect("a list").iter().map(|a| number(a, field))
        })
        .sum();
    assert!((mean - 1.0).abs() < 1e-6, "{report}");
    let text = shown(&class);
    assert!(text.contains("\nAKs: EV ") && text.contains("\nAdKd  "), "{text}");
    let absent = refused(&[&node[..], &["--combo", "72o"]].concat());
    assert_eq!(absent, "error: oop does not hold 72o on Ks7s4h9h\n");
}

#[test]
fn lines_and_runouts_are_listed() {
    let (_folder, file) = saved(&[]);
    let tree = &json(&["inspect", &file, "--tree", "--json"])["lines"];
    let lines: Vec<&str> =
        tree.as_array().expect("a list").iter().filter_map(|line| line["line"].as_str()).collect();
    let listed = ["r:0", "r:0:c", "r:0:c:b60", "r:0:c:b60:b150", "r:0:b60", "r:0:b60:b150"];
    assert_eq!(lines, listed);
    assert_eq!(tree[0]["frequency"], 1.0);
    let number = |value: &Value| value.as_f64().expect("a number");
    let (after, action) =
        (number(&tree[1]["frequency"]), number(&tree[0]["actions"][0]["frequency"]));
    assert!((after - action).abs() < 1e-9, "{after} {action}");
    let text = shown(&["inspect", &file, "--tree", "--depth", "1"]);
    assert_eq!(text.lines().count(), 4, "{text}");
    let below = &json(&["inspect", &file, "--tree", "--node", "r:0:b60", "--json"])["lines"];
    assert_eq!(below.as_array().map(Vec::len), Some(2));

    let runouts = json(&["inspect", &file, "--node", "r:0:c:c", "--runouts", "--json"]);
    let runouts = runouts["runouts"].as_array().expect("a list");
    assert_eq!(runouts.len(), 48);
    let chance: f64 = runouts.iter().map(|runout| number(&runout["frequency"])).sum();
    assert!((chance - 1.0).abs() < 1e-9, "{chance}");
    let text = shown(&["inspect", &file, "--node", "r:0:c:c:2c:b60", "--runouts"]);
    assert_eq!(text.lines().count(), 51, "{text}");
    assert!(
        text.starts_with(
            "ip acts at r:0:c:c:2c:b60 and at the same point after every other card\n"
        ),
        "{text}"
    );
}

#[test]
fn a_solve_goes_on_from_a_save() {
    let (_folder, file) = saved(&[]);
    let gone_on = ["solve", &file, "--iterations", "150", "-o", &file, "--json"];
    let (stdout, stderr, code) = quasar(&gone_on);
    assert_eq!(code, 0, "{stderr}");
    let report = crate::common::report(&stdout);
    assert_eq!(report["iterations"], 150);
    let kept = json(&["inspect", &file, "--json"]);
    assert_eq!(kept["iterations"], 150);
    let number = |value: &Value| value["exploitability"].as_f64().expect("a number");
    assert!((number(&report) - number(&kept)).abs() < 1e-6);
    // What was reached is not computed again.
    let again = json(&["solve", &file, "--iterations", "150", "--json"]);
    assert_eq!(again["iterations"], 150);
    let message = refused(&["solve", &file, "--pot", "120"]);
    assert!(
        message.starts_with("error: a save belongs to one spot and one algorithm"),
        "{message}"
    );
}

#[test]
fn small_saves_tell_what_they_lack() {
    let (_folder, full) = saved(&[]);
    let (_other, file) = saved(&["--save", "no-rivers"]);
    let size = |file: &str| fs::metadata(file).expect("the file").len();
    assert!(size(&full) > 10 * size(&file));
    shown(&["inspect", &file, "--node", "r:0:b60"]);
    assert_eq!(
        refused(&["inspect", &file, "--node", "r:0:c:c:8h"]),
        format!("error: {file}: the river was not saved; a full save has it\n")
    );
    assert_eq!(
        refused(&["solve", &file, "--iterations", "60", "--json"]),
        format!("error: {file}: cannot be resumed: it has no regrets; a full save has them\n")
    );
    assert!(shown(&["inspect", &file]).contains(" decisions on each; not saved\n"));
}

#[test]
fn mistakes_are_told() {
    let (folder, file) = saved(&[]);
    let ask = |arguments: &[&str]| refused(&[&["inspect", &file], arguments].concat());
    assert_eq!(
        ask(&["--node", "r:0:b61"]),
        "error: r:0:b61 is not in the tree; after r:0 there is c, b60\n"
    );
    let message = ask(&["--node", "r:0:x"]);
    assert!(message.starts_with("error: --node, column 5: "), "{message}");
    assert_eq!(ask(&["--combo", "2c2d"]), "error: oop does not hold 2d2c on Ks7s4h9h\n");
    for (option, value, goes_with) in [
        ("--flop", "Ks7s4h", "equity tables or a bundle of solved flops"),
        ("--line", "r:0", "a preflop strategy"),
    ] {
        let message = format!("error: {option} needs {goes_with}, but {file} is a saved spot\n");
        assert_eq!(ask(&[option, value]), message);
    }
    let message = ask(&["--node", "r:0:c", "--runouts"]);
    assert!(message.starts_with("error: nobody acts at r:0:c: no card was dealt"), "{message}");
    let message = ask(&["--node", "r:0:c:c:Ks"]);
    assert!(message.contains("Ks cannot be dealt"), "{message}");

    // What no save can keep is refused before anything is solved.
    let spec = folder.path().join("turn.yaml");
    let spec = spec.to_str().expect("UTF-8");
    let sizes: Vec<String> = (1..=300).map(|chips| format!("{chips}c")).collect();
    let (sizes, other) = (sizes.join(","), format!("{file}.other"));
    let many = ["--board", "Ks7s4h9h2c", "--stack", "1000", "--bet", &sizes, "--raise-cap", "0"];
    let message = refused(&[&["solve", spec, "-o", &other], &many[..]].concat());
    assert!(message.contains("a decision has 301 actions, and a save keeps at most 255"));
    assert!(!Path::new(&other).exists());

    // A spec in the place of a save is refused before anything is solved, and stays.
    let (stdout, stderr, code) = quasar(&["solve", spec, "-o", spec]);
    assert_eq!((stdout.as_str(), code), ("", 2));
    let message = "is not a save (it begins with the bytes 62 6f 61 72) and was not replaced";
    assert_eq!(stderr, format!("error: {spec}: {message}\n"));
    assert_eq!(fs::read_to_string(spec).expect("the spec"), TURN);
}

/// Starts to save a spot over another, and waits until it is being written.
fn saving(spec: &str, file: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(["solve", spec, "-o", file, "--iterations", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("quasar runs");
    let partial = format!("{file}.partial");
    while !Path::new(&partial).exists() && child.try_wait().expect("a child").is_none() {
        std::thread::yield_now();
    }
    child
}

/// A spot whose save takes long enough to be stopped.
const LARGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample_configurations/turn.yaml");

/// Wherever an interrupt falls, the old save or a whole new one is there, and nothing else.
#[cfg(unix)]
#[test]
fn a_save_that_is_stopped_leaves_nothing_behind() {
    let (_folder, file) = saved(&["--save", "no-rivers"]);
    let old = fs::read(&file).expect("the file");
    for _ in 0..5 {
        let mut child = saving(LARGE, &file);
        let id = child.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
        let code = child.wait().expect("the end").code();
        assert!(!Path::new(&format!("{file}.partial")).exists(), "{code:?}");
        match code {
            // While saving: the old save stays.
            Some(1) => assert_eq!(fs::read(&file).expect("the file"), old),
            // While solving, or after everything: what was found is saved whole.
            Some(0 | 130) => {
                shown(&["inspect", &file]);
                fs::write(&file, &old).expect("the old file");
            }
            _ => panic!("{code:?}"),
        }
    }
}

#[test]
fn a_killed_run_leaves_the_old_save() {
    let (_folder, file) = saved(&["--save", "no-rivers"]);
    let old = fs::read(&file).expect("the file");
    let killed = (0..20).any(|_| {
        let mut child = saving(LARGE, &file);
        child.kill().expect("a child");
        let ended = child.wait().expect("the end").success();
        let now = fs::read(&file).expect("the file");
        if ended {
            // The machine let it end first: once more.
            fs::write(&file, &old).expect("the old file");
        } else if now != old {
            // Killed after the new save was put in its place, whole.
            shown(&["inspect", &file]);
            fs::write(&file, &old).expect("the old file");
            return false;
        }
        !ended
    });
    assert!(killed, "every run ends before it can be killed");
    assert_eq!(fs::read(&file).expect("the file"), old);
    // The next run is not disturbed by what is left.
    assert!(Path::new(&format!("{file}.partial")).exists());
    let (_, stderr, code) = quasar(&["solve", LARGE, "-o", &file, "--iterations", "1", "--json"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(!Path::new(&format!("{file}.partial")).exists());
    shown(&["inspect", &file]);
}
