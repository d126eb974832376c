//! Lines as text, their places in a tree, and trees with lines added and
//! removed.

use proptest::prelude::*;
use quasar_cards::{Card, Street};
use quasar_game::{
    BettingTree, Chips, Line, LineError, NodeId, NodeKind, Place, PlayerSizes, RoundId, Rules,
    Step, StreetSpec, TreeError, TreeSpec, TreeStart,
};

fn line(text: &str) -> Line {
    text.parse().unwrap()
}

/// Pot 100, stacks 500, bets of half the pot, raises of the pot.
fn spec(street: Street) -> TreeSpec {
    let sizes = PlayerSizes::new("50".parse().unwrap(), "pot".parse().unwrap());
    let start = TreeStart::street(street, Chips(100), Chips(500));
    TreeSpec::new(Rules::NO_LIMIT, start, StreetSpec::both(sizes))
}

fn tree(street: Street) -> BettingTree {
    BettingTree::build(&spec(street)).unwrap()
}

#[test]
fn steps_read_as_meant() {
    let cards = |text: &str| Step::Cards(quasar_cards::parse_cards(text).unwrap());
    assert_eq!(line("r:0").steps(), []);
    assert_eq!(line("r:0:c:b50:f").steps(), [Step::CheckOrCall, Step::Bet(Chips(50)), Step::Fold]);
    assert_eq!(line("r:0:b120:c:8h").steps()[2], cards("8h"));
    assert_eq!(line("r:0:c:c:Th9d2c:c").steps()[2], cards("Th9d2c"));
}

#[test]
fn errors_point_at_the_step() {
    let cases = [
        ("", 0..0, "column 1: a line begins with r:0"),
        ("r", 0..1, "column 1: a line begins with r:0"),
        ("r:1:c", 0..3, "column 1: a line begins with r:0"),
        ("r:0c", 0..3, "column 1: a line begins with r:0"),
        ("r:0:", 4..4, "column 5: expected f, c, b"),
        ("r:0:c::c", 6..6, "column 7: expected f, c, b"),
        ("r:0:x", 4..5, "column 5: expected f, c, b"),
        ("r:0:b", 4..5, "column 5: expected f, c, b"),
        ("r:0:b-5", 4..7, "column 5: expected f, c, b"),
        ("r:0:c:b9999999999999", 6..20, "column 7: there are at most"),
        ("r:0:c:c:8x", 9..10, "column 10: expected a suit"),
        ("r:0:c:c:8h9d", 8..12, "column 9: expected f, c, b"),
        ("r:0:c:c:8h8h8d", 10..12, "column 11: 8h appears twice"),
        ("r:0:c:c:[8h]", 8..12, "column 9: expected f, c, b"),
    ];
    for (text, span, message) in cases {
        let error = text.parse::<Line>().unwrap_err();
        assert_eq!(error.span(), span, "{text}");
        assert!(error.to_string().starts_with(message), "{text}: {error}");
    }
}

/// Amounts are cumulative over streets: 50 on the flop and a bet of 100 on the
/// turn are `b150`.
#[test]
fn amounts_add_up_over_the_streets() {
    let tree = tree(Street::Flop);
    let (place, cards) = tree.locate(&line("r:0:c:b50:c:8h:b150")).unwrap();
    let node = &tree[place.round][place.node];
    assert_eq!(tree[place.round].street, Street::Turn);
    assert_eq!(node.committed, [Chips(150), Chips(50)]);
    assert_eq!(tree.pot(node), Chips(300));
    assert_eq!(cards, ["8h".parse::<Card>().unwrap()]);
    // Without cards, and between the streets.
    assert_eq!(tree.locate(&line("r:0:c:b50:c:b150")).unwrap(), (place, vec![]));
    let (between, _) = tree.locate(&line("r:0:c:b50:c")).unwrap();
    let next = tree[between.round][between.node].kind;
    assert_eq!(next, NodeKind::NextStreet { round: place.round });
    let (after, _) = tree.locate(&line("r:0:c:b50:c:8h")).unwrap();
    assert_eq!(after, Place { round: place.round, node: NodeId::ROOT });
}

#[test]
fn lines_that_are_not_there_say_what_is() {
    let tree = tree(Street::Turn);
    let message = |text: &str| tree.locate(&line(text)).unwrap_err().to_string();
    assert_eq!(message("r:0:c:b60"), "r:0:c:b60 is not in the tree; after r:0:c there is c, b50");
    assert_eq!(message("r:0:8h"), "r:0:8h has cards where a player is to act");
    assert_eq!(message("r:0:b50:f:c"), "r:0:b50:f:c continues after the hand is over");
    assert_eq!(message("r:0:c:c:2c3c4c"), "r:0:c:c:2c3c4c has 3 cards where 1 are dealt");
    let flop = self::tree(Street::Flop);
    let twice = flop.locate(&line("r:0:c:c:8h:c:c:8h"));
    assert!(matches!(twice, Err(LineError::RepeatedCard { .. })));
}

#[test]
fn every_node_of_a_tree_is_found_by_its_line() {
    let tree = tree(Street::Flop);
    let cards = ["8h", "2c"].map(|card| card.parse::<Card>().unwrap());
    for (index, round) in tree.rounds().iter().enumerate() {
        for node in 0..round.nodes().len() as u32 {
            let place = Place { round: RoundId(index as u32), node: NodeId(node) };
            let text = tree.line(place, &cards).to_string();
            let (found, dealt) = tree.locate(&line(&text)).unwrap();
            assert_eq!(found, place, "{text}");
            assert_eq!(dealt.len(), round.street.board_len() - 3, "{text}");
            // Without cards the first node of a round is the one before it.
            if place.node != NodeId::ROOT {
                assert_eq!(tree.locate(&tree.line(place, &[])).unwrap().0, place);
            }
        }
    }
}

#[test]
fn an_added_bet_goes_on_with_the_sizes_of_the_tree() {
    let mut spec = spec(Street::Turn);
    spec.added = vec![line("r:0:c:b77:c:b180")];
    let counts = spec.counts().unwrap();
    let tree = BettingTree::build(&spec).unwrap();
    let offered = |text: &str| {
        let (place, _) = tree.locate(&line(text)).unwrap();
        let nodes = tree[place.round][place.node].child_ids();
        let lines = nodes.map(|node| tree.line(Place { node, ..place }, &[]).to_string());
        lines.map(|line| line.rsplit(':').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(offered("r:0:c"), ["c", "b50", "b77"]);
    // 77 + the pot after calling, 254.
    assert_eq!(offered("r:0:c:b77"), ["f", "c", "b331"]);
    // On the river, pot 254: half of it is 127.
    assert_eq!(offered("r:0:c:b77:c:c"), ["c", "b204"]);
    assert_eq!(offered("r:0:c:b77:c:2c"), ["c", "b180", "b204"]);
    assert_eq!(counts.nodes(), tree.rounds().iter().map(|r| r.nodes().len() as u64).sum());
}

#[test]
fn a_removed_line_takes_what_follows_with_it() {
    let mut spec = spec(Street::Turn);
    let before = spec.counts().unwrap();
    spec.removed = vec![line("r:0:b50"), line("r:0:c:c:b50:c")];
    let tree = BettingTree::build(&spec).unwrap();
    assert!(spec.counts().unwrap().nodes() < before.nodes());
    assert!(tree.locate(&line("r:0:b50")).is_err());
    assert!(tree.locate(&line("r:0:c:b50")).is_ok());
    assert!(tree.locate(&line("r:0:c:c:b50:c")).is_err());
    assert!(tree.locate(&line("r:0:c:c:b50:f")).is_ok());
    // What is left is the same as in the tree without edits.
    let whole = self::tree(Street::Turn);
    let cards = ["8h".parse::<Card>().unwrap()];
    for (round, nodes) in tree.rounds().iter().enumerate() {
        for node in 0..nodes.nodes().len() as u32 {
            let place = Place { round: RoundId(round as u32), node: NodeId(node) };
            let (same, _) = whole.locate(&tree.line(place, &cards)).unwrap();
            assert_eq!(whole[same.round][same.node].action, nodes[place.node].action);
        }
    }
}

#[test]
fn a_limp_is_removed_like_any_line() {
    let start = TreeStart::preflop(Chips(1), Chips(2), Chips::ZERO, Chips(20));
    let rules = Rules { big_blind: Chips(2), ..Rules::NO_LIMIT };
    let mut spec = TreeSpec::new(
        rules,
        start,
        StreetSpec::both(PlayerSizes::new("".parse().unwrap(), "a".parse().unwrap())),
    );
    spec.last_street = Street::Preflop;
    spec.removed = vec![line("r:0:c")];
    let tree = BettingTree::build(&spec).unwrap();
    // Push or fold: fold; push, then fold or call.
    let kinds: Vec<NodeKind> = tree.rounds()[0].nodes().iter().map(|node| node.kind).collect();
    use quasar_game::Player::{Ip, Oop};
    assert_eq!(
        kinds,
        [
            NodeKind::Decision { player: Ip },
            NodeKind::Fold { folder: Ip },
            NodeKind::Decision { player: Oop },
            NodeKind::Fold { folder: Oop },
            NodeKind::Showdown,
        ]
    );
    assert_eq!(tree.rounds()[0].nodes()[1].committed, [Chips(2), Chips(1)]);
}

#[test]
fn edits_that_cannot_be_made_say_why() {
    let with = |added: &[&str], removed: &[&str]| {
        let mut spec = spec(Street::River);
        spec.added = added.iter().copied().map(line).collect();
        spec.removed = removed.iter().copied().map(line).collect();
        BettingTree::build(&spec).unwrap_err()
    };
    assert!(matches!(with(&["r:0:b600"], &[]), TreeError::CannotAdd { .. }));
    assert!(matches!(with(&["r:0:b50:b60"], &[]), TreeError::CannotAdd { .. }));
    assert!(matches!(with(&["r:0:f"], &[]), TreeError::CannotAdd { .. }));
    assert!(matches!(with(&["r:0:c:c:c"], &[]), TreeError::CannotAdd { .. }));
    assert!(matches!(with(&[], &["r:0:b60"]), TreeError::CannotRemove { .. }));
    assert!(matches!(with(&[], &["r:0:b60:c"]), TreeError::CannotRemove { .. }));
    assert!(matches!(with(&[], &["r:0:c:c:c"]), TreeError::CannotRemove { .. }));
    assert!(matches!(with(&[], &["r:0:c", "r:0:b50"]), TreeError::NoActionLeft { .. }));
    assert!(matches!(with(&["r:0"], &[]), TreeError::EmptyEdit));
    assert!(matches!(with(&["r:0:8h"], &[]), TreeError::CardsInEdit { .. }));
    assert_eq!(
        with(&["r:0:b600"], &[]).to_string(),
        "r:0:b600 cannot be added: seat 0 cannot bet 600 here: it may check, or bet to 1 up to 500"
    );
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(
        steps in prop::collection::vec(
            prop_oneof![
                Just(Step::Fold),
                Just(Step::CheckOrCall),
                (0..=Chips::MOST.0).prop_map(|chips| Step::Bet(Chips(chips))),
                prop::sample::subsequence((0..52).collect::<Vec<usize>>(), 1)
                    .prop_map(|cards| Step::Cards(deal(cards))),
                prop::sample::subsequence((0..52).collect::<Vec<usize>>(), 3)
                    .prop_map(|cards| Step::Cards(deal(cards))),
            ],
            0..10,
        )
    ) {
        let line: Line = steps.into_iter().collect();
        prop_assert_eq!(line.to_string().parse::<Line>(), Ok(line));
    }

    #[test]
    fn no_text_panics_and_errors_are_inside(text in "(r:0:)?[:rcfb0-9hT½ ]{0,12}") {
        if let Err(error) = text.parse::<Line>() {
            prop_assert!(text.get(error.span()).is_some());
        }
    }
}

fn deal(cards: Vec<usize>) -> Vec<Card> {
    cards.into_iter().map(|index| Card::from_index(index).unwrap()).collect()
}
