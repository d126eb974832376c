//! Single-precision numbers, eight at a time.
//!
//! Tables are lists of whole vectors, and every row of hands begins with one: a
//! vector just written is read again as it was written, which processors do
//! without waiting for memory.

use std::ops::{AddAssign, SubAssign};

/// Numbers in a vector.
pub(super) const LANES: usize = 8;

/// Eight numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [f32; LANES]);

/// 1 in the lanes of each mask, 0 in the others.
static ONES: [Lanes; 256] = {
    let mut table = [Lanes([0.0; LANES]); 256];
    let mut mask = 0;
    while mask < 256 {
        let mut lane = 0;
        while lane < LANES {
            table[mask].0[lane] = (mask >> lane & 1) as f32;
            lane += 1;
        }
        mask += 1;
    }
    table
};

impl Lanes {
    /// The same number eight times.
    #[inline(always)]
    pub(super) fn splat(value: f32) -> Lanes {
        Lanes([value; LANES])
    }

    /// The lanes in `mask`, 0 in the others.
    #[inline(always)]
    pub(super) fn masked(self, mask: u8) -> Lanes {
        let mut kept = self;
        for (value, one) in kept.0.iter_mut().zip(&ONES[usize::from(mask)].0) {
            *value *= one;
        }
        kept
    }

    /// The sum of the eight numbers.
    #[inline(always)]
    pub(super) fn sum(self) -> f32 {
        let [a, b, c, d, e, f, g, h] = self.0;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Lanes) {
        for (value, other) in self.0.iter_mut().zip(other.0) {
            *value += other;
        }
    }
}

impl SubAssign for Lanes {
    #[inline(always)]
    fn sub_assign(&mut self, other: Lanes) {
        for (value, other) in self.0.iter_mut().zip(other.0) {
            *value -= other;
        }
    }
}

/// The vectors that a mask of up to 64 lanes touches, with their masks.
#[inline(always)]
pub(super) fn blocks(mut mask: u64) -> impl Iterator<Item = (usize, u8)> {
    std::iter::from_fn(move || {
        let block = mask.checked_ilog2()? as usize / LANES;
        let lanes = (mask >> (LANES * block)) as u8;
        mask &= !(0xff << (LANES * block));
        Some((block, lanes))
    })
}
