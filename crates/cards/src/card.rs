//! Ranks, suits and cards.
//!
//! A card is one byte, `4 * rank + suit`, with ranks two to ace as 0 to 12 and
//! suits clubs, diamonds, hearts, spades as 0 to 3. Cards therefore sort by
//! rank first. Text is a rank letter and a suit letter: `Td`, `9h`, `As`.

use std::fmt;
use std::str::FromStr;

use crate::text::Cursor;
use crate::{ParseError, ParseErrorKind};

/// The rank of a card, two lowest and ace highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 13;

    /// All ranks, from two to ace, so that `ALL[i].index() == i`.
    pub const ALL: [Rank; Self::COUNT] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// 0 for a two up to 12 for an ace.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this index, if it is below 13.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The rank that a letter or digit names, in either case.
    pub const fn from_char(c: char) -> Option<Rank> {
        Some(match c {
            '2' => Rank::Two,
            '3' => Rank::Three,
            '4' => Rank::Four,
            '5' => Rank::Five,
            '6' => Rank::Six,
            '7' => Rank::Seven,
            '8' => Rank::Eight,
            '9' => Rank::Nine,
            'T' | 't' => Rank::Ten,
            'J' | 'j' => Rank::Jack,
            'Q' | 'q' => Rank::Queen,
            'K' | 'k' => Rank::King,
            'A' | 'a' => Rank::Ace,
            _ => return None,
        })
    }

    /// The letter or digit of this rank, `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn to_char(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

/// The suit of a card. The order has no meaning in the rules; it fixes indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// How many suits there are.
    pub const COUNT: usize = 4;

    /// All suits in index order: clubs, diamonds, hearts, spades.
    pub const ALL: [Suit; Self::COUNT] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// 0 for clubs up to 3 for spades.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit with this index, if it is below 4.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Suit> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The suit that a letter in either case or a symbol names, black or white: `♠`, `♤`.
    pub const fn from_char(c: char) -> Option<Suit> {
        Some(match c {
            'c' | 'C' | '♣' | '♧' => Suit::Clubs,
            'd' | 'D' | '♦' | '♢' => Suit::Diamonds,
            'h' | 'H' | '♥' | '♡' => Suit::Hearts,
            's' | 'S' | '♠' | '♤' => Suit::Spades,
            _ => return None,
        })
    }

    /// The letter of this suit: `c`, `d`, `h` or `s`.
    pub const fn to_char(self) -> char {
        b"cdhs"[self as usize] as char
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

/// One of the 52 cards. Cards order by rank, then by suit index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Card(u8);

impl Card {
    /// How many cards the deck has.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(4 * rank as u8 + suit as u8)
    }

    /// The card with this index, if it is below 52.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Self::COUNT { Some(Card(index as u8)) } else { None }
    }

    /// `4 * rank + suit`, always below 52.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank of this card.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize >> 2]
    }

    /// The suit of this card.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize & 3]
    }

    /// All 52 cards in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseError;

    /// Reads one card such as `Td`, `10d` or `T♦`, with white space allowed around it.
    fn from_str(text: &str) -> Result<Card, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let card = cursor.card()?;
        cursor.skip_spaces();
        match cursor.peek() {
            None => Ok(card),
            Some(_) => Err(cursor.unexpected("the end of the card")),
        }
    }
}

/// Reads a list of distinct cards: `Td9d6h`, `Td 9d 6h`, `[Td,9d,6h]` or `10♦9♦6♥`.
///
/// Cards may be separated by spaces or commas; one pair of square brackets may
/// enclose the list. The order is kept. An empty text is an empty list.
///
/// ```
/// let cards = quasar_cards::parse_cards("[Td, 9d, 6h]")?;
/// assert_eq!(cards.len(), 3);
/// let twice = quasar_cards::parse_cards("Td9dTd").unwrap_err();
/// assert_eq!(twice.position(), 4);
/// # Ok::<(), quasar_cards::ParseError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseError> {
    let mut cursor = Cursor::new(text);
    let mut cards: Vec<Card> = Vec::new();
    cursor.skip_spaces();
    let open = cursor.position();
    let bracketed = cursor.eat('[');
    loop {
        cursor.skip_spaces();
        match cursor.peek() {
            Some(']') if bracketed => break,
            None if bracketed => {
                return Err(ParseError::new(open, 1, ParseErrorKind::Unclosed('[')));
            }
            None => break,
            Some(_) => {}
        }
        let start = cursor.position();
        let card = cursor.card()?;
        if cards.contains(&card) {
            let length = cursor.position() - start;
            return Err(ParseError::new(start, length, ParseErrorKind::DuplicateCard(card)));
        }
        cards.push(card);
        cursor.skip_spaces();
        if cursor.eat(',') {
            cursor.skip_spaces();
            if matches!(cursor.peek(), None | Some(']')) {
                return Err(cursor.unexpected("a card after the comma"));
            }
        }
    }
    if bracketed {
        cursor.eat(']');
        cursor.skip_spaces();
        if cursor.peek().is_some() {
            return Err(cursor.unexpected("the end of the cards"));
        }
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_survives_text_and_index() {
        for (index, card) in Card::all().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(card.index(), 4 * card.rank().index() + card.suit().index());
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_uppercase().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn lists_in_every_documented_form_are_equal() {
        let plain = parse_cards("Td9d6h").unwrap();
        assert_eq!(plain.iter().map(|c| c.index()).collect::<Vec<_>>(), [33, 29, 18]);
        for text in [
            "Td 9d 6h",
            "[Td,9d,6h]",
            " [ Td , 9d , 6h ] ",
            "td9D6H",
            "Td,9d 6h",
            "10d9d6h",
            "10D 9d, 6h",
            "T♦9♦6♥",
            "10♢ 9♢ 6♡",
            "T\u{2666}\u{fe0f}9\u{2666}\u{fe0e}6\u{2665}\u{fe0f}",
        ] {
            assert_eq!(parse_cards(text).unwrap(), plain, "{text}");
        }
        assert_eq!(parse_cards(" ").unwrap(), []);
        assert_eq!(parse_cards("[]").unwrap(), []);
    }

    #[test]
    fn errors_point_at_the_byte() {
        for (text, position) in [
            ("Tx", 1),
            ("T", 1),
            ("Td9", 3),
            ("Td1d", 2),
            ("Td Td", 3),
            ("[Td9d", 0),
            ("Td9d]", 4),
            ("Td,", 3),
            ("[Td,]", 4),
            ("[Td]9d", 4),
            ("é", 0),
            ("10", 2),
            ("1d", 0),
            ("10d10d", 3),
            ("T♦T♦", 4),
            ("T\u{fe0f}", 1),
        ] {
            assert_eq!(parse_cards(text).unwrap_err().position(), position, "{text}");
        }
    }
}
