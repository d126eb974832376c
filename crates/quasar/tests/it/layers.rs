//! No crate may depend on one of its own layer or above; the layers are those of
//! `docs/ARCHITECTURE.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Bottom first. A crate may use any crate of a lower layer. The places of `quasar-wasm` and
/// `quasar-python` are kept for them; there are no such crates yet.
const LAYERS: &[&[&str]] = &[
    &["quasar-cards"],
    &["quasar-eval", "quasar-game"],
    &["quasar-equity"],
    &["quasar-solver"],
    &["quasar-preflop", "quasar-nets", "quasar-abstraction", "quasar-store"],
    &["quasar-bench"],
    &["quasar"],
    // What front ends share.
    &["quasar-export"],
    &["quasar-server", "quasar-wasm", "quasar-python", "quasar-peers"],
    // The command starts the server.
    &["quasar-cli"],
];

fn layer(package: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&package))
}

/// Every package of the workspace with the packages it depends on.
fn packages() -> Vec<(String, Vec<String>)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().unwrap();
            (name(package), dependencies.iter().map(name).collect())
        })
        .collect()
}

/// What front ends may know besides: what they share, and the server that the command
/// starts.
const SHARED: [&str; 2] = ["quasar-export", "quasar-server"];

/// Front ends translate and show: they know the facade, and nothing below it.
#[test]
fn front_ends_use_only_the_facade() {
    let front_ends = ["quasar-cli", "quasar-server", "quasar-wasm", "quasar-python"];
    for (package, dependencies) in packages() {
        let below =
            |name: &&String| name.starts_with("quasar-") && !SHARED.contains(&name.as_str());
        let found = dependencies.iter().find(below).filter(|_| front_ends.contains(&&*package));
        assert_eq!(found, None, "{package} must use quasar only");
    }
}

/// The rooms and crates of the facade that a source names: `spot` in `quasar::spot::SpotSpec` and
/// in `use quasar::{spot::SpotSpec, …}`.
fn rooms(source: &str) -> Vec<&str> {
    fn first_word(text: &str) -> &str {
        let text = text.trim_start();
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        &text[..end.unwrap_or(text.len())]
    }
    let mut rooms = Vec::new();
    for (place, found) in source.match_indices("quasar::") {
        let after = &source[place + found.len()..];
        let Some(group) = after.strip_prefix('{') else {
            rooms.push(first_word(after));
            continue;
        };
        rooms.push(first_word(group));
        let mut depth = 1;
        for (place, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => rooms.push(first_word(&group[place + 1..])),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    rooms
}

#[test]
fn rooms_are_found_in_groups_too() {
    let source = "use quasar::cards::Board;\nuse quasar::{\n    job::{Control, Engine},\n    \
        solver::Updates,\n};\nlet line = quasar::game::Line::default();";
    assert_eq!(rooms(source), ["cards", "job", "solver", "", "game"]);
}

/// The sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    let found = entries.flat_map(of);
    found.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// The lower crates that the facade re-exports are for programs that need the kernels. Front ends
/// name those of plain data only, cards and betting, and find everything else in its room.
#[test]
fn front_ends_name_no_kernels() {
    let kernels = ["abstraction", "classes", "eval", "solver"];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for front_end in ["cli", "server", "export"] {
        let sources = sources(&crates.join(front_end).join("src"));
        assert!(!sources.is_empty(), "{front_end} has sources");
        for path in sources {
            let source = fs::read_to_string(&path).unwrap();
            let found = rooms(&source).into_iter().find(|room| kernels.contains(room));
            assert_eq!(found, None, "{} must not name it", path.display());
        }
    }
}

#[test]
fn dependencies_point_downwards_only() {
    let packages = packages();
    assert!(packages.len() >= 4, "the workspace has at least four crates");
    for (package, dependencies) in packages {
        let own = layer(&package).unwrap_or_else(|| panic!("{package} has no layer"));
        for dependency in dependencies {
            if let Some(theirs) = layer(&dependency) {
                assert!(theirs < own, "{package} must not depend on {dependency}");
            }
        }
    }
}
