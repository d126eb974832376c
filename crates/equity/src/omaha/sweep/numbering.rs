//! Numbers of sets of places, in rows that begin at multiples of eight.
//!
//! Sets that share all places but the lowest make a row, `p` long if `p` is the
//! lowest place they share. With every row padded to whole vectors, the sets of
//! `k` places below `n` take up
//!
//! ```text
//! D(n, 1) = n rounded up to a multiple of 8
//! D(n, k) = D(0, k-1) + D(1, k-1) + … + D(n-1, k-1)
//! ```
//!
//! numbers (unpadded these are the binomial coefficients), and the set
//! `p1 < p2 < … < pk` has the number `p1 + D(p2, 2) + … + D(pk, k)`.

use crate::omaha::sweep::lanes::LANES;

/// Places are below this, so that sets fit a 64-bit mask.
pub(super) const PLACES: usize = 64;
/// Sets have at most this many places.
const LARGEST: usize = 6;

static PADDED: [[u32; PLACES]; LARGEST + 1] = {
    let mut table = [[0; PLACES]; LARGEST + 1];
    let mut n = 0;
    while n < PLACES {
        table[1][n] = n.next_multiple_of(LANES) as u32;
        n += 1;
    }
    let mut k = 2;
    while k <= LARGEST {
        let mut n = 1;
        // Beyond a deck the numbers of six places would outgrow 32 bits.
        while n <= 52 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            n += 1;
        }
        k += 1;
    }
    table
};

/// `D(n, k)`: how many numbers the sets of `k` places below `n` take up.
#[inline(always)]
pub(super) fn padded(n: usize, k: usize) -> usize {
    PADDED[k][n] as usize
}

/// The number of the set of the places of a mask with one to six bits.
#[inline]
pub(super) fn set_number(places: u64) -> usize {
    let mut number = places.trailing_zeros() as usize;
    let mut rest = places & places.wrapping_sub(1);
    let mut k = 2;
    while rest != 0 {
        number += padded(rest.trailing_zeros() as usize, k);
        rest &= rest - 1;
        k += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_at_vectors_and_follow_each_other() {
        for (cards, k) in [(20, 2), (20, 3), (17, 4), (14, 5), (14, 6)] {
            let mut expected = 0usize;
            let mut row = 0;
            // Masks of equally many bits ascend in colexicographic order.
            for mask in (0u64..1 << cards).filter(|mask| mask.count_ones() == k) {
                let upper = mask & (mask - 1);
                if upper != row {
                    row = upper;
                    expected = expected.next_multiple_of(LANES);
                }
                assert_eq!(set_number(mask), expected);
                expected += 1;
            }
            assert_eq!(padded(cards, k as usize), expected.next_multiple_of(LANES));
        }
    }
}
