//! Omaha ranges in text: the generic syntax of ProPokerTools, for hands of four,
//! five and six cards.
//!
//! ```text
//! range    = [ item { "," item } ]
//! item     = filtered [ "@" percent ]                  AA:$ds@50
//! filtered = operand { ":" operand | "!" operand | macro }
//! operand  = "(" filtered { "," filtered } ")" | macro | "random" | best | span
//! span     = pattern [ "+" | "-" | "-" pattern ]       KK+  99-  AxKx-AxTx
//! pattern  = card { card } [ "ds" | "ss" ]             AxAyxy  AAKKds
//! card     = rank [ suit ] | suit | list               As  x  [AsKh]
//! rank     = "A" … "2" | "R" | "O" | "N" | "P" | "*" | "$B" … | "[" ranks "]"
//! suit     = "c" | "d" | "h" | "s" | "w" | "x" | "y" | "z" | "[" suits "]"
//! macro    = "$s" | "$o" | "$ss" | "$ds" | "$np" | "$nt"
//! ```
//!
//! `best` is a percent range or a profile, see [`percent`](super::percent). The
//! order that it may name belongs to it, not to the item:
//! `(10%-20%@vs-random):$ds@50`.
//!
//! A hand matches a pattern if each card of the pattern matches a different card of
//! the hand; the other cards of the hand do not matter. Suit variables
//! (`w x y z`) and rank variables (`R O N P`) stand for some suit or rank: the
//! same letter for the same one, different letters for different ones, and none
//! for one that the pattern names. A list stands for one of its members at a
//! time, so `[AK]RR` is `ARR,KRR`. `docs/NOTATION.md` has the user's view.
//!
//! A suit directly after a rank belongs to it: `AKxx` is `A`, `Kx`, `x`, while
//! `AK xx` has two cards of one suit besides the ace and the king.
//!
//! Where programs that read this syntax differ or are silent, this reader decides:
//!
//! - `$ss` excludes double-suited hands of five and six cards as well;
//! - a macro after an operand needs no colon: `AA$ds` is `AA:$ds`;
//! - `ds` and `ss` after as many ranks as a hand has cards are those macros: `AAKKds`;
//! - `+` and `-` move all single ranks of the pattern together, as in `JT98+`;
//! - if several items contain a hand, the last sets its weight, not the largest.
//!
//! The text becomes assignments ([`syntax`], read by [`mod@parse`], [`cards`], [`span`],
//! [`macros`]), with doubts about what was meant ([`suspect`]), and these become weights ([`evaluate`], over the hands of
//! [`shape`], with [`answers`] found by the search of [`matcher`]). [`compact`] writes a
//! range as few patterns.
//!
//! Milliseconds for one text, parsing included, on one core of a 2-core virtual
//! machine (median of nine runs for four cards, of three for the others):
//!
//! | text | 4 cards | 5 cards | 6 cards |
//! |---|---|---|---|
//! | `*` | 0.8 | 12 | 138 |
//! | `AA` | 0.2 | 1.4 | 8 |
//! | `$ds` | 0.7 | 8 | 117 |
//! | `Axx` | 0.5 | 5 | 54 |
//! | `Ass` | 1.4 | 16 | 143 |
//! | 8 mixed items with spans, macros and weights | 1.2 | 10 | 134 |
//! | 30 items such as `RxOxNyPy` | 1.7 | 23 | 154 |
//! | 30 items such as `AxKxRyRz` | 2.2 | 20 | 218 |
//! | 30 items such as `[A-8]x[A-8]x[A-8]y[A-8]y!AAA` | 7 | 104 | 1,083 |
//! | 30 items such as `AssRx` | 23 | 241 | 1,668 |
//! | all 36,504 double-suited hands one by one, with weights | 10 | | |
//! | all 16,432 classes as patterns, with weights | 190 | | |
//!
//! The machine was shared with other work; runs differed by up to a factor of 1.8.
//! About half of the time for `*` with six cards is the first touch of the range's
//! 81 MB: [`Range::full`] alone took 70 to 110 ms.
//!
//! Percent ranges were measured later, on a more heavily loaded machine: `15%` took 2 to 4, 50 and
//! 400 ms, `AA:15%` 0.5, 2 and 48 ms, where `*` took 0.9, 29 and 256 ms.

mod answers;
mod cards;
mod compact;
mod evaluate;
mod macros;
mod matcher;
mod parse;
mod shape;
mod span;
mod suspect;
mod syntax;

use super::suits_of;
use super::warning::Suspect;
use crate::{Game, HandOrders, ParseError, Range};

pub(super) use compact::print as print_compact;
use syntax::{Assignment, Part};

/// Checks the text of a range without building it.
pub(super) fn check(game: Game, text: &str, orders: &HandOrders) -> Result<(), ParseError> {
    parse::read(game, text, orders).map(drop)
}

/// Reads a range of an Omaha game, and what is odd about its text.
pub(super) fn parse(
    game: Game,
    text: &str,
    orders: &HandOrders,
) -> Result<(Range, Vec<Suspect>), ParseError> {
    let parse::Read { assignments, suspects } = parse::read(game, text, orders)?;
    let mut range = Range::empty(game);
    let mut shapes = Vec::new();
    let mut distinguished_suits = 0;
    for assignment in &assignments {
        match assignment {
            Assignment::Hand(hand, weight) => {
                range.weights_mut()[hand.index()] = *weight;
                distinguished_suits |= suits_of(hand.set());
            }
            Assignment::Batch(batch) => {
                if shapes.is_empty() {
                    shapes = shape::shapes(game.hole_cards());
                }
                evaluate::apply(batch, &shapes, range.weights_mut());
                let elements = batch.patterns.iter().flat_map(|pattern| &pattern.0);
                let named = elements.filter(|element| element.suit == Part::Named);
                distinguished_suits |=
                    named.fold(0, |suits, element| suits | suits_of(element.cards));
            }
        }
    }
    range.distinguished_suits = distinguished_suits;
    Ok((range, suspects))
}
