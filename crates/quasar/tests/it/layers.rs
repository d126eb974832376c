//! No crate may depend on one of its own layer or above; the layers are those of
//! `docs/ARCHITECTURE.md`.

use std::process::Command;

use serde_json::Value;

/// Bottom first. A crate may use any crate of a lower layer.
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
