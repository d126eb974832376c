//! What commands print with `--json` is what `quasar schema` says.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;

use quasar::buckets::BucketsSpec;
use quasar::decision::SpotFile;
use quasar::equity::{EquitySpec, ShowdownSpec};
use quasar::job::{JobKinds, JobSpec};
use quasar::model::PostflopSpec;
use quasar::preflop::PreflopSolveSpec;
use quasar::request::ParsedText;
use quasar::request::values::Names;
use quasar::spot::{BoardsSpec, SpotSpec};
use quasar::tables::PrecomputeSpec;
use quasar::toy::ToySpec;
use serde_json::Value;

use crate::common::{json, quasar, refused, schema, shown, solved};
use crate::nets::SHIPPED;

const TURN: &str = "board: Ks7s4h9h\npot: 100\nstack: 150\noop: AA,QQ-TT,AKs,87s\n\
    ip: KK,JJ,KQs,T8s\nbet: 60%\nraise_cap: 1\niterations: 20\nthreads: 1\n";

const FLOPS: &str = "board: Ks7s4h\npot: 100\nstack: 60\noop: AA:0.5,QQ,87s\nip: KK,JJ:0.75\n\
    flop: { bet: a }\nturn: { bet: a }\niterations: 4\nthreads: 1\n";

fn sample(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample_configurations");
    folder.join(name).display().to_string()
}

/// Every report, each from the shortest command that prints it.
#[test]
fn every_report_is_as_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (spot, save) = (path("turn.yaml"), path("turn.qsr"));
    let (flops, saves) = (path("flops.yaml"), path("flops"));
    let (tables, buckets) = (path("tables.bin"), path("river.buckets"));
    let (model, strategy) = (path("model"), path("strategy"));
    let config = sample("AKQr_vs_234r_postflop.yaml");
    let decision = sample("one_decision.json");
    fs::write(&spot, TURN).unwrap();
    fs::write(&flops, FLOPS).unwrap();
    solved(&["solve", &spot, "-o", &save]);

    let commands: &[(&str, &[&str])] = &[
        ("equity-report", &["equity", "AhKh", "QQ-88,AJs+", "--board", "Td9d6h"]),
        ("equity-report", &["equity", "AA", "KK", "76s", "--samples", "1000"]),
        ("equity-report", &["equity", "AK", "22+", "--board", "Ks7s2d", "--per-combo"]),
        ("equity-report", &["equity", "AhKh", "QQ", "--board", "Td9d6h", "--method", "heuristic"]),
        ("showdown-report", &["eval", "AhKh", "QdQc", "--board", "Td9d6h"]),
        ("showdown-report", &["eval", "AhKhQhJhTh"]),
        ("range-report", &["range", "QQ+,AKs:0.5"]),
        ("range-report", &["range", "AA:$ds", "--game", "plo4"]),
        ("flops-report", &["flops"]),
        ("flops-report", &["flops", "--subset", "5"]),
        ("precompute-report", &["precompute-equity", "-o", &tables, "--flops", "Td9d6h"]),
        ("tables-report", &["inspect", &tables]),
        (
            "table-entry-report",
            &["inspect", &tables, "--flop", "Td9d6h", "--hero", "AKs", "--villain", "QQ"],
        ),
        ("table-grid-report", &["inspect", &tables, "--flop", "Td9d6h", "--hero", "AKs"]),
        ("spot-size-report", &["solve", &spot, "--dry-run"]),
        ("spot-report", &["solve", &spot]),
        ("save-report", &["inspect", &save]),
        ("node-report", &["inspect", &save, "--node", "r:0"]),
        ("hand-report", &["inspect", &save, "--node", "r:0", "--combo", "AhAd"]),
        ("class-report", &["inspect", &save, "--node", "r:0", "--combo", "AKs"]),
        ("tree-report", &["inspect", &save, "--tree"]),
        ("runouts-report", &["inspect", &save, "--node", "r:0:c:c", "--runouts"]),
        ("curves-report", &["inspect", &save, "--curves"]),
        ("boards-size-report", &["solve", &flops, "--flops", "AhKsQd", "-o", &saves, "--dry-run"]),
        ("boards-report", &["solve", &flops, "--flops", "AhKsQd,Td9d6h", "-o", &saves]),
        ("boards-report", &["inspect", &saves]),
        ("buckets-report", &["buckets", "--board", "Ts9s2c2d7h", "--k", "4", "-o", &buckets]),
        ("bucket-report", &["buckets", &buckets, "--bucket", "1"]),
        ("hand-bucket-report", &["buckets", &buckets, "--hand", "AhAdKhKd"]),
        ("bucket-weights-report", &["buckets", &buckets, "--range", "AA:$ds"]),
        ("matrix-report", &["matrix", &buckets]),
        (
            "bucket-spot-report",
            &[
                "solve",
                "--game",
                "plo4",
                "--board",
                "AsKd9s4c4d",
                "--pot",
                "100",
                "--stack",
                "100",
                "--oop",
                "AhAd8c7c,8h7h6s3s",
                "--ip",
                "KhQhKc5c",
                "--bet",
                "pot",
                "--iterations",
                "20",
                "--threads",
                "1",
                "--set",
                "abstraction.k=5",
            ],
        ),
        ("model-report", &["solve-postflop", "-c", &config, "-o", &model]),
        ("model-bundle-report", &["inspect", &model]),
        ("flop-values-report", &["inspect", &model, "--flop", "AdKcQh", "--hero", "AA"]),
        ("trace-report", &["trace-hand", "-c", &config, "--hand", "AKs"]),
        (
            "preflop-report",
            &["solve-preflop", "--stack-depth", "8", "--iterations", "20", "-o", &strategy],
        ),
        ("preflop-node-report", &["inspect", &strategy]),
        ("push-fold-report", &["solve-preflop", "--push-fold", "10"]),
        ("chart-report", &["chart", "--stack", "10"]),
        ("chart-report", &["chart", "--from", &strategy]),
        ("chart-list-report", &["chart", "--list"]),
        ("network-report", &["inspect", SHIPPED]),
        ("toy-report", &["solve", "--toy", "kuhn", "--iterations", "20"]),
        ("bench-report", &["bench", "--filter", "cards/combo", "--time", "0"]),
    ];
    let mut printed: BTreeSet<&str> = BTreeSet::new();
    for (name, arguments) in commands {
        let text = solved(&[arguments, &["--json"][..]].concat());
        assert!(text.starts_with("{\n  \"schema_version\": 2,\n"), "{arguments:?}: {text}");
        schema::check(name, &serde_json::from_str(&text).unwrap());
        printed.insert(name);
    }
    // Its only form is JSON.
    schema::check(
        "decision-report",
        &serde_json::from_str(&solved(&["solve-one", &decision])).unwrap(),
    );
    printed.insert("decision-report");
    let (_, failure, _) = quasar(&["range", "A?", "--json"]);
    schema::check("error-report", &serde_json::from_str(&failure).unwrap());
    printed.insert("error-report");
    // A solve over all boards takes minutes.
    printed.extend(["omaha-preflop-report", "omaha-preflop-node-report", "omaha-stacks-report"]);
    // `nets.rs` makes networks, and only the server answers with all of a table or with ranges.
    printed.extend(["network-errors-report", "network-search-report"]);
    printed.extend(["table-report", "ranges-report"]);
    assert_eq!(printed, schema::report_names());
}

/// A spec of every kind of job is as the schema says, as it is read and as it is written.
#[test]
fn specs_of_jobs_are_as_their_schema_says() {
    let spot = "{board: Ks7d4c9h, pot: 100, stack: 200, oop: AA, ip: {range: KK}, bet: 50%}";
    let mut kinds = BTreeSet::new();
    for text in [
        "{kind: equity, players: [AhKh, {range: 22}]}",
        "{kind: tables, flops: [AhKsQd], output: tables.bin}",
        &format!(
            "{{kind: spot, spot: {spot}, resume: {{save: old.qsr}}, output: {{path: new.qsr, \
             keep: no-rivers}}, checkpoint: {{kept: x}}, show: {{line: 'r:0', sort: ev}}}}"
        ),
        &format!("{{kind: spot, spot: {spot}, checkpoint: nowhere, measure: true}}"),
        &format!("{{kind: boards, spot: {spot}, flops: [AhKsQd], output: flops}}"),
        "{kind: model, model: {spr: 3, flops: [AhKsQd]}, output: model, tables: tables.bin}",
        "{kind: preflop, game: {stack: 10}, output: strategy}",
        "{kind: omaha_preflop, game: {stack: 8}}",
        "{kind: omaha_stacks, games: [{stack: 4}, {stack: 8}], output: stacks}",
        "{kind: toy, game: kuhn, algorithm: linear}",
        "{kind: buckets, buckets: {board: Ts9s2c2d7h, k: 5}, output: river.buckets}",
        "{kind: matrix, board: Ts9s2c2d7h, k: 5}",
        "{kind: decision, sb: 1, bb: 2, button: 0, to_act: 1, stacks: [100, 100], \
         committed_total: [10, 10], board: Ks7d4c9h2s, players: [AA, KK]}",
    ] {
        assert_eq!(schema::fits("job-request", &value(text)), Ok(()), "{text}");
        let spec = JobSpec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut written: Value = serde_json::from_str(&spec.to_json().unwrap()).unwrap();
        assert_eq!(schema::fits("job-request", &written), Ok(()), "{written}");
        kinds.insert(spec.kind().to_string());
        // Another field fits as little as it is read.
        written["other"] = 3.into();
        assert!(schema::fits("job-request", &written).is_err(), "{written}");
        assert!(JobSpec::parse(&written.to_string()).is_err(), "{written}");
    }
    assert_eq!(kinds.len(), JobKinds::NAMES.len());
    for text in [
        "{}",
        "{kind: khun}",
        "{kind: toy, board: Ks7d4c9h}",
        "{kind: toy, game: kuhn, iteration: 3}",
        "{kind: spot, board: Ks7d4c9h}",
        "{kind: buckets, board: Ts9s2c2d7h}",
    ] {
        assert!(schema::fits("job-request", &value(text)).is_err(), "{text}");
    }
}

/// What a schema can say of a value, it says: a reader refuses these for one value alone.
#[test]
fn values_that_are_refused_do_not_fit() {
    fn of<S, E: Display>(spec: Result<S, E>) -> String {
        spec.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
    }
    let spot = "board: Ks7d4c9h, pot: 100, stack: 200, oop: AA, ip: KK";
    let decision = "sb: 1, bb: 2, button: 0, to_act: 1, stacks: [100, 100], \
                    committed_total: [10, 10], board: Ks7d4c9h2s, players: [AA, KK]";
    for (kind, fields, wrong) in [
        ("spot", spot, "raise_cap: 5000000000"),
        ("spot", spot, "raise_cap: -1"),
        ("spot", spot, "turn: {raise_cap: 4294967296}"),
        ("spot", spot, "iterations: 0"),
        ("spot", spot, "iterations: 4294967296"),
        ("spot", spot, "check_every: 4294967296"),
        ("spot", spot, "rake: {rate: -1}"),
        ("spot", spot, "rake: {rate: 5}"),
        ("spot", spot, "rake: {rate: 0.05, cap: -1}"),
        ("spot", spot, "time: -1"),
        ("spot", spot, "time: 1e20"),
        ("spot", spot, "sampling: {seed: -1}"),
        ("spot", spot, "sampling: {seed: 18446744073709551616}"),
        ("spot", spot, "chip_scale: 7"),
        ("spot", "board: Ks7d4c9h, stack: 200, oop: AA, ip: KK", "pot: 1e-7"),
        ("spot", "board: Ks7d4c9h, stack: 200, oop: AA, ip: KK", "pot: 1000000000001"),
        ("decision", decision, "chip_scale: 20"),
        ("decision", decision, "raise_cap: 4294967296"),
        ("decision", decision, "last_raise: -1"),
        ("decision", &decision.replace("to_act: 1, ", ""), "to_act: 2"),
        ("equity", "board: Td9d6h", "players: [AA]"),
        ("equity", "board: Td9d6h", "players: [AA, AA, AA, AA, AA, AA, AA, AA, AA, AA, AA]"),
        ("equity", "players: [AA, KK]", "samples: 0"),
        ("equity", "players: [AA, KK]", "seed: -1"),
        ("showdown", "board: Td9d6h", "hands: []"),
        ("model", "spr: 2", "iterations: 4294967296"),
        ("model", "spr: 2", "flops: []"),
        ("preflop", "stack: 10", "iterations: 4294967296"),
        ("preflop", "stack: 10", "check_every: -1"),
        ("toy", "game: kuhn", "check_every: 0"),
        ("buckets", "board: Ts9s2c2d7h", "k: 0"),
        ("tables", "output: x", "flops: []"),
        ("boards", "spot: {pot: 1, stack: 1, oop: AA, ip: KK}, output: x", "flops: []"),
    ] {
        let request = format!("{kind}-request");
        for (text, refused) in
            [(format!("{{{fields}}}"), false), (format!("{{{fields}, {wrong}}}"), true)]
        {
            let found = match kind {
                "spot" => of(SpotSpec::parse(&text)),
                "decision" => of(SpotFile::parse(&text)),
                "equity" => of(EquitySpec::parse(&text)),
                "showdown" => of(ShowdownSpec::parse(&text)),
                "model" => of(PostflopSpec::parse(&text)),
                "preflop" => of(PreflopSolveSpec::parse(&text)),
                "toy" => of(ToySpec::parse(&text)),
                "buckets" => of(BucketsSpec::parse(&text)),
                "tables" => of(PrecomputeSpec::parse(&text)),
                "boards" => of(BoardsSpec::parse(&text)),
                other => panic!("no kind {other}"),
            };
            // Those without the field may need it.
            if refused {
                assert_ne!(found, "accepted", "{text}");
                assert!(schema::fits(&request, &value(&text)).is_err(), "{text}: {found}");
            } else if found == "accepted" {
                assert_eq!(schema::fits(&request, &value(&text)), Ok(()), "{text}");
            }
        }
    }
}

/// The schemas say `number`; that it is the right one can be seen from two sides.
#[test]
fn parts_are_0_to_1_and_only_the_summary_is_in_percent() {
    let equity = json(&["equity", "AcAd", "KhKs", "--method", "exact", "--json"]);
    let [one, other] = [0, 1].map(|player| equity["players"][player]["equity"].as_f64().unwrap());
    assert!((one + other - 1.0).abs() < 1e-12, "{one} {other}");
    assert_eq!(equity["equity"]["estimated"], 100.0 * one);
    let counts = &equity["players"][0]["counts"];
    let [win, deals] = ["win", "deals"].map(|field| counts[field].as_f64().unwrap());
    assert_eq!(equity["players"][0]["win"], win / deals);

    let sampled = json(&["equity", "AA", "KK", "76s", "--samples", "20000", "--json"]);
    let error = sampled["players"][0]["standard_error"].as_f64().unwrap();
    // Of 20,000 wins or losses, at most.
    assert!(error > 0.0 && error < 0.5 / 20_000f64.sqrt() + 1e-9, "{error}");
    assert_eq!(sampled["equity"]["standard_error"], 100.0 * error);

    let draws = json(&["equity", "AhKh", "QQ", "--board", "Td9h6h", "--json"]);
    let breakdown = &draws["breakdown"];
    let parts = ["vs_weaker", "vs_similar", "vs_stronger"].map(|field| breakdown[field].as_f64());
    let sum: f64 = parts.into_iter().map(Option::unwrap).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{breakdown}");
    // 15 outs twice, from 47 cards and 46: 1 - 32/47 x 31/46.
    assert_eq!(draws["draws"]["outs"], 15);
    let by_river = draws["draws"]["with_draws"].as_f64().unwrap();
    assert!((by_river - (1.0 - 32.0 * 31.0 / (47.0 * 46.0))).abs() < 1e-9, "{by_river}");
    let rule = draws["draws"]["rule_of_4_and_2"].as_f64().unwrap();
    assert!((0.5..=0.65).contains(&rule), "{rule}");

    let range = json(&["range", "QQ+,AKs:0.5", "--json"]);
    assert_eq!(range["fraction"], 20.0 / 1_326.0);
    let omaha = json(&["range", "AA:$ds", "--game", "plo4", "--json"]);
    let shapes = omaha["shapes"].as_array().unwrap().iter();
    let sum: f64 = shapes.map(|shape| shape["fraction"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

#[test]
fn schemas_are_listed_and_printed() {
    let list = shown(&["schema"]);
    for name in schema::report_names() {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}\n{list}");
    }
    let one: Value = serde_json::from_str(&shown(&["schema", "equity-report"])).unwrap();
    assert_eq!(one["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(one["properties"]["schema_version"]["const"], 2);
    assert_eq!(one["required"][0], "schema_version");
    let unit = one["$defs"]["EquitySummary"]["properties"]["estimated"]["description"].as_str();
    assert!(unit.unwrap().contains("0 to 100"), "{unit:?}");
    let message = refused(&["schema", "equity"]);
    assert_eq!(
        message,
        "error: there is no schema equity; did you mean equity-request, equity-batch-request, equity-report?\n"
    );
    assert!(refused(&["schema", "nothing"]).ends_with("; quasar schema lists all names\n"));
}

/// A field that holds one of a few names lists them.
#[test]
fn names_are_listed() {
    for (name, field, names) in [
        ("network-report", "/properties/street", "flop turn river"),
        ("network-report", "/properties/output", "curve hand"),
        (
            "network-errors-report",
            "/$defs/ErrorRow/properties/by",
            "game stack_to_pot board ranges worst",
        ),
        (
            "omaha-preflop-node-report",
            "/$defs/OmahaCategoryReport/properties/suits",
            "double-suited single-suited rainbow",
        ),
        ("trace-report", "/$defs/TraceActionReport/properties/kind", "fold check call bet raise"),
    ] {
        let schema: Value = serde_json::from_str(&shown(&["schema", name])).unwrap();
        let listed = schema.pointer(field).and_then(|field| field["oneOf"].as_array());
        let listed = listed.unwrap_or_else(|| panic!("{name}{field}"));
        let listed: Vec<&str> = listed.iter().map(|one| one["const"].as_str().unwrap()).collect();
        assert_eq!(listed.join(" "), names, "{name}{field}");
    }
    for name in ["network-report", "model-bundle-report"] {
        let schema: Value = serde_json::from_str(&shown(&["schema", name])).unwrap();
        assert!(schema["properties"]["kind"]["oneOf"].is_array(), "{name}");
    }
}

/// A text in YAML or JSON as a value: our reader keeps every scalar as its text.
fn value(text: &str) -> Value {
    fn typed(value: Value) -> Value {
        match value {
            Value::String(text) => serde_json::from_str(&text)
                .ok()
                .filter(|value: &Value| value.is_number() || value.is_boolean())
                .unwrap_or(Value::String(text)),
            Value::Array(values) => values.into_iter().map(typed).collect(),
            Value::Object(fields) => {
                fields.into_iter().map(|(field, value)| (field, typed(value))).collect()
            }
            other => other,
        }
    }
    typed(ParsedText::parse(text).unwrap().read().unwrap())
}

/// Every sample is what the schema of its request says, and so is what is written of it.
#[test]
fn samples_are_as_the_schemas_of_requests_say() {
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(sample("")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let kind = match name.rsplit_once('.').unwrap() {
            (stem, "yaml" | "json") if stem.starts_with("one_decision") => "decision-request",
            (stem, "yaml") if stem.contains("postflop") => "model-request",
            (stem, "yaml") if stem.starts_with("perf_test") => "model-request",
            (stem, "yaml") if stem.starts_with("preflop") => "preflop-request",
            (_, "yaml") => "spot-request",
            _ => continue,
        };
        seen.insert(kind);
        let text = fs::read_to_string(&path).unwrap();
        schema::check(kind, &value(&text));
        let written = match kind {
            "decision-request" => serde_json::to_value(SpotFile::parse(&text).unwrap()),
            "model-request" => serde_json::to_value(PostflopSpec::parse(&text).unwrap()),
            "preflop-request" => serde_json::to_value(PreflopSolveSpec::parse(&text).unwrap()),
            _ => serde_json::to_value(SpotSpec::parse(&text).unwrap()),
        };
        schema::check(kind, &written.unwrap());
    }
    assert_eq!(seen.len(), 4);
}

/// What the reader takes, old names included, fits the schema; what it refuses for its shape
/// does not.
#[test]
fn schemas_of_requests_know_old_names_and_no_others() {
    for (name, text) in [
        ("equity-request", "{players: [AhKh, {range: 22}], method: auto, error: 0.05%}"),
        ("tables-request", "{flops: [AhKsQd], force: true}"),
        ("boards-request", "{spot: {pot: 1, stack: 1, oop: AA, ip: KK}, flops: 25, output: x}"),
        (
            "decision-request",
            "{sb: 1, button: 0, to_act: 1, stacks: [1, 2], committed_total: [1, 1],
          players: [AA, {range: [0.5, 1]}], solver: {target: 1}, matrix: [[0.5, null]]}",
        ),
        (
            "model-request",
            "postflop_model: {postflop_sprs: [1, 2], cfr_variant: linear, bet_sizes: 0.5}",
        ),
        ("model-request", "postflop_model: fast"),
        ("preflop-request", "{stacks: 10, raise_sizes: [[2bb], [a]], exact: {accuracy: 0.1}}"),
        ("buckets-request", "{board: Ts9s2c2d7h, k: 5}"),
        ("toy-request", "{game: kuhn, algorithm: {name: dcfr, alpha: inf}}"),
        (
            "spot-request",
            "{board: x, pot: '1_000', stack: 1, oop: AA, ip: {range: KK, turn: {bet: 5}},
          locks: [{line: 'r:0', hands: {AA: {check: 1}}}, {line: 'r:0', frequencies: {fold: 1}}]}",
        ),
    ] {
        assert_eq!(schema::fits(name, &value(text)), Ok(()), "{text}");
    }
    for (name, text) in [
        ("equity-request", "{players: [AA], metod: auto}"),
        ("tables-request", "{force: maybe}"),
        ("spot-request", "{board: x, pot: 1, stack: 1, oop: AA}"),
        ("spot-request", "{board: x, pot: 0, stack: 1, oop: AA, ip: KK}"),
        ("spot-request", "{board: x, pot: 1, stack: 1, oop: AA, ip: KK, precision: double}"),
        ("spot-request", "{board: x, pot: 1, stack: 1, oop: AA, ip: {range: KK, raise_cap: 1}}"),
        ("model-request", "{spr: -1}"),
        ("preflop-request", "{leaf: river}"),
        ("toy-request", "{}"),
    ] {
        assert!(schema::fits(name, &value(text)).is_err(), "{text}");
    }
}
