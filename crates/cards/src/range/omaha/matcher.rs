//! Whether a hand matches a pattern: a search for different cards, one per
//! element, that agree with all variables.
//!
//! The cards of a hand are positions 0 to 5, and every set of them is one byte:
//! the positions an element can take, those of one rank, those already used. A
//! search needs no memory but its stack; for `Ass` it takes about 15 ns a hand.

use crate::{CardSet, Rank, Suit};

use super::syntax::{Element, Part, Pattern, VARIABLES};

/// Most cards of a hand, and so most elements of a pattern.
pub(super) const MOST_CARDS: usize = 6;

/// A set of positions.
pub(super) type Positions = u8;

/// For each position, the positions of the same rank (or suit), itself among
/// them.
pub(super) type Groups = [Positions; MOST_CARDS];

/// A pattern made ready for searching.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    /// The elements that ask for something, the most demanding first.
    elements: Vec<Element>,
}

/// The ranks (or suits) that a partial assignment has settled, each as the set
/// of positions that have it.
#[derive(Clone, Copy, Default)]
struct Settled {
    named: Positions,
    bound: Positions,
    /// What each variable stands for; empty while undecided.
    variables: [Positions; VARIABLES],
}

impl Settled {
    /// The positions that an element with this part may still take.
    #[inline]
    fn open(&self, part: Part) -> Positions {
        match part {
            Part::Free => !0,
            Part::Named => !self.bound,
            Part::Variable(v) => match self.variables[v as usize] {
                0 => !(self.named | self.bound),
                group => group,
            },
        }
    }

    /// Records that an element with this part has taken a position of `group`.
    #[inline]
    fn settle(&mut self, part: Part, group: Positions) {
        match part {
            Part::Free => {}
            Part::Named => self.named |= group,
            Part::Variable(v) => {
                self.variables[v as usize] = group;
                self.bound |= group;
            }
        }
    }
}

/// A partial assignment of elements to positions.
#[derive(Clone, Copy, Default)]
struct Partial {
    used: Positions,
    /// The positions above the one taken last.
    above: Positions,
    ranks: Settled,
    suits: Settled,
}

impl Matcher {
    /// A matcher for the whole pattern.
    pub(super) fn new(pattern: &Pattern) -> Matcher {
        let mut elements = pattern.0.clone();
        // A pattern never has more elements than the hand has cards, so `*`
        // always finds one.
        elements.retain(|element| *element != Element::ANY);
        elements.sort_unstable_by_key(|element| (element.cards.len(), *element));
        Matcher { elements }
    }

    /// A matcher for what the pattern says about ranks. Hands that fail it fail
    /// the whole pattern.
    pub(super) fn of_ranks(pattern: &Pattern) -> Matcher {
        let without_suit = |element: &Element| {
            let ranks = Suit::ALL
                .into_iter()
                .fold(0, |ranks, suit| ranks | element.cards.ranks_of_suit(suit));
            let cards = super::syntax::cards_of_ranks(ranks);
            Element { cards, suit: Part::Free, ..*element }
        };
        Matcher::new(&Pattern(pattern.0.iter().map(without_suit).collect()))
    }

    /// Whether some element names ranks.
    pub(super) fn names_ranks(&self) -> bool {
        self.elements.iter().any(|element| element.rank == Part::Named)
    }

    /// Whether some element names suits.
    pub(super) fn names_suits(&self) -> bool {
        self.elements.iter().any(|element| element.suit == Part::Named)
    }

    /// Whether some element has anything to do with suits.
    pub(super) fn looks_at_suits(&self) -> bool {
        self.elements.iter().any(|element| element.suit != Part::Free)
    }

    /// The ranks that every matching hand holds, as a 13-bit mask.
    pub(super) fn required_ranks(&self) -> u16 {
        let ranks = self.elements.iter().filter_map(Element::single_rank);
        ranks.fold(0, |mask, rank| mask | 1 << rank.index())
    }

    /// The cards that each element can be.
    pub(super) fn cards(&self) -> impl Iterator<Item = CardSet> {
        self.elements.iter().map(|element| element.cards)
    }

    /// Whether a hand with these ranks fits, for a matcher that does not look at
    /// suits.
    pub(super) fn matches_ranks(&self, ranks: &[Rank], groups: &Groups) -> bool {
        let places = |element: usize| {
            let cards = self.elements[element].cards;
            let fits = |rank: &Rank| u8::from(cards.count_of_rank(*rank) > 0);
            ranks.iter().rev().fold(0, |places, rank| places << 1 | fits(rank))
        };
        self.matches(places, groups, &[0; MOST_CARDS])
    }

    /// Whether a hand with these ranks and suits fits, where `places` gives the
    /// positions whose cards are among those of an element.
    #[inline]
    pub(super) fn matches(
        &self,
        places: impl Fn(usize) -> Positions,
        ranks: &Groups,
        suits: &Groups,
    ) -> bool {
        let search = Search { elements: &self.elements, places, ranks, suits };
        search.succeeds(0, Partial { above: !0, ..Partial::default() })
    }
}

/// What stays the same during a search.
struct Search<'a, F> {
    elements: &'a [Element],
    places: F,
    ranks: &'a Groups,
    suits: &'a Groups,
}

impl<F: Fn(usize) -> Positions> Search<'_, F> {
    /// Whether the elements from `next` on can be added to a partial assignment.
    fn succeeds(&self, next: usize, partial: Partial) -> bool {
        let Some(element) = self.elements.get(next) else { return true };
        let mut open = (self.places)(next)
            & !partial.used
            & partial.ranks.open(element.rank)
            & partial.suits.open(element.suit);
        // Equal elements can swap their cards, so one order of them is enough.
        if next > 0 && self.elements[next - 1] == *element {
            open &= partial.above;
        }
        while open != 0 {
            let position = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut longer = partial;
            longer.used |= 1 << position;
            longer.above = (!1) << position;
            longer.ranks.settle(element.rank, self.ranks[position]);
            longer.suits.settle(element.suit, self.suits[position]);
            if self.succeeds(next + 1, longer) {
                return true;
            }
        }
        false
    }
}
