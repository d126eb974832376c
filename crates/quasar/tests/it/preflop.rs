//! Play before the flop: specs and their mistakes, bundles, checkpoints.

use crate::common::patched;
use quasar::cards::HoldemClass;
use quasar::game::Line;
use quasar::{
    job::{Control, Ended, Engine, JobKind, JobSpec, NodeQuery},
    model::PostflopSpec,
    preflop::{
        OmahaPreflopSpec, PreflopBundle, PreflopEvent, PreflopJob, PreflopSolveSpec,
        PushFoldOptions, push_fold,
    },
};
use quasar_equity::FlopTable;
use quasar_preflop::{CLASSES, ClassTable};

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
    let mut job = PreflopJob::new(patched::preflop(text, overrides).unwrap(), 1).unwrap();
    let ended = job.run(&Control::new(), |_| {}).unwrap();
    assert_eq!(ended, Ended::Iterations);
    job
}

#[test]
fn every_mistake_in_a_field_is_told() {
    for (text, message) in [
        ("stock: 100", "unknown field stock; did you mean stack?"),
        ("positions: [BTN]", "positions must be two names"),
        ("blinds: [0.5]", "blinds must be the small and the big blind"),
        ("blinds: [2, 1]", "blinds is `[2, 1]`; expected a small blind"),
        ("antes: [0.1, 0.2]", "antes must be the same for both"),
        ("antes: x", "antes is `x`"),
        ("stacks: 0.5", "a stack of 0.5 big blinds is impossible"),
        ("stacks: [10, 20, 30]", "stacks must be the stack of each player"),
        ("raise_sizes: { a: 1 }", "raise_sizes must be lists of sizes by depth"),
        ("raise_sizes: [[2.5zz]]", "raise_sizes, column"),
        ("raise_cap: 99", "raise_cap is `99`"),
        ("limp: maybe", "limp is `maybe`; expected true or false"),
        ("iterations: -1", "iterations is `-1`; expected a whole number"),
        ("exploration: 1", "exploration is `1`; expected a part of the time"),
        ("leaf: model", "leaf is `model`; expected equity, exact or streets; model needs"),
        ("leaf: equity\npostflop_model_path: a", "leaf is `equity`; expected model or exact"),
        ("streets: { flops: 2 }", "streets must be left out unless leaf is streets"),
        ("leaf: streets\nstreets: { flop: 2 }", "unknown field streets.flop; did you mean"),
        (
            "leaf: streets\nstreets: { flops: 0 }",
            "streets.flops is `0`; expected a number of flops",
        ),
        ("leaf: streets\nstreets: { bet: 1zz }", "streets.bet, column"),
        ("leaf: streets\nstreets: { three_bet: { raise: y } }", "streets.three_bet.raise, column"),
        ("leaf: streets\nstreets: { river_buckets: 0 }", "streets.river_buckets is `0`"),
        ("leaf: streets\npostflop_model_path: a", "leaf is `streets`; expected model or exact"),
        ("exact: { flops: 2 }", "exact must be left out unless leaf is exact"),
        ("leaf: exact\nexact: { flop: 2 }", "unknown field exact.flop; did you mean exact.flops?"),
        ("leaf: exact\nexact: { flops: 0 }", "exact.flops is `0`; expected a number of flops"),
        ("leaf: exact\nexact: { flops: [AhKs] }", "exact.flops[0], column"),
        ("leaf: exact\nexact: { flops: [] }", "exact.flops must be at least one flop"),
        ("leaf: exact\nexact: { rounds: 0 }", "exact.rounds is `0`"),
        ("leaf: exact\nexact: { bet_sizes: -1 }", "exact.bet_sizes is `-1`"),
        ("leaf: exact\nexact: { max_raises_per_street: 21 }", "exact.max_raises_per_street is"),
        ("leaf: exact\nexact: { accuracy: 2 }", "exact.accuracy is `2`"),
        ("leaf: exact\nexact: { change: -1 }", "exact.change is `-1`"),
        ("leaf: exact\nexact: { least_frequency: 2 }", "exact.least_frequency is `2`"),
        ("leaf: exact\nexact: { memory_mb: 0 }", "exact.memory_mb is `0`"),
        ("leaf: exact\ncheckpoint_every: 5", "checkpoint_every must be 0 where leaf is exact"),
        ("dcfr_gamma: x", "dcfr_gamma is `x`"),
        (
            "preflop_exploitability_threshold_mbb: -1",
            "preflop_exploitability_threshold_mbb is `-1`",
        ),
    ] {
        let error = PreflopSolveSpec::parse(text).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.is_input(), "{text}");
    }
    let missing = PreflopSolveSpec::parse("postflop_model_path: nowhere").unwrap();
    let error = PreflopJob::new(missing, 1).err().unwrap().to_string();
    assert!(error.starts_with("model: nowhere: there is no such"), "{error}");
    let options = PushFoldOptions::default();
    assert!(push_fold(0.5, &options).is_err());
    for (options, message) in [
        (PushFoldOptions { iterations: 0, ..options }, "iterations is `0`"),
        (PushFoldOptions { target: f64::NAN, ..options }, "target is `NaN`"),
        (PushFoldOptions { target: -1.0, ..options }, "target is `-1`"),
    ] {
        let error = push_fold(10.0, &options).unwrap_err();
        assert!(error.is_input() && error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn specs_read_back() {
    let exact =
        "leaf: exact\nexact: { flops: [9s8s7s], bet_sizes: [0.5, 1], rounds: 2 }\nexploration: 0.1";
    let streets = "leaf: streets\nstreets: { flops: 25, bet: '33%, 75%', raise: 3x, small_spr: 2, \
                   three_bet: { raise_cap: 0 }, memory_mb: 16000, all_boards: true, held_out: 20 }";
    for text in [
        SMALL,
        "{}",
        "leaf: exact",
        exact,
        "leaf: streets",
        streets,
        "antes: 0.125\nlimp: false\npostflop_model_path: a b/c",
    ] {
        let spec = PreflopSolveSpec::parse(text).unwrap();
        assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml()).unwrap(), spec, "{text}");
    }
}

/// All-in or fold as a spec is all-in or fold by itself; published are 58.3 % of
/// hands to push and 37.4 % to call with ten big blinds (holdemresources.net).
#[test]
fn push_or_fold_is_a_special_case() {
    let charts = push_fold(10.0, &PushFoldOptions::default()).unwrap();
    assert!((charts.push_frequency - 0.583).abs() < 0.003, "{}", charts.push_frequency);
    assert!((charts.call_frequency - 0.374).abs() < 0.003, "{}", charts.call_frequency);
    let text = "stacks: 10\nraise_sizes: [[all-in]]\nraise_cap: 1\nlimp: false\niterations: 1000";
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(text).unwrap(), 1).unwrap();
    let ended = job.run(&Control::new(), |_| {}).unwrap();
    assert_eq!(ended, Ended::GoalReached);
    let report = job.report(ended, &line("r:0")).unwrap();
    assert!((report.progress.ev_mbb - charts.ev_mbb).abs() < 0.2);
    assert_eq!(report.flops_seen, []);
    let push = &report.node.actions[1];
    assert_eq!((push.action.as_str(), push.line.as_str()), ("all-in 10bb", "r:0:b10000"));
    assert!((push.frequency.unwrap() - charts.push_frequency).abs() < 0.005);
}

#[test]
fn push_or_fold_stops_where_it_is_told() {
    let default = PushFoldOptions::default();
    let solve = |stack, options: PushFoldOptions| push_fold(stack, &options).unwrap();
    for stack in [1.5, 5.0, 10.0, 40.0, 1_000.0] {
        let report = solve(stack, default);
        assert!(report.exploitability_mbb <= 0.001, "{stack}: {}", report.exploitability_mbb);
    }
    let few = solve(10.0, PushFoldOptions { iterations: 7, ..default });
    assert!(few.iterations == 7 && few.exploitability_mbb > 0.001);
    let rough = solve(10.0, PushFoldOptions { target: 1.0, ..default });
    assert!((0.001..=1.0).contains(&rough.exploitability_mbb));
    assert!(rough.iterations < solve(10.0, default).iterations);
}

/// Frequencies add up, and no action that is taken is worth less than another.
#[test]
fn strategies_are_equilibria_of_the_model() {
    let mut job = solved(SMALL, &[("iterations", "1000")]);
    let report = job.report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!(report.flop_value.text(), "equity");
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
    let kept = solved(SMALL, &[("iterations", "300")]).checkpoint();
    let spec = PreflopSolveSpec::parse(SMALL).unwrap();
    let mut second = PreflopJob::new(spec, 1).unwrap();
    second.restore(&kept).unwrap();
    second.run(&Control::new(), |_| {}).unwrap();
    assert_eq!(second.checkpoint(), whole);
    assert!(second.restore(&kept[..40]).is_err());
}

/// A model in which nobody bets is the equity; one with bets is not.
#[test]
fn models_say_what_flops_are_worth() {
    let folder = tempfile::tempdir().unwrap();
    let model = |name: &str, text: &str| {
        let spec = PostflopSpec::parse(text).unwrap();
        let path = folder.path().join(name);
        let engine = Engine::new(2, Engine::DEFAULT_CACHE).unwrap();
        engine.solve_postflop(&spec, &path, None, &Control::new()).unwrap();
        path.display().to_string()
    };
    let fields = "postflop_sprs: [1, 5]\n  postflop_solve_iterations: 20\n  max_flop_boards: 6";
    let bets = model("bets", &format!("postflop_model:\n  bet_sizes: [1]\n  {fields}"));
    let mut with = solved(SMALL, &[("postflop_model_path", &bets)]);
    let with = with.report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!((with.flop_value.text(), with.model_sprs.as_slice()), ("model", &[1.0, 5.0][..]));
    let mut without = solved(SMALL, &[]);
    let without = without.report(Ended::Iterations, &line("r:0")).unwrap();
    assert!((with.progress.ev_mbb - without.progress.ev_mbb).abs() > 1.0);
    assert!(with.progress.exploitability_mbb < 5.0, "{:?}", with.progress);
}

/// Three big blinds and one flop, on which nobody bets: limp or fold, solved in two
/// rounds. A small blind of a tenth makes folding worth a thought.
const EXACT: &str = "
blinds: [0.1, 1]
stacks: 3
raise_sizes: [[all-in]]
raise_cap: 0
iterations: 300
preflop_exploitability_threshold_mbb: 0
leaf: exact
exact:
  flops: [9s8s7s]
  bet_sizes: []
  iterations: 10
  rounds: 2
  change: 0
";

#[test]
fn exact_solves_alternate_with_the_game_before_the_flop() {
    let spec = PreflopSolveSpec::parse(EXACT).unwrap();
    let mut job = PreflopJob::new(spec, 1).unwrap();
    let (mut plans, mut rounds, mut solving) = (Vec::new(), Vec::new(), 0);
    let ended = job.run(&Control::new(), |event| match event {
        PreflopEvent::Planned(plan) => plans.push(plan.clone()),
        PreflopEvent::Round(round) => rounds.push(round.clone()),
        PreflopEvent::Solving(_) => solving += 1,
        PreflopEvent::Looked(_) => {}
    });
    assert_eq!(ended.unwrap(), Ended::Iterations);
    assert_eq!((plans.len(), rounds.len()), (2, 2));
    assert_eq!((plans[0].solves(), plans[0].lines[0].0.as_str()), (1, "r:0:c:c"));
    assert!(plans[0].memory > 1_000_000 && solving == 20, "{plans:?} {solving}");
    assert!(rounds[1].largest_change < rounds[0].largest_change, "{rounds:?}");
    assert!(rounds[0].worst_exploitability_percent < 1e-3, "{rounds:?}");
    let report = job.report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!((report.flop_value.text(), report.exact_rounds), ("exact", rounds));
    assert_eq!(report.exact_flops, ["9s8s7s"]);
    assert!(report.progress.exploitability_mbb < 1.0, "{:?}", report.progress);
}

/// Players who do anything get to the flop with all hands, round after round. Without bets
/// the exact values are the equities on the flop: the table knows how far those of the
/// first round are from them, and in the second round values are at rest, although both
/// players' had to be moved.
#[test]
fn values_at_rest_are_not_off() {
    let spec = patched::preflop(EXACT, &[("exploration", "0.999")]).unwrap();
    let mut job = PreflopJob::new(spec, 1).unwrap();
    job.run(&Control::new(), |_| {}).unwrap();
    let report = job.report(Ended::Iterations, &line("r:0")).unwrap();
    let [first, second] = report.exact_rounds.as_slice() else { panic!("two rounds") };

    let before = ClassTable::preflop();
    let flop = ClassTable::of_flop(&FlopTable::of("9s8s7s".parse().unwrap()).unwrap());
    let met = |classes: &ClassTable, hero: usize| {
        (0..CLASSES).map(|villain| f64::from(classes.pairs(hero, villain))).sum::<f64>()
    };
    let equity = |classes: &ClassTable, hero: usize| {
        let won = |villain| f64::from(classes.pairs(hero, villain)) * classes.equity(hero, villain);
        (0..CLASSES).map(won).sum::<f64>() / met(classes, hero)
    };
    let all: f64 = (0..CLASSES).map(|hero| met(&before, hero)).sum();
    let mean: f64 = (0..CLASSES).map(|hero| met(&before, hero) * equity(&flop, hero)).sum();
    let moved = 0.5 - mean / all;
    let off = HoldemClass::all().map(|class| {
        let hero = class.index();
        class.size() as f64 * (equity(&flop, hero) + moved - equity(&before, hero)).abs()
    });
    let pot = 2.0;
    let off = pot * off.sum::<f64>() / 1_326.0;
    assert!((first.mean_change - off).abs() < 0.002 * off, "{} {off}", first.mean_change);
    assert!((first.moved - moved.abs()).abs() < 1e-4, "{} {moved}", first.moved);
    assert!(second.largest_change < 0.05 * pot * moved.abs(), "{second:?} {moved}");
}

/// With three big blinds and an all-in nobody limps: nothing is solved.
#[test]
fn rare_lines_keep_their_value_and_a_stop_ends_a_round() {
    let rare = EXACT.replace("[0.1, 1]", "[0.5, 1]").replace("raise_cap: 0", "raise_cap: 1");
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(&rare).unwrap(), 1).unwrap();
    assert_eq!(job.run(&Control::new(), |_| {}).unwrap(), Ended::GoalReached);
    let report = job.report(Ended::GoalReached, &line("r:0")).unwrap();
    assert_eq!((report.exact_rounds[0].rare, report.exact_rounds[0].solves), (1, 0));

    let control = Control::new();
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(EXACT).unwrap(), 1).unwrap();
    let stop = |event: &PreflopEvent| {
        if matches!(event, PreflopEvent::Solving(_)) {
            control.cancel();
        }
    };
    assert_eq!(job.run(&control, stop).unwrap(), Ended::Cancelled);
    let report = job.report(Ended::Cancelled, &line("r:0")).unwrap();
    assert_eq!((report.flop_value.text(), report.exact_rounds.len()), ("equity", 0));
    let folder = tempfile::tempdir().unwrap();
    let bundle = PreflopBundle::write(folder.path(), &mut job).unwrap();
    assert_eq!((bundle.is_modelled(), &bundle.spec().exact), (false, &None));
    let little = [("exact.memory_mb", "1")];
    let mut job = PreflopJob::new(patched::preflop(EXACT, &little).unwrap(), 1).unwrap();
    let refused = job.run(&Control::new(), |_| {}).unwrap_err();
    assert!(refused.to_string().contains("1000000 are allowed"), "{refused}");
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(EXACT).unwrap(), 1).unwrap();
    job.limit_memory(2_000_000);
    let refused = job.run(&Control::new(), |_| {}).unwrap_err();
    assert!(refused.to_string().contains("2000000 are allowed"), "{refused}");
}

/// Stopped while the game is solved again after the second round: what is left is the
/// first round, bit for bit.
#[test]
fn a_stop_keeps_the_last_complete_round() {
    let each = ("print_every", "100");
    let one = patched::preflop(EXACT, &[each, ("exact.rounds", "1")]).unwrap();
    let mut one = PreflopJob::new(one, 1).unwrap();
    one.run(&Control::new(), |_| {}).unwrap();

    let control = Control::new();
    let (mut round, mut told) = (0, 0);
    let stop = |event: &PreflopEvent| match event {
        PreflopEvent::Planned(plan) => round = plan.round,
        PreflopEvent::Looked(_) if round == 2 => control.cancel(),
        PreflopEvent::Round(_) => told += 1,
        _ => {}
    };
    let mut job = PreflopJob::new(patched::preflop(EXACT, &[each]).unwrap(), 1).unwrap();
    assert_eq!(job.run(&control, stop).unwrap(), Ended::Cancelled);
    let report = job.report(Ended::Cancelled, &line("r:0")).unwrap();
    assert_eq!((told, report.flop_value.text(), report.exact_rounds.len()), (1, "exact", 1));
    assert_eq!(report.progress.iteration, 300);
    assert_eq!(job.checkpoint(), one.checkpoint());
}

/// The plan tells the memory of the largest solve, wherever it is in the list.
#[test]
fn plans_tell_the_memory_of_the_largest_solve() {
    let planned = |flops: &str| {
        let spec = PreflopSolveSpec::parse(&EXACT.replace("[9s8s7s]", flops)).unwrap();
        let control = Control::new();
        let mut memory = 0;
        let stop = |event: &PreflopEvent| {
            if let PreflopEvent::Planned(plan) = event {
                memory = plan.memory;
                control.cancel();
            }
        };
        PreflopJob::new(spec, 1).unwrap().run(&control, stop).unwrap();
        memory
    };
    let (small, large) = (planned("[9s8s7s]"), planned("[AsKhQd]"));
    assert!(small < large, "{small} {large}");
    assert_eq!(planned("[9s8s7s, AsKhQd]"), large);
}

/// Every action is taken its part of the time, and that costs something.
#[test]
fn exploration_keeps_every_action_alive() {
    let mut job = solved(SMALL, &[("exploration", "0.1")]);
    let with = job.report(Ended::Iterations, &line("r:0")).unwrap();
    for class in &with.node.classes {
        assert!(class.frequencies.iter().all(|part| *part > 0.1 / 4.0 - 1e-3), "{class:?}");
    }
    let without = solved(SMALL, &[]).report(Ended::Iterations, &line("r:0")).unwrap();
    assert!(with.progress.exploitability_mbb > 10.0 * without.progress.exploitability_mbb);
}

#[test]
fn several_stacks_of_omaha_are_one_job() {
    let game = |stack: &str| OmahaPreflopSpec::parse(&format!("{{stack: {stack}}}")).unwrap();
    let kind = |games| JobSpec::omaha_preflop(games, None, NodeQuery::default()).kind();
    assert_eq!(kind(vec![game("8")]), JobKind::OmahaPreflop);
    assert_eq!(kind(vec![game("4"), game("8")]), JobKind::OmahaStacks);
}
