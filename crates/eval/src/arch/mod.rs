//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code, written once with fixed-size arrays as
//! vectors. [`dispatch`] runs it compiled for AVX2 where that is available and
//! for the baseline otherwise. All `unsafe` of the crate is in this module.

/// Work that profits from wide vectors. `run` must be `#[inline(always)]`, or
/// it is compiled for the baseline only.
pub(crate) trait Kernel {
    /// What the work returns.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs a kernel with the best instruction set allowed.
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if crate::simd::avx2() {
        // SAFETY: the processor has AVX2, which is all that the callee asks for.
        return unsafe { run_avx2(kernel) };
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
