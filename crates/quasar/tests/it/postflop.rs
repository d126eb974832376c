//! Solved flops: specs and their mistakes, and the same numbers whatever the way.

use std::fs;
use std::path::Path;

use crate::common::patched;
use quasar::classes::CLASSES;
use quasar::{
    files::BundleFault,
    job::{Control, Engine},
    model::{ModelFlops, PostflopBundle, PostflopError, PostflopReport, PostflopSpec},
    tables::{Precompute, PrecomputeSpec},
};

const SMALL: &str = "
postflop_model:
  bet_sizes: [1.0]
  postflop_sprs: [1, 2]
  postflop_solve_iterations: 10
  fixed_flops: ['AhKsQd', '4h3s2d']
";

fn engine(threads: usize) -> Engine {
    Engine::new(threads, Engine::DEFAULT_CACHE).unwrap()
}

fn solve(spec: &PostflopSpec, folder: &Path, tables: Option<&Path>) -> PostflopReport {
    engine(2).solve_postflop(spec, folder, tables, &Control::new()).unwrap()
}

/// The files of flops by depth, as bytes.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    ["spr_1.0/solve.bin", "spr_2.0/solve.bin"]
        .map(|name| fs::read(folder.join(name)).unwrap())
        .into()
}

#[test]
fn fields_have_their_defaults_and_read_back() {
    let spec = PostflopSpec::parse("postflop_model: {}").unwrap();
    assert_eq!(spec.model.bet_sizes, [0.5, 1.0]);
    assert_eq!((spec.model.max_raises, spec.model.iterations, spec.model.target), (1, 500, 0.01));
    assert_eq!(spec.sprs, [3.5]);
    assert_eq!(spec.weighted_flops().len(), 1_755);
    let full = "
postflop_model:
  solve_type: exhaustive
  bet_sizes: 0.75
  max_raises_per_street: 2
  postflop_sprs: 4
  postflop_solve_iterations: 7
  cfr_variant: dcfr
  dcfr_alpha: 1
  dcfr_beta: 0.5
  dcfr_gamma: 3
  cfr_convergence_threshold: 0
  max_flop_boards: 12
  prune_warmup: 5
  prune_explore_pct: 0.1
  prune_regret_threshold: -2.5
";
    let sampled = "postflop_model: { solve_type: mccfr, mccfr_sample_pct: 0.02, value_extraction_samples: 5 }";
    for text in ["postflop_model: {}", full, sampled, SMALL, "postflop_model: exhaustive_fast"] {
        let spec = PostflopSpec::parse(text).unwrap();
        assert_eq!(PostflopSpec::parse(&spec.to_yaml()).unwrap(), spec, "{text}");
    }
    let preset = PostflopSpec::parse("postflop_model: { preset: exhaustive_fast }").unwrap();
    assert_eq!(preset, PostflopSpec::parse("postflop_model: exhaustive_fast").unwrap());
    assert_eq!((preset.flops, preset.model.iterations), (ModelFlops::Sample(10), 200));
    let replaced = patched::model(SMALL, &[("postflop_sprs", "9")]).unwrap();
    assert_eq!(replaced.sprs, [9.0]);
}

#[test]
fn every_mistake_in_a_field_is_told() {
    for (field, message) in [
        (
            "bet_size: 1",
            "unknown field postflop_model.bet_size; did you mean postflop_model.bet_sizes?",
        ),
        ("preset: quick", "postflop_model.preset is `quick`; expected fast, standard"),
        ("solve_type: magic", "postflop_model.solve_type is `magic`; expected exhaustive or mccfr"),
        (
            "ev_convergence_threshold: 0.1",
            "postflop_model.ev_convergence_threshold must be left out",
        ),
        ("solve_type: mccfr\n  mccfr_sample_pct: 0", "postflop_model.mccfr_sample_pct is `0`"),
        (
            "solve_type: mccfr\n  value_extraction_samples: 0",
            "postflop_model.value_extraction_samples is `0`",
        ),
        (
            "solve_type: mccfr\n  ev_convergence_threshold: x",
            "postflop_model.ev_convergence_threshold is `x`",
        ),
        (
            "bet_sizes: [0.5, x]",
            "postflop_model.bet_sizes[1] is `x`; expected a fraction of the pot",
        ),
        ("bet_sizes: -1", "postflop_model.bet_sizes is `-1`"),
        ("max_raises_per_street: 99", "postflop_model.max_raises_per_street is `99`"),
        ("postflop_sprs: 0", "postflop_model.postflop_sprs is `0`; expected a stack-to-pot ratio"),
        ("postflop_sprs: [2, 2]", "postflop_model.postflop_sprs is `2`; expected different"),
        ("postflop_sprs: []", "postflop_model.postflop_sprs is ``; expected different"),
        ("postflop_solve_iterations: 0", "postflop_model.postflop_solve_iterations is `0`"),
        ("cfr_variant: dfcr", "postflop_model.cfr_variant is `dfcr`; expected dcfr, linear"),
        ("dcfr_alpha: much", "postflop_model.dcfr_alpha is `much`"),
        (
            "cfr_variant: linear\n  dcfr_beta: 1",
            "postflop_model.dcfr_beta must be left out unless the algorithm",
        ),
        ("cfr_convergence_threshold: 2", "postflop_model.cfr_convergence_threshold is `2`"),
        ("max_flop_boards: -5", "postflop_model.max_flop_boards is `-5`"),
        ("fixed_flops: [AhKs]", "postflop_model.fixed_flops[0], column"),
        ("fixed_flops: []", "postflop_model.fixed_flops must be at least one flop"),
        (
            "fixed_flops: [AhKsQd, AsKhQc]",
            "postflop_model.fixed_flops[1] is `AsKhQc`; expected flops that differ",
        ),
        (
            "fixed_flops: [AhKsQd]\n  max_flop_boards: 3",
            "postflop_model.max_flop_boards and flops are the same setting",
        ),
        ("prune_warmup: 3", "postflop_model.prune_warmup must be left out unless"),
        (
            "prune_regret_threshold: 3",
            "postflop_model.prune_regret_threshold is `3`; expected a negative",
        ),
        (
            "prune_regret_threshold: -3\n  prune_explore_pct: 3",
            "postflop_model.prune_explore_pct is `3`",
        ),
        ("prune_regret_threshold: -3\n  prune_warmup: x", "postflop_model.prune_warmup is `x`"),
        (
            "bet_sizes: [0.1, 0.2, 0.3, 0.4]\n  max_raises_per_street: 9\n  postflop_sprs: 90",
            "the tree has",
        ),
    ] {
        let text = format!("postflop_model:\n  {field}\n");
        let error = PostflopSpec::parse(&text).unwrap_err();
        assert!(error.to_string().contains(message), "{field}: {error}");
        assert!(error.is_input());
    }
    let missing = PostflopSpec::parse("").unwrap_err().to_string();
    assert!(missing.starts_with("the spec needs postflop_model"), "{missing}");
}

/// Cold and warm, one depth or two, one thread or two: the same bytes.
#[test]
fn the_same_numbers_whatever_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let spec = PostflopSpec::parse(SMALL).unwrap();
    let cold = solve(&spec, &at("cold"), None);
    assert_eq!((cold.tables_loaded, cold.tables_computed), (0, 2), "once for both depths");
    assert_eq!(cold.depths.len(), 2);

    let tables = at("tables.bin");
    let boards: Vec<_> = spec.weighted_flops().iter().map(|flop| flop.board).collect();
    match PrecomputeSpec::new(&tables, &boards).unwrap().begin().unwrap() {
        Precompute::Needed(job) => drop(job.run(&engine(1), &Control::new()).unwrap()),
        Precompute::Complete(_) => panic!("the file is new"),
    }
    let warm = solve(&spec, &at("warm"), Some(&tables));
    assert_eq!((warm.tables_loaded, warm.tables_computed), (2, 0));
    assert_eq!(files(&at("cold")), files(&at("warm")));

    let one = PostflopSpec { sprs: vec![2.0], ..spec.clone() };
    engine(1).solve_postflop(&one, &at("one"), Some(&tables), &Control::new()).unwrap();
    let alone = PostflopBundle::open(&at("one")).unwrap();
    let both = PostflopBundle::open(&at("cold")).unwrap();
    for board in boards {
        let (alone, both) = (alone.flop(board).unwrap(), both.flop(board).unwrap());
        assert_eq!(alone[0], both[1], "{board}");
    }
    assert_eq!(both.model().unwrap().sprs().collect::<Vec<_>>(), [1.0, 2.0]);
    let aces = both.class_means()[0].1[0][0].unwrap();
    assert!(aces > 0.8 && aces < 2.0, "aces get most of the pot: {aces}");

    // Nothing is left to do for a bundle that is finished.
    let again = solve(&spec, &at("cold"), None);
    assert_eq!((again.tables_loaded, again.tables_computed), (0, 0));
    assert!(again.depths.iter().all(|depth| depth.reused == 2));
}

/// Stopped after the first flop of two, the run ends with the same bytes.
#[test]
fn an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let spec = PostflopSpec::parse(SMALL).unwrap();
    solve(&spec, &at("whole"), None);
    let watch = Control::new();
    watch.cancel();
    let stopped = engine(1).solve_postflop(&spec, &at("parts"), None, &watch).unwrap_err();
    assert!(matches!(stopped, PostflopError::Stopped { done: 0, total: 4 }), "{stopped}");

    // As if the second flop of the first depth had not been written.
    let partial = at("parts").join("spr_1.0/solve.bin.partial");
    let whole = &files(&at("whole"))[0];
    let (header, record) = (36, 40 + 4 * CLASSES * CLASSES + 4);
    let mut bytes = fs::read(&partial).unwrap();
    // What follows the header is room that was reserved.
    bytes.truncate(header);
    bytes.extend(&whole[header..header + record]);
    fs::write(&partial, bytes).unwrap();
    let report = solve(&spec, &at("parts"), None);
    assert_eq!(report.depths.iter().map(|depth| depth.reused).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(files(&at("parts")), files(&at("whole")));
}

#[test]
fn bundles_of_another_spec_and_flops_that_are_not_there_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let spec = PostflopSpec::parse(SMALL).unwrap();
    solve(&spec, folder.path(), None);
    let other = patched::model(SMALL, &[("max_raises_per_street", "0")]).unwrap();
    let error = engine(1).solve_postflop(&other, folder.path(), None, &Control::new()).unwrap_err();
    let PostflopError::Bundle(error) = error else { panic!("{error}") };
    assert!(matches!(error.fault(), BundleFault::OtherConfig));
    let bundle = PostflopBundle::open(folder.path()).unwrap();
    let error = bundle.flop("7h7s2d".parse().unwrap()).unwrap_err();
    assert!(matches!(error, PostflopError::NoFlop { .. }), "{error}");
}

/// The parts of the streets add up, and both players share the pot.
#[test]
fn a_trace_adds_up() {
    let spec = PostflopSpec::parse(SMALL).unwrap();
    let sampled = patched::model(SMALL, &[("solve_type", "mccfr")]).unwrap();
    let all = engine(1).trace_hands(&spec, None, None, None).unwrap();
    assert_eq!(all.hands.len(), 169);
    let from_deals = engine(1).trace_hands(&sampled, None, None, None).unwrap();
    for hand in all.hands.iter().chain(&from_deals.hands) {
        for position in [&hand.oop, &hand.ip] {
            let parts: Option<f64> = position.streets.iter().copied().sum();
            let error = (parts.unwrap() - position.ev.unwrap()).abs();
            assert!(error < 1e-4, "{}: {parts:?} {:?}", hand.class, position.ev);
        }
    }
    let one = engine(1)
        .trace_hands(
            &spec,
            Some("AdKhQs".parse().unwrap()),
            Some(2.0),
            Some("AKs".parse().unwrap()),
        )
        .unwrap();
    let [hand] = one.hands.as_slice() else { panic!("one hand") };
    assert_eq!((hand.combos, one.spr), (2, 2.0), "AcKc and one more, the others are on the flop");
    assert_eq!(hand.oop.decisions[0].line, "r:0");
    let frequencies: f64 =
        hand.oop.decisions[0].actions.iter().map(|action| action.frequency).sum();
    assert!((frequencies - 1.0).abs() < 1e-5);
}
