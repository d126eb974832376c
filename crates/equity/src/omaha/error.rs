//! Why an Omaha question cannot be answered here.

use quasar_cards::Game;
use thiserror::Error;

use crate::Cancelled;

/// What an Omaha method was asked that it does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OmahaError {
    /// A game in which the number of hole cards used is free.
    #[error("{0} is not an Omaha game")]
    NotOmaha(Game),
    /// More than two players.
    #[error("this method is for two players, found {found}")]
    PlayerCount {
        /// How many there are.
        found: usize,
    },
    /// A range where one known hand is needed. Players are numbered from 0.
    #[error("player {}: this method needs a known hand, not a range", .player + 1)]
    NotOneHand {
        /// The player.
        player: usize,
    },
    /// A board on which the method would take days.
    #[error("ranges are compared from the flop on")]
    BeforeFlop,
    /// Stopped before the end.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
