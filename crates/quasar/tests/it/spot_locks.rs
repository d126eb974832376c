//! Locks in the spec of a spot, against closed forms and relabelled twins.

use crate::common::patched::by_line;
use quasar::{
    job::Control,
    spot::{SpotError, SpotJob, SpotReport, SpotSpec},
};

/// Nuts (3 kings) or air (6 queens) against a bluff-catcher (6 aces): without locks
/// worth 50 of the pot of 100 to the bettor.
const POLAR: &str = "
board: Ks7d4c9h2s
pot: 100
stack: 100
oop: KK,QQ
ip: AA
bet: 100%
iterations: 2000
threads: 1
";

/// Clubs and diamonds are alike.
const TURN: &str = "
board: Th9h6s2s
pot: 100
stack: 80
oop: AA,A5s,87s
ip: KK,QJs,55
bet: 50%
iterations: 60
threads: 1
";

fn spec(text: &str, locks: &str) -> Result<SpotSpec, SpotError> {
    SpotSpec::parse(&format!("{text}\nlocks:\n{locks}"))
}

fn job(text: &str, locks: &str) -> SpotJob {
    spec(text, locks).unwrap().plan().unwrap().job(u64::MAX).unwrap()
}

fn solved(job: &mut SpotJob, line: &str) -> SpotReport {
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    job.report(ended, &line.parse().unwrap()).unwrap()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.2
}

/// A caller who calls too little is bluffed by everything: kings get
/// 0.7 * 100 + 0.3 * 200, queens 0.7 * 100 - 0.3 * 100.
#[test]
fn a_locked_caller_is_exploited_by_the_closed_form() {
    for strategy in
        ["{ fold: 0.7, call: 0.3 }", "{ Fold: 70%, c: 30% }", "{ f: 0.7004, call: 0.3 }"]
    {
        let mut job = job(POLAR, &format!("  - {{ line: 'r:0:b100', frequencies: {strategy} }}"));
        let report = solved(&mut job, "r:0");
        let expected = (3.0 * 130.0 + 6.0 * 40.0) / 9.0;
        assert!(close(report.players[0].ev, expected), "{strategy} {:?}", report.players);
        assert!(report.exploitability.unwrap() < 0.2, "best responses keep to locks: {report:?}");
        assert!(report.node.actions[1].frequency.unwrap() > 0.99);
        let calls = solved(&mut job, "r:0:b100").node;
        let share = calls.actions[1].frequency.unwrap();
        assert!((share - 0.3).abs() < 1e-3, "{share}");
        assert!(
            calls.hands.iter().all(|hand| (f64::from(hand.frequencies[1]) - share).abs() < 1e-6)
        );
    }
}

/// Queens that never bluff leave kings nothing but the pot: bets are folded to.
#[test]
fn locked_hands_are_fixed_and_others_stay_free() {
    let mut free = job(POLAR, "  - { line: 'r:0', hands: { QQ: { check: 1 } } }");
    let report = solved(&mut free, "r:0");
    assert!(close(report.players[0].ev, 300.0 / 9.0), "{:?}", report.players);
    let queens = report.node.hands.iter().filter(|hand| hand.hand.starts_with('Q'));
    assert!(queens.map(|hand| hand.frequencies[0]).all(|checks| checks == 1.0));

    let rest =
        "  - { line: 'r:0', frequencies: { check: 1 }, hands: { 'KdKc,KhKd': { allin: 1 } } }";
    let report = solved(&mut job(POLAR, rest), "r:0");
    let bets = |hand: &str| {
        report.node.hands.iter().find(|known| known.hand == hand).unwrap().frequencies[1]
    };
    assert_eq!((bets("KhKd"), bets("KdKc"), bets("KhKc"), bets("QhQd")), (1.0, 1.0, 0.0, 0.0));
}

/// Every decision of one player fixed: what the other gets is a best response, and
/// the fixed player has nothing left to gain.
#[test]
fn a_player_who_is_fixed_gains_nothing() {
    let locks = "
  - { line: 'r:0', frequencies: { check: 0.5, b100: 0.5 } }
  - { line: 'r:0:c:b100', frequencies: { call: 1 } }";
    let report = solved(&mut job(POLAR, locks), "r:0");
    assert!(report.players[0].gain.unwrap().abs() < 1e-3, "{:?}", report.players);
    // Aces bet after a check: 6 of 9 times 200, else lose 100. Facing a bet they
    // call: 6 of 9 times 200, else lose 100.
    assert!(close(report.players[1].ev, (6.0 * 200.0 - 3.0 * 100.0) / 9.0), "{report:?}");
}

/// A lock on a club holds on that club and not on the diamond that suits would make
/// the same, and the spot with both exchanged has the same values.
#[test]
fn a_lock_on_a_card_breaks_the_symmetry_of_suits() {
    let lock = |card: &str, hand: &str| {
        format!(
            "  - {{ line: 'r:0:c:c:{card}', hands: {{ AA: {{ bet 50: 1 }}, {hand}: {{ check: 1 }} }} }}"
        )
    };
    let (mut clubs, mut diamonds) =
        (job(TURN, &lock("5c", "8h7h")), job(TURN, &lock("5d", "8h7h")));
    let (one, other) = (solved(&mut clubs, "r:0:c:c:5c"), solved(&mut diamonds, "r:0:c:c:5d"));
    for side in 0..2 {
        let apart = (one.players[side].ev - other.players[side].ev).abs();
        assert!(apart < 1e-3, "{:?} {:?}", one.players, other.players);
    }
    let bets = |report: &SpotReport, ranks: &str| -> Vec<f32> {
        let held = |hand: &str| hand.replace(['c', 'd', 'h', 's'], "") == ranks;
        let hands = report.node.hands.iter().filter(|hand| held(&hand.hand));
        hands.map(|hand| hand.frequencies[1]).collect()
    };
    assert!(one.node.solved_as.is_none());
    assert_eq!(bets(&one, "AA"), [1.0; 6]);
    let unlocked = solved(&mut clubs, "r:0:c:c:5d");
    assert!(unlocked.node.solved_as.is_none());
    assert!(bets(&unlocked, "AA") != [1.0; 6], "{:?}", bets(&unlocked, "AA"));
}

/// Locks that no relabelling changes leave suits merged; others do not.
#[test]
fn suits_stay_merged_where_locks_allow() {
    let boards = |locks: &str| spec(TURN, locks).unwrap().plan().unwrap().size().boards.clone();
    let merged = SpotSpec::parse(TURN).unwrap().plan().unwrap().size().boards.clone();
    let all = vec![1, 48];
    assert!(merged[1] < 48);
    assert_eq!(boards("  - { line: r:0, hands: { AA: { check: 1 } } }"), merged);
    assert_eq!(boards("  - { line: r:0, hands: { 'AcAd,8h7h': { check: 1 } } }"), merged);
    assert_eq!(boards("  - { line: 'r:0:c:c:5s', frequencies: { check: 1 } }"), merged);
    assert_eq!(boards("  - { line: 'r:0:c:c:5c', frequencies: { check: 1 } }"), all);
    assert_eq!(boards("  - { line: r:0, hands: { AhAd: { check: 1 } } }"), all);
}

#[test]
fn locks_belong_to_the_game_of_a_checkpoint() {
    let lock = "  - { line: r:0, frequencies: { check: 1 } }";
    let bytes = job(POLAR, lock).checkpoint();
    assert_eq!(job(POLAR, lock).restore(&bytes), Ok(()));
    let another = Err(SpotError::Checkpoint("it belongs to a different spot or to other settings"));
    assert_eq!(job(POLAR, "  - { line: r:0, frequencies: { b100: 1 } }").restore(&bytes), another);
    let mut free = SpotSpec::parse(POLAR).unwrap().plan().unwrap().job(u64::MAX).unwrap();
    assert_eq!(free.restore(&bytes), another);
}

/// A lock is right or wrong on all boards alike: hands that this one blocks are passed
/// over, as on some flops of many. The value is that without locks.
#[test]
fn hands_that_the_board_blocks_need_no_strategy() {
    let mut job = job(POLAR, "  - { line: r:0, hands: { KsKh: { check: 1 } } }");
    let report = solved(&mut job, "r:0");
    // Kings and queens share a pot of 100, of which they win half.
    assert!(close(report.players[0].ev, 50.0), "{:?}", report.players);
}

#[test]
fn mistakes_in_locks_are_told() {
    for (locks, message) in [
        ("  x", "line 12: locks must be a list of locks, each with line, and frequencies or hands"),
        ("  - { frequencies: { check: 1 } }", "line 12: the spec needs locks[0].line: "),
        ("  - { line: r:0 }", "line 12: locks[0] locks nothing; it needs frequencies or hands"),
        ("  - { line: r0 }", "line 12: locks[0].line, column 1: "),
        (
            "  - { line: r:0, freq: 1 }",
            "line 12: unknown field locks[0].freq; valid fields here: line,",
        ),
        (
            "  - { line: r:0, frequencies: 1 }",
            "line 12: locks[0].frequencies must be actions, each",
        ),
        (
            "  - { line: r:0, frequencies: { check: 0.3, b100: 0.6 } }",
            "line 12: locks[0].frequencies sums to 0.8999999999999999; the frequencies of a strategy must sum to 1",
        ),
        (
            "  - { line: r:0, frequencies: { check: -1, b100: 2 } }",
            "line 12: locks[0].frequencies.check is `-1`; expected a frequency between 0 and 1",
        ),
        (
            "  - { line: r:0, frequencies: { chek: 1 } }",
            "line 12: locks[0].frequencies is `chek`; expected an action: fold, check,",
        ),
        (
            "  - { line: r:0, frequencies: { b100: 0.5, bet 100: 0.5 } }",
            "line 12: locks[0].frequencies names bet 100 twice",
        ),
        (
            "  - line: r:0\n    hands: { K?: { check: 1 } }",
            "line 13: locks[0].hands.K?, column 2: ",
        ),
        (
            "  - { line: r:0, hands: { 'KK:0.5': { check: 1 } } }",
            "line 12: locks[0].hands.KK:0.5 gives KK:0.5 a weight; a lock applies to a whole hand or not at all",
        ),
    ] {
        let found = by_line(&spec(POLAR, locks).unwrap_err().to_string());
        assert!(found.starts_with(message), "{locks}: {found}");
    }
    for (locks, message) in [
        (
            "  - { line: 'r:0:b50', frequencies: { call: 1 } }",
            "line 12: r:0:b50 is not in the tree; ",
        ),
        ("  - { line: 'r:0:c:c', frequencies: { call: 1 } }", "line 12: nobody acts at r:0:c:c: "),
        (
            "  - { line: 'r:0:b100', frequencies: { check: 1 } }",
            "line 12: the lock of r:0:b100 names check; ip can fold, call there",
        ),
        (
            "  - { line: r:0, frequencies: { bet 50: 1 } }",
            "line 12: the lock of r:0 names bet 50; oop can check, bet 100 there",
        ),
        (
            "  - { line: r:0, hands: { KK: { check: 1 }, 'KdKc,QQ': { check: 1 } } }",
            "line 12: the lock of r:0 gives KdKc two strategies",
        ),
        (
            "  - { line: r:0, hands: { JJ: { check: 1 } } }",
            "line 12: the lock of r:0 is for JJ, of which oop holds nothing",
        ),
        (
            "  - { line: r:0, frequencies: { check: 1 } }\n  - { line: r:0, frequencies: { check: 1 } }",
            "line 13: r:0 is locked twice",
        ),
    ] {
        let found = by_line(&spec(POLAR, locks).unwrap().plan().unwrap_err().to_string());
        assert!(found.starts_with(message), "{locks}: {found}");
    }
}
