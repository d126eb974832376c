//! Play before the flop: specs and their mistakes, bundles, checkpoints.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quasar::game::Line;
use quasar::{
    Ended, Engine, JobControl, PostflopSpec, PostflopWatch, PreflopBundle, PreflopJob,
    PreflopSolveSpec, push_fold,
};

const SMALL: &str = "
stacks: 12
raise_sizes: [[2bb, all-in], [all-in]]
iterations: 400
preflop_exploitability_threshold_mbb: 0
";

fn line(text: &str) -> Line {
    text.parse().unwrap()
}

fn solved(text: &str, overrides: &[(&str, &str)]) -> PreflopJob {
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(text, overrides).unwrap()).unwrap();
    let ended = job.run(&JobControl::new(), |_| {}, |_| {}).unwrap();
    assert_eq!(ended, Ended::Iterations);
    job
}

#[test]
fn every_mistake_in_a_field_is_told() {
    for (text, message) in [
        ("stack: 100", "unknown field stack; did you mean stacks?"),
        ("positions: [BTN]", "positions must be two names"),
        ("blinds: [0.5]", "blinds must be the small and the big blind"),
        ("blinds: [2, 1]", "blinds is `[2, 1]`; expected a small blind"),
        ("antes: [0.1, 0.2]", "antes must be the same for both"),
        ("antes: x", "antes is `x`"),
        ("stacks: 0.5", "a stack of 0.5 big blinds is impossible"),
        ("stacks: [10, 20, 30]", "stacks must be what each brings"),
        ("raise_sizes: { a: 1 }", "raise_sizes must be lists of sizes by depth"),
        ("raise_sizes: [[2.5zz]]", "raise_sizes, column"),
        ("raise_cap: 99", "raise_cap is `99`"),
        ("limp: maybe", "limp is `maybe`; expected true or false"),
        ("iterations: -1", "iterations is `-1`; expected a whole number"),
        ("exploration: 0.1", "exploration is `0.1`; expected 0"),
        ("dcfr_gamma: x", "dcfr_gamma is `x`"),
        (
            "preflop_exploitability_threshold_mbb: -1",
            "preflop_exploitability_threshold_mbb is `-1`",
        ),
    ] {
        let error = PreflopSolveSpec::parse(text, &[]).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.is_input(), "{text}");
    }
    let missing = PreflopSolveSpec::parse("postflop_model_path: nowhere", &[]).unwrap();
    let error = PreflopJob::new(missing).err().unwrap().to_string();
    assert!(error.starts_with("postflop_model_path: nowhere: there is no such"), "{error}");
    assert!(push_fold(0.5).is_err());
}

#[test]
fn specs_read_back() {
    for text in [SMALL, "{}", "antes: 0.125\nlimp: false\npostflop_model_path: a b/c"] {
        let spec = PreflopSolveSpec::parse(text, &[]).unwrap();
        assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml(), &[]).unwrap(), spec, "{text}");
    }
}

/// All-in or fold as a spec is all-in or fold by itself; published are 58.3 % of
/// hands to push and 37.4 % to call with ten big blinds (holdemresources.net).
#[test]
fn push_or_fold_is_a_special_case() {
    let charts = push_fold(10.0).unwrap();
    assert!((charts.push_share - 0.583).abs() < 0.003, "{}", charts.push_share);
    assert!((charts.call_share - 0.374).abs() < 0.003, "{}", charts.call_share);
    let text = "stacks: 10\nraise_sizes: [[all-in]]\nraise_cap: 1\nlimp: false\niterations: 1000";
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(text, &[]).unwrap()).unwrap();
    let ended = job.run(&JobControl::new(), |_| {}, |_| {}).unwrap();
    assert_eq!(ended, Ended::GoalReached);
    let report = job.report(ended, &line("r:0")).unwrap();
    assert!((report.progress.ev_mbb - charts.ev_mbb).abs() < 0.2);
    assert_eq!(report.flops_seen, []);
    let push = &report.node.actions[1];
    assert_eq!((push.action.as_str(), push.line.as_str()), ("all-in 10bb", "r:0:b10000"));
    assert!((push.frequency.unwrap() - charts.push_share).abs() < 0.005);
}

/// Frequencies add up, and no action that is taken is worth less than another.
#[test]
fn strategies_are_equilibria_of_the_model() {
    let mut job = solved(SMALL, &[("iterations", "1000")]);
    let report = job.report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!(report.flop_value, "equity");
    assert!(report.progress.exploitability_mbb < 0.5, "{:?}", report.progress);
    assert!(
        report
            .flops_seen
            .iter()
            .any(|(line, pot, spr)| line == "r:0:c:c" && *pot == 2.0 && *spr == 5.5)
    );
    for class in &report.node.classes {
        let total: f64 = class.frequencies.iter().sum();
        assert!((total - 1.0).abs() < 1e-4, "{class:?}");
        let best = class.evs.iter().flatten().copied().fold(f64::MIN, f64::max);
        for (part, ev) in class.frequencies.iter().zip(&class.evs) {
            assert!(*part < 0.3 || best - ev.unwrap() < 0.02, "{class:?}");
        }
    }
    let fold = report.node.classes[168].evs[0].unwrap();
    assert!((fold + 0.5).abs() < 1e-6, "a fold loses the small blind: {fold}");
}

#[test]
fn bundles_show_every_decision() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = solved(SMALL, &[]);
    let bundle = PreflopBundle::write(folder.path(), &mut job).unwrap();
    assert!(PreflopBundle::is_at(folder.path()).unwrap());
    assert_eq!(bundle.spec(), job.spec());
    assert_eq!((bundle.iterations(), bundle.is_modelled()), (400, false));
    for text in ["r:0", "r:0:c", "r:0:b2000", "r:0:b2000:b12000"] {
        let live = job.report(Ended::Iterations, &line(text)).unwrap().node;
        assert_eq!(bundle.node(&line(text)).unwrap(), live, "{text}");
    }
    let over = bundle.node(&line("r:0:f")).unwrap_err();
    assert!(over.to_string().starts_with("nobody acts at r:0:f"), "{over}");
    assert!(bundle.node(&line("r:0:b9")).unwrap_err().to_string().contains("is not in the tree"));
    let root = bundle.node(&line("r:0")).unwrap();
    let ranges: f64 = root.actions.iter().map(|action| action.combos).sum();
    assert!((ranges - 1_326.0).abs() < 0.1, "{ranges}");
}

#[test]
fn checkpoints_continue_bit_for_bit() {
    let whole = solved(SMALL, &[]).checkpoint();
    let mut kept = Vec::new();
    let spec = PreflopSolveSpec::parse(SMALL, &[("checkpoint_every", "300")]).unwrap();
    let mut first = PreflopJob::new(spec).unwrap();
    first.run(&JobControl::new(), |_| {}, |bytes| kept.push(bytes)).unwrap();
    let spec = PreflopSolveSpec::parse(SMALL, &[]).unwrap();
    let mut second = PreflopJob::new(spec).unwrap();
    second.restore(&kept[0]).unwrap();
    second.run(&JobControl::new(), |_| {}, |_| {}).unwrap();
    assert_eq!(second.checkpoint(), whole);
    assert!(second.restore(&kept[0][..40]).is_err());
}

/// A model in which nobody bets is the equity; one with bets is not.
#[test]
fn models_say_what_flops_are_worth() {
    let folder = tempfile::tempdir().unwrap();
    let model = |name: &str, text: &str| {
        let spec = PostflopSpec::parse(text, &[]).unwrap();
        let path = folder.path().join(name);
        let engine = Engine::new(2, Engine::DEFAULT_CACHE).unwrap();
        engine.solve_postflop(&spec, &path, None, &PostflopWatch::new()).unwrap();
        path.display().to_string()
    };
    let fields = "postflop_sprs: [1, 5]\n  postflop_solve_iterations: 20\n  max_flop_boards: 6";
    let bets = model("bets", &format!("postflop_model:\n  bet_sizes: [1]\n  {fields}"));
    let mut with = solved(SMALL, &[("postflop_model_path", &bets)]);
    let with = with.report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!((with.flop_value, with.model_sprs.as_slice()), ("model", &[1.0, 5.0][..]));
    let mut without = solved(SMALL, &[]);
    let without = without.report(Ended::Iterations, &line("r:0")).unwrap();
    assert!((with.progress.ev_mbb - without.progress.ev_mbb).abs() > 1.0);
    assert!(with.progress.exploitability_mbb < 5.0, "{:?}", with.progress);
}
