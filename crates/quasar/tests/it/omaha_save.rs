//! Spots of Omaha kept on disk, continued and locked, as those of Hold'em are.

use std::path::Path;

use crate::common::patched;
use crate::common::plain::Plain;
use crate::common::saved::{assert_as_exploitable, assert_same, saved};
use quasar::cards::{Game, Range, Street};
use quasar::game::{Line, Player};
use quasar::schema::names::Grouping;
use quasar::{
    job::{Control, Engine},
    spot::{NodeFacts, SaveSize, SpotError, SpotJob, SpotNodeReport, SpotSave, SpotSpec},
};

/// Some hundred hands each.
const RIVER: &str = "
game: plo4
board: Ts9s6h2h3c
pot: 100
stack: 150
oop: 'KKQQ@50,JT98:$ds,AsKs**:$ds!AA,QJ87:$ss'
ip: 'AAKK,QJT9:$ds,A987:$ds@75'
bet: '50%, pot'
raise: pot
raise_cap: 1
threads: 1
iterations: 60
rake: {rate: 5%, cap: 10}
";

/// Clubs and diamonds can be swapped.
const TURN: &str = "
game: plo4
board: Ts9s6h2h
pot: 100
stack: 150
oop: 'KKQQ:$ds@50,JT98:$ds'
ip: 'AAKK:$ds,QJT9:$ds'
bet: pot
raise: pot
raise_cap: 1
threads: 2
iterations: 25
";

fn line(text: &str) -> Line {
    text.parse().unwrap()
}

fn job(text: &str, overrides: &[(&str, &str)]) -> SpotJob {
    patched::spot(text, overrides).unwrap().plan().unwrap().job(u64::MAX).unwrap()
}

fn solved(text: &str, overrides: &[(&str, &str)]) -> SpotJob {
    let mut job = job(text, overrides);
    job.run(&Control::new(), |_| ()).unwrap();
    job
}

#[test]
fn a_save_tells_what_the_solve_found() {
    let (mut job, save) = saved(RIVER, SaveSize::Full);
    assert_eq!(save.spec().game(), Game::Plo4);
    assert_eq!(save.spec().ranges, SpotSpec::parse(RIVER).unwrap().ranges);
    let lines: Vec<Line> = save.lines(Street::River).collect();
    assert!(lines.len() > 5);
    for line in &lines {
        assert_same(&job.facts(line).unwrap(), &save.node(line).unwrap());
    }
    let (mut job, save) = saved(TURN, SaveSize::Full);
    assert_eq!(save.boards(Street::River).len(), 48 - 13);
    for text in ["r:0", "r:0:b100", "r:0:c:c:5c", "r:0:c:c:5d:b100", "r:0:c:c:Ks"] {
        assert_same(&job.facts(&line(text)).unwrap(), &save.node(&line(text)).unwrap());
    }
    assert!(save.node(&line("r:0:c:c:5d")).unwrap().solved_as.is_some());
    assert_eq!(save.runouts(&line("r:0:c:c")).unwrap().len(), 48);
}

#[test]
fn the_saved_strategy_is_as_exploitable_as_reported() {
    for text in [RIVER, TURN] {
        let (mut job, save) = saved(text, SaveSize::Full);
        assert_as_exploitable(&mut job, &save);
    }
}

#[test]
fn reports_have_equities_against_what_gets_there() {
    let (_, save) = saved(RIVER, SaveSize::Full);
    let engine = Engine::new(1, Engine::DEFAULT_CACHE).unwrap();
    let plain = Plain::new(&save);
    for text in ["r:0", "r:0:c", "r:0:c:b50"] {
        let facts = save.node(&line(text)).unwrap();
        let report = SpotNodeReport::new(&facts, &engine).unwrap();
        assert_eq!(report.hands.len(), facts.actor().combos.len());
        for hand in report.hands.iter().filter(|hand| hand.weight > 0.0).step_by(7) {
            let expected = plain.equity(&facts, &hand.hand.parse().unwrap()).unwrap();
            assert!((hand.equity.unwrap() - expected).abs() < 1e-5, "{text} {}", hand.hand);
        }
        let mean: f64 =
            report.actions.iter().map(|a| a.frequency.unwrap() * a.ev.unwrap_or(0.0)).sum();
        assert!((mean - report.ev.unwrap()).abs() < 1e-4, "{text}");
        let [oop, ip] = &report.ranges;
        assert!((oop.equity.unwrap() + ip.equity.unwrap() - 1.0).abs() < 1e-9);
        let made = report.groups.iter().filter(|kind| kind.by.0 == Grouping::Made);
        let combos: f64 = made.map(|kind| kind.combos).sum();
        let acts = if facts.player == Player::Oop { oop } else { ip };
        assert!((combos - acts.combos).abs() < 1e-3, "{text}");
    }
}

/// What an action is worth is what the hand is worth after it, of which the chips that
/// were put in are no longer counted.
#[test]
fn an_action_is_worth_what_follows() {
    let mut job = solved(RIVER, &[]);
    let first = job.facts(&line("r:0")).unwrap();
    let hands = first.actor().combos.len();
    for (action, text, contributed) in
        [(0, "r:0:c", 0.0), (1, "r:0:b50", 50.0), (2, "r:0:b100", 100.0)]
    {
        let after = job.facts(&line(text)).unwrap();
        assert_eq!(after.player, Player::Ip);
        let worth = &first.action_evs[action * hands..][..hands];
        for (ev, next) in worth.iter().zip(&after.sides[0].evs) {
            let (ev, next) = (ev.unwrap(), next.unwrap());
            assert!((next - contributed - ev).abs() < 1e-2, "{text} {ev} {next}");
        }
    }
    for hand in 0..hands {
        let mean: f32 =
            first.frequencies(hand).zip(first.evs(hand)).map(|(f, ev)| f * ev.unwrap()).sum();
        assert!((mean - first.sides[0].evs[hand].unwrap()).abs() < 1e-3);
    }
}

#[test]
fn a_checkpoint_goes_on_as_if_never_stopped() {
    for text in [RIVER, TURN] {
        let goal = [("iterations", "12")];
        let mut straight = solved(text, &goal);
        let bytes = solved(text, &[("iterations", "5")]).checkpoint();
        let mut resumed = job(text, &goal);
        resumed.restore(&bytes).unwrap();
        resumed.run(&Control::new(), |_| ()).unwrap();
        let at = line("r:0:c");
        assert_eq!(resumed.facts(&at).unwrap(), straight.facts(&at).unwrap());
        let another = job(text, &[("ip.range", "AAKK")]).restore(&bytes);
        assert_eq!(
            another,
            Err(SpotError::Checkpoint("it belongs to a different spot or to other settings"))
        );
    }
}

#[test]
fn solving_goes_on_from_a_save() {
    let (mut first, save) = saved(TURN, SaveSize::Full);
    let at_save = first.job().exploitability().unwrap().mean();
    let spec = patched::spot(save.spec_text(), &[("iterations", "75")]).unwrap();
    let mut job = save.resume(spec.plan().unwrap(), u64::MAX).unwrap();
    let at_start = job.job().exploitability().unwrap().mean();
    assert!((at_start - at_save).abs() < 0.01 * at_save, "{at_start} {at_save}");
    job.run(&Control::new(), |_| ()).unwrap();
    assert_eq!(job.job().progress().iteration, 75);
    assert!(job.job().exploitability().unwrap().mean() < 0.6 * at_save);
    let (_, small) = saved(&TURN.replace("iterations: 25", "iterations: 2"), SaveSize::NoRivers);
    assert!(small.node(&line("r:0:b100")).is_ok());
    let refused = small.node(&line("r:0:c:c:5c")).unwrap_err().to_string();
    assert!(refused.ends_with("the river was not saved; a full save has it"), "{refused}");
}

/// How often each hand of a range checks.
fn checks<'a>(facts: &'a NodeFacts, range: &'a Range) -> impl Iterator<Item = f32> + 'a {
    let hands = facts.actor().combos.iter().zip(&facts.strategy);
    hands.filter(|(combo, _)| range.weight(combo) > 0.0).map(|(_, &frequency)| frequency)
}

#[test]
fn locks_hold_for_hands_of_a_range() {
    let locks =
        "locks: [{line: r:0, hands: {'KK**': {check: 0.25, bet 50: 75%}, 'JT98': {check: 1}}}]";
    let (mut job, save) = saved(&format!("{RIVER}{locks}"), SaveSize::Full);
    let range = |text: &str| Range::parse(Game::Plo4, text).unwrap();
    for facts in [job.facts(&line("r:0")).unwrap(), save.node(&line("r:0")).unwrap()] {
        let kings: Vec<f32> = checks(&facts, &range("KK**")).collect();
        assert!(!kings.is_empty() && kings.iter().all(|part| (part - 0.25).abs() < 1e-4));
        assert!(checks(&facts, &range("JT98")).all(|part| part > 0.9999));
        let free: Vec<f32> = checks(&facts, &range("QJ87")).collect();
        assert!(free.iter().any(|part| (0.05..0.95).contains(part)), "{free:?}");
    }
    let spec = SpotSpec::parse(save.spec_text()).unwrap();
    assert_eq!(spec.locks, job_spec(&format!("{RIVER}{locks}")).locks);
    let nobody = format!("{RIVER}locks: [{{line: r:0, hands: {{'2222': {{check: 1}}}}}}]");
    let refused = job_spec(&nobody).plan().err().unwrap().to_string();
    let told = "line 14, column 16: the lock of r:0 is for 2222, of which oop holds nothing";
    assert_eq!(refused, told);
}

fn job_spec(text: &str) -> SpotSpec {
    SpotSpec::parse(text).unwrap()
}

/// A lock that names a suit holds on the board it is for and on no other.
#[test]
fn locks_of_one_suit_keep_rivers_apart() {
    let lock = |hands: &str| {
        format!("{TURN}locks: [{{line: 'r:0:c:c:5c', hands: {{'{hands}': {{check: 1}}}}}}]")
    };
    assert_eq!(job_spec(&lock("JT98")).plan().unwrap().size().boards, [1, 48]);
    let mut job = solved(&lock("JT98"), &[("iterations", "20")]);
    let range = Range::parse(Game::Plo4, "JT98").unwrap();
    let mut bets = |text: &str| {
        let facts = job.facts(&line(text)).unwrap();
        checks(&facts, &range).map(|part| 1.0 - part).sum::<f32>()
    };
    assert_eq!(bets("r:0:c:c:5c"), 0.0);
    assert!(bets("r:0:c:c:5d") > 1.0);
}

/// A file of the first version with hands of four cards: aces full or nothing against a
/// bluff-catcher, a pot of 100 and one bet of as much. Half of the nothings bet.
#[test]
fn version_2_is_read_and_gone_on_from() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/testdata/save_v2.qsr");
    let save = SpotSave::open(Path::new(sample)).unwrap();
    let first = save.node(&line("r:0")).unwrap();
    let bets: Vec<(String, f32)> = first
        .actor()
        .combos
        .iter()
        .zip(&first.strategy[2..])
        .map(|(combo, &frequency)| (combo.to_string(), frequency))
        .collect();
    for (hand, expected) in [("AhAd8c7c", 1.0), ("8h7h6s3s", 0.5)] {
        let (_, found) = bets.iter().find(|(combo, _)| combo == hand).unwrap();
        assert!((found - expected).abs() < 0.02, "{hand} {found}");
    }
    let goal = [("iterations", "1000"), ("threads", "1")];
    let plan = patched::spot(save.spec_text(), &goal).unwrap().plan().unwrap();
    let mut job = save.resume(plan, u64::MAX).unwrap();
    let before = job.job().exploitability().unwrap().mean();
    job.run(&Control::new(), |_| ()).unwrap();
    assert!(job.job().exploitability().unwrap().mean() < before);
}
