//! Saves: what is read back is what was found, and solving goes on from it.

use std::path::Path;

use crate::common::patched;
use crate::common::plain::Plain;
use crate::common::saved::{assert_as_exploitable, assert_same, saved};
use quasar::cards::{Card, Game, Range, Street};
use quasar::game::Line;
use quasar::{
    job::{Control, Engine},
    spot::{
        ActionName, LineEnd, LockedAction, NodeFacts, NodeView, SaveError, SaveSize, SpotError,
        SpotJob, SpotLock, SpotNodeReport, SpotSave, SpotSpec, Written,
    },
};

/// Two hearts and two spades, and ranges that tell no suits apart: hearts and
/// spades cannot be swapped, clubs and diamonds can.
const TURN: &str = "
board: Ks7s4h9h
pot: 100
stack: 150
oop: {range: 'AA:0.5,QQ-TT,AKs,87s', turn: {donk: 25%}}
ip: 'KK,JJ,KQs:0.75,T8s'
bet: 60%
raise: 2.5x
raise_cap: 1
threads: 2
iterations: 120
";

const RIVER: &str = "
board: Ks7s4h9h2c
pot: 100
stack: 150
oop: AA:0.5,QQ-TT,AKs,87s
ip: KK,JJ,KQs:0.75,T8s
bet: '50%, a'
raise: a
threads: 1
iterations: 200
rake: {rate: 5%, cap: 10}
";

fn job(text: &str, overrides: &[(&str, &str)]) -> SpotJob {
    patched::spot(text, overrides).unwrap().plan().unwrap().job(u64::MAX).unwrap()
}

#[test]
fn specs_are_read_back_from_their_text() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample_configurations");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .filter(|text| text.contains("\nboard: "))
        .collect();
    texts.extend([TURN.to_owned(), RIVER.to_owned()]);
    texts.push(
        "{board: Td9d6h, pot: 1_000, stack: 900, oop: 'AA:0.123,AhKh:0.3', ip: KK, big_blind: 10,
          bet: 2bb, raise: ['3x', a], reraise: '', donk: '33, 3e200%', flop: {raise_cap: 3},
          thresholds: {add_all_in: 1.5, force_all_in: 0.15, merge: 0.1}, updates: simultaneous,
          rake: {rate: 5%}, add_lines: ['r:0:b123'], remove_lines: ['r:0:b20', 'r:0:c:b30'],
          precision: half, algorithm: {name: dcfr, alpha: 2, beta: -0.5, gamma: 3, reset: true}}"
            .to_owned(),
    );
    for algorithm in ["linear", "cfrplus", "vanilla", "pcfrplus", "fp"] {
        texts.push(format!("{RIVER}algorithm: {algorithm}"));
    }
    for text in texts {
        let spec = SpotSpec::parse(&text).unwrap();
        let read = SpotSpec::parse(&spec.to_text()).unwrap();
        assert_eq!(read.board, spec.board);
        assert_eq!(read.ranges, spec.ranges);
        assert_eq!(read.betting, spec.betting);
        assert_eq!(read.rake, spec.rake);
        assert_eq!(read.settings.algorithm, spec.settings.algorithm);
        assert_eq!(read.settings.updates, spec.settings.updates);
        assert_eq!(read.settings.precision, spec.settings.precision);
    }
}

#[test]
fn a_save_tells_what_the_solve_found() {
    let (mut job, save) = saved(TURN, SaveSize::Full);
    let streets: Vec<(Street, bool)> = save.streets().collect();
    assert_eq!(streets, [(Street::Turn, true), (Street::River, true)]);
    // Of 48 rivers, 13 are clubs, and 13 are diamonds that clubs stand for.
    assert_eq!(save.boards(Street::River).len(), 48 - 13);
    assert!(save.boards(Street::Flop).is_empty());
    let turns: Vec<Line> = save.lines(Street::Turn).collect();
    let rivers: Vec<Line> = save.lines(Street::River).collect();
    assert_eq!(rivers.len() % 35, 0);
    for line in turns.iter().chain(rivers.iter().step_by(97)) {
        assert_same(&job.facts(line).unwrap(), &save.node(line).unwrap());
    }
    // A club and the diamond of the same rank; cards that are equal to none.
    for line in ["r:0:c:c:2c", "r:0:c:c:2d:c:b60", "r:0:b60:c:Qd:c", "r:0:b60:c:8s", "r:0:c:c:8h"] {
        let line = line.parse().unwrap();
        let kept = save.node(&line).unwrap();
        assert_same(&job.facts(&line).unwrap(), &kept);
    }
    let club = save.node(&"r:0:c:c:2c".parse().unwrap()).unwrap();
    let diamond = save.node(&"r:0:c:c:2d".parse().unwrap()).unwrap();
    assert_eq!(club.pairs(), diamond.pairs());
    assert!(club.solved_as.is_some() != diamond.solved_as.is_some());
    save.verify(&Control::new()).unwrap();
}

#[test]
fn the_saved_strategy_is_as_exploitable_as_reported() {
    for text in [TURN, RIVER] {
        let (mut job, save) = saved(text, SaveSize::Full);
        assert_as_exploitable(&mut job, &save);
    }
}

#[test]
fn solving_goes_on_from_a_full_save() {
    let never_stopped = |precision: &str| {
        let mut job = job(TURN, &[("iterations", "400"), ("precision", precision)]);
        job.run(&Control::new(), |_| ()).unwrap();
        job.job().exploitability().unwrap().mean()
    };
    let (mut first, save) = saved(TURN, SaveSize::Full);
    let at_save = first.job().exploitability().unwrap().mean();
    // Sums of 16 bits are rounded to a thousandth each.
    for (precision, rounding) in [("full", 0.01), ("half", 0.05)] {
        let goal = [("iterations", "400"), ("precision", precision), ("threads", "1")];
        let plan = patched::spot(save.spec_text(), &goal).unwrap().plan().unwrap();
        let mut job = save.resume(plan, u64::MAX).unwrap();
        assert_eq!(job.job().progress().iteration, 120);
        let at_start = job.job().exploitability().unwrap().mean();
        assert!((at_start - at_save).abs() < rounding * at_save, "{at_start} {at_save}");
        job.run(&Control::new(), |_| ()).unwrap();
        assert_eq!(job.job().progress().iteration, 400);
        let at_end = job.job().exploitability().unwrap().mean();
        let expected = never_stopped(precision);
        assert!(at_end < 0.5 * at_save, "{at_end} {at_save}");
        assert!((0.5..2.0).contains(&(at_end / expected)), "{at_end} {expected}");
    }
}

#[test]
fn small_saves_say_what_they_leave_out() {
    let flop = "{board: Ks7s4h, pot: 100, stack: 60, oop: 'QQ,AKs', ip: 'KK,JJ', bet: a,
        iterations: 5, threads: 1}";
    let message = |result: Result<NodeFacts, SaveError>| result.unwrap_err().to_string();
    let mut sizes = Vec::new();
    for (size, kept) in [(SaveSize::Full, 3), (SaveSize::NoRivers, 2), (SaveSize::NoTurns, 1)] {
        let (mut job, save) = saved(flop, size);
        assert_eq!(save.streets().filter(|(_, kept)| *kept).count(), kept);
        assert_eq!(save.is_full(), size == SaveSize::Full);
        sizes.push(save.size());
        let lines = ["r:0:c", "r:0:c:c:2d:c", "r:0:c:c:2d:c:c:8d"].map(|l| l.parse().unwrap());
        for (number, line) in lines.iter().enumerate() {
            match save.node(line) {
                Ok(facts) if number < kept => assert_same(&job.facts(line).unwrap(), &facts),
                Err(SaveError::NotKept { .. }) if number >= kept => {}
                other => panic!("{other:?}"),
            }
        }
        let [_, turn, river] = &lines;
        if kept < 3 {
            let text = message(save.node(river));
            assert!(
                text.ends_with("spot.qsr: the river was not saved; a full save has it"),
                "{text}"
            );
            let plan = SpotSpec::parse(save.spec_text()).unwrap().plan().unwrap();
            let refused = save.resume(plan, u64::MAX).err().unwrap().to_string();
            let why = "cannot be resumed: it has no regrets; a full save has them";
            assert!(refused.ends_with(why), "{refused}");
        }
        if kept < 2 {
            let hint = "the turn was not saved; a full save has it, and one without rivers";
            assert!(message(save.node(turn)).ends_with(hint));
        }
    }
    assert!(sizes[0] > 10 * sizes[1] && sizes[1] > 3 * sizes[2], "{sizes:?}");
    // The first street is always kept.
    assert_eq!(saved(RIVER, SaveSize::NoTurns).1.boards(Street::River).len(), 1);
}

#[test]
fn another_spot_is_not_continued() {
    let (_, save) = saved(RIVER, SaveSize::Full);
    let plan = patched::spot(save.spec_text(), &[("pot", "101")]).unwrap().plan().unwrap();
    let refused = save.resume(plan, u64::MAX).err().unwrap().to_string();
    assert!(refused.ends_with("cannot be resumed: it belongs to a different spot"), "{refused}");
}

/// From the first decision to the end of a hand, as a browser goes.
#[test]
fn lines_are_walked_action_by_action() {
    let (_, save) = saved(TURN, SaveSize::Full);
    let line = |text: &str| text.parse::<Line>().unwrap();
    let after = |text: &str, action| {
        save.line_after(&line(text), action).unwrap().map(|line| line.to_string())
    };
    assert_eq!(after("r:0", 0).as_deref(), Some("r:0:c"));
    assert_eq!(after("r:0:c:b60", 2).as_deref(), Some("r:0:c:b60:b150"));
    assert_eq!(after("r:0:c:c:8h", 1).as_deref(), Some("r:0:c:c:8h:b60"));
    assert_eq!(after("r:0", 9), None);
    for (text, end) in [
        ("r:0:c", LineEnd::Decision),
        ("r:0:c:c", LineEnd::Card),
        ("r:0:b60:f", LineEnd::Fold),
        ("r:0:b60:b150:c", LineEnd::Showdown),
    ] {
        assert_eq!(save.line_end(&line(text)).unwrap(), end, "{text}");
    }
    assert!(save.line_after(&line("r:0:c:c"), 0).is_err(), "a card comes");
    let words = save.line_in_words(&line("r:0:c:b60:c:8h:b150")).unwrap();
    assert_eq!(words, ["check", "bet 60", "call", "8h", "bet 90"]);
}

/// The numbers of a class are those of its hands alone.
#[test]
fn classes_have_the_ev_and_equity_of_their_hands() {
    let (_, save) = saved(TURN, SaveSize::Full);
    let engine = Engine::new(1, Engine::DEFAULT_CACHE).unwrap();
    let facts = save.node(&"r:0".parse().unwrap()).unwrap();
    let all = SpotNodeReport::with_view(&facts, &NodeView::default(), &engine).unwrap();
    for name in ["AA", "QQ", "AKs"] {
        let filter = Some(Range::parse(Game::Holdem, name).unwrap());
        let view = NodeView { filter, ..NodeView::default() };
        let alone = SpotNodeReport::with_view(&facts, &view, &engine).unwrap();
        let class = all.classes.iter().find(|class| class.class == name).unwrap();
        assert_eq!(class.ev, alone.ev, "{name}");
        let equities = alone.hands.iter().filter_map(|hand| hand.equity);
        let (low, high) = equities.fold((1.0, 0.0), |(low, high): (f64, f64), equity| {
            (low.min(equity), high.max(equity))
        });
        assert!((low..=high).contains(&class.equity.unwrap()), "{name}");
    }
    assert!(all.classes.iter().all(|class| (class.combos > 0.0) == class.ev.is_some()));
}

#[test]
fn every_card_has_its_runout() {
    let (_, save) = saved(TURN, SaveSize::Full);
    let runouts = save.runouts(&"r:0:c:c".parse().unwrap()).unwrap();
    let cards: Vec<Card> = runouts.iter().map(|(card, _)| *card).collect();
    assert_eq!(cards.len(), 48);
    // Every pair of hands sees 44 of the cards.
    let before = save.node(&"r:0:c".parse().unwrap()).unwrap();
    let after: f64 = runouts.iter().map(|(_, facts)| facts.pairs()).sum();
    let checks = SpotNodeReport::new(&before, &Engine::new(1, Engine::DEFAULT_CACHE).unwrap());
    let checks = checks.unwrap().actions[0].frequency.unwrap();
    assert!((after / (44.0 * before.pairs() * checks) - 1.0).abs() < 1e-4);
    // The same decision with another card.
    let other = save.runouts(&"r:0:c:c:8h:c".parse().unwrap()).unwrap();
    assert_eq!(other.len(), 48);
    assert!(
        other.iter().all(|(card, facts)| facts.line.to_string() == format!("r:0:c:c:{card}:c"))
    );
    let refused = save.runouts(&"r:0:c".parse().unwrap()).unwrap_err();
    assert!(matches!(refused, SaveError::Spot(SpotError::NoDecision { .. })), "{refused}");
}

/// On a river every hand either wins, loses or ties: equity is the mean of that.
#[test]
fn reports_have_equities_against_what_gets_there() {
    let (mut job, save) = saved(RIVER, SaveSize::Full);
    let engine = Engine::new(1, Engine::DEFAULT_CACHE).unwrap();
    let mut reached = 0;
    for line in ["r:0", "r:0:c", "r:0:c:b50", "r:0:b150"] {
        let line: Line = line.parse().unwrap();
        let facts = save.node(&line).unwrap();
        let report = SpotNodeReport::new(&facts, &engine).unwrap();
        let live = SpotNodeReport::new(&job.facts(&line).unwrap(), &engine).unwrap();
        let plain = Plain::new(&save);
        for hand in &report.hands {
            let expected = plain.equity(&facts, &hand.hand.parse().unwrap());
            match (hand.equity, expected) {
                (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-6),
                (found, expected) => assert_eq!(found, expected, "{line} {}", hand.hand),
            }
            let mean: f64 = hand
                .evs
                .iter()
                .zip(&hand.frequencies)
                .map(|(ev, &f)| ev.unwrap_or(0.0) * f64::from(f))
                .sum();
            assert!((mean - hand.ev.unwrap_or(0.0)).abs() < 1e-4, "{line} {}", hand.hand);
            if let (Some(ev), Some(equity), Some(eqr)) = (hand.ev, hand.equity, hand.eqr) {
                assert!((eqr * equity * report.pot as f64 - ev).abs() < 1e-6);
            }
        }
        let [oop, ip] = &report.ranges;
        // Where hardly anything gets, 16 bits say little of what does.
        let Some(ev) = report.ev.filter(|_| facts.pairs() > 0.1) else { continue };
        reached += 1;
        assert!((oop.equity.unwrap() + ip.equity.unwrap() - 1.0).abs() < 1e-9);
        assert!((ev - live.ev.unwrap()).abs() < 0.05, "{line}");
        let acts = if report.player.text() == "oop" { oop } else { ip };
        assert!((acts.ev.unwrap() - ev).abs() < 1e-9);
        // Action EVs weighted by their frequencies are the EV of the range.
        let mean: f64 =
            report.actions.iter().map(|a| a.frequency.unwrap() * a.ev.unwrap_or(0.0)).sum();
        assert!((mean - ev).abs() < 1e-4, "{line}");
    }
    assert!(reached >= 3);
}

/// A line that one player never takes has no frequencies, and nothing is NaN.
#[test]
fn what_never_happens_is_null() {
    // Folding the only hand that can win, and betting nothing but air, never pays.
    let text = "{board: Ks7s4h9h2c, pot: 100, stack: 10, oop: KK, ip: 33, bet: a,
        iterations: 400, threads: 1, algorithm: cfrplus}";
    let (_, save) = saved(text, SaveSize::Full);
    let engine = Engine::new(1, Engine::DEFAULT_CACHE).unwrap();
    for line in save.lines(Street::River) {
        let report = SpotNodeReport::new(&save.node(&line).unwrap(), &engine).unwrap();
        let text = serde_json::to_string(&report).unwrap();
        assert!(!text.contains("NaN"), "{text}");
        for hand in &report.hands {
            let sum: f32 = hand.frequencies.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "{line}");
        }
    }
}

#[test]
fn a_file_whose_parts_do_not_fit_is_refused() {
    let (_, save) = saved(RIVER, SaveSize::Full);
    let path = Path::new("some.qsr");
    // The text of the spec with another pot, and the checksum of that.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spot.qsr");
    let mut job = job(RIVER, &[("iterations", "1")]);
    job.save(&file, SaveSize::Full, &Control::new()).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let text = save.spec_text();
    let start = 116;
    let end = start + text.len();
    for (from, to, why) in [
        ("50%, a", "50%   ", "its hands or rounds are not those of its spec"),
        ("QQ-TT", "QQ-JJ", "its hands or rounds are not those of its spec"),
        (
            "pot: 1",
            "pit: 1",
            "its spec cannot be read: line 2, column 1: unknown field pit; did you mean pot?",
        ),
    ] {
        let changed = text.replace(from, to);
        assert_eq!(changed.len(), text.len());
        bytes[start..end].copy_from_slice(changed.as_bytes());
        let checksum = crc32fast::hash(changed.as_bytes());
        bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
        let error = SpotSave::from_bytes(path, bytes.clone()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("some.qsr: {why}")), "{error}");
    }
}

/// Files that were ever written can be read: `KK,QQ` against `AA`, a pot of 100 and
/// one bet of as much. Kings bet, and half as many queens with them, 1.5 of 6; aces
/// call half of the time; and both players get 50.
#[test]
fn version_1_is_read_and_gone_on_from() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/testdata/save_v1.qsr");
    let save = SpotSave::open(Path::new(sample)).unwrap();
    let engine = Engine::new(1, Engine::DEFAULT_CACHE).unwrap();
    let report = |line: &str| {
        SpotNodeReport::new(&save.node(&line.parse().unwrap()).unwrap(), &engine).unwrap()
    };
    let first = report("r:0");
    let bets = |class: &str| {
        let class = first.classes.iter().find(|found| found.class == class).unwrap();
        class.frequencies[1]
    };
    assert!(bets("KK") > 0.99 && (bets("QQ") - 0.25).abs() < 0.02);
    assert!(first.ranges.iter().all(|range| (range.ev.unwrap() - 50.0).abs() < 0.5));
    let equities = first.ranges.each_ref().map(|range| range.equity.unwrap());
    assert!((equities[0] - 1.0 / 3.0).abs() < 1e-9, "three of nine hands win: {equities:?}");
    assert!((report("r:0:b100").actions[1].frequency.unwrap() - 0.5).abs() < 0.02);
    let goal = [("iterations", "3000"), ("threads", "1")];
    let plan = patched::spot(save.spec_text(), &goal).unwrap().plan().unwrap();
    let mut job = save.resume(plan, u64::MAX).unwrap();
    let before = job.job().exploitability().unwrap().mean();
    job.run(&Control::new(), |_| ()).unwrap();
    assert!(job.job().exploitability().unwrap().mean() < before);
}

/// A lock on one of several boards that suits would make equal is saved with the spot,
/// and holds when the solve goes on.
#[test]
fn locks_are_saved_and_kept() {
    let text = format!(
        "{TURN}
locks:
  - {{ line: r:0:c, frequencies: {{ check: 1 }} }}
  - {{ line: r:0:c:c:2d, hands: {{ AA: {{ check: 0.3, bet 60: 70% }} }} }}
"
    );
    let (_, save) = saved(&text, SaveSize::Full);
    let spec = patched::spot(save.spec_text(), &[("iterations", "140")]).unwrap();
    assert_eq!(spec.locks, SpotSpec::parse(&text).unwrap().locks);
    let mut job = save.resume(spec.plan().unwrap(), u64::MAX).unwrap();
    job.run(&Control::new(), |_| {}).unwrap();
    let line: Line = "r:0:c".parse().unwrap();
    let facts = job.facts(&line).unwrap();
    let hands = facts.sides[facts.player.index()].combos.len();
    assert!(facts.strategy[..hands].iter().all(|&frequency| frequency == 1.0));
}

/// What no save can keep is known from the plan.
#[test]
fn spots_that_cannot_be_saved_are_refused_before_they_are_solved() {
    let sizes: Vec<String> = (1..=300).map(|chips| format!("{chips}c")).collect();
    let overrides = [("stack", "1000"), ("bet", &sizes.join(",")[..]), ("raise_cap", "0")];
    let plan = patched::spot(RIVER, &overrides).unwrap().plan().unwrap();
    let refused = plan.save_size(SaveSize::Full).unwrap_err();
    // Check, 300 sizes, and no more.
    assert!(matches!(refused, SaveError::Actions { actions: 301 }), "{refused}");
    let mut job = plan.job(u64::MAX).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let late = job.save(&folder.path().join("spot.qsr"), SaveSize::Full, &Control::new());
    assert!(matches!(late, Err(SaveError::Actions { actions: 301 })));
}

#[test]
fn a_cancelled_save_keeps_the_old_file_and_leaves_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spot.qsr");
    let mut job = job(RIVER, &[("iterations", "1")]);
    job.save(&file, SaveSize::NoRivers, &Control::new()).unwrap();
    let old = std::fs::read(&file).unwrap();
    let control = Control::new();
    control.cancel();
    let stopped = job.save(&file, SaveSize::Full, &control);
    assert!(matches!(stopped, Err(SaveError::Stopped)), "{stopped:?}");
    assert_eq!(std::fs::read(&file).unwrap(), old);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Ranges that a player wrote in a word may be long hand by hand.
#[test]
fn specs_that_are_too_long_to_be_read_are_refused_before_they_are_solved() {
    const MOST: usize = 64 << 20;
    let mut spec = SpotSpec::parse(
        "{game: plo5, board: Ts9s2c7h3d, pot: 100, stack: 300, oop: AsAhKsKh8h, ip: QsQhJsJh8c,
          bet: 'pot, 50%', raise: pot}",
    )
    .unwrap();
    let held = spec.ranges.each_ref().map(|range| range.iter().next().unwrap().0.index());
    let number = |hand: usize| (hand as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63;
    let weight = |hand: usize| if held.contains(&hand) { 1.0 } else { number(hand) as f32 };
    let weights = (0..Game::Plo5.combos()).map(weight).collect();
    let hands = Range::from_weights(Game::Plo5, weights).unwrap();
    let check = vec![LockedAction { action: ActionName::Check, frequency: 1.0 }];
    let fold = vec![LockedAction { action: ActionName::Fold, frequency: 1.0 }];
    for (line, strategy) in [
        ("r:0", &check),
        ("r:0:c", &check),
        ("r:0:b100", &fold),
        ("r:0:b50", &fold),
        ("r:0:c:b100", &fold),
    ] {
        let hands = vec![(hands.clone(), strategy.clone())];
        let (line, written) = (line.parse().unwrap(), Written::default());
        spec.locks.push(SpotLock { line, frequencies: None, hands, written });
    }
    let refused = spec.plan().unwrap().save_size(SaveSize::Full).unwrap_err();
    assert!(matches!(refused, SaveError::TooLong { bytes } if bytes > MOST), "{refused}");
    let long = SpotSpec::parse(&" ".repeat(MOST + 1)).unwrap_err();
    assert!(long.to_string().starts_with("the spec has 67108865 bytes; at most 67108864"));
}

/// A small file that claims a tree of millions of nodes: no more nodes are built than
/// its own layout describes.
#[test]
fn a_small_save_does_not_make_a_large_tree() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/testdata/save_v1.qsr");
    let save = SpotSave::open(Path::new(sample)).unwrap();
    let bytes = std::fs::read(sample).unwrap();
    let sizes = (1..=90).map(|size| format!("{size}%")).collect::<Vec<_>>().join(", ");
    let all = format!("bet: \"{sizes}\", raise: \"{sizes}\"");
    let spec = save.spec_text().replace("bet: \"100%\"", &all);
    let spec = spec.replace("stack: 100\n", "stack: 99999\n");
    let forged = with_spec(&bytes, save.spec_text().len(), &spec);
    assert!(forged.len() < 8_192, "{}", forged.len());
    let error = SpotSave::from_bytes(Path::new("forged"), forged).unwrap_err().to_string();
    let nodes = save.betting().rounds().iter().map(|round| round.nodes().len()).sum::<usize>();
    let start = "forged: its betting does not make a tree: ";
    let end = format!("more than the limit of {nodes}");
    assert!(error.starts_with(start) && error.contains(&end), "{error}");
}

/// A save with another spec: places of sections move, and checksums are mended.
fn with_spec(bytes: &[u8], old: usize, spec: &str) -> Vec<u8> {
    const HEADER: usize = 116;
    let sealed = |mut bytes: Vec<u8>| {
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    };
    let moved = spec.len() as u64 - old as u64;
    let mut header = bytes[..HEADER - 4].to_vec();
    for section in 0..6 {
        let at = 16 + 16 * section + if section == 0 { 8 } else { 0 };
        let number = u64::from_le_bytes(header[at..at + 8].try_into().unwrap());
        header[at..at + 8].copy_from_slice(&(number + moved).to_le_bytes());
    }
    let rest = &bytes[HEADER + old + 4..];
    [sealed(header), sealed(spec.as_bytes().to_vec()), rest.to_vec()].concat()
}
