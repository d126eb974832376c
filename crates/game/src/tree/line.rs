//! Lines as text, as in PioSOLVER: `r:0:c:b50:c:8h`.
//!
//! `r:0` is the root. Then one word per step: `f` folds, `c` checks or calls, `b`
//! bets or raises, with the chips the player has put in since the tree's root,
//! earlier streets included (PioSOLVER's UPI documentation: "bets are always a
//! cumulative amount invested by a player so far"). Cards of later streets
//! appear where they are dealt: three for a flop, one for a turn or river.

use std::fmt;
use std::str::FromStr;

use quasar_cards::{Card, Rank, parse_cards};

use crate::error::{TextError, TextErrorKind};
use crate::{Action, Chips};

/// One step of a line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `f`.
    Fold,
    /// `c`.
    CheckOrCall,
    /// `b` and the chips the player has put in since the root, after this.
    Bet(Chips),
    /// Cards that are dealt.
    Cards(Vec<Card>),
}

impl Step {
    /// The step of an action after which the player has put in `committed` since
    /// the root.
    pub(super) fn of(action: Action, committed: Chips) -> Step {
        match action {
            Action::Fold => Step::Fold,
            Action::Check | Action::Call => Step::CheckOrCall,
            Action::Bet(_) | Action::Raise(_) => Step::Bet(committed),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Fold => f.write_str("f"),
            Step::CheckOrCall => f.write_str("c"),
            Step::Bet(chips) => write!(f, "b{chips}"),
            Step::Cards(cards) => cards.iter().try_for_each(|card| write!(f, "{card}")),
        }
    }
}

/// The steps from the root of a tree.
///
/// ```
/// use quasar_game::{Chips, Line, Step};
/// let line: Line = "r:0:b120:c:8h".parse()?;
/// assert_eq!(line.steps()[0], Step::Bet(Chips(120)));
/// assert_eq!(line.to_string(), "r:0:b120:c:8h");
/// # Ok::<(), quasar_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Line(Vec<Step>);

impl Line {
    /// The steps, first to last.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl FromIterator<Step> for Line {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Line(steps.into_iter().collect())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("r:0")?;
        self.0.iter().try_for_each(|step| write!(f, ":{step}"))
    }
}

impl FromStr for Line {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = match text.strip_prefix("r:0") {
            Some("") => return Ok(Line::default()),
            Some(rest) => rest.strip_prefix(':'),
            None => None,
        };
        let Some(rest) = rest else {
            let length = text.chars().take("r:0".len()).map(char::len_utf8).sum();
            return Err(TextError::new(0, length, TextErrorKind::NoRoot));
        };
        let mut start = text.len() - rest.len();
        let mut steps = Vec::new();
        for word in rest.split(':') {
            steps.push(step(word, start)?);
            start += word.len() + 1;
        }
        Ok(Line(steps))
    }
}

/// Reads the word that begins at `start`.
fn step(word: &str, start: usize) -> Result<Step, TextError> {
    let error = |kind| TextError::new(start, word.len(), kind);
    match word {
        "f" => return Ok(Step::Fold),
        "c" => return Ok(Step::CheckOrCall),
        _ => {}
    }
    if let Some(digits) = word.strip_prefix('b') {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error(TextErrorKind::NotAStep));
        }
        let chips = digits.parse::<u64>().map(Chips).ok().filter(|&chips| chips <= Chips::MOST);
        return chips.map(Step::Bet).ok_or(error(TextErrorKind::TooManyChips));
    }
    // Other notations of cards have no place in a line.
    if !word.starts_with(|c| Rank::from_char(c).is_some())
        || !word.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        return Err(error(TextErrorKind::NotAStep));
    }
    match parse_cards(word) {
        Ok(cards) if matches!(cards.len(), 1 | 3) => Ok(Step::Cards(cards)),
        Ok(_) => Err(error(TextErrorKind::NotAStep)),
        Err(cause) => {
            let span = cause.span();
            let kind = TextErrorKind::Cards(cause.kind().clone());
            Err(TextError::new(start + span.start, span.len(), kind))
        }
    }
}
