//! All Omaha hands of the live cards, ranked at once.
//!
//! A hand's strength is the largest over its pairs of cards. Let `T(abc)` be the
//! largest over the three pairs of `a < b < c`, 18,424 values at most. Every pair
//! of the hand `a < b < c < d` is in `abc`, in `abd` or is `cd`, so
//!
//! ```text
//! hand(abcd)   = max(T(abc), T(abd), pair(cd))
//! hand(abcde)  = max(T(abc), T(abd), T(abe), pairs of cde)
//! hand(abcdef) = max(T(abc), T(abd), T(abe), T(abf), pairs of cdef)
//! ```
//!
//! For fixed upper cards the hands in colexicographic order are one block over
//! all `a < b < c`, and so is each `T(ab·)`: a block is the maximum of two
//! contiguous arrays and a constant, the array of the cards above `c` being
//! shared by all `c`. The work is one pass of vector maxima over the output.

use crate::arch::Kernel;
use crate::board::binomial;
use crate::rank::HandRank;

/// The most live cards: those of a flop.
pub(crate) const MOST_LIVE: usize = 49;
/// How many pairs and triples they make.
const LIVE_PAIRS: usize = binomial(MOST_LIVE, 2);
const LIVE_TRIPLES: usize = binomial(MOST_LIVE, 3);

/// Values handled at once. Arrays are read and written in whole vectors, so
/// each has this much room beyond its end.
const LANES: usize = 32;
/// Length of a table of pairs or triples with that room.
pub(crate) const PAIR_CELLS: usize = LIVE_PAIRS + LANES;
const TRIPLE_CELLS: usize = LIVE_TRIPLES + LANES;

/// How many pairs, and how many triples, have all positions below each.
const PAIRS_BELOW: [usize; MOST_LIVE] = subsets_below(2);
const TRIPLES_BELOW: [usize; MOST_LIVE] = subsets_below(3);

const fn subsets_below(size: usize) -> [usize; MOST_LIVE] {
    let mut table = [0; MOST_LIVE];
    let mut n = 0;
    while n < MOST_LIVE {
        table[n] = binomial(n, size);
        n += 1;
    }
    table
}

/// What hands are ranked by: a number whose maximum over pairs is the hand's.
pub(crate) trait Value: Copy + Ord {
    /// Not above any other value.
    const LEAST: Self;
}

impl Value for HandRank {
    const LEAST: HandRank = HandRank::BLOCKED;
}

impl Value for u8 {
    const LEAST: u8 = 0;
}

/// Writes the value of every hand of `hole_cards` of the first `live` positions.
pub(crate) struct AllHands<'a, T> {
    /// The value of each pair of positions, colexicographic.
    pub(crate) pairs: &'a [T; PAIR_CELLS],
    /// How many positions there are.
    pub(crate) live: usize,
    /// Four, five or six.
    pub(crate) hole_cards: usize,
    /// One place for each hand, colexicographic.
    pub(crate) hands: &'a mut [T],
}

impl<T: Value> Kernel for AllHands<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut triples = [T::LEAST; TRIPLE_CELLS];
        fill_triples(self.pairs, self.live, &mut triples);
        let mut blocks =
            Blocks { pairs: self.pairs, triples: &triples, hands: self.hands, written: 0 };
        let mut shared = [T::LEAST; PAIR_CELLS];
        for top in 3..self.live {
            match self.hole_cards {
                4 => blocks.write(&[top], &triples[TRIPLES_BELOW[top]..]),
                5 => {
                    for d in 3..top {
                        blocks.share(&[d, top], &mut shared);
                        blocks.write(&[d, top], &shared);
                    }
                }
                _ => {
                    for e in 4..top {
                        for d in 3..e {
                            blocks.share(&[d, e, top], &mut shared);
                            blocks.write(&[d, e, top], &shared);
                        }
                    }
                }
            }
        }
    }
}

/// `T(abc)` for all `a < b < c < live`.
#[inline(always)]
fn fill_triples<T: Value>(pairs: &[T; PAIR_CELLS], live: usize, triples: &mut [T; TRIPLE_CELLS]) {
    let mut written = 0;
    for c in 2..live {
        let with_c = &pairs[PAIRS_BELOW[c]..];
        for b in 1..c {
            let with_b = &pairs[PAIRS_BELOW[b]..];
            write_larger(b, with_b, with_c, with_c[b], &mut triples[written..]);
            written += b;
        }
    }
}

/// Writes the larger of two values and a least one, `length` times, in whole
/// vectors: up to [`LANES`] more places than that are overwritten.
#[inline(always)]
fn write_larger<T: Value>(length: usize, x: &[T], y: &[T], least: T, largest: &mut [T]) {
    let cells = length.next_multiple_of(LANES);
    let x = x[..cells].as_chunks::<LANES>().0;
    let y = y[..cells].as_chunks::<LANES>().0;
    let largest = largest[..cells].as_chunks_mut::<LANES>().0;
    for ((largest, x), y) in largest.iter_mut().zip(x).zip(y) {
        // By value: the compiler need not wonder whether they overlap.
        let mut values = *x;
        for (value, &y) in values.iter_mut().zip(y) {
            *value = (*value).max(y).max(least);
        }
        *largest = values;
    }
}

/// The blocks of hands written so far.
struct Blocks<'a, T> {
    pairs: &'a [T; PAIR_CELLS],
    triples: &'a [T; TRIPLE_CELLS],
    hands: &'a mut [T],
    written: usize,
}

impl<T: Value> Blocks<'_, T> {
    #[inline(always)]
    fn pair(&self, high: usize, low: usize) -> T {
        self.pairs[PAIRS_BELOW[high] + low]
    }

    /// `shared[ab]` for all `a < b < below`: the largest `T(abx)` of the upper
    /// cards `x`.
    #[inline(always)]
    fn share(&self, upper: &[usize], shared: &mut [T; PAIR_CELLS]) {
        let length = PAIRS_BELOW[upper[0]];
        let with = |x: usize| &self.triples[TRIPLES_BELOW[x]..];
        write_larger(length, with(upper[0]), with(upper[1]), T::LEAST, shared);
        for &x in &upper[2..] {
            let so_far = *shared;
            write_larger(length, &so_far, with(x), T::LEAST, shared);
        }
    }

    /// Writes the hands of the `upper` cards, ascending, with all `a < b < c`
    /// below them.
    #[inline(always)]
    fn write(&mut self, upper: &[usize], shared: &[T]) {
        let mut among_upper = T::LEAST;
        for (place, &high) in upper.iter().enumerate() {
            for &low in &upper[..place] {
                among_upper = among_upper.max(self.pair(high, low));
            }
        }
        for c in 2..upper[0] {
            let least = upper.iter().fold(among_upper, |m, &high| m.max(self.pair(high, c)));
            let length = PAIRS_BELOW[c];
            let with_c = &self.triples[TRIPLES_BELOW[c]..];
            let hands = &mut self.hands[self.written..];
            self.written += length;
            if hands.len() >= length + LANES {
                write_larger(length, with_c, shared, least, hands);
            } else {
                for ((hand, &x), &y) in hands[..length].iter_mut().zip(with_c).zip(shared) {
                    *hand = x.max(y).max(least);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::arch::dispatch;

    proptest! {
        #[test]
        fn vectors_agree_with_the_baseline_and_with_the_definition(
            values in prop::collection::vec(0u8..200, PAIR_CELLS),
            live in 6usize..16,
        ) {
            let pairs: [u8; PAIR_CELLS] = values.try_into().unwrap();
            for hole_cards in 4..=6 {
                let count = binomial(live, hole_cards);
                let mut vectors = vec![0; count];
                let mut baseline = vec![0; count];
                dispatch(AllHands { pairs: &pairs, live, hole_cards, hands: &mut vectors });
                AllHands { pairs: &pairs, live, hole_cards, hands: &mut baseline }.run();
                prop_assert_eq!(&vectors, &baseline);

                // Masks of equally many bits ascend in colexicographic order.
                let masks = (0u32..1 << live).filter(|m| m.count_ones() as usize == hole_cards);
                for (mask, &value) in masks.zip(&vectors) {
                    let held = |x: &usize| mask >> x & 1 == 1;
                    let all = (0..live).filter(held);
                    let best = all.flat_map(|high| {
                        let lower = (0..high).filter(held);
                        lower.map(move |low| (high, low))
                    });
                    let best = best.map(|(high, low)| pairs[high * (high - 1) / 2 + low]).max();
                    prop_assert_eq!(Some(value), best);
                }
            }
        }
    }
}
