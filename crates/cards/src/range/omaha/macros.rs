//! The words that begin with `$`.
//!
//! Lower case stands for a set of hands, upper case for one card.

use crate::Rank;

/// Names of sets of hands and the text that each abbreviates.
///
/// `$ss` is written so that no hand is both single- and double-suited with five
/// or six cards either; with four cards `xxyz` alone says the same.
const HAND_SETS: [(&str, &str); 6] = [
    ("s", "xx"),
    ("o", "xy"),
    ("ss", "xxyz!xxyy"),
    ("ds", "xxyy"),
    ("np", "*!RR"),
    ("nt", "*!RRR"),
];

/// The text that `$name` abbreviates.
pub(super) fn hand_set(name: &str) -> Option<&'static str> {
    HAND_SETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The ranks that `$letter` allows, as a 13-bit mask.
pub(super) fn ranks(letter: char) -> Option<u16> {
    use Rank::{Ace, Eight, Five, Jack, King, Nine, Seven, Six, Ten, Two};
    Some(match letter {
        'R' => span(Ten, Ace),
        'B' => span(Jack, Ace),
        'F' => span(Jack, King),
        'N' => span(Nine, King),
        'M' => span(Seven, Ten),
        'Z' => span(Two, Six),
        'L' => span(Two, Eight) | span(Ace, Ace),
        'W' => span(Two, Five) | span(Ace, Ace),
        _ => return None,
    })
}

/// The ranks from one to another, in either order, as a 13-bit mask.
pub(super) fn span(one: Rank, other: Rank) -> u16 {
    let (low, high) = (one.min(other), one.max(other));
    (2 << high.index()) - (1 << low.index())
}
