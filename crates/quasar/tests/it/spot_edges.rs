//! Spots at the edges of what can be asked, through the library that users see.

use crate::common::patched;
use quasar::cards::{Board, Card, Combo, Range, SuitPermutation};
use quasar::solver::SolverError;
use quasar::{
    job::{Control, Ended},
    spot::{SpotError, SpotReport},
};

fn solved(text: &str, overrides: &[(&str, &str)], line: &str) -> SpotReport {
    let spec = patched::spot(text, &[overrides, &[("threads", "1")]].concat()).unwrap();
    let mut job = spec.plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    job.report(ended, &line.parse().unwrap()).unwrap()
}

/// Half a street: one player bets or shows down, the other calls or folds. Who sits
/// where makes no difference.
#[test]
fn half_a_street_is_the_same_in_either_seat() {
    let common = "board: Ks7d4c9h2s\npot: 100\nstack: 150\niterations: 2000\n";
    let (bettor, caller) = ("KK,QQ,A5s,87s,JTs:0.5", "AA,K9s,77:0.3,A9s,QJs");
    let first = format!("{common}oop: {{range: '{bettor}', bet: '60%, a'}}\nip: '{caller}'\n");
    let last = format!("{common}oop: '{caller}'\nip: {{range: '{bettor}', bet: '60%, a'}}\n");
    let (first, last) = (solved(&first, &[], "r:0"), solved(&last, &[], "r:0"));
    for side in 0..2 {
        let (one, other) = (&first.players[side], &last.players[1 - side]);
        assert!((one.equity - other.equity).abs() < 1e-9);
        let gains = first.exploitability.unwrap() + last.exploitability.unwrap();
        assert!((one.ev - other.ev).abs() < 2.0 * gains + 1e-3, "{one:?} {other:?}");
    }
    assert!(first.exploitability.unwrap() < 0.05 && last.exploitability.unwrap() < 0.05);
}

/// Without any bet a player gets the equity.
#[test]
fn without_bets_values_are_equities() {
    for board in ["Ks7d4c9h2s", "Ks7d4c9h", "Ks7d4c"] {
        let spot = format!(
            "{{board: {board}, pot: 80, stack: 100, oop: 'AA,QJs:0.5', ip: 'KQ,88', bet: none, \
             iterations: 3}}"
        );
        let report = solved(&spot, &[], "r:0");
        for player in &report.players {
            assert!((player.ev - 80.0 * player.equity).abs() < 1e-3, "{report:?}");
        }
        assert!(report.exploitability.unwrap().abs() < 1e-4);
    }
}

/// Every relabelling of suits of board, ranges and line relabels the report. After a
/// few iterations, while no regret is so close to 0 that rounding gives it its sign.
#[test]
fn relabelled_specs_have_relabelled_reports() {
    let (board, ranges) = ("Td9d6h2c", ["AdKd,7s7c,QhJh,AA:0.5", "AsKs,Jd8d,66,KhQh:0.25"]);
    let ask = |suits: SuitPermutation, river: Option<&str>| {
        let relabelled = |card: Card| suits.card(card).to_string();
        let board: Board = board.parse().unwrap();
        let cards: String = board.cards().iter().copied().map(relabelled).collect();
        let [oop, ip] = ranges.map(|text| {
            let range = Range::parse(quasar::cards::Game::Holdem, text).unwrap();
            range.permute(suits).to_string()
        });
        let spot = format!(
            "{{board: {cards}, pot: 100, stack: 200, oop: '{oop}', ip: '{ip}', bet: 75%, raise: a,
              iterations: 3}}"
        );
        let line = river.map_or("r:0".to_owned(), |card| {
            format!("r:0:c:c:{}", relabelled(card.parse().unwrap()))
        });
        solved(&spot, &[], &line)
    };
    for river in [None, Some("5d"), Some("5s")] {
        let known = ask(SuitPermutation::IDENTITY, river);
        for suits in SuitPermutation::all().step_by(5).skip(1) {
            let found = ask(suits, river);
            assert_eq!(found.size.boards, known.size.boards);
            assert!((found.exploitability.unwrap() - known.exploitability.unwrap()).abs() < 1e-3);
            for hand in &known.node.hands {
                let combo: Combo = hand.hand.parse().unwrap();
                let name = combo.permute(suits).to_string();
                let other = found.node.hands.iter().find(|other| other.hand == name).unwrap();
                assert!((hand.weight - other.weight).abs() < 1e-4);
                let evs = hand.ev.unwrap() - other.ev.unwrap();
                assert!(evs.abs() < 1e-2, "{hand:?} {other:?}");
                for (one, other) in hand.frequencies.iter().zip(&other.frequencies) {
                    assert!((one - other).abs() < 1e-3, "{hand:?} {other}");
                }
            }
        }
    }
}

/// Both know who is ahead: the better hand bets and gets the pot.
#[test]
fn one_combo_each() {
    let spot = "{board: Ks7d4c9h2s, pot: 100, stack: 300, oop: AsAh, ip: QsQh, bet: '50%, a',
        raise: a, iterations: 400}";
    for (overrides, expected) in [
        (&[][..], 100.0),
        (&[("oop.range", "QsQh"), ("ip.range", "AsAh")][..], 0.0),
        (&[("oop.range", "AsAh"), ("ip.range", "AdAc")][..], 50.0),
    ] {
        let report = solved(spot, overrides, "r:0");
        assert!((report.players[0].ev - expected).abs() < 0.05, "{:?}", report.players);
        assert_eq!(report.size.hands, [1, 1]);
    }
}

#[test]
fn ranges_without_a_hand_are_refused() {
    let spot = "{board: Ks7d4c9h2s, pot: 100, stack: 100, oop: AA, ip: KK, bet: a}";
    let spec = |player, range| patched::spot(spot, &[(player, range)]).unwrap();
    let refused = |player, range| spec(player, range).plan().unwrap_err();
    let empty = |player| SpotError::NoHand { player };
    assert_eq!(refused("oop.range", "KsQs,7d7c"), empty("oop"));
    assert_eq!(refused("ip.range", "9h9d"), empty("ip"));
    let weightless = patched::spot(spot, &[("ip.range", "AA:0,KQs:0")]).unwrap_err().to_string();
    assert!(weightless.contains("expected at least one hand"), "{weightless}");
    let met = patched::spot(spot, &[("oop.range", "AsAh"), ("ip.range", "AsKh,AhQd")]).unwrap();
    let refused = met.plan().unwrap().job(u64::MAX).err();
    assert_eq!(refused, Some(SpotError::Solver(SolverError::NoDeal)));
    // A hand that only some of the opponent's hands leave possible.
    let some = [("oop.range", "AsAh,AdAc"), ("ip.range", "AsKh,QdQc"), ("iterations", "50")];
    let report = solved(spot, &some, "r:0");
    assert!(report.node.hands.iter().all(|hand| hand.ev.is_some_and(f64::is_finite)));
}

/// Nuts or air, three combos and six, all-in for three pots or checked: bluffs are
/// b / (1 + b) of value bets with b = 3, and calls 1 / (1 + b). With one chip behind
/// nothing can be bluffed: 1/100 of a bluff for each nut hand, and 100 of 101 bets
/// called.
#[test]
fn all_in_on_the_first_action_by_the_closed_form() {
    let spot = "{board: Ks7d4c9h2s, pot: 100, stack: 300, oop: {range: 'KK,QQ', bet: a}, ip: AA,
        iterations: 4000}";
    for (stack, b) in [("300", 3.0), ("1", 0.01), ("100", 1.0)] {
        let report = solved(spot, &[("stack", stack)], "r:0");
        let bluffs = 3.0 * b / (1.0 + b);
        let bet = &report.node.actions[1];
        assert!((bet.combos - 3.0 - bluffs).abs() < 0.1, "{stack} {bet:?}");
        // Kings get the pot and, when called, the bet; queens get nothing.
        let expected = 3.0 * 100.0 * (1.0 + b / (1.0 + b)) / 9.0;
        assert!((report.players[0].ev - expected).abs() < 0.2, "{stack} {:?}", report.players);
        let call = solved(spot, &[("stack", stack)], &format!("r:0:b{stack}")).node;
        let called = call.actions[1].frequency.unwrap();
        assert!((called - 1.0 / (1.0 + b)).abs() < 0.03, "{stack} {called}");
    }
}

/// A hundred pots behind, with several sizes: on the river and from the turn on.
#[test]
fn stacks_of_a_hundred_pots() {
    let spot =
        "{board: Ks7d4c9h2s, pot: 10, stack: 1000, oop: 'KK,AQ,87s,JTs', ip: 'AA,K9s,QJs,65s',
        bet: '33%, 100%, 300%, a', raise: '60%, a', raise_cap: 3, target: 0.5, iterations: 3000}";
    let turn = [("board", "Ks7d4c9h"), ("bet", "75%, e, a"), ("raise", "3x"), ("raise_cap", "1")];
    let ranges = [("oop.range", "KsKh,AhQh,8d7c,JsTs"), ("ip.range", "AsAh,KdTd,QcJc,6d5d")];
    for overrides in [&[][..], &[&turn[..], &ranges[..]].concat()] {
        let report = solved(spot, overrides, "r:0");
        assert_eq!(report.ended, Ended::GoalReached, "{:?}", report.players);
        assert!(report.exploitability_percent.unwrap() <= 0.5);
        let evs: f64 = report.players.iter().map(|player| player.ev).sum();
        assert!((evs - 10.0).abs() < 1e-2, "the pot is shared: {:?}", report.players);
        assert!(report.node.hands.iter().all(|hand| hand.ev.is_none_or(f64::is_finite)));
    }
}
