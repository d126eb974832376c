//! Reads a Hold'em range.
//!
//! One pass over the text, an entry at a time, writing weights as it goes; see
//! the module above for the grammar.

use super::forms::{Run, Shape, Suits};
use crate::range::percent::PercentRange;
use crate::range::warning::Suspect;
use crate::range::{HandOrders, Range, SuitSet, suits_of};
use crate::text::Cursor;
use crate::{CardSet, Combo, Game, HoldemClass, ParseError, ParseErrorKind, Suit};

/// The range that a text describes, and what is odd about the text; an empty text is the
/// empty range.
pub(in crate::range) fn parse(
    text: &str,
    orders: &HandOrders,
) -> Result<(Range, Vec<Suspect>), ParseError> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        orders,
        range: Range::empty(Game::Holdem),
        distinguished_suits: 0,
        tag: None,
        suspects: Vec::new(),
    };
    loop {
        match reader.cursor.peek() {
            Some(c) if is_separator(c) => {
                reader.cursor.next();
            }
            Some('[') => reader.tag()?,
            Some(_) => reader.entry()?,
            None => break,
        }
    }
    match reader.tag {
        Some(tag) => Err(ParseError::new(tag.start, tag.length, ParseErrorKind::UnclosedTag)),
        None => {
            reader.range.distinguished_suits = reader.distinguished_suits;
            Ok((reader.range, reader.suspects))
        }
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';') || c.is_whitespace()
}

/// The hands of one entry.
enum Hands<'a> {
    All,
    Combo(Combo),
    Run(Run),
    Percent(PercentRange<'a>),
}

/// A weight tag that is not closed yet, and where it stands.
struct Tag {
    weight: f32,
    start: usize,
    length: usize,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    orders: &'a HandOrders,
    range: Range,
    /// The suits of single combos.
    distinguished_suits: SuitSet,
    tag: Option<Tag>,
    suspects: Vec<Suspect>,
}

impl<'a> Reader<'a> {
    /// Reads `[82.0]` or `[/82.0]`.
    fn tag(&mut self) -> Result<(), ParseError> {
        let start = self.cursor.position();
        self.cursor.eat('[');
        let closing = self.cursor.eat('/');
        self.cursor.skip_spaces();
        let weight = self.cursor.percent()?;
        self.cursor.skip_spaces();
        if !self.cursor.eat(']') {
            return Err(self.cursor.unexpected("`]` after the percentage"));
        }
        let length = self.cursor.position() - start;
        let refused = |kind| Err(ParseError::new(start, length, kind));
        self.tag = match (closing, &self.tag) {
            (false, None) => Some(Tag { weight, start, length }),
            (true, Some(_)) => None,
            (false, Some(_)) => return refused(ParseErrorKind::NestedTag),
            (true, None) => return refused(ParseErrorKind::UnopenedTag),
        };
        Ok(())
    }

    /// Reads hands with their weight and enters them into the range.
    fn entry(&mut self) -> Result<(), ParseError> {
        let (hands, may_follow) = self.hands()?;
        let (weight, may_follow) = match self.own_weight()? {
            Some(weight) => (weight, "a separator"),
            None => (self.tag.as_ref().map_or(1.0, |tag| tag.weight), may_follow),
        };
        if self.cursor.peek().is_some_and(|c| !is_separator(c) && c != '[') {
            return Err(self.cursor.unexpected(may_follow));
        }
        match hands {
            Hands::All => self.range.weights_mut().fill(weight),
            Hands::Combo(combo) => {
                self.range.weights_mut()[combo.index()] = weight;
                self.distinguished_suits |= suits_of(combo.set());
            }
            Hands::Run(run) => self.enter(run.classes(), weight),
            Hands::Percent(range) => {
                let suit_class = |class: HoldemClass| Some(class.combos().next()?.suit_class());
                let holds =
                    |class: &HoldemClass| suit_class(*class).is_some_and(|c| range.holds(c));
                self.enter(HoldemClass::all().filter(holds), weight);
            }
        }
        Ok(())
    }

    /// Sets the weight of all combos of some classes.
    fn enter(&mut self, classes: impl Iterator<Item = HoldemClass>, weight: f32) {
        for combo in classes.flat_map(HoldemClass::combos) {
            self.range.weights_mut()[combo.index()] = weight;
        }
    }

    /// Reads hands, and says in words what may come directly after them.
    fn hands(&mut self) -> Result<(Hands<'a>, &'static str), ParseError> {
        const COMPLETE: &str = "a weight or a separator";
        if self.cursor.eat('*') || self.cursor.eat_word("random") {
            return Ok((Hands::All, COMPLETE));
        }
        let start = self.cursor.position();
        if let Some(range) = PercentRange::read(&mut self.cursor, Game::Holdem, self.orders)? {
            self.suspects.extend(Suspect::percent(start, self.cursor.position(), &range));
            return Ok((Hands::Percent(range), COMPLETE));
        }
        let mut second = self.cursor.clone();
        if second.eat_rank().is_none() {
            return Err(self.cursor.unexpected("a hand such as 77, AKs or AsKh"));
        }
        if second.peek().and_then(Suit::from_char).is_some() {
            return Ok((Hands::Combo(self.combo()?), COMPLETE));
        }
        if second.peek_rank().is_none() {
            return Err(second.unexpected("a second rank or a suit"));
        }
        let (shape, may_follow) = self.shape()?;
        if self.cursor.eat('+') {
            return Ok((Hands::Run(Run::plus(shape)), COMPLETE));
        }
        if !self.cursor.eat_spaced('-') {
            return Ok((Hands::Run(Run::single(shape)), may_follow));
        }
        let start = self.cursor.position();
        let (end, _) = self.shape()?;
        let length = self.cursor.position() - start;
        let run = Run::span(shape, end).map_err(|kind| ParseError::new(start, length, kind))?;
        Ok((Hands::Run(run), COMPLETE))
    }

    /// Reads `AsKh` or `As Kh`. One card alone is no hand, so a space does not end it.
    fn combo(&mut self) -> Result<Combo, ParseError> {
        let first = self.cursor.card()?;
        self.cursor.skip_spaces();
        let start = self.cursor.position();
        let second = self.cursor.card()?;
        let length = self.cursor.position() - start;
        Combo::from_set(CardSet::from(first).with(second))
            .map_err(|_| ParseError::new(start, length, ParseErrorKind::DuplicateCard(second)))
    }

    /// Reads `77`, `AKs`, `AKo` or `AK`, and says what may come directly after.
    fn shape(&mut self) -> Result<(Shape, &'static str), ParseError> {
        let (one, other) = (self.cursor.rank()?, self.cursor.rank()?);
        let suits = match self.cursor.peek() {
            Some('s' | 'S') => Suits::Suited,
            Some('o' | 'O') => Suits::Offsuit,
            _ => Suits::Any,
        };
        let may_follow = match suits {
            Suits::Any if one != other => "s, o, +, -, a weight or a separator",
            _ => "+, -, a weight or a separator",
        };
        if suits != Suits::Any {
            if one == other {
                let place = self.cursor.position();
                return Err(ParseError::new(place, 1, ParseErrorKind::MarkedPair));
            }
            self.cursor.next();
        }
        Ok((Shape::new(one, other, suits), may_follow))
    }

    /// Reads `:0.5` or `@50`, if one of them comes next.
    fn own_weight(&mut self) -> Result<Option<f32>, ParseError> {
        let percent = self.cursor.eat_spaced('@');
        if !percent && !self.cursor.eat_spaced(':') {
            return Ok(None);
        }
        let start = self.cursor.position();
        let weight = if percent { self.cursor.percent()? } else { self.cursor.number(1)? };
        if self.tag.is_some() {
            let length = self.cursor.position() - start;
            return Err(ParseError::new(start, length, ParseErrorKind::WeightInTag));
        }
        Ok(Some(weight))
    }
}
