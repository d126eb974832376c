//! Hand ranks and their categories.
//!
//! There are 7,462 hands that differ in strength. [`HandRank`] numbers them from
//! 1 (seven-five high) to 7,462 (royal flush), so comparing hands is comparing
//! numbers, and two hands split a pot exactly when their numbers are equal. Each
//! category is one block of numbers:
//!
//! | category | size | numbers |
//! |---|---|---|
//! | high card | 1,277 | 1 to 1,277 |
//! | pair | 2,860 | 1,278 to 4,137 |
//! | two pair | 858 | 4,138 to 4,995 |
//! | three of a kind | 858 | 4,996 to 5,853 |
//! | straight | 10 | 5,854 to 5,863 |
//! | flush | 1,277 | 5,864 to 7,140 |
//! | full house | 156 | 7,141 to 7,296 |
//! | four of a kind | 156 | 7,297 to 7,452 |
//! | straight flush | 10 | 7,453 to 7,462 |

use std::fmt;

/// The strength of a poker hand; higher is better.
///
/// Tables that have a place for every pair of hole cards mark the pairs that
/// hold a board card with [`HandRank::BLOCKED`], which is below every hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct HandRank(u16);

impl HandRank {
    /// How many different strengths there are.
    pub const COUNT: usize = 7_462;

    /// The weakest hand, seven-five high.
    pub const WORST: HandRank = HandRank(1);

    /// The strongest hand, a royal flush.
    pub const BEST: HandRank = HandRank(Self::COUNT as u16);

    /// No hand: stands in tables for hole cards that hold a board card.
    pub const BLOCKED: HandRank = HandRank(0);

    /// The hand rank with this number, if it is 1 to 7,462.
    #[inline]
    pub const fn from_number(number: u16) -> Option<HandRank> {
        if 1 <= number && number <= Self::COUNT as u16 { Some(HandRank(number)) } else { None }
    }

    /// A value of the rank tables.
    #[inline]
    pub(crate) const fn from_table(number: u16) -> HandRank {
        HandRank(number)
    }

    /// 1 for the weakest hand up to 7,462 for the strongest; 0 if blocked.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Whether this marks hole cards that cannot be held on the board.
    #[inline]
    pub const fn is_blocked(self) -> bool {
        self.0 == 0
    }

    /// The category of the hand. (A blocked entry is not a hand; it counts as
    /// [`Category::HighCard`].)
    pub fn category(self) -> Category {
        let higher = Category::ALL.into_iter().rev();
        higher
            .take_while(|category| category.first().0 > self.0)
            .last()
            .map_or(Category::StraightFlush, |above| {
                Category::ALL[(above as usize).saturating_sub(1)]
            })
    }
}

impl fmt::Debug for HandRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.0, self.describe())
    }
}

/// The kinds of poker hands, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Category {
    HighCard,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

impl Category {
    /// All categories, weakest first.
    pub const ALL: [Category; 9] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPair,
        Category::ThreeOfAKind,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::FourOfAKind,
        Category::StraightFlush,
    ];

    /// How many hands of this category differ in strength.
    pub const fn size(self) -> usize {
        match self {
            Category::HighCard | Category::Flush => 1_277,
            Category::Pair => 2_860,
            Category::TwoPair | Category::ThreeOfAKind => 858,
            Category::Straight | Category::StraightFlush => 10,
            Category::FullHouse | Category::FourOfAKind => 156,
        }
    }

    /// The weakest hand of this category.
    pub fn first(self) -> HandRank {
        let below: usize = Category::ALL[..self as usize].iter().map(|c| c.size()).sum();
        HandRank(below as u16 + 1)
    }

    /// The name in words: `high card` to `straight flush`.
    pub const fn name(self) -> &'static str {
        match self {
            Category::HighCard => "high card",
            Category::Pair => "pair",
            Category::TwoPair => "two pair",
            Category::ThreeOfAKind => "three of a kind",
            Category::Straight => "straight",
            Category::Flush => "flush",
            Category::FullHouse => "full house",
            Category::FourOfAKind => "four of a kind",
            Category::StraightFlush => "straight flush",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_each_other_without_gaps() {
        let sizes: usize = Category::ALL.iter().map(|c| c.size()).sum();
        assert_eq!(sizes, HandRank::COUNT);
        let mut number = 0;
        for category in Category::ALL {
            for _ in 0..category.size() {
                number += 1;
                assert_eq!(HandRank::from_number(number).unwrap().category(), category);
            }
        }
        assert_eq!(HandRank(number), HandRank::BEST);
        assert_eq!(HandRank::from_number(0), None);
        assert_eq!(HandRank::from_number(7_463), None);
        assert_eq!(HandRank::BLOCKED.category(), Category::HighCard);
    }
}
