//! Legality and settlement in situations with a known answer.

use quasar_cards::Street;
use quasar_game::{
    Action, ActionError, BettingPhase, Chips, Hand, HandError, HandSnapshot, HandSpec, Levels,
    Limit, MinBet, Pot, Rules, SeatSnapshot,
};

const CALL: Action = Action::Call;
const CHECK: Action = Action::Check;
const FOLD: Action = Action::Fold;

fn bet(to: u64) -> Action {
    Action::Bet(Chips(to))
}

fn raise(to: u64) -> Action {
    Action::Raise(Chips(to))
}

fn rules(limit: Limit, big_blind: u64) -> Rules {
    Rules { limit, min_bet: MinBet::BigBlind, big_blind: Chips(big_blind) }
}

fn deal(limit: Limit, small: u64, big: u64, button: usize, stacks: &[u64]) -> Hand {
    Hand::deal(&HandSpec {
        rules: rules(limit, big),
        small_blind: Chips(small),
        ante: Chips::ZERO,
        button,
        stacks: stacks.iter().copied().map(Chips).collect(),
    })
    .unwrap()
}

fn play(hand: &mut Hand, actions: &[Action]) {
    for &action in actions {
        hand.apply(action).unwrap();
        if hand.phase() == BettingPhase::StreetOver {
            hand.next_street().unwrap();
        }
    }
}

fn to_act(hand: &Hand) -> usize {
    match hand.phase() {
        BettingPhase::Betting { seat } => seat,
        phase => panic!("nobody is to act: {phase:?}"),
    }
}

fn levels(hand: &Hand) -> Option<(u64, u64)> {
    hand.legal().unwrap().levels.map(|Levels { smallest, largest }| (smallest.0, largest.0))
}

fn call(hand: &Hand) -> Option<u64> {
    hand.legal().unwrap().call.map(|chips| chips.0)
}

#[test]
fn heads_up_pot_limit_small_blind_calls_one_or_raises_to_four_to_six() {
    let hand = deal(Limit::PotLimit, 1, 2, 0, &[200, 200]);
    assert_eq!(to_act(&hand), 0, "the button has the small blind and acts first");
    assert_eq!(call(&hand), Some(1));
    assert_eq!(levels(&hand), Some((4, 6)));
}

#[test]
fn heads_up_pot_limit_flop_of_ten_is_bet_two_to_ten() {
    let mut hand = deal(Limit::PotLimit, 1, 2, 0, &[200, 200]);
    play(&mut hand, &[raise(5), CALL]);
    assert_eq!((hand.street(), hand.pot(), to_act(&hand)), (Street::Flop, Chips(10), 1));
    assert_eq!((call(&hand), levels(&hand)), (None, Some((2, 10))));
}

#[test]
fn pot_limit_raises_are_three_bets_and_the_rest_of_the_pot() {
    // Flop pot 10: bet 10, raise the pot to 40 = 10 + (20 + 10), again to 130.
    let mut hand = deal(Limit::PotLimit, 1, 2, 0, &[2000, 2000]);
    play(&mut hand, &[raise(5), CALL, bet(10)]);
    assert_eq!(levels(&hand), Some((20, 40)));
    play(&mut hand, &[raise(40)]);
    assert_eq!(levels(&hand), Some((70, 130)));
}

#[test]
fn six_handed_pot_limit_open_is_three_and_a_half_blinds() {
    // Blinds 1/2: the pot after calling is 5, so the first raise goes to 7.
    let hand = deal(Limit::PotLimit, 1, 2, 5, &[200; 6]);
    assert_eq!(to_act(&hand), 2);
    assert_eq!(levels(&hand), Some((4, 7)));
}

#[test]
fn one_chip_rule_allows_the_smallest_bet() {
    let seat = SeatSnapshot {
        stack: Chips(50),
        committed_on_street: Chips::ZERO,
        committed_total: Chips(5),
        folded: false,
    };
    let mut snapshot = HandSnapshot {
        rules: Rules { min_bet: MinBet::OneChip, ..rules(Limit::NoLimit, 2) },
        street: Street::Turn,
        button: 1,
        to_act: 0,
        last_raise: None,
        raises: 0,
        dead: Chips::ZERO,
        seats: vec![seat; 2],
    };
    assert_eq!(levels(&Hand::resume(&snapshot).unwrap()), Some((1, 50)));
    snapshot.rules.min_bet = MinBet::BigBlind;
    assert_eq!(levels(&Hand::resume(&snapshot).unwrap()), Some((2, 50)));
    // In the middle: 10 was bet, raised to 30, so the next raise goes to 50.
    snapshot.seats[0].committed_on_street = Chips(10);
    snapshot.seats[0].committed_total = Chips(15);
    snapshot.seats[0].stack = Chips(40);
    snapshot.seats[1].committed_on_street = Chips(30);
    snapshot.seats[1].committed_total = Chips(35);
    snapshot.seats[1].stack = Chips(20);
    snapshot.last_raise = Some(Chips(20));
    let hand = Hand::resume(&snapshot).unwrap();
    assert_eq!((call(&hand), levels(&hand)), (Some(20), Some((50, 50))));
}

/// Poker TDA rules 2022, addendum to rule 43, examples 3 and 4.
#[test]
fn the_smallest_raise_is_the_last_raise_not_the_last_bet() {
    let mut hand = deal(Limit::NoLimit, 100, 200, 3, &[10_000; 4]);
    play(&mut hand, &[CALL, CALL, CALL, CHECK, CHECK, CHECK, CHECK, CHECK]);
    assert_eq!(hand.street(), Street::Turn);
    play(&mut hand, &[bet(300), raise(1000)]);
    assert_eq!(levels(&hand).unwrap().0, 1700);

    let mut hand = deal(Limit::NoLimit, 25, 50, 5, &[10_000; 6]);
    play(&mut hand, &[raise(125)]);
    assert_eq!(levels(&hand).unwrap().0, 200);
    play(&mut hand, &[raise(200), raise(500)]);
    assert_eq!(levels(&hand).unwrap().0, 800);

    let mut hand = deal(Limit::NoLimit, 25, 50, 5, &[10_000; 6]);
    play(&mut hand, &[raise(500), CALL, CALL]);
    assert_eq!(levels(&hand).unwrap().0, 950);
}

/// Seats A to E are 0 to 4; everyone limps to the flop. B comes with 225 and D
/// with 300, so that they have 125 and 200 there.
fn tda_47() -> Hand {
    let mut hand = deal(Limit::NoLimit, 50, 100, 4, &[10_000, 225, 10_000, 300, 10_000]);
    play(&mut hand, &[CALL, CALL, CALL, CALL, CHECK]);
    assert_eq!(hand.street(), Street::Flop);
    // A opens for 100, B all-in for 125, C calls, D all-in for 200, E calls.
    play(&mut hand, &[bet(100), raise(125), CALL, raise(200), CALL]);
    hand
}

/// Poker TDA rules 2022, addendum to rule 47, example 1.
#[test]
fn short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() {
    let hand = tda_47();
    assert_eq!(to_act(&hand), 0);
    assert_eq!(call(&hand), Some(100));
    assert_eq!(levels(&hand), Some((300, 9900)), "the last full bet was 100");
}

/// The same, example 1-A.
#[test]
fn a_player_who_does_not_face_a_full_raise_may_not_raise() {
    let mut hand = tda_47();
    play(&mut hand, &[CALL]);
    assert_eq!(to_act(&hand), 2);
    assert_eq!((call(&hand), levels(&hand)), (Some(75), None));
    assert!(matches!(hand.apply(raise(300)), Err(ActionError::Illegal { seat: 2, .. })));
    play(&mut hand, &[CALL]);
    assert_eq!(hand.street(), Street::Turn);
}

#[test]
fn a_short_all_in_leaves_the_last_raise_and_the_caller_closed() {
    // Raise to 300 (by 200), all-in for 400, call; the raiser may only call.
    let mut hand = deal(Limit::NoLimit, 50, 100, 0, &[5000, 400, 5000]);
    play(&mut hand, &[raise(300), raise(400)]);
    assert_eq!(hand.last_raise(), Some(Chips(200)));
    assert_eq!(levels(&hand), Some((600, 5000)), "the big blind has not acted");
    play(&mut hand, &[CALL]);
    assert_eq!((to_act(&hand), call(&hand), levels(&hand)), (0, Some(100), None));
}

#[test]
fn a_checked_player_may_not_raise_a_bet_below_the_big_blind() {
    let mut hand = deal(Limit::NoLimit, 50, 100, 2, &[5000, 5000, 140]);
    play(&mut hand, &[CALL, CALL, CHECK]);
    play(&mut hand, &[CHECK, CHECK, bet(40)]);
    assert_eq!((call(&hand), levels(&hand)), (Some(40), None));
    // Who has not acted yet may complete and more.
    let mut hand = deal(Limit::NoLimit, 50, 100, 2, &[140, 5000, 5000]);
    play(&mut hand, &[CALL, CALL, CHECK, bet(40)]);
    assert_eq!((call(&hand), levels(&hand)), (Some(40), Some((140, 4900))));
}

#[test]
fn nobody_raises_when_all_others_are_all_in() {
    let mut hand = deal(Limit::NoLimit, 1, 2, 0, &[100, 20]);
    play(&mut hand, &[CALL, raise(20)]);
    assert_eq!((call(&hand), levels(&hand)), (Some(18), None));
    play(&mut hand, &[CALL]);
    assert_eq!(hand.phase(), BettingPhase::Showdown);
    assert_eq!(hand.street(), Street::Preflop);
}

#[test]
fn the_big_blind_has_its_option() {
    let mut hand = deal(Limit::NoLimit, 1, 2, 2, &[100, 100, 100]);
    play(&mut hand, &[CALL, CALL]);
    assert_eq!((to_act(&hand), call(&hand), levels(&hand)), (1, None, Some((4, 100))));
    play(&mut hand, &[raise(4), FOLD, CALL]);
    assert_eq!((hand.street(), to_act(&hand), hand.pot()), (Street::Flop, 0, Chips(10)));
}

#[test]
fn a_short_big_blind_is_still_matched_in_full() {
    let mut hand = deal(Limit::NoLimit, 1, 2, 0, &[100, 100, 1]);
    assert_eq!((call(&hand), levels(&hand)), (Some(2), Some((4, 100))));
    play(&mut hand, &[CALL, CALL]);
    assert_eq!(
        hand.pots(),
        [Pot { chips: Chips(3), seats: vec![0, 1, 2] }, Pot { chips: Chips(2), seats: vec![0, 1] },]
    );
    // Against the blind alone there is nothing to decide.
    let hand = deal(Limit::NoLimit, 1, 2, 0, &[100, 1]);
    assert_eq!(hand.phase(), BettingPhase::Showdown);
    assert_eq!(hand.settle(|_| 0), [Chips(1), Chips(1)]);
}

#[test]
fn side_pots_go_to_the_best_hand_that_paid_for_them() {
    // All-in for 30, 60 and 100; the fourth calls 100 of 500.
    let mut hand = deal(Limit::NoLimit, 1, 2, 3, &[30, 60, 100, 500]);
    play(&mut hand, &[raise(100), CALL, CALL, CALL]);
    assert_eq!(hand.phase(), BettingPhase::Showdown);
    assert_eq!(
        hand.pots(),
        [
            Pot { chips: Chips(120), seats: vec![0, 1, 2, 3] },
            Pot { chips: Chips(90), seats: vec![1, 2, 3] },
            Pot { chips: Chips(80), seats: vec![2, 3] },
        ]
    );
    assert_eq!(hand.settle(|seat| 10 - seat), [120, 90, 80, 0].map(Chips));
    assert_eq!(hand.settle(|seat| seat), [0, 0, 0, 290].map(Chips));
    assert_eq!(hand.settle(|seat| [3, 1, 2, 2][seat]), [120, 0, 85, 85].map(Chips));
}

#[test]
fn odd_chips_go_to_the_first_winner_left_of_the_button() {
    // The small blind folds its chip; the others share 1 + 3 * 4 as 5, 4, 4.
    for (button, expected) in
        [(0, [4, 0, 5, 4]), (1, [4, 4, 0, 5]), (2, [5, 4, 4, 0]), (3, [0, 5, 4, 4])]
    {
        let mut hand = deal(Limit::NoLimit, 1, 4, button, &[4; 4]);
        play(&mut hand, &[CALL, CALL, FOLD]);
        assert_eq!(hand.phase(), BettingPhase::Showdown);
        assert_eq!(hand.settle(|_| "same"), expected.map(Chips), "button {button}");
    }
}

#[test]
fn an_uncalled_bet_goes_back() {
    let mut hand = deal(Limit::NoLimit, 1, 2, 0, &[100, 40]);
    play(&mut hand, &[raise(100), CALL]);
    assert_eq!(hand.settle(|seat| seat), [Chips(60), Chips(80)]);
    let mut hand = deal(Limit::NoLimit, 1, 2, 0, &[100, 40]);
    play(&mut hand, &[raise(100), FOLD]);
    assert_eq!(hand.phase(), BettingPhase::Won { seat: 0 });
    assert_eq!(hand.settle(|_| 0), [Chips(102), Chips(0)]);
}

#[test]
fn setups_that_make_no_sense_are_refused() {
    let spec = |stacks: &[u64]| HandSpec {
        rules: rules(Limit::NoLimit, 2),
        small_blind: Chips(1),
        ante: Chips::ZERO,
        button: 0,
        stacks: stacks.iter().copied().map(Chips).collect(),
    };
    assert_eq!(Hand::deal(&spec(&[5])), Err(HandError::SeatCount(1)));
    assert_eq!(Hand::deal(&spec(&[5; 11])), Err(HandError::SeatCount(11)));
    assert_eq!(Hand::deal(&spec(&[5, 0])), Err(HandError::EmptyStack(1)));
    assert!(matches!(Hand::deal(&spec(&[5, u64::MAX])), Err(HandError::TooManyChips { .. })));
    let spec = HandSpec { button: 2, ..spec(&[5, 5]) };
    assert!(matches!(Hand::deal(&spec), Err(HandError::NoSuchSeat { seat: 2, .. })));
}
