//! k-means++: starts that are far from each other.
//!
//! Each further centre is drawn from the points with a probability proportional to
//! the squared distance from the nearest centre so far. A new centre cannot be
//! nearer to a point than the centre it has if the two centres are at least twice
//! as far apart as that point is from its centre: most points need no distance.
//! Centres are drawn one after the other in one thread, because a round is too short
//! to be shared. Different starts run in parallel.

use quasar_equity::Progress;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::centres::Centres;
use super::points::{Points, squared_distance};
use crate::AbstractionError;

/// Points whose chances are summed up together, and only where one has changed.
const CHUNK: usize = 2_048;

/// Random numbers of one start: xoshiro256++, as elsewhere in Quasar.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64, start: u32) -> Random {
        // Hashing the seed first keeps neighbouring seeds from sharing starts.
        let hashed = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        Random(Xoshiro256PlusPlus::seed_from_u64(hashed ^ u64::from(start)))
    }

    /// A random number below 1, with 53 bits.
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A point's chance to be drawn, and its nearest centre so far.
#[derive(Clone)]
struct Candidate {
    /// Squared distance from the nearest centre.
    squared: f64,
    nearest: u32,
}

/// Chooses `count` different points as centres; there must be as many.
pub(super) fn choose(
    points: &Points,
    count: usize,
    random: &mut Random,
    progress: &Progress,
) -> Result<Centres, AbstractionError> {
    let counts = points.counts();
    let sums: Vec<f64> = counts.chunks(CHUNK).map(|chunk| chunk.iter().sum()).collect();
    let first = draw(&sums, counts.len(), |point| counts[point], random);
    let mut centres = Centres::with_capacity(points.width(), count);
    centres.push(points.row(first));
    let mut candidates: Vec<Candidate> = (0..points.len())
        .map(|point| Candidate {
            squared: squared_distance(points.row(point), points.row(first)),
            nearest: 0,
        })
        .collect();
    let sum_of = |candidates: &[Candidate], chunk: usize| -> f64 {
        let counts = &counts[chunk * CHUNK..];
        candidates.iter().zip(counts).map(|(candidate, count)| candidate.squared * count).sum()
    };
    let mut sums: Vec<f64> =
        candidates.chunks(CHUNK).zip(0..).map(|(chunk, at)| sum_of(chunk, at)).collect();
    while centres.len() < count {
        if !progress.may_continue() {
            return Err(AbstractionError::Stopped);
        }
        let chance = |point: usize| candidates[point].squared * counts[point];
        let new = points.row(draw(&sums, candidates.len(), chance, random));
        let apart = centres.squared_distances(new);
        let number = centres.len() as u32;
        centres.push(new);
        for (chunk, candidates) in candidates.chunks_mut(CHUNK).enumerate() {
            let mut changed = false;
            for (candidate, point) in candidates.iter_mut().zip(chunk * CHUNK..) {
                if apart[candidate.nearest as usize] < 4.0 * candidate.squared {
                    let squared = squared_distance(points.row(point), new);
                    if squared < candidate.squared {
                        *candidate = Candidate { squared, nearest: number };
                        changed = true;
                    }
                }
            }
            if changed {
                sums[chunk] = sum_of(candidates, chunk);
            }
        }
    }
    Ok(centres)
}

/// Draws one of `points` points by their chances, of which `sums` has the sum of
/// each chunk. A point without a chance is never drawn as long as another has one.
fn draw(sums: &[f64], points: usize, chance: impl Fn(usize) -> f64, random: &mut Random) -> usize {
    let mut left = random.unit() * sums.iter().sum::<f64>();
    // Rounding may lead past the end; then the last possible point is drawn.
    let mut chunk = 0;
    for (next, &sum) in sums.iter().enumerate() {
        chunk = if sum > 0.0 { next } else { chunk };
        if left < sum {
            break;
        }
        left -= sum;
    }
    let start = chunk * CHUNK;
    let mut chosen = start;
    for point in start..points.min(start + CHUNK) {
        let chance = chance(point);
        chosen = if chance > 0.0 { point } else { chosen };
        if left < chance {
            break;
        }
        left -= chance;
    }
    chosen
}
