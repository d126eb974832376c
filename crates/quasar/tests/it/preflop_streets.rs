//! Play from the blinds to the river: plans, reports, lines beyond the flop, bundles.

use quasar::game::Line;
use quasar::job::{Control, Ended};
use quasar::preflop::{PreflopBundle, PreflopJob, PreflopSolveSpec};

/// A flop of one suit has the fewest turns and rivers.
const SMALL: &str = "
stack: 4
raise: [[all-in]]
leaf: streets
streets: { flops: [KsTs6s], bet: 100%, raise_cap: 0, river_buckets: 12 }
iterations: 4
target: 0
check_every: 2
";

fn line(text: &str) -> Line {
    text.parse().unwrap()
}

fn solved() -> PreflopJob {
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(SMALL).unwrap(), 2).unwrap();
    assert_eq!(job.run(&Control::new(), |_| {}).unwrap(), Ended::Iterations);
    job
}

#[test]
fn a_game_to_the_river_is_planned_solved_and_shown() {
    let mut job = solved();
    let report = job.report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!(report.flop_value.text(), "streets");
    let streets = report.streets.clone().unwrap();
    assert_eq!(streets.plan.flops, [("KsTs6s".to_owned(), 1.0)]);
    assert_eq!(streets.exact_exploitability_mbb, None, "not measured yet");
    assert_eq!(streets.lines.len(), 1, "only a limp sees a flop with chips behind");
    let limped = &streets.lines[0];
    assert_eq!((limped.line.as_str(), limped.pot, limped.spr), ("r:0:c:c", 2.0, 1.5));
    // The big blind may still raise; hands count as often as this flop leaves them.
    let limps = report.node.actions.iter().find(|action| action.kind.text() == "call").unwrap();
    assert!((0.01..limps.frequency.unwrap() + 0.05).contains(&limped.frequency));
    assert!(streets.dealt[0].deviation.abs() > 0.05, "one flop takes its cards from everybody");
    job.measure(&Control::new()).unwrap();
    let report = job.report(Ended::Iterations, &line("r:0:c:c:KsTs6s")).unwrap();
    let streets = report.streets.unwrap();
    let exact = streets.exact_exploitability_mbb.unwrap();
    assert!(exact > streets.on_rivers_mbb.unwrap() && exact > 0.0);
    assert_eq!(report.node.player, "BB");
    let actions: Vec<&str> =
        report.node.actions.iter().map(|action| action.line.as_str()).collect();
    assert_eq!(actions, ["r:0:c:c:KsTs6s:c", "r:0:c:c:KsTs6s:b4000"]);
    let combos: f64 = report.node.actions.iter().map(|action| action.combos).sum();
    let classes: f64 = report.node.classes.iter().map(|class| class.combos).sum();
    assert!((combos - classes).abs() < 1e-3 && combos > 100.0 && combos <= 1_176.0);
}

#[test]
fn suits_of_a_line_may_be_others_than_those_of_the_solve() {
    let mut job = solved();
    let mut at = |text: &str| job.report(Ended::Iterations, &line(text)).unwrap().node;
    let [one, other] = ["r:0:c:c:KsTs6s:c:c:2d", "r:0:c:c:KhTh6h:c:c:2s"].map(&mut at);
    assert_eq!(other.actions[0].line, "r:0:c:c:KhTh6h:c:c:2s:c");
    assert_eq!(one.classes, other.classes);
    let weight = |node: &quasar::preflop::PreflopNodeReport| node.actions[0].combos;
    assert!((weight(&one) - weight(&other)).abs() < 1e-3);
}

#[test]
fn lines_that_the_solve_does_not_have_are_refused() {
    let mut job = solved();
    for (text, message) in [
        ("r:0:c:c:AsKsQs", "no flop that equals AsKsQs up to suits; it has KsTs6s"),
        ("r:0:b4000:c:KsTs6s", "the flop must follow a call"),
        ("r:0:c:c:KsTs6s:b2000", "r:0:b1000 is not in the tree"),
        ("r:0:c:c:KsTs6s:c:c", "nobody acts"),
        ("r:0:c:c:KsTs6s:c:c:c", "whose card must be named"),
        ("r:0:c:c:KsTs6s:c:c:2d:c:c:3d", "can be followed to the turn"),
        ("r:0:c:c:KsTs6s:c:c:Ks", "can be followed to the turn"),
    ] {
        let error = job.report(Ended::Iterations, &line(text)).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn a_bundle_has_the_strategy_before_the_flop_and_what_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = solved();
    let shown = job.report(Ended::Iterations, &line("r:0:c")).unwrap().node;
    let bundle = PreflopBundle::write(&folder.path().join("made"), &mut job).unwrap();
    assert_eq!(bundle.node(&line("r:0:c")).unwrap(), shown);
    assert_eq!(bundle.spec(), job.spec());
    assert!(bundle.is_modelled());
}

#[test]
fn a_checkpoint_continues_bit_for_bit() {
    let mut whole = solved();
    let spec = PreflopSolveSpec { iterations: 2, ..whole.spec().clone() };
    let mut half = PreflopJob::new(spec, 1).unwrap();
    half.run(&Control::new(), |_| {}).unwrap();
    let mut rest = PreflopJob::new(whole.spec().clone(), 2).unwrap();
    rest.restore(&half.checkpoint()).unwrap();
    rest.run(&Control::new(), |_| {}).unwrap();
    assert_eq!(rest.checkpoint(), whole.checkpoint());
    assert_eq!(rest.look().unwrap().ev_mbb, whole.look().unwrap().ev_mbb);
}

#[test]
fn what_does_not_fit_is_refused_and_what_fits_is_chosen() {
    let spec = |text: &str| PreflopSolveSpec::parse(text).unwrap();
    let refused = PreflopJob::within(spec(SMALL), 1, 1_000_000, |_| ());
    let error = refused.err().unwrap().to_string();
    assert!(error.contains("MB are allowed"), "{error}");
    let free = SMALL.replace("flops: [KsTs6s], bet: 100%, raise_cap: 0,", "");
    // The smallest subset with the poorest sizes needs more than this.
    let mut planned = None;
    let refused =
        PreflopJob::within(spec(&free), 1, 40_000_000, |plan| planned = Some(plan.clone()));
    assert!(refused.is_err() && planned.is_none());
}
