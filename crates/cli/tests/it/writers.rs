//! Every command that writes a file or a folder, in every situation that may spoil it.
//!
//! Whatever happens, the old result or the new one is there and whole, never neither; other
//! people's files stay as they are; and the exit code says what happened: 0 means that the
//! new result is in its place. No test needs a signal to arrive at a certain moment: what is
//! checked holds at every moment. `crates/store/src/crash.rs` stops the writers at every
//! single step.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use crate::common::{quasar, solved};

const RIVER: &str = "board: Ks7d4c9h2s\npot: 100\nstack: 300\noop: AA,QQ-TT,AK,87s\n\
    ip: KK,JJ,KQ,T8s\nbet: 50%\nraise: 3x\nthreads: 1\n";
const FLOP: &str = "board: AhKsQd\npot: 100\nstack: 100\noop: AA\nip: QQ\nbet: 60%\nraise: 2.5x\n\
    raise_cap: 1\nthreads: 1\n";

/// What a user may have where a result is to go.
const FOREIGN: &str = "my thesis";

/// A command that writes.
struct Writer {
    name: &'static str,
    /// The arguments that write a result to a place: the first, or another one.
    write: fn(&Fixture, &str, first: bool) -> Vec<String>,
    /// The arguments that fail unless the place holds a whole result.
    check: fn(&Fixture, &str) -> Vec<String>,
    /// The last part of the place's name.
    ending: &'static str,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A file of Quasar, which replaces only its own kind.
    File,
    /// A file in a format of others, which replaces what the user names.
    Export,
    /// A folder that is replaced as a whole.
    Folder,
    /// A folder that results are added to.
    Collection,
}

/// Files that writers read.
struct Fixture {
    folder: tempfile::TempDir,
}

/// A file of buckets, which all fixtures have: it is the one that takes time to make.
static BUCKETS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.buckets");
    let buckets = ["--board", "Ts9s2c2d7h", "--features", "small", "--k", "40"];
    solved(&[&["buckets", "-o", file.to_str().unwrap()], &buckets[..]].concat());
    fs::read(file).unwrap()
});

impl Fixture {
    fn new() -> Fixture {
        let fixture = Fixture { folder: tempfile::tempdir().unwrap() };
        fs::write(fixture.path("river.yaml"), RIVER).unwrap();
        fs::write(fixture.path("flop.yaml"), FLOP).unwrap();
        let file = |name: &str| fixture.path(name);
        let river = file("river.yaml");
        solved(&["solve", &river, "--iterations", "10", "-o", &file("river.qsr")]);
        fs::write(file("in.buckets"), &*BUCKETS).unwrap();
        solved(&["precompute-equity", "-o", &file("in.tables"), "--flops", "Td9d6h"]);
        fixture
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// A new empty folder.
    fn workplace(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join("work").join(name);
        fs::create_dir_all(&path).unwrap();
        path
    }
}

fn sample(name: &str) -> String {
    format!("{}/../../sample_configurations/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn inspect(_: &Fixture, place: &str) -> Vec<String> {
    words(&["inspect", place])
}

const WRITERS: [Writer; 11] = [
    Writer {
        name: "solve -o",
        write: |fixture, place, first| {
            let iterations = if first { "10" } else { "200" };
            words(&["solve", &fixture.path("river.yaml"), "--iterations", iterations, "-o", place])
        },
        check: inspect,
        ending: "spot.qsr",
        shape: Shape::File,
    },
    Writer {
        name: "solve --checkpoint",
        write: |fixture, place, first| {
            let iterations = if first { "10" } else { "200" };
            let spec = fixture.path("river.yaml");
            words(&["solve", &spec, "--iterations", iterations, "--checkpoint", place])
        },
        check: |fixture, place| {
            let spec = fixture.path("river.yaml");
            words(&["solve", &spec, "--iterations", "1", "--checkpoint", place, "--resume"])
        },
        ending: "spot.checkpoint",
        shape: Shape::File,
    },
    Writer {
        name: "buckets -o",
        write: |_, place, first| {
            let k = if first { "3" } else { "5" };
            let board = ["buckets", "--board", "Ts9s2c2d7h", "--features", "small"];
            words(&[&board[..], &["--k", k, "-o", place]].concat())
        },
        check: |_, place| words(&["buckets", place]),
        ending: "river.buckets",
        shape: Shape::File,
    },
    Writer {
        name: "precompute-equity",
        write: |_, place, first| {
            let flops = if first { "AsKhQd" } else { "AsKhQd,Ts9s6h" };
            words(&["precompute-equity", "-o", place, "--flops", flops])
        },
        check: inspect,
        ending: "tables.bin",
        shape: Shape::File,
    },
    Writer {
        name: "solve-preflop -o",
        write: |_, place, first| {
            let stack = if first { "8" } else { "9" };
            let solve = ["solve-preflop", "--iterations", "20", "--stack-depth", stack];
            words(&[&solve[..], &["-o", place]].concat())
        },
        check: inspect,
        ending: "strategy",
        shape: Shape::Folder,
    },
    Writer {
        name: "solve-postflop -o",
        // A bundle of another configuration is not replaced, so both are the same.
        write: |_, place, _| {
            let config = sample("AKQr_vs_234r_postflop.yaml");
            let fields = ["--set", "flops=AhKsQd", "--set", "spr=2", "--set", "iterations=5"];
            words(&[&["solve-postflop", "-c", &config, "-o", place][..], &fields].concat())
        },
        check: inspect,
        ending: "model",
        shape: Shape::Collection,
    },
    Writer {
        name: "solve --flops -o",
        write: |fixture, place, first| {
            let flops = if first { "AhKhQh" } else { "AhKhQh,TdTsTh" };
            let spec = fixture.path("flop.yaml");
            let solve = ["solve", &spec, "--iterations", "2", "--save", "no-turns"];
            words(&[&solve[..], &["--flops", flops, "-o", place]].concat())
        },
        check: inspect,
        ending: "flops",
        shape: Shape::Collection,
    },
    Writer {
        name: "matrix --csv",
        write: |fixture, place, _| words(&["matrix", &fixture.path("in.buckets"), "--csv", place]),
        check: |_, place| words(&["matrix", "--read", place]),
        ending: "matrix.csv",
        shape: Shape::Export,
    },
    Writer {
        name: "flops --output",
        write: |_, place, _| words(&["flops", "--format", "csv", "--output", place]),
        check: |_, _| words(&["flops"]),
        ending: "flops.csv",
        shape: Shape::Export,
    },
    Writer {
        name: "inspect --export",
        write: |fixture, place, _| {
            words(&["inspect", &fixture.path("river.qsr"), "--street", "river", "--export", place])
        },
        check: |_, _| words(&["flops"]),
        ending: "river.parquet",
        shape: Shape::Export,
    },
    Writer {
        name: "inspect --csv",
        write: |fixture, place, _| {
            let tables = fixture.path("in.tables");
            words(&["inspect", &tables, "--flop", "Td9d6h", "--csv", place])
        },
        check: |_, _| words(&["flops"]),
        ending: "table.csv",
        shape: Shape::Export,
    },
];

/// All files at and below a path, by name.
type Contents = BTreeMap<PathBuf, Vec<u8>>;

fn contents(path: &Path) -> Contents {
    let mut found = Contents::new();
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            found.append(&mut contents(&entry.unwrap().path()));
        }
    } else if path.exists() {
        found.insert(path.to_owned(), fs::read(path).unwrap());
    }
    found
}

impl Writer {
    fn place(&self, folder: &Path) -> String {
        folder.join(self.ending).to_str().unwrap().to_owned()
    }

    fn run(&self, fixture: &Fixture, place: &str, first: bool) -> (String, i32) {
        let arguments = (self.write)(fixture, place, first);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (_, stderr, code) = quasar(&arguments);
        (stderr, code)
    }

    /// Writes the first result.
    fn write_first(&self, fixture: &Fixture, place: &str) {
        let (stderr, code) = self.run(fixture, place, true);
        assert_eq!(code, 0, "{}: {stderr}", self.name);
    }

    fn start(&self, fixture: &Fixture, place: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quasar"));
        command.args((self.write)(fixture, place, false));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Fails unless a whole result is in its place, and nothing of ours is left next to it
    /// after one more run.
    fn assert_whole(&self, fixture: &Fixture, place: &str, what: &str) {
        let arguments = (self.check)(fixture, place);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (_, stderr, code) = quasar(&arguments);
        assert_eq!(code, 0, "{}, {what}: {stderr}", self.name);
    }

    fn assert_clean(&self, fixture: &Fixture, place: &str, what: &str) {
        let (stderr, code) = self.run(fixture, place, false);
        assert_eq!(code, 0, "{}, {what}: {stderr}", self.name);
        let around = contents(Path::new(place).parent().unwrap());
        let left: Vec<&PathBuf> = around.keys().filter(|path| !path.starts_with(place)).collect();
        assert!(left.is_empty(), "{}, {what}: {left:?}", self.name);
        let mut inside = around.keys().filter(|path| path.starts_with(place));
        let ours = |path: &&PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            [".partial", "-partial", ".tmp", ".lock"].iter().any(|end| name.ends_with(end))
        };
        assert_eq!(inside.find(ours), None, "{}, {what}", self.name);
    }
}

#[test]
fn foreign_files_are_replaced_by_exports_only() {
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let place = writer.place(&folder);
        fs::write(&place, FOREIGN).unwrap();
        let (stderr, code) = writer.run(&fixture, &place, true);
        if writer.shape == Shape::Export {
            assert_eq!(code, 0, "{}: {stderr}", writer.name);
            assert_ne!(fs::read(&place).unwrap(), FOREIGN.as_bytes(), "{}", writer.name);
            writer.assert_whole(&fixture, &place, "after a foreign file");
        } else {
            assert!(code == 1 || code == 2, "{}: {code} {stderr}", writer.name);
            assert!(stderr.starts_with("error: "), "{}: {stderr}", writer.name);
            assert_eq!(fs::read(&place).unwrap(), FOREIGN.as_bytes(), "{}", writer.name);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{}", writer.name);
    }
}

#[test]
fn foreign_folders_stay_as_they_are() {
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let place = writer.place(&folder);
        fs::create_dir(&place).unwrap();
        let thesis = Path::new(&place).join("thesis.txt");
        fs::write(&thesis, FOREIGN).unwrap();
        let (stderr, code) = writer.run(&fixture, &place, true);
        assert_eq!(fs::read(&thesis).unwrap(), FOREIGN.as_bytes(), "{}", writer.name);
        if writer.shape != Shape::Collection {
            assert!(code == 1 || code == 2, "{}: {code} {stderr}", writer.name);
            assert_eq!(contents(&folder).len(), 1, "{}", writer.name);
        }
    }
}

/// Read-only for everybody, root included: a file where a folder is needed, a system folder
/// in which nobody makes files, and a folder that does not exist, which is not made.
#[test]
fn places_that_cannot_be_written_are_refused() {
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let file = folder.join("file");
        fs::write(&file, FOREIGN).unwrap();
        let mut around = vec![file.clone(), folder.join("missing")];
        if cfg!(target_os = "linux") {
            around.push("/proc".into());
        }
        for around in around {
            let (stderr, code) = writer.run(&fixture, &writer.place(&around), true);
            let where_ = around.display();
            assert!(code == 1 || code == 2, "{} in {where_}: {code} {stderr}", writer.name);
            assert!(stderr.contains("error: "), "{} in {where_}: {stderr}", writer.name);
        }
        assert_eq!(fs::read(&file).unwrap(), FOREIGN.as_bytes());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{}", writer.name);
    }
}

/// No file may grow beyond a kilobyte, which is how a full disk or a quota looks to a
/// process, and works for root as well.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_result() {
    const LIMITED: &str = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let place = writer.place(&folder);
        writer.write_first(&fixture, &place);
        let old = contents(Path::new(&place));
        let status = Command::new("bash")
            .args(["-c", LIMITED, "bash", env!("CARGO_BIN_EXE_quasar")])
            .args((writer.write)(&fixture, &place, false))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        // A complete bundle has nothing more to write.
        let complete = writer.name == "solve-postflop -o" && status.code() == Some(0);
        assert!(complete || status.code() == Some(1), "{}: {status}", writer.name);
        // A collection may have gained whole results; what it had is still there.
        let now = contents(Path::new(&place));
        let kept = old.iter().all(|(path, bytes)| now.get(path) == Some(bytes));
        assert!(kept || writer.shape == Shape::Collection, "{}", writer.name);
        writer.assert_whole(&fixture, &place, "after a full disk");
        writer.assert_clean(&fixture, &place, "after a full disk");
    }
}

#[test]
fn of_two_writers_at_once_one_wins() {
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let place = writer.place(&folder);
        writer.write_first(&fixture, &place);
        let start = || writer.start(&fixture, &place).spawn().unwrap();
        let codes = [start(), start()].map(|mut child| child.wait().unwrap().code());
        assert!(codes.contains(&Some(0)), "{}: {codes:?}", writer.name);
        assert!(codes.iter().all(|code| [Some(0), Some(1)].contains(code)), "{codes:?}");
        writer.assert_whole(&fixture, &place, "after two writers");
        writer.assert_clean(&fixture, &place, "after two writers");
    }
}

#[test]
fn the_result_is_written_even_if_stdout_is_closed() {
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let place = writer.place(&folder);
        let mut child = writer.start(&fixture, &place).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{}", writer.name);
        writer.assert_whole(&fixture, &place, "with a closed stdout");
    }
}

/// Waits until something changes next to the place, or the command ends.
fn wait_for_a_change(folder: &Path, child: &mut Child) {
    let names = || {
        let entries = fs::read_dir(folder).unwrap();
        entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect::<Vec<_>>()
    };
    let before = names();
    while names() == before && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
}

/// Sends the signal to a command that replaces a result, at once or when it has begun to
/// write.
#[cfg(unix)]
fn interrupt_all(signal: &str) {
    let fixture = Fixture::new();
    for writer in &WRITERS {
        let folder = fixture.workplace(writer.ending);
        let place = writer.place(&folder);
        writer.write_first(&fixture, &place);
        for at_once in [true, false] {
            let old = contents(Path::new(&place));
            let mut child = writer.start(&fixture, &place).spawn().unwrap();
            if !at_once {
                wait_for_a_change(&folder, &mut child);
            }
            // The command may have ended.
            let id = child.id().to_string();
            let kill = Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status();
            kill.unwrap();
            let code = child.wait().unwrap().code();
            let what = format!("after {signal} ({code:?})");
            // None is death by the signal itself: before it was listened to, or SIGKILL.
            let known = [None, Some(0), Some(1), Some(130)];
            assert!(known.contains(&code), "{} {what}", writer.name);
            if code == Some(1) && writer.shape != Shape::Collection {
                assert_eq!(contents(Path::new(&place)), old, "{} {what}", writer.name);
            }
            writer.assert_whole(&fixture, &place, &what);
        }
        writer.assert_clean(&fixture, &place, &format!("after {signal}"));
    }
}

#[cfg(unix)]
#[test]
fn sigterm_leaves_the_old_result_or_the_new_one() {
    interrupt_all("-TERM");
}

#[cfg(unix)]
#[test]
fn sighup_leaves_the_old_result_or_the_new_one() {
    interrupt_all("-HUP");
}

#[cfg(unix)]
#[test]
fn sigkill_leaves_the_old_result_or_the_new_one() {
    interrupt_all("-KILL");
}
