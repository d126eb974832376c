//! What a player can do, and how much.

use std::fmt;

use crate::Chips;

/// What a player does when it is their turn.
///
/// Amounts are levels: the street's bet after the action, which is what the
/// player has put in on this street. An all-in is a bet, raise or call like any
/// other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Passes; there is nothing to call.
    Check,
    /// Matches the bet, or puts in the whole stack if that is less.
    Call,
    /// Opens the betting of the street at this level.
    Bet(Chips),
    /// Raises the street's bet to this level.
    Raise(Chips),
}

impl Action {
    /// The new level of the street's bet, for a bet or a raise.
    pub const fn level(self) -> Option<Chips> {
        match self {
            Action::Bet(to) | Action::Raise(to) => Some(to),
            Action::Fold | Action::Check | Action::Call => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Fold => f.write_str("fold"),
            Action::Check => f.write_str("check"),
            Action::Call => f.write_str("call"),
            Action::Bet(to) => write!(f, "bet {to}"),
            Action::Raise(to) => write!(f, "raise to {to}"),
        }
    }
}

/// The levels to which a player may bet or raise: every integer from
/// `smallest` to `largest`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Levels {
    /// The smallest level. Less than a full raise only if it is all-in.
    pub smallest: Chips,
    /// The largest level: all-in, or what the pot limit allows.
    pub largest: Chips,
}

impl Levels {
    /// Whether a bet or raise to `level` is allowed.
    pub fn contains(self, level: Chips) -> bool {
        (self.smallest..=self.largest).contains(&level)
    }

    /// The allowed level closest to `level`.
    pub fn clamp(self, level: Chips) -> Chips {
        level.clamp(self.smallest, self.largest)
    }
}

/// Everything the player to act may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LegalActions {
    /// What a call costs, all-in for less included; `None` when there is
    /// nothing to call, so that the player may check and has no reason to fold.
    pub call: Option<Chips>,
    /// The levels of a bet or raise; `None` when the player may not raise.
    pub levels: Option<Levels>,
    /// Whether an amount is a raise of a bet that is there, not a first bet.
    pub raises: bool,
}

impl LegalActions {
    /// The bet or raise to `level`.
    pub const fn aggressive(self, level: Chips) -> Action {
        if self.raises { Action::Raise(level) } else { Action::Bet(level) }
    }

    /// Whether `action` may be taken.
    pub fn allows(self, action: Action) -> bool {
        match action {
            Action::Fold | Action::Call => self.call.is_some(),
            Action::Check => self.call.is_none(),
            Action::Bet(to) => !self.raises && self.levels.is_some_and(|l| l.contains(to)),
            Action::Raise(to) => self.raises && self.levels.is_some_and(|l| l.contains(to)),
        }
    }
}
