//! Errors of the text readers and of the constructors that check cards.

use std::ops::Range;

use thiserror::Error;

use crate::{Card, Game};

/// Why a text is not cards, a board or a range, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {}: {kind}", .start + 1)]
pub struct ParseError {
    start: usize,
    length: usize,
    kind: ParseErrorKind,
}

impl ParseError {
    pub(crate) fn new(start: usize, length: usize, kind: ParseErrorKind) -> Self {
        ParseError { start, length, kind }
    }

    /// Byte offset of the first character that is wrong. Equal to the length of
    /// the text when more was expected.
    pub fn position(&self) -> usize {
        self.start
    }

    /// The bytes that are wrong; empty when more text was expected.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.length
    }

    /// What is wrong, without the place.
    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character (or the end, `None`) where something else was expected.
    #[error("expected {expected}, found {}", describe(*.found))]
    Unexpected {
        /// The character there, or `None` at the end of the text.
        found: Option<char>,
        /// What was expected, in words.
        expected: &'static str,
    },
    /// A bracket that is never closed.
    #[error("`{0}` is never closed")]
    Unclosed(char),
    /// The same card twice.
    #[error("{0} appears twice")]
    DuplicateCard(Card),
    /// A number of cards that the context does not allow.
    #[error("expected {expected}, found {}", cards(*.found))]
    CardCount {
        /// How many cards the text has.
        found: usize,
        /// Which numbers are allowed, in words.
        expected: &'static str,
    },
    /// Digits and points that do not make a number.
    #[error("this is not a number")]
    NotANumber,
    /// A weight or percentage beyond its limit.
    #[error("this number must be between 0 and {most}")]
    NumberTooLarge {
        /// The largest number allowed.
        most: u32,
    },
    /// A game that Quasar does not know.
    #[error("unknown game; use holdem, plo4, plo5 or plo6")]
    UnknownGame,
    /// A span such as `A5s-K3s` whose ends are not on one line.
    #[error(
        "the ends of a span must be two pairs, share the high card or be equally far apart, \
         like TT-77, A5s-A2s or JTs-76s"
    )]
    UnrelatedSpan,
    /// A span such as `A5s-A2` whose ends have different marks.
    #[error("both ends of a span need the same mark: s, o or none, like A5s-A2s")]
    MixedSpan,
    /// A pair with a mark, such as `77s`.
    #[error("leave out s or o: a pair is never suited")]
    MarkedPair,
    /// A weight tag such as `[50]` between another one and its closing tag.
    #[error("weight tags do not nest: close the previous one with [/...] first")]
    NestedTag,
    /// A weight tag that is never closed.
    #[error("this weight tag is never closed with [/...]")]
    UnclosedTag,
    /// A closing weight tag without an opening one.
    #[error("this closes a weight tag that was never opened")]
    UnopenedTag,
    /// A hand with its own weight inside a weight tag.
    #[error("this hand already gets its weight from the tag around it")]
    WeightInTag,
    /// A pattern with more cards than a hand of the game has.
    #[error("this is one card too many: a hand has {most}")]
    TooManyCards {
        /// How many cards a hand has.
        most: usize,
    },
    /// A list in brackets that mixes ranks, suits and cards.
    #[error("a list has ranks, suits or cards, but not a mixture")]
    MixedList,
    /// The two ends of a span of patterns do not fit together.
    #[error(
        "the ends of a span must be equal except for ranks that all move by the same number of steps"
    )]
    SpanMismatch,
    /// A `+` or `-` after a pattern that names no rank.
    #[error("this pattern names no rank to move up or down")]
    SpanWithoutRank,
    /// A `$` word that Quasar does not know.
    #[error(
        "unknown macro; the macros are $s, $o, $ss, $ds, $np, $nt for hands and $R, $B, $F, $N, $M, $Z, $L, $W for cards"
    )]
    UnknownMacro,
    /// A weight inside parentheses.
    #[error("a weight applies to a whole item and cannot be inside parentheses")]
    WeightInParentheses,
    /// A range such as `15%` or `tight` where no order of hands is given.
    #[error("percent ranges and profiles need an order of hands, and none is loaded for this game")]
    PercentRange,
    /// A percent range such as `20%-10%`.
    #[error("the smaller percentage comes first, like 10%-20%")]
    DescendingPercent,
    /// An order of hands, after `@`, that the game does not have.
    #[error("unknown order of hands; the orders are {}", .known.join(", "))]
    UnknownOrder {
        /// The orders of the game, its default first.
        known: Vec<String>,
    },
    /// Parentheses within parentheses beyond the limit.
    #[error("parentheses are nested more than {most} deep")]
    TooDeep {
        /// The deepest nesting allowed.
        most: usize,
    },
    /// More patterns in one text than are evaluated.
    #[error("a text may have at most {most} patterns, not counting fully written hands")]
    TooManyPatterns {
        /// How many patterns are allowed.
        most: usize,
    },
}

fn describe(found: Option<char>) -> String {
    match found {
        Some(c) => format!("`{}`", c.escape_debug()),
        None => "the end".to_owned(),
    }
}

fn cards(count: usize) -> String {
    match count {
        1 => "1 card".to_owned(),
        n => format!("{n} cards"),
    }
}

/// Why a list of cards is not a board or a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CardsError {
    /// The same card twice.
    #[error("{0} appears twice")]
    Duplicate(Card),
    /// A number of cards that a board or hand cannot have.
    #[error("{} cannot make a {what}", cards(*.found))]
    Count {
        /// How many cards were given.
        found: usize,
        /// What they were meant to be.
        what: &'static str,
    },
}

/// Why weights are not a range.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// More or fewer weights than the game has combos.
    #[error("{found} weights, but the game has {expected} combos")]
    Count {
        /// Weights given.
        found: usize,
        /// Combos of the game.
        expected: usize,
    },
    /// A weight that is negative, above 1 or not a number.
    #[error("combo {combo} has the weight {weight}; weights must be between 0 and 1")]
    Weight {
        /// The index of the combo.
        combo: usize,
        /// Its weight.
        weight: f32,
    },
}

/// Why a list of classes is not an order of hands, or orders cannot be listed
/// together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OrderError {
    /// A name that a range text could not use.
    #[error("`{0}` cannot name an order: a name is a letter, then letters, digits and dashes")]
    BadName(String),
    /// A number beyond the last suit class.
    #[error("there is no suit class {class}: {game} has {count}, counted from 0")]
    NoSuchClass {
        /// The number listed.
        class: usize,
        /// The game whose hands are ordered.
        game: Game,
        /// How many suit classes the game has.
        count: usize,
    },
    /// The same suit class twice.
    #[error("suit class {0} is listed twice")]
    RepeatedClass(usize),
    /// An end before every suit class was listed.
    #[error("only {listed} of the {count} suit classes of {game} are listed")]
    MissingClasses {
        /// How many classes were listed.
        listed: usize,
        /// The game whose hands are ordered.
        game: Game,
        /// How many suit classes the game has.
        count: usize,
    },
    /// Two orders of one game with the same name.
    #[error("{game} has two orders with the name {name}")]
    RepeatedName {
        /// The name of both.
        name: String,
        /// The game of both.
        game: Game,
    },
}
