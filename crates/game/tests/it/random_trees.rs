//! Random trees: the count is what is built, and every line is a legal hand that
//! ends as its node says.

use proptest::prelude::*;
use quasar_cards::Street;
use quasar_game::{
    Action, BettingPhase, BettingTree, Chips, Hand, HandSpec, Limit, MinBet, NodeId, NodeKind,
    Player, PlayerSizes, RoundId, Rules, SizeList, StreetSpec, Thresholds, TreeError, TreeSpec,
    TreeStart,
};

fn list() -> impl Strategy<Value = SizeList> {
    let sizes = ["", "50", "33, pot", "e, a", "2bb, 75", "min", "3c, 150%", "2e80%"];
    prop::sample::select(sizes.to_vec()).prop_map(|text| text.parse().unwrap())
}

fn player() -> impl Strategy<Value = PlayerSizes> {
    let raises = prop::collection::vec(list(), 0..3);
    (list(), raises, prop::option::of(list())).prop_map(|(bet, raises, donk)| PlayerSizes {
        bet,
        raises,
        donk,
    })
}

fn street() -> impl Strategy<Value = StreetSpec> {
    (player(), player(), 0_u32..3)
        .prop_map(|(oop, ip, cap)| StreetSpec { sizes: [oop, ip], raise_cap: Some(cap) })
}

/// A tree from the deal of a heads-up hand, and that hand.
fn trees() -> impl Strategy<Value = (TreeSpec, Hand)> {
    let streets = prop::array::uniform4(street());
    let thresholds =
        (0.0..2.0, 0.0..0.3, 0.0..0.3).prop_map(|(add_all_in, force_all_in, merge)| Thresholds {
            add_all_in,
            force_all_in,
            merge,
        });
    let chips = (3_u64..80, 1_u64..4, 0_u64..3);
    (streets, thresholds, chips, any::<bool>(), any::<bool>()).prop_map(
        |(streets, thresholds, (stack, big, ante), pot_limit, one_chip)| {
            let rules = Rules {
                limit: if pot_limit { Limit::PotLimit } else { Limit::NoLimit },
                min_bet: if one_chip { MinBet::OneChip } else { MinBet::BigBlind },
                big_blind: Chips(big),
            };
            let hand = Hand::deal(&HandSpec {
                rules,
                small_blind: Chips(big / 2),
                ante: Chips(ante),
                button: Player::Ip.index(),
                stacks: vec![Chips(big + ante + stack); 2],
            })
            .unwrap();
            let start = TreeStart::from_hand(&hand).unwrap();
            let spec = TreeSpec::new(rules, start, StreetSpec::default());
            (TreeSpec { streets, thresholds, max_nodes: 20_000, ..spec }, hand)
        },
    )
}

/// The actions from the root of the tree to a node.
fn actions(tree: &BettingTree, mut round: RoundId, mut node: NodeId) -> Vec<Action> {
    let mut actions = Vec::new();
    loop {
        let here = &tree[round][node];
        match (here.parent, tree[round].parent) {
            (Some(parent), _) => {
                actions.extend(here.action);
                node = parent;
            }
            (None, Some(parent)) => (round, node) = parent,
            (None, None) => break,
        }
    }
    actions.reverse();
    actions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lines_are_legal_hands_and_counts_are_exact((spec, hand) in trees()) {
        let counts = spec.counts();
        let tree = match BettingTree::build(&spec) {
            Err(TreeError::TooLarge { .. }) => return Ok(()),
            tree => tree.unwrap(),
        };
        let counts = counts.unwrap();
        let antes = tree.starting_pot().0 / 2;
        let mut nodes = [0_u64; 4];
        for (index, round) in tree.rounds().iter().enumerate() {
            nodes[round.street as usize] += round.nodes().len() as u64;
            for (id, node) in round.nodes().iter().enumerate() {
                let mut hand = hand;
                for action in actions(&tree, RoundId(index as u32), NodeId(id as u32)) {
                    if hand.phase() == BettingPhase::StreetOver {
                        hand.next_street().unwrap();
                    }
                    hand.apply(action).unwrap();
                }
                // The first node of a round is the last of the one before, and the
                // next street.
                if id == 0 && index > 0 {
                    hand.next_street().unwrap();
                }
                prop_assert_eq!(hand.street(), round.street);
                prop_assert_eq!(hand.pot(), tree.pot(node));
                for player in Player::BOTH {
                    let seat = hand.seats()[player.index()];
                    prop_assert_eq!(seat.committed_total.0, node.committed[player.index()].0 + antes);
                    prop_assert_eq!(seat.stack == Chips::ZERO, tree.is_all_in(node, player));
                }
                let expected = match node.kind {
                    NodeKind::Decision { player } => BettingPhase::Betting { seat: player.index() },
                    NodeKind::Fold { folder } => BettingPhase::Won { seat: folder.opponent().index() },
                    NodeKind::Showdown => BettingPhase::Showdown,
                    NodeKind::NextStreet { .. } => BettingPhase::StreetOver,
                };
                prop_assert_eq!(hand.phase(), expected);
            }
        }
        let streets = [Street::Preflop, Street::Flop, Street::Turn, Street::River];
        prop_assert_eq!(streets.map(|street| counts.street(street).nodes()), nodes);
        prop_assert_eq!(counts.rounds(), tree.rounds().len() as u64);
    }
}
