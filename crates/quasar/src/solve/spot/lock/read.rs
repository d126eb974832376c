//! Locks in the text of a spec.
//!
//! ```yaml
//! locks:
//!   - { line: "r:0:b120", frequencies: { fold: 0.3, call: 70% } }
//!   - line: r:0:c:c:8h
//!     hands: { "AA,KK": { bet 60: 1 }, AKs: { check: 0.5, bet 60: 0.5 } }
//! ```

use quasar_cards::{Game, Range};
use quasar_equity::hand_orders;
use quasar_game::{Chips, Line};

use super::{ActionName, LockError, LockedAction, SpotLock};
use crate::SpotError;
use crate::fields::{Entry, FieldError, Fields, Value};

/// How far from 1 the frequencies of a strategy may add up: what a few rounded
/// percentages miss.
const TOLERANCE: f64 = 1e-3;

/// How far from 1 the sum of frequencies is by rounding alone.
const ROUNDING: f64 = 1e-12;

/// The locks of a spec.
pub(in super::super) fn read(top: &mut Fields, game: Game) -> Result<Vec<SpotLock>, SpotError> {
    let Some(Entry { name, line, value }) = top.take("locks") else { return Ok(Vec::new()) };
    let Value::List(values) = value else {
        let expected = "a list of locks, each with line, and frequencies or hands";
        return Err(FieldError::Kind { field: name, expected }.on(line).into());
    };
    let lock = |(place, value): (usize, Value)| {
        read_lock(Entry { name: format!("{name}[{}]", place + 1), line, value }, game)
    };
    values.into_iter().enumerate().map(lock).collect()
}

fn read_lock(entry: Entry, game: Game) -> Result<SpotLock, SpotError> {
    let field = entry.name.clone();
    let mut fields = Fields::new(entry)?;
    let line = fields.text("line")?.ok_or(FieldError::Missing {
        field: "locks.line",
        expected: "the line of the decision that is locked, such as r:0:b120",
    })?;
    let written = line.line;
    let line = line.read(str::parse::<Line>)?;
    let frequencies = fields.take("frequencies").map(strategy).transpose()?;
    let mut hands = Vec::new();
    if let Some(mut of_hands) = fields.fields("hands")? {
        for entry in of_hands.take_all() {
            hands.push(locked_hands(&of_hands.name(&entry.name), entry, game)?);
        }
    }
    fields.finish()?;
    if frequencies.is_none() && hands.is_empty() {
        return Err(SpotError::from(LockError::Nothing { field }).on(written));
    }
    Ok(SpotLock { line, frequencies, hands })
}

/// Some hands and what they do; `field` is the full name of the entry.
fn locked_hands(
    field: &str,
    entry: Entry,
    game: Game,
) -> Result<(Range, Vec<LockedAction>), SpotError> {
    let Entry { name: text, line, value } = entry;
    let parse = |text: &str| Range::parse_with(game, text, hand_orders());
    let range =
        crate::read(field, &text, parse).map_err(|error| SpotError::from(error).on(line))?;
    if !range.weights().iter().all(|&weight| weight == 0.0 || weight == 1.0) {
        let weighted = LockError::Weighted { field: field.to_owned(), hands: text };
        return Err(SpotError::from(weighted).on(line));
    }
    Ok((range, strategy(Entry { name: field.to_owned(), line, value })?))
}

/// Actions and how often each is taken.
fn strategy(entry: Entry) -> Result<Vec<LockedAction>, SpotError> {
    let (field, line) = (entry.name.clone(), entry.line);
    let mut fields = Fields::new(entry)?;
    let mut actions: Vec<LockedAction> = Vec::new();
    for entry in fields.take_all() {
        let Some(action) = ActionName::parse(&entry.name) else {
            let unknown = FieldError::Value {
                field: field.clone(),
                text: entry.name,
                expected: "an action: fold, check, call, bet 120, raise to 260 or allin",
            };
            return Err(unknown.on(entry.line).into());
        };
        if actions.iter().any(|known| known.action == action) {
            let twice = LockError::ActionTwice { field: field.clone(), action };
            return Err(SpotError::from(twice).on(entry.line));
        }
        let name = fields.name(&entry.name);
        let given = Entry { name, ..entry }.text("a frequency")?;
        let frequency = given.parse("a frequency between 0 and 1, such as 0.7 or 70%", share)?;
        actions.push(LockedAction { action, frequency });
    }
    let sum: f64 = actions.iter().map(|action| action.frequency).sum();
    if (sum - 1.0).abs() > TOLERANCE {
        return Err(SpotError::from(LockError::Sum { field, sum }).on(line));
    }
    // What differs by rounding only stays as it is written, so that a spec's text reads
    // back as the same spec.
    if (sum - 1.0).abs() > ROUNDING {
        actions.iter_mut().for_each(|action| action.frequency /= sum);
    }
    Ok(actions)
}

fn share(text: &str) -> Option<f64> {
    let number: f64 = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    Some(number).filter(|number| (0.0..=1.0).contains(number))
}

impl ActionName {
    /// Reads an action as reports name it, or its first letter with the chips.
    fn parse(text: &str) -> Option<ActionName> {
        let text = text.trim().to_ascii_lowercase();
        Some(match text.as_str() {
            "fold" | "f" => ActionName::Fold,
            "check" | "x" => ActionName::Check,
            "call" | "c" => ActionName::Call,
            "allin" | "all-in" | "a" => ActionName::AllIn,
            _ => {
                let words = ["raise to", "raise", "bet", "r", "b"];
                let chips = words.into_iter().find_map(|word| text.strip_prefix(word))?.trim();
                let chips = chips.parse().ok().map(Chips)?;
                ActionName::To(chips)
            }
        })
    }
}
