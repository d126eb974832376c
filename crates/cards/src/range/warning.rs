//! Warnings about range texts that probably mean something else.

use std::ops;

use thiserror::Error;

use super::percent::PercentRange;
use super::{HandOrders, Range};
use crate::Game;

/// A part of a range text that is legal but hardly ever meant, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {}: {kind}", .start + 1)]
pub struct RangeWarning {
    start: usize,
    length: usize,
    kind: RangeWarningKind,
}

impl RangeWarning {
    /// The bytes of the text that the warning is about.
    pub fn span(&self) -> ops::Range<usize> {
        self.start..self.start + self.length
    }

    /// What is odd, without the place.
    pub fn kind(&self) -> &RangeWarningKind {
        &self.kind
    }
}

/// What is odd about a part of a range text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RangeWarningKind {
    /// `AAxx`: the last `x` is a card of the suit of an ace, not any card.
    #[error(
        "{text} is {hands} hands, because {letter} stands for a suit here, not for any card; \
         {meant} is all {meant_hands} hands with these ranks"
    )]
    SuitVariable {
        /// The pattern as written.
        text: String,
        /// The letter that is a suit.
        letter: char,
        /// How many hands it holds.
        hands: usize,
        /// What was probably meant.
        meant: String,
        /// How many hands that holds.
        meant_hands: usize,
    },
    /// `AAds` with fewer ranks than a hand has: the letters are two suits.
    #[error(
        "{text} is {hands} hands, because {letters} stand for two suits here; \
         {meant} is the {meant_hands} hands that are suited that way"
    )]
    SuitLetters {
        /// The pattern as written.
        text: String,
        /// The letters that are suits, `ds` or `ss`.
        letters: &'static str,
        /// How many hands it holds.
        hands: usize,
        /// What was probably meant.
        meant: String,
        /// How many hands that holds.
        meant_hands: usize,
    },
    /// `15%6h`: no order of hands depends on the number of players.
    #[error("there is no order of hands for {players} players; {order} is used")]
    Players {
        /// For how many players the order should be.
        players: u8,
        /// The order that is used.
        order: String,
    },
}

/// A part of a text that may need a warning; the hands are not counted yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Suspect {
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) doubt: Doubt,
}

/// What is odd about a suspect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Doubt {
    Variable { text: String, letter: char, meant: String },
    Letters { text: String, letters: &'static str, meant: String },
    Players { players: u8, order: String },
}

impl Suspect {
    /// The doubt about a percent range that stands from `start` to `end`.
    pub(super) fn percent(start: usize, end: usize, range: &PercentRange<'_>) -> Option<Suspect> {
        let (players, order) = range.substituted()?;
        let doubt = Doubt::Players { players, order: order.to_owned() };
        Some(Suspect { start, length: end - start, doubt })
    }

    /// The warning, with the hands counted.
    pub(super) fn warning(self, game: Game) -> RangeWarning {
        let Suspect { start, length, doubt } = self;
        let count = |text: &str| {
            Range::parse_with(game, text, &HandOrders::default()).map_or(0, |range| range.hands())
        };
        let kind = match doubt {
            Doubt::Variable { text, letter, meant } => {
                let (hands, meant_hands) = (count(&text), count(&meant));
                RangeWarningKind::SuitVariable { text, letter, hands, meant, meant_hands }
            }
            Doubt::Letters { text, letters, meant } => {
                let (hands, meant_hands) = (count(&text), count(&meant));
                RangeWarningKind::SuitLetters { text, letters, hands, meant, meant_hands }
            }
            Doubt::Players { players, order } => RangeWarningKind::Players { players, order },
        };
        RangeWarning { start, length, kind }
    }
}
