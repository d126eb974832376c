//! One crate's way to answer the question of a workload.

use std::hint::black_box;
use std::rc::Rc;

use quasar_eval::HandRank;

use crate::agreement::{Disagreement, order_conflict};

/// Something that can be run again and again, and whose answer can be checked.
pub(crate) trait Contender {
    /// The crate and its version.
    fn label(&self) -> &str;
    /// How many operations one pass does.
    fn operations(&self) -> u64;
    /// Does the work once and keeps the answer.
    fn pass(&mut self);
    /// Whether the last pass gave the right answer.
    fn check(&self) -> Result<(), Disagreement>;
}

/// Fills a buffer with ranks.
struct Ranking<R, F> {
    label: String,
    expected: Rc<[HandRank]>,
    ranks: Vec<R>,
    rank_into: F,
}

impl<R: Ord + Copy, F: FnMut(&mut [R])> Contender for Ranking<R, F> {
    fn label(&self) -> &str {
        &self.label
    }

    fn operations(&self) -> u64 {
        self.expected.iter().filter(|rank| !rank.is_blocked()).count() as u64
    }

    fn pass(&mut self) {
        (self.rank_into)(black_box(&mut self.ranks));
    }

    fn check(&self) -> Result<(), Disagreement> {
        match order_conflict(&self.expected, &self.ranks) {
            None => Ok(()),
            Some(hands) => Err(Disagreement::Order { contender: self.label.clone(), hands }),
        }
    }
}

/// A contender that fills a buffer, at first full of `filler`, with one rank for
/// each of the `expected` ones.
pub(crate) fn fills<R: Ord + Copy + 'static>(
    package: &str,
    expected: &Rc<[HandRank]>,
    filler: R,
    rank_into: impl FnMut(&mut [R]) + 'static,
) -> Box<dyn Contender> {
    let ranks = vec![filler; expected.len()];
    Box::new(Ranking { label: label(package), expected: Rc::clone(expected), ranks, rank_into })
}

/// A contender that ranks hands one by one.
pub(crate) fn ranks<H: 'static, R: Ord + Copy + 'static>(
    package: &str,
    expected: &Rc<[HandRank]>,
    hands: Vec<H>,
    rank: impl Fn(&H) -> R + 'static,
) -> Box<dyn Contender> {
    let filler = rank(&hands[0]);
    fills(package, expected, filler, move |ranks| {
        for (place, hand) in ranks.iter_mut().zip(&hands) {
            *place = rank(hand);
        }
    })
}

/// Counts the hands with some property.
struct Counting<F> {
    label: String,
    hands: u64,
    expected: u64,
    found: u64,
    count: F,
}

impl<F: FnMut() -> u64> Contender for Counting<F> {
    fn label(&self) -> &str {
        &self.label
    }

    fn operations(&self) -> u64 {
        self.hands
    }

    fn pass(&mut self) {
        self.found = black_box((self.count)());
    }

    fn check(&self) -> Result<(), Disagreement> {
        let (found, expected) = (self.found, self.expected);
        if found == expected {
            return Ok(());
        }
        Err(Disagreement::Count { contender: self.label.clone(), found, expected })
    }
}

/// A contender that looks at `hands` hands and counts the `expected` ones.
pub(crate) fn counts(
    package: &str,
    hands: u64,
    expected: u64,
    count: impl FnMut() -> u64 + 'static,
) -> Box<dyn Contender> {
    Box::new(Counting { label: label(package), hands, expected, found: 0, count })
}

/// The crate with the version that this program was built with. What follows a
/// comma in `package` is a remark, and comes last.
fn label(package: &str) -> String {
    const LOCK: &str = include_str!("../../Cargo.lock");
    let (name, remark) = package.split_once(',').unwrap_or((package, ""));
    let entry = format!("name = \"{name}\"\nversion = \"");
    let version = LOCK.split_once(&entry).and_then(|(_, rest)| rest.split('"').next());
    let comma = if remark.is_empty() { "" } else { "," };
    format!("{name} {}{comma}{remark}", version.expect("every contender is in Cargo.lock"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_carry_versions() {
        assert_eq!(label("pokers"), "pokers 0.10.0");
        assert_eq!(label("pokers, own loops"), "pokers 0.10.0, own loops");
    }
}
