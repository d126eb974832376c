//! Spots: what can be written in a spec, and what is found.

use crate::common::patched::{self, by_line};
use quasar::cards::Street;
use quasar::game::Chips;
use quasar::solver::{Algorithm, Discounts, Precision};
use quasar::{
    job::Control,
    model::PostflopSpec,
    preflop::PreflopSolveSpec,
    spot::{SpotError, SpotJob, SpotReport, SpotSpec},
};

const RIVER: &str = "
board: Ks7d4c9h2s
pot: 100
stack: 100
oop: AA,QQ
ip: KK,JJ
bet: 100%
iterations: 200
threads: 1
";

fn refused(text: &str, overrides: &[(&str, &str)]) -> String {
    by_line(&patched::spot(text, overrides).unwrap_err().to_string())
}

fn job(text: &str, overrides: &[(&str, &str)]) -> SpotJob {
    patched::spot(text, overrides).unwrap().plan().unwrap().job(u64::MAX).unwrap()
}

fn solved(text: &str, overrides: &[(&str, &str)], line: &str) -> SpotReport {
    let mut job = job(text, overrides);
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    job.report(ended, &line.parse().unwrap()).unwrap()
}

#[test]
fn every_sample_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample_configurations");
    let mut streets = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        if text.contains("\nspr: ") || text.contains("\npreset: ") {
            PostflopSpec::parse(&text).unwrap();
        } else if !text.contains("\nboard: ") {
            PreflopSolveSpec::parse(&text).unwrap();
        } else {
            let spec = SpotSpec::parse(&text).unwrap();
            spec.betting.counts().unwrap();
            streets.push(spec.board.street());
        }
    }
    for street in [Street::Flop, Street::Turn, Street::River] {
        assert!(streets.contains(&street), "a sample of each: {streets:?}");
    }
}

#[test]
fn sizes_are_looked_up_from_the_particular_to_the_general() {
    let text = "{board: Td9d6h, pot: 100, stack: 900, oop: {range: AA, bet: 20, river: {bet: 40%}},
        ip: KK, bet: [33, 75%], raise: 2.5x, reraise: a, raise_cap: 4,
        turn: {bet: 60, donk: 10%, raise_cap: 1}}";
    let spec = SpotSpec::parse(text).unwrap();
    let street = |street: Street| spec.betting.street(street);
    let bets = |at: Street| street(at).sizes.each_ref().map(|sizes| sizes.bet.to_string());
    assert_eq!(bets(Street::Flop), ["20%", "33%, 75%"]);
    assert_eq!(bets(Street::Turn), ["60%", "60%"], "a street goes before a player");
    assert_eq!(bets(Street::River), ["40%", "33%, 75%"]);
    let raises: Vec<String> =
        street(Street::Flop).sizes[0].raises.iter().map(ToString::to_string).collect();
    assert_eq!(raises, ["2.5x", "a"]);
    assert_eq!(street(Street::Turn).sizes[0].donk.as_ref().unwrap().to_string(), "10%");
    assert_eq!(
        (street(Street::Flop).raise_cap, street(Street::Turn).raise_cap),
        (Some(4), Some(1))
    );

    let spec = patched::spot(text, &[("bet", "50%"), ("oop.range", "QQ"), ("ip.turn.bet", "a")]);
    let spec = spec.unwrap();
    let bets = |at: Street| spec.betting.street(at).sizes.each_ref().map(|s| s.bet.to_string());
    assert_eq!(bets(Street::River), ["50%", "50%"]);
    assert_eq!(bets(Street::Turn), ["50%", "a"]);
    assert_eq!(spec.ranges.each_ref().map(ToString::to_string), ["QQ", "KK"]);
}

#[test]
fn every_other_field_is_read() {
    let spec = SpotSpec::parse(
        "{board: Td9d6h2c, pot: 1_000, stack: 900, oop: AA, ip: KK, big_blind: 10, bet: 2bb,
          thresholds: {add_all_in: 1.5, force_all_in: 0.15, merge: 0.1},
          rake: {rate: 5%, cap: 30}, add_lines: ['r:0:b123'], remove_lines: ['r:0:b20'],
          target: 0.2%, time: 2m, iterations: 50, check_every: 5, threads: 3, precision: half,
          algorithm: {name: dcfr, alpha: 2, beta: 0.5, gamma: 3, reset: true}}",
    );
    let spec = spec.unwrap();
    assert_eq!((spec.rake.rate(), spec.rake.cap()), (0.05, 30.0));
    assert_eq!(spec.betting.rules.big_blind, Chips(10));
    assert_eq!(spec.betting.thresholds.merge, 0.1);
    assert_eq!((spec.betting.added.len(), spec.betting.removed.len()), (1, 1));
    assert_eq!(spec.goal.exploitability, Some(2.0));
    assert_eq!(spec.goal.time.unwrap().as_secs(), 120);
    assert_eq!((spec.goal.iterations, spec.goal.check_every.get()), (Some(50), 5));
    assert_eq!((spec.settings.threads, spec.settings.precision), (3, Precision::Half));
    let discounts = Discounts { alpha: 2.0, beta: 0.5, gamma: 3.0, reset: true };
    assert_eq!(spec.settings.algorithm, Algorithm::Discounted(discounts));
    let default = SpotSpec::parse(RIVER.replace("iterations: 200", "").as_str()).unwrap();
    assert_eq!(default.goal.exploitability, Some(0.5));
    assert_eq!(SpotSpec::parse(RIVER).unwrap().goal.exploitability, None);
}

#[test]
fn mistakes_are_told_with_their_field() {
    for (field, value, message) in [
        (
            "boord",
            "x",
            "unknown field boord; did you mean board? Valid fields here: game, board, pot, stack,",
        ),
        (
            "flop.beet",
            "x",
            "unknown field flop.beet; did you mean flop.bet? Valid fields here: bet,",
        ),
        (
            "oop.flop.raise_cap",
            "1",
            "unknown field oop.flop.raise_cap; valid fields here: bet, raise,",
        ),
        ("thresholds.add", "1", "unknown field thresholds.add; valid fields here: add_all_in,"),
        (
            "pot",
            "much",
            "pot is `much`; expected a number of chips above 0 and up to 1,000,000,000,000, such as 180 or 5.5",
        ),
        (
            "pot",
            "0",
            "pot is `0`; expected a number of chips above 0 and up to 1,000,000,000,000, such as 180 or 5.5",
        ),
        (
            "stack",
            "-5",
            "stack is `-5`; expected a number of chips above 0 and up to 1,000,000,000,000, such as 180 or 5.5",
        ),
        ("target", "0", "target is `0`; expected a percentage of the pot above 0, such as 0.5"),
        ("time", "5d", "time is `5d`; expected a time, such as 500ms, 30s, 2m or 1h"),
        ("iterations", "0", "iterations is `0`; expected a whole number from 1 to 4,294,967,295"),
        (
            "threads",
            "513",
            "threads is `513`; expected up to 512 threads, 0 for one on each processor",
        ),
        ("precision", "double", "precision is `double`; expected full or half"),
        ("algorithm", "cfr", "algorithm is `cfr`; expected dcfr, linear, cfrplus, vanilla,"),
        ("algorithm.alfa", "1", "unknown field algorithm.alfa; did you mean algorithm.alpha?"),
        ("rake.rate", "150%", "rake.rate is `150%`; expected a share of the pot from 0 to 1"),
        ("locks", "x", "locks must be a list of locks, each with line, and frequencies or hands"),
        ("board", "Ks7x4c", "board, column 4: expected a suit (c, d, h, s), found `x`"),
        ("board", "", "the spec needs board: three to five cards, such as QsJh2h"),
        ("oop.range", "AA,K?", "oop.range, column 5: "),
        ("ip.river.bet", "50%, 2x", "ip.river.bet, column 6: a first bet cannot be a multiple"),
        ("raise", "45%,,a", "raise, column 5: expected a bet size between commas"),
        ("add_lines", "r:0:x", "add_lines, column 5: expected f, c, b with a number of chips, or"),
    ] {
        let found = refused(RIVER, &[(field, value)]);
        assert!(found.starts_with(message), "{field}: {found}");
    }
    for field in ["board", "pot", "stack", "oop", "ip"] {
        let rest: String = RIVER
            .lines()
            .filter(|line| !line.starts_with(field))
            .map(|l| format!("{l}\n"))
            .collect();
        assert!(refused(&rest, &[]).starts_with(&format!("the spec needs {field}")), "{field}");
    }
    assert!(refused("board: [", &[]).starts_with("line 1: the spec is not YAML: "));
    assert_eq!(
        refused("board: {}\npot: 1", &[]),
        "line 1: board must be cards, such as Td9d6h or [Td, 9d, 6h]"
    );
    for (right, wrong, message) in [
        ("pot: 100", "pot: much", "line 3: pot is `much`; expected a number of chips"),
        ("oop: AA,QQ", "oop: {range: 'AA,Q?'}", "line 5: oop.range, column 5: "),
        (
            "oop: AA,QQ",
            "oop:\n  range: QQ\n  flop:\n    beet: 5",
            "line 8: unknown field oop.flop.beet; did you",
        ),
        ("bet: 100%", "rake: {rate: 5%,\n  cap: much}", "line 8: rake.cap is `much`; expected"),
        (
            "bet: 100%",
            "rake: {rate: 500%}",
            "line 7: rake.rate is `500%`; expected a share of the pot from 0 to 1",
        ),
        ("bet: 100%", "bet:\n  - 50%\n  - 2x", "line 8: bet, column 6: a first bet cannot be"),
        ("threads: 1", "algorithm: {\n  name: cfr}", "line 10: algorithm.name is `cfr`; expected"),
    ] {
        let found = refused(&RIVER.replace(right, wrong), &[]);
        assert!(found.starts_with(message), "{found}");
    }
    assert_eq!(refused("nuts", &[]), "a spec must have fields, such as board: QsJh2h");
    let deep = format!("board: {}", "[".repeat(1_000));
    // Each list has nine times the one before: 9^7 texts.
    let lists = (1..7).map(|n| format!("l{n}: &l{n} [{}]\n", format!("*l{}, ", n - 1).repeat(9)));
    let laughs = format!("l0: &l0 [{}]\n{}", "x, ".repeat(9), lists.collect::<String>());
    for (text, message) in [
        ("board: Td9d6h\nboard: 2c3c4c", "line 2: board is given twice"),
        ("board: Td9d6h\n---\npot: 1", "line 2: the spec is not YAML: there is a second document"),
        ("~: Td9d6h", "line 1: the spec is not YAML: a field has no name"),
        (
            &deep,
            "line 1: the spec is not YAML: it is nested too deeply, or its anchors repeat too much",
        ),
        (
            &laughs,
            "line 6: the spec is not YAML: it is nested too deeply, or its anchors repeat too much",
        ),
    ] {
        let found = refused(text, &[]);
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn impossible_spots_are_refused() {
    let plan = |field, value| patched::spot(RIVER, &[(field, value)]).unwrap().plan().unwrap_err();
    assert_eq!(plan("oop.range", "KsKd,7d7c"), SpotError::NoHand { player: "oop" });
    assert!(matches!(plan("remove_lines", "r:0:b33"), SpotError::Tree(_)));
    let same = patched::spot(RIVER, &[("oop.range", "AsAh"), ("ip.range", "AsAd")]).unwrap();
    assert!(matches!(same.plan().unwrap().job(u64::MAX).err(), Some(SpotError::Solver(_))));
    let plan = SpotSpec::parse(RIVER).unwrap().plan().unwrap();
    assert!(matches!(plan.job(100).err(), Some(SpotError::Solver(_))));
}

/// A polar range (nuts `KK` or air `QQ`, three combos of the one and six of the
/// other, of which the board leaves these) bets the pot against a bluff-catcher:
/// the closed form is value to bluffs 2 to 1 and a call half of the time. All
/// three kings bet, and 1.5 combos of queens bluff. The bettor's nuts win
/// pot + bet half of the time and pot else; bluffs get nothing on average.
#[test]
fn a_polar_range_bets_by_the_closed_form() {
    let overrides = [("oop.range", "KK,QQ"), ("ip.range", "AA"), ("iterations", "3000")];
    let report = solved(RIVER, &overrides, "r:0");
    let bet = &report.node.actions[1];
    assert_eq!((bet.action.as_str(), bet.amount), ("bet 100", Some(100)));
    assert!((bet.combos - 4.5).abs() < 0.1, "{bet:?}");
    assert!((bet.frequency.unwrap() - 0.5).abs() < 0.02, "{bet:?}");
    let expected = (3.0 * 150.0) / 9.0;
    assert!((report.players[0].ev - expected).abs() < 0.5, "{:?}", report.players);
    assert!((report.players[1].ev - (100.0 - expected)).abs() < 0.5);
    assert!((report.players[0].equity - 1.0 / 3.0).abs() < 1e-9);
    assert!((report.node.ev.unwrap() - report.players[0].ev).abs() < 0.01);

    let call = solved(RIVER, &overrides, "r:0:b100");
    assert_eq!((call.node.player.text(), call.node.pot), ("ip", 200));
    assert!(
        (call.node.actions[1].frequency.unwrap() - 0.5).abs() < 0.03,
        "{:?}",
        call.node.actions
    );
    assert!(call.node.ev.unwrap().abs() < 3.0, "folding is worth nothing, and so is calling");
}

/// Whatever turn a line names, the hands there are those of its board, and a
/// turn that was solved as another one has the same numbers under other suits.
#[test]
fn later_streets_are_shown_in_the_suits_of_the_line() {
    let spot = "{board: Td9c6h2h, pot: 100, stack: 50, oop: 'AA,87s', ip: 'KK,QJs', bet: a,
        iterations: 20, threads: 1}";
    let mut job = job(spot, &[]);
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    let mut at = |line: &str| job.report(ended, &line.parse().unwrap()).unwrap().node;
    let (one, other) = (at("r:0:c:c:5d"), at("r:0:c:c:5c"));
    assert_eq!((one.board.as_str(), other.board.as_str()), ("Td9c6h2h5d", "Td9c6h2h5c"));
    for node in [&one, &other] {
        assert!(node.hands.iter().all(|hand| !hand.hand.contains("5")), "no five is held");
        assert_eq!(node.hands.len(), 10);
    }
    let weight: f32 = one.hands.iter().map(|hand| hand.weight).sum();
    assert!(weight > 0.0 && weight <= 10.0);
    let spec = SpotSpec::parse(spot).unwrap();
    for (line, message) in [
        (
            "r:0:c:c",
            "nobody acts at r:0:c:c: a card is dealt; add it to the line, as in r:0:c:c:8h",
        ),
        (
            "r:0:c:c:c",
            "nobody acts at r:0:c:c:c: the line leaves out a card that is dealt on the way",
        ),
        (
            "r:0:c:c:2h",
            "r:0:c:c:2h: 2h cannot be dealt: it is on the board, or it leaves a player without a hand",
        ),
        ("r:0:b50:f", "nobody acts at r:0:b50:f: a player has folded"),
        ("r:0:b50:c", "nobody acts at r:0:b50:c: the hands are shown down"),
        ("r:0:b33", "r:0:b33 is not in the tree; after r:0 there is c, b50"),
    ] {
        let line = line.parse().unwrap();
        assert_eq!(spec.check_line(&line).unwrap_err().to_string(), message);
        assert_eq!(job.facts(&line).unwrap_err().to_string(), message);
    }
}

/// Clubs and diamonds are the same on this board, so 5c is solved as one of
/// them; what is shown for it is what is shown for 5d with both suits exchanged.
#[test]
fn a_card_that_was_not_solved_is_shown_through_one_that_was() {
    let spot =
        "{board: Th9h6s2s, pot: 100, stack: 80, oop: 'AA,A5s,87s', ip: 'KK,QJs,55', bet: 50%,
        iterations: 30, threads: 1}";
    let mut job = job(spot, &[]);
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    let mut at = |line: &str| job.report(ended, &line.parse().unwrap()).unwrap().node;
    let (clubs, diamonds) = (at("r:0:c:c:5c"), at("r:0:c:c:5d"));
    assert_eq!(clubs.solved_as.is_some() as u8 + diamonds.solved_as.is_some() as u8, 1);
    assert!(clubs.hands.iter().any(|hand| hand.hand.contains("5d")));
    let exchange = |hand: &str| {
        let swap = |c| match c {
            'c' => 'd',
            'd' => 'c',
            c => c,
        };
        let cards: String = hand.chars().map(swap).collect();
        cards.parse::<quasar::cards::Combo>().unwrap()
    };
    assert!(!clubs.hands.is_empty());
    for hand in &clubs.hands {
        let other =
            diamonds.hands.iter().find(|other| exchange(&hand.hand).to_string() == other.hand);
        let other = other.unwrap();
        assert_eq!((hand.weight, hand.ev), (other.weight, other.ev), "{hand:?}");
        assert_eq!(hand.frequencies, other.frequencies);
    }
}

#[test]
fn a_restored_spot_goes_on_where_it_was() {
    let straight = solved(RIVER, &[], "r:0");
    let mut first = job(RIVER, &[("iterations", "77")]);
    first.run(&Control::new(), |_| ()).unwrap();
    let bytes = first.checkpoint();
    let mut second = job(RIVER, &[]);
    second.restore(&bytes).unwrap();
    let ended = second.run(&Control::new(), |_| ()).unwrap();
    let resumed = second.report(ended, &"r:0".parse().unwrap()).unwrap();
    assert_eq!(resumed.node, straight.node);
    assert_eq!(resumed.players, straight.players);

    let another = job(RIVER, &[("pot", "101")]).restore(&bytes);
    assert_eq!(
        another,
        Err(SpotError::Checkpoint("it belongs to a different spot or to other settings"))
    );
    let settings = job(RIVER, &[("precision", "half")]).restore(&bytes);
    assert_eq!(
        settings,
        Err(SpotError::Checkpoint("it belongs to a different spot or to other settings"))
    );
    for length in [0, 3, 11, 12, 100, bytes.len() - 1] {
        assert!(second.restore(&bytes[..length]).is_err(), "{length}");
    }
}
