//! Cards and everything made of cards alone: sets, boards, hole cards and their
//! dense indices, suit symmetry, canonical flops, ranges, and the text notation
//! of all of them.
//!
//! This is the lowest layer. It knows nothing of hand strength or chips, does
//! no I/O and holds no state besides tables computed from the rules.
//!
//! | subject | main items |
//! |---|---|
//! | cards | [`Rank`], [`Suit`], [`Card`], [`CardSet`], [`Board`], [`Street`] |
//! | hole cards | [`Game`], [`Combo`], [`HoldemClass`], [`RankShape`], [`SuitShape`] |
//! | suit symmetry | [`canonical`], [`symmetries`], [`SuitPermutation`], [`SuitClasses`], [`canonical_flops`] |
//! | ranges | [`Range`], [`HandOrder`] and [`HandOrders`] for percentages of hands, [`RangeWarning`] for texts that are hardly ever meant |
//! | card removal | [`CompatibleWeights`], [`HeldWeights`] |
//! | errors | [`ParseError`] for text, [`CardsError`] for lists of cards, [`OrderError`] for orders |

#![forbid(unsafe_code)]

mod board;
mod card;
mod class;
mod colex;
mod combo;
mod error;
mod flops;
mod game;
mod range;
mod removal;
mod set;
mod shape;
mod suit_class;
mod symmetry;
mod text;

pub use board::{Board, Street};
pub use card::{Card, Rank, Suit, parse_cards};
pub use class::HoldemClass;
pub use combo::{Combo, Combos};
pub use error::{CardsError, OrderError, ParseError, ParseErrorKind, WeightsError};
pub use flops::{CANONICAL_FLOPS, CanonicalFlop, canonical_flop_index, canonical_flops};
pub use game::Game;
pub use range::{HandOrder, HandOrders, Range, RangeWarning, RangeWarningKind};
pub use removal::{CompatibleWeights, HeldWeights, SubsetNumbers};
pub use set::{CardSet, CardSetIter};
pub use shape::{RankShape, SuitShape};
pub use suit_class::SuitClasses;
pub use symmetry::{SuitPermutation, canonical, symmetries};
