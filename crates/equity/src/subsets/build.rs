//! Choosing the subsets that ship.

use quasar_cards::{CANONICAL_FLOPS, canonical_flops};

use super::exchange::Exchange;
use super::features::Features;
use super::{ALL_FLOPS, SubsetFlop};
use crate::sample::Random;
use crate::{FlopTableError, Progress};

/// The largest subset that is perturbed as often as requested. A perturbation takes time
/// with the third power of the size, and gains less on larger subsets.
const FULL_EFFORT: usize = 50;

/// Chooses the subsets of 1 to `largest` flops.
///
/// A subset begins as the one before with the best flop added. Then flops are exchanged
/// as long as that gains, and after that, up to `shakes` times, a few flops at random are
/// replaced and flops exchanged again; the best of all is kept. The same seed gives the
/// same subsets, whatever the number of threads. `progress` counts tables of flops.
pub fn build_flop_subsets(
    largest: usize,
    seed: u64,
    shakes: u64,
    progress: &Progress,
    mut done: impl FnMut(&[SubsetFlop]),
) -> Result<(), FlopTableError> {
    let products = Features::new(progress)?.products();
    let mut set = Exchange::new(&products, CANONICAL_FLOPS);
    for size in 1..=largest {
        set.grow();
        set.rebuild();
        set.improve();
        let mut random = Random::for_batch(seed, size as u64);
        let full = FULL_EFFORT as u64;
        let shakes = (shakes * full * full / (size * size) as u64).clamp(1, shakes.max(1));
        for shake in 0..shakes {
            let mut other = set.clone();
            let count = 1 + (size as u64 * (1 + shake % 4) / 12) as usize;
            other.perturb(count, |size| (random.unit() * size as f64) as usize);
            other.improve();
            other.rebuild();
            if other.quality() > set.quality() * (1.0 + 1e-9) {
                set = other;
            }
        }
        done(&whole_weights(&set));
    }
    Ok(())
}

/// Flops in their order, with whole weights that add up to all flops.
fn whole_weights(set: &Exchange<'_>) -> Vec<SubsetFlop> {
    let all = f64::from(ALL_FLOPS);
    let mut parts: Vec<(usize, f64)> =
        set.weighted().map(|(flop, weight)| (flop, all * weight)).collect();
    parts.sort_unstable_by_key(|part| part.0);
    let mut weights: Vec<u32> = parts.iter().map(|part| part.1.max(1.0) as u32).collect();
    let mut places: Vec<usize> = (0..parts.len()).collect();
    places.sort_by(|&one, &other| parts[other].1.fract().total_cmp(&parts[one].1.fract()));
    let missing = ALL_FLOPS.saturating_sub(weights.iter().sum());
    for place in places.into_iter().cycle().take(missing as usize) {
        weights[place] += 1;
    }
    let flop = |((flop, _), weight): (&(usize, f64), u32)| SubsetFlop {
        board: canonical_flops()[*flop].board,
        weight,
    };
    parts.iter().zip(weights).map(flop).collect()
}
