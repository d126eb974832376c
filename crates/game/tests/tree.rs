//! Betting trees against hand counts and a recursion that shares no code.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quasar_cards::Street;
use quasar_game::{
    BettingTree, Chips, NodeId, NodeKind, Player, PlayerSizes, RoundId, Rules, StreetSpec,
    TreeSpec, TreeStart,
};

fn sizes(bet: &str, raise: &str) -> PlayerSizes {
    PlayerSizes::new(bet.parse().unwrap(), raise.parse().unwrap())
}

/// Kuhn poker: one chip each in the pot, one chip to bet.
#[test]
fn kuhn_has_four_decisions_and_five_ends() {
    let start = TreeStart::street(Street::River, Chips(2), Chips(1));
    let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes("1c", "")));
    let tree = BettingTree::build(&spec).unwrap();
    assert_eq!(tree.rounds().len(), 1);
    let kinds: Vec<NodeKind> = tree.rounds()[0].nodes().iter().map(|node| node.kind).collect();
    use NodeKind::{Decision, Fold, Showdown};
    use Player::{Ip, Oop};
    let expected = [
        Decision { player: Oop },
        Decision { player: Ip },  // check
        Decision { player: Ip },  // bet
        Showdown,                 // check check
        Decision { player: Oop }, // check bet
        Fold { folder: Ip },      // bet fold
        Showdown,                 // bet call
        Fold { folder: Oop },     // check bet fold
        Showdown,                 // check bet call
    ];
    assert_eq!(kinds, expected);
    assert_eq!(tree[RoundId::ROOT][NodeId(6)].committed, [Chips(1), Chips(1)]);
}

/// Leduc: a chip each in the pot; bets of 2, then 4; one bet and one raise a
/// street. A round has 6 decisions (nothing, check, bet, check-bet, bet-raise,
/// check-bet-raise), 4 folds and 5 ways to go on.
#[test]
fn leduc_has_six_decisions_a_round() {
    let start = TreeStart::street(Street::Turn, Chips(2), Chips(1000));
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::default());
    for (street, chips) in [(Street::Turn, "2c"), (Street::River, "4c")] {
        let options = StreetSpec { raise_cap: Some(1), ..StreetSpec::both(sizes(chips, chips)) };
        *spec.street_mut(street) = options;
    }
    let tree = BettingTree::build(&spec).unwrap();
    assert_eq!(tree.rounds().len(), 1 + 5);
    let counts = spec.counts().unwrap();
    for (street, rounds) in [(Street::Turn, 1), (Street::River, 5)] {
        let counts = counts.street(street);
        assert_eq!(counts.rounds, rounds);
        assert_eq!(counts.decisions, [3 * rounds, 3 * rounds]);
        assert_eq!(counts.folds, 4 * rounds);
        assert_eq!(counts.showdowns + counts.next_streets, 5 * rounds);
    }
    let most = tree.rounds().iter().flat_map(|round| round.nodes()).map(|node| tree.pot(node)).max();
    assert_eq!(most, Some(Chips(2 + 2 * (4 + 8))));
}
