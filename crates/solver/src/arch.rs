//! Kernels compiled for the instruction set that the processor has.
//!
//! A [`Kernel`] is ordinary safe code over slices, compiled once for every
//! processor and once for AVX2 with fused multiply-add; [`dispatch`] picks at
//! run time. Requests for large pages are here too. All `unsafe` code of the crate is
//! in this module.

#[cfg(target_arch = "x86_64")]
mod short;
mod vectors;

pub(crate) use vectors::Vectors;

/// Work that profits from wide vectors. `run` must be `#[inline(always)]`; otherwise it
/// is compiled for the baseline only.
pub(crate) trait Kernel {
    /// Does the work.
    fn run<A: Arithmetic>(self, arithmetic: A);
}

/// Eight numbers, one for each leaf of a batch or each hand of a block.
pub(crate) type Lanes = [f32; 8];

/// What differs between instruction sets.
pub(crate) trait Arithmetic: Vectors {
    /// `a * b + c`, rounded once if the processor can, otherwise twice.
    fn mul_add(self, a: f32, b: f32, c: f32) -> f32;

    /// Rows become columns.
    #[inline(always)]
    fn transpose(self, rows: [Lanes; 8]) -> [Lanes; 8] {
        let mut loaded = [self.zeros(); 8];
        for (loaded, row) in loaded.iter_mut().zip(&rows) {
            *loaded = self.load(row);
        }
        let mut out = [[0.0; 8]; 8];
        for (out, column) in out.iter_mut().zip(self.turn(loaded)) {
            self.store(column, out);
        }
        out
    }
}

/// Runs a kernel with the best instruction set allowed.
pub(crate) fn dispatch<K: Kernel>(kernel: K) {
    #[cfg(target_arch = "x86_64")]
    if wide::available() {
        // SAFETY: the processor has all features that the callee needs.
        return unsafe { wide::run(kernel) };
    }
    kernel.run(Portable);
}

/// Advises the system about a new buffer. A small buffer is populated at once, which
/// costs less than a page fault per page. A large one is better in large pages: fewer
/// addresses to translate, and hardware prefetching does not stop every 4 KB; its pages
/// are left to the threads that write them first. If the system ignores the advice, only
/// the time changes.
pub(crate) fn advise_pages<T>(buffer: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        const LARGE_PAGE: usize = 2 << 20;
        let range = buffer.as_mut_ptr_range();
        let (start, end) =
            (range.start.addr().next_multiple_of(PAGE), range.end.addr() / PAGE * PAGE);
        if start < end {
            let first = range.start.map_addr(|_| start).cast();
            let large = end - start >= LARGE_PAGE;
            let advice = if large { libc::MADV_HUGEPAGE } else { libc::MADV_POPULATE_WRITE };
            // SAFETY: the pages lie inside the buffer, and neither advice changes what
            // they hold.
            unsafe { libc::madvise(first, end - start, advice) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buffer;
}

/// Prefetches the item at `index`, counted from the first. The index may lie before or
/// after the items.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        const LINE: usize = 64;
        let start = items.as_ptr().wrapping_add(index).cast::<i8>();
        for line in (0..size_of::<T>()).step_by(LINE) {
            // SAFETY: prefetching reads nothing and cannot fault, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
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
        quasar_eval::simd::avx2()
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("bmi1")
    }

    #[target_feature(enable = "avx2,fma,bmi1")]
    pub(super) fn run<K: Kernel>(kernel: K) {
        kernel.run(Wide(()));
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Transpose<'a>([Lanes; 8], &'a mut [Lanes; 8]);

    impl Kernel for Transpose<'_> {
        #[inline(always)]
        fn run<A: Arithmetic>(self, arithmetic: A) {
            *self.1 = arithmetic.transpose(self.0);
        }
    }

    #[test]
    fn rows_become_columns() {
        let rows: [Lanes; 8] =
            std::array::from_fn(|row| std::array::from_fn(|column| (8 * row + column) as f32));
        let mut columns = [[0.0; 8]; 8];
        dispatch(Transpose(rows, &mut columns));
        for row in 0..8 {
            for column in 0..8 {
                assert_eq!(columns[column][row], rows[row][column]);
            }
        }
        assert_eq!(Portable.transpose(rows), columns);
    }
}
