//! Warnings about requests that were read as written but may mean something else.

use std::fmt;

use quasar_cards::{Game, Range, RangeWarning, RangeWarningKind};
use quasar_equity::hand_orders;
use schemars::JsonSchema;
use serde::Serialize;

use super::{At, FieldError, Position};

/// Something about a request that does not stop it, but may surprise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Warning {
    /// The field that it is about.
    pub field: String,
    /// In a sentence.
    pub message: String,
    /// What it is, with its numbers.
    #[serde(flatten)]
    pub kind: WarningKind,
}

/// What may surprise about a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WarningKind {
    /// Letters of an Omaha range are suits, where `AAxx` or `AAds` probably meant others.
    SuitLetters {
        /// The part of the range as written.
        written: String,
        /// How many hands it holds.
        hands: usize,
        /// What was probably meant.
        meant: String,
        /// How many hands that holds.
        meant_hands: usize,
    },
    /// `15%6h`: no order of hands depends on the number of players.
    Players {
        /// For how many players the order should be.
        players: u8,
        /// The order that is used.
        order: String,
    },
    /// No bet size is given, and these are used.
    DefaultSizes {
        /// Sizes of first bets.
        bet: String,
        /// Sizes of raises.
        raise: String,
    },
    /// A matrix was not quite as it should be.
    Matrix,
    /// Another warning.
    Other,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Warning {
    /// What a range reader noticed in a field, which is written at a position if it is in a
    /// file.
    pub fn of_range(field: &str, at: Option<Position>, warning: RangeWarning) -> Warning {
        let line = at.map_or(String::new(), |at| format!("line {}: ", at.line));
        let message = format!("{line}{field}, {warning}");
        let kind = match warning.kind().clone() {
            RangeWarningKind::SuitVariable { text, hands, meant, meant_hands, .. }
            | RangeWarningKind::SuitLetters { text, hands, meant, meant_hands, .. } => {
                WarningKind::SuitLetters { written: text, hands, meant, meant_hands }
            }
            RangeWarningKind::Players { players, order } => WarningKind::Players { players, order },
            _ => WarningKind::Other,
        };
        Warning { field: field.to_owned(), message, kind }
    }
}

/// What was noticed while a spec was read. It does not make it another spec.
#[derive(Clone, Default)]
pub struct Warnings(pub Vec<Warning>);

impl fmt::Debug for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Warnings")
    }
}

impl PartialEq for Warnings {
    fn eq(&self, _: &Warnings) -> bool {
        true
    }
}

impl Warnings {
    /// Reads a range of `game` from a field, and keeps what is odd about it.
    pub(crate) fn range<T: AsRef<str>>(
        &mut self,
        given: &At<T>,
        field: &str,
        game: Game,
    ) -> Result<Range, FieldError> {
        let parse = |text: &str| Range::parse_with_warnings(game, text, hand_orders());
        let (range, found) = given.read(field, parse)?;
        let (field, at) = (given.field(field), given.position());
        self.0.extend(found.into_iter().map(|found| Warning::of_range(&field, at, found)));
        Ok(range)
    }
}
