//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code over fixed-size arrays, compiled once for
//! every processor and once for AVX2; [`dispatch`] picks at run time. Compilers do not
//! vectorise comparisons of bytes into a bit mask by themselves, so [`Vectors`] has one
//! implementation of these for each. All `unsafe` code of the crate is in this module.

/// One value for each of up to 64 cards.
pub(crate) type ByteRow = [u8; 64];

/// Work that benefits from wide vectors. `run` must be `#[inline(always)]`, or it
/// is compiled for the baseline only.
pub(crate) trait Kernel {
    /// What the work returns.
    type Output;
    /// Does the work.
    fn run<V: Vectors>(self, vectors: V) -> Self::Output;
}

/// Comparisons of 64 bytes; bit `i` of a result is about byte `i`.
pub(crate) trait Vectors: Copy {
    /// The bytes equal to `value`.
    fn equal(self, row: &ByteRow, value: u8) -> u64;
    /// The bytes not above `value`.
    fn at_most(self, row: &ByteRow, value: u8) -> u64;
}

/// Runs a kernel with the best instruction set allowed.
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the processor has every feature that the callee asks for.
        return unsafe { wide::run(kernel) };
    }
    kernel.run(Portable)
}

/// Plain arithmetic, for every processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Vectors for Portable {
    #[inline(always)]
    fn equal(self, row: &ByteRow, value: u8) -> u64 {
        collect(row, |byte| byte == value)
    }

    #[inline(always)]
    fn at_most(self, row: &ByteRow, value: u8) -> u64 {
        collect(row, |byte| byte <= value)
    }
}

/// The bytes that pass a test, eight at a time.
#[inline(always)]
fn collect(row: &ByteRow, test: impl Fn(u8) -> bool) -> u64 {
    /// Moves the lowest bits of eight bytes next to each other, at the top.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let eights = row.as_chunks::<8>().0;
    eights.iter().rev().fold(0, |mask, eight| {
        let bits = u64::from_le_bytes(eight.map(|byte| u8::from(test(byte))));
        mask << 8 | bits.wrapping_mul(GATHER) >> 56
    })
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8,
        _mm256_set1_epi8,
    };

    use super::{ByteRow, Kernel, Vectors};

    /// Whether the processor has what [`run`] asks for, and may use it.
    pub(super) fn available() -> bool {
        quasar_eval::simd::avx2()
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,popcnt")]
    pub(super) fn run<K: Kernel>(kernel: K) -> K::Output {
        kernel.run(Wide(()))
    }

    /// Made only where AVX2 is available.
    #[derive(Clone, Copy)]
    struct Wide(());

    impl Vectors for Wide {
        #[inline(always)]
        fn equal(self, row: &ByteRow, value: u8) -> u64 {
            // SAFETY: a `Wide` is proof of AVX2.
            unsafe { equal(row, value) }
        }

        #[inline(always)]
        fn at_most(self, row: &ByteRow, value: u8) -> u64 {
            // SAFETY: a `Wide` is proof of AVX2.
            unsafe { at_most(row, value) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn equal(row: &ByteRow, value: u8) -> u64 {
        let value = _mm256_set1_epi8(value.cast_signed());
        mask(halves(row).map(|half| _mm256_cmpeq_epi8(half, value)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn at_most(row: &ByteRow, value: u8) -> u64 {
        let value = _mm256_set1_epi8(value.cast_signed());
        mask(halves(row).map(|half| _mm256_cmpeq_epi8(_mm256_min_epu8(half, value), half)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves(row: &ByteRow) -> [__m256i; 2] {
        let (halves, _) = row.as_chunks::<32>();
        [&halves[0], &halves[1]].map(|half| {
            // SAFETY: `half` is 32 readable bytes; the load needs no alignment.
            unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
        })
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn mask(halves: [__m256i; 2]) -> u64 {
        let [low, high] = halves.map(|half| u64::from(_mm256_movemask_epi8(half).cast_unsigned()));
        high << 32 | low
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Both<'a>(&'a ByteRow, u8);

    impl Kernel for Both<'_> {
        type Output = [u64; 2];

        #[inline(always)]
        fn run<V: Vectors>(self, vectors: V) -> [u64; 2] {
            [vectors.equal(self.0, self.1), vectors.at_most(self.0, self.1)]
        }
    }

    proptest! {
        #[test]
        fn masks_say_which_bytes_pass(bytes in prop::collection::vec(0u8..6, 64), value in 0u8..6) {
            let row: ByteRow = bytes.try_into().unwrap();
            let slow = |test: &dyn Fn(u8) -> bool| {
                (0..64).filter(|&i| test(row[i])).fold(0u64, |mask, i| mask | 1 << i)
            };
            let expected = [slow(&|byte| byte == value), slow(&|byte| byte <= value)];
            prop_assert_eq!(dispatch(Both(&row, value)), expected);
            prop_assert_eq!(Both(&row, value).run(Portable), expected);
        }

        #[test]
        fn large_bytes_compare_without_sign(row in prop::collection::vec(any::<u8>(), 64), value: u8) {
            let row: ByteRow = row.try_into().unwrap();
            prop_assert_eq!(dispatch(Both(&row, value)), Both(&row, value).run(Portable));
        }
    }
}
