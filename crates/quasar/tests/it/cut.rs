//! Trees that end after the next card, as specs ask for them.

use quasar::game::Line;
use quasar::job::{Control, Ended, GoalChange};
use quasar::spot::{CutValues, SaveSize, SpotReport, SpotSpec};

/// A small turn.
const TURN: &str = "{board: Ks7s2d9h, pot: 100, stack: 200, bet: 75%, raise: 3x, \
    oop: '99+,AQs+,T9s,76s', ip: '22-88,ATs+,KTs+,QJs', iterations: 100, threads: 1}";

fn cut(text: &str, cut: &str) -> String {
    text.replace("threads: 1}", &format!("threads: 1, cut: {cut}}}"))
}

fn solved(text: &str, measure: bool) -> SpotReport {
    let control = Control::default();
    let mut job = SpotSpec::parse(text).unwrap().plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&control, |_| {}).unwrap();
    if measure {
        job.measure_cut(u64::MAX, &control).unwrap();
    }
    job.report(ended, &"r:0".parse::<Line>().unwrap()).unwrap()
}

fn error(text: &str) -> String {
    SpotSpec::parse(text).unwrap_err().to_string()
}

#[test]
fn exploitability_is_what_the_whole_tree_says() {
    let exact = solved(&TURN.replace("100, threads", "200, threads"), false);
    let found = solved(&cut(TURN, "{at: river, values: equity}"), true);
    let told = found.cut.as_ref().unwrap();
    assert_eq!((told.at.text(), told.values.as_str()), ("river", "equity"));
    assert!(told.lines > 1 && told.boards > 1 && told.gap_percent < 1.0, "{told:?}");
    let measured = told.measured.unwrap();
    assert!(measured.rest_percent <= 0.05, "{measured:?}");
    // Equities miss the bets of the river: far from an equilibrium, yet at one of the cut tree.
    let percent = found.exploitability_percent.unwrap();
    assert!(percent > 2.0 && percent > 5.0 * told.gap_percent, "{percent} {told:?}");
    assert!(exact.exploitability_percent.unwrap() < 0.5);
    let gains: f64 = found.players.iter().map(|player| player.gain.unwrap()).sum();
    assert!((gains / 2.0 - found.exploitability.unwrap()).abs() < 1e-9);
    // What is measured is what the locked strategies get, and both get the pot.
    let evs: f64 = found.players.iter().map(|player| player.ev).sum();
    assert!((evs - 100.0).abs() < 0.01, "{evs}");
}

#[test]
fn what_was_not_measured_is_not_told() {
    let found = solved(&cut(TURN, "{at: river, values: equity}"), false);
    assert_eq!((found.exploitability, found.exploitability_percent), (None, None));
    assert!(found.players.iter().all(|player| player.gain.is_none()));
    assert!(found.history.is_empty(), "best responses in a cut tree are not measurements");
    assert!(found.cut.unwrap().measured.is_none());
    assert_eq!(found.size.boards.len(), 2);
    let whole = solved(&TURN.replace("100, threads", "10, threads"), false);
    assert!(found.size.decisions < whole.size.decisions, "only what is played counts");
}

#[test]
fn an_oracle_stands_for_the_whole_tree() {
    let text = "{board: KsQsJs2s, pot: 100, stack: 100, bet: 100%, oop: 'AA,QQ,JTs', \
        ip: 'KK,TT,98s', iterations: 60, threads: 1}";
    let exact = solved(&text.replace("60, threads", "400, threads"), false);
    let found = solved(&cut(text, "{at: river, values: oracle}"), true);
    let percent = found.exploitability_percent.unwrap();
    assert!(percent < 1.5, "{percent}");
    assert!((found.players[0].ev - exact.players[0].ev).abs() < 1.5);
}

#[test]
fn fields_that_do_not_fit_a_cut_are_refused_at_their_place() {
    let equity = "{at: river, values: equity}";
    let told = error(&cut(TURN, "{at: turn, values: equity}"));
    assert!(told.contains("cut.at is `turn`; expected river: the board is a turn"), "{told}");
    let told = error(&cut(TURN, "{values: equity}"));
    assert!(told.contains("the spec needs cut.at: turn or river"), "{told}");
    let river = TURN.replace("Ks7s2d9h", "Ks7s2d9hJc");
    let told = error(&cut(&river, equity));
    assert!(told.contains("no card comes after the river"), "{told}");
    let told = error(&cut(&TURN.replace("iterations: 100", "target: 1"), equity));
    assert!(told.contains("target") && told.contains("do not measure exploitability"), "{told}");
    let told = error(&cut(&TURN.replace("pot: 100", "pot: 100, rake: {rate: 5%}"), equity));
    assert!(told.contains("rake") && told.contains("left out"), "{told}");
}

#[test]
fn a_cut_is_written_as_it_is_read_and_makes_another_spot() {
    let spec = SpotSpec::parse(&cut(TURN, "{at: river, values: nets/river.safetensors}")).unwrap();
    assert_eq!(spec.cut.as_ref().unwrap().values, CutValues::File("nets/river.safetensors".into()));
    let read = SpotSpec::parse(&spec.to_text()).unwrap();
    assert_eq!((&read.cut, read.canonical()), (&spec.cut, spec.canonical()));
    assert_ne!(spec.canonical(), spec.uncut().canonical());
    let left_out = SpotSpec::parse(&cut(TURN, "{at: river}")).unwrap();
    assert_eq!(left_out.cut.unwrap().values, CutValues::Default);
    let endless = TURN.replace("iterations: 100, ", "");
    let endless = SpotSpec::parse(&cut(&endless, "{at: river, values: equity}")).unwrap();
    assert_eq!((endless.goal.iterations, endless.goal.exploitability), (Some(200), None));
}

#[test]
fn lines_beyond_the_cut_saves_and_targets_are_refused() {
    let spec = SpotSpec::parse(&cut(TURN, "{at: river, values: equity}")).unwrap();
    let river: Line = "r:0:c:c:5h".parse().unwrap();
    let told = spec.check_line(&river).unwrap_err().to_string();
    assert!(told.contains("beyond the river"), "{told}");
    let plan = spec.plan().unwrap();
    let told = plan.save_size(SaveSize::Full).unwrap_err().to_string();
    assert!(told.contains("its tree is cut"), "{told}");
    let mut job = plan.job(u64::MAX).unwrap();
    let control = Control::default();
    control.change_goal(GoalChange { target: Some(99.0), ..GoalChange::default() }).unwrap();
    assert_eq!(job.run(&control, |_| {}).unwrap(), Ended::Iterations);
    assert_eq!(job.job().goal().exploitability, None);
}

#[test]
fn a_checkpoint_resumes_with_the_same_values_only() {
    let text = cut(TURN, "{at: river, values: equity}");
    let job = |text: &str| SpotSpec::parse(text).unwrap().plan().unwrap().job(u64::MAX).unwrap();
    let mut whole = job(&text);
    (0..20).for_each(|_| assert!(whole.job().step().is_ok()));
    let mut first = job(&text);
    (0..10).for_each(|_| assert!(first.job().step().is_ok()));
    let bytes = first.checkpoint();
    let mut second = job(&text);
    second.restore(&bytes).unwrap();
    (0..10).for_each(|_| assert!(second.job().step().is_ok()));
    let [one, other] = [&mut whole, &mut second].map(|job| job.job().solver().checkpoint());
    assert_eq!(one, other);
    assert!(job(TURN).restore(&bytes).is_err(), "the whole tree is another spot");
}

/// The shipped network belongs to one betting: other sizes, and deeper stacks, are refused.
#[test]
fn networks_are_used_only_after_the_betting_that_they_have_learned() {
    let network = cut(TURN, "{at: river}");
    let told = SpotSpec::parse(&network).unwrap().plan().unwrap_err().to_string();
    assert!(told.contains("cut.values") && told.contains("bet 50%, 100%; raise 100%"), "{told}");
    let learned = network.replace("bet: 75%, raise: 3x", "bet: '50%, 100%', raise: 100%");
    let found = solved(&learned.replace("iterations: 100", "iterations: 20"), false);
    assert_eq!(found.cut.unwrap().values, "default");
    let deep = learned.replace("stack: 200", "stack: 900");
    let told = SpotSpec::parse(&deep).unwrap().plan().unwrap_err().to_string();
    assert!(told.contains("is 9.00 pots"), "{told}");
    // A river street with other sizes than the turn's is another betting, too.
    let other = learned.replace("raise: 100%", "raise: 100%, river: {bet: 33%}");
    let told = SpotSpec::parse(&other).unwrap().plan().unwrap_err().to_string();
    assert!(told.contains("are different"), "{told}");
}
