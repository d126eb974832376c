//! Odd input, full disks and readers that leave: one line says what is wrong, and
//! nothing is lost or half-written.

use std::fs;
use std::path::Path;

use crate::common::{quasar, refused, shown};

const SPEC: &str = "board: Ks7d4c9h2s\npot: 100\nstack: 100\noop: KK,QQ\nip: AA\nbet: 100%\n\
    iterations: 20\nthreads: 1\n";

/// A folder with a spec, and the names of the folder and of the spec.
fn prepared() -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let spec = folder.path().join("spot.yaml");
    fs::write(&spec, SPEC).unwrap();
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    let names = (name(folder.path()), name(&spec));
    (folder, names.0, names.1)
}

/// The names of the files in a folder.
fn files(folder: &str) -> Vec<String> {
    let name = |file: fs::DirEntry| file.file_name().into_string().unwrap();
    let mut files: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| name(file.unwrap())).collect();
    files.sort();
    files
}

#[test]
fn mistakes_in_arguments_name_the_argument() {
    let (_folder, _, spec) = prepared();
    for (more, message) in [
        (&["--set", "=5"][..], "--set =5: expected FIELD=VALUE, such as river.bet=75%"),
        (&["--set", "foo=5"], "unknown field foo; valid fields here: game, board, pot, "),
        (&["--set", "bord=5"], "unknown field bord; did you mean board? "),
        (&["--iterations", "0"], "invalid value '0' for '--iterations <N>': expected a whole "),
        (&["--iterations", "-5"], "invalid value '-5' for '--iterations <N>': expected a whole "),
        (&["--threads", "-1"], "invalid value '-1' for '--threads <N>': "),
        (
            &["--threads", "99999"],
            "invalid value '99999' for '--threads <N>': expected up to 512 threads",
        ),
        (&["--time=-1s"], "invalid value '-1s' for '--time <TIME>': a time must not be negative"),
        (&["--memory", "0"], "invalid value '0' for '--memory <SIZE>': an amount must be at least"),
        (&["--oop", ""], "oop.range is ``; expected at least one hand, such as QQ+,AKs:0.5"),
        (&["--ip", "KsQs"], "every hand in the range of ip holds a card of the board"),
        (&["--pot", "NaN"], "invalid value 'NaN' for '--pot <CHIPS>': expected a number of chips "),
        (&["--line", "r:0:c:c:2s"], "r:0:c:c:2s continues after the hand is over"),
        (&["--resume"], ""),
        (
            &["--board", "Ks7d4c", "--oop", "random", "--ip", "random", "--memory", "1MB"],
            "the boards of the spot alone need at least ",
        ),
    ] {
        let found = refused(&[&["solve", &spec], more].concat());
        assert!(found.starts_with(&format!("error: {message}")), "{found}");
    }
}

#[test]
fn what_is_no_text_is_told_with_its_place() {
    let (_folder, folder, spec) = prepared();
    let other = format!("{folder}/other.yaml");
    fs::write(&other, b"board: Ks7d4c9h2s\npot: \xff\xfe\n").unwrap();
    let why = format!("error: cannot read {other}: line 2, column 6: byte ff is not valid UTF-8\n");
    assert_eq!(refused(&["solve", &other]), why);
    assert_eq!(refused(&["solve-one", &other]), why);
    let flops = format!("@{other}");
    assert_eq!(refused(&["solve", &spec, "--flops", &flops, "-o", &folder]), why);
    fs::write(&other, format!("{SPEC}pot: 200\n")).unwrap();
    assert_eq!(refused(&["solve", &other]), "error: line 9, column 1: pot is given twice\n");
}

#[test]
fn a_checkpoint_takes_the_place_of_nothing_else() {
    let (_folder, folder, spec) = prepared();
    for (path, message) in [
        (
            &spec,
            format!(
                "{spec}: is not a checkpoint (it begins with the bytes 62 6f 61 72) and was not replaced"
            ),
        ),
        (&folder, format!("{folder}: is not a regular file")),
    ] {
        let (stdout, stderr, code) = quasar(&["solve", &spec, "--checkpoint", path]);
        assert_eq!((stdout.as_str(), code), ("", 2), "told before anything is solved");
        assert_eq!(stderr, format!("error: {message}\n"));
    }
    assert_eq!(fs::read_to_string(&spec).unwrap(), SPEC);
    assert_eq!(files(&folder), ["spot.yaml"]);
}

#[test]
fn a_name_that_ends_like_a_folder_is_told_before_the_solve() {
    let (_folder, folder, spec) = prepared();
    let target = format!("{folder}/new/");
    let (stdout, stderr, code) = quasar(&["solve", &spec, "-o", &target]);
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert_eq!(stderr, format!("error: {target}: is not a regular file\n"));
    assert_eq!(files(&folder), ["spot.yaml"]);
}

#[cfg(unix)]
#[test]
fn a_save_is_not_written_over_by_what_is_read_from_it() {
    let (_folder, folder, spec) = prepared();
    let (save, link) = (format!("{folder}/spot.qsr"), format!("{folder}/spot.json"));
    quasar(&["solve", &spec, "-o", &save]);
    std::os::unix::fs::symlink(&save, &link).unwrap();
    let before = fs::read(&save).unwrap();
    for (option, target) in [("--csv", &save), ("--export", &link)] {
        let found = refused(&["inspect", &save, "--node", "r:0", option, target]);
        let message = format!("error: {option} {target}: this is the file being inspected\n");
        assert_eq!(found, message);
    }
    assert_eq!(fs::read(&save).unwrap(), before);
}

/// Nobody reads the report, but the solve was worth its save and its checkpoint.
#[cfg(target_os = "linux")]
#[test]
fn a_save_is_written_though_the_output_is_full() {
    use std::process::Command;

    let (_folder, folder, spec) = prepared();
    let (save, kept) = (format!("{folder}/spot.qsr"), format!("{folder}/spot.checkpoint"));
    for format in [&["--json"][..], &[]] {
        let ended = Command::new(env!("CARGO_BIN_EXE_quasar"))
            .args(["solve", &spec, "-o", &save, "--checkpoint", &kept])
            .args(format)
            .stdout(fs::File::options().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let told = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{told}");
        assert!(told.contains("cannot write the output: "), "{told}");
        shown(&["inspect", &save]);
        fs::remove_file(&save).unwrap();
        fs::remove_file(&kept).unwrap();
    }
    // Those of many flops as well.
    let flops = format!("{folder}/flops");
    let ended = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(["solve", &spec, "--flops", "AhKsQd", "--iterations", "1", "-o", &flops])
        .stdout(fs::File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1));
    shown(&["inspect", &format!("{flops}/AsKhQd.qsr")]);
    // A device is no place for a checkpoint, which is said before the solve.
    let (stdout, stderr, code) = quasar(&["solve", &spec, "--checkpoint", "/dev/full"]);
    assert_eq!((stdout.as_str(), code), ("", 2));
    assert_eq!(stderr, "error: /dev/full: is not a regular file\n");
}

/// Nothing that a user or a file gives is printed so that it steers the terminal.
#[test]
fn escape_sequences_are_never_printed() {
    const RED: &str = "\u{1b}[31m";
    let (_folder, folder, spec) = prepared();
    let save = format!("{folder}/{RED}river\u{9b}1m.qsr");
    crate::common::solved(&["solve", &spec, "-o", &save]);
    let coloured = format!("board: Ks7d4c9h2s\npot: \"{RED}5\"\nstack: 5\noop: AA\nip: KK\n");
    let wrong = format!("{folder}/wrong.yaml");
    fs::write(&wrong, coloured).unwrap();
    let missing = format!("{folder}/{RED}");
    for arguments in [
        &["inspect", &save][..],
        &["inspect", &missing],
        &["inspect", &save, "--node", RED],
        &["solve", &wrong],
        &["solve", &spec, "--set", &format!("{RED}=5")],
        &["solve", "--toy", RED],
        &["equity", "AhKh", RED],
        &["equity", "--method", RED],
        &[RED],
        &["schema", RED],
    ] {
        let (stdout, stderr, _) = quasar(arguments);
        for text in [stdout, stderr] {
            let steers = |c: char| c.is_control() && c != '\n';
            assert!(!text.contains(steers), "{arguments:?} {text:?}");
        }
    }
    let text = shown(&["inspect", &save]);
    assert!(text.starts_with(&format!("file            {folder}/?[31mriver?1m.qsr\n")), "{text}");
}

/// A file without an end is read up to a limit.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_matrix_is_refused() {
    let (_folder, folder, _) = prepared();
    let spot = format!("{folder}/spot.json");
    let text = include_str!("../../../../sample_configurations/one_decision_buckets.json");
    let mut fields: serde_json::Value = serde_json::from_str(text).unwrap();
    fields["matrix"] = "/dev/zero".into();
    fs::write(&spot, fields.to_string()).unwrap();
    let (_, error, code) = quasar(&["solve-one", &spot, "--table"]);
    assert_eq!(code, 2, "{error}");
    assert_eq!(error, "error: cannot read /dev/zero: the file has more than 67108864 bytes\n");
}

/// A pipe that nobody writes to would be waited for without end.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_inspected() {
    let (_folder, folder, _) = prepared();
    let pipe = format!("{folder}/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(
        refused(&["inspect", &pipe]),
        format!("error: {pipe}: neither a regular file nor a folder\n")
    );
}
