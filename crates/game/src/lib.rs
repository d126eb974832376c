//! Chips and betting: the rules of no-limit and pot-limit, bet sizes as players
//! write them, and the betting trees that are solved.
//!
//! This layer knows whose turn it is and what may be bet, but not how strong hands
//! are. Cards appear only in the text of lines.
//!
//! | subject | main items |
//! |---|---|
//! | one hand, 2 to 10 seats | [`Hand`], [`Action`], [`LegalActions`], [`Rules`], [`Pot`], [`Rake`] |
//! | bet sizes | [`BetSize`], [`SizeList`], [`PotGrid`], [`Sizing`], [`Thresholds`] |
//! | betting trees of two players | [`TreeSpec`], [`TreeCounts`], [`BettingTree`], [`Round`], [`Node`] |
//! | lines as text | [`Line`], [`Step`], [`Place`] |
//! | errors | [`TextError`], [`HandError`], [`ActionError`], [`TreeError`], [`LineError`] |

#![forbid(unsafe_code)]

mod action;
mod chips;
mod error;
mod hand;
mod pots;
mod rake;
mod rules;
mod sizes;
mod tree;

pub use action::{Action, LegalActions, Levels};
pub use chips::Chips;
pub use error::{TextError, TextErrorKind};
pub use hand::{
    ActionError, BettingPhase, Hand, HandError, HandSnapshot, HandSpec, MAX_SEATS, SeatSnapshot,
    SeatState,
};
pub use pots::Pot;
pub use rake::{Rake, RakeError};
pub use rules::{Limit, MinBet, Rules};
pub use sizes::{BetSize, PotGrid, SizeList, Sizing, Thresholds};
pub use tree::{
    AddFault, BettingTree, Line, LineError, Node, NodeId, NodeKind, Place, Player, PlayerSizes,
    Round, RoundId, Step, StreetCounts, StreetSpec, TreeCounts, TreeError, TreeSpec, TreeStart,
};
