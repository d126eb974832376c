//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code over slices, compiled once for every processor and
//! once for AVX2 with fused multiply-add; [`dispatch`] picks at run time. The plain version
//! is the twin that tests compare with. All `unsafe` code of the crate is in this module.

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
pub(crate) trait Arithmetic: Copy {
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
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_storeu_ps,
    };

    use super::{Arithmetic, Kernel, Lanes};

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
    }
}
