//! Random hands of 2 to 10 seats: chips are conserved, offered actions are
//! legal and others not, every hand ends, and pots are divided as brute force
//! divides them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quasar_cards::Street;
use quasar_game::{
    Action, BettingPhase, BettingTree, Chips, Hand, HandSnapshot, HandSpec, LegalActions, Limit,
    MinBet, PlayerSizes, Rules, SeatSnapshot, SizeList, Sizing, StreetSpec, Thresholds, TreeSpec,
    TreeStart,
};

fn hands(seats: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = HandSpec> {
    let stacks = prop::collection::vec(1_u64..150, seats);
    let rules = (any::<bool>(), any::<bool>(), 1_u64..6);
    (stacks, rules, 0_u64..6, 0_u64..3, any::<prop::sample::Index>()).prop_map(
        |(stacks, (pot_limit, one_chip, big), small, ante, button)| HandSpec {
            rules: Rules {
                limit: if pot_limit { Limit::PotLimit } else { Limit::NoLimit },
                min_bet: if one_chip { MinBet::OneChip } else { MinBet::BigBlind },
                big_blind: Chips(big),
            },
            small_blind: Chips(small.min(big)),
            ante: Chips(ante),
            button: button.index(stacks.len()),
            stacks: stacks.into_iter().map(Chips).collect(),
        },
    )
}

/// Actions that are tried, most of them illegal.
fn candidates(legal: LegalActions, hand: &Hand) -> Vec<Action> {
    let mut actions = vec![Action::Fold, Action::Check, Action::Call];
    let around = match legal.levels {
        Some(levels) => vec![
            levels.smallest.0.saturating_sub(1),
            levels.smallest.0,
            levels.smallest.0.midpoint(levels.largest.0),
            levels.largest.0,
            levels.largest.0 + 1,
        ],
        None => vec![hand.current_bet().0 + 1, hand.current_bet().0 * 2],
    };
    for level in around {
        actions.push(Action::Bet(Chips(level)));
        actions.push(Action::Raise(Chips(level)));
    }
    actions
}

/// Folds are rare, so that hands get somewhere.
fn choose(legal: LegalActions, hand: &Hand, choice: u32) -> Action {
    let allowed: Vec<Action> =
        candidates(legal, hand).into_iter().filter(|&action| legal.allows(action)).collect();
    let fold = allowed[0] == Action::Fold;
    let skip = usize::from(fold && !choice.is_multiple_of(5));
    allowed[skip + choice as usize / 5 % (allowed.len() - skip)]
}

fn chips(hand: &Hand) -> Chips {
    hand.pot() + hand.seats().iter().map(|seat| seat.stack).sum()
}

fn check_turn(hand: &Hand, seat: usize) -> Result<LegalActions, TestCaseError> {
    let state = hand.seats()[seat];
    prop_assert!(!state.folded && state.stack > Chips::ZERO);
    let legal = hand.legal().unwrap();
    if let Some(levels) = legal.levels {
        let all_in = state.committed_on_street + state.stack;
        prop_assert!(levels.smallest <= levels.largest && levels.largest <= all_in);
        prop_assert!(levels.smallest > hand.current_bet());
    }
    let sizing = Sizing::of(hand, Street::River);
    prop_assert_eq!(sizing.is_some(), legal.levels.is_some());
    if let Some(sizing) = sizing {
        let sizes: SizeList = "min, 1%, 33, 75, 2.5x, 3c, 4bb, e, 2e60%, pot, a".parse().unwrap();
        let thresholds = Thresholds { add_all_in: 1.5, force_all_in: 0.2, merge: 0.1 };
        for level in sizing.levels(sizes.sizes(), thresholds) {
            prop_assert!(legal.allows(legal.aggressive(level)), "{}", level);
        }
    }
    for action in candidates(legal, hand) {
        let mut after = *hand;
        let applied = after.apply(action);
        prop_assert_eq!(applied.is_ok(), legal.allows(action), "{:?}", action);
        prop_assert!(applied.is_ok() || after == *hand);
        prop_assert_eq!(chips(&after), chips(hand));
    }
    Ok(legal)
}

/// Every chip layer by itself: the layer belongs to the live seats that reach
/// it, or to those of the last layer that some live seat reached.
fn divide_chip_by_chip(hand: &Hand, strength: &[u8]) -> Vec<Chips> {
    let seats = hand.seats();
    let mut pots: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    let mut competing: Vec<usize> = (0..seats.len()).filter(|&s| !seats[s].folded).collect();
    let most = seats.iter().map(|seat| seat.committed_total.0).max().unwrap();
    for layer in 1..=most {
        let reaching = competing.iter().copied().filter(|&s| seats[s].committed_total.0 >= layer);
        let reaching: Vec<usize> = reaching.collect();
        if !reaching.is_empty() {
            competing = reaching;
        }
        let paid = seats.iter().filter(|seat| seat.committed_total.0 >= layer).count();
        *pots.entry(competing.clone()).or_default() += paid as u64;
    }
    let mut payouts = vec![Chips::ZERO; seats.len()];
    for (competing, mut chips) in pots {
        let best = competing.iter().map(|&seat| strength[seat]).max();
        let round = (1..=seats.len()).map(|step| (hand.button() + step) % seats.len());
        let wins = |seat: &usize| competing.contains(seat) && Some(strength[*seat]) == best;
        let winners: Vec<usize> = round.filter(wins).collect();
        // One chip at a time round the table is an even division with the odd
        // chips to the first.
        for &winner in winners.iter().cycle() {
            if chips == 0 {
                break;
            }
            payouts[winner] += Chips(1);
            chips -= 1;
        }
    }
    payouts
}

fn play_out(spec: &HandSpec, choices: &[u32], strength: &[u8]) -> Result<(), TestCaseError> {
    let mut hand = Hand::deal(spec).unwrap();
    let total: Chips = spec.stacks.iter().copied().sum();
    let mut choices = choices.iter().copied().cycle();
    let mut steps = 0;
    loop {
        prop_assert_eq!(chips(&hand), total);
        match hand.phase() {
            BettingPhase::Betting { seat } => {
                let legal = check_turn(&hand, seat)?;
                hand.apply(choose(legal, &hand, choices.next().unwrap())).unwrap();
            }
            BettingPhase::StreetOver => hand.next_street().unwrap(),
            BettingPhase::Showdown | BettingPhase::Won { .. } => break,
        }
        steps += 1;
        prop_assert!(steps < 10_000, "the hand does not end");
    }
    prop_assert!(hand.legal().is_none());
    prop_assert!(hand.apply(Action::Check).is_err() && hand.next_street().is_err());
    let payouts = hand.settle(|seat| strength[seat]);
    prop_assert_eq!(payouts.iter().copied().sum::<Chips>(), hand.pot());
    for (seat, payout) in hand.seats().iter().zip(&payouts) {
        prop_assert!(!seat.folded || *payout == Chips::ZERO);
    }
    prop_assert_eq!(payouts, divide_chip_by_chip(&hand, strength));
    Ok(())
}

/// Heads-up levels, from the bets of the street alone: a raise is at least as
/// large as the step between the two bets before, and a pot-size raise is three
/// times the bet plus what was there before the street.
fn heads_up_levels(hand: &Hand, bets: &[u64], seat: usize) -> Option<(u64, u64)> {
    let rules = hand.rules();
    let (me, other) = (hand.seats()[seat], hand.seats()[1 - seat]);
    let all_in = me.committed_on_street.0 + me.stack.0;
    let &[.., before, last] = bets else { panic!("there are always two bets to compare") };
    if all_in <= last || other.stack == Chips::ZERO {
        return None;
    }
    let pot = hand.pot() - me.committed_on_street - other.committed_on_street;
    let smallest = match (last, rules.min_bet) {
        (0, MinBet::OneChip) => 1,
        (0, MinBet::BigBlind) => rules.big_blind.0,
        _ => last + (last - before),
    };
    let largest = match rules.limit {
        Limit::NoLimit => all_in,
        Limit::PotLimit => (3 * last + pot.0).max(smallest).min(all_in),
    };
    Some((smallest.min(all_in), largest))
}

/// Compares the first decision of the tree that goes on from a hand, where all bets
/// are all-in, with what the hand allows.
fn check_tree(hand: &Hand, seat: usize) -> Result<(), TestCaseError> {
    let start = TreeStart::from_hand(hand).unwrap();
    let sizes = PlayerSizes::new("a".parse().unwrap(), "a".parse().unwrap());
    let rules = Rules { limit: Limit::NoLimit, ..hand.rules() };
    let mut spec = TreeSpec::new(rules, start, StreetSpec::both(sizes));
    spec.last_street = hand.street();
    let tree = BettingTree::build(&spec);
    prop_assert!(tree.is_ok(), "{}", tree.unwrap_err());
    let tree = tree.unwrap();
    let round = &tree.rounds()[0];
    let (legal, seats) = (hand.legal().unwrap(), hand.seats());
    // Only what both can put in counts.
    let total = |seat: usize| seats[seat].stack + seats[seat].committed_on_street;
    let most = total(seat).min(total(1 - seat));
    let mut facing = [0; 3];
    for child in round.nodes()[0].child_ids() {
        let after = &round[child];
        let committed = after.committed.iter().max();
        match after.action {
            Some(Action::Fold) => facing[0] += 1,
            Some(Action::Call) => {
                facing[1] += 1;
                prop_assert_eq!(committed, Some(&hand.current_bet().min(most)));
            }
            Some(Action::Check) => {}
            Some(Action::Bet(_) | Action::Raise(_)) => {
                facing[2] += 1;
                prop_assert_eq!(committed, Some(&most));
            }
            None => prop_assert!(false, "a child has an action"),
        }
    }
    let called = u8::from(legal.call.is_some());
    prop_assert_eq!(facing, [called, called, u8::from(legal.levels.is_some())]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_hand_ends_with_its_chips_divided(
        spec in hands(2..=10),
        choices in prop::collection::vec(any::<u32>(), 40),
        strength in prop::collection::vec(0_u8..4, 10),
    ) {
        play_out(&spec, &choices, &strength)?;
    }

    #[test]
    fn heads_up_limits_follow_from_the_last_two_bets(
        mut spec in hands(2..=2),
        choices in prop::collection::vec(any::<u32>(), 40),
    ) {
        // Blinds are paid in full, so that the second formulation needs no
        // exceptions.
        for stack in &mut spec.stacks {
            *stack += spec.rules.big_blind + spec.ante;
        }
        let mut hand = Hand::deal(&spec).unwrap();
        let mut bets = vec![0, spec.rules.big_blind.0];
        for choice in choices {
            match hand.phase() {
                BettingPhase::Betting { seat } => {
                    let legal = hand.legal().unwrap();
                    let expected = heads_up_levels(&hand, &bets, seat);
                    prop_assert_eq!(legal.levels.map(|l| (l.smallest.0, l.largest.0)), expected);
                    let owed = hand.seats()[1 - seat].committed_on_street
                        .saturating_sub(hand.seats()[seat].committed_on_street);
                    let call = owed.min(hand.seats()[seat].stack);
                    prop_assert_eq!(legal.call.unwrap_or_default(), call);
                    let action = choose(legal, &hand, choice);
                    hand.apply(action).unwrap();
                    bets.extend(action.level().map(|level| level.0));
                }
                BettingPhase::StreetOver => {
                    hand.next_street().unwrap();
                    bets = vec![0, 0];
                }
                BettingPhase::Showdown | BettingPhase::Won { .. } => break,
            }
        }
    }

    /// Stacks differ, so bets that the other cannot match and calls for less come
    /// up all the time.
    #[test]
    fn every_decision_begins_a_tree_with_the_same_choices(
        spec in hands(2..=2),
        choices in prop::collection::vec(any::<u32>(), 40),
    ) {
        let mut hand = Hand::deal(&spec).unwrap();
        for choice in choices {
            match hand.phase() {
                BettingPhase::Betting { seat } => {
                    check_tree(&hand, seat)?;
                    hand.apply(choose(hand.legal().unwrap(), &hand, choice)).unwrap();
                }
                BettingPhase::StreetOver => hand.next_street().unwrap(),
                BettingPhase::Showdown | BettingPhase::Won { .. } => break,
            }
        }
    }

    #[test]
    fn a_hand_taken_up_in_the_middle_goes_on_the_same(
        spec in hands(2..=2),
        choices in prop::collection::vec(any::<u32>(), 40),
    ) {
        let mut hand = Hand::deal(&spec).unwrap();
        for choice in choices {
            match hand.phase() {
                BettingPhase::Betting { seat } => {
                    let mut resumed = Hand::resume(&snapshot(&hand, seat)).unwrap();
                    prop_assert_eq!(resumed.legal(), hand.legal());
                    let action = choose(hand.legal().unwrap(), &hand, choice);
                    hand.apply(action).unwrap();
                    resumed.apply(action).unwrap();
                    prop_assert_eq!(resumed.phase(), hand.phase());
                    prop_assert_eq!(resumed.legal(), hand.legal());
                }
                BettingPhase::StreetOver => hand.next_street().unwrap(),
                BettingPhase::Showdown | BettingPhase::Won { .. } => break,
            }
        }
    }
}

fn snapshot(hand: &Hand, to_act: usize) -> HandSnapshot {
    HandSnapshot {
        rules: hand.rules(),
        street: hand.street(),
        button: hand.button(),
        to_act,
        last_raise: hand.last_raise(),
        raises: hand.raises(),
        dead: Chips::ZERO,
        seats: hand
            .seats()
            .iter()
            .map(|seat| SeatSnapshot {
                stack: seat.stack,
                committed_on_street: seat.committed_on_street,
                committed_total: seat.committed_total,
                folded: seat.folded,
            })
            .collect(),
    }
}
