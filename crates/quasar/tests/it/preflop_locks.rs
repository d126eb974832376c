//! Locks of games before the flop, and of flops and turns that they lead to.

use quasar::cards::HoldemClass;
use quasar::game::Line;
use quasar::job::{Control, Ended};
use quasar::preflop::{PreflopJob, PreflopNodeReport, PreflopSolveError, PreflopSolveSpec};
use quasar_preflop::ClassTable;

/// All-in with 10 big blinds, or fold.
const PUSH: &str = "
stack: 10
raise: [[all-in]]
raise_cap: 1
limp: false
iterations: 300
target: 0
";

/// A flop of one suit has the fewest turns and rivers.
const STREETS: &str = "
stack: 4
raise: [[all-in]]
leaf: streets
streets: { flops: [KsTs6s], bet: 100%, raise_cap: 0, river_buckets: 4 }
iterations: 2
target: 0
check_every: 2
";

fn line(text: &str) -> Line {
    text.parse().unwrap()
}

fn solved(text: &str) -> PreflopJob {
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(text).unwrap(), 1).unwrap();
    job.run(&Control::new(), |_| {}).unwrap();
    job
}

fn node(job: &mut PreflopJob, text: &str) -> PreflopNodeReport {
    job.report(Ended::Iterations, &line(text)).unwrap().node
}

fn refused(text: &str) -> String {
    let job = PreflopSolveSpec::parse(text).and_then(|spec| PreflopJob::new(spec, 1));
    let Err(error) = job else { panic!("{text} is accepted") };
    assert!(error.is_input(), "{error}");
    error.to_string()
}

fn class(node: &PreflopNodeReport, name: &str) -> usize {
    node.classes.iter().position(|class| class.class == name).unwrap()
}

/// Against a big blind that calls with aces alone, a push is worth what arithmetic says.
#[test]
fn a_locked_caller_is_exploited_as_arithmetic_says() {
    let lock =
        "locks: [{ line: 'r:0:b10000', frequencies: { fold: 1 }, hands: { AA: { call: 1 } } }]";
    let mut job = solved(&format!("{PUSH}{lock}"));
    let caller = node(&mut job, "r:0:b10000");
    for (number, found) in caller.classes.iter().enumerate() {
        let calls = if number == class(&caller, "AA") { 1.0 } else { 0.0 };
        assert_eq!(found.frequencies, [1.0 - calls, calls], "{}", found.class);
    }
    let first = node(&mut job, "r:0");
    let table = ClassTable::preflop();
    for name in ["72o", "AKs", "AA", "A2o"] {
        let (own, aces) = (class(&first, name), class(&first, "AA"));
        let held = HoldemClass::all().nth(own).unwrap().combos().next().unwrap();
        let left = HoldemClass::all().nth(aces).unwrap().combos();
        let left = left.filter(|combo| (combo.set() & held.set()).is_empty()).count() as f64;
        let met = left / 1_225.0;
        let expected = (1.0 - met) + met * (20.0 * table.equity(own, aces) - 10.0);
        let found = first.classes[own].evs[1].unwrap();
        assert!((found - expected).abs() < 1e-4, "{name}: {found} {expected}");
        assert!(first.classes[own].frequencies[1] > 0.999, "{name}: any hand is pushed");
    }
    // What the button could still gain is nothing; the big blind may not change.
    let report = job.report(Ended::Iterations, &line("r:0")).unwrap();
    assert!(report.progress.exploitability_mbb < 1e-3, "{}", report.progress.exploitability_mbb);
}

#[test]
fn locks_are_part_of_the_game_and_read_back() {
    let lock = "locks: [{ line: 'r:0', hands: { 'AA,KK': { raise to 10bb: 70%, fold: 0.3 } } }]";
    let spec = PreflopSolveSpec::parse(&format!("{PUSH}{lock}")).unwrap();
    assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml()).unwrap(), spec);
    assert_ne!(spec.canonical(), PreflopSolveSpec::parse(PUSH).unwrap().canonical());
    let mut job = solved(&format!("{PUSH}{lock}"));
    let first = node(&mut job, "r:0");
    let [aces, queens] = ["AA", "QQ"].map(|name| &first.classes[class(&first, name)].frequencies);
    assert!((aces[1] - 0.7).abs() < 1e-6 && queens[1] > 0.99, "{aces:?} {queens:?}");
}

/// The lock of a flop holds for the suits that it names, and on turns that suits make equal.
#[test]
fn decisions_after_the_flop_are_locked() {
    let locks = "
locks:
  - { line: 'r:0', frequencies: { call: 1 } }
  - { line: 'r:0:c', frequencies: { check: 1 } }
  - { line: 'r:0:c:c:KhTh6h', frequencies: { check: 1 }, hands: { 'AhAd,AhAs,AhAc': { allin: 1 } } }
  - { line: 'r:0:c:c:KhTh6h:c:c:2s', frequencies: { check: 0.25, bet 3bb: 0.75 } }
";
    let mut job = solved(&format!("{STREETS}{locks}"));
    let flop = node(&mut job, "r:0:c:c:KhTh6h");
    let aces = &flop.classes[class(&flop, "AA")];
    // Half of the pairs of aces have the heart, and all hands get there.
    assert!((aces.frequencies[1] - 0.5).abs() < 1e-5 && aces.combos == 6.0, "{aces:?}");
    assert_eq!(flop.classes[class(&flop, "KK")].frequencies, [1.0, 0.0]);
    for turn in ["2s", "2d", "2c"] {
        let turn = node(&mut job, &format!("r:0:c:c:KhTh6h:c:c:{turn}"));
        let reached = turn.classes.iter().filter(|class| class.combos > 0.0);
        for found in reached {
            assert!((found.frequencies[1] - 0.75).abs() < 1e-5, "{found:?}");
        }
    }
    let other = node(&mut job, "r:0:c:c:KhTh6h:c:c:3s");
    assert!(other.classes.iter().any(|class| (class.frequencies[1] - 0.75).abs() > 0.01));
}

#[test]
fn mistakes_in_locks_are_refused_before_anything_is_set_up() {
    for (text, message) in [
        ("{ line: 'r:0' }", "locks[0] locks nothing"),
        ("{ line: 'r:0:b3000', frequencies: { fold: 1 } }", "r:0:b3000 is not in the tree"),
        ("{ line: 'r:0', frequencies: { call: 1 } }", "SB can fold, raise to 10bb there"),
        ("{ line: 'r:0', frequencies: { fold: 0.5 } }", "sums to 0.5"),
        ("{ line: 'r:0', hands: { AhAd: { fold: 1 } } }", "a lock applies to whole classes"),
        ("{ line: 'r:0', hands: { 'AA,KK': { fold: 1 }, AA: { allin: 1 } } }", "two strategies"),
        (
            "{ line: 'r:0', frequencies: { fold: 1 } }, { line: 'r:0', frequencies: { allin: 1 } }",
            "r:0 is locked twice",
        ),
    ] {
        let error = refused(&format!("{PUSH}locks: [{text}]"));
        assert!(error.contains(message), "{text}: {error}");
        assert!(error.starts_with("line 8, column"), "{text}: {error}");
    }
    for (text, message) in [
        ("{ line: 'r:0:c:c:AsKsQs', frequencies: { check: 1 } }", "no flop that equals AsKsQs"),
        ("{ line: 'r:0:c:c:KsTs6s', hands: { AhAd: { check: 1 } } }", "need the same lock"),
        (
            "{ line: 'r:0:c:c:KsTs6s', frequencies: { fold: 1 } }",
            "BB can check, raise to 3bb there",
        ),
    ] {
        let error = refused(&format!("{STREETS}locks: [{text}]"));
        assert!(error.contains(message), "{text}: {error}");
    }
    let one = PreflopSolveSpec::parse(&format!("{PUSH}locks: 3")).unwrap_err();
    assert!(matches!(one, PreflopSolveError::Field(_)), "{one}");
}
