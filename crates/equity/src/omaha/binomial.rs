//! Binomial coefficients, and the numbers they give to sets.
//!
//! The set `p1 < p2 < … < pk` has the number `C(p1,1) + C(p2,2) + … + C(pk,k)`:
//! colexicographic order. The lowest element runs fastest, so sets that share
//! all elements but the lowest lie side by side.

/// Elements are below this, so that sets fit a 64-bit mask.
pub(super) const PLACES: usize = 64;
/// Sets have at most this many elements.
const LARGEST: usize = 6;

static TABLE: [[u32; PLACES]; LARGEST + 1] = {
    let mut table = [[1; PLACES]; LARGEST + 1];
    let mut k = 1;
    while k <= LARGEST {
        table[k][0] = 0;
        let mut n = 1;
        while n < PLACES {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            n += 1;
        }
        k += 1;
    }
    table
};

/// `C(n, k)` for `n` below 64 and `k` up to 6.
#[inline(always)]
pub(super) fn binomial(n: usize, k: usize) -> usize {
    TABLE[k][n] as usize
}

/// The number of the set of the places of a mask with up to six bits.
#[inline]
pub(super) fn set_number(mut places: u64) -> usize {
    let mut number = 0;
    let mut k = 1;
    while places != 0 {
        number += binomial(places.trailing_zeros() as usize, k);
        places &= places - 1;
        k += 1;
    }
    number
}
