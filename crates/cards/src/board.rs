//! Community cards.

use std::fmt;
use std::str::FromStr;

use crate::card::parse_cards;
use crate::{Card, CardSet, CardsError, ParseError, ParseErrorKind};

/// A betting street, named after the board it is played on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Street {
    Preflop,
    Flop,
    Turn,
    River,
}

impl Street {
    /// The number of community cards: 0, 3, 4 or 5.
    pub const fn board_len(self) -> usize {
        match self {
            Street::Preflop => 0,
            Street::Flop => 3,
            Street::Turn => 4,
            Street::River => 5,
        }
    }
}

/// The community cards: none, a flop, a flop and turn, or all five.
///
/// The three cards of a flop have no order and are kept from high to low; the
/// turn and the river keep their places. Two boards are equal when they are the
/// same to a player.
///
/// ```
/// use quasar_cards::Board;
/// let board: Board = "9d Td 6h 2c".parse()?;
/// assert_eq!(board.to_string(), "Td9d6h2c");
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    cards: [Card; 5],
    street: Street,
}

/// The sizes of a board, for error messages.
const BOARD_COUNTS: &str = "a board of 0, 3, 4 or 5 cards";

impl Board {
    /// The board before the flop.
    pub const EMPTY: Board = Board { cards: [FILLER; 5], street: Street::Preflop };

    /// A board of 0, 3, 4 or 5 distinct cards: flop, turn, river.
    pub fn new(cards: &[Card]) -> Result<Board, CardsError> {
        let street = match cards.len() {
            0 => Street::Preflop,
            3 => Street::Flop,
            4 => Street::Turn,
            5 => Street::River,
            found => return Err(CardsError::Count { found, what: "board" }),
        };
        let mut seen = CardSet::EMPTY;
        for &card in cards {
            if !seen.insert(card) {
                return Err(CardsError::Duplicate(card));
            }
        }
        let mut board = Board { cards: [FILLER; 5], street };
        board.cards[..cards.len()].copy_from_slice(cards);
        if let Some(flop) = board.cards[..cards.len()].first_chunk_mut::<3>() {
            flop.sort_unstable_by(|a, b| b.cmp(a));
        }
        Ok(board)
    }

    /// Reads a flop: as [`from_str`](Board::from_str), three cards only.
    ///
    /// ```
    /// use quasar_cards::Board;
    /// assert!(Board::parse_flop("Td9d6h").is_ok());
    /// let error = Board::parse_flop("Td9d6h2c").unwrap_err();
    /// assert_eq!(error.to_string(), "column 1: expected a flop of 3 cards, found 4 cards");
    /// ```
    pub fn parse_flop(text: &str) -> Result<Board, ParseError> {
        let cards = parse_cards(text)?;
        match Board::new(&cards) {
            Ok(board) if board.street == Street::Flop => Ok(board),
            _ => Err(wrong_count(text, cards.len(), "a flop of 3 cards")),
        }
    }

    /// The cards: flop from high to low, then turn, then river.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.street.board_len()]
    }

    /// The cards as a set.
    pub fn set(&self) -> CardSet {
        self.cards().iter().copied().collect()
    }

    /// The street that is played on this board.
    pub fn street(&self) -> Street {
        self.street
    }

    /// This board with its next card; an error on a river, before the flop, and
    /// if the board already has the card.
    pub fn with_next(&self, card: Card) -> Result<Board, CardsError> {
        let cards: Vec<Card> = self.cards().iter().copied().chain([card]).collect();
        Board::new(&cards)
    }
}

/// Fills the unused places so that equality and hashing can be derived.
const FILLER: Card = Card::new(crate::Rank::Two, crate::Suit::Clubs);

impl FromStr for Board {
    type Err = ParseError;

    /// Reads `Td9d6h`, `Td 9d 6h` or `[Td,9d,6h]`; an empty text is the board
    /// before the flop.
    fn from_str(text: &str) -> Result<Board, ParseError> {
        let cards = parse_cards(text)?;
        Board::new(&cards).map_err(|_| wrong_count(text, cards.len(), BOARD_COUNTS))
    }
}

/// The error of a text whose cards are too few or too many.
fn wrong_count(text: &str, found: usize, expected: &'static str) -> ParseError {
    let start = text.len() - text.trim_start().len();
    ParseError::new(start, text.trim().len(), ParseErrorKind::CardCount { found, expected })
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flop_has_no_order_but_turn_and_river_have() {
        let board = |text: &str| text.parse::<Board>().unwrap();
        assert_eq!(board("6h9dTd"), board("Td9d6h"));
        assert_eq!(board("6h9dTdAs"), board("Td9d6hAs"));
        assert_ne!(board("Td9d6hAs2c"), board("Td9d6h2cAs"));
        assert_eq!(board(""), Board::EMPTY);
        assert_eq!(board("Td9d6h").with_next("As".parse().unwrap()), Ok(board("Td9d6hAs")));
    }

    #[test]
    fn wrong_counts_and_repeated_cards_are_refused() {
        for text in ["Td", "Td9d", "Td9d6h2c3c4c"] {
            let error = text.parse::<Board>().unwrap_err();
            assert!(matches!(error.kind(), ParseErrorKind::CardCount { .. }), "{text}");
            assert_eq!(error.span(), 0..text.len());
        }
        let error = "Td9dTd".parse::<Board>().unwrap_err();
        assert!(matches!(error.kind(), ParseErrorKind::DuplicateCard(_)));
        let river: Board = "Td9d6h2c3c".parse().unwrap();
        assert!(river.with_next("4c".parse().unwrap()).is_err());
        assert!(Board::EMPTY.with_next("4c".parse().unwrap()).is_err());
    }

    #[test]
    fn all_streets_print_and_parse() {
        for text in ["", "AsAhAd", "AsAhAdAc", "AsAhAd2cKc"] {
            let board: Board = text.parse().unwrap();
            assert_eq!(board.to_string(), text);
            assert_eq!(board.cards().len(), board.street().board_len());
        }
    }
}
