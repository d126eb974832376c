//! What an entry such as `A5s-A2s` or `77+` stands for.
//!
//! A [`Shape`] is a name without dash or plus; a [`Run`] is a row of shapes,
//! kept as its two ends. The parser makes runs from text, the printer makes
//! them from ranges, so both agree on what a text means.

use std::fmt;

use crate::{HoldemClass, ParseErrorKind, Rank};

/// The mark behind two ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Suits {
    /// `s`
    Suited,
    /// `o`
    Offsuit,
    /// No mark: both of the others; also the mark of a pair.
    Any,
}

/// Two ranks and a mark: `77`, `AKs`, `AKo`, `AK`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    high: Rank,
    low: Rank,
    suits: Suits,
}

impl Shape {
    /// The shape of two ranks in either order. A pair is `Any`.
    pub(super) fn new(one: Rank, other: Rank, suits: Suits) -> Shape {
        Shape { high: one.max(other), low: one.min(other), suits }
    }

    pub(super) fn is_pair(self) -> bool {
        self.high == self.low
    }

    /// How many ranks the cards lie apart: 0 for a pair, 1 for neighbours.
    fn gap(self) -> usize {
        self.high.index() - self.low.index()
    }

    /// This shape moved up by some ranks: both cards, or only the lower one.
    fn raised(self, ranks: usize, both: bool) -> Shape {
        let high = self.high.index() + if both { ranks } else { 0 };
        Shape { high: Rank::ALL[high], low: Rank::ALL[self.low.index() + ranks], ..self }
    }

    /// The one or two classes of this shape.
    fn classes(self) -> impl Iterator<Item = HoldemClass> {
        let suited = self.suits != Suits::Offsuit;
        let offsuit = self.suits != Suits::Suited && !self.is_pair();
        let class = move |suited| HoldemClass::new(self.high, self.low, suited);
        [suited.then(|| class(true)), offsuit.then(|| class(false))].into_iter().flatten()
    }

    fn text_len(self) -> usize {
        if self.suits == Suits::Any { 2 } else { 3 }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.suits {
            Suits::Suited => "s",
            Suits::Offsuit => "o",
            Suits::Any => "",
        };
        write!(f, "{}{}{mark}", self.high, self.low)
    }
}

/// The shapes from `bottom` to `top`, in steps of one rank: of both cards if the
/// ends differ in the high card, of the kicker otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    bottom: Shape,
    top: Shape,
}

impl Run {
    /// A shape alone: `AKs`.
    pub(super) fn single(shape: Shape) -> Run {
        Run { bottom: shape, top: shape }
    }

    /// A shape and the better ones of its kind: `ATs+`.
    pub(super) fn plus(shape: Shape) -> Run {
        let both = shape.gap() <= 1;
        let ranks = if both { Rank::Ace.index() - shape.high.index() } else { shape.gap() - 1 };
        Run { bottom: shape, top: shape.raised(ranks, both) }
    }

    /// Everything between two shapes in either order: `A5s-A2s`.
    pub(super) fn span(one: Shape, other: Shape) -> Result<Run, ParseErrorKind> {
        let same_line = one.gap() == other.gap() || one.high == other.high;
        if !same_line || one.is_pair() != other.is_pair() {
            return Err(ParseErrorKind::UnrelatedSpan);
        }
        if one.suits != other.suits {
            return Err(ParseErrorKind::MixedSpan);
        }
        let (bottom, top) = if one.low < other.low { (one, other) } else { (other, one) };
        Ok(Run { bottom, top })
    }

    /// The pairs from `bottom` to `top`.
    pub(super) fn pairs(bottom: Rank, top: Rank) -> Run {
        let pair = |rank| Shape::new(rank, rank, Suits::Any);
        Run { bottom: pair(bottom), top: pair(top) }
    }

    /// The hands of one high card with kickers from `bottom` to `top`.
    pub(super) fn kickers(high: Rank, bottom: Rank, top: Rank, suits: Suits) -> Run {
        let shape = |kicker| Shape::new(high, kicker, suits);
        Run { bottom: shape(bottom), top: shape(top) }
    }

    /// All classes of the run, lowest first.
    pub(super) fn classes(self) -> impl Iterator<Item = HoldemClass> {
        let both = self.bottom.high != self.top.high;
        let ranks = self.top.low.index() - self.bottom.low.index();
        (0..=ranks).flat_map(move |ranks| self.bottom.raised(ranks, both).classes())
    }

    /// How many bytes the run has as text.
    pub(super) fn text_len(self) -> usize {
        let name = self.bottom.text_len();
        match self {
            _ if self.bottom == self.top => name,
            _ if self == Run::plus(self.bottom) => name + 1,
            _ => 2 * name + 1,
        }
    }
}

/// Prints the shortest of `AKs`, `ATs+` and `A5s-A2s`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { bottom, top } = self;
        match self {
            _ if bottom == top => write!(f, "{bottom}"),
            _ if *self == Run::plus(*bottom) => write!(f, "{bottom}+"),
            _ => write!(f, "{top}-{bottom}"),
        }
    }
}
