//! Requests of every kind: what is written reads back, JSON and YAML mean the same, old names
//! are understood, and mistakes are reported as `spec_mistakes.yaml` says.

use std::fmt::{Debug, Display};

use proptest::prelude::*;
use proptest::sample::subsequence;
use quasar::buckets::{BucketsDocument, BucketsSpec};
use quasar::decision::{DecisionDocument, SpotFile};
use quasar::equity::{EquityDocument, EquitySpec};
use quasar::job::JobSpec;
use quasar::model::{PostflopDocument, PostflopSpec};
use quasar::preflop::{PreflopDocument, PreflopSolveSpec};
use quasar::request::{Document, FieldError, ParsedText};
use quasar::spot::{BoardsDocument, BoardsSpec, SpotDocument, SpotSpec};
use quasar::tables::{PrecomputeDocument, PrecomputeSpec};
use quasar::toy::{ToyDocument, ToySpec};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A spec with the fields in the place of those that it has by default.
fn document<D: Document>(base: &str, fields: &[(&str, String)]) -> Result<D, FieldError> {
    let mut document = D::parse(base)?;
    for (field, value) in fields {
        document.set(field, value)?;
    }
    Ok(document)
}

/// Whatever is a spec is written so that it reads back, in YAML, in JSON, and by any other
/// reader of JSON; and its canonical form is that of what was read.
fn reads_back<S, D, E>(
    document: D,
    canonical: impl Fn(&S) -> String,
    same: impl Fn(&S, &S) -> bool,
) -> Result<bool, TestCaseError>
where
    S: TryFrom<D, Error = E> + serde::Serialize + DeserializeOwned + Debug,
    D: Document + for<'a> From<&'a S>,
    E: Display,
{
    let Ok(spec) = S::try_from(document) else { return Ok(false) };
    let written = D::from(&spec);
    for text in [written.to_yaml(), written.to_json()] {
        let read =
            D::parse(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        let read = S::try_from(read);
        let read = read.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert!(same(&read, &spec), "{}: {:?} {:?}", text, read, spec);
        prop_assert_eq!(canonical(&read), canonical(&spec));
    }
    let json = serde_json::to_string(&spec).unwrap();
    let read: S = serde_json::from_str(&json).unwrap();
    prop_assert!(same(&read, &spec), "{json}: {read:?} {spec:?}");
    Ok(true)
}

/// Some of the fields, each with one of its values; `#` is any number.
fn fields(
    table: &'static [(&'static str, &'static [&'static str])],
) -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let value = |&(field, values): &(&'static str, &'static [&'static str])| {
        let number = (1u32..100_000, 0u32..6).prop_map(|(digits, places)| {
            (f64::from(digits) / 10f64.powi(places as i32)).to_string()
        });
        (proptest::sample::select(values), number).prop_map(move |(value, number)| {
            (field, if value == "#" { number } else { value.to_owned() })
        })
    };
    subsequence(table, 0..=table.len())
        .prop_flat_map(move |chosen| chosen.iter().map(value).collect::<Vec<_>>())
}

const SPOT: &str = "{board: Ks7d4c9h, pot: 180, stack: 910, oop: 'QQ+,AKs:0.5', ip: 22}";

const SPOT_FIELDS: &[(&str, &[&str])] = &[
    ("board", &["Ks7d4c9h2s", "QsJh2h"]),
    ("pot", &["1", "7", "1_000", "333"]),
    ("stack", &["1", "10,000", "1e3"]),
    ("big_blind", &["2"]),
    ("oop.range", &["AA:0.123", "AhKh,QsQd:0.25"]),
    ("bet", &["50%, a", "33 3e200%", "2bb", ""]),
    ("raise", &["2.5x", "45, a"]),
    ("reraise", &["a", ""]),
    ("donk", &["10c", ""]),
    ("raise_cap", &["0", "3"]),
    ("turn.bet", &["e"]),
    ("river.raise_cap", &["1"]),
    ("ip.bet", &["77%"]),
    ("oop.river.donk", &["min"]),
    ("thresholds.merge", &["0.1", "#"]),
    ("thresholds.add_all_in", &["1.5"]),
    ("add_lines", &["r:0:b20", "r:0:b20,r:0:c"]),
    ("remove_lines", &["r:0:b60"]),
    ("rake.rate", &["5%", "0.03"]),
    ("rake.cap", &["#"]),
    ("target", &["#", "0.5%", "0.07"]),
    ("iterations", &["1", "500"]),
    ("time", &["500ms", "90s", "1.5", "0.001h"]),
    ("check_every", &["5"]),
    ("algorithm", &["dcfr", "linear", "cfrplus", "vanilla", "pcfrplus", "fp"]),
    ("algorithm.alpha", &["#", "inf"]),
    ("algorithm.beta", &["-inf", "-0.5"]),
    ("algorithm.reset", &["true"]),
    ("updates", &["simultaneous"]),
    ("precision", &["half"]),
    ("threads", &["1", "3"]),
];

const MODEL_FIELDS: &[(&str, &[&str])] = &[
    ("preset", &["fast", "exhaustive_standard"]),
    ("bet", &["50%", "33.3, pot", ""]),
    ("bet_sizes", &["0.5,1", "0.3333333333333333"]),
    ("max_raises_per_street", &["0", "1"]),
    ("spr", &["2", "1,3.5"]),
    ("iterations", &["7"]),
    ("target", &["0", "0.5", "1%", "0.7"]),
    ("cfr_convergence_threshold", &["0.007", "0.0012345678901234567"]),
    ("algorithm", &["linear", "dcfr"]),
    ("dcfr_alpha", &["#", "1"]),
    ("algorithm.gamma", &["3"]),
    ("flops", &["all", "12", "AhKsQd", "AhKsQd,4h3s2d"]),
    ("max_flop_boards", &["0", "9999"]),
    ("sampling.share", &["2%", "0.01"]),
    ("solve_type", &["mccfr", "exhaustive"]),
    ("mccfr_sample_pct", &["0.02"]),
    ("pruning.threshold", &["-2.5", "-0.123"]),
    ("prune_regret_threshold", &["-20"]),
    ("prune_warmup", &["5"]),
];

const PREFLOP_FIELDS: &[(&str, &[&str])] = &[
    ("positions", &["BTN, BB"]),
    ("blinds", &["0.4,1"]),
    ("ante", &["0.125", "0.1,0.1"]),
    ("stacks", &["25", "12.345", "20,30"]),
    ("raise", &["2bb, all-in", "2.5bb"]),
    ("reraise", &["3x, a"]),
    ("raise_cap", &["0", "2"]),
    ("limp", &["false", "True"]),
    ("iterations", &["0", "77"]),
    ("target", &["0", "#"]),
    ("print_every", &["5"]),
    ("checkpoint_every", &["0", "9"]),
    ("algorithm.alpha", &["2"]),
    ("dcfr_gamma", &["3.5"]),
    ("exploration", &["10%", "0.01"]),
    ("model", &["a b/c", "x: y #z"]),
    ("leaf", &["exact", "equity", "model"]),
    ("exact.flops", &["2", "AhKsQd"]),
    ("exact.bet", &["50%, pot"]),
    ("exact.bet_sizes", &["0.1234567890123"]),
    ("exact.accuracy", &["0.01", "0.00123456789012345678"]),
    ("exact.raise_cap", &["1"]),
];

const DECISION: &str = r#"{"game": "plo4", "board": "AsKd9s4c4d", "button": 1, "to_act": 1,
  "stacks": [80, 120], "committed_total": [70, 30], "committed_on_street": [40, 0],
  "players": [{"range": "AA,KQJT"}, "KK,9988"]}"#;

const HOLDEM_DECISION: &str = r#"{"game": "holdem", "board": "AsKd9s4c4d", "button": 1, "to_act": 1,
  "stacks": [80, 120], "committed_total": [70, 30], "committed_on_street": [40, 0],
  "players": [{"range": "AA,KQs"}, "KK,99:0.5"]}"#;

const DECISION_FIELDS: &[(&str, &[&str])] = &[
    ("street", &["river"]),
    ("sb", &["1"]),
    ("big_blind", &["2"]),
    ("ante", &["3"]),
    ("last_raise_size", &["40"]),
    ("min_bet", &["one_chip", "big_blind"]),
    ("bet", &["50%, a"]),
    ("raise", &["2x, pot"]),
    ("discretization.pot_fracs", &["0.5", "0.29,1"]),
    ("discretization.include_min", &["true"]),
    ("solver.iterations", &["50"]),
    ("target", &["#"]),
    ("time", &["3s"]),
    ("algorithm", &["linear"]),
    ("threads", &["2"]),
];

const EQUITY: &str = "{players: [AhKh, 'QQ-88,AJs+'], board: Td9d6h}";

const EQUITY_FIELDS: &[(&str, &[&str])] = &[
    ("board", &["Td9d6h2c", ""]),
    ("dead", &["2s3s"]),
    ("method", &["exact", "Sampled", "heuristic"]),
    ("time", &["80ms"]),
    ("samples", &["1000"]),
    ("error", &["#", "0.05%"]),
    ("seed", &["0", "18446744073709551615"]),
    ("per_combo", &["true", "false"]),
];

const TOY_FIELDS: &[(&str, &[&str])] = &[
    ("game", &["leduc", "liars-dice-1x4"]),
    ("target", &["#"]),
    ("iterations", &["9"]),
    ("time", &["1ms"]),
    ("check_every", &["1"]),
    ("algorithm", &["fp", "dcfr"]),
    ("updates", &["simultaneous"]),
    ("precision", &["half"]),
    ("threads", &["0"]),
];

const BUCKETS_FIELDS: &[(&str, &[&str])] = &[
    ("board", &["Ts9s2c2d"]),
    ("k", &["1", "100,000"]),
    ("features", &["small"]),
    ("seed", &["7"]),
    ("starts", &["1"]),
    ("iterations", &["5"]),
];

const TABLES_FIELDS: &[(&str, &[&str])] = &[
    ("flops", &["all", "3", "AhKsQd, Td9d6h"]),
    ("output", &["some where/a.bin"]),
    ("force", &["true"]),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn spots_read_back(fields in fields(SPOT_FIELDS)) {
        let document = document::<SpotDocument>(SPOT, &fields).unwrap();
        reads_back(document, SpotSpec::canonical, |one, other| one == other)?;
    }

    #[test]
    fn models_read_back(fields in fields(MODEL_FIELDS)) {
        let document = document::<PostflopDocument>("{}", &fields).unwrap();
        reads_back(document, PostflopSpec::canonical, |one, other| one == other)?;
    }

    #[test]
    fn games_before_the_flop_read_back(fields in fields(PREFLOP_FIELDS)) {
        let document = document::<PreflopDocument>("{}", &fields).unwrap();
        reads_back(document, PreflopSolveSpec::canonical, |one, other| one == other)?;
    }

    #[test]
    fn decisions_read_back(fields in fields(DECISION_FIELDS)) {
        let document = document::<DecisionDocument>(HOLDEM_DECISION, &fields).unwrap();
        reads_back(document, SpotFile::canonical, |one, other| one == other)?;
    }

    #[test]
    fn small_requests_read_back(
        equity in fields(EQUITY_FIELDS),
        toy in fields(TOY_FIELDS),
        buckets in fields(BUCKETS_FIELDS),
        tables in fields(TABLES_FIELDS),
    ) {
        let document_of = document::<EquityDocument>(EQUITY, &equity).unwrap();
        let same = |one: &EquitySpec, other: &EquitySpec| {
            EquityDocument::from(one) == EquityDocument::from(other)
        };
        reads_back(document_of, EquitySpec::canonical, same)?;
        let document_of = document::<ToyDocument>("game: kuhn", &toy).unwrap();
        prop_assert!(reads_back(document_of, ToySpec::canonical, |one, other| one == other)?);
        let document_of = document::<BucketsDocument>("board: Ts9s2c2d7h", &buckets).unwrap();
        prop_assert!(reads_back(document_of, BucketsSpec::canonical, |one, other| one == other)?);
        let document_of = document::<PrecomputeDocument>("flops: 2", &tables).unwrap();
        prop_assert!(reads_back(document_of, PrecomputeSpec::canonical, |one, other| one == other)?);
    }

    /// No text makes a reader panic, and what it refuses it refuses at a place of the text.
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z:{}\\[\\], \\n\"'&*#|>%0-9-]{0,60}") {
        if let Err(error) = SpotDocument::parse(&text)
            && let Some(at) = error.position()
        {
            prop_assert!(at.line as usize <= text.split('\n').count() + 1, "{text:?}: {error}");
        }
        let _ = PreflopSolveSpec::parse(&text);
        let _ = SpotFile::parse(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Ranges of Omaha have hundreds of times the hands.
    #[test]
    fn decisions_of_omaha_read_back(fields in fields(DECISION_FIELDS)) {
        let document = document::<DecisionDocument>(DECISION, &fields).unwrap();
        reads_back(document, SpotFile::canonical, |one, other| one == other)?;
    }
}

#[test]
fn runs_over_many_flops_read_back() {
    let text = format!("{{spot: {SPOT}, flops: [AhKsQd, '7s7h2d:1.5'], output: out/, save: full}}");
    let document = BoardsDocument::parse(&text).unwrap();
    let read = reads_back(document, BoardsSpec::canonical, |one: &BoardsSpec, other| one == other);
    assert!(read.unwrap());
    let canonical = |text: &str| BoardsSpec::parse(text).unwrap().canonical();
    let elsewhere = text.replace("out/", "other/").replace("pot: 180", "target: 3, pot: 180");
    assert_eq!(canonical(&elsewhere), canonical(&text), "goals and folders are no part of it");
    assert_ne!(canonical(&text.replace("1.5", "2")), canonical(&text));
    let all = BoardsSpec::parse(&text.replace("[AhKsQd, '7s7h2d:1.5']", "all")).unwrap();
    assert_eq!(all.flops.len(), 1_755);
}

/// Old names mean what they meant, and the words of spots mean the same everywhere.
#[test]
fn old_names_are_understood() {
    let model = |text: &str| PostflopSpec::parse(text).unwrap();
    let old = "
postflop_model:
  solve_type: mccfr
  bet_sizes: [0.5, 1.0]
  max_raises_per_street: 2
  postflop_sprs: [2, 5.5]
  postflop_solve_iterations: 300
  cfr_variant: dcfr
  dcfr_alpha: 1
  dcfr_beta: 0.5
  dcfr_gamma: 3
  cfr_convergence_threshold: 0.02
  fixed_flops: ['AhKsQd', '4h3s2d']
  mccfr_sample_pct: 0.05
  value_extraction_samples: 5000
  ev_convergence_threshold: 0.001
  prune_regret_threshold: -20
  prune_warmup: 10
  prune_explore_pct: 0.1
";
    let new = "
bet: 50%, pot
raise_cap: 2
spr: [2, 5.5]
iterations: 300
target: 2
algorithm: { name: dcfr, alpha: 1, beta: 0.5, gamma: 3 }
flops: [AhKsQd, 4h3s2d]
sampling: { share: 5%, value_deals: 5000, value_change: 0.001 }
pruning: { threshold: -20, warmup: 10, explore: 10% }
";
    assert_eq!(model(old), model(new));
    assert_eq!(model("postflop_model: fast"), model("preset: fast"));
    assert_eq!(model("max_flop_boards: 0"), model("flops: all"));

    let preflop = |text: &str| PreflopSolveSpec::parse(text).unwrap();
    let old = "
antes: 0.1
stacks: 20
raise_sizes: [[2bb, all-in], [all-in]]
preflop_exploitability_threshold_mbb: 0.5
print_every: 50
dcfr_alpha: 2
dcfr_gamma: 3
postflop_model_path: model/
leaf: exact
exact: { bet_sizes: [0.5], max_raises_per_street: 1, accuracy: 0.01 }
";
    let new = "
ante: 0.1
stack: 20
raise: 2bb, a
reraise: a
target: 0.5
check_every: 50
algorithm: { alpha: 2, gamma: 3 }
model: model/
leaf: exact
exact: { bet: 50%, raise_cap: 1, target: 1 }
";
    assert_eq!(preflop(old), preflop(new));

    let decision =
        |more: &str| SpotFile::parse(&DECISION.replacen('{', &format!("{{{more},"), 1)).unwrap();
    let old = r#""sb": 1, "bb": 2, "last_raise_size": 40, "min_bet_rule": "one_chip",
        "discretization": {"pot_fracs": [0.5], "include_pot": false, "include_all_in": true},
        "solver": {"iterations": 9, "target": 3, "algorithm": "linear"}"#;
    let new = r#""small_blind": 1, "big_blind": 2, "last_raise": 40, "min_bet": "one_chip",
        "bet": "50%, a", "raise": "50%, a", "iterations": 9, "target": 3, "algorithm": "linear""#;
    assert_eq!(decision(old), decision(new));
}

/// Fields on the command line stand instead of those of a file, whichever name either has.
#[test]
fn patches_replace_old_fields() {
    let patched =
        |text: &str, fields: &[(&str, &str)]| crate::common::patched::model(text, fields).unwrap();
    let old = "postflop_model: {cfr_convergence_threshold: 0.5, bet_sizes: [1], dcfr_alpha: 3,
        solve_type: mccfr, mccfr_sample_pct: 0.5}";
    let target = patched(old, &[("target", "1")]).model.target;
    assert_eq!(target, 0.01);
    assert_eq!(patched("target: 1", &[("cfr_convergence_threshold", "0.5")]).model.target, 0.5);
    assert_eq!(patched(old, &[("bet", "25%")]).model.bet_sizes, [0.25]);
    assert_eq!(patched(old, &[("algorithm.alpha", "2")]), patched(old, &[("dcfr_alpha", "2")]));
    assert_eq!(patched(old, &[("solve_type", "exhaustive"), ("spr", "2")]).sprs, [2.0]);
    assert_eq!(patched(old, &[("mccfr_sample_pct", "0.25")]).model.sampling.unwrap().share, 0.25);
    let exact = "leaf: exact\nexact: {accuracy: 0.5}";
    let spec = crate::common::patched::preflop(exact, &[("exact.target", "1")]).unwrap();
    assert_eq!(spec.exact.unwrap().accuracy, 0.01);
}

/// A field that is null means the same as one that is left out, in every kind of job.
#[test]
fn fields_of_jobs_may_be_null() {
    for (text, fields) in [
        (
            "kind: spot, spot: {board: Ks7d4c9h, pot: 100, stack: 200, oop: AA, ip: KK}",
            "resume checkpoint output show measure sampled",
        ),
        ("kind: model, model: {spr: 3, flops: [AhKsQd]}, output: model", "tables"),
        ("kind: preflop, game: {stack: 10}", "output checkpoint show"),
        ("kind: omaha_preflop, game: {stack: 8}", "output show"),
        ("kind: omaha_stacks, games: [{stack: 4}]", "output show"),
        ("kind: toy, game: kuhn", "resume checkpoint iterations algorithm"),
        ("kind: buckets, buckets: {board: Ts9s2c2d7h, k: 5}", "output"),
        ("kind: equity, players: [AA, KK]", "board seed"),
    ] {
        let read = |text: &str| JobSpec::parse(text).map(|spec| spec.to_json().unwrap());
        let without = read(&format!("{{{text}}}")).unwrap();
        for field in fields.split(' ') {
            let null = format!("{{{text}, {field}: null}}");
            assert_eq!(read(&null).as_ref(), Ok(&without), "{null}");
            // In the record of a job, too.
            let json = without.replacen('{', &format!("{{\"{field}\":null,"), 1);
            if !without.contains(&format!("\"{field}\":")) {
                let read: JobSpec = serde_json::from_str(&json).unwrap();
                assert_eq!(read.to_json().unwrap(), without, "{json}");
            }
        }
        if fields.contains("show") {
            let null = format!("{{{text}, show: {{line: null, sort: null}}}}");
            assert_eq!(read(&null).as_ref(), Ok(&without), "{null}");
        }
    }
}

/// `null` in a patch takes a field out of the file, and brackets are lists, also empty ones.
#[test]
fn patches_clear_fields_and_replace_lists() {
    let spot = format!("{{locks: [{{line: 'r:0', frequencies: {{check: 1}}}}], {}", &SPOT[1..]);
    let patched = |text: &str, fields: &[(&str, &str)]| {
        crate::common::patched::spot(text, fields).map_err(|error| error.to_string())
    };
    let plain = patched(SPOT, &[]).unwrap();
    assert_ne!(patched(&spot, &[]).unwrap(), plain);
    for clear in ["[]", "null"] {
        assert_eq!(patched(&spot, &[("locks", clear)]).unwrap(), plain, "{clear}");
    }
    let lock = patched(SPOT, &[("locks", "[{line: r:0, frequencies: {check: 1}}]")]);
    assert_eq!(lock.unwrap(), patched(&spot, &[]).unwrap());
    // A mistake in the patch is not at a place of the file.
    let mistake = patched(&spot, &[("locks", "[{}]")]).unwrap_err();
    assert!(mistake.starts_with("the spec needs locks[0].line"), "{mistake}");
    let missing = patched(SPOT, &[("pot", "null")]).unwrap_err();
    assert_eq!(missing, "the spec needs pot: the chips in the middle");
    assert_eq!(patched(SPOT, &[("pot", "null"), ("pot", "180")]).unwrap(), plain);
    assert!(patched(SPOT, &[("pot", "7"), ("pot", "null")]).is_err());
    let sized = SPOT.replace("pot: 180", "pot: 180, turn: {bet: 50%}, target: 3, oop: 'QQ'");
    let sized = sized.replace(", oop: 'QQ+,AKs:0.5'", "");
    let cleared = [("turn.bet", "null"), ("target", "null"), ("oop", "QQ+,AKs:0.5")];
    assert_eq!(patched(&sized, &cleared).unwrap(), plain);
    // Ranges may begin with a bracket.
    let weighted = patched(SPOT, &[("oop", "[50]AA[/50],KK")]).unwrap();
    assert_eq!(weighted, patched(SPOT, &[("oop", "AA:0.5,KK")]).unwrap());

    let model =
        |text: &str, fields: &[(&str, &str)]| crate::common::patched::model(text, fields).unwrap();
    let old = "postflop_model: {cfr_convergence_threshold: 0.5, bet_sizes: [1]}";
    assert_eq!(model(old, &[("target", "null"), ("bet", "null")]), model("spr: 3.5", &[]));
    assert_eq!(model("spr: 3.5", &[("spr", "[2, 3]")]), model("spr: [2, 3]", &[]));

    let preflop =
        |fields: &[(&str, &str)]| crate::common::patched::preflop("stack: 10", fields).unwrap();
    assert_eq!(preflop(&[("raise", "[2bb, a]")]), preflop(&[("raise", "2bb, a")]));
    assert_eq!(
        preflop(&[("raise_sizes", "[[2bb],[a]]")]),
        preflop(&[("raise", "2bb"), ("reraise", "a")])
    );
    assert_eq!(preflop(&[("blinds", "[0.4, 1]")]), preflop(&[("blinds", "0.4,1")]));
}

/// A mistake in a spec and what is said about it.
#[derive(Deserialize)]
struct Mistake {
    kind: String,
    spec: String,
    error: String,
}

fn refusal(kind: &str, text: &str) -> String {
    fn of<S, E: Display>(read: Result<S, E>) -> String {
        read.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
    }
    match kind {
        "spot" => of(SpotSpec::parse(text)),
        "boards" => of(BoardsSpec::parse(text)),
        "decision" => of(SpotFile::parse(text)),
        "model" => of(PostflopSpec::parse(text)),
        "preflop" => of(PreflopSolveSpec::parse(text)),
        "equity" => of(EquitySpec::parse(text)),
        "toy" => of(ToySpec::parse(text)),
        "buckets" => of(BucketsSpec::parse(text)),
        "tables" => of(PrecomputeSpec::parse(text)),
        "job" => of(JobSpec::parse(text)),
        other => panic!("no kind {other}"),
    }
}

#[test]
fn mistakes_are_reported_with_field_line_and_column() {
    let data = include_str!("../data/spec_mistakes.yaml");
    let mistakes: Vec<Mistake> = ParsedText::parse(data).unwrap().read().unwrap();
    assert!(mistakes.len() > 60);
    let mut wrong = String::new();
    for Mistake { kind, spec, error } in mistakes {
        let found = refusal(&kind, &spec);
        let right = match error.trim_end().strip_suffix("...") {
            Some(begins) => found.starts_with(begins),
            None => found == error.trim_end(),
        };
        if !right {
            wrong += &format!("{kind}: {spec}\n  found    {found}\n  expected {error}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The same mistake in JSON is reported in the same words.
#[test]
fn json_is_reported_like_yaml() {
    let json = "{\n  \"board\": \"Ks7d4c9h\",\n\t\"pot\": \"much\"\n}";
    let expected = "line 3, column 9: pot is `much`; expected a number of chips above 0 and up to 1,000,000,000,000, such as 180 or 5.5";
    assert_eq!(refusal("spot", json), expected);
    for (text, column) in
        [("{\"pot\": 5} x", 12), ("{\"pot\": 5}{\"pot\": 6}", 11), ("{\"pot\": 5}]", 11)]
    {
        let found = refusal("spot", text);
        let expected = format!("line 1, column {column}: the spec is not YAML: ");
        assert!(found.starts_with(&expected), "{text}: {found}");
    }
}
