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
pub(crate) const LIVE_PAIRS: usize = binomial(MOST_LIVE, 2);
const LIVE_TRIPLES: usize = binomial(MOST_LIVE, 3);

/// Values handled at once; blocks are read up to this much beyond their end.
const LANES: usize = 32;

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
    pub(crate) pairs: &'a [T; LIVE_PAIRS],
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
        let mut triples = [T::LEAST; LIVE_TRIPLES + LANES];
        fill_triples(self.pairs, self.live, &mut triples);
        let mut blocks =
            Blocks { pairs: self.pairs, triples: &triples, hands: self.hands, written: 0 };
        let mut shared = [T::LEAST; LIVE_PAIRS + LANES];
        for top in 3..self.live {
            match self.hole_cards {
                4 => blocks.write(top, &[top], &triples[binomial(top, 3)..]),
                5 => {
                    for d in 2..top {
                        blocks.share(d, &[d, top], &mut shared);
                        blocks.write(d, &[d, top], &shared);
                    }
                }
                _ => {
                    for e in 3..top {
                        for d in 2..e {
                            blocks.share(d, &[d, e, top], &mut shared);
                            blocks.write(d, &[d, e, top], &shared);
                        }
                    }
                }
            }
        }
    }
}

/// `T(abc)` for all `a < b < c < live`.
#[inline(always)]
fn fill_triples<T: Value>(pairs: &[T; LIVE_PAIRS], live: usize, triples: &mut [T]) {
    let mut rest = triples;
    for c in 2..live {
        let with_c = &pairs[binomial(c, 2)..][..c];
        for b in 1..c {
            let with_b = &pairs[binomial(b, 2)..][..b];
            let (run, after) = rest.split_at_mut(b);
            for ((value, &x), &y) in run.iter_mut().zip(with_b).zip(with_c) {
                *value = x.max(y).max(with_c[b]);
            }
            rest = after;
        }
    }
}

/// The blocks of hands written so far.
struct Blocks<'a, T> {
    pairs: &'a [T; LIVE_PAIRS],
    triples: &'a [T; LIVE_TRIPLES + LANES],
    hands: &'a mut [T],
    written: usize,
}

impl<T: Value> Blocks<'_, T> {
    #[inline(always)]
    fn pair(&self, high: usize, low: usize) -> T {
        self.pairs[high * (high - 1) / 2 + low]
    }

    /// `shared[ab]` for all `a < b < below`: the largest `T(abx)` of the upper
    /// cards `x`.
    #[inline(always)]
    fn share(&self, below: usize, upper: &[usize], shared: &mut [T; LIVE_PAIRS + LANES]) {
        let length = binomial(below, 2).next_multiple_of(LANES);
        for (place, &x) in upper.iter().enumerate() {
            let with_x = &self.triples[binomial(x, 3)..][..length];
            for (value, &other) in shared[..length].iter_mut().zip(with_x) {
                *value = if place == 0 { other } else { (*value).max(other) };
            }
        }
    }

    /// Writes the hands of the `upper` cards with all `a < b < c < below`.
    #[inline(always)]
    fn write(&mut self, below: usize, upper: &[usize], shared: &[T]) {
        let mut among_upper = T::LEAST;
        for (place, &high) in upper.iter().enumerate() {
            for &low in &upper[..place] {
                among_upper = among_upper.max(self.pair(high, low));
            }
        }
        for c in 2..below {
            let least = upper.iter().fold(among_upper, |m, &high| m.max(self.pair(high, c)));
            let length = c * (c - 1) / 2;
            let with_c = &self.triples[c * (c - 1) * (c - 2) / 6..];
            self.write_block(length, with_c, shared, least);
        }
    }

    /// Writes `length` hands: the maximum of two arrays and a constant.
    #[inline(always)]
    fn write_block(&mut self, length: usize, with_c: &[T], shared: &[T], least: T) {
        let padded = length.next_multiple_of(LANES);
        let end = self.written + padded;
        let from = self.written;
        self.written += length;
        if let Some(hands) = self.hands.get_mut(from..end) {
            // Whole vectors; what is beyond the block is overwritten by the next.
            let hands = hands.as_chunks_mut::<LANES>().0.iter_mut();
            let with_c = with_c[..padded].as_chunks::<LANES>().0;
            let shared = shared[..padded].as_chunks::<LANES>().0;
            for ((hands, x), y) in hands.zip(with_c).zip(shared) {
                for ((hand, &x), &y) in hands.iter_mut().zip(x).zip(y) {
                    *hand = x.max(y).max(least);
                }
            }
        } else {
            for ((hand, &x), &y) in self.hands[from..].iter_mut().zip(with_c).zip(shared) {
                *hand = x.max(y).max(least);
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
            values in prop::collection::vec(0u8..200, LIVE_PAIRS),
            live in 6usize..16,
        ) {
            let pairs: [u8; LIVE_PAIRS] = values.try_into().unwrap();
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
