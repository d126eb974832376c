//! Which of a table's largest sets occur in a hand.
//!
//! Nearly all entries of a table are sets of one card less than a hand. Those that no hand
//! of either player contains are neither written nor read: a sweep does not clear them
//! and does not fold them at its end. With few hands this saves most of a sweep's work.
//!
//! Sets that differ only in their lowest place are adjacent in a table, a *row*. This
//! keeps the part of each row from the lowest to the highest place that occurs.

use std::ops::Range;

use super::cuts::Cut;
use super::hands::MOST_REST;
use super::sets::{Layout, advance, choose};

/// Entries between two parts of a table that are cleared with them.
const GAP: u32 = 16;

/// A row of a table, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// All places of its sets but the lowest, ascending; as many as the sets have.
    pub(crate) upper: [u8; MOST_REST],
    /// The lowest place of the first set, and how many sets there are.
    pub(crate) low: u8,
    pub(crate) sets: u8,
    /// The number of the first set.
    pub(crate) start: u32,
}

/// All rows of the sets of one place more than `others`.
pub(crate) fn rows(layout: &Layout, others: usize) -> impl Iterator<Item = Row> {
    let mut start = layout.start(others + 1) as u32;
    let mut upper: [u8; MOST_REST] = std::array::from_fn(|at| at as u8);
    (layout.start(others)..layout.start(others + 1)).map(move |_| {
        let row = Row { upper, low: 0, sets: upper[0], start };
        start += u32::from(row.sets);
        advance(&mut upper[..others], 0);
        row
    })
}

/// The sets of one card less than a hand that hands use.
#[derive(Debug)]
pub(crate) struct Used {
    /// In the order of a table.
    pub(crate) rows: Vec<Row>,
    /// The entries of all rows, and maybe some between them.
    pub(crate) entries: Vec<Range<u32>>,
}

impl Used {
    /// The sets that the hands of cuts contain, which have `shared` cards besides their
    /// two lowest, of so many places.
    pub(super) fn new(places: usize, shared: usize, cuts: &[Cut]) -> Used {
        let mut lows = vec![0; choose(places, shared)];
        for cuts in cuts.chunk_by(|one, next| one.rest == next.rest) {
            let rest = &cuts[0].rest[..shared];
            // Where sets are that have the second lowest card in the place of one of the rest.
            let replaced: [usize; MOST_REST] = std::array::from_fn(|left_out| {
                let kept = rest.iter().enumerate().filter(|&(at, _)| at != left_out);
                let kept = (2..).zip(kept).map(|(size, (_, &place))| (usize::from(place), size));
                kept.map(|(place, size)| choose(place, size)).sum()
            });
            let mut with_rest = 0;
            for cut in cuts {
                let lowest = cut.lowest[0] | cut.lowest[1];
                with_rest |= lowest | 1 << cut.high;
                for start in &replaced[..shared] {
                    lows[start + usize::from(cut.high)] |= lowest;
                }
            }
            let sizes = (1..).zip(rest).map(|(size, &place)| choose(usize::from(place), size));
            lows[sizes.sum::<usize>()] |= with_rest;
        }
        let mut used = Used { rows: Vec::new(), entries: Vec::new() };
        for (row, lows) in
            rows(&Layout::new(places), shared).zip(lows).filter(|(_, lows)| *lows != 0)
        {
            let low = lows.trailing_zeros();
            let (start, sets) = (row.start + low, lows.ilog2() + 1 - low);
            used.rows.push(Row { low: low as u8, sets: sets as u8, start, ..row });
            match used.entries.last_mut() {
                Some(last) if start <= last.end + GAP => last.end = start + sets,
                _ => used.entries.push(start..start + sets),
            }
        }
        used.rows.shrink_to_fit();
        used.entries.shrink_to_fit();
        used
    }

    /// Bytes of the lists.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + size_of_val(&self.entries[..])
    }
}
