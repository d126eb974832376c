//! Spots of Omaha: what a spec means, and what is found.

use crate::common::patched;
use quasar::cards::{CardSet, Game, Range, Street};
use quasar::game::{Limit, Player, Rules};
use quasar::schema::names::Grouping;
use quasar::{
    job::Control,
    spot::{HandSort, NodeView, SpotReport, SpotSpec},
};
use quasar_equity::{Holding, Progress, Question, heads_up};

/// Aces full or nothing against kings full, and a bet of the pot.
const RIVER: &str = "
game: plo4
board: AsKd9s4c4d
pot: 100
stack: 100
oop: AhAd8c7c,8h7h6s3s
ip: KhQhKc5c
bet: pot
iterations: 1000
threads: 1
";

fn spec(text: &str, overrides: &[(&str, &str)]) -> SpotSpec {
    patched::spot(text, overrides).unwrap()
}

fn solved(text: &str, overrides: &[(&str, &str)], line: &str, view: &NodeView) -> SpotReport {
    let mut job = spec(text, overrides).plan().unwrap().job(u64::MAX).unwrap();
    let ended = job.run(&Control::new(), |_| ()).unwrap();
    job.report_with(ended, &line.parse().unwrap(), view).unwrap()
}

#[test]
fn omaha_is_pot_limit_with_a_grid_of_its_own() {
    let given = spec(RIVER, &[]);
    assert_eq!(given.game(), Game::Plo4);
    assert_eq!(given.betting.rules.limit, Limit::PotLimit);
    assert_eq!(given.betting.street(Street::River).sizes[0].bet.to_string(), "100%");
    let bare =
        "{game: plo5, board: AsKd9s4c4d, pot: 100, stack: 100, oop: AA, ip: KK, big_blind: 2}";
    let bare = spec(bare, &[]);
    let rules = Rules { big_blind: bare.betting.rules.big_blind, ..bare.betting.rules };
    assert_eq!((rules.limit, rules.big_blind.0), (Limit::PotLimit, 2));
    let sizes = &bare.betting.street(Street::River).sizes[1];
    assert_eq!(sizes.bet.to_string(), "33%, 50%, 75%, 100%");
    assert_eq!(sizes.raises[0].to_string(), "100%");
    let holdem = "{board: AsKd9s4c4d, pot: 100, stack: 100, oop: AA, ip: KK}";
    let sizes = spec(holdem, &[]).betting.street(Street::River).sizes[0].clone();
    assert_eq!(sizes.bet.to_string(), "33%, 75%");
    assert_eq!(sizes.raises[0].to_string(), "3x");
    let none = spec(&holdem.replace("ip: KK", "ip: KK, bet: none"), &[]);
    assert!(none.betting.street(Street::River).sizes[0].bet.sizes().is_empty());
}

#[test]
fn specs_that_are_not_solved_say_why() {
    let refused =
        |overrides: &[(&str, &str)]| patched::spot(RIVER, overrides).err().unwrap().to_string();
    assert_eq!(refused(&[("game", "plo6")]), "game is `plo6`; expected holdem, plo4 or plo5");
    assert!(refused(&[("oop.range", "Ah&")]).starts_with("oop.range, "));
}

/// Half of the nothings bluff, half of the bets are called: three quarters of the pot.
#[test]
fn a_polar_range_gets_what_theory_says() {
    let report = solved(RIVER, &[], "r:0", &NodeView::default());
    assert_eq!((report.game.0, report.pot, report.stack), (Game::Plo4, 100, 100));
    let [oop, ip] = &report.players;
    assert!((oop.ev - 75.0).abs() < 0.5 && (ip.ev - 25.0).abs() < 0.5, "{report:?}");
    assert_eq!((oop.equity, ip.equity), (0.5, 0.5));
    let node = &report.node;
    assert_eq!((node.player.0, node.actions.len()), (Player::Oop, 2));
    let made: Vec<&str> = node
        .groups
        .iter()
        .filter(|kind| kind.by.0 == Grouping::Made)
        .map(|kind| kind.name.as_str())
        .collect();
    assert_eq!(made, ["full house", "pair"]);
    assert!(node.groups.iter().all(|kind| kind.by.0 != Grouping::Draws), "no draws on a river");
    assert_eq!(node.hands.len(), 2);
    let [nuts, nothing] = [&node.hands[0], &node.hands[1]];
    assert_eq!(
        (nuts.hand.as_str(), nuts.equity, nothing.equity),
        ("AhAd8c7c", Some(1.0), Some(0.0))
    );
    assert!(nuts.frequencies[1] > 0.98, "{nuts:?}");
    // Nuts win the pot of 100, and half of the time another bet of as much.
    assert!((nuts.evs[1].unwrap() - 150.0).abs() < 2.0, "{nuts:?}");
    assert_eq!(nothing.evs[0], Some(0.0), "a check loses the showdown: {nothing:?}");
    assert!((nothing.frequencies[1] - 0.5).abs() < 0.05, "{nothing:?}");
}

#[test]
fn filters_and_orders_choose_what_is_shown() {
    let filter = Some(Range::parse(Game::Plo4, "8h7h**").unwrap());
    let view = NodeView { filter, hands: 10, sort: Some(HandSort::Ev) };
    let node = solved(RIVER, &[], "r:0", &view).node;
    assert_eq!(node.hands.len(), 1);
    assert_eq!(node.groups.iter().filter(|kind| kind.by.0 == Grouping::Made).count(), 1);
    let by_ev = NodeView { hands: 1, sort: Some(HandSort::Ev), ..NodeView::default() };
    let node = solved(RIVER, &[], "r:0", &by_ev).node;
    assert_eq!((node.hands.len(), node.hands[0].hand.as_str()), (1, "AhAd8c7c"));
}

const TURN: &str = "
game: plo4
board: Ts9s6h2h
pot: 100
stack: 100
oop: KKQ*:$ds,JT98
ip: AA*:$ds,QJT*:$ss
bet: pot
iterations: 4
threads: 1
";

/// The range of a decision is written as patterns that read back as the same hands.
#[test]
fn ranges_of_decisions_are_patterns() {
    let spec = patched::spot(RIVER, &[("oop.range", "AA,KQJT@50"), ("ip.range", "99")]).unwrap();
    let mut job = spec.plan().unwrap().job(u64::MAX).unwrap();
    let facts = job.facts(&"r:0".parse().unwrap()).unwrap();
    for (player, most) in [(Player::Oop, 40), (Player::Ip, 10)] {
        let text = facts.range_text(player).unwrap();
        assert!(text.len() <= most, "{text}");
        let mut range = Range::parse(Game::Plo4, &text).unwrap();
        range.remove(facts.board.set());
        assert_eq!(range, facts.range(player).unwrap(), "{text}");
    }
}

#[test]
fn rivers_that_suits_make_equal_are_shown_through_each_other() {
    let view = NodeView::default();
    let line = |card: &str| format!("r:0:c:c:{card}");
    let clubs = solved(TURN, &[], &line("5c"), &view).node;
    let diamonds = solved(TURN, &[], &line("5d"), &view).node;
    assert_eq!(clubs.board, "Ts9s6h2h5c");
    assert_eq!(diamonds.board, "Ts9s6h2h5d");
    assert_eq!(diamonds.solved_as.as_deref(), Some("Ts9s6h2h5c"));
    assert_eq!(clubs.solved_as, None);
    let swap = |hand: &str| {
        let suits = |letter| match letter {
            'c' => 'd',
            'd' => 'c',
            other => other,
        };
        hand.chars().map(suits).collect::<String>().parse::<quasar::cards::Combo>().unwrap()
    };
    assert!(clubs.hands.len() > 100);
    for hand in clubs.hands.iter().step_by(37) {
        let same = diamonds.hands.iter().find(|other| other.hand == swap(&hand.hand).to_string());
        let same = same.unwrap_or_else(|| panic!("{} is missing", hand.hand));
        assert_eq!((same.ev, same.equity.is_some()), (hand.ev, hand.equity.is_some()));
        // Equities are sums over the opponent's hands, which come in another order.
        let apart = same.equity.unwrap_or(0.0) - hand.equity.unwrap_or(0.0);
        assert!(apart.abs() < 1e-6, "{}: {apart}", hand.hand);
    }
    let start = solved(TURN, &[], "r:0", &NodeView::default()).node;
    assert!(
        start
            .groups
            .iter()
            .any(|kind| kind.by.0 == Grouping::Draws && kind.name.contains("flush draw"))
    );
}

#[test]
fn equities_are_those_of_the_equity_crate() {
    for (text, board) in [(TURN, "Ts9s6h2h"), (TURN, "Ts9s6h2h3s")] {
        let report =
            solved(text, &[("board", board), ("iterations", "1")], "r:0", &NodeView::default());
        let spec = spec(text, &[("board", board)]);
        let players = spec.ranges.iter().cloned().map(Holding::Range).collect();
        let question = Question::new(players, spec.board, CardSet::EMPTY).unwrap();
        let exact = heads_up(&question, &Progress::new()).unwrap().unwrap().total();
        let expected = exact.equity().unwrap();
        assert!((report.players[0].equity - expected).abs() < 1e-5, "{board} {expected}");
    }
}
