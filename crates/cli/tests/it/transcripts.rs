//! Commands and what they print, as data: the files of `tests/transcripts`, and the
//! `console` blocks of the README and of the documents.
//!
//! ```text
//! # a comment, only before the first command
//! $ quasar eval AhKhQhJhTh          a command; `| head` keeps ten lines
//! hand  …                           its output, line by line
//! [2]                               its exit code, if that is not 0
//! ```
//!
//! A line `…` stands for any lines, `[..]` for any text in a line. Durations and rates may
//! differ. In a block ```` ```console approximate ````, or in a file whose first line is
//! `# approximate`, so may other numbers, by a quarter: solves round differently on other
//! processors. Commands run one after the other in a folder that has
//! `sample_configurations`, so a later one finds the files of an earlier one.
//!
//! In documents a command without output is not run, nor is one with a pipe or redirection.
//! After a change of output, `QUASAR_BLESS=1 cargo test -p quasar-cli transcripts` rewrites
//! the files of `tests/transcripts`; read the difference before you commit it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::common::shown;

/// A command and what it should print.
struct Case {
    command: String,
    expected: Vec<String>,
    approximate: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The commands of some lines, each with the lines that follow it.
fn cases<'a>(lines: impl Iterator<Item = &'a str>, approximate: bool) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            cases.push(Case { command: command.to_owned(), expected: Vec::new(), approximate });
        } else if let Some(case) = cases.last_mut() {
            case.expected.push(line.to_owned());
        }
    }
    cases
}

fn cases_of_file(text: &str) -> Vec<Case> {
    cases(text.lines(), text.starts_with("# approximate"))
}

/// The cases of a document's `console` blocks that can be run.
fn cases_of_document(text: &str) -> Vec<Case> {
    let mut all = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```console") {
            let block = lines.by_ref().take_while(|line| *line != "```");
            all.extend(cases(block, kind.trim() == "approximate"));
        }
    }
    all.retain(|case| !case.expected.is_empty() && !case.command.contains(['|', '>']));
    all
}

/// The words of a command; quotes join words, as in a shell.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Runs a command and returns its lines: standard output, standard error if it fails, and
/// then its exit code.
fn run(case: &Case, folder: &Path) -> Vec<String> {
    let (command, head) = match case.command.strip_suffix(" | head") {
        Some(command) => (command, true),
        None => (case.command.as_str(), false),
    };
    let mut words = words(command);
    // Nothing else of a shell is understood: it would become an argument.
    assert!(!words.iter().any(|word| word.contains('|')), "{}: use `| head`", case.command);
    // What is exact on an idle machine must not be sampled on a loaded one.
    if words[1] == "equity" && !words.iter().any(|word| word == "--method") {
        words.extend(["--budget".to_owned(), "600000".to_owned()]);
    }
    let (program, arguments) = words.split_first().expect("a command");
    assert_eq!(program, "quasar", "{command}");
    let done = Command::new(env!("CARGO_BIN_EXE_quasar"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .output()
        .expect("quasar runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).expect("UTF-8");
    let mut lines: Vec<_> = text(&done.stdout).lines().map(str::to_owned).collect();
    if head {
        lines.truncate(10);
    }
    if !done.status.success() {
        lines.extend(text(&done.stderr).lines().map(str::to_owned));
        lines.push(format!("[{}]", done.status.code().expect("an exit code")));
    }
    lines
}

/// Whether the lines are as expected: the chunks between `…` in order, the first at the
/// start and the last at the end.
fn agree(expected: &[String], found: &[String], approximate: bool) -> bool {
    let same = |chunk: &[String], lines: &[String]| {
        let mut pairs = chunk.iter().zip(lines);
        chunk.len() <= lines.len() && pairs.all(|(a, b)| line_agrees(a, b, approximate))
    };
    let chunks: Vec<&[String]> = expected.split(|line| line == "…").collect();
    let [first, middle @ .., last] = &chunks[..] else {
        return expected.len() == found.len() && same(expected, found);
    };
    if !same(first, found) {
        return false;
    }
    let mut place = first.len();
    for chunk in middle {
        match (place..=found.len()).find(|&start| same(chunk, &found[start..])) {
            Some(start) => place = start + chunk.len(),
            None => return false,
        }
    }
    found.len() - place >= last.len() && same(last, &found[found.len() - last.len()..])
}

fn line_agrees(expected: &str, found: &str, approximate: bool) -> bool {
    if expected == found {
        return true;
    }
    if expected.contains("[..]") {
        let mut rest = found;
        let mut parts = expected.split("[..]");
        let first = parts.next().unwrap_or_default();
        let Some(after) = rest.strip_prefix(first) else { return false };
        rest = after;
        return parts.all(|part| match rest.find(part) {
            Some(place) => {
                rest = &rest[place + part.len()..];
                true
            }
            None => false,
        }) && (rest.is_empty() || expected.ends_with("[..]"));
    }
    let [expected, found] =
        [expected, found].map(|line| line.split_whitespace().collect::<Vec<_>>());
    expected.len() == found.len()
        && (0..expected.len()).all(|place| {
            let [(a, a_marks), (b, b_marks)] = [expected[place], found[place]].map(number);
            expected[place] == found[place]
                || (is_unit(&expected, place) && is_unit(&found, place))
                || a_marks == b_marks
                    && a.zip(b).is_some_and(|(a, b)| {
                        is_measured(&expected, place) && is_measured(&found, place)
                            || approximate && (a - b).abs() <= (0.25 * a.abs()).max(0.05)
                    })
        })
}

/// The number that a word is, and the marks around it, such as `(` and `%`.
fn number(word: &str) -> (Option<f64>, String) {
    let digits: String = word.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let marks = word.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '-'));
    (digits.trim_end_matches('.').parse().ok(), marks.collect())
}

/// Whether a word is the unit of a number that depends on the machine.
fn is_unit(words: &[&str], place: usize) -> bool {
    let word = words[place].trim_end_matches([',', ';', '.', ')']);
    let rest = &words[place + 1..];
    place > 0
        && number(words[place - 1]).0.is_some()
        && (matches!(word, "ns" | "us" | "ms" | "s" | "min")
            || matches!(word, "k" | "M" | "G") && rest.starts_with(&["nodes", "per", "second"]))
}

fn is_measured(words: &[&str], place: usize) -> bool {
    place + 1 < words.len()
        && (is_unit(words, place + 1)
            || words[place + 1..].starts_with(&["nodes", "per", "second"]))
}

/// A folder with the samples, in which commands may write.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let samples = folder.path().join("sample_configurations");
    fs::create_dir(&samples).unwrap();
    for file in fs::read_dir(root().join("sample_configurations")).unwrap() {
        let file = file.unwrap();
        // A test that interrupts a solve may have left a checkpoint there.
        let spec = file.path().extension().is_some_and(|kind| kind == "yaml" || kind == "json");
        if spec {
            fs::copy(file.path(), samples.join(file.file_name())).unwrap();
        }
    }
    folder
}

/// What differs, for people.
fn difference(path: &Path, case: &Case, found: &[String]) -> String {
    let expected = case.expected.join("\n");
    let place = path.file_name().unwrap_or_default().to_string_lossy();
    format!(
        "{place}: $ {}\n--- expected\n{expected}\n--- found\n{}\n",
        case.command,
        found.join("\n")
    )
}

/// Runs all cases in one folder, and fails with all differences.
fn check(path: &Path, cases: &[Case]) {
    let folder = workplace();
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|case| {
            let found = run(case, folder.path());
            let expected = case.expected.iter().map(|line| line.trim_end().to_owned());
            let mut expected: Vec<_> = expected.collect();
            while expected.last().is_some_and(|line| line.is_empty()) {
                expected.pop();
            }
            // Documents show an error without its exit code.
            let shows_code = expected.last().is_some_and(|line| line.starts_with('['));
            let trimmed = if shows_code { &found[..] } else { without_code(&found) };
            let agrees = agree(&expected, trimmed, case.approximate);
            (!agrees).then(|| difference(path, case, &found))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn without_code(found: &[String]) -> &[String] {
    let failed = found.iter().any(|line| line.starts_with("error: "));
    match found.split_last() {
        Some((last, lines)) if failed && last.starts_with('[') => lines,
        _ => found,
    }
}

#[test]
fn commands_print_what_their_transcripts_say() {
    let bless = env::var_os("QUASAR_BLESS").is_some();
    for path in transcripts() {
        let text = fs::read_to_string(&path).unwrap();
        let cases = cases_of_file(&text);
        assert!(!cases.is_empty(), "{} has no command", path.display());
        if bless {
            let folder = workplace();
            let head = text.lines().take_while(|line| !line.starts_with("$ ")).map(str::to_owned);
            let mut lines: Vec<String> = head.collect();
            for case in &cases {
                let found = run(case, folder.path());
                lines.push(format!("$ {}", case.command));
                let kept = agree(&case.expected, &found, case.approximate);
                lines.extend(if kept { case.expected.clone() } else { found });
            }
            fs::write(&path, lines.join("\n") + "\n").unwrap();
        } else {
            check(&path, &cases);
        }
    }
}

#[test]
fn documents_show_what_commands_print() {
    let documents = fs::read_dir(root().join("docs")).unwrap().map(|file| file.unwrap().path());
    let documents = documents.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    for path in documents.chain([root().join("README.md")]) {
        let cases = cases_of_document(&fs::read_to_string(&path).unwrap());
        assert!(!cases.is_empty() || !path.ends_with("README.md"));
        check(&path, &cases);
    }
}

/// What takes too long to be run here, or does not end.
const LONG: [&str; 3] = ["quasar bench", "quasar precompute-equity", "quasar serve"];

#[test]
fn the_first_example_of_every_command_has_a_transcript() {
    let texts = transcripts().into_iter().map(|path| fs::read_to_string(path).unwrap());
    let known: HashSet<String> =
        texts.flat_map(|text| cases_of_file(&text)).map(|case| case.command).collect();
    let help = shown(&["--help"]);
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.map(|line| line.split_whitespace().next().unwrap()) {
        let help = if name == "help" { continue } else { shown(&[name, "--help"]) };
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{name}"));
        let first = examples.lines().next().unwrap().trim();
        let first = first.split(" > ").next().unwrap();
        let known = known.contains(first) || known.contains(&format!("{first} | head"));
        assert!(known || LONG.contains(&first), "no transcript of `{first}`");
    }
}

#[test]
fn differences_are_found() {
    for (expected, found, approximate, agrees) in [
        ("exact, 12 deals, 20.7 ms", "exact, 12 deals, 3 us", false, true),
        ("exact, 12 deals, 20.7 ms", "exact, 13 deals, 20.7 ms", false, false),
        ("EV 91.86  0.938", "EV  90.5 0.9", true, true),
        ("EV 91.86", "EV 91.87", false, false),
        ("EV 91.86", "EV 31.86", true, false),
        ("EV 91.86%", "EV 91.86", true, false),
        ("ends, 1.7 M nodes per second", "ends, 329.4 k nodes per second", false, true),
        ("a [..] c", "a b b c", false, true),
        ("a [..] c", "a b b d", false, false),
    ] {
        assert_eq!(line_agrees(expected, found, approximate), agrees, "{expected} | {found}");
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(agree(&lines("a\n…\nd"), &lines("a\nb\nc\nd"), false));
    assert!(!agree(&lines("a\n…\nd"), &lines("a\nb\nc"), false));
    assert!(!agree(&lines("a"), &lines("a\nb"), false));
    assert_eq!(
        words("quasar range 'AA:$ds, KK' \"\" x"),
        ["quasar", "range", "AA:$ds, KK", "", "x"]
    );
}
