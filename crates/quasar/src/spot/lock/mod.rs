//! Locks: decisions of a spot with a fixed strategy.
//!
//! A lock names a decision by its line and gives the frequency of each action, for
//! all hands or for some; hands that no lock mentions learn as usual. Best responses
//! keep the locks, so the exploitability is what the players could gain without
//! changing them.
//!
//! **Suits.** Boards that are equal up to suits are solved once. That
//! is right only if the locks are equal too: if they name no card that a
//! relabelling moves, and lock hands that it maps to each other alike. If one lock does
//! not fit, the whole spot is solved without merging suits, so that a lock holds only on
//! the board it names.

mod apply;
mod document;
mod read;

use std::fmt;

use quasar_cards::{Card, Range, SuitPermutation, symmetries};
use quasar_game::{Chips, Line, Step};
use thiserror::Error;

use super::SpotSpec;
use crate::request::Position;

pub(crate) use apply::LockedDecision;
pub(super) use apply::{Locked, locked};
pub use document::{HandsDocument, LockDocument, LockedHands, Strategy};
pub(crate) use read::read;

/// A decision with a fixed strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotLock {
    /// The line that leads to the decision, with the cards of later streets.
    pub line: Line,
    /// The strategy of hands that `hands` does not mention; without it they are free.
    pub frequencies: Option<Vec<LockedAction>>,
    /// The strategies of some hands. The weights of the ranges are 0 or 1.
    pub hands: Vec<(Range, Vec<LockedAction>)>,
    /// Where its line is written, for errors that are found only with the tree.
    pub written: Written,
}

/// A position in the text of a spec, or none. It is no part of what is written there: all
/// are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written(pub Option<Position>);

impl PartialEq for Written {
    fn eq(&self, _: &Written) -> bool {
        true
    }
}

/// How often an action is taken, 0 to 1. Actions that are not mentioned are never
/// taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LockedAction {
    /// The action.
    pub action: ActionName,
    /// How often it is taken.
    pub frequency: f64,
}

/// The name of an action of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionName {
    /// `fold`.
    Fold,
    /// `check`.
    Check,
    /// `call`.
    Call,
    /// `bet 120`, `raise to 260`, `b120`, `r260`: the chips that the player has then
    /// put in on the street.
    To(Chips),
    /// `raise to 2.5bb`, before the flop: the same in thousandths of a big blind.
    ToBlinds(Chips),
    /// `allin`: the bet or raise of all that is left.
    AllIn,
}

/// Why a strategy cannot be locked.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum LockError {
    /// Frequencies that do not sum to 1.
    #[error("{field} sums to {sum}; the frequencies of a strategy must sum to 1")]
    Sum {
        /// The field.
        field: String,
        /// Their sum.
        sum: f64,
    },
    /// An action named twice.
    #[error("{field} names {action} twice")]
    ActionTwice {
        /// The field.
        field: String,
        /// The action.
        action: ActionName,
    },
    /// A hand of a weighted range.
    #[error("{field} gives {hands} a weight; a lock applies to a whole hand or not at all")]
    Weighted {
        /// The field.
        field: String,
        /// The hands.
        hands: String,
    },
    /// A lock that locks nothing.
    #[error("{field} locks nothing; it needs frequencies or hands")]
    Nothing {
        /// The field.
        field: String,
    },
    /// An action that the decision does not offer.
    #[error("the lock of {line} names {action}; {player} can {offered} there")]
    NoAction {
        /// The line.
        line: String,
        /// The action.
        action: ActionName,
        /// Who acts.
        player: String,
        /// The actions.
        offered: String,
    },
    /// A hand with two strategies.
    #[error("the lock of {line} gives {hand} two strategies")]
    HandTwice {
        /// The line.
        line: String,
        /// The hand.
        hand: String,
    },
    /// Hands that the player does not hold.
    #[error("the lock of {line} is for {hands}, of which {player} holds nothing")]
    NoHand {
        /// The line.
        line: String,
        /// The hands.
        hands: String,
        /// Who acts.
        player: String,
    },
    /// Two locks of one decision.
    #[error("{line} is locked twice")]
    Twice {
        /// The line.
        line: String,
    },
}

impl SpotLock {
    /// Whether its line names cards.
    pub(super) fn names_cards(&self) -> bool {
        self.line.steps().iter().any(|step| matches!(step, Step::Cards(_)))
    }

    /// Whether a relabelling of suits changes it.
    pub(super) fn is_changed_by(&self, suits: SuitPermutation) -> bool {
        let moved = |card: &Card| suits.card(*card) != *card;
        let cards = self.line.steps().iter().any(|step| match step {
            Step::Cards(cards) => cards.iter().any(moved),
            _ => false,
        });
        cards || self.hands.iter().any(|(hands, _)| !hands.is_symmetric(suits))
    }
}

impl SpotSpec {
    /// The relabellings of suits that leave the spot as it is, the identity among
    /// them. Boards that these make equal are solved once.
    pub(super) fn relabellings(&self) -> Vec<SuitPermutation> {
        let group: Vec<SuitPermutation> = symmetries([self.board.set()])
            .filter(|suits| self.ranges.iter().all(|range| range.is_symmetric(*suits)))
            .collect();
        let changed =
            |suits: &SuitPermutation| self.locks.iter().any(|lock| lock.is_changed_by(*suits));
        if group.iter().any(changed) { vec![SuitPermutation::IDENTITY] } else { group }
    }
}

/// A text that identifies a lock: `r:0:b120 {fold 0.3, call 0.7} AA {call 1}`.
impl fmt::Display for SpotLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.line)?;
        if let Some(frequencies) = &self.frequencies {
            write_strategy(f, frequencies)?;
        }
        for (hands, frequencies) in &self.hands {
            write!(f, " {hands}")?;
            write_strategy(f, frequencies)?;
        }
        Ok(())
    }
}

fn write_strategy(f: &mut fmt::Formatter<'_>, actions: &[LockedAction]) -> fmt::Result {
    let text = |locked: &LockedAction| format!("{} {}", locked.action, locked.frequency);
    write!(f, " {{{}}}", actions.iter().map(text).collect::<Vec<_>>().join(", "))
}

impl fmt::Display for ActionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActionName::Fold => f.write_str("fold"),
            ActionName::Check => f.write_str("check"),
            ActionName::Call => f.write_str("call"),
            ActionName::To(chips) => write!(f, "bet {chips}"),
            ActionName::ToBlinds(chips) => write!(f, "raise to {}bb", chips.as_f64() / 1_000.0),
            ActionName::AllIn => f.write_str("allin"),
        }
    }
}
