//! Play from the blinds to the river: plans, reports, lines beyond the flop, bundles.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use quasar::cards::{Combo, HoldemClass};
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

fn solve() -> PreflopJob {
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(SMALL).unwrap(), 2).unwrap();
    assert_eq!(job.run(&Control::new(), |_| {}).unwrap(), Ended::Iterations);
    job
}

/// The small game, solved once for all tests that only look at it: setting it up takes seconds.
fn solved() -> MutexGuard<'static, PreflopJob> {
    static SOLVED: LazyLock<Mutex<PreflopJob>> = LazyLock::new(|| Mutex::new(solve()));
    SOLVED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_game_to_the_river_is_planned_solved_and_shown() {
    let mut job = solve();
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

/// Three of four threes on the flop leave no pair of them: the class is there, with no combos.
#[test]
fn a_flop_of_one_rank_leaves_no_pair_of_it() {
    let text = SMALL.replace("KsTs6s", "3s3h3d").replace("iterations: 4", "iterations: 2");
    let mut job = PreflopJob::new(PreflopSolveSpec::parse(&text).unwrap(), 2).unwrap();
    job.run(&Control::new(), |_| {}).unwrap();
    let node = job.report(Ended::Iterations, &line("r:0")).unwrap().node;
    assert_eq!(node.classes.len(), HoldemClass::COUNT);
    for found in &node.classes {
        let sum: f64 = found.frequencies.iter().sum();
        let dealt = if found.class == "33" { 0.0 } else { 1.0 };
        assert!((sum - dealt).abs() < 1e-4, "{found:?}");
    }
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

/// Threads and interruptions change nothing of what is drawn, before and after the last iteration
/// that samples; what is drawn matters.
#[test]
fn sampled_iterations_continue_bit_for_bit() {
    let sampled = |seed: u32| {
        let drawn =
            format!("river_buckets: 12, sampling: {{ turn: 3, river: 2, until: 3, seed: {seed} }}");
        let text = SMALL.replace("river_buckets: 12", &drawn);
        let spec = PreflopSolveSpec::parse(&text).unwrap();
        assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml()).unwrap(), spec);
        spec
    };
    let job = |spec: PreflopSolveSpec, threads: usize| PreflopJob::new(spec, threads).unwrap();
    let run = |job: &mut PreflopJob| {
        job.run(&Control::new(), |_| {}).unwrap();
        job.checkpoint()
    };
    let mut first = job(sampled(1), 2);
    let whole = run(&mut first);
    let half = run(&mut job(PreflopSolveSpec { iterations: 2, ..sampled(1) }, 1));
    // A checkpoint replaces all that a job knew.
    first.restore(&half).unwrap();
    assert_eq!(first.checkpoint(), half);
    assert_eq!(run(&mut first), whole);
    assert_ne!(run(&mut job(sampled(2), 1)), whole);
    assert_ne!(solved().checkpoint(), whole);
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

/// Saves of lines say what the solve says: the same frequencies and values, hand by hand or in
/// the mean of a class, on the flop and on a turn.
#[test]
fn lines_are_saved_and_read_as_they_were_solved() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = solved();
    let bundle = PreflopBundle::write(&folder.path().join("made"), &mut job).unwrap();
    for (text, inside) in [
        ("r:0:c:c:KsTs6s", "r:0"),
        ("r:0:c:c:KhTh6h:b4000", "r:0:b3000"),
        ("r:0:c:c:KhTh6h:c:c:2s", "r:0:c:c:2"),
    ] {
        let (save, there) = bundle.after_flop(&line(text)).unwrap();
        assert!(there.to_string().starts_with(inside), "{there}");
        assert_eq!(save.path().file_name().unwrap(), "r-0-c-c_KsTs6s.qsr");
        let facts = save.node(&there).unwrap();
        // Line and board are shown as they were typed.
        assert_eq!(facts.line, line(text));
        let typed = text.split(':').filter(|step| step.starts_with(['K', '2']));
        assert_eq!(facts.board.to_string(), typed.collect::<String>());
        let solved = job.report(Ended::Iterations, &line(text)).unwrap().node;
        let side = &facts.sides[facts.player.index()];
        let total: f64 = side.weights.iter().map(|&weight| f64::from(weight)).sum();
        let hands = side.combos.len();
        for (number, action) in solved.actions.iter().enumerate() {
            let row = &facts.strategy[number * hands..][..hands];
            let taken: f64 = side
                .weights
                .iter()
                .zip(row)
                .map(|(&weight, &frequency)| f64::from(weight) * f64::from(frequency))
                .sum();
            let frequency = action.frequency.unwrap();
            assert!((taken / total - frequency).abs() < 2e-3, "{text} {taken} {frequency}");
        }
        // Values count from here on in a save, and from the beginning of the hand in a report.
        let put_in = if text.contains("b4000") { 1.0 } else { solved.pot / 2.0 };
        let often = solved.classes.iter().max_by(|a, b| a.combos.total_cmp(&b.combos)).unwrap();
        let of_class = side.combos.iter().enumerate().filter(|(_, combo)| {
            HoldemClass::of(combo).is_some_and(|class| class.to_string() == often.class)
        });
        let evs: Vec<(f64, f64)> = of_class
            .map(|(hand, _)| (side.weights[hand], facts.action_evs[hands + hand].unwrap()))
            .map(|(weight, ev)| (f64::from(weight), f64::from(ev) / 1_000.0 - put_in))
            .collect();
        let all: f64 = evs.iter().map(|(weight, _)| weight).sum();
        let mean = evs.iter().map(|(weight, ev)| weight * ev).sum::<f64>() / all;
        assert!((mean - often.evs[1].unwrap()).abs() < 2e-3, "{text} {mean} {:?}", often.evs);
    }
    // A flush draw is one in the suits that were typed, and the tree and the cards that follow
    // have the same names.
    let shown = |text: &str| {
        let (save, there) = bundle.after_flop(&line(text)).unwrap();
        let facts = save.node(&there).unwrap();
        let tree = save.tree(&there, None).unwrap();
        assert_eq!(tree.lines[0].line, text);
        assert!(tree.lines.iter().all(|next| next.line.starts_with(text)));
        let weights = |hand: &str| {
            let hand = hand.parse::<Combo>().unwrap();
            let side = facts.actor();
            let place = side.combos.iter().position(|combo| *combo == hand)?;
            Some((side.weights[place], facts.strategy[place], facts.action_evs[place]))
        };
        ["AsQs", "AhQh", "AsQh", "AhQs"].map(weights)
    };
    let [spades, hearts, spade, heart] = shown("r:0:c:c:KsTs6s");
    assert_ne!(spades, hearts);
    assert_eq!(shown("r:0:c:c:KhTh6h"), [hearts, spades, heart, spade]);
    let error = bundle.after_flop(&line("r:0:c:c:AsKsQs")).unwrap_err().to_string();
    assert!(error.contains("it has r-0-c-c_KsTs6s.qsr"), "{error}");
}

/// The house takes its share of what the players win together, and nothing before the flop.
#[test]
fn rake_is_taken_from_pots_that_see_a_flop() {
    let text = SMALL.replace("leaf: streets", "rake: { rate: 10%, cap: 0.1 }\nleaf: streets");
    let spec = PreflopSolveSpec::parse(&text).unwrap();
    assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml()).unwrap(), spec);
    let mut job = PreflopJob::new(spec, 2).unwrap();
    job.run(&Control::new(), |_| {}).unwrap();
    let raked = job.report(Ended::Iterations, &line("r:0")).unwrap();
    let folds = raked.node.classes.iter().map(|class| class.evs[0].unwrap());
    assert!(folds.into_iter().all(|ev| (ev + 0.5).abs() < 1e-6), "no flop, no drop");
    let refused = SMALL
        .replace("leaf: streets", "rake: { rate: 5% }")
        .lines()
        .take(4)
        .fold(String::new(), |text, line| text + line + "\n");
    let error = PreflopSolveSpec::parse(&refused).unwrap_err().to_string();
    assert!(error.contains("unless leaf is streets"), "{error}");
}

/// A straddle makes the button the last to act before the flop too; antes and the shorter of two
/// stacks count as in any game before the flop.
#[test]
fn straddles_antes_and_unequal_stacks_make_other_games() {
    let with = |fields: &str| {
        let text = SMALL.replace("stack: 4", fields);
        let spec = PreflopSolveSpec::parse(&text).unwrap();
        assert_eq!(PreflopSolveSpec::parse(&spec.to_yaml()).unwrap(), spec);
        let mut job = PreflopJob::new(spec, 2).unwrap();
        job.run(&Control::new(), |_| {}).unwrap();
        job.report(Ended::Iterations, &line("r:0")).unwrap()
    };
    let straddled = with("stack: 6\nstraddle: 2");
    assert_eq!((straddled.node.player.as_str(), straddled.node.pot), ("BB", 3.0));
    assert_eq!(straddled.streets.unwrap().lines[0].pot, 4.0);
    let call = straddled.node.actions.iter().find(|action| action.kind.text() == "call").unwrap();
    assert_eq!(call.line, "r:0:c");
    let folds = straddled.node.classes.iter().map(|class| class.evs[0].unwrap());
    assert!(folds.into_iter().all(|ev| (ev + 1.0).abs() < 1e-6), "a fold loses the big blind");
    let ante = with("stack: 4\nante: 0.25");
    assert_eq!(ante.streets.as_ref().unwrap().lines[0].pot, 2.5);
    assert_eq!(ante.streets.unwrap().lines[0].spr, 2.75 / 2.5);
    let unequal = with("stack: [4, 9]");
    let short = solved().report(Ended::Iterations, &line("r:0")).unwrap();
    assert_eq!(short.node, unequal.node);
    assert_eq!(short.progress, unequal.progress);
    let error = PreflopSolveSpec::parse(&SMALL.replace("stack: 4", "stack: 4\nstraddle: 0.5"));
    assert!(error.unwrap_err().to_string().contains("more than the big blind"));
}
