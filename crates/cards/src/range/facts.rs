//! Facts about a range that take a pass over all its weights: 20 million of them
//! with six cards.
//!
//! Each fact is computed on first use and then shared by all clones of the range.
//! Milliseconds for the 81 MB of a six-card range on a loaded 2.4 GHz Zen 3 core:
//! summary 35 to 40, fingerprint 26 to 40, spread 2 if the range is dense and 20 to
//! 30 if it is not. Five cards take an eighth of that, four an eightieth.

use std::sync::OnceLock;

use crate::{Combo, Game};

/// Facts about the weights of a range, found when needed.
#[derive(Debug, Default)]
pub(super) struct Facts {
    summary: OnceLock<Summary>,
    fingerprint: OnceLock<u128>,
    spread: OnceLock<Box<[(Combo, f32)]>>,
}

/// Sums and extremes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Summary {
    /// How many weights are positive.
    pub(super) hands: usize,
    /// The sum of all weights.
    pub(super) total: f64,
    pub(super) heaviest: f32,
    pub(super) lightest: f32,
}

/// The most hands of a spread.
const MOST_SPREAD: usize = 1 << 13;

/// A range that holds at least one in this many hands is dense: its spread is what it holds
/// of hands that are spread over the game, and need not be searched for.
const DENSE: usize = 4;

impl Facts {
    /// Those of a range of this many equal weights.
    pub(super) fn uniform(count: usize, weight: f32) -> Facts {
        let hands = if weight > 0.0 { count } else { 0 };
        let total = count as f64 * f64::from(weight);
        let summary = Summary { hands, total, heaviest: weight, lightest: weight };
        Facts { summary: summary.into(), ..Facts::default() }
    }

    pub(super) fn summary(&self, weights: &[f32]) -> &Summary {
        self.summary.get_or_init(|| Summary::of(weights))
    }

    /// 128 bits that only equal weights share, as far as chance allows.
    pub(super) fn fingerprint(&self, weights: &[f32]) -> u128 {
        *self.fingerprint.get_or_init(|| match self.summary(weights) {
            // The most common of the large ranges need not be looked at once more.
            summary if summary.is_uniform() => fingerprint(&weights[..weights.len().min(2)]),
            _ => fingerprint(weights),
        })
    }

    /// Hands of positive weight, evenly spread; all of them if they are few.
    pub(super) fn evenly_spaced_combos(&self, game: Game, weights: &[f32]) -> &[(Combo, f32)] {
        self.spread.get_or_init(|| {
            let hands = self.summary(weights).hands;
            let hand = |place: usize| Some((Combo::from_index(game, place)?, weights[place]));
            if hands > MOST_SPREAD && hands >= weights.len() / DENSE {
                let held = sliced(weights.len()).filter(|&place| weights[place] > 0.0);
                return held.filter_map(hand).collect();
            }
            let step = hands.div_ceil(MOST_SPREAD).max(1);
            positive(weights).step_by(step).filter_map(hand).collect()
        })
    }
}

/// A place in each of [`MOST_SPREAD`] slices of equal length. It depends on nothing
/// but the slice's number, a multiple of the golden ratio: that spreads evenly and
/// does not fall into step with the order of the combos.
fn sliced(length: usize) -> impl Iterator<Item = usize> {
    let start = move |slice: usize| slice * length / MOST_SPREAD;
    (0..MOST_SPREAD).map(move |slice| {
        let fraction = u64::from((slice as u32).wrapping_mul(0x9e37_79b9));
        let length = (start(slice + 1) - start(slice)) as u64;
        start(slice) + ((fraction * length) >> 32) as usize
    })
}

impl Summary {
    /// Eight sums side by side, which the processor adds at once.
    fn of(weights: &[f32]) -> Summary {
        const LANES: usize = 8;
        let (chunks, rest) = weights.as_chunks::<LANES>();
        let mut hands = 0;
        let mut totals = [0f64; LANES];
        let (mut low, mut high) = ([f32::INFINITY; LANES], [0f32; LANES]);
        // Few enough chunks at a time for counts of 32 bits.
        for some in chunks.chunks(1 << 16) {
            let mut counts = [0u32; LANES];
            for chunk in some {
                for (lane, &weight) in chunk.iter().enumerate() {
                    counts[lane] += u32::from(weight > 0.0);
                    totals[lane] += f64::from(weight);
                    low[lane] = if weight < low[lane] { weight } else { low[lane] };
                    high[lane] = if weight > high[lane] { weight } else { high[lane] };
                }
            }
            hands += counts.iter().map(|&count| count as usize).sum::<usize>();
        }
        Summary {
            hands: hands + rest.iter().filter(|&&weight| weight > 0.0).count(),
            total: totals.iter().sum::<f64>() + rest.iter().copied().map(f64::from).sum::<f64>(),
            heaviest: high.iter().chain(rest).copied().fold(0.0, f32::max),
            lightest: low.iter().chain(rest).copied().fold(f32::INFINITY, f32::min),
        }
    }

    /// Whether all weights are equal.
    pub(super) fn is_uniform(&self) -> bool {
        self.heaviest == self.lightest
    }
}

/// The indices of positive weights; empty stretches cost almost nothing.
fn positive(weights: &[f32]) -> impl Iterator<Item = usize> {
    let stretches = weights.chunks(16).enumerate();
    let held = stretches.filter(|(_, some)| some.iter().fold(0.0, |any, &w| w.max(any)) > 0.0);
    held.flat_map(|(number, some)| {
        let positive = some.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        positive.map(move |(place, _)| 16 * number + place)
    })
}

/// Independent numbers.
static KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut place = 0;
    while place < keys.len() {
        keys[place] = mix(place as u64 + 1);
        place += 1;
    }
    keys
};

/// Weights in pairs of 64 bits, times one key each and added up, block by block
/// (multilinear hashing; Carter and Wegman 1979); the blocks' sums are mixed with
/// their places and added in turn.
fn fingerprint(weights: &[f32]) -> u128 {
    let mut sum = 0u128;
    for (number, block) in (1u64..).zip(weights.chunks(2 * KEYS.len())) {
        let (pairs, rest) = block.as_chunks::<2>();
        let pairs = pairs.iter().copied().chain(rest.iter().map(|&weight| [weight, 0.0]));
        let products = KEYS.iter().zip(pairs).fold(0u128, |products, (&key, [one, other])| {
            let word = u64::from(one.to_bits()) << 32 | u64::from(other.to_bits());
            products.wrapping_add(u128::from(key) * u128::from(word))
        });
        let low = mix(products as u64 ^ mix(number));
        let high = mix((products >> 64) as u64 ^ low);
        sum = sum.wrapping_add(u128::from(high) << 64 | u128::from(low));
    }
    sum
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn facts_are_those_of_the_weights(weights in prop::collection::vec(0u8..4, 1..300)) {
            let weights: Vec<f32> = weights.iter().map(|&w| f32::from(w) / 4.0).collect();
            let facts = Facts::default();
            let summary = facts.summary(&weights);
            let places: Vec<u32> =
                (0..weights.len()).filter(|&i| weights[i] > 0.0).map(|i| i as u32).collect();
            prop_assert_eq!(summary.hands, places.len());
            prop_assert_eq!(summary.total, weights.iter().map(|&w| f64::from(w)).sum::<f64>());
            prop_assert_eq!(summary.heaviest, weights.iter().copied().fold(0.0, f32::max));
            prop_assert_eq!(summary.is_uniform(), weights.windows(2).all(|w| w[0] == w[1]));
            prop_assert_eq!(positive(&weights).map(|place| place as u32).collect::<Vec<_>>(), places);
        }

        #[test]
        fn another_weight_is_another_fingerprint(
            weights in prop::collection::vec(0u8..4, 2..2_000),
            place in 0usize..2_000,
        ) {
            let mut weights: Vec<f32> = weights.iter().map(|&w| f32::from(w) / 4.0).collect();
            let before = fingerprint(&weights);
            let place = place % weights.len();
            weights[place] = (weights[place] + 0.5) % 2.0;
            let after = fingerprint(&weights);
            prop_assert_ne!(before, after);
            weights.swap(place, 0);
            prop_assert!(weights[place] == weights[0] || fingerprint(&weights) != after);
        }
    }

    #[test]
    fn spreads_are_even() {
        let share_of_aces = |text: &str, least: usize| {
            let range = crate::Range::parse(Game::Plo4, text).unwrap();
            let spread = range.evenly_spaced_combos();
            assert!((least..=MOST_SPREAD).contains(&spread.len()), "{text}: {}", spread.len());
            assert!(spread.iter().all(|(hand, weight)| range.weight(hand) == *weight));
            assert!(spread.windows(2).all(|pair| pair[0].0.index() < pair[1].0.index()));
            let ace = "As".parse().unwrap();
            let held = |(hand, _): &&(Combo, f32)| hand.set().contains(ace);
            spread.iter().filter(held).count() as f64 / spread.len() as f64
        };
        // One in 13 hands of four cards holds the ace of spades; about 2 in 50 of
        // those with two other ranks, half of those with exactly two aces, and all
        // of the last.
        assert!((share_of_aces("*", MOST_SPREAD) - 1.0 / 13.0).abs() < 0.01);
        assert!((share_of_aces("KQ,JT,98@50", 2_000) - 2.0 / 50.0).abs() < 0.01);
        assert!((share_of_aces("AA!AAA", 6_000) - 0.5).abs() < 0.02);
        assert_eq!(share_of_aces("AsAh", 1_225), 1.0);
    }
}
