//! The distribution of the equities of a range.

use crate::arch::{Arithmetic, Kernel, LANES};

/// Points of a distribution of equities.
pub(super) const POINTS: usize = 16;
/// Points of spreads over equities.
pub(super) const COARSE: usize = 8;

/// Equities of a range, hands as often as they are held.
pub(super) struct Distribution {
    pub(super) mean: f32,
    /// The share of the range below each of some equities.
    pub(super) below: [f32; POINTS],
    /// Spreads at each of some equities, times the share of the range there.
    pub(super) spreads: [f32; COARSE],
}

/// Measures a distribution.
pub(super) struct Measure<'a> {
    /// The player's reach.
    pub(super) reach: &'a [f32],
    /// The compatible weight of each hand.
    pub(super) compatible_weight: &'a [f32],
    pub(super) equities: &'a [f32],
    /// None on a river.
    pub(super) spreads: Option<&'a [f32]>,
}

/// Between two points: the weight there, and the same times how far it is from the first one.
/// One for each of eight neighbours, so that sums of neighbours do not wait for each other.
type Between = [[f32; 2]; LANES];

/// The sums at points, given those between.
fn at_points<const N: usize>(between: &[Between; N]) -> [f32; N] {
    let mut points = [0.0; N];
    for (place, lanes) in between.iter().enumerate() {
        for [weight, inside] in lanes {
            points[place] += weight - inside;
            if place + 1 < N {
                points[place + 1] += inside;
            }
        }
    }
    points
}

/// Divides weights between the two points next to places from 0 to 1.
#[inline(always)]
fn deposit<A: Arithmetic, const N: usize>(
    vectors: A,
    points: &mut [Between; N],
    places: A::Vector,
    weights: A::Vector,
) {
    let (mut at, mut weight) = ([0.0; LANES], [0.0; LANES]);
    vectors.store(vectors.times(places, vectors.splat((N - 1) as f32)), &mut at);
    vectors.store(weights, &mut weight);
    for lane in 0..LANES {
        let point = (at[lane] as usize).min(N - 2);
        let inside = at[lane] - point as f32;
        let sums = &mut points[point][lane];
        *sums = [sums[0] + weight[lane], sums[1] + weight[lane] * inside];
    }
}

impl Kernel for Measure<'_> {
    type Output = Distribution;

    #[inline(always)]
    fn run<A: Arithmetic>(self, vectors: A) -> Distribution {
        let Measure { reach, compatible_weight, equities, spreads } = self;
        let mut by_equity = [Between::default(); POINTS + 1];
        let mut by_spread = [Between::default(); COARSE];
        let (mut all, mut sums) = ([0.0_f64; LANES], [0.0_f64; LANES]);
        let hands = equities.len();
        for start in (0..hands).step_by(LANES) {
            let eight = |row: &[f32]| {
                let row = &row[start..hands];
                let mut rest = [0.0; LANES];
                match row.first_chunk() {
                    Some(chunk) => vectors.load(chunk),
                    None => {
                        rest[..row.len()].copy_from_slice(row);
                        vectors.load(&rest)
                    }
                }
            };
            let weights = vectors.times(eight(reach), eight(compatible_weight));
            let places = vectors.larger(eight(equities), vectors.splat(0.0));
            let places = vectors.smaller(places, vectors.splat(1.0));
            let (mut weight, mut won) = ([0.0; LANES], [0.0; LANES]);
            vectors.store(weights, &mut weight);
            vectors.store(vectors.times(weights, places), &mut won);
            for lane in 0..LANES {
                all[lane] += f64::from(weight[lane]);
                sums[lane] += f64::from(won[lane]);
            }
            deposit(vectors, &mut by_equity, places, weights);
            if let Some(spreads) = spreads {
                let weights = vectors.times(weights, eight(spreads));
                deposit(vectors, &mut by_spread, places, weights);
            }
        }
        let all = all.iter().sum::<f64>();
        let scale = if all > 0.0 { (1.0 / all) as f32 } else { 0.0 };
        let mut share = 0.0;
        let mut below = [0.0; POINTS];
        for (below, weight) in below.iter_mut().zip(at_points(&by_equity)) {
            share += weight * scale;
            *below = share;
        }
        let mean = (sums.iter().sum::<f64>() * f64::from(scale)) as f32;
        let spreads = at_points(&by_spread).map(|spread| 4.0 * spread * scale);
        Distribution { mean, below, spreads }
    }
}
