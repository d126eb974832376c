//! Percent ranges and profiles, which are written the same way in all games.
//!
//! ```text
//! best    = ( percent [ "-" percent ] | profile ) [ "@" order ]
//! percent = number "%" [ players "h" ]         15%  7.5%  10%-20%  15%6h
//! profile = "tight" | "normal" | "wide"        10%, 25%, 50%
//! order   = letter { letter | digit | "-" }    15%@vs-random
//! ```
//!
//! `15%6h` is how ProPokerTools asks for the best hands at a table of six. No order here
//! depends on the number of players, so it is `15%`, and the reader warns.
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
    /// For how many players the text asked the order to be, `6h`.
    players: Option<u8>,
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
        let Some(Limits { above, up_to, players }) = limits(cursor)? else { return Ok(None) };
        let length = cursor.position() - start;
        let default = orders.default_of(game);
        let default =
            default.ok_or(ParseError::new(start, length, ParseErrorKind::PercentRange))?;
        let order = named_order(cursor, game, orders)?.unwrap_or(default);
        Ok(Some(PercentRange { order, above, up_to, players }))
    }

    /// The number of players that the text asked for and the order that stands for it.
    pub(super) fn substituted(&self) -> Option<(u8, &'a str)> {
        self.players.map(|players| (players, self.order.name()))
    }

    /// Whether the hands of a suit class belong to the range.
    #[inline]
    pub(super) fn holds(&self, class: usize) -> bool {
        self.order.in_top(class, self.up_to) && !self.order.in_top(class, self.above)
    }
}

/// What `10%-20%6h` says.
struct Limits {
    above: f64,
    up_to: f64,
    players: Option<u8>,
}

/// Reads `15%`, `10%-20%` or a profile.
fn limits(cursor: &mut Cursor<'_>) -> Result<Option<Limits>, ParseError> {
    if let Some((_, percent)) = PROFILES.iter().find(|(word, _)| cursor.eat_word(word)) {
        return Ok(Some(Limits { above: 0.0, up_to: *percent, players: None }));
    }
    if !percent_comes_next(cursor) {
        return Ok(None);
    }
    let start = cursor.position();
    let (first, players) = percent(cursor)?;
    if !cursor.eat_spaced('-') {
        return Ok(Some(Limits { above: 0.0, up_to: first, players }));
    }
    if !percent_comes_next(cursor) {
        return Err(cursor.unexpected("a second percentage, like 10%-20%"));
    }
    let (second, second_players) = percent(cursor)?;
    if first > second {
        let length = cursor.position() - start;
        return Err(ParseError::new(start, length, ParseErrorKind::DescendingPercent));
    }
    Ok(Some(Limits { above: first, up_to: second, players: second_players.or(players) }))
}

/// Whether digits and a `%` come next. Digits alone may be ranks.
fn percent_comes_next(cursor: &Cursor<'_>) -> bool {
    let rest = cursor.rest();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    after.len() < rest.len() && after.starts_with('%')
}

/// Reads a number from 0 to 100, the `%` after it, and the players that may follow.
fn percent(cursor: &mut Cursor<'_>) -> Result<(f64, Option<u8>), ParseError> {
    let number = cursor.number(100)?;
    cursor.eat('%');
    Ok((number, players(cursor)))
}

/// Reads `6h`, directly after a percentage and before anything that is no word.
fn players(cursor: &mut Cursor<'_>) -> Option<u8> {
    let mut ahead = cursor.clone();
    while ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
        ahead.next();
    }
    let digits = &cursor.rest()[..ahead.position() - cursor.position()];
    let players = digits.parse().ok().filter(|players| (2..=10).contains(players))?;
    let whole = ahead.eat_word("h") && !ahead.peek().is_some_and(char::is_alphanumeric);
    whole.then(|| {
        *cursor = ahead;
        players
    })
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
        let known = orders.names(game).map(str::to_owned).collect();
        ParseError::new(start, length, ParseErrorKind::UnknownOrder { known })
    })
}
