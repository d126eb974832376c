//! The combos that a range holds.
//!
//! Most ranges of Omaha hold few of many combos, so looking for the next one is most of the work.
//! It is compiled here, where it is optimised, and not with each caller.

use super::Range;
use crate::combo::Combos;
use crate::{CardSet, Combo};

/// The combos of positive weight with their weights, in index order.
pub(super) struct Held<'a> {
    weights: &'a [f32],
    combos: Combos,
    /// The combo that comes next in `combos`, up to which all have been seen.
    next: usize,
}

impl<'a> Held<'a> {
    pub(super) fn new(range: &'a Range) -> Held<'a> {
        let combos = Combo::all(range.game(), CardSet::EMPTY);
        Held { weights: range.weights(), combos, next: 0 }
    }
}

impl Iterator for Held<'_> {
    type Item = (Combo, f32);

    #[inline(never)]
    fn next(&mut self) -> Option<(Combo, f32)> {
        let left = self.weights.get(self.next..)?;
        let gap = left.iter().position(|&weight| weight > 0.0)?;
        // Adjacent combos are counted up, gaps are jumped over.
        if gap > 0 {
            self.combos.go_to(self.next + gap);
        }
        self.next += gap + 1;
        Some((self.combos.next()?, left[gap]))
    }
}
