//! What a text says once it is read: elements, patterns, expressions, assignments.

use crate::range::percent::PercentRange;
use crate::{Card, CardSet, Combo, Rank, Suit};

/// How an element ties the rank, or the suit, of its card to the other elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Part {
    /// Written out, alone or as one of a list: no variable may take it.
    Named,
    /// The variable with this number, below [`VARIABLES`].
    Variable(u8),
    /// Not mentioned.
    Free,
}

/// How many rank variables there are, and how many suit variables.
pub(super) const VARIABLES: usize = 4;

/// One card of a pattern: `A`, `As`, `*x`, `[K-J]h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Element {
    /// The cards it can be, as far as that does not depend on variables.
    pub(super) cards: CardSet,
    pub(super) rank: Part,
    pub(super) suit: Part,
}

impl Element {
    /// `*`: any card.
    pub(super) const ANY: Element =
        Element { cards: CardSet::DECK, rank: Part::Free, suit: Part::Free };

    /// The rank that the element names, if there is only one.
    pub(super) fn single_rank(&self) -> Option<Rank> {
        let lowest = self.cards.iter().next()?.rank();
        let highest = self.cards.iter().next_back()?.rank();
        (self.rank == Part::Named && lowest == highest).then_some(lowest)
    }

    /// The card that the element names, if there is only one.
    pub(super) fn single_card(&self) -> Option<Card> {
        if self.cards.len() == 1 { self.cards.iter().next() } else { None }
    }

    /// The element with its rank raised by `steps`, or lowered if negative.
    /// `None` if it names no single rank or leaves the deck.
    pub(super) fn raised(&self, steps: isize) -> Option<Element> {
        let rank = self.single_rank()?;
        rank.index().checked_add_signed(steps).and_then(Rank::from_index)?;
        let shift = 4 * steps.unsigned_abs();
        let bits = self.cards.bits();
        let moved = if steps < 0 { bits >> shift } else { bits << shift };
        Some(Element { cards: CardSet::from_bits(moved)?, ..*self })
    }
}

/// All cards whose rank is in a 13-bit mask.
pub(super) fn cards_of_ranks(ranks: u16) -> CardSet {
    Suit::ALL
        .into_iter()
        .fold(CardSet::EMPTY, |set, suit| set | CardSet::from_ranks_of_suit(ranks, suit))
}

/// All cards of a suit.
pub(super) fn cards_of_suit(suit: Suit) -> CardSet {
    CardSet::from_ranks_of_suit((1 << Rank::COUNT) - 1, suit)
}

/// Elements that must be found on different cards of a hand, as written. No
/// element at all fits every hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern(pub(super) Vec<Element>);

impl Pattern {
    /// The hand that the pattern spells out card by card, if it does.
    pub(super) fn hand(&self, hole_cards: usize) -> Option<Combo> {
        if self.0.len() != hole_cards {
            return None;
        }
        let cards: Option<CardSet> = self.0.iter().map(Element::single_card).collect();
        Combo::from_set(cards?).ok().filter(|hand| hand.set().len() == hole_cards)
    }
}

/// A set of hands. Nesting is as deep as the text's parentheses, no deeper.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expression {
    /// The hands that fit the pattern with this place in [`Batch::patterns`].
    Pattern(usize),
    /// The hands of the percent range with this index in [`Batch::percent_ranges`].
    Percent(usize),
    /// The hands of any of these.
    Union(Vec<Expression>),
    /// The hands of the first that pass every filter after it.
    Filtered(Box<Expression>, Vec<(Filter, Expression)>),
}

/// Which hands a filter lets through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filter {
    /// Those that are in its expression: `:`.
    Inside,
    /// Those that are not: `!`.
    Outside,
}

/// An expression and the weight of its hands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Item {
    pub(super) expression: Expression,
    pub(super) weight: f32,
}

/// Items that are evaluated in one pass, in the order written.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch<'a> {
    pub(super) patterns: Vec<Pattern>,
    pub(super) percent_ranges: Vec<PercentRange<'a>>,
    pub(super) items: Vec<Item>,
}

/// What a text does to a range, in order: later assignments overwrite earlier ones.
#[derive(Clone, Debug)]
pub(super) enum Assignment<'a> {
    /// Sets the weight of one hand. Lists of thousands of hands are common, so
    /// they must not cost a pass each.
    Hand(Combo, f32),
    /// Sets the weights of all hands that some item holds.
    Batch(Batch<'a>),
}
