//! The betting of one hand, for 2 to 10 seats: whose turn it is, what they may
//! do, and what follows from it.
//!
//! A [`Hand`] is the state after some actions. It knows chips and turns, never
//! cards: the caller deals, asks for [`legal`](Hand::legal) actions, applies
//! one, and moves to the [`next_street`](Hand::next_street) when a street is
//! over. The state is small and flat, so that walks over trees copy it.
//!
//! Whether a seat may raise again follows rule 47 of the Poker Tournament
//! Directors Association (2022): an all-in of less than a full raise does not
//! reopen the betting for those who have acted, unless several of them add up
//! to a full raise; the smallest raise stays the last full bet or raise.

mod setup;

use quasar_cards::Street;
use thiserror::Error;

use crate::rules::Turn;
use crate::{Action, Chips, LegalActions, Rules};

pub use setup::{HandError, HandSnapshot, HandSpec, SeatSnapshot};

/// The most seats of a hand.
pub const MAX_SEATS: usize = 10;

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BettingPhase {
    /// This seat acts.
    Betting {
        /// The seat whose turn it is.
        seat: usize,
    },
    /// The betting of the street is over and that of the next one can begin.
    StreetOver,
    /// No more betting: the remaining hands are compared, on an earlier street
    /// than the river after the board is run out.
    Showdown,
    /// Everyone else has folded.
    Won {
        /// The seat that wins without showing.
        seat: usize,
    },
}

/// One seat's chips and whether it is still in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatState {
    /// What the seat can still put in.
    pub stack: Chips,
    /// What it has put in on this street.
    pub committed_on_street: Chips,
    /// What it has put in since the hand began, antes and blinds included.
    pub committed_total: Chips,
    /// Whether it has given up.
    pub folded: bool,
    /// The street's bet after the seat last acted; `None` before it acts.
    acted_at: Option<Chips>,
}

impl SeatState {
    /// In the hand, with chips to act with.
    fn can_act(&self) -> bool {
        !self.folded && self.stack > Chips::ZERO
    }

    fn commit(&mut self, chips: Chips) {
        self.stack -= chips;
        self.committed_on_street += chips;
        self.committed_total += chips;
    }
}

/// An action that is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// No seat is to act.
    #[error("nobody is to act: the betting is over")]
    BettingOver,
    /// The rules do not allow the action here.
    #[error("seat {seat} cannot {action} here: {}", describe(.legal))]
    Illegal {
        /// The seat to act.
        seat: usize,
        /// What it tried.
        action: Action,
        /// What it may do.
        legal: LegalActions,
    },
    /// The street's betting is not over, or there is no next street.
    #[error("the next street cannot begin now")]
    NoNextStreet,
}

fn describe(legal: &LegalActions) -> String {
    let passive = match legal.call {
        Some(chips) => format!("it may fold or call {chips}"),
        None => "it may check".to_owned(),
    };
    let verb = if legal.raises { "raise" } else { "bet" };
    match legal.levels {
        Some(levels) => {
            format!("{passive}, or {verb} to {} up to {}", levels.smallest, levels.largest)
        }
        None => passive,
    }
}

/// A hand in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    rules: Rules,
    street: Street,
    button: usize,
    count: usize,
    seats: [SeatState; MAX_SEATS],
    /// Chips in the pot that no seat put in.
    dead: Chips,
    current_bet: Chips,
    last_raise: Option<Chips>,
    raises: u32,
    phase: BettingPhase,
}

impl Hand {
    /// The betting rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The street that is played.
    pub fn street(&self) -> Street {
        self.street
    }

    /// The seat with the button.
    pub fn button(&self) -> usize {
        self.button
    }

    /// All seats.
    pub fn seats(&self) -> &[SeatState] {
        &self.seats[..self.count]
    }

    /// What happens next.
    pub fn phase(&self) -> BettingPhase {
        self.phase
    }

    /// The level of the street's bet: what a seat must have put in to stay.
    pub fn current_bet(&self) -> Chips {
        self.current_bet
    }

    /// The last full bet or raise of the street; `None` before there is one.
    pub fn last_raise(&self) -> Option<Chips> {
        self.last_raise
    }

    /// The number of raises on the street so far, all-ins for less included. A first
    /// bet is not a raise, nor is a blind.
    pub fn raises(&self) -> u32 {
        self.raises
    }

    /// Chips in the pot that no seat of the hand put in.
    pub fn dead_chips(&self) -> Chips {
        self.dead
    }

    /// All chips in the middle, those of this street included.
    pub fn pot(&self) -> Chips {
        self.dead + self.seats().iter().map(|seat| seat.committed_total).sum()
    }

    /// What the seat to act may do; `None` when the betting is over.
    pub fn legal(&self) -> Option<LegalActions> {
        let BettingPhase::Betting { seat } = self.phase else { return None };
        let state = &self.seats[seat];
        let to_call = self.current_bet - state.committed_on_street;
        // Nobody can answer a raise when all others are all-in.
        let answered = self.others(seat).any(|other| self.seats[other].can_act());
        let open = state
            .acted_at
            .is_none_or(|level| self.current_bet - level >= self.rules.increment(self.last_raise));
        let levels = if answered && open { self.turn(seat).levels(self.rules) } else { None };
        Some(LegalActions {
            call: (to_call > Chips::ZERO).then_some(to_call.min(state.stack)),
            levels,
            raises: self.current_bet > Chips::ZERO,
        })
    }

    /// Takes an action for the seat to act.
    pub fn apply(&mut self, action: Action) -> Result<(), ActionError> {
        let (BettingPhase::Betting { seat }, Some(legal)) = (self.phase, self.legal()) else {
            return Err(ActionError::BettingOver);
        };
        if !legal.allows(action) {
            return Err(ActionError::Illegal { seat, action, legal });
        }
        match action {
            Action::Fold => self.seats[seat].folded = true,
            Action::Check => {}
            Action::Call => self.seats[seat].commit(legal.call.unwrap_or_default()),
            Action::Bet(to) | Action::Raise(to) => self.raise_to(seat, to),
        }
        self.seats[seat].acted_at = Some(self.current_bet);
        self.phase = self.phase_after(seat);
        Ok(())
    }

    /// Begins the betting of the next street.
    pub fn next_street(&mut self) -> Result<(), ActionError> {
        let next = match (self.phase, self.street) {
            (BettingPhase::StreetOver, Street::Preflop) => Street::Flop,
            (BettingPhase::StreetOver, Street::Flop) => Street::Turn,
            (BettingPhase::StreetOver, Street::Turn) => Street::River,
            _ => return Err(ActionError::NoNextStreet),
        };
        self.street = next;
        self.current_bet = Chips::ZERO;
        self.last_raise = None;
        self.raises = 0;
        for seat in &mut self.seats[..self.count] {
            seat.committed_on_street = Chips::ZERO;
            seat.acted_at = None;
        }
        self.phase = self.phase_after(self.button);
        Ok(())
    }

    /// All other seats, from the left of `seat` round the table.
    fn others(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.count;
        (1..count).map(move |step| (seat + step) % count)
    }

    fn turn(&self, seat: usize) -> Turn {
        let state = &self.seats[seat];
        Turn {
            pot: self.pot(),
            current_bet: self.current_bet,
            committed: state.committed_on_street,
            stack: state.stack,
            last_raise: self.last_raise,
        }
    }

    fn raise_to(&mut self, seat: usize, level: Chips) {
        let added = level - self.current_bet;
        let full = if self.current_bet == Chips::ZERO {
            self.rules.full_bet()
        } else {
            self.rules.increment(self.last_raise)
        };
        if added >= full {
            self.last_raise = Some(added);
        }
        self.raises = self.raises.saturating_add(u32::from(self.current_bet > Chips::ZERO));
        self.current_bet = level;
        let state = &mut self.seats[seat];
        state.commit(level - state.committed_on_street);
    }

    /// What happens next once `seat` has acted, or when the street begins to the
    /// left of it.
    fn phase_after(&self, seat: usize) -> BettingPhase {
        let mut live = (0..self.count).filter(|&s| !self.seats[s].folded);
        if let (Some(seat), None) = (live.next(), live.next()) {
            return BettingPhase::Won { seat };
        }
        let mut round = self.others(seat).chain([seat]);
        if let Some(seat) = round.find(|&seat| self.must_act(seat)) {
            return BettingPhase::Betting { seat };
        }
        let can_act = self.seats().iter().filter(|seat| seat.can_act()).count();
        match self.street {
            Street::River => BettingPhase::Showdown,
            _ if can_act < 2 => BettingPhase::Showdown,
            _ => BettingPhase::StreetOver,
        }
    }

    /// Whether the seat has still to act on this street, as the bets are now.
    fn must_act(&self, seat: usize) -> bool {
        let state = &self.seats[seat];
        if !state.can_act() {
            return false;
        }
        let mut others = self.others(seat).map(|other| &self.seats[other]).filter(|o| !o.folded);
        let contested = others
            .any(|other| other.can_act() || other.committed_on_street > state.committed_on_street);
        contested && (state.acted_at.is_none() || state.committed_on_street < self.current_bet)
    }
}
