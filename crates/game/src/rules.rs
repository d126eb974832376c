//! How much may be bet: no-limit and pot-limit.
//!
//! With `to_call = current_bet - committed` and `pot` all chips in the middle,
//! those of this street included:
//!
//! - A first bet is at least the big blind (or one chip) and at most the stack;
//!   in pot-limit at most the pot.
//! - A raise goes to at least `current_bet + increment`, where the increment is
//!   the last full bet or raise of the street, before any the big blind. Over
//!   the call it adds at most what is left of the stack; in pot-limit at most
//!   the pot after the call, `pot + to_call`.
//! - A player who has less than the minimum may still go all-in.

use crate::{Chips, Levels};

/// How large a bet may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Limit {
    /// Up to the stack.
    #[default]
    NoLimit,
    /// Up to the pot, after calling.
    PotLimit,
}

/// How small a first bet may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MinBet {
    /// The big blind.
    #[default]
    BigBlind,
    /// One chip, for trees where the blinds are not known.
    OneChip,
}

/// The betting rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// No-limit or pot-limit.
    pub limit: Limit,
    /// The smallest first bet of a street.
    pub min_bet: MinBet,
    /// The big blind; zero if there is none, as in a tree that starts later.
    pub big_blind: Chips,
}

impl Rules {
    /// No-limit after the flop, blinds unknown: bets of one chip and more.
    pub const NO_LIMIT: Rules =
        Rules { limit: Limit::NoLimit, min_bet: MinBet::OneChip, big_blind: Chips::ZERO };

    /// Pot-limit after the flop, blinds unknown: bets of one chip and more.
    pub const POT_LIMIT: Rules =
        Rules { limit: Limit::PotLimit, min_bet: MinBet::OneChip, big_blind: Chips::ZERO };

    /// The smallest full bet, also what a raise adds before there was one.
    pub(crate) fn full_bet(self) -> Chips {
        match self.min_bet {
            MinBet::BigBlind => self.big_blind.max(Chips(1)),
            MinBet::OneChip => Chips(1),
        }
    }

    /// What the smallest full raise adds to the current bet.
    pub(crate) fn increment(self, last_raise: Option<Chips>) -> Chips {
        last_raise.unwrap_or(self.big_blind.max(Chips(1)))
    }
}

/// What the limits of a bet depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// All chips in the middle, those of this street included.
    pub(crate) pot: Chips,
    /// The level of the street's bet; zero if nobody has bet.
    pub(crate) current_bet: Chips,
    /// What the player has put in on this street.
    pub(crate) committed: Chips,
    /// What the player has left.
    pub(crate) stack: Chips,
    /// The last full bet or raise of the street.
    pub(crate) last_raise: Option<Chips>,
}

impl Turn {
    /// The levels of a first bet, or of a raise that goes beyond a call; `None`
    /// if the stack does not reach so far.
    pub(crate) fn levels(self, rules: Rules) -> Option<Levels> {
        let Turn { pot, current_bet, committed, stack, last_raise } = self;
        let all_in = committed + stack;
        if all_in <= current_bet {
            return None;
        }
        let (least, pot_most) = if current_bet == Chips::ZERO {
            (rules.full_bet(), pot)
        } else {
            let to_call = current_bet - committed;
            (current_bet + rules.increment(last_raise), current_bet + pot + to_call)
        };
        // A blind that was posted short may leave a pot below the smallest bet,
        // which stays allowed.
        let most = match rules.limit {
            Limit::NoLimit => all_in,
            Limit::PotLimit => pot_most.max(least).min(all_in),
        };
        Some(Levels { smallest: least.min(all_in), largest: most })
    }
}
