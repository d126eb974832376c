//! Which poker game is played, as far as cards are concerned.

use std::fmt;
use std::str::FromStr;

use crate::colex;
use crate::{ParseError, ParseErrorKind};

/// Hold'em, or Omaha with four, five or six hole cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Game {
    Holdem,
    Plo4,
    Plo5,
    Plo6,
}

impl Game {
    /// All games, fewest hole cards first.
    pub const ALL: [Game; 4] = [Game::Holdem, Game::Plo4, Game::Plo5, Game::Plo6];

    /// How many hole cards a player holds: 2, 4, 5 or 6.
    pub const fn hole_cards(self) -> usize {
        match self {
            Game::Holdem => 2,
            Game::Plo4 => 4,
            Game::Plo5 => 5,
            Game::Plo6 => 6,
        }
    }

    /// The game in which players hold this many cards.
    pub const fn with_hole_cards(count: usize) -> Option<Game> {
        Some(match count {
            2 => Game::Holdem,
            4 => Game::Plo4,
            5 => Game::Plo5,
            6 => Game::Plo6,
            _ => return None,
        })
    }

    /// How many different hole cards there are: 1,326; 270,725; 2,598,960 or
    /// 20,358,520.
    pub const fn combos(self) -> usize {
        colex::binomial(52, self.hole_cards()) as usize
    }

    /// Whether exactly two hole cards must be used.
    pub const fn is_omaha(self) -> bool {
        !matches!(self, Game::Holdem)
    }

    /// The name in text: `holdem`, `plo4`, `plo5`, `plo6`.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Holdem => "holdem",
            Game::Plo4 => "plo4",
            Game::Plo5 => "plo5",
            Game::Plo6 => "plo6",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Game {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Game, ParseError> {
        let wanted = text.trim();
        Game::ALL.into_iter().find(|game| game.name().eq_ignore_ascii_case(wanted)).ok_or_else(
            || {
                let start = text.len() - text.trim_start().len();
                ParseError::new(start, wanted.len(), ParseErrorKind::UnknownGame)
            },
        )
    }
}
