//! Percent ranges and profiles, which are written the same way in all games.
//!
//! ```text
//! best    = ( percent [ "-" percent ] | profile ) [ "@" order ]
//! percent = number "%"                         15%  7.5%  10%-20%
//! profile = "tight" | "normal" | "wide"        10%, 25%, 50%
//! order   = letter { letter | digit | "-" }    15%@vs-random
//! ```
//!
//! `10%-20%` is `20%` without `10%`. Without a name, the game's default order
//! applies. An `@` that is not followed by a letter is a weight and is left to the
//! caller. White space is allowed around `-` and `@`.

use crate::text::Cursor;
use crate::{Game, ParseError, ParseErrorKind};

use super::order::{HandOrder, HandOrders, is_name_character};

/// Names of ranges and the percentage that each abbreviates.
const PROFILES: [(&str, f64); 3] = [("tight", 10.0), ("normal", 25.0), ("wide", 50.0)];

/// The hands of an order between two percentages.
#[derive(Clone, Copy, Debug)]
pub(super) struct PercentRange<'a> {
    order: &'a HandOrder,
    above: f64,
    up_to: f64,
}

impl<'a> PercentRange<'a> {
    /// Reads a percent range or a profile of `game`; `None`, without moving, if
    /// neither comes next.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        game: Game,
        orders: &'a HandOrders,
    ) -> Result<Option<PercentRange<'a>>, ParseError> {
        let start = cursor.position();
        let Some((above, up_to)) = limits(cursor)? else { return Ok(None) };
        let length = cursor.position() - start;
        let Some(default) = orders.of_game(game).next() else {
            return Err(ParseError::new(start, length, ParseErrorKind::PercentRange));
        };
        let order = named_order(cursor, game, orders)?.unwrap_or(default);
        Ok(Some(PercentRange { order, above, up_to }))
    }

    /// Whether the hands of a suit class belong to the range.
    #[inline]
    pub(super) fn holds(&self, class: usize) -> bool {
        self.order.in_top(class, self.up_to) && !self.order.in_top(class, self.above)
    }
}

/// Reads `15%`, `10%-20%` or a profile, as the percentages where it begins and
/// ends.
fn limits(cursor: &mut Cursor<'_>) -> Result<Option<(f64, f64)>, ParseError> {
    if let Some((_, percent)) = PROFILES.iter().find(|(word, _)| cursor.eat_word(word)) {
        return Ok(Some((0.0, *percent)));
    }
    if !percent_comes_next(cursor) {
        return Ok(None);
    }
    let start = cursor.position();
    let first = percent(cursor)?;
    if !cursor.eat_spaced('-') {
        return Ok(Some((0.0, first)));
    }
    if !percent_comes_next(cursor) {
        return Err(cursor.unexpected("a second percentage, like 10%-20%"));
    }
    let second = percent(cursor)?;
    if first > second {
        let length = cursor.position() - start;
        return Err(ParseError::new(start, length, ParseErrorKind::DescendingPercent));
    }
    Ok(Some((first, second)))
}

/// Whether digits and a `%` come next. Digits alone may be ranks.
fn percent_comes_next(cursor: &Cursor<'_>) -> bool {
    let rest = cursor.rest();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    after.len() < rest.len() && after.starts_with('%')
}

/// Reads a number from 0 to 100 and the `%` after it.
fn percent(cursor: &mut Cursor<'_>) -> Result<f64, ParseError> {
    let number = cursor.number(100)?;
    cursor.eat('%');
    Ok(number)
}

/// Reads `@vs-random`, if `@` and a letter come next.
fn named_order<'a>(
    cursor: &mut Cursor<'_>,
    game: Game,
    orders: &'a HandOrders,
) -> Result<Option<&'a HandOrder>, ParseError> {
    let mut ahead = cursor.clone();
    if !ahead.eat_spaced('@') || !ahead.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
        return Ok(None);
    }
    let (start, text) = (ahead.position(), ahead.rest());
    while ahead.peek().is_some_and(is_name_character) {
        ahead.next();
    }
    let length = ahead.position() - start;
    *cursor = ahead;
    orders.get(game, &text[..length]).map(Some).ok_or_else(|| {
        let known = orders.of_game(game).map(|order| order.name().to_owned()).collect();
        ParseError::new(start, length, ParseErrorKind::UnknownOrder { known })
    })
}
