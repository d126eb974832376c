//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code over slices, compiled once for every
//! processor and once for AVX2 with fused multiply-add; [`dispatch`] picks at
//! run time. All `unsafe` of the crate is in this module.

/// Work that profits from wide vectors. `run` must be `#[inline(always)]`, or it
/// is compiled for the baseline only.
pub(crate) trait Kernel {
    /// Does the work.
    fn run<A: Arithmetic>(self, arithmetic: A);
}

/// What differs between instruction sets.
pub(crate) trait Arithmetic: Copy {
    /// `a * b + c`, rounded once where the processor can, else twice.
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32;
}

/// Runs a kernel with the best instruction set allowed.
pub(crate) fn dispatch<K: Kernel>(kernel: K) {
    #[cfg(target_arch = "x86_64")]
    if quasar_eval::simd::avx2() && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has both features that the callee asks for.
        return unsafe { wide(kernel) };
    }
    kernel.run(Portable);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn wide<K: Kernel>(kernel: K) {
    kernel.run(Fused);
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

/// Fused multiply-add. Right everywhere, fast only where the processor has it.
#[derive(Clone, Copy)]
pub(crate) struct Fused;

impl Arithmetic for Fused {
    #[inline(always)]
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
}
