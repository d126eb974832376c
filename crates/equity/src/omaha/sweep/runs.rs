//! The hands of a range in rows, and rows cut into runs of equal strength.
//!
//! A *row* is all hands with the same upper cards, the lowest card running over
//! the places below them. On one board most of a row has one strength, because
//! the lowest card is the least likely to count; a *run* is the part of a row
//! with one strength, as a mask of lowest cards. A full range of 178,365 hands on
//! a river is 15,180 rows and 18,000 to 30,000 runs.

use crate::arch::{ByteRow, Kernel, Vectors, dispatch};
use crate::omaha::sweep::lanes::LANES;
use crate::omaha::sweep::numbering::PLACES;

/// Hands that share their `UPPER` higher cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run<const UPPER: usize> {
    /// The places of the lowest cards.
    pub(super) lowest: u64,
    /// Where the player's vectors of the row begin.
    pub(super) first: u32,
    /// The places of the others, ascending.
    pub(super) upper: [u8; UPPER],
}

impl<const UPPER: usize> Run<UPPER> {
    /// How many vectors the hands of the row take.
    pub(super) fn vectors(&self) -> usize {
        usize::from(self.upper[0]).div_ceil(LANES)
    }
}

/// All rows of hands of the places below `cards` that hold a hand of the range,
/// in order, their vectors counted from 0. Byte `n` of `present` is a mask of the
/// hands in the vector with the number `n`; also returns, by that number, where
/// each vector is now.
pub(super) fn rows<const UPPER: usize>(
    cards: usize,
    present: &[u8],
) -> (Vec<Run<UPPER>>, Vec<u32>) {
    let mut rows = Vec::new();
    let mut places = vec![0; present.len()];
    let mut upper: [u8; UPPER] = std::array::from_fn(|i| i as u8 + 1);
    let (mut number, mut first) = (0, 0);
    while usize::from(upper[UPPER - 1]) < cards {
        let mut row = Run { lowest: 0, first, upper };
        let numbers = number..number + row.vectors();
        number = numbers.end;
        for &lanes in present[numbers.clone()].iter().rev() {
            row.lowest = row.lowest << LANES | u64::from(lanes);
        }
        if row.lowest != 0 {
            for place in &mut places[numbers] {
                *place = first;
                first += 1;
            }
            rows.push(row);
        }
        let last = UPPER - 1;
        let moving = (0..last).find(|&i| upper[i] + 1 < upper[i + 1]).unwrap_or(last);
        upper[moving] += 1;
        for (i, place) in upper[..moving].iter_mut().enumerate() {
            *place = i as u8 + 1;
        }
    }
    (rows, places)
}

/// Runs by strength, weakest first; kept between boards for their memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs<const UPPER: usize> {
    of_strength: Vec<Vec<Run<UPPER>>>,
}

impl<const UPPER: usize> Runs<UPPER> {
    /// Cuts the rows into runs by the strengths of pairs of places, leaving out
    /// hands that hold a `blocked` place.
    pub(super) fn cut(
        &mut self,
        rows: &[Run<UPPER>],
        pairs: &[ByteRow; PLACES],
        count: usize,
        blocked: u64,
    ) {
        // A guess that saves most of the growing.
        let few = rows.len() / 64;
        self.of_strength.resize_with(count + 1, || Vec::with_capacity(few));
        self.of_strength.iter_mut().for_each(Vec::clear);
        dispatch(Cut { rows, pairs, blocked, runs: &mut self.of_strength });
    }

    /// The runs of each strength that occurs on the board.
    pub(super) fn by_strength(&self) -> &[Vec<Run<UPPER>>] {
        &self.of_strength
    }
}

struct Cut<'a, const UPPER: usize> {
    rows: &'a [Run<UPPER>],
    pairs: &'a [ByteRow; PLACES],
    blocked: u64,
    runs: &'a mut [Vec<Run<UPPER>>],
}

impl<const UPPER: usize> Kernel for Cut<'_, UPPER> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vectors>(self, vectors: V) {
        for row in self.rows {
            let mut lowest = row.lowest & !self.blocked;
            let held = row.upper.iter().fold(0u64, |mask, place| mask | 1 << place);
            if held & self.blocked != 0 {
                lowest = 0;
            }
            let mut least = 0;
            let mut strengths = [0; PLACES];
            for (i, &high) in row.upper.iter().enumerate() {
                let pairs = &self.pairs[usize::from(high) % PLACES];
                for &low in &row.upper[..i] {
                    least = least.max(pairs[usize::from(low) % PLACES]);
                }
                for (strength, &pair) in strengths.iter_mut().zip(pairs) {
                    *strength = pair.max(*strength);
                }
            }
            for strength in &mut strengths {
                *strength = (*strength).max(least);
            }
            while lowest != 0 {
                let strength = strengths[lowest.trailing_zeros() as usize % PLACES];
                let equal = vectors.equal(&strengths, strength) & lowest;
                lowest ^= equal;
                self.runs[usize::from(strength)].push(Run { lowest: equal, ..*row });
            }
        }
    }
}
