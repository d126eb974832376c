//! Sums of products of whole numbers, for weights of 8 bits.
//!
//! AVX2 multiplies sixteen numbers of 16 bits by sixteen others and adds neighbouring products
//! in one instruction. Numbers therefore come in pairs: eight lanes of two. Sums are exact as long
//! as they fit into 32 bits, so both kinds give the same bits in any order.

use super::{LANES, Portable};

/// Two numbers whose products are added.
pub(crate) type Pair = [i16; 2];

/// Eight pairs of 8-bit numbers in memory.
pub(crate) type BytePairs = [[i8; 2]; LANES];

/// Vectors of eight pairs, and of eight sums.
pub(crate) trait Whole: Copy {
    /// Eight pairs.
    type Pairs: Copy;
    /// Eight sums of 32 bits.
    type Sums: Copy;

    /// Sums of nothing.
    fn no_sums(self) -> Self::Sums;
    /// The same pair eight times.
    fn splat_pair(self, pair: Pair) -> Self::Pairs;
    /// Reads eight pairs.
    fn load_pairs(self, from: &BytePairs) -> Self::Pairs;
    /// In each lane both products are added to the sum, which must not overflow.
    fn add_products(self, a: Self::Pairs, b: Self::Pairs, sums: Self::Sums) -> Self::Sums;
    /// Writes eight sums.
    fn store_sums(self, sums: Self::Sums, to: &mut [i32; LANES]);
}

impl Whole for Portable {
    type Pairs = [[i32; 2]; LANES];
    type Sums = [i32; LANES];

    #[inline(always)]
    fn no_sums(self) -> [i32; LANES] {
        [0; LANES]
    }

    #[inline(always)]
    fn splat_pair(self, pair: Pair) -> [[i32; 2]; LANES] {
        [pair.map(i32::from); LANES]
    }

    #[inline(always)]
    fn load_pairs(self, from: &BytePairs) -> [[i32; 2]; LANES] {
        from.map(|pair| pair.map(i32::from))
    }

    #[inline(always)]
    fn add_products(
        self,
        a: [[i32; 2]; LANES],
        b: [[i32; 2]; LANES],
        sums: [i32; LANES],
    ) -> [i32; LANES] {
        std::array::from_fn(|lane| sums[lane] + a[lane][0] * b[lane][0] + a[lane][1] * b[lane][1])
    }

    #[inline(always)]
    fn store_sums(self, sums: [i32; LANES], to: &mut [i32; LANES]) {
        *to = sums;
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16,
        _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
    };

    use super::{BytePairs, LANES, Pair, Whole};
    use crate::arch::wide::Wide;

    impl Whole for Wide {
        type Pairs = __m256i;
        type Sums = __m256i;

        #[inline(always)]
        fn no_sums(self) -> __m256i {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_setzero_si256() }
        }

        #[inline(always)]
        fn splat_pair(self, [low, high]: Pair) -> __m256i {
            let both = u32::from(low as u16) | u32::from(high as u16) << 16;
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_set1_epi32(both as i32) }
        }

        #[inline(always)]
        fn load_pairs(self, from: &BytePairs) -> __m256i {
            // SAFETY: a `Wide` exists only where AVX2 does, and sixteen bytes can be read.
            unsafe { load_pairs(from) }
        }

        #[inline(always)]
        fn add_products(self, a: __m256i, b: __m256i, sums: __m256i) -> __m256i {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { add_products(a, b, sums) }
        }

        #[inline(always)]
        fn store_sums(self, sums: __m256i, to: &mut [i32; LANES]) {
            // SAFETY: a `Wide` exists only where AVX2 does, and eight numbers can be written.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), sums) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_pairs(from: &BytePairs) -> __m256i {
        // SAFETY: sixteen bytes can be read.
        let bytes = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
        _mm256_cvtepi8_epi16(bytes)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn add_products(a: __m256i, b: __m256i, sums: __m256i) -> __m256i {
        _mm256_add_epi32(sums, _mm256_madd_epi16(a, b))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::arch::{Arithmetic, Kernel, dispatch};

    struct Products<'a>(Pair, &'a BytePairs);

    impl Kernel for Products<'_> {
        type Output = [i32; LANES];

        #[inline(always)]
        fn run<A: Arithmetic>(self, vectors: A) -> [i32; LANES] {
            let (left, right) = (vectors.splat_pair(self.0), vectors.load_pairs(self.1));
            let once = vectors.add_products(left, right, vectors.no_sums());
            let mut sums = [0; LANES];
            vectors.store_sums(vectors.add_products(left, right, once), &mut sums);
            sums
        }
    }

    proptest! {
        #[test]
        fn both_kinds_add_products(left: Pair, right: BytePairs) {
            let sums = right.map(|[low, high]| {
                2 * (i32::from(left[0]) * i32::from(low) + i32::from(left[1]) * i32::from(high))
            });
            prop_assert_eq!(dispatch(Products(left, &right)), sums);
            prop_assert_eq!(Products(left, &right).run(Portable), sums);
        }
    }
}
