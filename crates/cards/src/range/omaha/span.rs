//! Spans of patterns: `KK-TT`, `AxKx-AxTx`, `JT98+`, `99-`.
//!
//! A span is a union of patterns in which ranks move step by step, all by the
//! same amount. Aces are high: nothing moves above them, nothing wraps around.

use super::syntax::{Element, Pattern};

/// The patterns from `first` to `last`, both included. Ranks that differ
/// between the two must all differ by the same number of steps; everything else
/// must be equal. `None` if that does not hold.
pub(super) fn between(first: &Pattern, last: &Pattern) -> Option<Vec<Pattern>> {
    if first.0.len() != last.0.len() {
        return None;
    }
    let mut steps = 0;
    let mut moves = Vec::with_capacity(first.0.len());
    for (from, to) in first.0.iter().zip(&last.0) {
        moves.push(from != to);
        if from == to {
            continue;
        }
        let difference = to.single_rank()?.index() as isize - from.single_rank()?.index() as isize;
        let agrees = steps == 0 || steps == difference;
        if !agrees || from.raised(difference) != Some(*to) {
            return None;
        }
        steps = difference;
    }
    let moved = |distance| raised(first, distance * steps.signum(), |place| moves[place]);
    (0..=steps.abs()).map(moved).collect()
}

/// The pattern and all that follow when its single ranks move together in one
/// direction (1 up, -1 down) until one of them leaves the deck. `None` if it
/// names no single rank.
pub(super) fn onwards(first: &Pattern, direction: isize) -> Option<Vec<Pattern>> {
    let movable: Vec<bool> = first.0.iter().map(|e| e.single_rank().is_some()).collect();
    if !movable.contains(&true) {
        return None;
    }
    let moved = |distance| raised(first, distance * direction, |place| movable[place]);
    Some((0..).map_while(moved).collect())
}

/// The pattern with the ranks of some places raised.
fn raised(pattern: &Pattern, steps: isize, moves: impl Fn(usize) -> bool) -> Option<Pattern> {
    let elements = pattern.0.iter().enumerate();
    let elements: Option<Vec<Element>> = elements
        .map(|(place, element)| if moves(place) { element.raised(steps) } else { Some(*element) })
        .collect();
    elements.map(Pattern)
}
