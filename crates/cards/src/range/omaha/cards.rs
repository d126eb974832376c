//! Reading patterns: runs of cards, lists and variables.
//!
//! A suit that directly follows a rank belongs to it; elsewhere it is a separate
//! card. White space ends a card. After as many ranks as a hand has cards, `ds` and
//! `ss` cannot be cards: there they say how the hand is suited, as in `AAKKds`.

use crate::text::Cursor;
use crate::{CardSet, ParseError, ParseErrorKind, Suit};

use super::macros;
use super::syntax::{Element, Part, Pattern, cards_of_ranks, cards_of_suit};

/// What may begin a pattern, for error messages.
const CARD: &str = "a rank, a suit, a variable, `*`, `[`, `$` or `(`";
/// What a list may contain, for error messages.
const LISTED: &str = "a rank, a suit or a card";

/// Reads the cards of a pattern, up to what cannot be one.
pub(super) fn pattern(cursor: &mut Cursor<'_>, hole_cards: usize) -> Result<Pattern, ParseError> {
    let mut elements: Vec<Element> = Vec::new();
    loop {
        let mut ahead = cursor.clone();
        ahead.skip_spaces();
        if !begins(&ahead) || (all_ranks(&elements, hole_cards) && mark(&ahead).is_some()) {
            break;
        }
        *cursor = ahead;
        let start = cursor.position();
        let last = elements.len() + 1 == hole_cards && all_ranks(&elements, elements.len());
        let element = element(cursor, last)?;
        let error = |kind| ParseError::new(start, cursor.position() - start, kind);
        if elements.len() == hole_cards {
            return Err(error(ParseErrorKind::TooManyCards { most: hole_cards }));
        }
        if let Some(card) = element.single_card().filter(|_| elements.contains(&element)) {
            return Err(error(ParseErrorKind::DuplicateCard(card)));
        }
        elements.push(element);
    }
    if elements.is_empty() { Err(cursor.unexpected(CARD)) } else { Ok(Pattern(elements)) }
}

/// Whether these are so many ranks without suits.
fn all_ranks(elements: &[Element], count: usize) -> bool {
    let only_rank = |element: &Element| element.rank != Part::Free && element.suit == Part::Free;
    elements.len() == count && elements.iter().all(only_rank)
}

/// The `ds` or `ss` that comes next, if it is a word of its own.
fn mark(cursor: &Cursor<'_>) -> Option<&'static str> {
    let mut ahead = cursor.clone();
    let mark = ["ds", "ss"].into_iter().find(|mark| ahead.rest().starts_with(mark))?;
    ahead.eat_word(mark);
    (!begins(&ahead) || ahead.peek() == Some('$')).then_some(mark)
}

/// Reads the `ds` or `ss` after a pattern of so many ranks.
pub(super) fn eat_mark(
    cursor: &mut Cursor<'_>,
    pattern: &Pattern,
    hole_cards: usize,
) -> Option<&'static str> {
    let mut ahead = cursor.clone();
    ahead.skip_spaces();
    let mark = mark(&ahead).filter(|_| all_ranks(&pattern.0, hole_cards))?;
    ahead.eat_word(mark);
    *cursor = ahead;
    Some(mark)
}

/// Whether a card of a pattern comes next.
pub(super) fn begins(cursor: &Cursor<'_>) -> bool {
    if cursor.peek_rank().is_some() {
        return true;
    }
    let mut rest = cursor.rest().chars();
    match rest.next() {
        Some('*' | '[') => true,
        // `$B` is a card, `$ds` is not.
        Some('$') => rest.next().is_some_and(|c| c.is_ascii_uppercase()),
        Some(c) => rank_variable(c).is_some() || suit(c).is_some() || suit_variable(c).is_some(),
        None => false,
    }
}

fn rank_variable(c: char) -> Option<u8> {
    "RONP".chars().position(|variable| variable == c).map(|place| place as u8)
}

fn suit_variable(c: char) -> Option<u8> {
    "wxyz".chars().position(|variable| variable == c).map(|place| place as u8)
}

/// Letters of suits are lower case only: upper case is kept for rank variables.
fn suit(c: char) -> Option<Suit> {
    Suit::from_char(c).filter(|_| !c.is_ascii_uppercase())
}

/// Moves past the suit that comes next, if one does.
fn eat_suit(cursor: &mut Cursor<'_>) -> Option<Suit> {
    cursor.peek().and_then(suit).and_then(|_| cursor.eat_suit())
}

/// Reads one card, list or variable with the suit that follows it. After the `last` rank
/// of a hand, `ds` and `ss` are no suits.
fn element(cursor: &mut Cursor<'_>, last: bool) -> Result<Element, ParseError> {
    let start = cursor.position();
    let Some(c) = cursor.peek() else { return Err(cursor.unexpected(CARD)) };
    let element = if c == '[' {
        list(cursor)?
    } else if let Some(rank) = cursor.eat_rank() {
        ranked(1 << rank.index())
    } else if let Some(variable) = rank_variable(c) {
        cursor.next();
        Element { rank: Part::Variable(variable), ..Element::ANY }
    } else if c == '$' {
        cursor.next();
        let letter = cursor.next();
        let Some(ranks) = letter.and_then(macros::ranks) else {
            let length = cursor.position() - start;
            return Err(ParseError::new(start, length, ParseErrorKind::UnknownMacro));
        };
        ranked(ranks)
    } else {
        cursor.eat('*');
        Element::ANY
    };
    let marked = last && element.rank != Part::Free && mark(cursor).is_some();
    let takes_suit = element.suit == Part::Free && !marked;
    let element = if takes_suit { with_suit(cursor, element)? } else { element };
    if cursor.position() == start { Err(cursor.unexpected(CARD)) } else { Ok(element) }
}

/// The element that is one of some ranks.
fn ranked(ranks: u16) -> Element {
    Element { cards: cards_of_ranks(ranks), rank: Part::Named, suit: Part::Free }
}

/// Reads the suit, suit variable or list of suits after a rank, if there is one.
fn with_suit(cursor: &mut Cursor<'_>, element: Element) -> Result<Element, ParseError> {
    let Some(c) = cursor.peek() else { return Ok(element) };
    let (cards, part) = if let Some(suit) = eat_suit(cursor) {
        (cards_of_suit(suit), Part::Named)
    } else if let Some(variable) = suit_variable(c) {
        cursor.next();
        (CardSet::DECK, Part::Variable(variable))
    } else if begins_suit_list(cursor) {
        (list(cursor)?.cards, Part::Named)
    } else {
        return Ok(element);
    };
    Ok(Element { cards: element.cards & cards, suit: part, ..element })
}

/// Whether `[` comes next and a suit is the first thing in it.
fn begins_suit_list(cursor: &Cursor<'_>) -> bool {
    let inside = cursor.rest().strip_prefix('[').map(str::trim_start);
    inside.and_then(|inside| inside.chars().next()).and_then(suit).is_some()
}

/// Reads a list in brackets: ranks and spans of ranks, suits, or cards.
fn list(cursor: &mut Cursor<'_>) -> Result<Element, ParseError> {
    let open = cursor.position();
    cursor.next();
    let mut listed = member(cursor, open)?;
    loop {
        cursor.skip_spaces();
        if cursor.eat(']') {
            return Ok(listed);
        }
        cursor.eat(',');
        cursor.skip_spaces();
        let start = cursor.position();
        let member = member(cursor, open)?;
        if (listed.rank, listed.suit) != (member.rank, member.suit) {
            let length = cursor.position() - start;
            return Err(ParseError::new(start, length, ParseErrorKind::MixedList));
        }
        listed.cards |= member.cards;
    }
}

/// Reads one member of the list that opened at `open`.
fn member(cursor: &mut Cursor<'_>, open: usize) -> Result<Element, ParseError> {
    cursor.skip_spaces();
    if cursor.peek().is_none() {
        return Err(ParseError::new(open, 1, ParseErrorKind::Unclosed('[')));
    }
    if let Some(suit) = eat_suit(cursor) {
        return Ok(Element { cards: cards_of_suit(suit), suit: Part::Named, ..Element::ANY });
    }
    let Some(rank) = cursor.eat_rank() else { return Err(cursor.unexpected(LISTED)) };
    if let Some(suit) = eat_suit(cursor) {
        let cards = cards_of_ranks(1 << rank.index()) & cards_of_suit(suit);
        return Ok(Element { cards, rank: Part::Named, suit: Part::Named });
    }
    cursor.skip_spaces();
    let last = if cursor.eat('-') {
        cursor.skip_spaces();
        cursor.rank()?
    } else {
        rank
    };
    Ok(ranked(macros::span(rank, last)))
}
