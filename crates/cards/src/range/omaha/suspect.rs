//! Patterns that are legal but hardly ever meant.
//!
//! `AAxx` is written by people who mean two aces and any two cards. Here `x` is a suit, so
//! it is an ace, an ace of suit x, and a third card of that suit. `AAds` is written for
//! double-suited aces and says an ace, the ace of diamonds and a spade. Both are looked for
//! in the text, because it is the way of writing that gives the intent away: `A Ax x` is
//! not suspected.

use crate::range::warning::{Doubt, Suspect};
use crate::text::Cursor;

/// The doubt about a pattern that is written as `text` from `start` on.
pub(super) fn doubt(text: &str, start: usize, hole_cards: usize) -> Option<Suspect> {
    let mut cursor = Cursor::new(text);
    let mut ranks = 0;
    while cursor.eat_rank().is_some() {
        ranks += 1;
    }
    let (meant, rest) = text.split_at(cursor.position());
    let letters = rest.len();
    let doubt = match rest.chars().next()? {
        letter @ ('w' | 'x' | 'y' | 'z')
            if letters > 1
                && ranks + letters == hole_cards
                && rest.chars().all(|other| other == letter) =>
        {
            Doubt::Variable { text: text.to_owned(), letter, meant: meant.to_owned() }
        }
        _ => {
            let letters = ["ds", "ss"].into_iter().find(|mark| *mark == rest)?;
            Doubt::Letters { text: text.to_owned(), letters, meant: format!("{meant}${letters}") }
        }
    };
    (ranks > 0).then_some(Suspect { start, length: text.len(), doubt })
}
