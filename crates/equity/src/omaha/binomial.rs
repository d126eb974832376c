//! Binomial coefficients.

/// Above the size of a deck.
const PLACES: usize = 64;
/// The largest hand.
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
