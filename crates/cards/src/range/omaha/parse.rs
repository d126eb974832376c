//! Reading a whole text: items, weights, operators, parentheses.

use crate::range::percent::PercentRange;
use crate::range::warning::Suspect;
use crate::text::Cursor;
use crate::{Game, HandOrders, ParseError, ParseErrorKind};

use super::syntax::{Assignment, Batch, Expression, Filter, Item, Pattern};
use super::{cards, macros, span, suspect};

/// Deepest nesting of parentheses. The parser and the evaluation recurse this
/// deep and no deeper, whatever the text.
const MOST_DEPTH: usize = 64;
/// Most patterns and percent ranges of one text, fully written hands not counted. It
/// bounds time and memory: a pattern can cost 4 KB during evaluation. The 16,432
/// classes of four-card hands, written out one by one, stay well below.
pub(super) const MOST_PATTERNS: usize = 1 << 15;

/// What a text says: the assignments that build its range, and what is odd about it.
pub(super) struct Read<'a> {
    pub(super) assignments: Vec<Assignment<'a>>,
    pub(super) suspects: Vec<Suspect>,
}

/// Reads a text.
pub(super) fn read<'a>(
    game: Game,
    text: &'a str,
    orders: &'a HandOrders,
) -> Result<Read<'a>, ParseError> {
    let mut parser = Parser {
        text,
        suspects: Vec::new(),
        cursor: Cursor::new(text),
        game,
        hole_cards: game.hole_cards(),
        orders,
        pattern_count: 0,
        batch: Batch::default(),
        assignments: Vec::new(),
    };
    parser.items()?;
    parser.finish_batch();
    Ok(Read { assignments: parser.assignments, suspects: parser.suspects })
}

struct Parser<'a> {
    text: &'a str,
    suspects: Vec<Suspect>,
    /// Where in the text, or in that of a macro, the next character is.
    cursor: Cursor<'a>,
    game: Game,
    hole_cards: usize,
    orders: &'a HandOrders,
    /// Patterns and percent ranges in all batches so far, fully written hands not counted.
    pattern_count: usize,
    /// The batch that items are added to.
    batch: Batch<'a>,
    /// What was read before the batch.
    assignments: Vec<Assignment<'a>>,
}

impl Parser<'_> {
    /// Reads items with their weights, separated by commas, up to the end.
    fn items(&mut self) -> Result<(), ParseError> {
        self.cursor.skip_spaces();
        if self.cursor.peek().is_none() {
            return Ok(());
        }
        loop {
            let expression = self.filtered(0)?;
            let mut expected = "a card, `,`, `:`, `!`, `@` or the end";
            let mut weight = 1.0;
            if self.cursor.eat('@') {
                self.cursor.skip_spaces();
                weight = self.cursor.percent()?;
                self.cursor.skip_spaces();
                expected = "`,` or the end";
            }
            self.add_item(expression, weight);
            if self.cursor.peek().is_none() {
                return Ok(());
            }
            if !self.cursor.eat(',') {
                return Err(self.cursor.unexpected(expected));
            }
        }
    }

    /// Adds an item to the batch, or a separate assignment if it is a single hand.
    fn add_item(&mut self, expression: Expression, weight: f32) {
        if let Expression::Pattern(place) = expression
            && let Some(hand) = self.batch.patterns[place].hand(self.hole_cards)
        {
            self.batch.patterns.truncate(place);
            self.finish_batch();
            self.assignments.push(Assignment::Hand(hand, weight));
        } else {
            self.batch.items.push(Item { expression, weight });
        }
    }

    fn finish_batch(&mut self) {
        if !self.batch.items.is_empty() {
            self.assignments.push(Assignment::Batch(std::mem::take(&mut self.batch)));
        }
    }

    /// Reads expressions separated by commas inside `depth` parentheses.
    fn union(&mut self, depth: usize) -> Result<Expression, ParseError> {
        let first = self.filtered(depth)?;
        let mut members = vec![first];
        while self.cursor.eat(',') {
            members.push(self.filtered(depth)?);
        }
        Ok(Expression::Union(members))
    }

    /// Reads operands joined by `:` and `!`, and the white space after them. A
    /// macro needs no colon before it.
    fn filtered(&mut self, depth: usize) -> Result<Expression, ParseError> {
        let first = self.operand(depth)?;
        let mut filters = Vec::new();
        loop {
            self.cursor.skip_spaces();
            if self.cursor.eat(':') {
                filters.push((Filter::Inside, self.operand(depth)?));
            } else if self.cursor.eat('!') {
                filters.push((Filter::Outside, self.operand(depth)?));
            } else if self.cursor.peek() == Some('$') {
                filters.push((Filter::Inside, self.hand_set(depth)?));
            } else if filters.is_empty() {
                return Ok(first);
            } else {
                return Ok(Expression::Filtered(Box::new(first), filters));
            }
        }
    }

    fn operand(&mut self, depth: usize) -> Result<Expression, ParseError> {
        self.cursor.skip_spaces();
        let start = self.cursor.position();
        if self.cursor.peek() == Some('(') {
            return self.parentheses(depth);
        }
        if let Some(range) = PercentRange::read(&mut self.cursor, self.game, self.orders)? {
            self.count(start, 1)?;
            self.suspects.extend(Suspect::percent(start, self.cursor.position(), &range));
            self.batch.percent_ranges.push(range);
            return Ok(Expression::Percent(self.batch.percent_ranges.len() - 1));
        }
        if self.cursor.eat_word("random") {
            return self.add_patterns(start, vec![Pattern(Vec::new())]);
        }
        if self.cursor.peek() == Some('$') && !cards::begins(&self.cursor) {
            return self.hand_set(depth);
        }
        let (patterns, mark) = self.span()?;
        let length = self.cursor.position() - start;
        let hands = self.add_patterns(start, patterns)?;
        let Some(mark) = mark else { return Ok(hands) };
        let suited = self.abbreviated(mark, start, length, depth)?;
        Ok(Expression::Filtered(Box::new(hands), vec![(Filter::Inside, suited)]))
    }

    /// Reads an expression in parentheses.
    fn parentheses(&mut self, depth: usize) -> Result<Expression, ParseError> {
        let open = self.cursor.position();
        if depth == MOST_DEPTH {
            let kind = ParseErrorKind::TooDeep { most: MOST_DEPTH };
            return Err(ParseError::new(open, 1, kind));
        }
        self.cursor.next();
        let inside = self.union(depth + 1)?;
        let end = self.cursor.position();
        match self.cursor.next() {
            Some(')') => Ok(inside),
            Some('@') => Err(ParseError::new(end, 1, ParseErrorKind::WeightInParentheses)),
            None => Err(ParseError::new(open, 1, ParseErrorKind::Unclosed('('))),
            Some(found) => {
                let expected = "a card, `,`, `:`, `!` or `)`";
                let kind = ParseErrorKind::Unexpected { found: Some(found), expected };
                Err(ParseError::new(end, found.len_utf8(), kind))
            }
        }
    }

    /// Reads a pattern and the span that it may begin, with the `ds` or `ss` after them.
    fn span(&mut self) -> Result<(Vec<Pattern>, Option<&'static str>), ParseError> {
        let (first, mark) = self.pattern()?;
        let end = self.cursor.clone();
        self.cursor.skip_spaces();
        let sign = self.cursor.position();
        let direction = if self.cursor.eat('+') {
            1
        } else if self.cursor.eat('-') {
            self.cursor.skip_spaces();
            if cards::begins(&self.cursor) {
                let start = self.cursor.position();
                let (last, last_mark) = self.pattern()?;
                let length = self.cursor.position() - start;
                let patterns = span::between(&first, &last).filter(|_| last_mark == mark);
                let mismatch = ParseError::new(start, length, ParseErrorKind::SpanMismatch);
                return Ok((patterns.ok_or(mismatch)?, mark));
            }
            -1
        } else {
            self.cursor = end;
            return Ok((vec![first], mark));
        };
        let patterns = span::onwards(&first, direction);
        let no_rank = ParseError::new(sign, 1, ParseErrorKind::SpanWithoutRank);
        Ok((patterns.ok_or(no_rank)?, mark))
    }

    /// Reads a pattern and the `ds` or `ss` that may follow it.
    fn pattern(&mut self) -> Result<(Pattern, Option<&'static str>), ParseError> {
        let start = self.cursor.position();
        let pattern = cards::pattern(&mut self.cursor, self.hole_cards)?;
        let written = self.text.get(start..self.cursor.position()).unwrap_or_default();
        self.suspects.extend(suspect::doubt(written, start, self.hole_cards));
        let mark = cards::eat_mark(&mut self.cursor, &pattern, self.hole_cards);
        Ok((pattern, mark))
    }

    /// Reads the name of a set of hands and then the text it abbreviates.
    fn hand_set(&mut self, depth: usize) -> Result<Expression, ParseError> {
        let start = self.cursor.position();
        self.cursor.next();
        let name_start = self.cursor.rest();
        while self.cursor.peek().is_some_and(|c| c.is_ascii_alphanumeric()) {
            self.cursor.next();
        }
        let length = self.cursor.position() - start;
        self.abbreviated(&name_start[..length - 1], start, length, depth)
    }

    /// The hands of the macro with this name, which was read from `start` on.
    fn abbreviated(
        &mut self,
        name: &str,
        start: usize,
        length: usize,
        depth: usize,
    ) -> Result<Expression, ParseError> {
        let here = |kind| ParseError::new(start, length, kind);
        let text = macros::hand_set(name).ok_or(here(ParseErrorKind::UnknownMacro))?;
        let outside = (
            std::mem::replace(&mut self.cursor, Cursor::new(text)),
            std::mem::replace(&mut self.text, text),
        );
        let expression = self.filtered(depth);
        (self.cursor, self.text) = outside;
        expression.map_err(|error| here(error.kind().clone()))
    }

    /// Stores patterns, read from `start` on, and returns their union.
    fn add_patterns(
        &mut self,
        start: usize,
        patterns: Vec<Pattern>,
    ) -> Result<Expression, ParseError> {
        let hands = patterns.iter().filter(|pattern| pattern.hand(self.hole_cards).is_some());
        self.count(start, patterns.len() - hands.count())?;
        let first = self.batch.patterns.len();
        self.batch.patterns.extend(patterns);
        let mut places = (first..self.batch.patterns.len()).map(Expression::Pattern);
        Ok(match (places.next(), places.len()) {
            (Some(only), 0) => only,
            (first, _) => Expression::Union(first.into_iter().chain(places).collect()),
        })
    }

    /// Counts patterns or percent ranges, read from `start` on, and checks that there are
    /// not too many.
    fn count(&mut self, start: usize, more: usize) -> Result<(), ParseError> {
        self.pattern_count += more;
        if self.pattern_count <= MOST_PATTERNS {
            return Ok(());
        }
        let kind = ParseErrorKind::TooManyPatterns { most: MOST_PATTERNS };
        Err(ParseError::new(start, self.cursor.position() - start, kind))
    }
}
