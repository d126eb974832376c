//! [Short numbers](crate::number), eight at a time.

use std::arch::x86_64::{
    __m128i, __m256, __m256i, _mm_loadu_si128, _mm_packus_epi32, _mm_storeu_si128,
    _mm256_add_epi32, _mm256_and_si256, _mm256_castps_si256, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cmpgt_epi32, _mm256_cvtepi16_epi32, _mm256_cvtepu16_epi32,
    _mm256_extracti128_si256, _mm256_min_epi32, _mm256_mul_ps, _mm256_or_si256, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_slli_epi32, _mm256_srli_epi32,
};

use crate::number::{
    ABOVE, LOWERED, MOST, RAISE, SIGN, SIGNED_CUT, SMALLEST, UNSIGNED_CUT, cut_off,
};

const SIGNED: i32 = SIGNED_CUT as i32;
const UNSIGNED: i32 = UNSIGNED_CUT as i32;

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn load_signed(from: &[i16; 8]) -> __m256 {
    // SAFETY: eight numbers can be read.
    let short = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
    let bits = _mm256_slli_epi32::<SIGNED>(_mm256_cvtepi16_epi32(short));
    raised(_mm256_and_si256(bits, _mm256_set1_epi32(!ABOVE as i32)))
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn store_signed(numbers: __m256, dither: u32, to: &mut [i16; 8]) {
    let bits = _mm256_castps_si256(numbers);
    let magnitude = unsigned(bits);
    let lowered = lowered(magnitude, cut_off(dither, SIGNED_CUT));
    let kept = _mm256_srli_epi32::<SIGNED>(_mm256_min_epi32(lowered, _mm256_set1_epi32(MOST)));
    let sign = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1 << 15));
    let short = pack(_mm256_or_si256(kept, sign));
    // SAFETY: eight numbers can be written.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), short) }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn load_unsigned(from: &[u16; 8]) -> __m256 {
    // SAFETY: eight numbers can be read.
    let short = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
    raised(_mm256_slli_epi32::<UNSIGNED>(_mm256_cvtepu16_epi32(short)))
}

#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn store_unsigned(numbers: __m256, dither: u32, to: &mut [u16; 8]) {
    let magnitude = unsigned(_mm256_castps_si256(numbers));
    let kept = _mm256_srli_epi32::<UNSIGNED>(lowered(magnitude, cut_off(dither, UNSIGNED_CUT)));
    let short = pack(kept);
    // SAFETY: eight numbers can be written.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), short) }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn raised(bits: __m256i) -> __m256 {
    _mm256_mul_ps(_mm256_castsi256_ps(bits), _mm256_set1_ps(RAISE))
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn unsigned(bits: __m256i) -> __m256i {
    _mm256_and_si256(bits, _mm256_set1_epi32(!SIGN as i32))
}

/// The bits of magnitudes with lowered exponents, `more` added; zero if too small.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn lowered(magnitude: __m256i, more: i32) -> __m256i {
    let lowered = _mm256_add_epi32(magnitude, _mm256_set1_epi32(more - LOWERED));
    let enough = _mm256_cmpgt_epi32(lowered, _mm256_set1_epi32(SMALLEST - 1));
    _mm256_and_si256(enough, lowered)
}

/// Eight numbers as 16 bits each; larger ones become the largest of these.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn pack(numbers: __m256i) -> __m128i {
    _mm_packus_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers))
}
