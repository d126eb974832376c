//! Running the command.

pub(crate) mod schema;
#[cfg(target_os = "linux")]
pub(crate) mod terminal;

use std::process::{Command, Output};

/// Runs `quasar` and returns standard output, standard error and the exit code. Progress
/// is left out of standard error: whether any is shown depends on the load of the machine.
pub(crate) fn quasar(arguments: &[&str]) -> (String, String, i32) {
    let Output { stdout, stderr, status } = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("quasar runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let stderr: String =
        text(stderr).split_inclusive('\n').filter(|line| !is_progress(line)).collect();
    (text(stdout), stderr, status.code().expect("an exit code"))
}

/// Whether a line of standard error is one that work of more than a second may show:
/// `12 of 61 flops, …`, `12% done, …`, `iteration 120, …` or `SPR 8 (2 of 2): 4 of 10 flops, …`.
fn is_progress(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let counts = |words: &[&str]| match words {
        [done, "of", total, ..] => {
            let is_count = |word: &&str| word.bytes().all(|b| b.is_ascii_digit() || b == b',');
            [done, total].into_iter().all(is_count)
        }
        _ => false,
    };
    let share = words[0].ends_with('%') && words.get(1) == Some(&"done,");
    let counted =
        share || counts(&words) || words[0] == "SPR" && words.len() > 5 && counts(&words[5..]);
    counted || words[0] == "iteration" && line.contains(", ") && !line.contains("mbb")
}

/// Standard output of a command that must succeed and stay silent on errors.
pub(crate) fn shown(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!((stderr.as_str(), code), ("", 0), "{arguments:?}");
    stdout
}

/// Standard error of a command that must refuse its input and print nothing.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!((stdout.as_str(), code), ("", 2), "{arguments:?}");
    // With --json the message is a field of an object.
    match serde_json::from_str::<serde_json::Value>(&stderr) {
        Ok(report) => format!("error: {}\n", report["message"].as_str().expect("a message")),
        Err(_) => stderr,
    }
}

/// The report that a command prints, which must be as one of the schemas says.
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    report(&shown(arguments))
}

/// A report that must be as one of the schemas says.
pub(crate) fn report(text: &str) -> serde_json::Value {
    let report = serde_json::from_str(text).expect("JSON");
    schema::find(&report);
    report
}

/// Standard output of a command that must succeed; it may say on standard error which
/// files it wrote.
pub(crate) fn solved(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    stdout
}

pub(crate) fn solved_json(arguments: &[&str]) -> serde_json::Value {
    report(&solved(arguments))
}

pub(crate) fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().expect("a number")
}
