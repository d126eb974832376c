//! Which instruction set the kernels of this crate use.
//!
//! Kernels pick the best set of the processor at run time. A front end
//! can rule out everything but the baseline, to reproduce a problem or to
//! compare; there is no way to force a set that the processor may lack.

use std::sync::atomic::{AtomicBool, Ordering};

static BASELINE_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on, in the whole process, kernels use only what every processor of
/// this architecture has. Results stay the same.
pub fn limit_to_baseline() {
    BASELINE_ONLY.store(true, Ordering::Relaxed);
}

/// Whether AVX2 is available and not ruled out.
#[cfg(target_arch = "x86_64")]
pub fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && !BASELINE_ONLY.load(Ordering::Relaxed)
}
