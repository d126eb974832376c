//! Who wins when the cards are shown.

use quasar_cards::{Board, CardSet, Combo, Game, Street, parse_cards};
use quasar_eval::{HandRank, rank_hand, rank_set};
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::request::document::document;
use crate::request::values::{Games, List, Listed, Name, Text};
use crate::request::{At, FieldError, Mistake, needed, read_spec};
use crate::schema::names::Categories;

document! {
    /// Hands to rank and compare.
    pub struct ShowdownDocument ("fields") {
        /// The hands: hole cards on a board, or 5 to 7 cards each without one.
        #[schemars(required, extend("minItems" = 1))]
        hands: At<List<HandDocument>>,
        /// The board: 3, 4 or 5 cards.
        board: At<Text>,
        /// The game; that of the number of hole cards if left out.
        game: At<Name<Games>>,
    }
}

document! {
    /// A hand.
    pub struct HandDocument ("cards", or cards) {
        /// The cards, such as `AhKh`.
        #[schemars(required)]
        cards: At<Text>,
    }
}

impl Listed for HandDocument {
    const EXPECTED: &'static str = "a list of hands, such as [AhKh, QdQc]";
}

/// Hands to be ranked and compared: hole cards on a board, or whole hands of
/// five to seven cards without one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShowdownSpec {
    hands: Vec<CardSet>,
    board: Board,
    game: Option<Game>,
}

/// Why hands cannot be compared. Hands are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ShowdownError {
    /// No hand was given.
    #[error("there is no hand to rank")]
    NoHand,
    /// A number of hole cards that no game has, or another than the first hand's.
    #[error("hand {} has {found} cards where {expected} are needed", .hand + 1)]
    HoleCards {
        /// The hand.
        hand: usize,
        /// How many cards it has.
        found: usize,
        /// How many it must have, in words.
        expected: &'static str,
    },
    /// Hole cards before the flop make no hand yet.
    #[error("hands are ranked from the flop on: give a board of 3, 4 or 5 cards")]
    NoFlop,
    /// A card that is also on the board or in an earlier hand.
    #[error("hand {}: {cards} is already on the board or in another hand", .hand + 1)]
    Clash {
        /// The hand.
        hand: usize,
        /// The cards used twice.
        cards: CardSet,
    },
}

/// The number of hole cards of a game, in words.
fn hole_cards(game: Game) -> &'static str {
    match game {
        Game::Holdem => "2",
        Game::Plo4 => "4",
        Game::Plo5 => "5",
        Game::Plo6 => "6",
    }
}

/// Why fields are no showdown.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ShowdownSpecError {
    /// Missing, unknown or invalid fields.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Hands that cannot be compared.
    #[error(transparent)]
    Showdown(#[from] ShowdownError),
}

impl From<&ShowdownSpecError> for Mistake {
    fn from(error: &ShowdownSpecError) -> Mistake {
        match error {
            ShowdownSpecError::Field(inner) => inner.into(),
            ShowdownSpecError::Showdown(
                inner @ (ShowdownError::HoleCards { hand, .. } | ShowdownError::Clash { hand, .. }),
            ) => Mistake::in_field(format!("hands[{hand}]"), inner),
            ShowdownSpecError::Showdown(inner @ ShowdownError::NoFlop) => {
                Mistake::in_field("board", inner)
            }
            ShowdownSpecError::Showdown(inner) => Mistake::in_field("hands", inner),
        }
    }
}

impl TryFrom<ShowdownDocument> for ShowdownSpec {
    type Error = ShowdownSpecError;

    fn try_from(document: ShowdownDocument) -> Result<ShowdownSpec, ShowdownSpecError> {
        let hands = needed(document.hands.as_ref(), "hands", HandDocument::EXPECTED)?;
        let hands = hands.0.iter().enumerate().map(|(hand, given)| {
            let field = format!("hands[{hand}].cards");
            let cards = needed(given.cards.as_ref(), &field, "cards, such as AhKh")?;
            Ok(cards.read(&field, parse_cards)?.into_iter().collect::<CardSet>())
        });
        let hands = hands.collect::<Result<Vec<_>, FieldError>>()?;
        let nothing = At::from(Text::default());
        let board = document.board.as_ref().unwrap_or(&nothing);
        let board = board.read("board", str::parse::<Board>)?;
        let game = document.game.as_deref().map(|name| name.0);
        Ok(ShowdownSpec::new(hands, board, game)?)
    }
}

impl ShowdownSpec {
    /// Reads hands from YAML or JSON.
    pub fn parse(text: &str) -> Result<ShowdownSpec, ShowdownSpecError> {
        read_spec::<ShowdownDocument, _, _>(text)
    }

    /// Checks and makes a spec. On a board, the game is that of the first hand
    /// unless it is given; without a board and a game, hands are five to seven
    /// cards each.
    pub fn new(
        hands: Vec<CardSet>,
        board: Board,
        game: Option<Game>,
    ) -> Result<ShowdownSpec, ShowdownError> {
        let first = hands.first().ok_or(ShowdownError::NoHand)?.len();
        let game = match (game, board.street()) {
            (None, Street::Preflop) => None,
            (Some(_), Street::Preflop) => return Err(ShowdownError::NoFlop),
            (Some(game), _) => Some(game),
            (None, _) => Some(Game::with_hole_cards(first).ok_or(ShowdownError::HoleCards {
                hand: 0,
                found: first,
                expected: "2, 4, 5 or 6",
            })?),
        };
        let mut used = board.set();
        for (hand, &cards) in hands.iter().enumerate() {
            let expected = match game {
                Some(game) if cards.len() != game.hole_cards() => Some(hole_cards(game)),
                None if matches!(cards.len(), 2 | 4) => return Err(ShowdownError::NoFlop),
                None if !(5..=7).contains(&cards.len()) => Some("5, 6 or 7"),
                _ => None,
            };
            if let Some(expected) = expected {
                return Err(ShowdownError::HoleCards { hand, found: cards.len(), expected });
            }
            if cards.intersects(used) {
                return Err(ShowdownError::Clash { hand, cards: cards & used });
            }
            used |= cards;
        }
        Ok(ShowdownSpec { hands, board, game })
    }

    /// Ranks the hands and names the winners.
    pub fn report(&self) -> ShowdownReport {
        let ranks: Vec<HandRank> = self.hands.iter().map(|&cards| self.rank(cards)).collect();
        let best = ranks.iter().max().copied();
        let hands = self.hands.iter().zip(&ranks).map(|(cards, &rank)| HandReport {
            cards: cards.to_string(),
            category: Name(rank.category()),
            description: rank.describe(),
            rank: rank.number(),
            winner: Some(rank) == best,
        });
        ShowdownReport {
            game: self.game.map(Name),
            board: self.board.to_string(),
            hands: hands.collect(),
        }
    }

    fn rank(&self, cards: CardSet) -> HandRank {
        let rank = match self.game {
            None => rank_set(cards),
            Some(_) => {
                let hand = Combo::from_set(cards).expect("checked when the spec was made");
                rank_hand(&hand, &self.board)
            }
        };
        rank.expect("checked when the spec was made")
    }
}

/// The hands of a showdown with their ranks.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct ShowdownReport {
    /// `holdem`, `plo4`, `plo5`, `plo6`, or nothing for whole hands.
    pub game: Option<Name<Games>>,
    /// The board; empty for whole hands.
    pub board: String,
    /// The hands in the order they were given.
    pub hands: Vec<HandReport>,
}

/// One hand of a showdown.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema, Serialize)]
pub struct HandReport {
    /// The cards from high to low.
    pub cards: String,
    /// `high card` to `straight flush`.
    pub category: Name<Categories>,
    /// In words: `full house, kings full of twos`.
    pub description: String,
    /// 1 to 7,462, higher is better.
    pub rank: u16,
    /// Whether no other hand is better.
    pub winner: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().into_iter().collect()
    }

    fn spec(hands: &[&str], board: &str) -> Result<ShowdownSpec, ShowdownError> {
        let hands = hands.iter().map(|hand| set(hand)).collect();
        ShowdownSpec::new(hands, board.parse().unwrap(), None)
    }

    #[test]
    fn omaha_uses_exactly_two_hole_cards() {
        // Four hearts in hand and one on the board are no flush.
        let report = spec(&["AhKhQhJh", "8c8d3s4s"], "Th8s2c3d4h").unwrap().report();
        assert_eq!(report.game, Some(Name(Game::Plo4)));
        assert_eq!(report.hands[0].category, Name(quasar_eval::Category::HighCard));
        assert!(!report.hands[0].winner && report.hands[1].winner);
    }

    #[test]
    fn equal_hands_win_together() {
        let report = spec(&["AhKh", "AdKc", "QhQd"], "TcJs9d2c3h").unwrap().report();
        let winners: Vec<bool> = report.hands.iter().map(|hand| hand.winner).collect();
        assert_eq!(winners, [false, false, true]);
        let report = spec(&["AhKh", "AdKc"], "TcJs9d2c3h").unwrap().report();
        assert!(report.hands.iter().all(|hand| hand.winner));
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        let refused = |hands: &[&str], board| spec(hands, board).unwrap_err();
        assert_eq!(refused(&[], ""), ShowdownError::NoHand);
        assert_eq!(refused(&["AhKh"], ""), ShowdownError::NoFlop);
        assert!(matches!(
            refused(&["AhKh", "QhQdQc"], "2c3c4c"),
            ShowdownError::HoleCards { hand: 1, found: 3, .. }
        ));
        assert!(matches!(
            refused(&["AhKhQh"], "2c3c4c"),
            ShowdownError::HoleCards { hand: 0, found: 3, .. }
        ));
        assert_eq!(
            refused(&["AhKh", "AhQd"], "2c3c4c"),
            ShowdownError::Clash { hand: 1, cards: set("Ah") }
        );
    }
}
