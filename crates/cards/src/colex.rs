//! Dense numbering of k-element subsets, in colexicographic order.
//!
//! The set `c1 < c2 < … < ck` has the number `C(c1,1) + C(c2,2) + … + C(ck,k)`.
//! Numbers start at 0 without gaps, and do not depend on the size of the
//! universe: the subsets of the first `n` elements are the first `C(n,k)`.
//!
//! The inverse takes one element at a time, largest first: the largest `c` with
//! `C(c,k) <= number`. A table indexed by the number's leading bits (its length
//! and the [`LEADING`] bits after the first, as in a tiny float) gives a lower
//! bound that is at most a few steps short, so both directions cost O(k).

/// Largest universe: the deck.
const UNIVERSE: usize = 52;
/// Largest subset: a six-card Omaha hand, or seven cards of hand and board.
const LARGEST: usize = 7;

const BINOMIALS: [[u32; LARGEST + 1]; UNIVERSE + 1] = {
    let mut table = [[0; LARGEST + 1]; UNIVERSE + 1];
    let mut n = 0;
    while n <= UNIVERSE {
        table[n][0] = 1;
        let mut k = 1;
        while k <= LARGEST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// `C(n, k)` for `n` up to 52 and `k` up to 7.
#[inline]
pub(crate) const fn binomial(n: usize, k: usize) -> u32 {
    BINOMIALS[n][k]
}

/// The number of a subset given by its elements in ascending order.
#[inline]
pub(crate) fn rank(elements: impl IntoIterator<Item = usize>) -> u32 {
    elements.into_iter().zip(1..).map(|(element, k)| binomial(element, k)).sum()
}

/// Bits after the leading one that select a place in the guess table.
const LEADING: u32 = 5;
/// `C(52,7)` has 27 bits.
const GUESSES: usize = 28 << LEADING;

/// `GUESS[k][bucket(number)]`: an element not above the largest of the subset.
static GUESS: [[u8; GUESSES]; LARGEST + 1] = {
    let mut table = [[0; GUESSES]; LARGEST + 1];
    let mut k = 1;
    while k <= LARGEST {
        let mut element = 0;
        let mut place = 0;
        while place < GUESSES {
            let smallest = bucket_start(place);
            while element < UNIVERSE && BINOMIALS[element + 1][k] as u64 <= smallest {
                element += 1;
            }
            table[k][place] = element as u8;
            place += 1;
        }
        k += 1;
    }
    table
};

/// The place of a number: itself while small, then its length and leading bits.
#[inline]
const fn bucket(number: u32) -> usize {
    if number < 1 << LEADING {
        return number as usize;
    }
    let length = 31 - number.leading_zeros();
    let leading = (number >> (length - LEADING)) - (1 << LEADING);
    (((length - LEADING + 1) << LEADING) + leading) as usize
}

/// The smallest number whose [`bucket`] is `place`.
const fn bucket_start(place: usize) -> u64 {
    let place = place as u64;
    let length = place >> LEADING;
    if length == 0 {
        return place;
    }
    ((place & ((1 << LEADING) - 1)) | 1 << LEADING) << (length - 1)
}

/// The largest element of the `k`-subset `number`, and what remains of the
/// number for the other `k - 1` elements.
#[inline]
pub(crate) fn split_largest(number: u32, k: usize) -> (usize, u32) {
    let mut element = GUESS[k][bucket(number)] as usize;
    while binomial(element + 1, k) <= number {
        element += 1;
    }
    (element, number - binomial(element, k))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up through all subsets in colexicographic order.
    fn advance(subset: &mut [usize]) {
        let last = subset.len() - 1;
        let i = (0..last).find(|&i| subset[i] + 1 < subset[i + 1]).unwrap_or(last);
        subset[i] += 1;
        for (j, low) in subset[..i].iter_mut().enumerate() {
            *low = j;
        }
    }

    #[test]
    fn numbers_count_up_and_come_back() {
        for k in 1..=6 {
            let mut subset: Vec<usize> = (0..k).collect();
            for number in 0..binomial(UNIVERSE, k) {
                assert_eq!(rank(subset.iter().copied()), number);
                let mut rest = number;
                for size in (1..=k).rev() {
                    let element;
                    (element, rest) = split_largest(rest, size);
                    assert_eq!(element, subset[size - 1]);
                }
                assert_eq!(rest, 0);
                advance(&mut subset);
            }
        }
    }

    #[test]
    fn a_guess_is_never_too_high_and_at_most_three_short() {
        for (k, guesses) in GUESS.iter().enumerate().skip(2) {
            for element in k - 1..UNIVERSE {
                for number in [binomial(element, k), binomial(element + 1, k) - 1] {
                    let guess = guesses[bucket(number)] as usize;
                    assert!(guess <= element && element - guess <= 3, "{k} {number}");
                }
            }
        }
    }

    #[test]
    fn binomials_are_known_ones() {
        assert_eq!(binomial(52, 2), 1_326);
        assert_eq!(binomial(52, 4), 270_725);
        assert_eq!(binomial(52, 5), 2_598_960);
        assert_eq!(binomial(52, 6), 20_358_520);
        assert_eq!(binomial(52, 7), 133_784_560);
        assert_eq!(binomial(3, 5), 0);
    }
}
