//! Betting trees against hand counts and a recursion that shares no code.

use quasar_cards::Street;
use quasar_game::{
    Action, BettingTree, Chips, Hand, HandSpec, Limit, MinBet, NodeId, NodeKind, Player,
    PlayerSizes, PotGrid, RoundId, Rules, SizeList, StreetSpec, Thresholds, TreeCounts, TreeError,
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
    let most =
        tree.rounds().iter().flat_map(|round| round.nodes()).map(|node| tree.pot(node)).max();
    assert_eq!(most, Some(Chips(2 + 2 * (4 + 8))));
}

/// The counts of a tree, from its nodes.
#[derive(Default, PartialEq, Eq, Debug)]
struct Tally {
    rounds: [u64; 4],
    decisions: u64,
    actions: u64,
    folds: u64,
    showdowns: u64,
}

impl Tally {
    fn of_counts(counts: &TreeCounts) -> Tally {
        let total = counts.total();
        let streets = [Street::Preflop, Street::Flop, Street::Turn, Street::River];
        Tally {
            rounds: streets.map(|street| counts.street(street).rounds),
            decisions: total.decisions.iter().sum(),
            actions: counts.actions(),
            folds: total.folds,
            showdowns: total.showdowns,
        }
    }

    fn of_tree(tree: &BettingTree) -> Tally {
        let mut tally = Tally::default();
        for round in tree.rounds() {
            tally.rounds[round.street as usize] += 1;
            for node in round.nodes() {
                match node.kind {
                    NodeKind::Decision { .. } => tally.decisions += 1,
                    NodeKind::Fold { .. } => tally.folds += 1,
                    NodeKind::Showdown => tally.showdowns += 1,
                    NodeKind::NextStreet { .. } => {}
                }
                tally.actions += node.children.len() as u64;
            }
        }
        tally
    }
}

/// A plain recursion over no-limit betting with one bet size a street and one
/// raise size, in percent; it knows two numbers in front of the players and
/// nothing else.
struct Plain {
    pot: i64,
    stack: i64,
    bets: [i64; 4],
    raise: i64,
    cap: u32,
    tally: Tally,
}

/// One street: what both have paid before it, what each has in front, and how it
/// came to this.
#[derive(Clone, Copy)]
struct Front {
    street: usize,
    paid: i64,
    yours: i64,
    before: i64,
    raises: u32,
    checked: bool,
}

impl Plain {
    fn street(&mut self, street: usize, paid: i64) {
        self.tally.rounds[street] += 1;
        let fresh = Front { street, paid, yours: 0, before: 0, raises: 0, checked: false };
        self.decide(fresh);
    }

    /// Half a percent of a chip up rounds up.
    fn percent(of: i64, percent: i64) -> i64 {
        (of * percent + 50) / 100
    }

    fn decide(&mut self, f: Front) {
        self.tally.decisions += 1;
        let left = self.stack - f.paid;
        let mut targets = Vec::new();
        if f.yours == 0 {
            let size = Self::percent(self.pot + 2 * f.paid, self.bets[f.street]);
            targets.push(size.clamp(1, left));
        } else {
            self.tally.actions += 1;
            self.tally.folds += 1;
            if f.yours < left && f.raises < self.cap {
                let pot = self.pot + 2 * f.paid + 2 * f.yours;
                let least = (2 * f.yours - f.before).min(left);
                targets.push((f.yours + Self::percent(pot, self.raise)).clamp(least, left));
            }
        }
        self.tally.actions += 1 + targets.len() as u64;
        // Check or call.
        if f.yours == 0 && !f.checked {
            self.decide(Front { checked: true, ..f });
        } else if f.street == 3 || f.paid + f.yours == self.stack {
            self.tally.showdowns += 1;
        } else {
            self.street(f.street + 1, f.paid + f.yours);
        }
        for target in targets {
            self.decide(Front {
                yours: target,
                before: f.yours,
                raises: f.raises + u32::from(f.yours > 0),
                ..f
            });
        }
    }
}

/// The spot that solvers are compared on: pot 180, stacks 910, bets of 52, 55
/// and 70 %, raises of 45 %.
fn three_bet_pot() -> TreeSpec {
    let start = TreeStart::street(Street::Flop, Chips(180), Chips(910));
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::default());
    for (street, bet) in [(Street::Flop, "52"), (Street::Turn, "55"), (Street::River, "70")] {
        *spec.street_mut(street) = StreetSpec::both(sizes(bet, "45"));
    }
    spec
}

#[test]
fn trees_have_the_lines_of_a_plain_recursion() {
    for (pot, stack, cap) in
        [(180, 910, 99), (180, 910, 1), (180, 10_000, 99), (7, 1, 99), (1, 33, 2)]
    {
        let mut spec = three_bet_pot();
        spec.start.pot = Chips(pot as u64);
        spec.start.stacks = [Chips(stack as u64), Chips(stack as u64 + 5)];
        for street in &mut spec.streets {
            street.raise_cap = (cap < 99).then_some(cap);
        }
        let bets = [0, 52, 55, 70];
        let mut plain = Plain { pot, stack, bets, raise: 45, cap, tally: Tally::default() };
        plain.street(1, 0);
        assert_eq!(Tally::of_counts(&spec.counts().unwrap()), plain.tally, "{pot} {stack} {cap}");
        assert_eq!(Tally::of_tree(&BettingTree::build(&spec).unwrap()), plain.tally);
    }
}

/// The flop of that spot by hand: bets of 94, raises to 260, 575 and all-in.
#[test]
fn levels_of_the_three_bet_pot() {
    let tree = BettingTree::build(&three_bet_pot()).unwrap();
    let round = &tree.rounds()[0];
    let mut node = &round.nodes()[0];
    let mut levels = Vec::new();
    while let Some(last) = node.child_ids().last() {
        node = &round[last];
        levels.extend(node.action.and_then(Action::level));
        if node.action == Some(Action::Call) {
            break;
        }
    }
    // 94; 94 + 0.45 * 368 = 260; 260 + 0.45 * 700 = 575; 575 + 0.45 * 1330 > 910.
    assert_eq!(levels, [94, 260, 575, 910].map(Chips));
    assert_eq!(node.kind, NodeKind::Showdown);
}

#[test]
fn rounds_and_nodes_are_in_order_and_linked_both_ways() {
    let tree = BettingTree::build(&three_bet_pot()).unwrap();
    for (index, round) in tree.rounds().iter().enumerate() {
        match round.parent {
            None => assert_eq!(index, 0),
            Some((parent, node)) => {
                assert!(parent.index() < index);
                let before = &tree[parent][node];
                let this = RoundId(index as u32);
                assert_eq!(before.kind, NodeKind::NextStreet { round: this });
                assert_eq!(before.committed, round.nodes()[0].committed);
                assert!(tree[parent].street < round.street);
                assert!(tree.rounds()[index - 1].street <= round.street);
            }
        }
        let mut next_child = 1;
        for (id, node) in round.nodes().iter().enumerate() {
            assert_eq!(node.children.is_empty(), node.player().is_none());
            for child in node.child_ids() {
                assert_eq!(child.0, next_child, "children are consecutive, breadth-first");
                assert_eq!(round[child].parent, Some(NodeId(id as u32)));
                next_child += 1;
            }
            assert!(node.committed.iter().all(|&chips| chips <= tree.stack()));
        }
        assert_eq!(next_child as usize, round.nodes().len());
    }
}

#[test]
fn preflop_trees_post_blinds_and_the_button_acts_first() {
    let rules = Rules { limit: Limit::PotLimit, min_bet: MinBet::BigBlind, big_blind: Chips(2) };
    let start = TreeStart::preflop(Chips(1), Chips(2), Chips(1), Chips(101));
    let mut spec = TreeSpec::new(rules, start, StreetSpec::both(sizes("pot", "pot")));
    for street in &mut spec.streets {
        street.raise_cap = Some(2);
    }
    let tree = BettingTree::build(&spec).unwrap();
    assert_eq!((tree.starting_pot(), tree.stack()), (Chips(2), Chips(100)));
    let round = &tree.rounds()[0];
    let root = &round.nodes()[0];
    assert_eq!(root.player(), Some(Player::Ip));
    assert_eq!((root.committed, tree.pot(root)), ([Chips(2), Chips(1)], Chips(5)));
    let actions: Vec<_> = root.child_ids().map(|id| round[id].action.unwrap()).collect();
    // Pot 5, call 1: a raise of the pot goes to 2 + 6.
    assert_eq!(actions, [Action::Fold, Action::Call, Action::Raise(Chips(8))]);
    // After the limp the big blind checks or raises, and acts first on the flop.
    let limped = &round[NodeId(2)];
    assert_eq!(limped.player(), Some(Player::Oop));
    let actions: Vec<_> = limped.child_ids().map(|id| round[id].action.unwrap()).collect();
    assert_eq!(actions, [Action::Check, Action::Raise(Chips(8))]);
    assert!(tree.rounds()[1..].iter().all(|r| r.nodes()[0].player() == Some(Player::Oop)));
}

#[test]
fn raises_go_by_depth() {
    let rules = Rules { big_blind: Chips(2), ..Rules::NO_LIMIT };
    let start = TreeStart::preflop(Chips(1), Chips(2), Chips::ZERO, Chips(200));
    let list = |text: &str| text.parse().unwrap();
    let player = PlayerSizes {
        raises: vec![list("2.5bb"), list("3x"), list("a")],
        ..PlayerSizes::default()
    };
    let mut spec = TreeSpec::new(rules, start, StreetSpec::both(player));
    spec.last_street = Street::Preflop;
    let tree = BettingTree::build(&spec).unwrap();
    let levels = |raise: &str| tree.locate(&raise.parse().unwrap()).is_ok();
    assert!(levels("r:0:b5:b15:b200:c"));
    assert!(levels("r:0:c:b5:b15:b200:f"));
    assert!(!levels("r:0:b5:b200"));
    assert!(tree.rounds().len() == 1);
}

#[test]
fn donk_sizes_are_for_the_caller_out_of_position() {
    let mut player = sizes("50", "");
    player.donk = Some("25".parse().unwrap());
    let start = TreeStart::street(Street::Turn, Chips(100), Chips(1000));
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(player));
    let tree = BettingTree::build(&spec).unwrap();
    let has = |line: &str| tree.locate(&line.parse().unwrap()).is_ok();
    // Called out of position: 25 % of 200 on top of 50.
    assert!(has("r:0:c:b50:c:b100") && !has("r:0:c:b50:c:b150"));
    // In position, or after a bet of one's own, or unbet: half the pot.
    assert!(has("r:0:c:b50:c:c:b150") && !has("r:0:c:b50:c:c:b100"));
    assert!(has("r:0:b50:c:b150") && !has("r:0:b50:c:b100"));
    assert!(has("r:0:c:c:b50") && !has("r:0:c:c:b25"));
    // The street before the root can have had a bet too.
    spec.start.oop_called = true;
    let tree = BettingTree::build(&spec).unwrap();
    assert!(tree.locate(&"r:0:b25".parse().unwrap()).is_ok());
    assert!(tree.locate(&"r:0:c:b50".parse().unwrap()).is_ok());
}

#[test]
fn a_root_that_faces_a_bet_knows_who_made_it() {
    let mut player = sizes("50", "");
    player.donk = Some("25".parse().unwrap());
    // Turn, pot 100: checked to the bettor, who bet 50.
    let start = TreeStart {
        stacks: [Chips(1000), Chips(950)],
        committed: [Chips::ZERO, Chips(50)],
        last_raise: Some(Chips(50)),
        ..TreeStart::street(Street::Turn, Chips(100), Chips::ZERO)
    };
    let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(player));
    let tree = BettingTree::build(&spec).unwrap();
    let root = &tree.rounds()[0].nodes()[0];
    assert_eq!((root.player(), tree.pot(root)), (Some(Player::Oop), Chips(150)));
    let has = |line: &str| tree.locate(&line.parse().unwrap()).is_ok();
    assert!(has("r:0:f") && has("r:0:c:b100") && !has("r:0:c:b150"));
}

#[test]
fn a_tree_begins_in_the_middle_of_a_hand() {
    let rules = Rules { limit: Limit::NoLimit, min_bet: MinBet::BigBlind, big_blind: Chips(2) };
    let mut hand = Hand::deal(&HandSpec {
        rules,
        small_blind: Chips(1),
        ante: Chips::ZERO,
        button: 2,
        stacks: vec![Chips(200), Chips(90), Chips(150)],
    })
    .unwrap();
    hand.apply(Action::Call).unwrap(); // the button limps
    assert_eq!(TreeStart::from_hand(&hand), None, "three are left");
    hand.apply(Action::Fold).unwrap(); // the small blind folds
    hand.apply(Action::Raise(Chips(10))).unwrap();
    let start = TreeStart::from_hand(&hand).unwrap();
    assert_eq!((start.pot, start.to_act), (Chips(1), Player::Ip));
    assert_eq!((start.committed, start.stacks), ([Chips(10), Chips(2)], [Chips(80), Chips(148)]));
    let mut spec = TreeSpec::new(rules, start, StreetSpec::both(sizes("50", "min, a")));
    spec.last_street = Street::Preflop;
    let tree = BettingTree::build(&spec).unwrap();
    assert_eq!(tree.stack(), Chips(90), "the smaller stack");
    assert_eq!(tree.pot(&tree.rounds()[0].nodes()[0]), hand.pot());
    let has = |line: &str| tree.locate(&line.parse().unwrap()).is_ok();
    assert!(has("r:0:f") && has("r:0:c") && has("r:0:b18:b26") && has("r:0:b90:c"));
}

#[test]
fn thresholds_shape_the_tree() {
    let start = TreeStart::street(Street::River, Chips(100), Chips(150));
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes("50, 60", "")));
    let bets = |spec: &TreeSpec| {
        let tree = BettingTree::build(spec).unwrap();
        let round = &tree.rounds()[0];
        let levels = round.nodes()[0].child_ids().filter_map(|id| round[id].action?.level());
        levels.map(|chips| chips.0).collect::<Vec<_>>()
    };
    assert_eq!(bets(&spec), [50, 60]);
    spec.thresholds.add_all_in = 1.5;
    assert_eq!(bets(&spec), [50, 60, 150]);
    spec.thresholds.merge = 0.1;
    assert_eq!(bets(&spec), [60, 150]);
    spec.thresholds.force_all_in = 0.5;
    assert_eq!(bets(&spec), [150]);
}

#[test]
fn a_tree_too_large_is_refused_before_it_is_built() {
    // Countable in a moment, far too large to build.
    let start = TreeStart::street(Street::Flop, Chips(10), Chips(10_000));
    let many = sizes("20, 33, 50, 75, 100", "33, 50, 100");
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(many));
    for street in &mut spec.streets {
        street.raise_cap = Some(2);
    }
    let counts = spec.counts().unwrap();
    let nodes = counts.nodes();
    assert!(nodes > TreeSpec::MAX_NODES);
    let refused = BettingTree::build(&spec).unwrap_err();
    assert_eq!(refused, TreeError::TooLarge { nodes, exact: true, limit: TreeSpec::MAX_NODES });
    // Raises of one chip would never end.
    let start = TreeStart::street(Street::River, Chips(10), Chips::MOST);
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes("min", "min")));
    spec.max_nodes = 10_000;
    assert!(matches!(spec.counts(), Err(TreeError::TooLarge { exact: false, .. })));
}

#[test]
fn a_count_that_was_given_up_is_between_the_limit_and_the_truth() {
    let start = TreeStart::street(Street::Flop, Chips(10), Chips(2_000));
    let many = sizes("20, 33, 50, 75, 100", "33, 50, 100");
    let mut spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(many));
    spec.streets.iter_mut().for_each(|street| street.raise_cap = Some(2));
    let all = spec.counts().unwrap().nodes();
    for limit in [1, 10, 500, 5_000, 20_000] {
        spec.max_nodes = limit;
        for error in [spec.counts().unwrap_err(), BettingTree::build(&spec).unwrap_err()] {
            let TreeError::TooLarge { nodes, exact: false, limit: stated } = error else {
                panic!("{error}");
            };
            assert_eq!(stated, limit);
            assert!(nodes > limit && nodes <= all, "{limit}: {nodes} of {all}");
        }
    }
}

#[test]
fn counts_are_those_of_the_tree_that_is_built() {
    let mut spec = three_bet_pot();
    for removed in [vec![], vec!["r:0:c:c".parse().unwrap()]] {
        spec.removed = removed;
        let (counts, tree) = (spec.counts().unwrap(), BettingTree::build(&spec).unwrap());
        let nodes = tree.rounds().iter().flat_map(|round| round.nodes());
        let of_kind = |wanted: fn(&NodeKind) -> bool| {
            nodes.clone().filter(|node| wanted(&node.kind)).count() as u64
        };
        let total = counts.total();
        assert_eq!(total.rounds, tree.rounds().len() as u64);
        assert_eq!(total.folds, of_kind(|kind| matches!(kind, NodeKind::Fold { .. })));
        assert_eq!(total.showdowns, of_kind(|kind| matches!(kind, NodeKind::Showdown)));
        assert_eq!(total.next_streets, of_kind(|kind| matches!(kind, NodeKind::NextStreet { .. })));
        let decisions = of_kind(|kind| matches!(kind, NodeKind::Decision { .. }));
        assert_eq!(total.decisions.iter().sum::<u64>(), decisions);
        let children: usize = nodes.clone().map(|node| node.child_ids().count()).sum();
        assert_eq!(counts.actions(), children as u64);
    }
}

#[test]
fn specs_that_make_no_sense_are_refused() {
    let spec = three_bet_pot;
    let build = |spec: TreeSpec| BettingTree::build(&spec).unwrap_err();
    let error = build(TreeSpec { last_street: Street::Preflop, ..spec() });
    assert!(matches!(error, TreeError::StreetOrder { .. }));
    let thresholds = Thresholds { merge: f64::NAN, ..Thresholds::default() };
    assert!(matches!(build(TreeSpec { thresholds, ..spec() }), TreeError::Threshold { .. }));
    let start = TreeStart::street(Street::Flop, Chips(180), Chips::ZERO);
    assert!(matches!(build(TreeSpec { start, ..spec() }), TreeError::Hand(_)));
    let start = TreeStart::street(Street::Flop, Chips(u64::MAX), Chips(u64::MAX));
    assert!(matches!(build(TreeSpec { start, ..spec() }), TreeError::Hand(_)));
    let most = Chips(u64::MAX);
    let start = TreeStart::preflop(most, most, most, most);
    assert!(matches!(build(TreeSpec { start, ..spec() }), TreeError::Hand(_)));
    let mut multiple = spec();
    multiple.street_mut(Street::Turn).sizes[1].bet = "2x".parse().unwrap();
    assert!(matches!(build(multiple), TreeError::NoPreviousBet { .. }));
    let mut blinds = spec();
    blinds.street_mut(Street::Turn).sizes[1].raises = vec!["3bb".parse().unwrap()];
    assert!(matches!(build(blinds), TreeError::NoBigBlind { .. }));
    for fraction in [0.0, -0.5, f64::NAN, f64::INFINITY] {
        let grid = PotGrid { fractions: vec![fraction], ..PotGrid::default() };
        let mut grids = spec();
        grids.street_mut(Street::River).sizes[0].bet = SizeList::from_grid(&grid);
        assert!(matches!(build(grids), TreeError::Size { .. }));
    }
}

#[test]
fn any_number_of_earlier_raises_can_be_told() {
    let facing = TreeStart {
        committed: [Chips::ZERO, Chips(10)],
        last_raise: Some(Chips(10)),
        ..TreeStart::street(Street::River, Chips(100), Chips(500))
    };
    let nodes = |raises: u32| {
        let start = TreeStart { raises, ..facing.clone() };
        let spec = TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes("50", "50")));
        spec.counts().unwrap().nodes()
    };
    assert_eq!(nodes(u32::MAX), nodes(1));
}
