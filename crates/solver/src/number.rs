//! Storage formats of numbers: 32-bit, or shortened to 16.
//!
//! Both short kinds are floating point. An `i16`, for regrets, has a sign, 7 bits of
//! exponent and 8 of fraction; a `u16`, for sums, has 9 bits of fraction and no sign.
//! They range from 2^-62 to 2^65. Smaller magnitudes become zero; larger ones, and NaN,
//! which no solve has, become the largest number.
//!
//! Rounding to the nearest would stall a solve: late iterations change a sum by less
//! than half of its last bit, so it would never change again. Instead, a number is
//! rounded up if the fraction cut off plus the iteration's *dither* reaches one. Dithers
//! are the fractional parts of the multiples of the golden ratio, which fill the
//! interval from 0 to 1 evenly (Weyl 1916). So the fraction cut off is also the fraction
//! of iterations that round up: errors cancel over iterations, and all hands can share
//! one dither.

use crate::arch::Vectors;

/// A stored number.
pub(crate) trait Number: Copy + Default + PartialEq + Send + Sync {
    /// Its value.
    fn value(self) -> f32;

    /// A value, rounded with a [`dither`].
    fn of(value: f32, dither: u32) -> Self;

    /// The values of eight.
    fn load<V: Vectors>(vectors: V, from: &[Self; 8]) -> V::Single;

    /// Writes eight values.
    fn store<V: Vectors>(vectors: V, values: V::Single, dither: u32, to: &mut [Self; 8]);
}

impl Number for f32 {
    #[inline(always)]
    fn value(self) -> f32 {
        self
    }

    #[inline(always)]
    fn of(value: f32, _: u32) -> f32 {
        value
    }

    #[inline(always)]
    fn load<V: Vectors>(vectors: V, from: &[f32; 8]) -> V::Single {
        vectors.load(from)
    }

    #[inline(always)]
    fn store<V: Vectors>(vectors: V, values: V::Single, _: u32, to: &mut [f32; 8]) {
        vectors.store(values, to);
    }
}

impl Number for i16 {
    #[inline(always)]
    fn value(self) -> f32 {
        signed_value(self)
    }

    #[inline(always)]
    fn of(value: f32, dither: u32) -> i16 {
        signed(value, dither)
    }

    #[inline(always)]
    fn load<V: Vectors>(vectors: V, from: &[i16; 8]) -> V::Single {
        vectors.load_signed(from)
    }

    #[inline(always)]
    fn store<V: Vectors>(vectors: V, values: V::Single, dither: u32, to: &mut [i16; 8]) {
        vectors.store_signed(values, dither, to);
    }
}

impl Number for u16 {
    #[inline(always)]
    fn value(self) -> f32 {
        unsigned_value(self)
    }

    #[inline(always)]
    fn of(value: f32, dither: u32) -> u16 {
        unsigned(value, dither)
    }

    #[inline(always)]
    fn load<V: Vectors>(vectors: V, from: &[u16; 8]) -> V::Single {
        vectors.load_unsigned(from)
    }

    #[inline(always)]
    fn store<V: Vectors>(vectors: V, values: V::Single, dither: u32, to: &mut [u16; 8]) {
        vectors.store_unsigned(values, dither, to);
    }
}

/// The dither of an iteration: a fraction of 2^32.
pub(crate) fn dither(iteration: u32) -> u32 {
    const GOLDEN: u32 = 0x9e37_79b9;
    iteration.wrapping_mul(GOLDEN)
}

/// The dither that rounds to the nearest.
pub(crate) const NEAREST: u32 = 1 << 31;

/// Bits of the fraction of an f32.
const FRACTION: u32 = f32::MANTISSA_DIGITS - 1;
/// Its sign, and the upper bit of its exponent, which short numbers lack.
pub(crate) const SIGN: u32 = 1 << 31;
pub(crate) const ABOVE: u32 = 1 << 30;

/// Bits of the fraction that short numbers lack.
pub(crate) const SIGNED_CUT: u32 = FRACTION - 8;
pub(crate) const UNSIGNED_CUT: u32 = FRACTION - 9;

/// The offset of short exponents: in the bits of an f32, and as a factor.
pub(crate) const LOWERED: i32 = 64 << FRACTION;
pub(crate) const RAISE: f32 = (1u128 << 64) as f32;

/// The smallest magnitude that is not zero and the largest, in lowered bits.
pub(crate) const SMALLEST: i32 = 1 << FRACTION;
pub(crate) const MOST: i32 = (128 << FRACTION) - 1;

/// A dither as bits of what is cut off.
#[inline(always)]
pub(crate) fn cut_off(dither: u32, cut: u32) -> i32 {
    (dither >> (32 - cut)) as i32
}

/// The value of a short number with a sign.
#[inline(always)]
pub(crate) fn signed_value(number: i16) -> f32 {
    // The sign fills all upper bits, of which the first is the sign of an f32.
    let bits = (i32::from(number) << SIGNED_CUT) as u32;
    f32::from_bits(bits & !ABOVE) * RAISE
}

/// A value as a short number with a sign.
#[inline(always)]
pub(crate) fn signed(value: f32, dither: u32) -> i16 {
    let bits = value.to_bits();
    let kept = lowered(bits & !SIGN, cut_off(dither, SIGNED_CUT)) >> SIGNED_CUT;
    (kept | (bits & SIGN) >> 16) as i16
}

/// The value of a short number without a sign.
#[inline(always)]
pub(crate) fn unsigned_value(number: u16) -> f32 {
    f32::from_bits(u32::from(number) << UNSIGNED_CUT) * RAISE
}

/// A magnitude as a short number.
#[inline(always)]
pub(crate) fn unsigned(value: f32, dither: u32) -> u16 {
    (lowered(value.to_bits() & !SIGN, cut_off(dither, UNSIGNED_CUT)) >> UNSIGNED_CUT) as u16
}

/// The bits of a magnitude with a lowered exponent, `more` added; zero if too small.
#[inline(always)]
fn lowered(magnitude: u32, more: i32) -> u32 {
    let lowered = (magnitude as i32).wrapping_add(more - LOWERED);
    if lowered < SMALLEST { 0 } else { lowered.min(MOST) as u32 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::arch::{Arithmetic, Kernel, Lanes, Portable, dispatch};

    /// Writes eight numbers of both kinds and reads them again.
    struct RoundTrip<'a>(Lanes, u32, &'a mut ([i16; 8], [u16; 8], [Lanes; 2]));

    impl Kernel for RoundTrip<'_> {
        #[inline(always)]
        fn run<V: Arithmetic>(self, vectors: V) {
            let RoundTrip(values, dither, (signed, unsigned, read)) = self;
            i16::store(vectors, vectors.load(&values), dither, signed);
            u16::store(vectors, vectors.load(&values), dither, unsigned);
            vectors.store(i16::load(vectors, signed), &mut read[0]);
            vectors.store(u16::load(vectors, unsigned), &mut read[1]);
        }
    }

    /// Numbers of any size.
    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![
            any::<f32>(),
            Just(0.0),
            Just(-0.0),
            (-70i32..70, -2f32..2.0).prop_map(|(power, factor)| factor * 2f32.powi(power)),
        ]
    }

    proptest! {
        #[test]
        fn all_instruction_sets_keep_the_same(
            values in prop::array::uniform8(number()), dither: u32,
        ) {
            let (mut wide, mut plain) = (Default::default(), Default::default());
            dispatch(RoundTrip(values, dither, &mut wide));
            RoundTrip(values, dither, &mut plain).run(Portable);
            prop_assert_eq!(wide, plain);
        }

        #[test]
        fn numbers_are_kept_to_a_bit(power in -60i32..60, factor in 1f32..2.0, dither: u32) {
            let value = factor * 2f32.powi(power);
            for (kept, exact, bits) in [
                (signed_value(signed(value, dither)), value, 8),
                (signed_value(signed(-value, dither)), -value, 8),
                (unsigned_value(unsigned(value, dither)), value, 9),
            ] {
                prop_assert!((kept - exact).abs() <= 2f32.powi(power - bits), "{kept} {exact}");
            }
        }
    }

    #[test]
    fn what_is_too_small_is_zero_and_what_is_too_large_the_largest() {
        for value in [0.0, -0.0, 1e-20, -1e-20, f32::MIN_POSITIVE / 2.0] {
            assert_eq!(signed_value(signed(value, u32::MAX)), 0.0);
            assert_eq!(unsigned_value(unsigned(value, u32::MAX)), 0.0);
        }
        let largest = 2f32.powi(65);
        for value in [1e30, f32::MAX, f32::INFINITY] {
            assert_eq!(signed_value(signed(value, 0)), largest * (1.0 - 2f32.powi(-9)));
            assert_eq!(signed_value(signed(-value, 0)), -largest * (1.0 - 2f32.powi(-9)));
            assert_eq!(unsigned_value(unsigned(value, 0)), largest * (1.0 - 2f32.powi(-10)));
        }
    }

    /// A running average that forgets a ten-thousandth at a time, far less than a number's
    /// last bit.
    fn average(dithers: impl Iterator<Item = u32>) -> f32 {
        dithers.fold(0.5, |average, dither| {
            let average = unsigned_value(unsigned(average, dither));
            average * 0.9999 + 0.0001
        })
    }

    #[test]
    fn dithers_let_sums_grow_that_rounding_would_hold() {
        let exact = 1.0 - 0.5 * 0.9999f32.powi(20_000);
        let dithered = average((1..=20_000).map(dither));
        assert!((dithered - exact).abs() < 0.005, "{dithered} {exact}");
        assert!(average(std::iter::repeat_n(NEAREST, 20_000)) < 0.51, "it stands still");
    }
}
