//! `solve-postflop`, `solve-preflop`, `trace-hand` and `inspect` of their folders.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

#[cfg(unix)]
use quasar::files::Checkpoint;

use crate::common::{json, quasar, refused, shown};

fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample_configurations");
    folder.join(name).display().to_string()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Standard output of a solve that must succeed; on a busy machine it also tells how
/// far it is.
fn solved(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!(code, 0, "{stderr}");
    stdout
}

#[test]
fn push_or_fold_prints_both_charts() {
    let charts = shown(&["solve-preflop", "--push-fold", "10"]);
    assert!(charts.contains("the button pushes 58.3% of hands"), "{charts}");
    assert!(charts.contains("the big blind calls with 37.4% of hands"), "{charts}");
    assert!(charts.contains("\nA   100   100   100"), "{charts}");
    let report = json(&["solve-preflop", "--push-fold", "10", "--json"]);
    let push = report["push"].as_array().unwrap();
    assert_eq!(push.len(), 169);
    let of = |class: &str| push.iter().find(|entry| entry["class"] == class).unwrap();
    assert!(of("AA")["frequency"].as_f64().unwrap() > 0.999, "{}", of("AA"));
    assert!(of("72o")["frequency"].as_f64().unwrap() < 0.001, "{}", of("72o"));
    // The same share as in the chart for people.
    assert!((report["push_frequency"].as_f64().unwrap() - 0.583).abs() < 0.0005);
    // Goals are kept, and by default the charts are as good as exact.
    let goal = |more: &[&str]| {
        let report = json(&[&["solve-preflop", "--push-fold", "10", "--json"], more].concat());
        let number = |name: &str| report[name].as_f64().unwrap();
        (number("iterations"), number("exploitability_mbb"))
    };
    assert!(goal(&[]).1 <= 0.001);
    let (few, coarse) = goal(&["--iterations", "5"]);
    assert!(few == 5.0 && coarse > 0.1, "{few} {coarse}");
    let (iterations, reached) = goal(&["--target", "1"]);
    assert!(iterations < 1_000.0 && reached <= 1.0 && reached > 0.001, "{iterations} {reached}");
    let wrong = refused(&["solve-preflop", "--push-fold", "0.5"]);
    assert!(wrong.contains("a stack of 0.5 big blinds is impossible"), "{wrong}");
}

#[test]
fn omaha_is_refused_where_it_cannot_be_solved() {
    for (arguments, why) in [
        (&["--game", "plo4"][..], "--game plo4 needs --push-fold or --pot-tree"),
        (&["--pot-tree", "8"], "--pot-tree needs --game plo4"),
        (&["--push-fold", "8", "-o", "x"], "--push-fold with --output needs --game plo4"),
        (&["--game", "plo4", "--push-fold", "20"], "more than 1 and at most 15 big blinds"),
        (&["--game", "plo4", "--pot-tree", "2,20"], "more than 1 and at most 15 big blinds"),
        (&["--game", "plo4", "--push-fold", "8-4"], "`8-4` is not a list of different stacks"),
        (&["--game", "plo4", "--push-fold", "4,8", "--line", "r:0:b8000"], "r:0:b8000"),
        (&["--push-fold", "4,8"], "several stacks need --game plo4"),
        (&["--game", "plo4", "--push-fold", "8", "--line", "r:0:c"], "r:0:c"),
    ] {
        let wrong = refused(&[&["solve-preflop"], arguments].concat());
        assert!(wrong.contains(why), "{arguments:?}: {wrong}");
    }
}

#[test]
fn flops_are_solved_inspected_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model");
    let config = sample("AKQr_vs_234r_postflop.yaml");
    let solve = ["solve-postflop", "-c", &config, "-o", text(&model)];
    let first = solved(&solve);
    assert!(first.starts_with("equity tables: 2 computed\n"), "{first}");
    let again = solved(&solve);
    assert!(
        again.starts_with("equity tables: none needed, all flops were already solved"),
        "{again}"
    );

    let seen = shown(&["inspect", text(&model)]);
    assert!(seen.contains("kind       postflop model"), "{seen}");
    assert!(seen.contains("AsKhQd") && seen.contains("4s3h2d"), "{seen}");
    let flop = shown(&["inspect", text(&model), "--flop", "AdKcQh", "--hero", "AA"]);
    assert!(
        flop.starts_with("AA out of position against each class in position on AdKcQh, SPR 2,"),
        "{flop}"
    );
    let values = json(&["inspect", text(&model), "--flop", "AdKcQh", "--hero", "AA", "--json"]);
    assert_eq!((&values["flop"], &values["hero"]), (&"AdKcQh".into(), &"AA".into()));
    let depths = &values["depths"];
    assert_eq!((&depths[0]["spr"], &depths[0]["classes"][0]["class"]), (&2.0.into(), &"AA".into()));
    // Two black aces are left, and no two hands of them.
    assert!(depths[0]["classes"][0]["value"].is_null(), "{}", depths[0]["classes"][0]);
    let value = depths[0]["classes"][1]["value"].as_f64().unwrap();
    assert!((-2.0..=3.0).contains(&value), "a fraction of the pot at SPR 2: {value}");

    let strategy = folder.path().join("strategy");
    let arguments = [
        "solve-preflop",
        "--stack-depth",
        "12",
        "--iterations",
        "100",
        "--model",
        text(&model),
        "-o",
        text(&strategy),
        "--json",
    ];
    let report = json(&arguments);
    assert_eq!(report["flop_value"], "model");
    assert_eq!(report["stack"], 12.0);
    let node = shown(&["inspect", text(&strategy), "--line", "r:0:c"]);
    assert!(node.contains("kind       preflop strategy"), "{node}");
    assert!(node.contains("r:0:c: BB acts, pot 2bb"), "{node}");

    for option in [["--filter", "AA"], ["--hands", "3"], ["--sort", "ev"], ["--node", "r:0"]] {
        for bundle in [&model, &strategy] {
            let wrong = refused(&["inspect", text(bundle), option[0], option[1]]);
            let named = format!("error: {} needs a saved spot", option[0]);
            assert!(wrong.starts_with(&named), "{option:?} {wrong}");
        }
    }
    let wrong = refused(&["inspect", text(&model), "--line", "r:0"]);
    let found = format!(", but {} is a bundle of solved flops\n", text(&model));
    assert_eq!(wrong, format!("error: --line needs a preflop strategy{found}"));
    for options in [&["--flop", "AdKcQh"][..], &["--flop", "AdKcQh", "--hero", "AA"]] {
        let wrong = refused(&[&["inspect", text(&strategy)], options].concat());
        let found = format!("but {} is a preflop strategy\n", text(&strategy));
        let named = "error: --flop needs equity tables or a bundle of solved flops, ";
        assert_eq!(wrong, format!("{named}{found}"));
    }

    fs::write(model.join("config.yaml"), "a").unwrap();
    let (_, error, code) = quasar(&["inspect", text(&model)]);
    assert_eq!(code, 1);
    assert!(error.contains("bytes; it had"), "{error}");
}

#[test]
fn without_a_model_flops_are_worth_the_equity_and_the_output_says_so() {
    let arguments = ["solve-preflop", "--stack-depth", "10", "--iterations", "100"];
    let (stdout, stderr, code) = quasar(&arguments);
    assert_eq!((stderr.as_str(), code), ("", 0));
    assert!(stdout.contains("no model: flops are valued by equity"), "{stdout}");
    let wrong = refused(&["solve-preflop", "--set", "raise_caps=3"]);
    assert!(wrong.contains("unknown field raise_caps; did you mean raise_cap?"), "{wrong}");
}

#[test]
fn hands_are_traced() {
    let config = sample("AKQr_vs_234r_postflop.yaml");
    let one = shown(&["trace-hand", "-c", &config, "--hand", "AKs"]);
    assert!(one.starts_with("AsKhQd at SPR 2: 10 iterations"), "{one}");
    assert!(one.contains("combos  2 on the flop"), "{one}");
    let all = json(&["trace-hand", "-c", &config, "--flop", "Td9d6h", "--json"]);
    assert_eq!(all["hands"].as_array().unwrap().len(), 169);
}

#[test]
fn flops_learned_from_deals_tell_their_error() {
    let folder = tempfile::tempdir().unwrap();
    let config = sample("postflop_mccfr.yaml");
    let few = "postflop_solve_iterations=10";
    let model = folder.path().join("model");
    let report = solved(&["solve-postflop", "-c", &config, "-o", text(&model), "--set", few]);
    assert!(
        report.contains("SPR 3.5: values from sampled deals; the standard error of a class's mean"),
        "{report}"
    );
    let seen = shown(&["inspect", text(&model)]);
    assert!(seen.contains("sampling:"), "{seen}");
}

#[test]
fn flops_of_the_command_line_are_a_list_with_or_without_brackets() {
    let folder = tempfile::tempdir().unwrap();
    let config = sample("perf_test_1flop.yaml");
    for (place, flops) in ["flops=[AsKhQd,Td9d6h]", "flops=AsKhQd Td9d6h"].iter().enumerate() {
        let model = folder.path().join(place.to_string());
        let set = ["--set", flops, "--set", "iterations=2"];
        solved(&[&["solve-postflop", "-c", &config, "-o", text(&model)], &set[..]].concat());
        let seen = json(&["inspect", text(&model), "--json"]);
        assert_eq!(seen["depths"][0]["flops"].as_array().map(Vec::len), Some(2), "{seen}");
    }
}

#[test]
fn mistakes_in_fields_are_told() {
    let config = sample("perf_test_1flop.yaml");
    let wrong = refused(&["solve-postflop", "-c", &config, "-o", "x", "--set", "bett=1"]);
    assert!(wrong.contains("unknown field bett; did you mean bet?"), "{wrong}");
    let wrong = refused(&["solve-postflop", "-c", &config, "-o", "x", "--set", "bet"]);
    assert!(wrong.contains("expected FIELD=VALUE"), "{wrong}");
    let exact = ["solve-preflop", "--set", "leaf=exact", "--checkpoint", "x"];
    let wrong = refused(&exact);
    assert!(wrong.contains("leaf: exact cannot use a checkpoint"), "{wrong}");
    let wrong = refused(&["solve-preflop", "--threads", "9999"]);
    assert!(wrong.contains("9999 is not in 0..=512"), "{wrong}");
}

/// What the message after Ctrl-C says works, in the folder in which the command ran.
#[cfg(unix)]
#[test]
fn a_game_that_was_interrupted_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("game.yaml"),
        "{stack: 12, raise: [[2bb, all-in], [all-in]], target: 0, check_every: 1}",
    )
    .unwrap();
    let command = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quasar"));
        command.current_dir(folder.path()).args(["solve-preflop", "-c", "game.yaml"]).args(more);
        command
    };
    let mut child = command(&["--iterations", "100000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    told.read_line(&mut String::new()).unwrap();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
    let (_, written) = rest.split_once("checkpoint written to ").expect(&rest);
    let (path, advice) = written.split_once("; ").unwrap();
    assert!(advice.starts_with("use --resume to continue from it\n"), "{advice}");
    let done = Checkpoint::open(&folder.path().join(path)).unwrap().header().iterations;
    let end = (done + 2).to_string();
    let report = |more: &[&str]| {
        let ended = command(&[&["--iterations", &end, "--json"], more].concat()).output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
        (report["progress"]["iteration"].clone(), report["node"].clone())
    };
    assert_eq!(report(&["--resume"]), report(&[]));
}
