//! `quasar precompute-equity` and `quasar inspect` as a user sees them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::{json, quasar, refused, shown};
use quasar::tables::{Precompute, PrecomputeSpec};

/// A folder and a file name in it.
fn place() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tables.bin").to_str().expect("UTF-8").to_owned();
    (folder, file)
}

/// Makes a file; returns what is printed.
fn precompute(file: &str, more: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(&[&["precompute-equity", "-o", file], more].concat());
    assert_eq!(code, 0, "{stderr}");
    stdout
}

/// Makes a file of two flops.
fn two_flops(file: &str) -> String {
    precompute(file, &["--flops", "Td9d6h, AhAsAd"])
}

/// Standard error of a command that fails, though its input is right.
fn failed(arguments: &[&str]) -> String {
    let (_, stderr, code) = quasar(arguments);
    assert_eq!(code, 1, "{arguments:?}");
    stderr
}

#[test]
fn a_file_is_made_once_and_then_left_alone() {
    let (folder, file) = place();
    let arguments = ["precompute-equity", "-o", &file, "--flops", "Td9d6h, AhAsAd,Tc9c6s"];
    let (stdout, stderr, code) = quasar(&arguments);
    assert_eq!(code, 0);
    assert!(stdout.starts_with(&format!("{file}: 2 flops, 2 computed in ")), "{stdout}");
    assert!(stdout.ends_with(" s, 85.2 KB\n"), "{stdout}");
    assert!(stderr.starts_with("2 flops to compute; needs 85.2 KB of disk and about "), "{stderr}");
    let written = fs::metadata(&file).and_then(|file| file.modified()).expect("the file");
    let nothing = "nothing to do: all flops are in the file";
    assert_eq!(shown(&arguments), format!("{file}: 2 flops, {nothing}, 85.2 KB\n"));
    assert_eq!(fs::metadata(&file).and_then(|file| file.modified()).expect("a time"), written);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn missing_tables_are_added() {
    let (_folder, file) = place();
    two_flops(&file);
    let arguments = ["precompute-equity", "-o", &file, "--max-flops", "3"];
    let (stdout, stderr, code) = quasar(&arguments);
    assert_eq!(code, 0);
    assert!(stdout.starts_with(&format!("{file}: 4 flops, 2 computed in ")), "{stdout}");
    assert!(stderr.starts_with("2 flops to compute, 2 already in the file; "), "{stderr}");
    let (stdout, _, _) = quasar(&[&arguments[..], &["--force", "--json"]].concat());
    let report = crate::common::report(&stdout);
    assert_eq!((&report["flops"], &report["computed"]), (&3.into(), &3.into()));
    assert_eq!(report["bytes"], 24 + 3 * 42_600);
}

#[test]
fn wrong_flops_are_shown_with_a_caret() {
    let (folder, file) = place();
    let flops = |flops: &str| refused(&["precompute-equity", "-o", &file, "--flops", flops]);
    assert_eq!(
        flops("Td9d6h,AhKxQd"),
        "error: flop 2, column 4: expected a suit (c, d, h, s), found `x`\n  AhKxQd\n     ^\n"
    );
    assert_eq!(
        flops("Td9d6h2c"),
        "error: flop 1, column 1: expected a flop of 3 cards, found 4 cards\n  Td9d6h2c\n  ^^^^^^^^\n"
    );
    assert_eq!(flops(" , "), "error: no flops to compute\n");
    for count in ["0", "1756", "x"] {
        let (_, _, code) = quasar(&["precompute-equity", "-o", &file, "--max-flops", count]);
        assert_eq!(code, 2, "{count}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn a_foreign_file_is_never_replaced() {
    let (_folder, file) = place();
    fs::write(&file, "my thesis").expect("a file");
    for force in [&[][..], &["--force"]] {
        let command = ["precompute-equity", "-o", &file, "--max-flops", "1"];
        assert_eq!(
            refused(&[&command[..], force].concat()),
            format!(
                "error: {file}: is not a file of equity tables (it begins with the bytes 6d 79 20 74) and was not replaced\n"
            )
        );
        assert_eq!(fs::read_to_string(&file).expect("the file"), "my thesis");
    }
}

#[test]
fn one_at_a_time_may_write_a_file() {
    let (_folder, file) = place();
    let spec = PrecomputeSpec::first(Path::new(&file), 1).expect("a flop");
    let Ok(Precompute::Needed(job)) = spec.begin() else { panic!("there is no file yet") };
    assert_eq!(
        failed(&["precompute-equity", "-o", &file, "--max-flops", "1"]),
        format!("error: {file}: another process is writing to this path\n")
    );
    drop(job);
    precompute(&file, &["--max-flops", "1"]);
}

/// Flops of a run that is interrupted: enough to take far longer than noticing
/// that it has begun.
const MANY: &str = "60";

/// Starts a long run on a file, and waits until it has written a table.
fn long_run(file: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(["precompute-equity", "-o", file, "--max-flops", MANY, "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("quasar runs");
    let partial = PathBuf::from(format!("{file}.partial"));
    let one_table = 20 + 42_596;
    while fs::metadata(&partial).map_or(0, |partial| partial.len()) < one_table
        && child.try_wait().expect("a child").is_none()
    {
        std::thread::yield_now();
    }
    child
}

/// Interrupts a long run that is to replace `old`, and returns what it wrote to
/// standard error and its exit code. If the machine lets the run end, or at least replace
/// the file, before it is interrupted, it is run again.
fn interrupted(file: &str, old: &[u8], interrupt: impl Fn(&mut Child)) -> (String, Option<i32>) {
    for _ in 0..10 {
        let mut child = long_run(file);
        interrupt(&mut child);
        let output = child.wait_with_output().expect("the end");
        if !output.status.success() && fs::read(file).expect("the file") == old {
            return (String::from_utf8(output.stderr).expect("UTF-8"), output.status.code());
        }
        fs::write(file, old).expect("the old file");
    }
    panic!("a run of {MANY} flops ends before it can be interrupted");
}

#[test]
fn a_killed_run_loses_nothing() {
    let (folder, file) = place();
    let whole = folder.path().join("whole").to_str().expect("UTF-8").to_owned();
    precompute(&whole, &["--max-flops", MANY]);
    // The first of the canonical flops: also the first table of the long run.
    precompute(&file, &["--max-flops", "1"]);
    let old = fs::read(&file).expect("the file");
    interrupted(&file, &old, |child| child.kill().expect("a child"));
    assert_eq!(fs::read(&file).expect("the file"), old);
    let left = fs::metadata(format!("{file}.partial")).expect("a partial file").len();
    assert!(left >= 20 + 42_596);

    let report = precompute(&file, &["--max-flops", MANY, "--json"]);
    let report = crate::common::report(&report);
    assert!(report["reused"].as_u64() >= Some(1), "{report}");
    assert_eq!(fs::read(&file).expect("the file"), fs::read(&whole).expect("the file"));
    assert!(!Path::new(&format!("{file}.partial")).exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_and_tells_how_to_go_on() {
    let (_folder, file) = place();
    precompute(&file, &["--flops", "2c2d2h"]);
    let old = fs::read(&file).expect("the file");
    let (stderr, code) = interrupted(&file, &old, |child| {
        let pid = child.id().to_string();
        // Twice at once, as `timeout` does: that is one request.
        let sent = Command::new("kill").args(["-INT", &pid, &pid]).stderr(Stdio::null()).status();
        sent.expect("kill runs");
    });
    assert_eq!(code, Some(130), "{stderr}");
    let last = stderr.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: stopped with "), "{stderr}");
    assert!(last.ends_with(" of 61 tables written; repeat the command to resume"), "{last}");
    assert_eq!(fs::read(&file).expect("the file"), old);
}

#[test]
fn a_file_is_verified() {
    let (_folder, file) = place();
    two_flops(&file);
    assert_eq!(
        shown(&["inspect", &file]),
        format!(
            "file       {file}\nkind       equity tables\nversion    1\nflops      2\n\
             size       85,224 bytes (85.2 KB)\n\
             checksums  all match: header, index and every table\n"
        )
    );
    let report = json(&["inspect", &file, "--json"]);
    assert_eq!((&report["damaged"], &report["fault"]), (&0.into(), &serde_json::Value::Null));

    let mut bytes = fs::read(&file).expect("the file");
    bytes[50_000] ^= 1;
    fs::write(&file, bytes).expect("the file");
    let (stdout, stderr, code) = quasar(&["inspect", &file]);
    assert_eq!(code, 1);
    assert_eq!(stderr, format!("error: {file}: 1 of 2 tables are damaged\n"));
    let last = "checksums  1 of 2 tables damaged; the first: the checksum of record 1 is wrong\n";
    assert!(stdout.ends_with(last), "{stdout}");
    assert_eq!(
        failed(&["inspect", &file, "--flop", "AsAhAd", "--hero", "KK"]),
        format!("error: {file}: the checksum of record 1 is wrong\n")
    );
}

#[test]
fn what_is_no_file_of_quasar_is_named() {
    let (folder, file) = place();
    let missing = refused(&["inspect", &file]);
    assert_eq!(missing, format!("error: {file}: there is no such file\n"));
    fs::write(&file, "%PDF-1.7").expect("a file");
    let foreign = refused(&["inspect", &file]);
    let message = "not a Quasar file: it begins with the bytes 25 50 44 46";
    assert_eq!(foreign, format!("error: {file}: {message}\n"));
    let folder = folder.path().to_str().expect("UTF-8");
    let message = "the folder has neither saves of solve --flops nor a bundle";
    assert_eq!(refused(&["inspect", folder]), format!("error: {folder}: {message}\n"));
}

/// The numbers are those of `quasar equity AKs QQ --board Td9d6h`.
#[test]
fn an_entry_is_shown_with_its_counts() {
    let (_folder, file) = place();
    two_flops(&file);
    let entry = ["inspect", &file, "--flop", "Td9d6h", "--hero", "AKs", "--villain", "QQ"];
    assert_eq!(
        shown(&entry),
        "flop       Td9d6h (stored as Ts9s6h)\n\
         equity     AKs 31.787%, QQ 68.213%\n\
         numerator  15,105: twice the wins of AKs plus the ties\n\
         of         47,520: twice the deals\n\
         deals      23,760: 24 pairs of combos times 990 runouts\n"
    );
    let report = json(&[&entry[..], &["--json"]].concat());
    let exact = ["equity", "AKs", "QQ", "--board", "Td9d6h", "--method", "exact", "--json"];
    let player = &json(&exact)["players"][0];
    assert_eq!(report["deals"], player["counts"]["deals"]);
    let [one, other] = [&report, player].map(|report| report["equity"].as_f64().expect("a number"));
    assert!((one - other).abs() < 1e-9, "{one} {other}");
}

#[test]
fn no_pair_of_combos_is_none_and_never_a_number() {
    let (_folder, file) = place();
    two_flops(&file);
    let aces = ["inspect", &file, "--flop", "AsAhAd", "--hero", "AA"];
    let text = shown(&[&aces[..], &["--villain", "AKs"]].concat());
    assert!(text.contains("equity     none: the flop leaves no combo of AA\n"), "{text}");
    let last = ["inspect", &file, "--flop", "AsAhAd", "--hero", "AKs", "--villain", "AQs"];
    let together = shown(&last);
    assert!(together.contains("equity     none: AKs and AQs cannot be held together\n"));
    let report = json(&[&aces[..], &["--villain", "KK", "--json"]].concat());
    assert_eq!(report["equity"], serde_json::Value::Null);
    let grid = shown(&aces);
    assert_eq!(grid.matches("none").count(), 169);
    let csv = shown(&["inspect", &file, "--flop", "AsAhAd", "--csv"]);
    // AA is impossible: its row and its column; each A-x needs the last ace.
    assert_eq!(csv.matches("none").count(), 169 + 168 + 24 * 24);
    assert!(![text, grid, csv].iter().any(|text| text.contains("NaN")));
}

#[test]
fn a_class_is_shown_against_all_others() {
    let (_folder, file) = place();
    two_flops(&file);
    let of_hero = ["inspect", &file, "--flop", "Ts9s6h", "--hero", "AKs"];
    let text = shown(&of_hero);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "equity of AKs against each class on Ts9s6h, in percent of the pot");
    assert_eq!(lines.len(), 16);
    assert!(lines[2].starts_with("      A     K     Q     J"), "{}", lines[2]);
    assert!(lines[3].starts_with("A    12    50    77"), "{}", lines[3]);
    let colour = shown(&[&of_hero[..], &["--color", "always"]].concat());
    assert!(colour.contains("\u{1b}["));

    let of_villain = ["inspect", &file, "--flop", "Ts9s6h", "--villain", "AKs"];
    assert!(shown(&of_villain).contains("\nA    88    50    23"));
    let [one, other] =
        [&of_hero, &of_villain].map(|arguments| json(&[&arguments[..], &["--json"]].concat()));
    for i in 0..169 {
        let equity = |report: &serde_json::Value| report["classes"][i]["equity"].as_f64();
        let sum = equity(&one).zip(equity(&other)).map(|(one, other)| one + other);
        assert!(sum.is_some_and(|sum| (sum - 1.0).abs() < 1e-9), "{i}");
    }
}

#[test]
fn a_table_is_written_as_csv() {
    let (folder, file) = place();
    two_flops(&file);
    let csv = shown(&["inspect", &file, "--flop", "Td9d6h", "--csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.len() == 170 && rows.iter().all(|row| row.len() == 170));
    assert_eq!(rows[0][..3], ["Ts9s6h", "AA", "AKs"]);
    assert_eq!(rows[2][..3], ["AKs", "0.125", "0.5"]);
    let path = folder.path().join("table.csv");
    let path = path.to_str().expect("UTF-8");
    assert_eq!(shown(&["inspect", &file, "--flop", "Td9d6h", "--csv", path]), "");
    assert_eq!(fs::read_to_string(path).expect("the file"), csv);
}

#[test]
fn questions_to_a_file_without_sense_are_refused() {
    let (_folder, file) = place();
    two_flops(&file);
    let ask = |arguments: &[&str]| refused(&[&["inspect", &file], arguments].concat());
    assert_eq!(
        ask(&["--flop", "Td9x6h", "--hero", "AKs"]),
        "error: flop, column 4: expected a suit (c, d, h, s), found `x`\n  Td9x6h\n     ^\n"
    );
    let message = ask(&["--flop", "Td9d6h", "--hero", "AK"]);
    assert!(message.starts_with("error: hero, column 3: expected s (suited)"), "{message}");
    assert!(message.ends_with("\n  AK\n    ^\n"), "{message}");
    assert_eq!(ask(&["--flop", "Td9d6h"]), "error: --flop needs --hero, --villain or --csv\n");
    ask(&["--hero", "AKs"]);
    ask(&["--flop", "Td9d6h", "--hero", "AKs", "--csv"]);
    assert_eq!(
        failed(&["inspect", &file, "--flop", "2c3c4c", "--hero", "AKs"]),
        format!("error: {file}: no table for 4c3c2c\n")
    );
}
