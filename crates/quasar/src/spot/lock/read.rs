//! Locks in the text of a spec.
//!
//! ```yaml
//! locks:
//!   - { line: "r:0:b120", frequencies: { fold: 0.3, call: 70% } }
//!   - line: r:0:c:c:8h
//!     hands: { "AA,KK": { bet 60: 1 }, AKs: { check: 0.5, bet 60: 0.5 } }
//! ```

use quasar_cards::{Game, Range};
use quasar_game::Line;

use super::document::{HandsDocument, LockDocument, LockedHands, Strategy};
use super::{LockError, LockedAction, SpotLock, Written};
use crate::request::values::List;
use crate::request::{At, Warnings, needed};
use crate::spot::SpotError;

/// How far from 1 the frequencies of a strategy may sum: allows for a few rounded
/// percentages.
const TOLERANCE: f64 = 1e-3;

/// How far from 1 rounding alone can move the sum of frequencies.
const ROUNDING: f64 = 1e-12;

/// The locks of a spec.
pub(crate) fn read(
    locks: Option<&At<List<LockDocument>>>,
    game: Game,
    warnings: &mut Warnings,
) -> Result<Vec<SpotLock>, SpotError> {
    let Some(locks) = locks else { return Ok(Vec::new()) };
    let locks = locks.0.iter().enumerate();
    locks.map(|(place, lock)| read_lock(lock, place, game, warnings)).collect()
}

fn read_lock(
    lock: &LockDocument,
    place: usize,
    game: Game,
    warnings: &mut Warnings,
) -> Result<SpotLock, SpotError> {
    let field = format!("locks[{place}]");
    let expected = "the line of the decision that is locked, such as r:0:b120";
    let line = needed(lock.line.as_ref(), &format!("{field}.line"), expected)?;
    let written = line.position();
    let line = line.read(&format!("{field}.line"), str::parse::<Line>)?;
    let frequencies = lock.frequencies.as_ref();
    let frequencies = frequencies.map(|given| strategy(given, &format!("{field}.frequencies")));
    let frequencies = frequencies.transpose()?;
    let none = LockedHands(Vec::new());
    let given = lock.hands.as_deref().unwrap_or(&none);
    let within = format!("{field}.hands");
    let hands = given.0.iter().map(|hands| locked_hands(hands, &within, game, warnings));
    let hands = hands.collect::<Result<Vec<_>, _>>()?;
    if frequencies.is_none() && hands.is_empty() {
        return Err(SpotError::from(LockError::Nothing { field }).at(written));
    }
    Ok(SpotLock { line, frequencies, hands, written: Written(written) })
}

/// Some hands and what they do.
fn locked_hands(
    hands: &HandsDocument,
    field: &str,
    game: Game,
    warnings: &mut Warnings,
) -> Result<(Range, Vec<LockedAction>), SpotError> {
    let name = |name: &str| format!("{field}.{name}");
    let given = needed(hands.range.as_ref(), &name("range"), "the hands that are locked")?;
    let range = warnings.range(given, field, game)?;
    if !range.weights().iter().all(|&weight| weight == 0.0 || weight == 1.0) {
        let (field, hands) = (given.field(field), given.0.clone());
        return Err(SpotError::from(LockError::Weighted { field, hands }).at(given.position()));
    }
    let expected = "how often they take each action";
    let frequencies = needed(hands.frequencies.as_ref(), &name("frequencies"), expected)?;
    Ok((range, strategy(frequencies, field)?))
}

/// Actions and how often each is taken.
fn strategy(given: &At<Strategy>, field: &str) -> Result<Vec<LockedAction>, SpotError> {
    let field = given.field(field);
    let mut actions: Vec<LockedAction> = Vec::new();
    for &(action, frequency) in &given.0 {
        if actions.iter().any(|known| known.action == action) {
            let twice = LockError::ActionTwice { field, action };
            return Err(SpotError::from(twice).at(given.position()));
        }
        actions.push(LockedAction { action, frequency: frequency.get() });
    }
    let sum: f64 = actions.iter().map(|action| action.frequency).sum();
    if (sum - 1.0).abs() > TOLERANCE {
        return Err(SpotError::from(LockError::Sum { field, sum }).at(given.position()));
    }
    // Sums that are off only by rounding are kept, so that a spec's text reads back as the
    // same spec.
    if (sum - 1.0).abs() > ROUNDING {
        actions.iter_mut().for_each(|action| action.frequency /= sum);
    }
    Ok(actions)
}
