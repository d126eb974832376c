//! Vectors of eight numbers for each instruction set.
//!
//! In long kernels compilers split arrays of eight and do not always join them again;
//! these operations stay whole.

use super::{Lanes, Portable};
use crate::number;

/// Vectors of eight numbers, in single and in double precision.
pub(crate) trait Vectors: Copy {
    /// Eight numbers in single precision.
    type Single: Copy;
    /// Eight numbers in double precision.
    type Double: Copy;

    /// Zeros.
    fn zeros(self) -> Self::Single;
    /// The same number eight times.
    fn splat(self, number: f32) -> Self::Single;
    /// Reads eight numbers.
    fn load(self, from: &Lanes) -> Self::Single;
    /// Writes eight numbers.
    fn store(self, numbers: Self::Single, to: &mut Lanes);
    /// The sums.
    fn plus(self, a: Self::Single, b: Self::Single) -> Self::Single;
    /// The differences.
    fn minus(self, a: Self::Single, b: Self::Single) -> Self::Single;
    /// The products.
    fn times(self, a: Self::Single, b: Self::Single) -> Self::Single;
    /// The quotients.
    fn over(self, a: Self::Single, b: Self::Single) -> Self::Single;
    /// The larger of two numbers that are not NaN.
    fn larger(self, a: Self::Single, b: Self::Single) -> Self::Single;
    /// `a * b + c`, rounded once if the processor can, otherwise twice.
    fn times_plus(self, a: Self::Single, b: Self::Single, c: Self::Single) -> Self::Single;
    /// `yes` where `a` is at least `b`, elsewhere zero.
    fn where_reaches(self, a: Self::Single, b: Self::Single, yes: Self::Single) -> Self::Single;
    /// `no` where `a` is less than `b`, elsewhere zero.
    fn where_below(self, a: Self::Single, b: Self::Single, no: Self::Single) -> Self::Single;
    /// Reads 16-bit numbers with a sign.
    fn load_signed(self, from: &[i16; 8]) -> Self::Single;
    /// Writes them.
    fn store_signed(self, numbers: Self::Single, dither: u32, to: &mut [i16; 8]);
    /// Reads 16-bit numbers without a sign.
    fn load_unsigned(self, from: &[u16; 8]) -> Self::Single;
    /// Writes them, without their signs.
    fn store_unsigned(self, numbers: Self::Single, dither: u32, to: &mut [u16; 8]);
    /// `factor * a + b`, rounded once if the processor can, otherwise twice.
    fn scale_add(self, factor: f32, a: Self::Single, b: Self::Single) -> Self::Single;
    /// Rows become columns.
    fn turn(self, rows: [Self::Single; 8]) -> [Self::Single; 8];
    /// Whether all numbers of all rows are zero.
    fn all_zero(self, rows: &[Self::Single; 8]) -> bool;

    /// Reads eight numbers.
    fn load_double(self, from: &[f64; 8]) -> Self::Double;
    /// Writes eight numbers.
    fn store_double(self, numbers: Self::Double, to: &mut [f64; 8]);
    /// The sums.
    fn plus_double(self, a: Self::Double, b: Self::Double) -> Self::Double;
    /// The differences.
    fn minus_double(self, a: Self::Double, b: Self::Double) -> Self::Double;
    /// In double precision.
    fn widen(self, numbers: Self::Single) -> Self::Double;
    /// Rounded to single precision.
    fn narrow(self, numbers: Self::Double) -> Self::Single;
}

impl Vectors for Portable {
    type Single = Lanes;
    type Double = [f64; 8];

    #[inline(always)]
    fn zeros(self) -> Lanes {
        [0.0; 8]
    }

    #[inline(always)]
    fn load(self, from: &Lanes) -> Lanes {
        *from
    }

    #[inline(always)]
    fn store(self, numbers: Lanes, to: &mut Lanes) {
        *to = numbers;
    }

    #[inline(always)]
    fn plus(self, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| a[lane] + b[lane])
    }

    #[inline(always)]
    fn minus(self, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| a[lane] - b[lane])
    }

    #[inline(always)]
    fn splat(self, number: f32) -> Lanes {
        [number; 8]
    }

    #[inline(always)]
    fn times(self, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| a[lane] * b[lane])
    }

    #[inline(always)]
    fn over(self, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| a[lane] / b[lane])
    }

    #[inline(always)]
    fn larger(self, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| if a[lane] > b[lane] { a[lane] } else { b[lane] })
    }

    #[inline(always)]
    fn times_plus(self, a: Lanes, b: Lanes, c: Lanes) -> Lanes {
        std::array::from_fn(|lane| a[lane] * b[lane] + c[lane])
    }

    #[inline(always)]
    fn where_reaches(self, a: Lanes, b: Lanes, yes: Lanes) -> Lanes {
        std::array::from_fn(|lane| if a[lane] >= b[lane] { yes[lane] } else { 0.0 })
    }

    #[inline(always)]
    fn where_below(self, a: Lanes, b: Lanes, no: Lanes) -> Lanes {
        std::array::from_fn(|lane| if a[lane] < b[lane] { no[lane] } else { 0.0 })
    }

    #[inline(always)]
    fn load_signed(self, from: &[i16; 8]) -> Lanes {
        from.map(number::signed_value)
    }

    #[inline(always)]
    fn store_signed(self, numbers: Lanes, dither: u32, to: &mut [i16; 8]) {
        *to = numbers.map(|value| number::signed(value, dither));
    }

    #[inline(always)]
    fn load_unsigned(self, from: &[u16; 8]) -> Lanes {
        from.map(number::unsigned_value)
    }

    #[inline(always)]
    fn store_unsigned(self, numbers: Lanes, dither: u32, to: &mut [u16; 8]) {
        *to = numbers.map(|value| number::unsigned(value, dither));
    }

    #[inline(always)]
    fn scale_add(self, factor: f32, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| factor * a[lane] + b[lane])
    }

    #[inline(always)]
    fn turn(self, rows: [Lanes; 8]) -> [Lanes; 8] {
        std::array::from_fn(|column| std::array::from_fn(|row| rows[row][column]))
    }

    #[inline(always)]
    fn all_zero(self, rows: &[Lanes; 8]) -> bool {
        rows.as_flattened().iter().all(|&number| number == 0.0)
    }

    #[inline(always)]
    fn load_double(self, from: &[f64; 8]) -> [f64; 8] {
        *from
    }

    #[inline(always)]
    fn store_double(self, numbers: [f64; 8], to: &mut [f64; 8]) {
        *to = numbers;
    }

    #[inline(always)]
    fn plus_double(self, a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        std::array::from_fn(|lane| a[lane] + b[lane])
    }

    #[inline(always)]
    fn minus_double(self, a: [f64; 8], b: [f64; 8]) -> [f64; 8] {
        std::array::from_fn(|lane| a[lane] - b[lane])
    }

    #[inline(always)]
    fn widen(self, numbers: Lanes) -> [f64; 8] {
        numbers.map(f64::from)
    }

    #[inline(always)]
    fn narrow(self, numbers: [f64; 8]) -> Lanes {
        numbers.map(|number| number as f32)
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256, __m256d, _CMP_GE_OQ, _CMP_LT_OQ, _mm256_add_pd, _mm256_add_ps, _mm256_and_ps,
        _mm256_castps_si256, _mm256_castps256_ps128, _mm256_cmp_ps, _mm256_cvtpd_ps,
        _mm256_cvtps_pd, _mm256_div_ps, _mm256_extractf128_ps, _mm256_fmadd_ps, _mm256_loadu_pd,
        _mm256_loadu_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_or_ps, _mm256_permute2f128_ps,
        _mm256_set_m128, _mm256_set1_ps, _mm256_setzero_ps, _mm256_shuffle_ps, _mm256_slli_epi32,
        _mm256_storeu_pd, _mm256_storeu_ps, _mm256_sub_pd, _mm256_sub_ps, _mm256_testz_si256,
        _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    };

    use super::{Lanes, Vectors};
    use crate::arch::short;
    use crate::arch::wide::Wide;

    impl Vectors for Wide {
        type Single = __m256;
        type Double = [__m256d; 2];

        #[inline(always)]
        fn zeros(self) -> __m256 {
            // SAFETY: a `Wide` is proof of AVX2 and fused multiply-add.
            unsafe { _mm256_setzero_ps() }
        }

        #[inline(always)]
        fn load(self, from: &Lanes) -> __m256 {
            // SAFETY: as above, and eight numbers can be read.
            unsafe { _mm256_loadu_ps(from.as_ptr()) }
        }

        #[inline(always)]
        fn store(self, numbers: __m256, to: &mut Lanes) {
            // SAFETY: as above, and eight numbers can be written.
            unsafe { _mm256_storeu_ps(to.as_mut_ptr(), numbers) }
        }

        #[inline(always)]
        fn plus(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` is proof of AVX2 and fused multiply-add.
            unsafe { _mm256_add_ps(a, b) }
        }

        #[inline(always)]
        fn minus(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { _mm256_sub_ps(a, b) }
        }

        #[inline(always)]
        fn splat(self, number: f32) -> __m256 {
            // SAFETY: as above.
            unsafe { _mm256_set1_ps(number) }
        }

        #[inline(always)]
        fn times(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { _mm256_mul_ps(a, b) }
        }

        #[inline(always)]
        fn over(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { _mm256_div_ps(a, b) }
        }

        #[inline(always)]
        fn larger(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { _mm256_max_ps(a, b) }
        }

        #[inline(always)]
        fn times_plus(self, a: __m256, b: __m256, c: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { _mm256_fmadd_ps(a, b, c) }
        }

        #[inline(always)]
        fn where_reaches(self, a: __m256, b: __m256, yes: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { where_reaches(a, b, yes) }
        }

        #[inline(always)]
        fn where_below(self, a: __m256, b: __m256, no: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { where_below(a, b, no) }
        }

        #[inline(always)]
        fn load_signed(self, from: &[i16; 8]) -> __m256 {
            // SAFETY: as above, and eight numbers can be read.
            unsafe { short::load_signed(from) }
        }

        #[inline(always)]
        fn store_signed(self, numbers: __m256, dither: u32, to: &mut [i16; 8]) {
            // SAFETY: as above.
            unsafe { short::store_signed(numbers, dither, to) }
        }

        #[inline(always)]
        fn load_unsigned(self, from: &[u16; 8]) -> __m256 {
            // SAFETY: as above.
            unsafe { short::load_unsigned(from) }
        }

        #[inline(always)]
        fn store_unsigned(self, numbers: __m256, dither: u32, to: &mut [u16; 8]) {
            // SAFETY: as above.
            unsafe { short::store_unsigned(numbers, dither, to) }
        }

        #[inline(always)]
        fn scale_add(self, factor: f32, a: __m256, b: __m256) -> __m256 {
            // SAFETY: as above.
            unsafe { scale_add(factor, a, b) }
        }

        #[inline(always)]
        fn turn(self, rows: [__m256; 8]) -> [__m256; 8] {
            // SAFETY: as above.
            unsafe { turn(rows) }
        }

        #[inline(always)]
        fn all_zero(self, rows: &[__m256; 8]) -> bool {
            // SAFETY: as above.
            unsafe { all_zero(rows) }
        }

        #[inline(always)]
        fn load_double(self, from: &[f64; 8]) -> [__m256d; 2] {
            // SAFETY: as above.
            unsafe { load_double(from) }
        }

        #[inline(always)]
        fn store_double(self, numbers: [__m256d; 2], to: &mut [f64; 8]) {
            // SAFETY: as above.
            unsafe { store_double(numbers, to) }
        }

        #[inline(always)]
        fn plus_double(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
            // SAFETY: as above.
            unsafe { plus_double(a, b) }
        }

        #[inline(always)]
        fn minus_double(self, a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
            // SAFETY: as above.
            unsafe { minus_double(a, b) }
        }

        #[inline(always)]
        fn widen(self, numbers: __m256) -> [__m256d; 2] {
            // SAFETY: as above.
            unsafe { widen(numbers) }
        }

        #[inline(always)]
        fn narrow(self, numbers: [__m256d; 2]) -> __m256 {
            // SAFETY: as above.
            unsafe { narrow(numbers) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn where_reaches(a: __m256, b: __m256, yes: __m256) -> __m256 {
        _mm256_and_ps(_mm256_cmp_ps::<_CMP_GE_OQ>(a, b), yes)
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn where_below(a: __m256, b: __m256, no: __m256) -> __m256 {
        _mm256_and_ps(_mm256_cmp_ps::<_CMP_LT_OQ>(a, b), no)
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn scale_add(factor: f32, a: __m256, b: __m256) -> __m256 {
        _mm256_fmadd_ps(_mm256_set1_ps(factor), a, b)
    }

    /// Swaps pairs, then fours, then halves.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn turn(rows: [__m256; 8]) -> [__m256; 8] {
        let low = |a: usize| _mm256_unpacklo_ps(rows[a], rows[a + 1]);
        let high = |a: usize| _mm256_unpackhi_ps(rows[a], rows[a + 1]);
        let pairs = [low(0), high(0), low(2), high(2), low(4), high(4), low(6), high(6)];
        let first = |a: usize| _mm256_shuffle_ps::<0b01_00_01_00>(pairs[a], pairs[a + 2]);
        let last = |a: usize| _mm256_shuffle_ps::<0b11_10_11_10>(pairs[a], pairs[a + 2]);
        let fours = [first(0), last(0), first(1), last(1), first(4), last(4), first(5), last(5)];
        let upper = |a: usize| _mm256_permute2f128_ps::<0x20>(fours[a], fours[a + 4]);
        let lower = |a: usize| _mm256_permute2f128_ps::<0x31>(fours[a], fours[a + 4]);
        [upper(0), upper(1), upper(2), upper(3), lower(0), lower(1), lower(2), lower(3)]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn all_zero(rows: &[__m256; 8]) -> bool {
        let either = |a: usize, b: usize| _mm256_or_ps(rows[a], rows[b]);
        let fours =
            [_mm256_or_ps(either(0, 1), either(2, 3)), _mm256_or_ps(either(4, 5), either(6, 7))];
        let bits = _mm256_castps_si256(_mm256_or_ps(fours[0], fours[1]));
        // A zero with a sign is zero, too.
        let magnitudes = _mm256_slli_epi32::<1>(bits);
        _mm256_testz_si256(magnitudes, magnitudes) == 1
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn load_double(from: &[f64; 8]) -> [__m256d; 2] {
        let (halves, _) = from.as_chunks::<4>();
        [&halves[0], &halves[1]].map(|half| {
            // SAFETY: four numbers can be read.
            unsafe { _mm256_loadu_pd(half.as_ptr()) }
        })
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn store_double(numbers: [__m256d; 2], to: &mut [f64; 8]) {
        for (half, numbers) in to.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            // SAFETY: four numbers can be written.
            unsafe { _mm256_storeu_pd(half.as_mut_ptr(), numbers) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn plus_double(a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        [_mm256_add_pd(a[0], b[0]), _mm256_add_pd(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn minus_double(a: [__m256d; 2], b: [__m256d; 2]) -> [__m256d; 2] {
        [_mm256_sub_pd(a[0], b[0]), _mm256_sub_pd(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn widen(numbers: __m256) -> [__m256d; 2] {
        let halves = [_mm256_castps256_ps128(numbers), _mm256_extractf128_ps::<1>(numbers)];
        [_mm256_cvtps_pd(halves[0]), _mm256_cvtps_pd(halves[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn narrow(numbers: [__m256d; 2]) -> __m256 {
        _mm256_set_m128(_mm256_cvtpd_ps(numbers[1]), _mm256_cvtpd_ps(numbers[0]))
    }
}

#[cfg(test)]
mod tests;
