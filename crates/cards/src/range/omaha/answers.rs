//! The answers of patterns, percent ranges and expressions for the hands of one shape.
//!
//! An answer comes in two stages: a verdict from the ranks alone, and, where
//! that leaves it open, a search per suiting. Patterns without named ranks are
//! evaluated once per shape, when [`Answers`] is made; the others each time that
//! [`Answers::prepare`] moves to another choice of ranks. Percent ranges depend on
//! suit classes only; these are found once for all percent ranges, and only for
//! ranks that the patterns combined with one have not ruled out.

use std::cell::OnceCell;

use crate::range::percent::PercentRange;
use crate::{Rank, Suit};

use super::matcher::{MOST_CARDS, Matcher, Positions};
use super::shape::{Shape, Suiting};
use super::syntax::{Expression, Filter, Pattern};

/// What the ranks of a hand alone say about a set of hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    No,
    /// It depends on the suits.
    Unknown,
    Yes,
}

impl Verdict {
    fn opposite(self) -> Verdict {
        match self {
            Verdict::No => Verdict::Yes,
            Verdict::Unknown => Verdict::Unknown,
            Verdict::Yes => Verdict::No,
        }
    }
}

/// A pattern with what is known of it before any hand is looked at.
pub(super) struct Leaf {
    matcher: Matcher,
    of_ranks: Matcher,
    required_ranks: u16,
    names_ranks: bool,
    names_suits: bool,
    looks_at_suits: bool,
}

impl Leaf {
    pub(super) fn new(pattern: &Pattern) -> Leaf {
        let matcher = Matcher::new(pattern);
        Leaf {
            of_ranks: Matcher::of_ranks(pattern),
            required_ranks: matcher.required_ranks(),
            names_ranks: matcher.names_ranks(),
            names_suits: matcher.names_suits(),
            looks_at_suits: matcher.looks_at_suits(),
            matcher,
        }
    }
}

/// Whether some pattern of the expression can distinguish hands of one class.
pub(super) fn names_suits(expression: &Expression, leaves: &[Leaf]) -> bool {
    match expression {
        Expression::Pattern(place) => leaves[*place].names_suits,
        Expression::Percent(_) => false,
        Expression::Union(members) => members.iter().any(|member| names_suits(member, leaves)),
        Expression::Filtered(first, filters) => {
            names_suits(first, leaves) || filters.iter().any(|(_, e)| names_suits(e, leaves))
        }
    }
}

/// The answers of all leaves and percent ranges for one shape and one choice of ranks.
pub(super) struct Answers<'a> {
    shape: &'a Shape,
    leaves: &'a [Leaf],
    of_leaf: Vec<Answer>,
    percent_ranges: &'a [PercentRange<'a>],
    ranks: &'a [Rank],
    /// The suit classes of the hands with these ranks, once a percent range needs them.
    suit_classes: OnceCell<Vec<usize>>,
}

/// What is known of a leaf.
struct Answer {
    verdict: Verdict,
    /// For leaves without named ranks, whether they hold, by class or, if they
    /// name suits, by suiting. Empty for other leaves.
    by_suiting: Vec<bool>,
    places: PlacesBySuit,
}

impl<'a> Answers<'a> {
    pub(super) fn new(
        leaves: &'a [Leaf],
        percent_ranges: &'a [PercentRange<'a>],
        shape: &'a Shape,
    ) -> Answers<'a> {
        let of_leaf = leaves.iter().map(|leaf| Answer::for_any_ranks(leaf, shape)).collect();
        Answers {
            shape,
            leaves,
            of_leaf,
            percent_ranges,
            ranks: &[],
            suit_classes: OnceCell::new(),
        }
    }

    /// Moves to another choice of ranks.
    pub(super) fn prepare(&mut self, ranks: &'a [Rank]) {
        self.ranks = ranks;
        self.suit_classes.take();
        let held = ranks.iter().fold(0, |mask, rank| mask | 1 << rank.index());
        for (leaf, answer) in self.leaves.iter().zip(&mut self.of_leaf) {
            if leaf.required_ranks & !held != 0 {
                answer.verdict = Verdict::No;
            } else if leaf.names_ranks {
                answer.turn_to(leaf, self.shape, ranks);
            }
        }
    }

    /// What the ranks say about an expression.
    pub(super) fn verdict(&self, expression: &Expression) -> Verdict {
        match expression {
            Expression::Pattern(place) => self.of_leaf[*place].verdict,
            Expression::Percent(_) => Verdict::Unknown,
            Expression::Union(members) => {
                members.iter().map(|e| self.verdict(e)).max().unwrap_or(Verdict::No)
            }
            Expression::Filtered(first, filters) => {
                let filters = filters.iter().map(|(filter, e)| match filter {
                    Filter::Inside => self.verdict(e),
                    Filter::Outside => self.verdict(e).opposite(),
                });
                filters.fold(self.verdict(first), Verdict::min)
            }
        }
    }

    /// Whether the expression holds the hand with this suiting.
    pub(super) fn holds(&self, expression: &Expression, place: usize) -> bool {
        match expression {
            Expression::Pattern(leaf) => self.leaf_holds(*leaf, place),
            Expression::Percent(range) => self.percent_range_holds(*range, place),
            Expression::Union(members) => members.iter().any(|e| self.holds(e, place)),
            Expression::Filtered(first, filters) => {
                self.holds(first, place)
                    && filters
                        .iter()
                        .all(|(filter, e)| self.holds(e, place) == (*filter == Filter::Inside))
            }
        }
    }

    #[inline]
    fn leaf_holds(&self, leaf: usize, place: usize) -> bool {
        let answer = &self.of_leaf[leaf];
        if answer.verdict != Verdict::Unknown {
            return answer.verdict == Verdict::Yes;
        }
        let leaf = &self.leaves[leaf];
        let suiting = &self.shape.suitings[place];
        if leaf.names_ranks {
            return answer.places.holds(&leaf.matcher, self.shape, suiting);
        }
        answer.by_suiting[if leaf.names_suits { place } else { suiting.class as usize }]
    }

    #[inline]
    fn percent_range_holds(&self, range: usize, place: usize) -> bool {
        let suit_classes = self.suit_classes.get_or_init(|| self.shape.suit_classes(self.ranks));
        let class = suit_classes[self.shape.suitings[place].class as usize];
        self.percent_ranges[range].holds(class)
    }
}

impl Answer {
    /// The answer of a leaf, final unless it names ranks.
    fn for_any_ranks(leaf: &Leaf, shape: &Shape) -> Answer {
        let mut answer = Answer {
            verdict: Verdict::No,
            by_suiting: Vec::new(),
            places: PlacesBySuit([[0; Suit::COUNT]; MOST_CARDS]),
        };
        if leaf.names_ranks {
            return answer;
        }
        // Any ranks do, as long as they fit the shape.
        let Some(ranks) = shape.rank_choices.first() else { return answer };
        answer.turn_to(leaf, shape, ranks);
        if answer.verdict == Verdict::Unknown {
            let holds = |suiting: &Suiting| answer.places.holds(&leaf.matcher, shape, suiting);
            answer.by_suiting = if leaf.names_suits {
                shape.suitings.iter().map(holds).collect()
            } else {
                shape.representatives.iter().map(|&place| holds(&shape.suitings[place])).collect()
            };
        }
        answer
    }

    /// Gives the verdict for a choice of ranks, and prepares for its suitings.
    fn turn_to(&mut self, leaf: &Leaf, shape: &Shape, ranks: &[Rank]) {
        let fits = leaf.of_ranks.matches_ranks(ranks, &shape.groups);
        self.verdict = match (fits, leaf.looks_at_suits) {
            (false, _) => Verdict::No,
            (true, false) => Verdict::Yes,
            (true, true) => Verdict::Unknown,
        };
        if self.verdict == Verdict::Unknown {
            self.places = PlacesBySuit::new(&leaf.matcher, ranks);
        }
    }
}

/// For each element and suit, the positions that the element could take if
/// their suit were this one.
struct PlacesBySuit([[Positions; Suit::COUNT]; MOST_CARDS]);

impl PlacesBySuit {
    fn new(matcher: &Matcher, ranks: &[Rank]) -> PlacesBySuit {
        let mut places = [[0; Suit::COUNT]; MOST_CARDS];
        for (places, cards) in places.iter_mut().zip(matcher.cards()) {
            for (suit, places) in Suit::ALL.into_iter().zip(places) {
                let allowed = cards.ranks_of_suit(suit);
                for (position, rank) in ranks.iter().enumerate() {
                    *places |= ((allowed >> rank.index() & 1) as u8) << position;
                }
            }
        }
        PlacesBySuit(places)
    }

    /// Whether the hand with this suiting fits the pattern.
    #[inline]
    fn holds(&self, matcher: &Matcher, shape: &Shape, suiting: &Suiting) -> bool {
        let suits = u32::from_ne_bytes(suiting.of_suit);
        let places = |element: usize| {
            // All four suits at once: mask, then gather the bytes into one.
            let mut places = u32::from_ne_bytes(self.0[element]) & suits;
            places |= places >> 16;
            places |= places >> 8;
            places as u8
        };
        matcher.matches(places, &shape.groups, &suiting.groups)
    }
}
