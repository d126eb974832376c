//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code over slices, compiled once for every processor and
//! once for AVX2 with fused multiply-add; [`dispatch`] picks at run time. The plain version
//! is the twin that tests compare with. All `unsafe` code of the crate is in this module.

mod whole;

pub(crate) use whole::{BytePairs, Pair, Whole};

/// Numbers in a vector.
pub(crate) const LANES: usize = 8;

/// Eight numbers in memory.
pub(crate) type Lanes = [f32; LANES];

/// Work that profits from wide vectors. `run` must be `#[inline(always)]`; otherwise it is
/// compiled for the baseline only.
pub(crate) trait Kernel {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<A: Arithmetic>(self, arithmetic: A) -> Self::Output;
}

/// What differs between instruction sets. Compilers split arrays of eight in long loops and
/// do not always join them again; vectors of this trait stay whole.
pub(crate) trait Arithmetic: Whole {
    /// Eight numbers in a register.
    type Vector: Copy;

    /// `a * b + c`, rounded once if the processor can, otherwise twice.
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32;
    /// The same number eight times.
    fn splat(self, number: f32) -> Self::Vector;
    /// Reads eight numbers.
    fn load(self, from: &Lanes) -> Self::Vector;
    /// Writes eight numbers.
    fn store(self, numbers: Self::Vector, to: &mut Lanes);
    /// `a * b + c`, rounded like [`mul_add`](Self::mul_add).
    fn times_plus(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// The sums.
    fn plus(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The differences.
    fn minus(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The products.
    fn times(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The quotients.
    fn over(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The larger of two numbers that are not NaN.
    fn larger(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The smaller of two numbers that are not NaN.
    fn smaller(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `yes` where `a` is above `b`, elsewhere zero.
    fn where_above(self, a: Self::Vector, b: Self::Vector, yes: Self::Vector) -> Self::Vector;
    /// A bit for each lane in which `a` is at least `b`.
    fn reaches(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// Rows become columns.
    fn turn(self, rows: [Self::Vector; LANES]) -> [Self::Vector; LANES];
}

/// Runs a kernel with the best instruction set allowed.
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the processor has all features that the callee needs.
        return unsafe { wide::run(kernel) };
    }
    kernel.run(Portable)
}

/// Plain arithmetic, for every processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Arithmetic for Portable {
    type Vector = Lanes;

    #[inline(always)]
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32 {
        a * b + c
    }

    #[inline(always)]
    fn splat(self, number: f32) -> Lanes {
        [number; LANES]
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
    fn times_plus(self, a: Lanes, b: Lanes, c: Lanes) -> Lanes {
        std::array::from_fn(|lane| a[lane] * b[lane] + c[lane])
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
    fn smaller(self, a: Lanes, b: Lanes) -> Lanes {
        std::array::from_fn(|lane| if a[lane] < b[lane] { a[lane] } else { b[lane] })
    }

    #[inline(always)]
    fn where_above(self, a: Lanes, b: Lanes, yes: Lanes) -> Lanes {
        std::array::from_fn(|lane| if a[lane] > b[lane] { yes[lane] } else { 0.0 })
    }

    #[inline(always)]
    fn reaches(self, a: Lanes, b: Lanes) -> u32 {
        (0..LANES).map(|lane| u32::from(a[lane] >= b[lane]) << lane).sum()
    }

    #[inline(always)]
    fn turn(self, rows: [Lanes; LANES]) -> [Lanes; LANES] {
        std::array::from_fn(|column| std::array::from_fn(|row| rows[row][column]))
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256, _CMP_GE_OQ, _CMP_GT_OQ, _mm256_add_ps, _mm256_and_ps, _mm256_cmp_ps, _mm256_div_ps,
        _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_min_ps, _mm256_movemask_ps,
        _mm256_mul_ps, _mm256_permute2f128_ps, _mm256_set1_ps, _mm256_shuffle_ps, _mm256_storeu_ps,
        _mm256_sub_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    };

    use super::{Arithmetic, Kernel, LANES, Lanes};

    /// Whether the processor has what [`run`] needs, and may use it.
    pub(super) fn available() -> bool {
        quasar_eval::simd::avx2() && is_x86_feature_detected!("fma")
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
        kernel.run(Wide(()))
    }

    /// Made only where AVX2 and fused multiply-add are available.
    #[derive(Clone, Copy)]
    pub(super) struct Wide(());

    impl Arithmetic for Wide {
        type Vector = __m256;

        #[inline(always)]
        fn mul_add(self, a: f32, b: f32, c: f32) -> f32 {
            a.mul_add(b, c)
        }

        #[inline(always)]
        fn splat(self, number: f32) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_set1_ps(number) }
        }

        #[inline(always)]
        fn load(self, from: &Lanes) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does, and eight numbers can be read.
            unsafe { _mm256_loadu_ps(from.as_ptr()) }
        }

        #[inline(always)]
        fn store(self, numbers: __m256, to: &mut Lanes) {
            // SAFETY: a `Wide` exists only where AVX2 does, and eight numbers can be written.
            unsafe { _mm256_storeu_ps(to.as_mut_ptr(), numbers) }
        }

        #[inline(always)]
        fn times_plus(self, a: __m256, b: __m256, c: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where fused multiply-add does.
            unsafe { _mm256_fmadd_ps(a, b, c) }
        }

        #[inline(always)]
        fn plus(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_add_ps(a, b) }
        }

        #[inline(always)]
        fn minus(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_sub_ps(a, b) }
        }

        #[inline(always)]
        fn times(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_mul_ps(a, b) }
        }

        #[inline(always)]
        fn over(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_div_ps(a, b) }
        }

        #[inline(always)]
        fn larger(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_max_ps(a, b) }
        }

        #[inline(always)]
        fn smaller(self, a: __m256, b: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_min_ps(a, b) }
        }

        #[inline(always)]
        fn where_above(self, a: __m256, b: __m256, yes: __m256) -> __m256 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            let above = unsafe { _mm256_cmp_ps::<_CMP_GT_OQ>(a, b) };
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_and_ps(above, yes) }
        }

        #[inline(always)]
        fn reaches(self, a: __m256, b: __m256) -> u32 {
            // SAFETY: a `Wide` exists only where AVX2 does.
            let reaches = unsafe { _mm256_cmp_ps::<_CMP_GE_OQ>(a, b) };
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { _mm256_movemask_ps(reaches) as u32 }
        }

        #[inline(always)]
        fn turn(self, rows: [__m256; LANES]) -> [__m256; LANES] {
            // SAFETY: a `Wide` exists only where AVX2 does.
            unsafe { turn(rows) }
        }
    }

    /// Pairs of rows, then quarters, then halves change places.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn turn(rows: [__m256; LANES]) -> [__m256; LANES] {
        let mut pairs = rows;
        for two in 0..4 {
            let (one, other) = (rows[2 * two], rows[2 * two + 1]);
            pairs[2 * two] = _mm256_unpacklo_ps(one, other);
            pairs[2 * two + 1] = _mm256_unpackhi_ps(one, other);
        }
        let mut quarters = pairs;
        for half in 0..2 {
            let four = 4 * half;
            for odd in 0..2 {
                let (one, other) = (pairs[four + odd], pairs[four + 2 + odd]);
                quarters[four + 2 * odd] = _mm256_shuffle_ps::<0b01_00_01_00>(one, other);
                quarters[four + 2 * odd + 1] = _mm256_shuffle_ps::<0b11_10_11_10>(one, other);
            }
        }
        let mut columns = quarters;
        for column in 0..4 {
            let (one, other) = (quarters[column], quarters[column + 4]);
            columns[column] = _mm256_permute2f128_ps::<0x20>(one, other);
            columns[column + 4] = _mm256_permute2f128_ps::<0x31>(one, other);
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on two vectors, as numbers.
    struct Operations(Lanes, Lanes);

    impl Kernel for Operations {
        type Output = (Vec<Lanes>, u32);

        #[inline(always)]
        fn run<A: Arithmetic>(self, arithmetic: A) -> (Vec<Lanes>, u32) {
            let (a, b) = (arithmetic.load(&self.0), arithmetic.load(&self.1));
            let scaled = |by: usize| arithmetic.times(a, arithmetic.splat(by as f32));
            let mut found = vec![
                arithmetic.plus(a, b),
                arithmetic.minus(a, b),
                arithmetic.times(a, b),
                arithmetic.over(a, b),
                arithmetic.larger(a, b),
                arithmetic.smaller(a, b),
                arithmetic.where_above(a, b, arithmetic.splat(3.0)),
            ];
            found.extend(arithmetic.turn(std::array::from_fn(scaled)));
            let stored = found.into_iter().map(|numbers| {
                let mut to = [0.0; LANES];
                arithmetic.store(numbers, &mut to);
                to
            });
            (stored.collect(), arithmetic.reaches(a, b))
        }
    }

    #[test]
    fn vectors_are_their_plain_twins() {
        let a = [0.5, -2.0, 3.0, 7.25, -1.0, 0.0, 4.0, 9.0];
        let b = [0.5, 1.5, -3.0, 8.0, -2.0, 1.0, 4.0, 0.125];
        let (found, bits) = dispatch(Operations(a, b));
        let (plain, plain_bits) = Operations(a, b).run(Portable);
        assert_eq!(found, plain);
        assert_eq!((bits, plain_bits), (0b1101_0101, 0b1101_0101));
        for (row, numbers) in plain[7..].iter().enumerate() {
            for (column, &number) in numbers.iter().enumerate() {
                assert_eq!(number, a[row] * column as f32);
            }
        }
    }
}
