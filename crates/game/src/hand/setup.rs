//! How a hand begins: from the deal, or in the middle.

use quasar_cards::Street;
use thiserror::Error;

use super::{BettingPhase, Hand, MAX_SEATS, SeatState};
use crate::{Chips, Rules};

/// A hand before the first action. The big blind is that of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandSpec {
    /// The betting rules, with the big blind.
    pub rules: Rules,
    /// The small blind; posted by the button when two play.
    pub small_blind: Chips,
    /// What every seat puts in before the blinds; not part of its bet.
    pub ante: Chips,
    /// The seat with the button.
    pub button: usize,
    /// What every seat brings, before antes and blinds.
    pub stacks: Vec<Chips>,
}

/// One seat of a hand that starts in the middle of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatSnapshot {
    /// What the seat can still put in.
    pub stack: Chips,
    /// What it has put in on this street.
    pub committed_on_street: Chips,
    /// What it has put in since the hand began.
    pub committed_total: Chips,
    /// Whether it has given up.
    pub folded: bool,
}

/// A hand in the middle, as a spot file describes it.
///
/// Who has acted is not given; it follows: a seat other than `to_act` has acted
/// if it has matched the bet and somebody bet or raised, or else if its turn
/// comes before that of `to_act`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandSnapshot {
    /// The betting rules, with the big blind.
    pub rules: Rules,
    /// The street that is played.
    pub street: Street,
    /// The seat with the button.
    pub button: usize,
    /// The seat whose turn it is.
    pub to_act: usize,
    /// The last full bet or raise of the street; `None` or zero before there is
    /// one.
    pub last_raise: Option<Chips>,
    /// The number of raises on the street so far, for sizes and caps that count them.
    pub raises: u32,
    /// Chips in the pot that no seat put in.
    pub dead: Chips,
    /// All seats, folded ones included.
    pub seats: Vec<SeatSnapshot>,
}

/// Why a hand cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HandError {
    /// Fewer than two seats or more than ten.
    #[error("a hand has 2 to {MAX_SEATS} seats, not {0}")]
    SeatCount(usize),
    /// A seat that does not exist.
    #[error("{what} is seat {seat}, but the seats are 0 to {}", .count - 1)]
    NoSuchSeat {
        /// What is said of the seat.
        what: &'static str,
        /// The number given.
        seat: usize,
        /// How many seats there are.
        count: usize,
    },
    /// An amount beyond [`Chips::MOST`].
    #[error("{what} of {chips} chips is more than {}", Chips::MOST)]
    TooManyChips {
        /// What has that many.
        what: &'static str,
        /// How many.
        chips: Chips,
    },
    /// A seat that brings nothing.
    #[error("seat {0} has no chips")]
    EmptyStack(usize),
    /// The small blind is more than the big blind.
    #[error("the small blind {small} is more than the big blind {big}")]
    SmallBlind {
        /// The small blind.
        small: Chips,
        /// The big blind.
        big: Chips,
    },
    /// More on this street than in the whole hand.
    #[error("seat {seat} has put in {street} on this street, but only {total} in all")]
    StreetBeyondTotal {
        /// The seat.
        seat: usize,
        /// Its chips of this street.
        street: Chips,
        /// All its chips in the pot.
        total: Chips,
    },
    /// The seat to act has folded, is all-in, or has nothing to decide.
    #[error("seat {0} has no decision to make: it has folded, is all-in, or all others are")]
    NothingToDecide(usize),
    /// A last raise larger than the bet that it led to.
    #[error("the last raise of {raise} is more than the bet of {bet}")]
    LastRaise {
        /// The last raise.
        raise: Chips,
        /// The street's bet.
        bet: Chips,
    },
}

pub(crate) fn check_amount(what: &'static str, chips: Chips) -> Result<(), HandError> {
    if chips > Chips::MOST { Err(HandError::TooManyChips { what, chips }) } else { Ok(()) }
}

fn check_seats(count: usize, button: usize) -> Result<(), HandError> {
    if !(2..=MAX_SEATS).contains(&count) {
        return Err(HandError::SeatCount(count));
    }
    if button >= count {
        return Err(HandError::NoSuchSeat { what: "the button", seat: button, count });
    }
    Ok(())
}

impl Hand {
    /// Posts antes and blinds. A seat that cannot pay posts what it has; the bet
    /// to match is the full big blind anyway.
    pub fn deal(spec: &HandSpec) -> Result<Hand, HandError> {
        let HandSpec { rules, small_blind, ante, button, ref stacks } = *spec;
        let count = stacks.len();
        check_seats(count, button)?;
        check_amount("a big blind", rules.big_blind)?;
        check_amount("an ante", ante)?;
        if small_blind > rules.big_blind {
            return Err(HandError::SmallBlind { small: small_blind, big: rules.big_blind });
        }
        let mut seats = [SeatState::default(); MAX_SEATS];
        for (seat, (state, &stack)) in seats.iter_mut().zip(stacks).enumerate() {
            check_amount("a stack", stack)?;
            if stack == Chips::ZERO {
                return Err(HandError::EmptyStack(seat));
            }
            let ante = ante.min(stack);
            *state =
                SeatState { stack: stack - ante, committed_total: ante, ..SeatState::default() };
        }
        let small = if count == 2 { button } else { (button + 1) % count };
        let big = (small + 1) % count;
        for (seat, blind) in [(small, small_blind), (big, rules.big_blind)] {
            let state: &mut SeatState = &mut seats[seat];
            state.commit(blind.min(state.stack));
        }
        let mut hand = Hand {
            rules,
            street: Street::Preflop,
            button,
            count,
            seats,
            dead: Chips::ZERO,
            current_bet: rules.big_blind,
            last_raise: None,
            raises: 0,
            phase: BettingPhase::Showdown,
        };
        hand.phase = hand.phase_after(big);
        Ok(hand)
    }

    /// Starts a hand in the middle of play.
    pub fn resume(snapshot: &HandSnapshot) -> Result<Hand, HandError> {
        let HandSnapshot { rules, street, button, to_act, last_raise, raises, dead, ref seats } =
            *snapshot;
        let count = seats.len();
        check_seats(count, button)?;
        if to_act >= count {
            return Err(HandError::NoSuchSeat { what: "the seat to act", seat: to_act, count });
        }
        check_amount("a big blind", rules.big_blind)?;
        check_amount("dead money", dead)?;
        let posted = if street == Street::Preflop { rules.big_blind } else { Chips::ZERO };
        let highest = seats.iter().map(|seat| seat.committed_on_street).max().unwrap_or_default();
        let current_bet = posted.max(highest);
        let mut states = [SeatState::default(); MAX_SEATS];
        for (seat, (state, given)) in states.iter_mut().zip(seats).enumerate() {
            let SeatSnapshot { stack, committed_on_street, committed_total, folded } = *given;
            check_amount("a stack", stack)?;
            check_amount("a seat's share of the pot", committed_total)?;
            if committed_on_street > committed_total {
                return Err(HandError::StreetBeyondTotal {
                    seat,
                    street: committed_on_street,
                    total: committed_total,
                });
            }
            *state =
                SeatState { stack, committed_on_street, committed_total, folded, acted_at: None };
        }
        let last_raise = last_raise.filter(|&raise| raise > Chips::ZERO);
        if let Some(raise) = last_raise.filter(|&raise| raise > current_bet) {
            return Err(HandError::LastRaise { raise, bet: current_bet });
        }
        let mut hand = Hand {
            rules,
            street,
            button,
            count,
            seats: states,
            dead,
            current_bet,
            last_raise,
            raises,
            phase: BettingPhase::Betting { seat: to_act },
        };
        if !hand.must_act(to_act) {
            return Err(HandError::NothingToDecide(to_act));
        }
        let first = hand.first_to_act();
        let place = |seat: usize| (seat + count - first) % count;
        for seat in hand.others(to_act) {
            let state = &mut hand.seats[seat];
            let matched = state.committed_on_street == current_bet;
            if matched && (last_raise.is_some() || place(seat) < place(to_act)) {
                state.acted_at = Some(current_bet);
            }
        }
        Ok(hand)
    }

    /// The seat whose turn would come first on this street if nobody had folded.
    fn first_to_act(&self) -> usize {
        let small = if self.count == 2 { self.button } else { self.button + 1 };
        let first = match self.street {
            Street::Preflop => small + 2,
            _ => self.button + 1,
        };
        first % self.count
    }
}
