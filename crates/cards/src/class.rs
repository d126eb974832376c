//! The 169 classes of Hold'em hands that are equal up to suits.
//!
//! A class is its place in the familiar 13 x 13 grid, read row by row: aces
//! first, pairs on the diagonal, suited hands above it, offsuit hands below.
//! `AA` is 0, `AKs` 1, `A2s` 12, `AKo` 13, `KK` 14, `22` 168.

use std::fmt;
use std::str::FromStr;

use crate::text::Cursor;
use crate::{Card, CardSet, Combo, Game, ParseError, Rank, Suit};

/// A Hold'em class such as `AKs`, `T9o` or `77`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct HoldemClass(u8);

impl HoldemClass {
    /// How many classes there are.
    pub const COUNT: usize = 169;

    /// The class with this index, if it is below 169.
    #[inline]
    pub const fn from_index(index: usize) -> Option<HoldemClass> {
        if index < Self::COUNT { Some(HoldemClass(index as u8)) } else { None }
    }

    /// `13 * row + column` of the grid.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The class of a pair; or of two ranks, suited or not. A suited pair is
    /// the pair.
    pub const fn new(one: Rank, other: Rank, suited: bool) -> HoldemClass {
        let (one, other) = (12 - one as u8, 12 - other as u8);
        let (high, low) = if one < other { (one, other) } else { (other, one) };
        HoldemClass(if suited { 13 * high + low } else { 13 * low + high })
    }

    /// The class of a Hold'em hand; `None` for other games' hands.
    #[inline]
    pub fn of(combo: &Combo) -> Option<HoldemClass> {
        if combo.game() != Game::Holdem {
            return None;
        }
        let mut cards = combo.cards();
        let (low, high) = (cards.next()?, cards.next()?);
        Some(HoldemClass::new(high.rank(), low.rank(), high.suit() == low.suit()))
    }

    /// Row of the grid, 0 at the top, where the aces are.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 13
    }

    /// Column of the grid, 0 at the left, where the aces are.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 13
    }

    /// The higher rank.
    #[inline]
    pub const fn high(self) -> Rank {
        let (row, column) = (self.row(), self.column());
        Rank::ALL[12 - if row < column { row } else { column }]
    }

    /// The lower rank; the same as [`high`](Self::high) for a pair.
    #[inline]
    pub const fn low(self) -> Rank {
        let (row, column) = (self.row(), self.column());
        Rank::ALL[12 - if row < column { column } else { row }]
    }

    /// Whether this is a pair.
    #[inline]
    pub const fn is_pair(self) -> bool {
        self.row() == self.column()
    }

    /// Whether this is two ranks of one suit.
    #[inline]
    pub const fn is_suited(self) -> bool {
        self.row() < self.column()
    }

    /// How many combos the class has: 6, 4 or 12.
    pub const fn size(self) -> usize {
        if self.is_pair() {
            6
        } else if self.is_suited() {
            4
        } else {
            12
        }
    }

    /// The combos of the class, in index order of the higher card's suit.
    pub fn combos(self) -> impl Iterator<Item = Combo> {
        Suit::ALL.into_iter().flat_map(move |first| {
            Suit::ALL.into_iter().filter_map(move |second| {
                let wanted = if self.is_pair() {
                    second < first
                } else {
                    self.is_suited() == (first == second)
                };
                let cards = CardSet::from(Card::new(self.high(), first))
                    .with(Card::new(self.low(), second));
                wanted.then_some(cards).and_then(|cards| Combo::from_set(cards).ok())
            })
        })
    }

    /// All classes, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = HoldemClass> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(HoldemClass)
    }
}

impl fmt::Display for HoldemClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match (self.is_pair(), self.is_suited()) {
            (true, _) => "",
            (_, true) => "s",
            _ => "o",
        };
        f.pad(&format!("{}{}{suffix}", self.high(), self.low()))
    }
}

impl fmt::Debug for HoldemClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for HoldemClass {
    type Err = ParseError;

    /// Reads `AKs`, `T9o` or `77`, in either case.
    fn from_str(text: &str) -> Result<HoldemClass, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let (one, other) = (cursor.rank()?, cursor.rank()?);
        let suited = match cursor.peek() {
            _ if one == other => true,
            Some('s' | 'S') => true,
            Some('o' | 'O') => false,
            _ => return Err(cursor.unexpected("s (suited) or o (offsuit)")),
        };
        if one != other {
            cursor.next();
        }
        cursor.skip_spaces();
        match cursor.peek() {
            None => Ok(HoldemClass::new(one, other, suited)),
            Some(_) => Err(cursor.unexpected("the end of the class")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_partition_the_combos() {
        let mut owner = vec![None; Game::Holdem.combos()];
        for class in HoldemClass::all() {
            assert_eq!(class.combos().count(), class.size());
            for combo in class.combos() {
                assert_eq!(HoldemClass::of(&combo), Some(class));
                assert_eq!(owner[combo.index()].replace(class), None);
            }
        }
        assert!(owner.iter().all(Option::is_some));
    }

    #[test]
    fn names_keep_to_a_width() {
        let [pair, suited] = ["AA", "AKs"].map(|name| name.parse::<HoldemClass>().unwrap());
        assert_eq!(format!("{pair:<4}|{suited:>5}|{suited}"), "AA  |  AKs|AKs");
    }

    #[test]
    fn names_and_places_are_the_familiar_ones() {
        for (name, row, column) in [
            ("AA", 0, 0),
            ("AKs", 0, 1),
            ("AKo", 1, 0),
            ("T9o", 5, 4),
            ("77", 7, 7),
            ("32s", 11, 12),
        ] {
            let class: HoldemClass = name.parse().unwrap();
            assert_eq!((class.row(), class.column()), (row, column), "{name}");
        }
        for class in HoldemClass::all() {
            assert_eq!(class.to_string().parse(), Ok(class));
            assert_eq!(HoldemClass::from_index(class.index()), Some(class));
        }
        for (text, position) in [("AK", 2), ("AAs", 2), ("1Ks", 0), ("AKs+", 3), ("", 0)] {
            assert_eq!(text.parse::<HoldemClass>().unwrap_err().position(), position, "{text}");
        }
    }
}
