//! Random numbers: one independent stream for each batch of deals.
//!
//! The generator is xoshiro256++ (Blackman and Vigna 2019) of the crate
//! `rand_xoshiro`, whose output for a seed never changes between versions. A
//! batch's stream depends on the seed and the batch's number alone, so batches
//! can be dealt in any order by any number of threads.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone)]
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of a batch.
    pub(crate) fn for_batch(seed: u64, batch: u64) -> Random {
        // Hashing the seed first keeps neighbouring seeds from sharing streams.
        let hashed = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        Random(Xoshiro256PlusPlus::seed_from_u64(hashed ^ batch))
    }

    /// 64 random bits.
    #[inline(always)]
    pub(super) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A random number below 1, with 53 bits.
    #[inline(always)]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A random number as a fraction of 2^64, from which bounded numbers are taken
/// one after the other: the integer part of `fraction * bound` is uniform below
/// `bound`, and what is left is the fraction for the next one.
///
/// The numbers are exactly uniform if the last fraction is not below
/// `2^64 mod (product of the bounds)`; otherwise all of them have to be drawn
/// again. (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer
/// Generation", 2024.) With [`MOST_CARDS`] cards that happens less than once in
/// 2^29 times.
#[derive(Clone, Copy)]
pub(super) struct Fraction(pub(super) u64);

/// How many cards one fraction chooses at most.
pub(super) const MOST_CARDS: usize = 6;

/// More than the choices of that many cards.
pub(super) const MOST_CHOICES: u64 = 52u64.pow(MOST_CARDS as u32);

impl Fraction {
    /// A uniform number below `bound`.
    #[inline(always)]
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        let product = u128::from(self.0) * u128::from(bound);
        self.0 = product as u64;
        (product >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_between_batches_and_between_seeds() {
        let mut firsts: Vec<u64> = (0..20)
            .flat_map(|seed| (0..20).map(move |batch| Random::for_batch(seed, batch).bits()))
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 400);
    }

    #[test]
    fn fractions_cover_all_tuples_equally() {
        // All fractions of a 64-bit word cannot be tried; but equally spaced ones
        // hit each of the 7 * 6 * 5 tuples equally often.
        let mut counts = [0u32; 210];
        for place in 0..2_100u64 {
            let mut fraction = Fraction(u64::MAX / 2_100 * place + u64::MAX / 4_200);
            let (a, b, c) = (fraction.below(7), fraction.below(6), fraction.below(5));
            counts[((a * 6 + b) * 5 + c) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count == 10), "{counts:?}");
    }
}
