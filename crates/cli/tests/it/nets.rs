//! Making, training, measuring and exporting a tiny network through the command.

use serde_json::{Value, json};

use crate::common::{number, quasar, refused, schema, shown, solved_json};

/// Standard output of a command that succeeds, whatever it says on the way.
fn done(arguments: &[&str]) -> String {
    let (stdout, stderr, code) = quasar(arguments);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    stdout
}

/// The network that ships plays a turn several times better than equities.
#[test]
fn cut_trees_are_valued_by_the_network_that_ships() {
    let spot = [
        "solve",
        "--board",
        "Ks7s2d9h",
        "--pot",
        "100",
        "--stack",
        "200",
        "--oop",
        "99+,AQs+,T9s,76s",
        "--ip",
        "22-88,ATs+,KTs+,QJs",
        "--bet",
        "50%, 100%",
        "--raise",
        "100%",
        "--iterations",
        "40",
        "--threads",
        "1",
        "--cut",
        "river",
        "--measure",
        "--json",
    ];
    let percent =
        |more: &[&str]| number(&solved_json(&[&spot[..], more].concat())["exploitability_percent"]);
    let (network, equity) = (percent(&[]), percent(&["--values", "equity"]));
    assert!(network < equity / 2.0, "{network} {equity}");
    // The same network with weights of 8 bits plays as well.
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("small.safetensors").display().to_string();
    shown(&["nets", "export", SHIPPED, "--weights", "8", "-o", &small]);
    let rounded = percent(&["--values", &small]);
    assert!((rounded - network).abs() < 0.2 * network, "{rounded} {network}");
}

/// The river network of Hold'em that ships.
pub(crate) const SHIPPED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../quasar/src/nets/shipped/river.safetensors");

#[test]
fn a_network_is_made_measured_inspected_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (data, file) = (path("data"), path("tiny.safetensors"));
    let run =
        ["nets", "generate", "--count", "48", "--per-shard", "16", "--seed", "5", "-o", &data];
    assert!(done(&run).contains("48 samples in 3 shards written, 0 shards already existed"));
    assert!(done(&run).contains("0 samples in 0 shards written, 3 shards already existed"));
    let plan = shown(&[&run[..], &["--list"]].concat());
    assert_eq!(plan.lines().count(), 3);
    let plan_file = path("plan.jsonl");
    std::fs::write(&plan_file, &plan).unwrap();
    let other = path("other");
    let id = "holdem-river-train-5-00001-16";
    done(&["nets", "generate", "--plan", &plan_file, "--id", id, "-o", &other]);
    let bytes = |folder: &str| std::fs::read(format!("{folder}/{id}.samples")).unwrap();
    assert_eq!(bytes(&data), bytes(&other), "shards do not depend on the run");
    let held = ["--count", "4", "--per-shard", "4", "--part", "held-out", "-o", &data];
    done(&[&["nets", "generate"][..], &held].concat());

    let train = ["nets", "train", &data, "--width", "8", "--epochs", "3", "-o", &file];
    let said = done(&train);
    assert!(said.contains("held-out holdem: mean error"), "{said}");
    let again = path("again.safetensors");
    done(&[
        "nets",
        "train",
        &data,
        "--width",
        "8",
        "--epochs",
        "3",
        "--threads",
        "1",
        "-o",
        &again,
    ]);
    let layers = |path: &str| {
        let bytes = std::fs::read(path).unwrap();
        bytes[bytes.len() - 4 * (85 * 8 + 8 + 8 * 8 + 8 + 8 * 224 + 224)..].to_vec()
    };
    assert_eq!(layers(&file), layers(&again), "the same network on any number of threads");

    let page = path("errors.html");
    let said = done(&["nets", "eval", &data, "--model", &file, "--noise", "1", "--page", &page]);
    for part in ["equity", "zero", "label noise", "worst 1 %", "4 held-out samples"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(std::fs::read_to_string(&page).unwrap().contains("<svg"));
    let report = done(&["nets", "eval", &data, "--model", &file, "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    schema::check("network-errors-report", &report);
    assert_eq!(
        (&report["samples"], &report["model"]["layers"]),
        (&json!(4), &json!("142-8-8-224"))
    );
    let said = shown(&["inspect", &file]);
    assert!(said.contains("142-8-8-224") && said.contains("feature_version  2"), "{said}");
    let mut bytes = std::fs::read(&file).unwrap();
    let place = bytes.windows(VERSION.len()).position(|part| part == VERSION.as_bytes());
    bytes[place.unwrap() + VERSION.len() - 2] = b'3';
    std::fs::write(path("newer.safetensors"), bytes).unwrap();
    let (_, said, code) = quasar(&["inspect", &path("newer.safetensors")]);
    assert!(code == 2 && said.contains("reads versions up to 2"), "{said}");
    let old = path("old.safetensors");
    let train = ["nets", "train", &data, "--width", "8", "--epochs", "1", "--features", "1"];
    done(&[&train[..], &["-o", &old]].concat());
    let said = shown(&["inspect", &old]);
    assert!(said.contains("85-8-8-224") && said.contains("feature_version  1"), "{said}");
    assert!(done(&["nets", "eval", &data, "--model", &old]).contains("network"));
    let onnx = path("tiny.onnx");
    shown(&["nets", "export", &file, "-o", &onnx]);
    assert!(std::fs::metadata(&onnx).unwrap().len() > 4 * 85 * 8);

    let small = path("small.safetensors");
    shown(&["nets", "export", &file, "--weights", "8", "-o", &small]);
    let said = shown(&["inspect", &small]);
    assert!(said.contains("weight_bits      8") && said.contains("142-8-8-224"), "{said}");
    assert!(shown(&["inspect", &file]).contains("weight_bits      32"));
    let length = |path: &str| std::fs::metadata(path).unwrap().len();
    assert!(length(&small) < length(&file) / 2);
    assert!(done(&["nets", "eval", &data, "--model", &small]).contains("network"));
    let from_small = path("small.onnx");
    shown(&["nets", "export", &small, "-o", &from_small]);
    assert_eq!(length(&from_small), length(&onnx), "other programs get 32 bits");
    let said = refused(&["nets", "export", &small, "--weights", "8", "-o", &path("smaller")]);
    assert!(said.contains("its weights have 8 bits already"), "{said}");

    let buckets = path("buckets.safetensors");
    let train = ["nets", "train", &data, "--head", "buckets", "--width", "8", "--epochs", "2"];
    let said = done(&[&train[..], &["-o", &buckets]].concat());
    assert!(said.contains("samples"), "{said}");
    let said = done(&["nets", "eval", &data, "--model", &file, "--buckets", &buckets]);
    assert!(said.contains("bucket network"), "{said}");
    let omaha = [&train[..], &["--game", "plo4", "-o", &buckets]].concat();
    let said = refused(&omaha);
    assert!(said.contains("no train samples of plo4 river for the bucket network"), "{said}");
    let said = refused(&["nets", "eval", &data, "--buckets", &file]);
    assert!(said.contains("its kind is `quasar range network`"), "{said}");

    std::fs::write(path("bad.safetensors"), b"no network").unwrap();
    let said = refused(&["inspect", &path("bad.safetensors")]);
    assert!(said.contains("not a safetensors file"), "{said}");
    let said = refused(&["nets", "search", "--table", "nothing"]);
    assert!(said.contains("holdem-turn"), "{said}");
    let said = refused(&["nets", "train", &data, "--street", "turn", "-o", &file]);
    assert!(said.contains("no training samples of the turn"), "{said}");
}

/// Bucket networks of turns and of Omaha value states of their own game and street only.
#[test]
fn bucket_networks_belong_to_a_game_and_a_street() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (data, file) = (path("data"), path("buckets.safetensors"));
    let game = ["--game", "plo4", "--royal", "--street", "river"];
    let make = ["nets", "generate", "--count", "6", "--seed", "5", "-o", &data];
    done(&[&make[..], &game].concat());
    let train = ["nets", "train", &data, "--head", "buckets", "--width", "8", "--epochs", "2"];
    done(&[&train[..], &game, &["-o", &file]].concat());
    let search = ["nets", "search", "--spots", "1", "--iterations", "2", "--rest", "2"];
    let search = [&search[..], &["--values", "buckets", "--buckets", &file]].concat();
    let said = done(&[&search[..], &["--table", "royal-turn"]].concat());
    assert!(said.contains("buckets      1"), "{said}");
    let report = done(&[&search[..], &["--table", "royal-turn", "--json"]].concat());
    let report: Value = serde_json::from_str(&report).unwrap();
    schema::check("network-search-report", &report);
    let (spot, summary) = (&report["spots"][0], &report["summaries"][0]);
    assert_eq!(spot["exploitability_percent"], summary["mean_percent"]);
    assert_eq!(spot["exploitability_percent"], summary["worst_percent"]);
    assert_eq!(summary["deviation_percent"], 0.0);
    let said = refused(&[&search[..], &["--table", "holdem-turn"]].concat());
    assert!(
        said.contains("the values are for plo4 with 20 cards; this is holdem with 52"),
        "{said}"
    );
    let said = refused(&[&search[..], &["--table", "royal-flop"]].concat());
    assert!(said.contains("the values are for boards of 5 cards; this board has 4"), "{said}");
    let held = ["--count", "1", "--part", "held-out", "-o", &data];
    done(&[&["nets", "generate"][..], &held].concat());
    let said = refused(&["nets", "eval", &data, "--buckets", &file]);
    assert!(said.contains("no held-out samples of plo4-royal river"), "{said}");
}

/// The version of the features in the header of a file.
const VERSION: &str = "\"feature_version\":\"2\"";

#[test]
fn ranges_of_searches_are_written_in_shards_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display().to_string();
    let run =
        ["nets", "generate", "--ranges", "search", "--count", "3", "--seed", "5", "-o", &data];
    assert!(done(&run).contains("3 samples in 1 shards written"));
    let plan = shown(&[&run[..], &["--list"]].concat());
    assert!(plan.contains("holdem-river-search-train-5-00000-3"), "{plan}");
    assert!(plan.contains("\"ranges\":\"search\""), "{plan}");
    assert!(folder.path().join("holdem-river-search-train-5-00000-3.samples").exists());
    let narrow =
        ["nets", "generate", "--ranges", "narrow", "--count", "3", "--seed", "5", "-o", &data];
    assert!(done(&narrow).contains("3 samples in 1 shards written"));
    assert!(folder.path().join("holdem-river-narrow-train-5-00000-3.samples").exists());
}

#[test]
fn self_play_is_trained_and_measured() {
    let small = ["--epochs", "2", "--games", "4", "--steps", "4", "--iterations", "8"];
    let small = [&small[..], &["--measure-every", "1", "--plays", "16", "--width", "8"]].concat();
    let said = done(&[&["nets", "rebel", "--game", "1x2"], &small[..]].concat());
    assert!(said.contains("Liar's Dice 1x2, self-play"), "{said}");
    assert!(said.contains("mean of 16 plays"), "{said}");
    let zero = ["nets", "rebel", "--game", "1x2", "--states", "zero", "--plays", "0"];
    assert!(done(&zero).contains("zero network"));
    let said = refused(&["nets", "rebel", "--game", "12"]);
    assert!(said.contains("such as 1x4"), "{said}");
}

#[test]
fn leduc_is_re_solved_and_measured() {
    let small =
        ["nets", "leduc", "--stack", "300", "--iterations", "50", "--last-iterations", "100"];
    let chips = |said: &str| -> f64 {
        let line = said.lines().find(|line| line.starts_with("continual")).expect("a result");
        let (_, found) = line.split_once("exploitability ").expect("a figure");
        found.split(' ').next().expect("chips").parse().expect("a number")
    };
    let exact = done(&[&small[..], &["--values", "exact"]].concat());
    assert!(exact.starts_with("no-limit Leduc, ante 100, stack 300\n"), "{exact}");
    let zero = done(&[&small[..], &["--values", "zero"]].concat());
    assert!(chips(&exact) < chips(&zero), "{exact}{zero}");
    let train = ["--samples", "200", "--rounds", "1", "--steps", "50", "--width", "8"];
    let network = done(&[&small[..], &train[..]].concat());
    assert!(network.contains("on states met in search"), "{network}");
    let said = refused(&["nets", "leduc", "--stack", "50"]);
    assert!(said.contains("more than the ante"), "{said}");
}
