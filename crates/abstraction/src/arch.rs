//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code, compiled once for every processor and once for AVX2 with
//! fused multiply-add; [`dispatch`] picks at run time. All `unsafe` code of the crate is in
//! this module.

/// Work that profits from wide vectors. `run` must be `#[inline(always)]`; otherwise it is
/// compiled for the baseline only.
pub(crate) trait Kernel {
    /// What the work returns.
    type Output;
    /// Does the work.
    fn run<A: Arithmetic>(self, arithmetic: A) -> Self::Output;
}

/// What differs between instruction sets.
pub(crate) trait Arithmetic: Copy {
    /// `a * b + c`, rounded once if the processor can, otherwise twice.
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32;
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
    #[inline(always)]
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32 {
        a * b + c
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Arithmetic, Kernel};

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
        #[inline(always)]
        fn mul_add(self, a: f32, b: f32, c: f32) -> f32 {
            a.mul_add(b, c)
        }
    }
}
