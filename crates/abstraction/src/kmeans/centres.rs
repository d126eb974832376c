//! Centres: their places, where they move, and the search for the nearest.

use rayon::prelude::*;

use super::points::{LANES, Points, squared_distance};

/// A generous allowance for rounding: bounds of distances are widened by this fraction
/// of the largest possible distance.
pub(super) const SLACK: f64 = 1e-12;

/// Centres that are worth a thread.
pub(super) const SHARE: usize = 64;

/// Centres of clusters.
#[derive(Clone)]
pub(super) struct Centres {
    width: usize,
    rows: Vec<[f64; LANES]>,
}

impl Centres {
    pub(super) fn with_capacity(width: usize, count: usize) -> Centres {
        Centres { width, rows: Vec::with_capacity(width * count) }
    }

    /// A centre at every point.
    pub(super) fn at_all(points: &Points) -> Centres {
        let mut centres = Centres::with_capacity(points.width(), points.len());
        (0..points.len()).for_each(|point| centres.push(points.row(point)));
        centres
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len() / self.width
    }

    #[inline(always)]
    pub(super) fn row(&self, centre: usize) -> &[[f64; LANES]] {
        &self.rows[centre * self.width..][..self.width]
    }

    pub(super) fn push(&mut self, row: &[[f64; LANES]]) {
        self.rows.extend_from_slice(row);
    }

    /// Puts a centre elsewhere.
    pub(super) fn set(&mut self, centre: usize, row: &[[f64; LANES]]) {
        self.rows[centre * self.width..][..self.width].copy_from_slice(row);
    }

    /// The squared distance of each centre from a row.
    pub(super) fn squared_distances(&self, row: &[[f64; LANES]]) -> Vec<f64> {
        self.rows.chunks_exact(self.width).map(|centre| squared_distance(centre, row)).collect()
    }

    /// Moves every centre to the mean of its points, and returns how far each moved. A
    /// centre without points stays.
    pub(super) fn move_to_means(&mut self, points: &Points, labels: &[u32]) -> Vec<f64> {
        let members = Members::new(labels, self.len());
        let width = self.width;
        let rows = self.rows.par_chunks_exact_mut(width).with_min_len(SHARE).enumerate();
        let moves = rows.map(|(centre, row)| {
            let mut sums = vec![[0.0; LANES]; width];
            let mut count = 0.0;
            for &point in members.of(centre) {
                let times = points.counts()[point as usize];
                count += times;
                for (sum, value) in sums.iter_mut().zip(points.row(point as usize)) {
                    for lane in 0..LANES {
                        sum[lane] += times * value[lane];
                    }
                }
            }
            if count == 0.0 {
                return 0.0;
            }
            sums.iter_mut().for_each(|group| *group = group.map(|sum| sum / count));
            let moved = squared_distance(row, &sums).sqrt();
            row.copy_from_slice(&sums);
            moved
        });
        moves.collect()
    }

    /// The coordinates in single precision, without padding.
    pub(super) fn to_rows(&self, dims: usize) -> Vec<f32> {
        let rows = self.rows.chunks_exact(self.width);
        rows.flat_map(|row| row.as_flattened()[..dims].iter().map(|&value| value as f32)).collect()
    }
}

/// The points of each cluster, in order.
struct Members {
    points: Vec<u32>,
    starts: Vec<usize>,
}

impl Members {
    fn new(labels: &[u32], clusters: usize) -> Members {
        let mut starts = vec![0; clusters + 1];
        labels.iter().for_each(|&label| starts[label as usize + 1] += 1);
        for cluster in 0..clusters {
            starts[cluster + 1] += starts[cluster];
        }
        let mut next = starts.clone();
        let mut points = vec![0; labels.len()];
        for (point, &label) in labels.iter().enumerate() {
            let place = &mut next[label as usize];
            points[*place] = point as u32;
            *place += 1;
        }
        Members { points, starts }
    }

    fn of(&self, cluster: usize) -> &[u32] {
        &self.points[self.starts[cluster]..self.starts[cluster + 1]]
    }
}

/// Centres in the order of their places on an axis, to be searched.
pub(super) struct Search<'a> {
    axis: &'a Axis,
    centres: Centres,
    /// The place of each centre on the axis, ascending.
    places: Vec<f64>,
    /// The number of each centre.
    numbers: Vec<u32>,
}

/// The two nearest centres of a row, as squared distances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Nearest {
    pub(super) centre: u32,
    pub(super) squared: f64,
    /// Infinite if there is only one centre.
    pub(super) second: f64,
}

impl<'a> Search<'a> {
    pub(super) fn new(centres: &Centres, axis: &'a Axis) -> Search<'a> {
        let mut order: Vec<(f64, u32)> = (0..centres.len())
            .map(|centre| (axis.place(centres.row(centre)), centre as u32))
            .collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut sorted = Centres::with_capacity(centres.width, centres.len());
        order.iter().for_each(|&(_, centre)| sorted.push(centres.row(centre as usize)));
        let (places, numbers) = order.into_iter().unzip();
        Search { axis, centres: sorted, places, numbers }
    }

    /// Searches outwards from the position of the row, until the distance on the axis
    /// alone exceeds that of the second best.
    pub(super) fn nearest(&self, row: &[[f64; LANES]]) -> Nearest {
        let place = self.axis.place(row);
        let mut above = self.places.partition_point(|&other| other < place);
        let mut below = above;
        let mut found = Nearest { centre: u32::MAX, squared: f64::INFINITY, second: f64::INFINITY };
        // The next centre in each direction and how far it is on the axis.
        let gap_above =
            |at: usize| self.places.get(at).map_or(f64::INFINITY, |other| other - place);
        let gap_below =
            |at: usize| at.checked_sub(1).map_or(f64::INFINITY, |at| place - self.places[at]);
        let (mut up, mut down) = (gap_above(above), gap_below(below));
        let mut reach = f64::INFINITY;
        loop {
            let at = if up <= down {
                if up > reach || above == self.places.len() {
                    return found;
                }
                above += 1;
                up = gap_above(above);
                above - 1
            } else {
                if down > reach {
                    return found;
                }
                below -= 1;
                down = gap_below(below);
                below
            };
            let squared = squared_distance(row, self.centres.row(at));
            let centre = self.numbers[at];
            if (squared, centre) < (found.squared, found.centre) {
                found = Nearest { centre, squared, second: found.squared };
            } else if squared < found.second {
                found.second = squared;
            } else {
                continue;
            }
            reach = found.second.sqrt() + SLACK * self.axis.size;
        }
    }
}

/// The direction in which points differ most.
pub(super) struct Axis {
    direction: Vec<[f64; LANES]>,
    /// No two points are further apart.
    pub(super) size: f64,
}

impl Axis {
    /// Iterations of the power method. Any direction works; the principal one
    /// only makes searches short.
    const ROUNDS: usize = 30;

    /// Finds the direction by the power method on the covariance of the points.
    pub(super) fn of(points: &Points) -> Axis {
        let width = points.width() * LANES;
        let total: f64 = points.counts().iter().sum();
        let weighted = |point: usize| (points.row(point).as_flattened(), points.counts()[point]);
        let mut mean = vec![0.0; width];
        let (mut least, mut most) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
        for (row, count) in (0..points.len()).map(weighted) {
            for lane in 0..width {
                mean[lane] += count * row[lane] / total;
                least[lane] = least[lane].min(row[lane]);
                most[lane] = most[lane].max(row[lane]);
            }
        }
        let mut covariance = vec![0.0; width * width];
        for (row, count) in (0..points.len()).map(weighted) {
            for one in 0..width {
                let scaled = count * (row[one] - mean[one]);
                for other in 0..=one {
                    covariance[one * width + other] += scaled * (row[other] - mean[other]);
                }
            }
        }
        let entry = |one: usize, other: usize| covariance[one.max(other) * width + one.min(other)];
        let mut direction: Vec<f64> = (0..width).map(|lane| entry(lane, lane)).collect();
        for _ in 0..=Self::ROUNDS {
            let length = direction.iter().map(|value| value * value).sum::<f64>().sqrt();
            if length == 0.0 {
                break;
            }
            direction.iter_mut().for_each(|value| *value /= length);
            let next = |one: usize| (0..width).map(|lane| entry(one, lane) * direction[lane]).sum();
            direction = (0..width).map(next).collect();
        }
        let length = direction.iter().map(|value| value * value).sum::<f64>().sqrt();
        // A little short of 1, so that rounding never makes it longer.
        let scale = if length > 0.0 { (1.0 - SLACK) / length } else { 0.0 };
        direction.iter_mut().for_each(|value| *value *= scale);
        let size = least.iter().zip(&most).map(|(least, most)| (most - least).powi(2)).sum::<f64>();
        Axis { direction: direction.as_chunks::<LANES>().0.to_vec(), size: size.sqrt() }
    }

    #[inline(always)]
    fn place(&self, row: &[[f64; LANES]]) -> f64 {
        let mut sums = [0.0; LANES];
        for (value, factor) in row.iter().zip(&self.direction) {
            for lane in 0..LANES {
                sums[lane] += value[lane] * factor[lane];
            }
        }
        (sums[0] + sums[2]) + (sums[1] + sums[3])
    }
}
